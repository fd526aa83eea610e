"""Announcements are short enough to keep up with a game at every level; details can be asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from arbiter.events.types import EVENTS, event_from_json
from arbiter.record.record import Record
from arbiter.record.replay import read_game
from arbiter.story.story import read_story
from arbiter.voice import phrases
from arbiter.voice.commentary import LEVELS, heard
from arbiter.voice.table_words import ASKED, answer_to, described
from arbiter.watch.loop import DESCRIBED
from arbiter.words.pieces import by_size, pieces_in
from arbiter.words.wording import wording
from engine.game import Seat
from engine.initiative.draft import Draft
from engine.initiative.examples import ROUNDS
from engine.nickel.examples import SETUP
from engine.nickel.model import Place, Rules
from engine.nickel.state import State as Nickel
from engine.pieces import PALETTES, Piece, Size
from engine.sanctum.notation import parse_structures
from engine.sanctum.state import State as Sanctum
from tests.support.played_games import GAMES as PLAYED
from tests.support.recorded_games import write_any_game, write_game

NAMES = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}
LONGEST_S = {"illegal": 8.0, "verdicts": 8.0, "normal": 8.0, "full": 14.5}
"""The longest announcement of one ply, in seconds at the usual rate."""
MEAN_S = {"illegal": 1.6, "verdicts": 5.5, "normal": 5.5, "full": 11.0}
"""The same on average over a game."""
PLIES = ("move", "take_back", "illegal_stood")


def seconds(text: str) -> float:
    """Speaking time of espeak-ng at the usual rate; fitted to a hundred sentences of all games, rms 0.4 s."""
    return 0.0465 * len(text) + 0.56 * len(re.findall("[.,:;]", text))


def recorded(path: Path, name: str) -> Path:
    return write_game(path, name) if name in ROUNDS else write_any_game(path, name, *PLAYED[name])


def spoken(path: Path, language: str) -> Iterator[dict[str, float]]:
    """Seconds of speech of each ply, by level."""
    with Record.open(path, readonly=True) as record:
        story, game, words = read_story(record), read_game(record.header), wording(language)
    for step in story.steps:
        if step.entry.kind not in PLIES or step.entry.kind not in EVENTS:
            continue
        event = event_from_json(step.entry.kind, step.entry.data)
        said = [phrases.say(event, game, {seat.value: name for seat, name in NAMES.items()}, language)]
        if isinstance(event, DESCRIBED) and getattr(event, "legal", True):
            said.append(described(step.after, NAMES, words))
        yield {
            level: sum(seconds(heard(each, level)) for each in said if each is not None) for level in LEVELS
        }


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", [*ROUNDS, *PLAYED])
def test_no_ply_is_spoken_of_longer_than_its_bound(tmp_path: Path, name: str, language: str) -> None:
    plies = list(spoken(recorded(tmp_path / "a.game", name), language))
    assert plies
    for level in LEVELS:
        lengths = [ply[level] for ply in plies]
        assert max(lengths) <= LONGEST_S[level], level
        assert sum(lengths) / len(lengths) <= MEAN_S[level], level


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["basic", *PLAYED])
def test_everything_may_be_asked_for_in_every_state(tmp_path: Path, name: str, language: str) -> None:
    with Record.open(recorded(tmp_path / "a.game", name), readonly=True) as record:
        steps = read_story(record).steps
    for step in (each for each in steps if each.after is not None):
        for what in ASKED:
            told = answer_to(what, step.after, NAMES, wording(language), "Alison takes c3.")
            assert told and told[0].isupper() and told.endswith((".", "!", "?")) and "{" not in told, told


LONGEST_ANSWER_S = {"table": 20.0, "legal": 16.0, "turn": 6.0}
"""The longest answer, in seconds."""
LONGEST_TURN_S = 15.0
"""Initiative's stack and rows are announced with the turn."""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["basic", "pummel", *PLAYED])
def test_what_somebody_asks_for_is_told_in_seconds(tmp_path: Path, name: str, language: str) -> None:
    with Record.open(recorded(tmp_path / "a.game", name), readonly=True) as record:
        states = [step.after for step in read_story(record).steps if step.after is not None]
    for what, most in LONGEST_ANSWER_S.items():
        told = [answer_to(what, state, NAMES, wording(language)) for state in states]
        most = LONGEST_TURN_S if what == "turn" and name in ROUNDS else most
        assert max(map(seconds, told)) <= most, max(told, key=seconds)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("palette", ["rainbow", "xeno"])
