"""A game of Nickel acted out at a filmed table: tokens placed, pyramids handed over, mistakes and mishaps.

The board is printed; both players have a row of glass stones. A turn is one visit of a hand: the pyramid goes
to the opponent's side of the board, then the player's own stone to its square.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from datasets.film.visits import (
    MISHAPS,
    Acted,
    Carry,
    Happening,
    Touch,
    Visit,
    carry_unit,
    grip_of,
    grip_of_token,
    reading_of,
    token_at,
)
from datasets.scene.prints import grid_board
from datasets.scene.scenes import Block, Layout, Sheet, Unit, flat, upright
from datasets.scene.solids import moved, revolved
from datasets.scene.tokens import STONE
from engine.game import Seat
from engine.nickel.examples import SETUP
from engine.nickel.model import SIDE, SQUARES, Orientation, Place, Pyramid, Rules, Setup
from engine.nickel.state import State
from engine.pieces import Piece, Size

PITCH_MM, TURN_DEG, MIDDLE = 40.0, 2.5, (-4.0, 2.0)
BESIDE_X, BESIDE_Y, BESIDE_PITCH = -96.0, 136.0, 30.0
STONES, STONE_X, STONE_PITCH = 12, 20.0, 22.0
STONE_Y = {Seat.NEAR: -350.0, Seat.FAR: 560.0}
"""Where the players' stores of stones are: outside the picture."""
STONE_RGB = {Seat.NEAR: (0.95, 0.72, 0.22), Seat.FAR: (0.55, 0.35, 0.85)}
UNTIDY_DEG, UNTIDY_MM = 5.0, 1.2
HEADINGS_DEG = {
    Orientation.NORTH: 90.0,
    Orientation.EAST: 0.0,
    Orientation.SOUTH: 270.0,
    Orientation.WEST: 180.0,
}


@dataclass(frozen=True)
class Step:
    """One step: ``play``, ``illegal``, ``take_back`` or ``knock`` with its square, ``bump`` or ``shadow``."""

    kind: str
    square: str = ""


@dataclass(frozen=True)
class Script:
    """A game to be acted: the board, the first player, and the steps."""

    setup: Setup
    leader: Seat
    steps: tuple[Step, ...]
    seed: int = 8


@dataclass(frozen=True)
class Table:
    """Where everything is: pyramids on squares and beside the board, stones on squares and in store."""

    sheets: tuple[Sheet, ...]
    squares: Mapping[str, Unit | Block]
    beside: Mapping[Pyramid, Unit]
    stones: Mapping[Seat, tuple[Block, ...]]

    @property
    def laid(self) -> Layout:
        """Everything visible to the camera."""
        things = (*self.squares.values(), *self.beside.values())
        units = tuple(each for each in things if isinstance(each, Unit))
        stones = tuple(each for each in things if isinstance(each, Block))
        return Layout(units, self.sheets, (*stones, *self.stones[Seat.NEAR], *self.stones[Seat.FAR]))


