"""A simulated table of Nickel: a board, pyramids in five orientations, stones or pyramids as tokens."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from arbiter.games.nickel.board_grid import Grid
from arbiter.games.nickel.inventory import TURNS_DEG
from engine.game import Seat
from engine.nickel.model import SQUARES, Orientation, Pyramid, Setup
from engine.pieces import PALETTES, Colour, Piece, Size
from tests.support.simulated.table_sim import CLEAN, Noise, TableSim, Thing
from vision.observation import TableObservation

GRID = Grid(10.0, -5.0, 34.0, 4.0)


def board(seed: int, colours: tuple[Colour, ...] = PALETTES["rainbow"]) -> Setup:
    """A shuffled board (N1)."""
    cells = [Pyramid(colour, way) for colour in colours for way in Orientation]
    random.Random(seed).shuffle(cells)
    return Setup(tuple(cells))


@dataclass
class NickelSim(TableSim):
    """The table; ``tokens`` are the colours of pyramid tokens, empty for stones, which are invisible."""

    setup: Setup  # type: ignore[assignment]
    seed: int = 0
    noise: Noise = CLEAN
    tokens: dict[Seat, Colour] = field(default_factory=dict)
    grid: Grid = GRID
    beside: int = 0

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.palette = (*self.palette, *(c for c in self.tokens.values() if c not in self.palette))
        for name, cell in zip(SQUARES, self.setup.board, strict=True):
            if isinstance(cell, Pyramid):
                self.lay(name, cell)

    def at(self, square: str) -> tuple[float, float]:
        """The middle of a square (mm)."""
        index = SQUARES.index(square)
        return self.grid.place(index % 5, index // 5)

    def lay(self, square: str, cell: Pyramid) -> Thing:
        """Put a pyramid on a square."""
        heading = None
        if cell.orientation is not Orientation.UP:
            north = 90.0 + self.grid.turn_deg
            heading = float((north + TURNS_DEG[cell.orientation] + self.rng.gauss(0, 5)) % 360)
        return self._put(square, (Piece(Size.SMALL, cell.colour),), *self.at(square), heading)

    def thing(self, name: str) -> Thing:
        """The thing at a place."""
        return next(thing for thing in self.things if thing.name == name)

    def place(self, seat: Seat, square: str, pause: float = 2.0) -> Iterator[TableObservation]:
        """Act a turn: the pyramid goes to the opponent, a token to its square."""
        pyramid = self.thing(square)
        yield from self.hand(*self.at(square))
        side = 1 if seat is Seat.NEAR else -1
        pyramid.name = f"off {square}"
        pyramid.x = -130.0 + 24 * self.beside + self.rng.uniform(-3, 3)
        pyramid.y = side * 135.0 + self.rng.uniform(-4, 4)
        self.beside += 1
        yield from self.hand(pyramid.x, pyramid.y, 0.5)
        if self.tokens:
            self._put(f"token {square}", (Piece(Size.SMALL, self.tokens[seat]),), *self.at(square))
        yield from self.still(pause)

    def back(self, square: str, pause: float = 2.0) -> Iterator[TableObservation]:
        """Take a turn back: the token leaves the square and the pyramid returns."""
        pyramid = self.thing(f"off {square}")
        yield from self.hand(*self.at(square))
        self.things = [thing for thing in self.things if thing.name != f"token {square}"]
        pyramid.name = square
        pyramid.x, pyramid.y = self.at(square)
        yield from self.still(pause)

    def knock_over(self, square: str, seconds: float) -> Iterator[TableObservation]:
        """A pyramid falls or is turned, stays so for a while and is put right again."""
        thing = self.thing(square)
        before = thing.heading
        yield from self.hand(thing.x, thing.y, 0.5)
        thing.heading = 20.0 if before is None else (before + 90.0) % 360.0
        yield from self.still(seconds)
        yield from self.hand(thing.x, thing.y, 0.5)
        thing.heading = before
        yield from self.still(2.0)

    def push_board(self, dx: float, dy: float) -> Iterator[TableObservation]:
        """Somebody bumps the board."""
        yield from self.hand(0, 0, 0.5)
        for thing in self.things:
            if not thing.name.startswith("off"):
                thing.x, thing.y = thing.x + dx, thing.y + dy
        self.grid = self.grid.moved(dx, dy)
        yield from self.still(2.0)
