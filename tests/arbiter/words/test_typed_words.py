"""What is typed is shown in words: moves, set-ups and rules of every game, in English and German."""

from __future__ import annotations

import pytest

from arbiter.record.record import Entry
from arbiter.record.replay import Step
from arbiter.story.correction_words import correction_title
from arbiter.telling.found import telling_of
from arbiter.words.sentences import retell
from arbiter.words.typed_words import bare
from arbiter.words.wording import wording
from engine.game import Seat
from engine.games import GAMES, game_named
from engine.nickel.examples import SETUP
from engine.playback import play_record
from tests.support.golden_games import GOLDENS
from tests.support.tables_in_words import SEATS

ENGLISH, GERMAN = wording("en"), wording("de")
NAMES = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}

RECORDED = [
    ("near takes c3, red pointing north, then far takes d3, standing blue (illegal, N3)",
     "Alison takes c3, red pointing north, then Kristin takes d3, standing blue (illegal, N3)",
     "Alison nimmt c3, Rot nach Norden, dann Kristin nimmt d3, Blau aufrecht (regelwidrig, N3)"),
    ("the last move is taken back, then near plays c3", "the last move is taken back, then Alison takes c3",
     "der letzte Zug wird zurückgenommen, dann Alison nimmt c3"),
    ("move 2 was near's c3, not near's c2", "move 2 was another one: Alison takes c3",
     "Zug 2 war ein anderer: Alison nimmt c3"),
    ("red>town1, then turn", "red captures town1, then a turn starts",
     "Rot erobert town1, dann ein Zug beginnt"),
    ("-town2 (illegal, S6)", "town2 is destroyed (illegal, S6)", "town2 ist zerstört (regelwidrig, S6)"),
    ("move 3 was +blue.town4, not turn, then lienna:red",
     "move 3 was another one: blue builds town4, then red's Lienna enters",
     "Zug 3 war ein anderer: Blau baut town4, dann die Lienna von Rot kommt ins Spiel"),
    ("timepiece, then unlienna:blue:second",
     "Adriel's Timepiece is used, then blue's Lienna second leaves",
     "Adriels Zeitmesser wird benutzt, dann Lienna second von Blau geht"),
    ("near's play 3 was Myellow/Mblack+2, not Sblue!",
     "Alison's play 3 was medium yellow on medium black, yellow up 2, not small blue, calling blue",
     "Spiel 3 von Alison war mittlere gelbe auf einer mittleren schwarzen, Gelb 2 nach oben, nicht kleine "
     "blaue, ruft Blau"),
    ("near's play 3 was Mblue, not Sblue; then far plays medium red",
     "Alison's play 3 was medium blue, not small blue; then Kristin plays medium red",
     "Spiel 3 von Alison war mittlere blaue, nicht kleine blaue; dann Kristin spielt eine mittlere rote"),
]  # fmt: skip


@pytest.mark.parametrize(("recorded", "english", "german"), RECORDED)
def test_what_is_recorded_is_shown_in_words(recorded: str, english: str, german: str) -> None:
    assert retell(recorded, SEATS, ENGLISH) == english
    assert retell(recorded, SEATS, GERMAN) == german


@pytest.mark.parametrize(
    ("recorded", "asked_now"),
    [
        ("near plays a4", "near takes a4, yellow pointing west"),
        (
            "near plays a4 (illegal, N3), then far plays b1",
            "near takes a4, standing red (illegal, N3), then far takes b1, black pointing east",
        ),
        ("move 2 was near's c3, not near's c2", "move 2 was another one: near takes c3, standing blue"),
        ("turn", "a turn starts"),
        ("the last move is taken back, then turn", "the last move is taken back, then a turn starts"),
        ("far plays card1", "far sows card 1"),
        ("near plays medium red", "near plays medium red"),
    ],
)
def test_an_answer_of_an_earlier_record_is_found_among_the_options(recorded: str, asked_now: str) -> None:
    assert bare(recorded) == bare(asked_now)


def test_a_label_is_no_move() -> None:
    assert (retell("turn", SEATS, ENGLISH), retell("turn", SEATS, GERMAN)) == ("turn", "Zug")


LISTED = [
    ("Initiative", "near", "Myellow/Mblack+2", "Alison: medium yellow on medium black, yellow up 2",
     "Alison: mittlere gelbe auf einer mittleren schwarzen, Gelb 2 nach oben"),
    ("Initiative", "far", "(Lblue)", "Kristin: large blue again (virtually)",
     "Kristin: große blaue noch einmal"),
    ("Draft", "near", "Lred@2", "Alison: large red at marker 2", "Alison: große rote an Marke 2"),
    ("Draft", "far", "take2", "Kristin: the row of marker 2", "Kristin: die Reihe an Marke 2"),
    ("Draft", "far", "take1=Lred,Sblue", "Kristin: large red and small blue of marker 1",
     "Kristin: große rote und kleine blaue von Marke 1"),
    ("Logistics", "near", "card3", "Alison sows card 3", "Alison sät Karte 3"),
    ("Nickel", "far", "e5", "Kristin takes e5", "Kristin nimmt e5"),
    ("Sanctum", "", "red>town1", "Red captures town1", "Rot erobert town1"),
    ("Sanctum", "", "turn", "A turn starts", "Ein Zug beginnt"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "seat", "text", "english", "german"), LISTED)
