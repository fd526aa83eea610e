"""Playing without sight: spoken answers to single keys, and what a screen reader finds on the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import Select

from arbiter.events.types import Question
from arbiter.pages.live import LiveServer
from arbiter.voice.table_words import answer_to
from arbiter.words.utterance import Utterance
from arbiter.words.wording import wording
from engine.message import just
from engine.nickel.examples import GAMES as NICKEL
from tests.support.page_browser import (
    NAMES,
    PLAY,
    STATES,
    SYNTHESIS,
    click,
    complaints,
    driver,
    press,
    resize,
    shot,
    show,
    shown,
    text_of,
    too_small,
    until,
)

__all__ = ["driver"]
STATE = STATES[5]
SOUND = {"rate": 175, "volume": 1.0, "voice": "", "voices": ["Anna", "Bob"]}


class Ears:
    """A live page, what the machine was asked to say, and its sound settings."""

    def __init__(self) -> None:
        self.aloud: list[str] = []
        self.sounds: list[tuple[Any, ...]] = []
        self.page = LiveServer(0, on_tell=self._tell, on_sound=lambda *how: self.sounds.append(how))
        self.page.publish({**shown(STATE), "sound": SOUND})

    def _tell(self, what: str, aloud: bool) -> str:
        self.aloud += [what] if aloud else []
        return answer_to(what, STATE, NAMES, wording(), "Alison leads.")


@pytest.fixture
def ears() -> Iterator[Ears]:
    made = Ears()
    yield made
    made.page.close()


def tree(driver: WebDriver) -> list[tuple[str, str]]:
    """The accessibility tree in reading order: roles and names."""
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    heard = [node for node in nodes if not node.get("ignored")]
    return [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in heard if "role" in n]


def test_one_key_says_the_table_the_moves_the_turn_and_the_last_words(ears: Ears, driver: WebDriver) -> None:
    resize(driver, 1440, 900)
    show(driver, ears.page.url)
    until(driver, lambda page: text_of(page, "#say"))
    for key, what in (("t", "table"), ("l", "legal"), ("w", "turn"), ("r", "again")):
        press(driver, key)
        told = answer_to(what, STATE, NAMES, wording(), "Alison leads.")
        until(driver, lambda page, told=told: text_of(page, "#told") == told)
    assert ears.aloud == ["table", "legal", "turn", "again"]
    assert any(role == "status" for role, _ in tree(driver))
    assert complaints(driver) == []


def test_a_device_that_speaks_says_it_itself_as_fast_and_loud_as_wanted(
    ears: Ears, driver: WebDriver
) -> None:
    made = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SYNTHESIS})
    resize(driver, 390, 844)
    show(driver, ears.page.url)
    until(driver, lambda page: text_of(page, "#say"))
    click(driver, "#settings")
    click(driver, "#speak-here")
    assert too_small(driver) == []
    script = "const range = document.getElementById(arguments[0]); range.value = arguments[1];"
    driver.execute_script(f"{script} range.dispatchEvent(new Event('change'));", "set-rate", "1.4")
    shot(driver, "voice-390")
    click(driver, "[data-ask=legal]")
    told = answer_to("legal", STATE, NAMES, wording())
    spoken = "return window.spokenWords.map((one) => one[0])"
    driver.execute_script("window.finish && window.finish()")
    until(driver, lambda page: told in page.execute_script(spoken))
    assert ears.aloud == []
    assert driver.execute_script("return localStorage.getItem('rate')") == "1.4"
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)
    driver.execute_script("localStorage.clear()")


def test_the_machine_sounds_as_it_is_told(ears: Ears, driver: WebDriver) -> None:
    resize(driver, 1440, 900)
    show(driver, ears.page.url)
    until(driver, lambda page: text_of(page, "#say"))
    press(driver, "v")
    until(driver, lambda page: page.execute_script("return document.activeElement.id") == "set-language")
    shot(driver, "voice-1440")
    Select(driver.find_element("id", "machine-voice")).select_by_visible_text("Bob")
    until(driver, lambda page: ears.sounds == [(175, 1.0, "Bob", False)])
    click(driver, "#machine-try")
    until(driver, lambda page: ears.sounds[1:] == [(175, 1.0, "Bob", True)])


def test_why_the_machine_is_silent_is_read_out_and_stays_to_be_read(ears: Ears, driver: WebDriver) -> None:
    resize(driver, 390, 844)
    show(driver, ears.page.url)
    why = "no voice: no program to play sound; the announcements are shown as text"
    ears.page.publish({**shown(STATE), "sound": {**SOUND, "voices": [], "problem": why}})
    until(driver, lambda page: text_of(page, "#told") == why)
    click(driver, "#settings")
    until(driver, lambda page: text_of(page, "#machine-problem") == why)


LIVE = """window.readOut = [];
const live = '[aria-live], [role=alert], [role=status], [role=log]';
new MutationObserver((changes) => changes.forEach(({ target, addedNodes }) => {
  const region = (target.closest ? target : target.parentElement)?.closest(live);
  if (region && addedNodes.length) window.readOut.push([region.ariaLive, region.textContent]);
})).observe(document.body, { subtree: true, childList: true });"""


def test_what_happens_is_read_out_once(ears: Ears, driver: WebDriver) -> None:
    resize(driver, 1440, 900)
    show(driver, ears.page.url)
    until(driver, lambda page: text_of(page, "#say"))
    driver.execute_script(LIVE)
    asked = Question(time_s=1.0, id=3, text=just("what happened?"), options=(just("red"), just("blue")))
    words = Utterance("What happened? One: red. Two: blue.", "question")
    for state, said, open_question in ((STATES[6], (PLAY,), None), (STATES[6], (PLAY, words), asked)):
        ears.page.publish({**shown(state, said=said, question=open_question), "sound": SOUND})
        until(driver, lambda page, said=said: text_of(page, "#announcements").startswith(said[-1].text))
    read = driver.execute_script("return window.readOut")
    assert read == [["polite", PLAY.text], ["assertive", f"{words.text}{PLAY.text}"]]


def test_a_screen_reader_finds_state_moves_and_question(ears: Ears, driver: WebDriver) -> None:
    question = Question(time_s=1.0, id=3, text=just("what happened?"), options=(just("red"), just("blue")))
    ears.page.publish({**shown(STATE, said=(PLAY,), question=question), "sound": SOUND})
    resize(driver, 1440, 900)
    show(driver, ears.page.url)
    until(driver, lambda page: text_of(page, "#question-text"))
    found = tree(driver)
    names = [name for _, name in found]
    assert any(role == "button" and name.endswith("red") for role, name in found)
    assert any(role == "heading" and name.lower() == "the arbiter asks" for role, name in found)
    assert any(role == "log" for role, _ in found)
    assert any("legal" in name.lower() for role, name in found if role == "list")
    assert text_of(driver, "#say") in names
    unnamed = [
        role for role, name in found if role in {"button", "combobox", "slider", "textbox"} and not name
    ]
    assert unnamed == []


def test_of_a_move_called_by_its_square_alone_a_screen_reader_says_all(ears: Ears, driver: WebDriver) -> None:
    resize(driver, 390, 844)
    show(driver, ears.page.url)
    ears.page.publish(shown(NICKEL["line"].states()[0]))
    until(driver, lambda page: text_of(page, "#legal .short") == "a1")
    heard = [name for role, name in tree(driver) if role == "StaticText"]
    assert "a1: black pointing east" in heard and "a1" not in heard
