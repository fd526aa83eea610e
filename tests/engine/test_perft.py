"""Counts of legal moves: the table, the engine and the second implementation of the rules agree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games import GAMES
from scripts.speed.perft import (
    Case,
    count_by_engine,
    count_plainly,
    ends,
    read_table,
    recount,
    shallow,
    start_of,
)

CASES = {case.name: case for case in read_table()}
MOST = 1000
"""At most this many moves are counted here; ``scripts/speed/perft.py`` counts all of them."""


@pytest.mark.parametrize("name", CASES)
def test_both_counts_agree_with_the_table(name: str) -> None:
    case = CASES[name]
    depth = shallow(case, MOST)
    assert count_by_engine(case, depth) == case.rows[:depth]
    assert count_plainly(case, depth) == case.rows[:depth]


MEETING = [
    "initiative pictured basic",
    "initiative three to the end sacrifice+pummeling+calling exact initiative",
    "logistics two nests and a capture any",
    "logistics sows of sows",
    "nickel middle 3+3 number 1",
    "nickel middle both number 2",
    "sanctum three structures",
]


@pytest.mark.parametrize("name", MEETING)
def test_positions_with_one_key_have_one_future(name: str) -> None:
    """However a position was reached: the same end, or the same moves, each leading to the same key."""
    case, futures, met = CASES[name], dict[object, object](), 0
    layer = [start_of(case)]
    for _ in range(shallow(case, 3 * MOST)):
        layer = [state.apply(move).state for state in layer for move in state.legal_moves()]
        for state in layer:
            ways = tuple((move, state.apply(move).state.key) for move in state.legal_moves())
            future = ends(state), state.may_move, ways
            met += state.key in futures
            assert futures.setdefault(state.key, future) == future and hash(state.key) is not None
    assert met > 0 and len(futures) > 10


def test_the_table_has_every_way_to_end() -> None:
    ends: dict[str, set[str]] = {name: set() for name in GAMES}
    for case in CASES.values():
        ends[case.game] |= {way.split()[-1] for row in case.rows for way in row["ends"]}
    assert ends == {
        "Initiative": {"*", "I1", "I3", "I7", "I8", "I12"},
        "Logistics": {"*", "L10", "L13"},
        "Nickel": {"*", "N4", "N5", "N6"},
        "Sanctum": {"red", "blue"},
    }


def test_the_example_board_of_nickel() -> None:
    rows = CASES["nickel example board 3+3"].rows
    assert [row["moves"] for row in rows] == [16, 128, 896, 5888, 37632]


def test_a_wrong_table_is_told() -> None:
    case = CASES["sanctum three structures"]
    short = replace(case, rows=case.rows[:2])
    assert recount(short)[1] == []
    wrong: Case = replace(short, rows=(case.rows[0], {**case.rows[1], "moves": 1}))
    (line,) = recount(wrong)[1]
    assert line.startswith("depth 2")