def test_the_list_of_moves_is_in_words(game: str, seat: str, text: str, english: str, german: str) -> None:
    listed = telling_of(game_named(game)).title(seat, text)
    assert retell(listed, SEATS, ENGLISH) == english
    assert retell(listed, SEATS, GERMAN) == german


@pytest.mark.parametrize("record", [name for name in GOLDENS if name.startswith(("nickel", "sanctum"))])
def test_no_move_of_nickel_or_sanctum_is_shown_as_typed(record: str) -> None:
    played = play_record(GOLDENS[record])
    game = GAMES[played.record.tag("Game")]
    telling = telling_of(game)
    for ply in played.plies:
        typed, seat = game.format_move(ply.move), getattr(ply.move, "seat", None)
        shown = [
            telling.move_words(ply.move, ply.before),
            telling.move_title(ply.move, ply.before, NAMES),
        ]
        for words in (ENGLISH, GERMAN):
            shown += [retell(text, SEATS, words) for text in shown]
            said = telling.said_deed("" if seat is None else seat.value, typed)
            shown.append(retell(said, SEATS, words))
        bare = {typed.lower(), f"{seat}: {typed}".lower()}
        assert not [text for text in shown if text.lower() in bare or ">" in text], shown
        if words is GERMAN and seat is not None:
            assert " nimmt " in shown[-1]


def test_a_square_of_nickel_is_told_with_its_pyramid() -> None:
    telling, nickel = telling_of(game_named("Nickel")), game_named("Nickel")
    start = nickel.start(SETUP, nickel.rules, None)
    assert telling.phrase("d1", start) == f"d1: {SETUP.board[3]}"
    assert telling.phrase("d1", None) == "d1"


CORRECTED = [
    ("Nickel", "set", "c3=Nred", "The set-up is put right: c3: red pointing north",
     "Der Aufbau wird berichtigt: c3: Rot nach Norden"),
    ("Sanctum", "set", "town1=red town2=neutral", "The set-up is put right: town1 is red; town2 is neutral",
     "Der Aufbau wird berichtigt: town1 ist Rot; town2 ist Neutral"),
    ("Logistics", "set", "far.2=Lred,Sblue",
     "The set-up is put right: Kristin's card 2: large red, small blue",
     "Der Aufbau wird berichtigt: Karte 2 von Kristin: große rote, kleine blaue"),
    ("Logistics", "set", "near.stock=2Sred,Mblue",
     "The set-up is put right: Alison's stock: two small red and medium blue",
     "Der Aufbau wird berichtigt: Der Vorrat von Alison: zwei kleine rote und mittlere blaue"),
    ("Initiative", "set", "near.Sblue=Sblack", "The set-up is put right: Alison's small blue is small black",
     "Der Aufbau wird berichtigt: kleine blaue von Alison ist kleine schwarze"),
    ("Initiative", "set", "size=small", "The set-up is put right: all of the stack are small",
     "Der Aufbau wird berichtigt: im Stapel sind alle klein"),
    ("Initiative", "set", "odd", "The set-up is put right: odd", "Der Aufbau wird berichtigt: odd"),
    ("Nickel", "rule", "l_shape=both token_limit=7",
     "Other rules: both shapes of L win; 7 tokens for each player",
     "Andere Regeln: beide Formen des L gewinnen; 7 Marken für jeden"),
    ("Initiative", "rule", "calling=false", "Other rules: no colours are called",
     "Andere Regeln: keine Farben werden gerufen"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "op", "text", "english", "german"), CORRECTED)
def test_a_correction_is_told_in_words(game: str, op: str, text: str, english: str, german: str) -> None:
    data = {"op": op, "text": text}
    step = Step(Entry(1, "correction", 0.0, "", {}), "correction", 1, data, game=game_named(game))
    assert correction_title(step, NAMES, ENGLISH) == english
    assert correction_title(step, NAMES, GERMAN) == german


def test_every_rule_option_has_words() -> None:
    for game in GAMES.values():
        for option in filter(None, game.format_rules(game.rules).split()):
            name, _, value = option.lower().partition("=")
            keys = (f"option-{name}-{value.replace('+', '-')}", f"option-{name}")
            assert any(words.has(key) for words in (ENGLISH, GERMAN) for key in keys), option


def test_players_who_are_called_red_and_blue_are_not_the_owners() -> None:
    """Sanctum's sides are words of the language, also where players bear their names."""
    names = {"near": "Red", "far": "Blue"}
    told_in = retell("The initiative goes to blue: both deltas are +0.", names, GERMAN)
    assert told_in == "Blau übernimmt die Initiative: beide Deltas sind +0."
