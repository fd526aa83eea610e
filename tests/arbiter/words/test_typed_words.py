"""Typed forms shown in words: moves, set-ups and rules of every game, in English and German."""

from __future__ import annotations

import pytest

from arbiter.games.initiative.typed import play
from arbiter.games.sanctum.words_of_table import happened
from arbiter.record.record import Entry
from arbiter.record.replay import Step
from arbiter.story.correction_words import correction_title
from arbiter.telling.found import telling_of
from arbiter.words.wording import titled, wording
from engine.game import Seat
from engine.games import GAMES, game_named
from engine.message import Message, Messages
from engine.nickel.examples import SETUP
from engine.playback import play_record
from tests.support.golden_games import GOLDENS
from tests.support.tables_in_words import SEATS

ENGLISH, GERMAN = wording("en"), wording("de")
NAMES = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}
say, initiative = Messages("arbiter"), Messages("arbiter.games.initiative")
nickel_say = Messages("arbiter.games.nickel")
nickel = telling_of(game_named("Nickel"))


def then(one: Message | None, other: Message | None) -> Message:
    """One after the other."""
    return say("then", text=one, text2=other)


TOLD = [
    (then(nickel_say("takes_on", who=Seat.NEAR, square="c3", pyramid=SETUP.board[0].message),
          say("plays_illegal", text=nickel.deed("far", "d3"), raw="N3")),
     f"Alison takes c3, {SETUP.board[0]}, then Kristin takes d3 (illegal, N3)",
     "Alison nimmt c3, {first}, dann Kristin nimmt d3 (regelwidrig, N3)"),
    (then(say("tt_back"), nickel.deed("near", "c3")), "the last move is taken back, then Alison takes c3",
     "der letzte Zug wird zurückgenommen, dann Alison nimmt c3"),
    (say("tt_was_told", n=2, text=nickel.deed("near", "c3")), "move 2 was another one: Alison takes c3",
     "Zug 2 war ein anderer: Alison nimmt c3"),
    (then(happened("red>town1"), happened("turn")), "red captures town 1, then a turn starts",
     "Rot erobert Stadt 1, dann ein Zug beginnt"),
    (say("plays_illegal", text=happened("-town2"), raw="S6"), "town 2 is destroyed (illegal, S6)",
     "Stadt 2 ist zerstört (regelwidrig, S6)"),
    (then(happened("+blue.town4"), happened("lienna:red")), "blue builds town 4, then red's Lienna enters",
     "Blau baut Stadt 4, dann die Lienna von Rot kommt ins Spiel"),
    (then(happened("timepiece"), happened("unlienna:blue:second")),
     "Adriel's Timepiece is used, then blue's Lienna second leaves",
     "Adriels Zeitmesser wird benutzt, dann Lienna second von Blau geht"),
    (initiative("earlier_play", who=Seat.NEAR, n=3, text=play("Myellow/Mblack+2"),
                text2=play("Sblue!")),
     "Alison's play 3 was medium yellow on medium black, yellow up 2, not small blue, calling blue",
     "Spiel 3 von Alison war mittlere gelbe auf einer mittleren schwarzen, Gelb 2 nach oben, nicht kleine "
     "blaue, ruft Blau"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "english", "german"), TOLD)
def test_what_happened_is_told_in_words(made: Message, english: str, german: str) -> None:
    first = GERMAN.tell(SETUP.board[0].message)
    assert ENGLISH.tell(made, SEATS) == english
    assert GERMAN.tell(made, SEATS) == german.format(first=first)


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
    ("Sanctum", "", "red>town1", "Red captures town 1", "Rot erobert Stadt 1"),
    ("Sanctum", "", "turn", "A turn starts", "Ein Zug beginnt"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "seat", "text", "english", "german"), LISTED)
def test_the_list_of_moves_is_in_words(game: str, seat: str, text: str, english: str, german: str) -> None:
    listed = telling_of(game_named(game)).title(seat, text)
    assert titled(ENGLISH.tell(listed, SEATS)) == english
    assert titled(GERMAN.tell(listed, SEATS)) == german


@pytest.mark.parametrize("record", [name for name in GOLDENS if name.startswith(("nickel", "sanctum"))])
def test_no_move_of_nickel_or_sanctum_is_shown_as_typed(record: str) -> None:
    played = play_record(GOLDENS[record])
    game = GAMES[played.record.tag("Game")]
    telling = telling_of(game)
    for ply in played.plies:
        typed, seat = game.format_move(ply.move), getattr(ply.move, "seat", None)
        said = telling.said_deed("" if seat is None else seat.value, typed)
        made = [telling.move_words(ply.move, ply.before), telling.move_title(ply.move, ply.before), said]
        shown = [words.tell(each, SEATS) for words in (ENGLISH, GERMAN) for each in made]
        bare = {typed.lower(), f"{seat}: {typed}".lower()}
        assert not [text for text in shown if text.lower() in bare or ">" in text], shown
        if seat is not None:
            assert " nimmt " in shown[-1]


def test_a_square_of_nickel_is_told_with_its_pyramid() -> None:
    start = nickel.game.start(SETUP, nickel.game.rules, None)
    assert str(nickel.phrase("d1", start)) == f"d1: {SETUP.board[3]}"
    assert str(nickel.phrase("d1", None)) == "d1"


CORRECTED = [
    ("Nickel", "set", "c3=Nred", "The set-up is put right: c3: red pointing north",
     "Der Aufbau wird berichtigt: c3: Rot nach Norden"),
    ("Sanctum", "set", "town1=red town2=neutral", "The set-up is put right: town 1 is red; town 2 is neutral",
     "Der Aufbau wird berichtigt: Stadt 1 ist Rot; Stadt 2 ist Neutral"),
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
    """Sanctum's sides are translated words, even if players have the same names."""
    names = {"near": "Red", "far": "Blue"}
    made = Messages("arbiter.games.sanctum")(
        "takes", owner="blue", text=Messages("engine.sanctum")("equal", raw="+0")
    )
    assert GERMAN.tell(made, names) == "Blau übernimmt die Initiative: beide Deltas sind +0"
