"""Nickel, Logistics and Sanctum on the live page and in words: what players of those games want to know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from arbiter.events.game_notation import move_json
from arbiter.events.types import MoveSeen, Question
from arbiter.pages.live import LiveServer
from arbiter.pages.live_view import page_state
from arbiter.pages.server import piece_svg
from arbiter.telling.found import telling_for, telling_of
from arbiter.voice.phrases import say
from arbiter.voice.table_words import next_up, whole
from arbiter.words.describe import Names
from arbiter.words.wording import Wording, languages, wording
from engine.game import Seat
from engine.games import find_game
from engine.logistics.model import Advance, Decline, Recall, Reclaim, Spot, Stop, Swap
from engine.message import Messages
from engine.nickel.model import SQUARES, Rules
from engine.nickel.notation import parse_pyramid
from engine.pieces import Colour, Piece, Size
from engine.playback import play_record
from tests.support.golden_games import GOLDENS
from tests.support.page_browser import complaints, driver, overflow_px, resize, text_of, until
from tests.support.tables_in_words import LOGISTICS, NAMES, SEATS, snapshot, state_of

__all__ = ["driver"]
ENGLISH, GERMAN = wording("en"), wording("de")
FULL = {
    "announcements": [],
    "said": [],
    "muted": False,
    "language": "de",
    "languages": dict(languages()),
    "commentary": "normal",
}


def board_shown(state: Any, names: Names, words: Wording) -> dict[str, Any]:
    return telling_for(state).shown(state, names, words)


NICKEL = state_of("nickel_example", 2)
SANCTUM = state_of("sanctum_turns", 3)


def test_nickel_tells_what_may_be_taken_and_where_all_lies() -> None:
    squares = [move.square for move in NICKEL.legal_moves()]
    assert "may take" in next_up(NICKEL, NAMES, ENGLISH) and squares[0] in next_up(NICKEL, NAMES, ENGLISH)
    told = whole(NICKEL, NAMES, ENGLISH)
    assert told.startswith("Row 5: ") and told.count("'s token") == 2
    german = whole(NICKEL, NAMES, GERMAN)
    assert german.startswith("Reihe 5: ") and "Marke von Alison" in german
    assert german.endswith(next_up(NICKEL, NAMES, GERMAN))
    shown = board_shown(NICKEL, NAMES, ENGLISH)
    assert [shown["scores"][seat]["total"] for seat in ("near", "far")] == [1, 1]
    assert shown["scores"]["near"]["how"] == "one of five towards a line"
    assert shown["score_title"] == "score_tokens"


def test_nickel_with_few_tokens_counts_those_left() -> None:
    start = find_game("nickel").start(NICKEL.setup, Rules(token_limit=7), Seat.NEAR)
    shown = board_shown(start.force(NICKEL.history[0]).state, NAMES, GERMAN)
    assert (
        shown["scores"][NICKEL.history[0].seat.value]["how"]
        == "eins von fünf für eine Reihe, noch sechs Marken"
    )


def test_logistics_tells_vaults_stocks_and_what_is_due() -> None:
    due = next(ply.before for ply in play_record(GOLDENS["logistics_example"]).plies if ply.before.pending)
    shown = board_shown(due, NAMES, ENGLISH)
    assert "power of" in dict(shown["facts"])["Due now"]
    shown = board_shown(LOGISTICS, NAMES, ENGLISH)
    score = LOGISTICS.running_score(Seat.NEAR).total
    assert shown["scores"]["near"] == {"total": score, "how": "vault: medium blue"}
    assert dict(shown["facts"])["Kristin's stock"].endswith("pyramids")
    told = whole(LOGISTICS, NAMES, GERMAN)
    assert "Der Tresor von Alison: mittlere blaue." in told and "Karte 1: " in told


def test_sanctum_tells_the_tracker() -> None:
    shown = board_shown(SANCTUM, NAMES, ENGLISH)
    assert shown["scores"] == {} and shown["options"] == []
    assert [label for label, _ in shown["facts"]][:3] == [
        "Order of play",
        "Red",
        "Blue",
    ]
    assert next_up(SANCTUM, NAMES, GERMAN).startswith("Rot hat die Initiative.")
    told = whole(SANCTUM, NAMES, GERMAN)
    assert told.startswith("Rot hat die Initiative. Rot: ") and "Die neutrale Seite: nichts." in told


@pytest.mark.parametrize("language", sorted(languages()))
@pytest.mark.parametrize("name", sorted(name for name in GOLDENS if not name.startswith("initiative")))
def test_every_position_of_the_goldens_is_told(name: str, language: str) -> None:
    words = wording(language)
    for ply in play_record(GOLDENS[name]).plies:
        assert whole(ply.after, NAMES, words)
        assert next_up(ply.before, NAMES, words)
        assert board_shown(ply.after, NAMES, words)["facts"] or ply.after.outcome is not None


def test_a_new_round_says_what_is_waited_for() -> None:
    waits = snapshot(None, "Initiative", phase="between", round=2, rounds=2)
    assert page_state(waits, NAMES, ENGLISH)["say"] == "Set up round 2: the inventories change hands"
    odd = Messages("arbiter.games.initiative")("no_stack")
    waits = snapshot(None, "Initiative", notices={"setup": odd, "camera": Messages("arbiter")("see_again")})
    told = page_state(waits, NAMES, GERMAN)
    assert told["say"].startswith("Ich sehe keinen Initiativestapel")
    assert told["notices"] == ["Ich sehe den Tisch wieder."]


@pytest.fixture
def page(driver: WebDriver) -> Iterator[LiveServer]:
    server = LiveServer(0)
    yield server
    driver.get("about:blank")
    complaints(driver)
    server.close()


@pytest.mark.parametrize(
    ("state", "game", "title"),
    [
        (NICKEL, "Nickel", "marken auf dem brett"),
        (LOGISTICS, "Logistics", "punkte der tresore"),
        (SANCTUM, "Sanctum", ""),
    ],
)
def test_live_page_shows_what_the_game_is_about(
    state: Any, game: str, title: str, page: LiveServer, driver: WebDriver
) -> None:
    resize(driver, 390, 844)
    driver.get(page.url)
    page.publish({**page_state(snapshot(state, game), NAMES, GERMAN), **FULL})
    until(driver, lambda browser: text_of(browser, "#facts"))
    assert text_of(driver, "#score-title").lower() == title
    assert "wenn jetzt gewonnen" not in text_of(driver, "body").lower()
    script = "return [...document.querySelectorAll('#legal img')].filter((i) => i.naturalWidth).length"
    drawn = sum(len(option["pictures"]) for option in telling_for(state).options(state)) if title else 0
    until(driver, lambda browser: browser.execute_script(script) == drawn)
    assert overflow_px(driver) == 0 and complaints(driver) == []


SLOW_WORDS = """
const usual = window.fetch;
const later = (address) => address.includes("language=") ? 1200 : address.includes("whereami") ? 700 : 0;
window.fetch = async (address, ...rest) => {
  await new Promise((go) => setTimeout(go, later(String(address))));
  return usual(address, ...rest);
};
"""


def test_a_state_is_shown_only_once_its_language_is_there(page: LiveServer, driver: WebDriver) -> None:
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SLOW_WORDS})
    try:
        driver.get(page.url)
        page.publish({**page_state(snapshot(NICKEL, "Nickel"), NAMES, GERMAN), **FULL})
        until(driver, lambda browser: text_of(browser, "#facts"))
        assert text_of(driver, "#score-title").lower() == "marken auf dem brett"
    finally:
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def test_what_either_player_may_begin_with_is_offered_once() -> None:
    start = find_game("nickel").start(NICKEL.setup, Rules(), None)
    told = [option["text"] for option in telling_for(start).options(start)]
    assert len(told) == len(set(told)) == 16
    assert {option["seat"] for option in telling_for(start).options(start)} == {None}


def test_legal_moves_have_pictures_and_words() -> None:
    told = {str(option["text"]): option["pictures"] for option in telling_for(NICKEL).options(NICKEL)}
    for words, (picture,) in told.items():
        square, _, pyramid = words.partition(": ")
        there = NICKEL.board[SQUARES.index(square)]
        assert pyramid == str(there)
        assert picture == f"{there.orientation}-{there.colour}" and "<svg" in piece_svg(picture)
    power, sow = state_of("logistics_nest", 1), state_of("logistics_nest", 2)
    told = {str(option["text"]): option["pictures"] for option in telling_for(power).options(power)}
    assert told["small red out of near's vault"] == ["small-red"] and told["no power"] == []
    told = {str(option["text"]): option["pictures"] for option in telling_for(sow).options(sow)}
    assert told == {"card 3": ["small-blue"], "small black": ["small-black"]}
    assert page_state(snapshot(sow, "Logistics"), NAMES, GERMAN)["legal"] == ["Karte 3", "kleine schwarze"]
    shown = page_state(snapshot(power, "Logistics"), NAMES, ENGLISH)["options"]
    assert shown[0]["text"] == "small red out of Alison's vault"


@pytest.mark.parametrize(
    ("move", "english", "german"),
    [
        (Reclaim(Seat.NEAR, Seat.FAR, Piece(Size.SMALL, Colour.RED)), "small red out of Kristin's vault",
         "kleine rote aus dem Tresor von Kristin"),
        (Recall(Seat.NEAR, Seat.FAR, 2), "top of Kristin's card 2 back to the stock",
         "oberste von Karte 2 von Kristin in den Vorrat"),
        (Advance(Seat.NEAR, Seat.NEAR, 2), "top of Alison's card 2 one card on",
         "oberste von Karte 2 von Alison eine Karte weiter"),
        (Swap(Seat.NEAR, Seat.NEAR, Spot(1, 2), Spot(3, 1)),
         "Alison's card 1 level 2 and card 3 level 1 change places",
         "von Alison tauschen Karte 1, Ebene 2 und Karte 3, Ebene 1"),
        (Decline(Seat.NEAR), "no power", "keine Kraft"),
        (Stop(Seat.NEAR), "stop", "aufhören"),
    ],
)  # fmt: skip
def test_power_that_may_be_used_is_told_in_a_few_words(move: Any, english: str, german: str) -> None:
    typed = find_game("logistics").format_move(move)
    told = telling_of(find_game("logistics")).phrase(typed, None)
    assert ENGLISH.tell(told, SEATS) == english
    assert GERMAN.tell(told, SEATS) == german


def test_a_question_names_the_players_and_a_long_word_fits_a_small_phone(
    page: LiveServer, driver: WebDriver
) -> None:
    resize(driver, 320, 700)
    driver.get(page.url)
    odd = Messages("arbiter.games.initiative")("no_stack")
    waits = snapshot(None, "Initiative", phase="setup", notices={"setup": odd})
    page.publish({**page_state(waits, NAMES, GERMAN), **FULL})
    until(driver, lambda browser: "aufeinander" in text_of(browser, "#more").replace("\xad", ""))
    assert overflow_px(driver) == 0
    say_it = Messages("arbiter.games.nickel")
    red = parse_pyramid("Ured").message
    offered = tuple(say_it("takes_on", who=seat, square="a1", pyramid=red) for seat in Seat)
    asked = Question(time_s=1.0, id=1, text="What happened?", options=offered)
    english, german = "Alison takes a1, standing red", "Alison nimmt a1, Rot aufrecht"
    for words, code, said in ((ENGLISH, "en", english), (GERMAN, "de", german)):
        state = page_state(snapshot(NICKEL, "Nickel", question=asked), NAMES, words)
        page.publish({**state, **FULL, "language": code})
        until(driver, lambda browser, said=said: said in text_of(browser, "#question-options"))
    assert overflow_px(driver) == 0 and complaints(driver) == []


SOWN = [
    ("near", "Sred,Mblue", "Alison sows small red, medium blue from the stock",
     "Alison sät aus dem Vorrat: kleine rote, mittlere blaue"),
    ("far", "card3", "Kristin sows card 3", "Kristin sät Karte 3"),
    ("near", "far.Mblue>stock", "Alison takes the medium blue out of Kristin's vault",
     "Alison holt die mittlere blaue aus dem Tresor von Kristin"),
    ("far", "far12>stock", "Kristin takes the top of Kristin's card 12 back to the stock",
     "Kristin holt die oberste von Karte 12 von Kristin in den Vorrat zurück"),
    ("near", "far1>next", "Alison moves the top of Kristin's card 1 forward",
     "Alison setzt die oberste von Karte 1 von Kristin weiter"),
    ("near", "near1.2<>3.1", "Alison swaps two pyramids on Alison's cards",
     "Alison tauscht zwei Pyramiden auf den Karten von Alison"),
    ("far", "decline", "Kristin does not use the power", "Kristin nutzt die Kraft nicht"),
    ("far", "stop", "Kristin stops", "Kristin hört auf"),
    ("far", "table:near(stock=Sred)far()", "Kristin rearranges the table", "Kristin ordnet den Tisch um"),
]  # fmt: skip


@pytest.mark.parametrize(("seat", "text", "english", "german"), SOWN)
def test_move_of_logistics_is_said_in_words(seat: str, text: str, english: str, german: str) -> None:
    said = telling_of(find_game("logistics")).said_deed(seat, text)
    assert ENGLISH.tell(said, SEATS) == english
    assert GERMAN.tell(said, SEATS) == german


@pytest.mark.parametrize("record", [name for name in GOLDENS if name.startswith("logistics")])
def test_no_typed_move_of_logistics_is_said(record: str) -> None:
    game = find_game("logistics")
    for ply in play_record(GOLDENS[record]).plies:
        facts = {"ply": ply.number, "seat": ply.move.seat.value, "text": game.format_move(ply.move)}
        happened = tuple(event.to_json() for event in ply.events)
        usual = {"time_s": 1.0, "round": 1, "play": move_json(game, ply.move), "confidence": 1.0, **facts}
        seen = MoveSeen(legal=True, engine_events=happened, **usual)
        wrong = MoveSeen(legal=False, reading="L1", reason="there is no card 9", **usual)
        for language, event in product(("en", "de"), (seen, wrong)):
            said = say(event, game, SEATS, language)
            assert said is not None and not re.search(r"[<>=]|card\d|\b[SML](red|blue|green)", said.text)
