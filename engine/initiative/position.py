"""A round as a verdict sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from engine.game import Seat
from engine.initiative.model import Outcome, Play, Rules
from engine.pieces import Colour, Piece


class Position(Protocol):
    """What `verdict` needs of a `state.State`, which in turn imports `verdict`."""

    @property
    def rules(self) -> Rules:
        """The rules in force."""

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
        """The number of calls by both players."""

    @property
    def rows(self) -> Mapping[Seat, tuple[Play, ...]]:
        """The plays on the table."""

    @property
    def virtual_plays(self) -> Mapping[Seat, int]:
        """The number of virtual plays of each seat."""

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
