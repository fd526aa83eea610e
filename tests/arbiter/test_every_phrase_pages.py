"""No phrase of a page bypasses the message files: the pages in a made-up language of one file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.corrections.move_list import Listed
from arbiter.events.ledger import Ply, judge
from arbiter.events.types import NONE_OF_THESE, Question
from arbiter.pages.live import LiveServer
from arbiter.pages.live_case import live_case
from arbiter.pages.live_setup import setup_fields
from arbiter.pages.live_state import move_rows
from arbiter.pages.review import ReviewServer
from arbiter.record.record import Record
from arbiter.table.setup.by_hand import Shown
from arbiter.telling.found import telling_of
from arbiter.words.wording import wording
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.initiative.game import GAME as INITIATIVE
from engine.initiative.model import Rules
from engine.initiative.notation import parse_play
from engine.message import Messages
from engine.notation import parse_pieces
from tests.support.page_browser import click, driver, press, resize, shown, text_of, until
from tests.support.pseudo import left_plain, pseudo_language
from tests.support.recorded_games import disputed, still, write_game
from tests.support.simulated.table_session import Table

__all__ = ["driver"]

SEATS = {"near": "Alison", "far": "Kristin"}
initiative = Messages("arbiter.games.initiative")
STATE = ROUNDS["illegal"].states()[7]
ASK = Question(
    time_s=1.0,
    id=3,
    text=initiative("what_happened"),
    options=(initiative("plays", who=Seat.FAR, piece=parse_pieces("Mblue")[0]), NONE_OF_THESE),
)
SEEN = """
const seen = [document.title];
for (const node of document.querySelectorAll("body *")) {
  if (node.offsetParent === null && getComputedStyle(node).position !== "fixed") continue;
  for (const name of ["aria-label", "alt", "title"]) seen.push(node.getAttribute(name) ?? "");
}
return [...seen, ...document.body.innerText.split("\\n")];"""
SAME = r"(?i:Alison|Kristin)|Initiative|English|Deutsch|\b(?:Home|End|Shift|Space)\b"
SAME += r"|\b[SML][a-z]+\b|\S+=\S+|\S+\.(?:game|mp4)\b"
"""Names, keys, files and typed text."""


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pseudo_language(tmp_path_factory.mktemp("phrases")) as code:
        yield code


def unfinished() -> Shown:
    """A set-up with a pyramid missing."""
    table = Table(Rules.basic(), set_up=False)
    table.sim.things.pop(3)
    table.feed(table.sim.still(2.0))
    found = table.session.set_up
    assert found is not None and [thing.name for thing in found.unsure] == ["near.10"]
    return found


def plain_words(driver: WebDriver) -> dict[str, list[str]]:
    """Words that the page shows or reads out and that no language file contains."""
    lines = driver.execute_script(SEEN)
    return {line: words for line in lines if (words := left_plain(line, SAME))}


def test_live_page_and_its_panels(wide: str, driver: WebDriver, tmp_path: Path) -> None:
    page = LiveServer(0, language=wide)
    with page, Record.open(disputed(tmp_path / "a.game")) as record:
        found = live_case(record, wording(wide))
        assert found is not None
        case, pictures = found
        page.keep("case", pictures)
        page.publish_frame(still(STATE))
        play = parse_play("Myellow", STATE, check=False)
        facts = {
            "illegal": Ply(play, judge(STATE, play)),
            "question": ASK,
            "notices": [Messages("arbiter")("see_again")],
        }
        moves = move_rows(
            [Listed(1, "near", "Sblue", "counts", True), Listed(2, "near", "Mred", "back", False)],
            lambda seat, text: wording(wide).tell(telling_of(INITIATIVE).title(seat, text), SEATS),
        )
        more = {"case": case, "moves": moves, "typed": telling_of(INITIATIVE).typed, "zone": "cards"}
        told = partial(wording(wide).tell, names=SEATS)
        more["setup"] = setup_fields(unfinished(), told, (1280, 720))
        resize(driver, 1280, 900)
        driver.get(page.url)
        page.publish({**shown(STATE, wide, **facts), **more, "case": None})
        until(driver, lambda page: text_of(page, "#question-text"))
        page.publish({**shown(STATE, wide, **facts), **more})
        until(driver, lambda page: text_of(page, "#case"))
        assert not plain_words(driver)
        for key, panel in (("v", "#settings-panel"), ("c", "#corners-panel"), ("e", "#fix")):
            press(driver, key)
            until(driver, lambda page, panel=panel: text_of(page, panel))
            assert not plain_words(driver)
            press(driver, key)
        driver.execute_script("document.querySelector('#setup details').open = true")
        for name in ("stack", "near.10"):
            click(driver, f"#setup [data-name='{name}']")
            until(driver, lambda page: text_of(page, "#choose-title"))
            assert not plain_words(driver)
            driver.execute_script("document.querySelector('#choose').close()")
        driver.get(f"{page.url}camera")
        until(driver, lambda page: text_of(page, "#start") and not plain_words(page))


def test_review_page(wide: str, driver: WebDriver, tmp_path: Path) -> None:
    resize(driver, 1280, 900)
    with ReviewServer(write_game(tmp_path / "a.game", "illegal"), language=wide) as server:
        driver.get(server.url)
        until(driver, lambda page: text_of(page, "#timeline") and text_of(page, "#figures"))
        for _ in range(2):
            press(driver, "i")
            left = plain_words(driver)
            said = ("The set", "Not ")  # about nothing that is in the record, so it stays as it was said
            assert not {line: words for line, words in left.items() if not line.startswith(said)}


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_buttons_fit_on_the_narrowest_phone(language: str, driver: WebDriver) -> None:
    resize(driver, 320, 640)
    with LiveServer(0, language=language) as page:
        driver.get(page.url)
        page.publish(shown(STATE, language))
        until(driver, lambda page: text_of(page, "#say"))
        buttons = "[...document.querySelectorAll('.controls button')]"
        script = f"return {buttons}.map((button) => button.getBoundingClientRect().right)"
        until(driver, lambda page: max(page.execute_script(script)) <= 320)
