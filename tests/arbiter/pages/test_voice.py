"""The live page in German, its voice in the browser, and how much speech each device wants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import Select

from arbiter.events.ledger import Ply, judge
from arbiter.pages.live import LiveServer
from arbiter.pages.policy import STATIC
from arbiter.voice.commentary import LEVELS, heard
from arbiter.voice.table_words import next_up, whole
from arbiter.words.utterance import Utterance
from arbiter.words.wording import wording
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import parse_play
from engine.message import Messages
from tests.support.page_browser import (
    NAMES,
    PLAY,
    STATES,
    SYNTHESIS,
    complaints,
    driver,
    overflow_px,
    press,
    resize,
    shown,
    text_of,
    until,
)

__all__ = ["driver"]
RULING = Utterance("Not legal.", "ruling", supersedes="play")
TABLE = Utterance("Ann has two red.", "table")
NOTICE = Utterance("The camera moved.", "notice/camera")


@pytest.mark.parametrize(
    ("utterance", "texts"),
    [
        (PLAY, ("", "Ann leads a red.", PLAY.text, PLAY.text)),
        (RULING, (RULING.text,) * 4),
        (Utterance("Which?", "question"), ("Which?",) * 4),
        (Utterance("Ann wins.", "round"), ("", "Ann wins.", "Ann wins.", "Ann wins.")),
        (NOTICE, ("", "", NOTICE.text, NOTICE.text)),
        (TABLE, ("", "", "", TABLE.text)),
    ],
)
def test_levels_of_commentary(utterance: Utterance, texts: tuple[str, ...]) -> None:
    assert tuple(heard(utterance, level) for level in LEVELS) == texts


def test_table_is_described_in_words() -> None:
    english, german = wording("en"), wording("de")
    assert next_up(STATES[5], NAMES, english) == "Kristin may play medium green."
    told = whole(STATES[5], NAMES, german)
    assert "In der Reihe von Kristin: mittlere schwarze und blaue." in told
    assert whole(None, NAMES, german) == next_up(STATES[-1], NAMES, german) == ""
    assert next_up(STATES[0], NAMES, english) == whole(STATES[0], NAMES, english)


class Desk:
    """A live page and the changes it asked for."""

    def __init__(self) -> None:
        self.tuned: list[tuple[str | None, str | None]] = []
        self.page = LiveServer(0, on_tune=lambda *wishes: self.tuned.append(wishes))


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.page.close()


@pytest.fixture(scope="module")
def talker(driver: WebDriver) -> Iterator[WebDriver]:
    """The browser with a speech synthesis that records its input (headless Chromium has no voices)."""
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SYNTHESIS})
    yield driver
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def spoken(driver: WebDriver) -> list[Any]:
    return list(driver.execute_script("return window.spokenWords"))


ENGLISH_LEFT = re.compile(
    r"\b(the|legal|parry|parries|leads|must|initiative stack|rule|score|voice|side|small|medium|large)\b"
)


@pytest.mark.parametrize(("width", "dark"), [(390, False), (1280, True)])
def test_page_is_wholly_german(desk: Desk, driver: WebDriver, width: int, dark: bool) -> None:
    resize(driver, width, 900, dark)
    driver.get(desk.page.url)
    driver.get_log("browser")  # the previous test's page has lost its server
    state = ROUNDS["illegal"].states()[7]
    play = parse_play("Myellow", state, check=False)
    illegal = Ply(play, judge(state, play))
    desk.page.publish(shown(state, "de", illegal=illegal, notices=[Messages("arbiter")("see_again")]))
    until(driver, lambda page: text_of(page, "#say") == "Alison muss parieren")
    press(driver, "v")
    until(driver, lambda page: "Stimme und Sprache".upper() in text_of(page, "#settings-panel").upper())
    assert "Die Parade muss groß sein" not in (words := driver.find_element("css selector", "body").text)
    assert "die Parade muss groß sein" in words and "Regel I1" in words
    assert ENGLISH_LEFT.findall(words) == []
    assert driver.execute_script("return document.documentElement.lang") == "de"
    assert overflow_px(driver) <= 0 and complaints(driver) == []
    press(driver, "v")
    desk.page.publish(shown(state, "en"))
    until(driver, lambda page: text_of(page, "#say") == "Alison must parry")
    assert "Mute" in text_of(driver, "#mute") and "LEGAL PARRIES" in text_of(driver, "#legal-title").upper()


def test_language_and_commentary_are_chosen_on_the_page(desk: Desk, driver: WebDriver) -> None:
    resize(driver, 1280, 900)
    driver.get(desk.page.url)
    desk.page.publish(shown(STATES[0]))
    until(driver, lambda page: text_of(page, "#say") == "Alison leads")
    driver.find_element("css selector", "#settings").click()
    language = Select(driver.find_element("css selector", "#set-language"))
    assert [option.text for option in language.options] == ["Deutsch", "English"]
    language.select_by_value("de")
    until(driver, lambda page: desk.tuned == [("de", None)])
    Select(driver.find_element("css selector", "#set-commentary")).select_by_value("full")
    until(driver, lambda page: desk.tuned[1:] == [(None, "full")])


def test_browser_speaks_after_a_click_and_only_what_is_new(desk: Desk, talker: WebDriver) -> None:
    resize(talker, 1280, 900)
    talker.get(desk.page.url)
    desk.page.publish(shown(STATES[0], said=(PLAY,)))
    until(talker, lambda page: text_of(page, "#announcements") == PLAY.text)
    assert spoken(talker) == []
    press(talker, "v")
    Select(talker.find_element("css selector", "#set-voice")).select_by_visible_text("Cat")
    talker.find_element("css selector", "#speak-here").click()
    until(talker, lambda page: spoken(page)[-1] == ["Speaking from now on.", "en", "Cat"])
    desk.page.publish(shown(STATES[0], said=(PLAY, NOTICE, PLAY, RULING)))
    until(talker, lambda page: len(text_of(page, "#announcements").splitlines()) == 4)
    talker.execute_script("finish()")
    until(talker, lambda page: spoken(page)[-1][0] == NOTICE.text)
    talker.execute_script("finish()")
    until(talker, lambda page: spoken(page)[-1][0] == RULING.text)
    assert [PLAY.text, "en", "Cat"] not in spoken(talker), "the ruling makes the play before it stale"
    talker.execute_script("finish()")
    desk.page.publish({**shown(STATES[0], said=(PLAY, NOTICE, PLAY, RULING, PLAY)), "muted": True})
    until(talker, lambda page: "Muted" in text_of(page, "#mute"))
    assert spoken(talker)[-1] == "CUT"


def test_each_device_chooses_how_much_it_says_and_shows(desk: Desk, talker: WebDriver) -> None:
    resize(talker, 390, 844)
    talker.get(desk.page.url)
    desk.page.publish(shown(STATES[5], "de", said=(PLAY, TABLE)))
    until(talker, lambda page: text_of(page, "#announcements") == f"{TABLE.text}\n{PLAY.text}")
    press(talker, "v")
    level = Select(talker.find_element("css selector", "#set-level"))
    for name, lines in (("illegal", ""), ("verdicts", PLAY.brief), ("full", f"{TABLE.text}\n{PLAY.text}")):
        level = Select(talker.find_element("css selector", "#set-level"))
        level.select_by_value(name)
        until(talker, lambda page, lines=lines: text_of(page, "#announcements") == lines)
    assert "Alison hat" in text_of(talker, "#table-words")
    talker.find_element("css selector", "#speak-here").click()
    until(talker, lambda page: spoken(page)[-1] == ["Ab jetzt mit Ton.", "de", "Anna"])
    desk.page.publish(shown(STATES[5], "de", said=(PLAY, TABLE, TABLE)))
    talker.execute_script("setTimeout(() => finish(), 50)")
    until(talker, lambda page: spoken(page)[-1] == [TABLE.text, "de", "Anna"])


def test_page_uses_words_that_every_language_has() -> None:
    english = wording("en").of_kind("page")
    used = set()
    for path in STATIC.iterdir():
        text = path.read_text("utf-8")
        used |= set(re.findall(r'\bt\("(\w+)"', text)) | set(re.findall(r'data-words(?:-\w+)?="(\w+)"', text))
        used |= {key for pair in re.findall(r't\([^()"]*\? "(\w+)" : "(\w+)"', text) for key in pair}
        heads = " ".join(re.findall(r"heads\(([^.()]*)\)", text))
        used |= {f"f_{key}" for key in re.findall(r"\w+", heads)}
        used |= {f"fix_{key}" for key in re.findall(r'\bact\("(\w+)"', text)}
        own = path.suffix == ".js" and re.search(r'"[A-Z][a-z]+ [a-z]+|`[A-Z][a-z]+ ', text)
        assert not own, f"{path.name} has words of its own: {own}"
    assert used - english.keys() == set(), "phrases/en.json lacks words of the page"
    assert len(used) > 150
