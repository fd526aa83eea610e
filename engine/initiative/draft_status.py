"""What makes a draft's table impossible, as flags with a sentence each (I13, I14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Flag, auto

from engine.game import Seat
from engine.initiative.draft_model import INVENTORY, MARKERS, ROW
from engine.pieces import Piece

Pieces = tuple[Piece, ...]
Rows = tuple[Pieces, ...]


class Problem(Flag):
    """Faults of a draft; combine with ``|``, zero is a sound table."""

    NONE = 0
    ROW_TOO_LONG = auto()
    NEAR_PAST_TEN = auto()
    FAR_PAST_TEN = auto()
    NOT_OF_THE_BAG = auto()


def faults(rows: Rows, hands: Mapping[Seat, Pieces], bag: Counter[Piece]) -> Iterator[tuple[Problem, str]]:
    """Each fault of a draft with a sentence that says what to do: of the ``rows`` at the markers, and of what
    was taken, out of a full ``bag``."""
    for marker, row in zip(MARKERS, rows, strict=True):
        if len(row) > ROW:
            says = f"marker {marker} has {len(row)} pyramids: put {len(row) - ROW} at another marker"
            yield Problem.ROW_TOO_LONG, says
    for seat, problem in ((Seat.NEAR, Problem.NEAR_PAST_TEN), (Seat.FAR, Problem.FAR_PAST_TEN)):
        more = len(hands[seat]) - INVENTORY
        if more > 0:
            yield problem, f"{seat} has {INVENTORY + more} pyramids: put {more} back, ten are the limit"
    counted = Counter(piece for pieces in (*hands.values(), *rows) for piece in pieces)
    for piece, count in sorted((counted - bag).items()):
        yield Problem.NOT_OF_THE_BAG, f"{count} {piece} too many: the bag had {bag[piece]} of this pyramid"
