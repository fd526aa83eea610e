"""A session at a simulated table that keeps all reports."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.events.types import SessionEvent
from arbiter.games.initiative.session import GameSession
from engine.initiative.examples import SETUP
from engine.initiative.model import Rules
from engine.initiative.notation import parse_play
from tests.support.simulated.table_sim import CLEAN, TableSim
from vision.observation import TableObservation


class Table:
    """A session, its simulated table and everything it reported."""

    def __init__(self, rules: Rules, rounds: int = 1, seed: int = 5, set_up: bool = True) -> None:
        self.sim = TableSim(SETUP, seed, CLEAN)
        self.session = GameSession(rules, rounds=rounds)
        self.events: list[SessionEvent] = []
        if set_up:
            self.feed(self.sim.still(1.5))

    def feed(self, frames: Iterable[TableObservation]) -> list[SessionEvent]:
        new = [event for frame in frames for event in self.session.observe(frame)]
        self.events += new
        return new

    def play(self, text: str, pause: float = 2.0) -> list[SessionEvent]:
        state = self.session.snapshot().state
        assert state is not None
        return self.feed(self.sim.play(parse_play(text, state, check=False), pause))


def kinds(events: Iterable[SessionEvent]) -> list[str]:
    return [event.kind for event in events]
