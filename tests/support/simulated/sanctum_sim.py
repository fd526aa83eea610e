"""A simulated table of Sanctum: pyramids whose colours show the owners of structures, and a turn marker."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arbiter.events.types import SessionEvent
from arbiter.games.sanctum.setup import SanctumTable
from arbiter.table.session import TableSession
from engine.pieces import PALETTES, Colour, Piece, Size
from engine.sanctum.state import State
from tests.support.simulated.table_sim import CLEAN, Noise, TableSim
from vision.observation import TableObservation

TOWNS = (Colour.GREEN, Colour.RED, Colour.BLUE, Colour.GREEN, Colour.RED, Colour.BLUE)


@dataclass
class SanctumSim(TableSim):
    """Six structures in a row, and optionally a yellow turn marker."""

    setup: tuple[Colour, ...] = TOWNS  # type: ignore[assignment]
    noise: Noise = CLEAN
    marker: bool = False

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        for i, colour in enumerate(self.setup):
            self.put(f"town{i + 1}", colour, -150 + 60 * i, 40 * (-1) ** i)
        if self.marker:
            self.put("marker", Colour.YELLOW, 250, -150)

    def put(self, name: str, colour: Colour, x: float, y: float) -> None:
        self._put(name, (Piece(Size.MEDIUM, colour),), x, y)

    def change(
        self, name: str, colour: Colour | None, x: float = 0, y: float = 0
    ) -> Iterator[TableObservation]:
        """Replace a structure, remove it (no colour), or build one at a place."""
        old = next((thing for thing in self.things if thing.name == name), None)
        if old is not None:
            self.things.remove(old)
            x, y = old.x, old.y
        yield from self.hand(x, y)
        if colour is not None:
            self.put(name, colour, x, y)
        yield from self.still(2.0)

    def fetch(self, name: str, colour: Colour, seconds: float) -> Iterator[TableObservation]:
        """Take a structure away, and put another one in its place only after a while."""
        old = next(thing for thing in self.things if thing.name == name)
        yield from self.hand(old.x, old.y)
        self.things.remove(old)
        yield from self.still(seconds)
        yield from self.hand(old.x, old.y)
        self.put(name, colour, old.x, old.y)
        yield from self.still(2.0)

    def turn(self, rest_s: float = 2.0) -> Iterator[TableObservation]:
        """Lay the marker down or stand it up."""
        marker = next(thing for thing in self.things if thing.name == "marker")
        yield from self.hand(marker.x, marker.y)
        marker.heading = 40.0 if marker.heading is None else None
        yield from self.still(rest_s)


class Table:
    """A session with everything it reported."""

    def __init__(self, seed: int = 1, marker: bool = False) -> None:
        self.sim = SanctumSim(seed=seed, marker=marker)
        colour = Colour.YELLOW if marker else None
        self.session = TableSession(SanctumTable(PALETTES["rainbow"], colour))
        self.events: list[SessionEvent] = []
        self.feed(self.sim.still(1.5))

    def feed(self, frames: Iterable[TableObservation]) -> list[SessionEvent]:
        new = [event for frame in frames for event in self.session.observe(frame)]
        self.events += new
        return new

    def state(self) -> State:
        state = self.session.snapshot().state
        assert isinstance(state, State)
        return state