def square_at(square: str) -> tuple[float, float]:
    """The middle of a square (mm)."""
    index = SQUARES.index(square)
    steps = np.array([index % SIDE, index // SIDE]) - (SIDE - 1) / 2
    cos, sin = np.cos(np.radians(TURN_DEG)), np.sin(np.radians(TURN_DEG))
    x, y = steps * PITCH_MM @ np.array([[cos, sin], [-sin, cos]]) + MIDDLE
    return float(x), float(y)


def _unit(pyramid: Pyramid, x: float, y: float, off_deg: float) -> Unit:
    piece = (Piece(Size.SMALL, pyramid.colour),)
    if pyramid.orientation is Orientation.UP:
        return upright(x, y, piece, (45 + 3 * off_deg) % 90)
    return flat(x, y, piece, (HEADINGS_DEG[pyramid.orientation] + TURN_DEG + off_deg) % 360)


def opening(script: Script) -> Table:
    """The table before the first token."""
    rng = np.random.default_rng(script.seed)
    squares = {
        name: _unit(cell, *(square_at(name) + rng.normal(0, UNTIDY_MM, 2)), UNTIDY_DEG * float(rng.normal()))
        for name, cell in zip(SQUARES, script.setup.board, strict=True)
        if isinstance(cell, Pyramid)
    }
    picture = grid_board(rng, SIDE, PITCH_MM)
    edge = picture.shape[0] / 2.0
    stones = {
        seat: tuple(
            Block(moved(revolved(STONE, 20), None, (*_store(seat, n, rng), 0.5)), STONE_RGB[seat], glass=True)
            for n in range(STONES)
        )
        for seat in Seat
    }
    return Table((Sheet(picture, *MIDDLE, edge, edge, TURN_DEG),), squares, {}, stones)


def _store(seat: Seat, number: int, rng: np.random.Generator) -> tuple[float, float]:
    x, y = STONE_X + STONE_PITCH * number, STONE_Y[seat]
    return x + float(rng.normal(0, 2)), y + float(rng.normal(0, 2))


def _beside(receiver: Seat, count: int, rng: np.random.Generator) -> tuple[float, float]:
    """The place of the ``count``-th pyramid handed over."""
    side = 1 if receiver is Seat.FAR else -1
    x = BESIDE_X + BESIDE_PITCH * (count // 2 % 8)
    return x + float(rng.normal(0, 2)), side * (BESIDE_Y + float(rng.normal(0, 2)))


class _Actor:
    """Acts a script; ``table`` and ``state`` are the current ones."""

    def __init__(self, script: Script) -> None:
        self.rng = np.random.default_rng(script.seed + 1)
        self.table = opening(script)
        self.state = State.start(script.setup, Rules(), script.leader)
        self.earlier: list[tuple[State, Table]] = []
        self.given = 0

    def act(self, step: Step) -> Happening:
        if step.kind in ("play", "illegal"):
            return self._put(step)
        if step.kind == "take_back":
            return self._back(step.square)
        return self._knock(step.square) if step.kind == "knock" else MISHAPS[step.kind]

    def _put(self, step: Step) -> Visit:
        seat, name = self.state.to_move, step.square
        assert seat is not None
        move, before = Place(seat, name), self.table
        reading = reading_of(self.state, move, step.kind == "illegal")
        pyramid, unit = self.state.at(name), before.squares[name]
        assert isinstance(pyramid, Pyramid) and isinstance(unit, Unit)
        put = _unit(pyramid, *_beside(seat.other, self.given, self.rng), UNTIDY_DEG * self.rng.normal())
        held = replace(before, squares={k: v for k, v in before.squares.items() if k != name})
        given = replace(held, beside={**held.beside, pyramid: put})
        stone, *rest = before.stones[seat]
        reached = replace(given, stones={**given.stones, seat: tuple(rest)})
        set_down = token_at(stone, *(square_at(name) + self.rng.normal(0, UNTIDY_MM, 2)))
        after = replace(reached, squares={**reached.squares, name: set_down})
        acts = (
            carry_unit(unit, put, held.laid, given.laid),
            _token(stone, set_down, reached.laid, after.laid),
        )
        self.earlier.append((self.state, before))
        self.state, self.table, self.given = self.state.force(move).state, after, self.given + 1
        return Visit(seat, step.kind, (name,), before.laid, acts, reading)

    def _back(self, name: str) -> Visit:
        """Return the last token to its store, then its pyramid to the square."""
        before, (self.state, self.table) = self.table, self.earlier.pop()
        seat = self.state.to_move
        pyramid, stone = self.state.at(name), before.squares[name]
        assert seat is not None and isinstance(pyramid, Pyramid) and isinstance(stone, Block)
        bare = replace(before, squares={k: v for k, v in before.squares.items() if k != name})
        stored = replace(bare, stones=self.table.stones)
        held = replace(stored, beside={k: v for k, v in stored.beside.items() if k != pyramid})
        home = self.table.squares[name]
        assert isinstance(home, Unit)
        acts = (
            _token(stone, self.table.stones[seat][0], bare.laid, stored.laid),
            carry_unit(before.beside[pyramid], home, held.laid, self.table.laid),
        )
        self.given -= 1
        return Visit(seat, "take_back", (name,), before.laid, acts)

    def _knock(self, name: str) -> Visit:
        """Knock over a standing pyramid and put it back at once."""
        before, unit = self.table, self.table.squares[name]
        assert isinstance(unit, Unit)
        fallen = flat(unit.x_mm + 9.0, unit.y_mm - 4.0, tuple(p.piece for p in unit.pieces), 335.0)
        down = replace(before, squares={**before.squares, name: fallen})
        seat = self.state.to_move or Seat.NEAR
        acts = (Touch(grip_of(unit), down.laid), Touch(grip_of(fallen), before.laid))
        return Visit(seat, "knock", (), before.laid, acts)


def _token(stone: Block, put: Block, during: Layout, after: Layout) -> Carry:
    return Carry((stone,), grip_of_token(stone), grip_of_token(put), during, after)


def act(script: Script) -> Acted:
    """The opening table and all happenings, in order; raises ``ValueError`` if the rules contradict a
    step."""
    actor = _Actor(script)
    start = actor.table.laid
    return Acted(start, tuple(actor.act(step) for step in script.steps))


LINE = Script(
    SETUP,
    Seat.NEAR,
    tuple(
        Step(*each.split())
        for each in (
            *("play d1", "shadow", "play a5", "play d4", "illegal c2", "take_back c2", "play e5", "bump"),
            *("play a4", "play c4", "take_back c4", "play c5", "knock d3", "play c2", "play b5", "play e3"),
            "play d5",
        )
    ),
)
"""The example that ends with a line, with mistakes and mishaps."""
