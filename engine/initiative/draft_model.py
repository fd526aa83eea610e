"""The types of a draft for Initiative: the bag, the moves, the events, the outcome (I13, I14)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from engine.game import Event, Seat
from engine.initiative.model import Setup
from engine.message import Message, Messages
from engine.pieces import Colour, Piece, Size

say = Messages("engine.initiative")
BOTH_TEN = say("draft_both_ten")

INVENTORY = 10
ROW = 2
"""How many pyramids fit at a marker."""
MARKERS = (1, 2, 3)
COPIES = 2


def bag_of(stack: tuple[Colour, ...], stack_size: Size) -> Counter[Piece]:
    """What remains of two trios of the stack's colours once the stack is built (I13)."""
    bag = Counter({Piece(size, colour): COPIES for size in Size for colour in stack})
    bag.subtract(Piece(stack_size, colour) for colour in stack)
    return +bag


@dataclass(frozen=True)
class Draw:
    """A pyramid drawn blindly and put beside a marker."""

    kind: ClassVar[str] = "draw"
    seat: Seat
    piece: Piece
    marker: int


@dataclass(frozen=True)
class Take:
    """A marker's row taken; ``keep`` are the pyramids kept if not all fit into ten, otherwise empty."""

    kind: ClassVar[str] = "take"
    seat: Seat
    marker: int
    keep: tuple[Piece, ...] = ()


Move = Draw | Take


@dataclass(frozen=True)
class Outcome:
    """A finished draft: nobody wins, and ``setup`` is the result."""

    setup: Setup
    reason: Message = BOTH_TEN
    reading: str = "I14"
    winner: Seat | None = None


@dataclass(frozen=True)
class Drawn(Event):
    """``seat`` put a drawn pyramid beside a marker."""

    kind: ClassVar[str] = "drawn"
    seat: Seat
    piece: Piece
    marker: int


@dataclass(frozen=True)
class Taken(Event):
    """``seat`` took these pyramids from a marker, left the others, and has ``now`` in all."""

    kind: ClassVar[str] = "taken"
    seat: Seat
    marker: int
    pieces: tuple[Piece, ...]
    left: tuple[Piece, ...]
    now: int


@dataclass(frozen=True)
class MarkerClosed(Event):
    """The marker is closed, and ``waits`` must wait until the other player has taken too."""

    kind: ClassVar[str] = "marker_closed"
    marker: int
    waits: Seat


@dataclass(frozen=True)
class MarkersOpened(Event):
    """All markers are open again, and ``to_move`` continues."""

    kind: ClassVar[str] = "markers_opened"
    to_move: Seat


@dataclass(frozen=True)
class DraftEnded(Event):
    """Both players have ten pyramids."""

    kind: ClassVar[str] = "draft_ended"
    setup: Setup
