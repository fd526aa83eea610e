"""What the structures of Sanctum on a table are called, and where they stand."""

from __future__ import annotations

from engine.game import Seat
from engine.message import Message, Messages

say = Messages("arbiter.games.sanctum")


def owner_word(owner: object) -> Message:
    """Whose a structure is, in a word."""
    return say("owner", owner=str(owner))


def where(x_mm: float, y_mm: float) -> Message:
    """Where on the table something stands, for people."""
    seat = Seat.NEAR if y_mm < 0 else Seat.FAR
    return say("left" if x_mm < 0 else "right", who=seat)
