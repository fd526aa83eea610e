"""Where the markers of a draft lie, and which units are markers rather than pyramids."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.initiative.draft_model import MARKERS
from engine.message import Messages

say = Messages("arbiter.games.initiative")

APART_MM = 110.0
PLACES = (-APART_MM, 0.0, APART_MM)
PAPER_MM = 10.0
"""A unit this close to a marker that was once taken for a pyramid is that marker again."""
CLOSE_MM = 12.0
"""Half of the least distance between two markers."""

Place = tuple[float, float]


def marker_site(marker: int) -> str:
    """The site of a marker's row."""
    return f"marker {marker}"


@dataclass(frozen=True)
class MarkerRow:
    """The x of each marker (mm), from near's left."""

    places: tuple[float, ...] = PLACES

    @classmethod
    def of_corners(cls, corners: Sequence[tuple[float, float]]) -> MarkerRow:
        """The markers in the middle of each third of the area between four corners (mm), near left first,
        then counter-clockwise; raises ``ValueError`` if that is not a row across the middle of the table."""
        near_left, near_right, far_right, far_left = corners
        left, right = (near_left[0] + far_left[0]) / 2, (near_right[0] + far_right[0]) / 2
        apart = (right - left) / len(MARKERS)
        if apart < 2 * CLOSE_MM or not near_left[1] < 0 < far_left[1]:
            raise ValueError(say("page_no_row"))
        return cls(tuple(left + apart * (number + 0.5) for number in range(len(MARKERS))))

    def to_json(self) -> list[float]:
        """The places, for a record."""
        return [round(place, 1) for place in self.places]

    @classmethod
    def from_json(cls, data: Sequence[float]) -> MarkerRow:
        """What `to_json` wrote."""
        return cls(tuple(map(float, data)))


def is_paper(papers: Iterable[Place], x_mm: float, y_mm: float) -> bool:
    """Whether a unit at a place is one of the markers in ``papers``."""
    return any(math.dist(at, (x_mm, y_mm)) < PAPER_MM for at in papers)
