"""Marking corners by hand in a real browser: dragged, nudged by keys, sent, refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.pages.live import LiveServer
from tests.support.page_browser import complaints, driver, overflow_px, press, resize, text_of, until
from tests.support.recorded_games import still

__all__ = ["driver"]
Corners = tuple[tuple[float, float], ...]


class Hand:
    """A live page that keeps the corners it was sent, or refuses them."""

    def __init__(self) -> None:
        self.placed: list[tuple[Corners, tuple[float, float]]] = []
        self.refusal = ""
        self.page = LiveServer(0, on_place=self._place)
        self.page.publish_frame(still(None, 640, 480))

    def _place(self, corners: Corners, size_mm: tuple[float, float]) -> None:
        if self.refusal:
            raise ValueError(self.refusal)
        self.placed.append((corners, size_mm))


@pytest.fixture
def hand() -> Iterator[Hand]:
    made = Hand()
    yield made
    made.page.close()


def opened(hand: Hand, driver: WebDriver, width: int, height: int) -> list:
    """Open the panel; returns its four handles."""
    resize(driver, width, height)
    driver.get(hand.page.url)
    driver.get_log("browser")
    until(
        driver,
        lambda page: page.execute_script("return document.querySelector('#camera').naturalWidth") == 640,
    )
    press(driver, "c")
    until(driver, lambda page: text_of(page, "#corners-panel"))
    return driver.find_elements("css selector", ".handle")


def picture_box(driver: WebDriver) -> tuple[float, float, float, float]:
    """The 4:3 picture's box on the page: x, y, width, height."""
    box = driver.execute_script(
        "const b = document.querySelector('#camera').getBoundingClientRect();"
        "return [b.x, b.y, b.width, b.height]"
    )
    wide = box[3] * 4 / 3
    return box[0] + (box[2] - wide) / 2, box[1], wide, box[3]


def corner(driver: WebDriver, number: int) -> tuple[float, float]:
    """A frame corner's position on the page."""
    points = driver.find_element("css selector", ".corners-layer polygon").get_attribute("points")
    box = driver.execute_script("return document.querySelector('#camera').getBoundingClientRect()")
    x, y = points.split()[number].split(",")
    return float(x) + box["x"], float(y) + box["y"]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 900)])
def test_dragged_corners_arrive_as_parts_of_the_picture(
    hand: Hand, driver: WebDriver, width: int, height: int
) -> None:
    handles = opened(hand, driver, width, height)
    assert all(min(one.size.values()) >= 44 for one in handles)
    assert overflow_px(driver) <= 0
    bar = driver.find_element("css selector", "#corners").rect
    assert bar["x"] + bar["width"] <= width
    x, y, wide, tall = picture_box(driver)
    wanted = [(0.3, 0.8), (0.75, 0.7), (0.7, 0.4), (0.35, 0.3)]
    for one, (across, down) in zip(handles, wanted, strict=True):
        now = corner(driver, handles.index(one))
        shift = round(x + across * wide - now[0]), round(y + down * tall - now[1])
        ActionChains(driver, duration=20).drag_and_drop_by_offset(one, *shift).perform()
    driver.find_element("css selector", "#corners-apply").click()
    until(driver, lambda page: hand.placed)
    corners, size = hand.placed[0]
    assert size == (63, 88)
    assert all(
        abs(a - b) < 2 / wide
        for got, want in zip(corners, wanted, strict=True)
        for a, b in zip(got, want, strict=True)
    )
    until(driver, lambda page: "placed by these corners" in text_of(page, "#told"))
    assert not driver.find_elements("css selector", ".handle")
    assert complaints(driver) == []


def test_keys_move_a_corner_finely_and_another_size_is_sent(hand: Hand, driver: WebDriver) -> None:
    handles = opened(hand, driver, 1280, 900)
    assert driver.switch_to.active_element == handles[0]
    before = corner(driver, 0)
    handles[0].send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_UP)
    handles[0].send_keys(Keys.SHIFT + Keys.ARROW_DOWN)
    after = corner(driver, 0)
    assert (round(after[0] - before[0]), round(after[1] - before[1])) == (2, 9)
    driver.find_element("css selector", "#corners-kind").send_keys("Other")
    field = driver.find_element("css selector", "#corners-width")
    field.clear()
    field.send_keys("640")
    driver.find_element("css selector", "#corners-apply").click()
    until(driver, lambda page: hand.placed)
    assert hand.placed[0][1] == (640, 200)


def test_a_refusal_is_told_and_the_corners_stay(hand: Hand, driver: WebDriver) -> None:
    hand.refusal = "the corners do not fit"
    opened(hand, driver, 1280, 900)
    driver.find_element("css selector", "#corners-apply").click()
    until(driver, lambda page: "do not fit" in text_of(page, "#told"))
    assert len(driver.find_elements("css selector", ".handle")) == 4
    driver.find_element("css selector", "#corners-cancel").click()
    assert not driver.find_elements("css selector", ".handle") and hand.placed == []
    driver.get_log("browser")
