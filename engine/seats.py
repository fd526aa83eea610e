"""The two sides of a table."""

from __future__ import annotations

from enum import StrEnum


class Seat(StrEnum):
    """A player's side in the table frame: ``near`` is y < 0, ``far`` is y > 0."""

    NEAR = "near"
    FAR = "far"

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat.FAR if self is Seat.NEAR else Seat.NEAR
