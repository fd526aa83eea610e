"""A round as a verdict looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from engine.game import Seat
from engine.initiative.model import Outcome, Play, Rules
from engine.pieces import Colour, Piece


class Position(Protocol):
    """What `verdict` needs to know of a `state.State`, which knows it by its verdicts."""

    @property
    def rules(self) -> Rules:
        """The rules that it is played by."""

    @property
    def leader(self) -> Seat | None:
        """Who leads; ``None`` while either may."""

    @property
    def stack(self) -> tuple[Colour, ...]:
        """The initiative stack, top to bottom."""

    @property
    def attack(self) -> Play | None:
        """The play to be parried."""

    @property
    def calls(self) -> int:
        """How many calls both players have made."""

    @property
    def rows(self) -> Mapping[Seat, tuple[Play, ...]]:
        """The plays that lie on the table."""

    @property
    def virtual_plays(self) -> Mapping[Seat, int]:
        """How many virtual plays each seat has made."""

    @property
    def parries(self) -> tuple[Piece, ...]:
        """The pieces that may parry the attack."""

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended."""

    @property
    def may_move(self) -> tuple[Seat, ...]:
        """The seats that may play."""

    def inventory(self, seat: Seat) -> tuple[Piece, ...]:
        """What one seat has left."""

    def last_piece(self, seat: Seat) -> Piece | None:
        """The pyramid that a seat placed last."""

    def legal_moves(self) -> tuple[Play, ...]:
        """Every legal play."""
