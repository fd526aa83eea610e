"""What makes a draft's table impossible, as flags with a sentence each (I13, I14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Flag, auto
from typing import TYPE_CHECKING

from engine.game import Seat
from engine.initiative.draft_model import INVENTORY, MARKERS, ROW, bag_of

if TYPE_CHECKING:
    from engine.initiative.draft import Draft


class Problem(Flag):
    """Faults of a draft; combine with ``|``, zero is a sound table."""

    NONE = 0
    ROW_TOO_LONG = auto()
    NEAR_PAST_TEN = auto()
    FAR_PAST_TEN = auto()
    NOT_OF_THE_BAG = auto()


def faults(draft: Draft) -> Iterator[tuple[Problem, str]]:
    """Each fault of a draft with a sentence that says what to do."""
    for marker, row in zip(MARKERS, draft.rows, strict=True):
        if len(row) > ROW:
            says = f"marker {marker} has {len(row)} pyramids: put {len(row) - ROW} at another marker"
            yield Problem.ROW_TOO_LONG, says
    for seat, problem in ((Seat.NEAR, Problem.NEAR_PAST_TEN), (Seat.FAR, Problem.FAR_PAST_TEN)):
        more = len(draft.hand(seat)) - INVENTORY
        if more > 0:
            yield problem, f"{seat} has {INVENTORY + more} pyramids: put {more} back, ten are the limit"
    counted = Counter((*draft.near, *draft.far, *(piece for row in draft.rows for piece in row)))
    bag = bag_of(draft.stack, draft.stack_size)
    for piece, count in sorted((counted - bag).items()):
        yield Problem.NOT_OF_THE_BAG, f"{count} {piece} too many: the bag had {bag[piece]} of this pyramid"
