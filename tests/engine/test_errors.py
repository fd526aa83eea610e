"""The three errors throughout the engine: known readings and codes, plain sentences, legal alternatives."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.game import AmbiguousMove, IllegalMove, MalformedMove, Seat
from engine.initiative.draft import Draft, Draw, Take
from engine.initiative.examples import ROUNDS
from engine.logistics import state as logistics
from engine.logistics.model import Layout
from engine.logistics.notation import parse_layout
from engine.nickel import state as nickel
from engine.nickel.examples import SETUP as BOARD
from engine.pieces import PALETTES, Size
from engine.sanctum import state as sanctum
from engine.sanctum.notation import parse_structures

ENGINE = Path(__file__).parents[2] / "engine"
RULES = (ENGINE / "RULES.md").read_text("utf-8")
READING = re.compile(r"\b[ILNS](?:[1-9]|1\d)\b")
DEFINED = set(re.findall(r"\*\*([ILNS]\d+)[,.]", RULES))
TABLES = re.findall(r"\| code \| reading \| mistake \|\n\| --- \| --- \| --- \|\n((?:\|.*\n)+)", RULES)
ROWS = [row.split("|")[1:3] for table in TABLES for row in table.splitlines()]
CODES: dict[str, set[str]] = {}
for names, readings in ROWS:
    for name in re.findall(r"\w+", names):
        CODES.setdefault(name, set()).update(READING.findall(readings))
OVER = {"round_over", "game_over"}
"""Codes whose reading is the one that ended the game."""
CROWDED = "near(stock=Sred;2=4Sblue)far(stock=Sred;1=Mred)"
SOURCES = sorted(ENGINE.rglob("*.py"))


def faults_in(source: Path) -> Iterator[tuple[str | None, str]]:
    """Reading and code of every fault in a module: ``Fault("I1", "wrong_size", ...)`` and the like."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Fault"):
            continue
        reading, code = node.args[:2]
        if isinstance(code, ast.Constant) and re.fullmatch(r"[a-z_]{4,}", str(code.value)):
            if isinstance(reading, ast.Constant) and READING.fullmatch(str(reading.value)):
                yield str(reading.value), str(code.value)
            elif isinstance(reading, ast.Attribute) and reading.attr == "reading":
                yield None, str(code.value)


def test_every_reading_named_in_the_engine_is_in_the_rules_document() -> None:
    for path in SOURCES:
        unknown = set(READING.findall(path.read_text("utf-8"))) - DEFINED
        assert not unknown, f"{path.name} names {sorted(unknown)}, which RULES.md does not define"
    assert set(READING.findall(RULES)) == DEFINED


def test_readings_are_numbered_without_gaps() -> None:
    for letter in "ILNS":
        numbers = sorted(int(each[1:]) for each in DEFINED if each[0] == letter)
        assert numbers == list(range(1, len(numbers) + 1)), letter


def test_codes_and_their_readings_are_those_of_the_rules_document() -> None:
    found = {pair for path in SOURCES for pair in faults_in(path)}
    for reading, code in found:
        assert code in CODES, f"RULES.md has no code {code}"
        assert reading in CODES[code] if reading else code in OVER, f"RULES.md: {code} is not of {reading}"
    assert {code for _, code in found} == set(CODES)


def some_states(dice: Random) -> Iterator[Any]:
    """A state some way into each game, and one of a draft."""
    yield from (state for round_ in ROUNDS.values() for state in dice.sample(round_.states(), 4))
    rules = logistics.Rules(cards=3, trios=1)
    state = logistics.State.start(Layout.standard(rules), rules, Seat.NEAR)
    yield from (state, logistics.State.start(parse_layout(CROWDED, 3), rules, Seat.NEAR))
    for _ in range(12):
        state = state.apply(dice.choice(state.suggestions)).state
        yield state
    board = nickel.State.start(BOARD, nickel.Rules(token_limit=2), None)
    yield board
    while board.outcome is None:
        board = board.apply(dice.choice(board.legal_moves())).state
        yield board


def refused(state: Any) -> Iterator[tuple[Any, IllegalMove]]:
    for move, error in state.plausible_illegal_moves():
        with pytest.raises(IllegalMove) as caught:
            state.check(move)
        assert (caught.value.code, caught.value.message) == (error.code, error.message)
        yield move, error


def assert_plain(error: IllegalMove | AmbiguousMove | MalformedMove) -> None:
    """One sentence in lower case so that it can follow another, without a full stop or technical words."""
    words = str(error.message)
    assert words == words.strip() and not words.endswith(".") and "\n" not in words
    assert words[0].islower() or not words[0].isalpha()
    assert not re.search(r"None|Piece\(|Seat\.|Play\(|<|_|\bI\d|\bL\d|\bN\d", words), words


@pytest.mark.parametrize("seed", range(3))
def test_illegal_moves_name_the_reading_and_the_alternatives(seed: int) -> None:
    codes = set()
    for state in some_states(Random(seed)):
        for move, error in refused(state):
            assert_plain(error)
            assert error.play == move and error.reading in DEFINED and error.code in CODES
            assert str(error) == f"{error.message} [{error.reading}]"
            for again in (deepcopy(error), pickle.loads(pickle.dumps(error))) if len(codes) < 3 else ():
                assert str(again) == str(error) and again.play == move and again.code == error.code
                assert again.alternatives == error.alternatives
            for other in error.alternatives[:3]:
                state.check(other)
            over = state.outcome is not None
            assert bool(error.alternatives) != over
            codes.add(error.code)
    assert {"wrong_size", "out_of_turn", "too_far", "no_match", "game_over"} <= codes


@pytest.mark.parametrize("seed", range(3))
def test_errors_of_drafts_and_trackers_are_plain(seed: int) -> None:
    dice, found = Random(seed), []
    draft = Draft.start(PALETTES["rainbow"], Size.SMALL, Seat.NEAR)
    while draft.outcome is None:
        for marker in range(5):
            for seat in Seat:
                draws = [Draw(seat, piece, marker) for piece in sorted(draft.bag)[:1]]
                tried = [error_of(draft, move) for move in (*draws, Take(seat, marker))]
                found += [(draft, error) for error in tried if error]
        draft = draft.apply(dice.choice(draft.legal_moves())).state
    tracker = sanctum.State.start(parse_structures("a=red,b=blue"))
    for move in (
        sanctum.Capture(sanctum.Owner.RED, "a"),
        sanctum.Destroy("c"),
        sanctum.LiennaLeaves(sanctum.Owner.RED),
    ):
        found += [(tracker, error) for error in [error_of(tracker, move)] if error]
    assert {type(error) for _, error in found} >= {IllegalMove, MalformedMove}
    for state, error in found:
        assert_plain(error)
        if not isinstance(error, MalformedMove):
            assert error.alternatives
            for other in error.alternatives[:2]:
                state.check(other)


def error_of(state: Any, move: Any) -> Any:
    try:
        state.check(move)
    except (IllegalMove, AmbiguousMove, MalformedMove) as error:
        return error
    return None
