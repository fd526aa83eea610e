"""A question about a move of Nickel that nobody answers."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.events.types import Question, SessionEvent
from arbiter.games.nickel.setup import NickelTable
from arbiter.table.session import TableSession
from engine.game import Seat
from engine.nickel.model import Place, Rules
from engine.nickel.state import State
from engine.pieces import PALETTES, Colour, Size
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.table_sim import Noise
from vision.observation import TableObservation

TOKENS = {Seat.NEAR: Colour.WHITE, Seat.FAR: Colour.PINK}
MISREAD = Noise(bias_share=300.0)
"""A piece with a lookalike is read as the lookalike with certainty."""


class Nickel:
    """A game of Nickel that begins with near's a1, and the session's reports."""

    def __init__(self) -> None:
        self.sim = NickelSim(board(1), 1, tokens=dict(TOKENS))
        self.session = TableSession(NickelTable(Rules(), PALETTES["rainbow"], TOKENS))
        self.state = State.start(self.sim.setup, Rules(), Seat.NEAR)
        self.feed(self.sim.still(1.5))
        self.play("a1")

    def feed(self, frames: Iterable[TableObservation]) -> list[SessionEvent]:
        return [event for frame in frames for event in self.session.observe(frame)]

    def play(self, square: str, misread: Colour | None = None) -> list[SessionEvent]:
        """Play the next turn; its token may permanently look like another colour."""
        assert self.state.to_move is not None
        move = Place(self.state.to_move, square)
        self.state = self.state.force(move).state
        events = self.feed(self.sim.place(move.seat, square, 0.01))
        if misread is not None:
            self.sim.noise = MISREAD
            self.sim.thing(f"token {square}").lookalikes = ((misread, Size.SMALL),)
        return events + self.feed(self.sim.still(4.0))


def told(events: Iterable[SessionEvent]) -> list[tuple[str, str]]:
    """Kind and text of each event."""
    return [(event.kind, getattr(event, "text", "")) for event in events]


def question(events: list[SessionEvent]) -> Question:
    (asked,) = events
    assert isinstance(asked, Question)
    return asked
