"""The graph of who stood better, moves that cost something, better moves, and trying out moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.pages.review import ReviewServer
from arbiter.pages.share import share
from arbiter.review.judgements import Judgements, share_of
from tests.support.page_browser import (
    click,
    complaints,
    driver,
    overflow_px,
    press,
    resize,
    shot,
    show,
    text_of,
    too_small,
    until,
)
from tests.support.recorded_games import write_game

__all__ = ["driver"]
NODES = 2_000
"""Few steps keep the test quick; they still solve the end of the round."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("game") / "a.game", "basic")


@pytest.fixture(scope="module")
def review(path: Path) -> Iterator[ReviewServer]:
    with ReviewServer(path, judgements=Judgements(nodes=NODES)) as server:
        yield server


def judged(driver: WebDriver) -> None:
    """Wait until all moves are judged."""
    until(driver, lambda page: page.find_elements("css selector", ".slip"), 60)


@pytest.mark.parametrize(("width", "height", "dark"), [(1440, 900, False), (390, 844, True)])
def test_the_graph_shows_who_stood_better_and_its_marks_lead_there(
    review: ReviewServer, driver: WebDriver, width: int, height: int, dark: bool
) -> None:
    resize(driver, width, height, dark)
    show(driver, review.url)
    judged(driver)
    label = driver.find_element("css selector", "#graph svg").get_attribute("aria-label")
    assert label == "Who stood better, move by move: up for Alison, down for Kristin"
    press(driver, "t")
    until(driver, lambda page: text_of(page, "#better"))
    shot(driver, f"graph-{width}")
    number = text_of(driver, "#place")
    drawn = driver.find_element("css selector", "#diagram").get_attribute("src")
    click(driver, "#better button")
    until(driver, lambda page: "line/" in page.find_element("css selector", "#diagram").get_attribute("src"))
    click(driver, "#better button")
    until(driver, lambda page: page.find_element("css selector", "#diagram").get_attribute("src") == drawn)
    assert text_of(driver, "#place") == number
    assert overflow_px(driver) <= 0 and too_small(driver) == [] and complaints(driver) == []


def test_moves_are_tried_out_and_answered(review: ReviewServer, driver: WebDriver) -> None:
    resize(driver, 1440, 900)
    show(driver, f"{review.url}#step-16")
    until(driver, lambda page: page.find_elements("css selector", "#branch-open:not([hidden])"))
    click(driver, "#branch-open")
    until(driver, lambda page: page.find_elements("css selector", "#branch-options button"))
    click(driver, "#branch-options button")
    until(
        driver,
        lambda page: "black" in text_of(page, "#branch-moves") or "Alison" in text_of(page, "#branch-moves"),
    )
    shot(driver, "branch-1440")
    click(driver, "#branch-back")
    until(driver, lambda page: text_of(page, "#branch-moves").startswith("Choose a move"))
    click(driver, "#branch-end")
    until(driver, lambda page: page.find_elements("css selector", "#branch[hidden]"))
    assert complaints(driver) == []


def test_one_file_holds_the_graph_and_the_better_lines(path: Path, driver: WebDriver, tmp_path: Path) -> None:
    share(path, tmp_path / "a.html", judgements=Judgements(nodes=NODES))
    resize(driver, 1440, 900)
    show(driver, (tmp_path / "a.html").as_uri())
    judged(driver)
    press(driver, "t")
    click(driver, "#better button")
    tried = "#diagram[src^='data:image/svg']"
    until(driver, lambda page: page.find_elements("css selector", f".paper.tried {tried}"))
    assert complaints(driver) == []


def test_points_are_a_share_of_the_way_to_winning() -> None:
    assert share_of(0, True) == 0 and share_of(99, True) > 0.99 and -1 < share_of(-6, True) < -0.2
    assert [share_of(value, False) for value in (-1, 0, 1)] == [-1, 0, 1]
