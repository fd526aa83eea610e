"""Correcting a game by pointing: in the picture, in the drawing, by dragging, in the list, afterwards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.pages.review import ReviewServer
from arbiter.record.record import Record
from arbiter.story.story import read_story, step_title
from engine.nickel.model import Rules
from tests.support.page_browser import (
    click,
    complaints,
    driver,
    foreign_requests,
    overflow_px,
    press,
    resize,
    shot,
    show,
    tap,
    text_of,
    until,
)
from tests.support.played_games import GAMES as PLAYED
from tests.support.recorded_games import write_any_game, write_game
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.watched_boards import nickel_frames, watched
from tests.support.watched_table import SIZE, calibration

__all__ = ["driver"]


def titles(path: Path) -> list[str]:
    with Record.open(path, readonly=True) as record:
        story = read_story(record)
    assert not any(step.problem for step in story.steps)
    return [step_title(step, story.names) for step in story.steps if step.kind == "move"]


def place(driver: WebDriver, name: str):
    """The clickable rectangle of a place in the drawing, scrolled into view."""
    found = until(
        driver, lambda page: page.find_elements("css selector", f'.places rect[data-place="{name}"]')
    )[0]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
    return found


IN_PICTURE = """const picture = document.getElementById("camera"), box = picture.getBoundingClientRect();
const scale = Math.min(box.width / picture.naturalWidth, box.height / picture.naturalHeight);
const [wide, high] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
const [x, y] = arguments;
return [box.x + (box.width - wide) / 2 + x * wide, box.y + (box.height - high) / 2 + y * high];"""


def tap_in_picture(driver: WebDriver, square: str) -> None:
    """Press on a square of the board where the camera sees it."""
    (pixel,) = calibration().camera.project(np.array([[*NickelSim(board(1), 1).at(square), 0.0]]))
    x, y = pixel / SIZE
    until(
        driver, lambda page: page.execute_script("return document.getElementById('camera').naturalWidth > 0")
    )
    point = ActionBuilder(driver)
    point.pointer_action.move_to_location(*map(round, driver.execute_script(IN_PICTURE, x, y))).click()
    point.perform()


BOXES = "return [...arguments].map((each) => JSON.stringify(each.getBoundingClientRect()))"


def drag(driver: WebDriver, name: str, to: str) -> None:
    """Drag from one place to another once both have come to rest: showing the second one scrolls the page."""
    start, end = place(driver, name), place(driver, to)
    boxes: list[object] = [None, None]

    def rests(page: WebDriver) -> bool:
        boxes.append(page.execute_script(BOXES, start, end))
        return boxes[-1] == boxes[-2] == boxes[-3]

    until(driver, rests)
    held = ActionChains(driver).move_to_element(start).click_and_hold()
    held.move_by_offset(20, 0).move_to_element(end).release().perform()


def undo(driver: WebDriver) -> None:
    until(driver, lambda page: page.find_elements("css selector", "#told button"))
    driver.execute_script("document.querySelector('#told button').click()")


LOADED = """return document.querySelector('.places')
    && [...document.querySelectorAll('#stills img, #diagram')].every((image) => image.naturalWidth > 0)"""


def test_a_wrong_reading_is_put_right_in_two_taps(driver: WebDriver, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with watched(path, "nickel", Rules(), nickel_frames(NickelSim(board(1), 1), 3)) as address:
        resize(driver, 390, 844)
        show(driver, address)
        until(driver, lambda page: "Alison takes c3" in text_of(page, "#attack"))
        driver.execute_script("document.getElementById('camera').scrollIntoView({block: 'center'})")
        shot(driver, "before-390")
        tap_in_picture(driver, "c3")
        until(driver, lambda page: text_of(page, "#touched-title") == "4. Alison takes c3")
        for width, height in ((1440, 900), (390, 844)):
            resize(driver, width, height)
            shot(driver, f"touched-{width}")
            assert overflow_px(driver) <= 0
        words = text_of(driver, ".offers li span:last-child")
        click(driver, "#touched .offers button")
        square = words.split(":")[0]
        until(driver, lambda page: f"Alison takes {square}" in text_of(page, "#attack"))
        shot(driver, "put-right-390")
        undo(driver)
        until(driver, lambda page: "Alison takes c3" in text_of(page, "#attack"))
        assert complaints(driver) == [] and foreign_requests(driver) == []
    with Record.open(path, readonly=True) as record:
        assert [entry.data["op"] for entry in record.entries("correction")] == ["replace", "undo"]


def test_a_token_is_dragged_and_a_move_is_changed_in_the_list(driver: WebDriver, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with watched(path, "nickel", Rules(), nickel_frames(NickelSim(board(1), 1), 3)) as address:
        resize(driver, 1440, 900)
        show(driver, address)
        until(driver, lambda page: "Alison takes c3" in text_of(page, "#attack"))
        tap(driver, place(driver, "e5"))
        until(driver, lambda page: text_of(page, "#touched-title") == "This place")
        assert "Misread from the start" in text_of(driver, "#touched")
        click(driver, "#touched button", "Close")
        drag(driver, "c3", "b1")
        until(driver, lambda page: "Alison takes b1" in text_of(page, "#attack"))
        press(driver, "e")
        click(driver, "[data-move='3']")
        until(driver, lambda page: text_of(page, "#touched-title").startswith("3. "))
        click(driver, "#touched button", "Undo the last correction")
        until(driver, lambda page: "Alison takes c3" in text_of(page, "#attack"))
        assert complaints(driver) == []


def test_a_game_is_put_right_in_the_review(driver: WebDriver, tmp_path: Path) -> None:
    path = write_any_game(tmp_path / "a.game", "Nickel", *PLAYED["Nickel"])
    was = titles(path)
    with ReviewServer(path) as server:
        resize(driver, 1440, 900)
        show(driver, f"{server.url}#step-99")
        until(driver, lambda page: page.execute_script(LOADED))
        drag(driver, "b2", "c2")
        until(driver, lambda page: "put right" in text_of(page, "#told"))
        until(driver, lambda page: "takes c2" in text_of(page, "#timeline"))
        shot(driver, "review-put-right")
        until(driver, lambda page: titles(path) != was)
        undo(driver)
        until(driver, lambda page: "takes c2" not in text_of(page, "#timeline"))
        until(driver, lambda page: text_of(page, "#told") == "The last correction is undone")
        assert titles(path) == was and complaints(driver) == []


def test_a_play_of_initiative_is_another_pyramid(driver: WebDriver, tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.game", "basic")
    with ReviewServer(path) as server:
        for width, height in ((390, 844), (1440, 900)):
            resize(driver, width, height)
            show(driver, f"{server.url}#step-18")
            until(driver, lambda page: page.execute_script(LOADED))
            tap(driver, place(driver, "play 2"))
            until(driver, lambda page: text_of(page, "#touched-title").startswith("2. Kristin"))
            shot(driver, f"review-touched-{width}")
            assert overflow_px(driver) <= 0
            click(driver, "#touched button", "Close")
        assert complaints(driver) == []
