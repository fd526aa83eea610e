"""A game of Nickel at a simulated table, read from rest to rest."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.events.types import SessionEvent
from arbiter.games.nickel.setup import NickelTable
from arbiter.table.session import TableSession
from engine.game import Seat
from engine.nickel.model import Place, Rules
from engine.nickel.state import State
from engine.pieces import PALETTES, Colour
from tests.support.simulated.nickel_sim import NickelSim, board
from vision.observation import TableObservation

RAINBOW = PALETTES["rainbow"]


class Table:
    """A session at a simulated table of Nickel, with everything it reported."""

    def __init__(self, seed: int = 1, tokens: dict[Seat, Colour] | None = None, **more: object) -> None:
        self.sim = NickelSim(board(seed), seed, tokens=tokens or {}, **more)  # type: ignore[arg-type]
        self.session = TableSession(NickelTable(Rules(), RAINBOW, tokens or {}))
        self.events: list[SessionEvent] = []

    def feed(self, frames: Iterable[TableObservation]) -> list[SessionEvent]:
        new = [event for frame in frames for event in self.session.observe(frame)]
        self.events += new
        return new

    def ready(self) -> Table:
        self.feed(self.sim.still(1.5))
        assert self.session.snapshot().phase == "play"
        return self

    def state(self) -> State:
        state = self.session.snapshot().state
        assert isinstance(state, State)
        return state


def opening(table: Table) -> State:
    """Near plays an edge square."""
    table.ready()
    table.feed(table.sim.place(Seat.NEAR, "d1"))
    return table.state()


def slip_of(state: State, code: str) -> Place:
    """An illegal move of the given kind."""
    return next(move for move, error in state.plausible_illegal_moves() if error.code == code)
