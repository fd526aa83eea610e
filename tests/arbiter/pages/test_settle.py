"""Disputes, corrections and pictures of a question in a real browser: live page, review page, shared file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.cli.main import main
from arbiter.corrections.move_list import Listed
from arbiter.events.types import Question
from arbiter.pages.case_page import around
from arbiter.pages.live import LiveServer
from arbiter.pages.live_case import live_case
from arbiter.pages.live_state import crop_key, live_state, move_rows
from arbiter.pages.review import ReviewServer
from arbiter.record.record import Record
from arbiter.story.correcting import append_correction
from arbiter.story.story import read_story
from arbiter.telling.found import telling_of
from arbiter.words.wording import wording
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.initiative.game import GAME as INITIATIVE
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
    text_of,
    too_small,
    until,
)
from tests.support.recorded_games import disputed, still

__all__ = ["driver"]
NAMES = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}
STATE = ROUNDS["illegal"].states()[7]


class Desk:
    """A live page that shows a disputed move, and everything that it sent back."""

    def __init__(self, path: Path) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.page = LiveServer(
            0, on_correct=self._correct, on_dispute=lambda move: self.calls.append(("dispute", move))
        )
        with Record.open(disputed(path)) as record:
            found = live_case(record, wording())
        assert found is not None
        self.case, pictures = found
        self.is_disputed = False
        self.page.keep("case", pictures)
        self.page.publish_frame(still(STATE))
        self.show()

    def _correct(self, op: str, move: int, text: str) -> None:
        if text == "Sred":
            raise ValueError("near has no small red in the inventory")
        self.calls.append((op, move, text))

    def disputed(self, driver: WebDriver) -> None:
        """Open the page, then raise a dispute."""
        show(driver, self.page.url)
        until(driver, lambda page: "Alison" in text_of(page, "#title"))
        self.is_disputed = True
        self.show()

    def show(self, question: Question | None = None) -> None:
        moves = [
            Listed(n + 1, "near", text, "counts", True)
            for n, text in enumerate(("Sblue", "Lblue", "Myellow"))
        ]
        moves.append(Listed(4, "near", "Mred", "back", False))
        state = live_state(STATE, NAMES, question=question)
        typed, names = telling_of(INITIATIVE).typed, {seat.value: name for seat, name in NAMES.items()}

        def in_words(seat: str, text: str) -> str:
            return wording().tell(telling_of(INITIATIVE).title(seat, text), names)

        case = self.case if self.is_disputed else None
        self.page.publish({**state, "case": case, "moves": move_rows(moves, in_words), "typed": typed})


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path / "a.game")
    yield made
    made.page.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_disputed_move_is_shown_and_overruled(desk: Desk, driver: WebDriver, width: int) -> None:
    resize(driver, width, 1400)
    desk.disputed(driver)
    until(driver, lambda page: text_of(page, "#case-title") == "Disputed: Alison parries with medium yellow")
    words = text_of(driver, "#case")
    assert "Rule I1" in words and "Legal for Alison: large red" in words and "97 % sure" in words
    assert "Rule I1, drawn. Here it is broken: A large red attacks" in words
    loaded = (
        "return [...document.querySelectorAll('#case img')].every((i) => i.complete && i.naturalWidth > 0)"
    )
    until(driver, lambda page: page.execute_script(loaded))
    assert len(driver.find_elements("css selector", "#case .shots img")) == 2
    click(driver, "#case [aria-label='Next picture']")
    until(
        driver,
        lambda page: "medium yellow 71%" in text_of(page, "#case .slow figcaption"),
    )
    assert overflow_px(driver) <= 0
    shot(driver, f"dispute-{width}")
    click(driver, "#case button", "It counts")
    until(driver, lambda page: desk.calls == [("allow", 8, "")])
    click(driver, "#case button", "Close")
    until(driver, lambda page: not text_of(page, "#case-title"))
    press(driver, "d")
    until(driver, lambda page: ("dispute", 0) in desk.calls)
    until(driver, lambda page: text_of(page, "#case-title"))
    assert complaints(driver) == [] and foreign_requests(driver) == []
    show(driver, desk.page.url)
    until(driver, lambda page: "Alison" in text_of(page, "#title"))
    assert not text_of(driver, "#case-title")  # later visitors see the game


COVERED = """
const boxes = (kind) => [...document.querySelectorAll(`#case .shots .${kind}`)].map((one) => one.getBBox());
const meet = (a, b) => Math.min(a.x + a.width, b.x + b.width) > Math.max(a.x, b.x)
  && Math.min(a.y + a.height, b.y + b.height) > Math.max(a.y, b.y);
