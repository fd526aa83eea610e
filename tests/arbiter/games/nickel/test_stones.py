"""The colours of stones tell whose they are."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import pytest

from arbiter.events.types import MoveSeen, SessionEvent
from arbiter.games.nickel.stones import LOG_COVERED, LOG_OTHER, LOG_UNKNOWN, Stones, looks_at
from engine.game import Seat
from engine.nickel.model import SQUARES, Place
from engine.nickel.state import State
from engine.pieces import Colour
from tests.support.simulated.nickel_sim import GRID
from tests.support.simulated.nickel_table import Table, opening
from tests.support.simulated.table_sim import NoPictures
from vision.observation import Lab, TableObservation

TEAL, WHITE, BOARD, RED = (72.0, -33.0, -4.0), (95.0, 0.0, -5.0), (80.0, 2.0, 12.0), (33.0, 39.0, 18.0)
NEARS = Stones({Seat.NEAR: (TEAL,)})
BOTH = Stones({Seat.NEAR: (TEAL, (66.0, -30.0, 0.0)), Seat.FAR: (WHITE,)})


@dataclass(frozen=True)
class Shown(NoPictures):
    """The colours of a table with stones on squares."""

    stones: dict[str, Lab]

    def lab(self, x_mm: float, y_mm: float) -> Lab | None:
        near = min(SQUARES, key=lambda name: abs(complex(*place_of(name)) - complex(x_mm, y_mm)))
        return self.stones.get(near, BOARD)


def place_of(square: str) -> tuple[float, float]:
    index = SQUARES.index(square)
    return GRID.place(index % 5, index // 5)


@pytest.mark.parametrize(
    ("stones", "looks", "near", "far"),
    [
        (BOTH, TEAL, 0.0, LOG_OTHER),
        (BOTH, WHITE, LOG_OTHER, 0.0),
        (NEARS, TEAL, 0.0, LOG_UNKNOWN),
        (NEARS, WHITE, LOG_OTHER - LOG_UNKNOWN, 0.0),
        (Stones(), TEAL, 0.0, 0.0),
        (Stones(dict.fromkeys(Seat, (TEAL,))), TEAL, 0.0, 0.0),
    ],
)
def test_a_stone_is_whose_others_look_like_it(stones: Stones, looks: Lab, near: float, far: float) -> None:
    assert stones.log(Seat.NEAR, (looks,) * 5) == pytest.approx(near, abs=0.1)
    assert stones.log(Seat.FAR, (looks,) * 5) == pytest.approx(far, abs=0.1)


@pytest.mark.parametrize(
    ("looks", "colour", "log"),
    [
        (TEAL, Colour.RED, LOG_COVERED),
        (WHITE, Colour.RED, LOG_COVERED),
        (RED, Colour.RED, 0.0),
        (RED, Colour.BLUE, 0.0),
        (WHITE, Colour.WHITE, 0.0),
    ],
)
def test_no_pyramid_stands_unseen_where_a_stone_shows(looks: Lab, colour: Colour, log: float) -> None:
    """Unless the pyramid itself may look like that."""
    assert BOTH.covered((looks,) * 5, colour) == log
    assert Stones().covered((looks,) * 5, colour) == 0.0


def test_a_stone_beside_the_middle_is_measured_too_and_none_outside_the_picture() -> None:
    class OffCentre(NoPictures):
        def lab(self, x_mm: float, y_mm: float) -> Lab | None:
            x, y = place_of("c3")
            return TEAL if x_mm > x and y_mm > y else BOARD

    class Outside(NoPictures):
        def lab(self, x_mm: float, y_mm: float) -> Lab | None:
            return None

    assert BOTH.log(Seat.NEAR, looks_at(GRID, "c3", OffCentre())) == 0.0
    assert looks_at(GRID, "c3", Outside()) == ()


def coloured(frames: Iterable[TableObservation], stones: dict[str, Lab] | None) -> Iterator[TableObservation]:
    for frame in frames:
        yield frame if stones is None else replace(frame, tints=Shown(stones))


def at_once(state: State, count: int, rng: random.Random) -> list[Place]:
    """Legal turns to come."""
    made = list[Place]()
    for _ in range(count):
        made.append(rng.choice(state.legal_moves()))
        state = state.apply(made[-1]).state
    return made


def batch(seed: int, shown: bool) -> tuple[list[Place], list[SessionEvent]]:
    """Three turns of which only the end was seen, and what was said of them."""
    table, rng = Table(seed), random.Random(seed)
    opening(table)
    stones = {"d1": TEAL} if shown else None
    table.feed(coloured(table.sim.hand(*place_of("a5")), stones))
    table.feed(coloured(table.sim.still(1.0), stones))
    (first,) = at_once(table.state(), 1, rng)
    stones = stones and {**stones, first.square: WHITE}
    table.feed(coloured(table.sim.place(first.seat, first.square), stones))
    moves = at_once(table.state(), 3, rng)
    for move in moves:
        for _ in table.sim.place(move.seat, move.square, 0.0):
            pass
        stones = stones and {**stones, move.square: TEAL if move.seat is Seat.NEAR else WHITE}
    table.feed(coloured(table.sim.hand(*place_of("a5")), stones))
    return moves, table.feed(coloured(table.sim.still(4.0), stones))


@pytest.mark.parametrize("seed", [6, 11, 25, 28])
def test_whose_stones_lie_there_tells_turns_apart_that_nobody_saw(seed: int) -> None:
    moves, told = batch(seed, True)
    _, untold = batch(seed, False)
    assert not any(isinstance(event, MoveSeen) for event in untold)
    played = {(event.seat, event.text) for event in told if isinstance(event, MoveSeen)}
    assert played == {(move.seat.value, move.square) for move in moves}