def test_two_full_hands_are_told_as_quickly(palette: str, language: str) -> None:
    """Ten pyramids of ten kinds each, in the sizes and colours that take longest to say."""
    words, colours = wording(language), PALETTES[palette]
    kinds = [Piece(size, colour) for size in Size for colour in colours]
    long = sorted(kinds, key=lambda kind: len(str(words.piece((kind.size.word, kind.colour)))))[-10:]
    for hand in (long, sorted(kinds)[:10], [*kinds[:5], *kinds[:5]]):
        hands = {"near": tuple(hand), "far": tuple(hand)}
        state = replace(ROUNDS["basic"].start(), **hands, stack=tuple(colours))
        told = answer_to("table", state, NAMES, words)
        assert seconds(told) <= LONGEST_ANSWER_S["table"], told


@pytest.mark.parametrize(
    ("language", "held"),
    [
        ("en", "small black, yellow and two red; two large green and three blue"),
        ("de", "kleine schwarze, gelbe und zwei rote; zwei große grüne und drei blaue"),
    ],
)
def test_a_hand_is_told_size_by_size(language: str, held: str) -> None:
    """The single pyramids of a size come first, because a number would seem to apply to those after it."""
    hand = pieces_in("Sred,Lblue,Sred,Sblack,Lblue,Lgreen,Syellow,Lgreen,Lblue")
    assert by_size(hand, wording(language)) == held


def test_what_the_table_leaves_out_in_initiative_is_said_with_the_turn() -> None:
    start, later = ROUNDS["basic"].start(), ROUNDS["basic"].states()[5]
    first, then = (answer_to("turn", state, NAMES, wording()) for state in (start, later))
    assert first.endswith(" points. The stack, from the top: blue, green, black, yellow, red.")
    assert then.endswith("In the rows: Alison 3, Kristin 2.") and "The stack" in then
    hands = answer_to("table", later, NAMES, wording())
    assert "Alison has " in hands and "Kristin has " in hands and "stack" not in hands


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_field_of_ten_towns_is_told_as_quickly(language: str) -> None:
    owners = ("red", "blue", "green")
    field = parse_structures(",".join(f"town{n + 1}={owners[n % 3]}" for n in range(10)))
    for what, most in LONGEST_ANSWER_S.items():
        told = answer_to(what, Sanctum.start(field), NAMES, wording(language))
        assert seconds(told) <= most, told


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_draft_is_told_as_quickly(language: str) -> None:
    state, dice = Draft.start(tuple(PALETTES["rainbow"]), Size.SMALL), Random(5)
    while state.outcome is None:
        for what, most in LONGEST_ANSWER_S.items():
            told = answer_to(what, state, NAMES, wording(language))
            assert seconds(told) <= most, told
        state = state.apply(dice.choice(state.legal_moves())).state


def test_a_board_is_told_with_what_matters_first() -> None:
    state = Nickel.start(SETUP, Rules(), Seat.NEAR).apply(Place(Seat.NEAR, "d1")).state
    told = answer_to("table", state, NAMES, wording())
    assert told.startswith("Kristin to move. To match: red pointing east. Kristin may take ")
    assert told.endswith("Alison's tokens: d1. Kristin's tokens: nothing.")
    while len(state.legal_moves()) > 5:
        state = state.apply(state.legal_moves()[0]).state
    few = answer_to("legal", state, NAMES, wording())
    assert "moves: " in few and "pointing" in few  # with few squares left, their contents are said


def test_before_the_set_up_that_is_what_is_said() -> None:
    assert answer_to("table", None, NAMES, wording()) == "Play has not begun: the set-up is still being read."
    assert answer_to("again", None, NAMES, wording()) == "Nothing was said yet."


def test_what_may_be_captured_in_logistics_is_said(tmp_path: Path) -> None:
    from engine.logistics.examples import example_states

    told = [answer_to("legal", state, NAMES, wording()) for state in example_states()]
    assert any("To capture: " in each for each in told) and all("To sow: " in each for each in told[:3])