return boxes("plate").some((plate, k) => boxes("frame").some((frame) => meet(plate, frame))
  || boxes("plate").slice(k + 1).some((other) => meet(plate, other)));"""


NAMES_COVER = """const meet = (a, b) => a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1
  && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;
return [...document.querySelectorAll(".mark")].some((mark) => {
  const view = mark.ownerSVGElement.viewBox.baseVal;
  const boxes = (name) => [...mark.querySelectorAll(name)].map((node) => node.getBBox());
  const names = boxes(".plate").filter((name) => name.width), frames = boxes(".frame");
  return names.some((name, k) => name.x < 0 || name.y < 0 || name.x + name.width > view.width
    || [...frames, ...names.slice(k + 1)].some((other) => meet(name, other)));
});"""


def test_the_piece_in_question_is_shown_near_by_and_names_cover_nothing(
    desk: Desk, driver: WebDriver
) -> None:
    marks = [
        {"box": [400, 200, 440, 260], "words": "medium yellow 71%"},
        {"box": [400, 270, 440, 330], "words": "medium red 64%"},
        {"box": [450, 200, 490, 260], "words": "large blue"},
    ]
    still_after = [picture for picture in desk.case["pictures"] if not picture["clip"]][-1]
    desk.case = {**desk.case, "pictures": [{**still_after, "marks": marks}]}
    resize(driver, 1280, 1400)
    desk.disputed(driver)
    until(driver, lambda page: page.find_elements("css selector", "#case .near image"))
    near = driver.find_element("css selector", "#case .near svg").get_dom_attribute("viewBox")
    left, top, wide, high = map(float, near.split())
    assert left <= 400 and top <= 200 and left + wide >= 490 and top + high >= 330 and wide < 480
    assert not driver.execute_script(COVERED)
    shot(driver, "near-1280")
    marks[0]["words"] = " on ".join(["medium yellow"] * 9)
    desk.show()
    until(driver, lambda page: marks[0]["words"] in text_of(page, "#case .shots figcaption"))
    drawn = [words.text for words in driver.find_elements("css selector", "#case .shots text")]
    assert drawn == ["medium red 64%", "large blue"] and not driver.execute_script(COVERED)


@pytest.mark.parametrize("boxes", [[(0, 0, 30, 40)], [(900, 500, 960, 540)], [(10, 10, 950, 530)]])
def test_what_is_shown_near_by_lies_in_the_picture(boxes: list[tuple[float, ...]]) -> None:
    left, top, wide, high = around(boxes, 960, 540)
    assert min(left, top) >= 0 and left + wide <= 960.01 and top + high <= 540.01
    assert all(left <= box[0] and top <= box[1] for box in boxes)
    assert all(box[2] <= left + wide and box[3] <= top + high for box in boxes)


@pytest.mark.parametrize("width", [390, 1280])
def test_game_is_put_right_from_the_page(desk: Desk, driver: WebDriver, width: int) -> None:
    resize(driver, width, 1400)
    desk.disputed(driver)
    until(driver, lambda page: text_of(page, "#case-title"))
    press(driver, "e")
    until(driver, lambda page: "4. Alison: medium red" in text_of(page, "#fix-list"))
    assert "illegal, taken back" in text_of(driver, "#fix-list")
    click(driver, "#fix-list li:nth-child(4) label")
    click(driver, "#fix button", "Dispute")
    until(driver, lambda page: ("dispute", 4) in desk.calls and text_of(page, "#told"))
    desk.calls.clear()
    press(driver, "e")
    until(driver, lambda page: "4. Alison: medium red" in text_of(page, "#fix-list"))
    assert too_small(driver) == []
    click(driver, "#fix-list label", nth=1)
    click(driver, "[data-op=replace]")
    until(driver, lambda page: "Say first" in text_of(page, "#told"))
    driver.find_element("css selector", "#fix-text").send_keys("Lred")
    shot(driver, f"correct-{width}")
    click(driver, "[data-op=replace]")
    until(driver, lambda page: desk.calls == [("replace", 2, "Lred")])
    until(driver, lambda page: "stays in the record" in text_of(page, "#told"))
    driver.find_element("css selector", "#fix-text").send_keys("Sred")
    click(driver, "[data-op=append]")
    until(driver, lambda page: "no small red" in text_of(page, "#told"))
    click(driver, "[data-op=undo]")
    until(driver, lambda page: desk.calls[1:] == [("undo", 0, "")])
    assert overflow_px(driver) <= 0
    driver.get_log("browser")  # the refusal above


def test_question_shows_what_it_is_about(desk: Desk, driver: WebDriver) -> None:
    resize(driver, 390, 1000)
    desk.page.keep("question", {crop_key(3, 0): still(STATE, 220, 160)})
    boxes = ((0.0, 0.0, 20.0, 20.0), (30.0, 0.0, 50.0, 20.0))
    options, odds = ("near plays medium red", "none of these"), (0.62, 0.38)
    desk.show(
        Question(time_s=1, id=3, text="What happened?", options=options, probabilities=odds, boxes=boxes)
    )
    show(driver, desk.page.url)
    until(driver, lambda page: text_of(page, "#question-text") == "What happened?")
    until(driver, lambda page: len(page.find_elements("css selector", "#question-crops img")) == 1)
    assert "62 %" in text_of(driver, "#question-options")
    assert overflow_px(driver) <= 0
    shot(driver, "question-390")
    driver.get_log("browser")  # the second picture is not kept


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900), (1280, 720)])
def test_of_many_pictures_the_answers_still_show(
    desk: Desk, driver: WebDriver, width: int, height: int
) -> None:
    resize(driver, width, height)
    desk.page.keep("question", {crop_key(4, n): still(STATE, 130, 130) for n in range(7)})
    boxes = tuple((60.0 * n, 0.0, 60.0 * n + 50, 50.0) for n in range(7))
    options, odds = ("near plays medium red", "none of these"), (0.62, 0.38)
    desk.show(
        Question(time_s=1, id=4, text="What happened?", options=options, probabilities=odds, boxes=boxes)
    )
    show(driver, desk.page.url)
    until(driver, lambda page: len(page.find_elements("css selector", "#question-crops img")) == 7)
    loaded = "return [...document.querySelectorAll('#question-crops img')].every((one) => one.complete)"
    until(driver, lambda page: page.execute_script(loaded))
    shot(driver, f"question-many-{width}")
    ends = "return arguments[0].map((one) => document.querySelector(one).getBoundingClientRect().bottom)"
    answer, panel = driver.execute_script(ends, ["#question-options li:last-child button", "#question"])
    assert answer < panel <= height and overflow_px(driver) <= 0


def test_review_marks_what_was_put_right(driver: WebDriver, tmp_path: Path) -> None:
    with Record.open(disputed(tmp_path / "a.game")) as record:
        append_correction(record, read_story(record), "replace", 1, 2, "Mblack")
    with ReviewServer(tmp_path / "a.game") as server:
        resize(driver, 1280, 900)
        show(driver, f"{server.url}#step-4")
        until(driver, lambda page: text_of(page, ".say") == "Kristin parries with medium black")
        assert text_of(driver, ".corrected") == "Put right by the players: it was read as medium blue."
        shot(driver, "review-1280")
        click(driver, "#timeline button", "Disputed")
        until(driver, lambda page: text_of(page, ".say") == "Disputed: Alison: medium yellow")
        click(driver, "#stills [aria-label='Next picture']")
        until(driver, lambda page: "medium yellow" in text_of(page, "#stills .slow figcaption"))
        click(driver, "#timeline button", "Kristin parries")
        until(driver, lambda page: len(page.find_elements("css selector", "#stills figure")) == 2)
    assert complaints(driver) == []


def test_the_file_of_a_dispute(driver: WebDriver, tmp_path: Path) -> None:
    page = tmp_path / "case.html"
    main(["dispute", str(disputed(tmp_path / "a.game")), "--html", str(page)])
    resize(driver, 390, 1400)
    show(driver, page.as_uri())
    assert "Alison parries with medium yellow" in text_of(driver, "h1")
    shown = (
        "return [...document.querySelectorAll('.clip figure')].findIndex((f) => f.classList.contains('on'))"
    )
    assert driver.execute_script(shown) == 0
    click(driver, "[data-act=on]")
    assert driver.execute_script(shown) == 1
    assert "Here it is broken: A large red attacks" in text_of(driver, ".diagram .note")
    assert driver.find_elements("css selector", ".diagram svg .illegal")
    for width in (390, 1280):
        resize(driver, width, 1400)
        assert not driver.execute_script(NAMES_COVER)
        assert overflow_px(driver) <= 0 and complaints(driver) == []
        shot(driver, f"file-{width}")
