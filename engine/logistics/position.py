"""A game as `verdict` sees it."""

from __future__ import annotations

from typing import Protocol

from engine.game import Seat
from engine.logistics.model import Layout, Outcome, Position, Rules
from engine.pieces import Colour


class Situation(Protocol):
    """What `verdict` needs from `state.State`, which itself imports `verdict`."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""

    @property
    def layout(self) -> Layout:
        """Where everything is."""

    @property
    def pending(self) -> tuple[tuple[Colour, ...], ...]:
        """The capturing colours of each power still due."""

    @property
    def extra(self) -> bool:
        """Whether the sow that is due may be skipped."""

    @property
    def seen(self) -> tuple[Position, ...]:
        """The positions in which a sow was due."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""

    @property
    def may_move(self) -> tuple[Seat, ...]:
        """The seats that may move."""
