"""What makes a draft's table impossible, as flags with a sentence each (I13, I14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Flag, auto

from engine.game import Seat
from engine.initiative.draft_model import INVENTORY, MARKERS, ROW
from engine.message import Message, Messages
from engine.pieces import Piece

say = Messages("engine.initiative")

Pieces = tuple[Piece, ...]
Rows = tuple[Pieces, ...]


class Problem(Flag):
    """Faults of a draft; combine with ``|``, zero is a sound table."""

    NONE = 0
    ROW_TOO_LONG = auto()
    NEAR_PAST_TEN = auto()
    FAR_PAST_TEN = auto()
    NOT_OF_THE_BAG = auto()


def faults(
    rows: Rows, hands: Mapping[Seat, Pieces], bag: Counter[Piece]
) -> Iterator[tuple[Problem, Message]]:
    """Each fault of a draft, with a sentence that says what to do: in the ``rows`` at the markers, and in the
    hands, given the full ``bag``."""
    for marker, row in zip(MARKERS, rows, strict=True):
        if len(row) > ROW:
            says = say("draft_marker_many", n=marker, most=len(row), more=len(row) - ROW)
            yield Problem.ROW_TOO_LONG, says
    for seat, problem in ((Seat.NEAR, Problem.NEAR_PAST_TEN), (Seat.FAR, Problem.FAR_PAST_TEN)):
        more = len(hands[seat]) - INVENTORY
        if more > 0:
            yield problem, say("draft_put_back", who=seat, n=INVENTORY + more, most=more)
    counted = Counter(piece for pieces in (*hands.values(), *rows) for piece in pieces)
    for piece, count in sorted((counted - bag).items()):
        yield Problem.NOT_OF_THE_BAG, say("draft_bag_had", n=count, piece=piece, most=bag[piece])
