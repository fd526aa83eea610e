"""A game as a verdict looks at it."""

from __future__ import annotations

from typing import Protocol

from engine.game import Seat
from engine.logistics.model import Layout, Outcome, Position, Rules
from engine.pieces import Colour


class Situation(Protocol):
    """What `verdict` needs to know of a `state.State`, which knows it by its verdicts."""

    @property
    def rules(self) -> Rules:
        """The rules that it is played by."""

    @property
    def layout(self) -> Layout:
        """What lies where."""

    @property
    def pending(self) -> tuple[tuple[Colour, ...], ...]:
        """The capturing colours of each power still due."""

    @property
    def extra(self) -> bool:
        """Whether the sow due may be left out."""

    @property
    def seen(self) -> tuple[Position, ...]:
        """The positions in which a sow was due."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""

    @property
    def may_move(self) -> tuple[Seat, ...]:
        """The seats that may move."""
