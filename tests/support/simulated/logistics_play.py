"""A session of Logistics at a simulated table, laid move by move."""

from __future__ import annotations

from arbiter.events.types import SessionEvent
from arbiter.games.logistics.setup import LogisticsTable
from arbiter.table.session import TableSession
from engine.logistics.model import Layout
from engine.logistics.notation import parse_move
from engine.logistics.state import State
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.logistics_table import TABLE
from tests.support.simulated.table_sim import CLEAN


class Play:
    """A session at a simulated table."""

    def __init__(self, table: LogisticsTable = TABLE) -> None:
        full = Layout.standard(table.rules)
        self.sim = LogisticsSim(seed=3, noise=CLEAN, fps=5.0, layout=full)
        self.session = TableSession(table)
        self.state = State.start(full, table.rules)
        self.events = self.feed(2.4)

    def feed(self, seconds: float = 1.6) -> list[SessionEvent]:
        frames = self.sim.still(seconds)
        return [event for frame in frames for event in self.session.observe(frame)]

    def lay(self, layout: Layout) -> list[SessionEvent]:
        for frame in self.sim.hand(0.0, 0.0, 0.2):
            self.session.observe(frame)
        self.sim.lay(layout)
        return self.feed()

    def play(self, text: str) -> list[SessionEvent]:
        move = parse_move(text, self.state, check=False)
        self.state = self.state.force(move).state
        return self.lay(self.state.layout)
