"""Reads only the part of a picture that changed; units elsewhere stay as they were read before.

There are two boxes: *inside* the first, earlier units are forgotten and new detections count; the second,
larger one is searched by the finder, so that everything in the first is seen whole and with its surroundings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.boxes import area, overlaps
from vision.detect.finder import DETECTION_WIDTH, LEAST_SCORE, Finder, Found, Kind
from vision.detect.second_look import agreed, without_repeats
from vision.detect.user_model import UserFinder
from vision.observation import Box, UnitObservation
from vision.stillness.activity import Cells, cell_box
from vision.stillness.glimpse import cells_of, reaches
from vision.stillness.lighting import GRID

RIM_CELLS, AROUND_CELLS = 1, 2
"""Margins in cells (of ``vision.stillness.activity``): of the box that is read around the changed cells, and
of the searched box around that."""
LARGEST = 0.4
"""A larger part of the picture is not worth it: then the whole picture is read."""
PLAIN_SCORE, ALIKE = 0.5, 0.98
"""Least score of a unit beside a moving hand, and least correlation of its grey values with those of the
frames before, if it is at rest; of 500 such units in two films, two thirds of them in a moving shadow, none
moved."""


@dataclass(frozen=True, slots=True)
class Part:
    """The changed part of a picture: both boxes in picture px, ``shown`` in whole ones."""

    inside: Box
    shown: tuple[int, int, int, int]

    def untouched(self, units: Iterable[UnitObservation]) -> tuple[UnitObservation, ...]:
        """The units outside."""
        return tuple(unit for unit in units if not overlaps(unit.bbox_px, self.inside))

    def find(
        self,
        finder: Finder | UserFinder,
        image_bgr: NDArray[np.uint8],
        width: int = DETECTION_WIDTH,
        least: float = LEAST_SCORE,
    ) -> tuple[Found, ...]:
        """The detections inside, in picture px, best first, at the scale of a whole picture ``width`` px
        wide."""
        left, top, right, bottom = self.shown
        own = round(min(1.0, width / image_bgr.shape[1]) * (right - left))
        found = finder.find(image_bgr[top:bottom, left:right], own, least)
        moved = (_moved(one, left, top) for one in found)
        return tuple(one for one in moved if overlaps(one.box, self.inside))


def _moved(found: Found, right: int, down: int) -> Found:
    x0, y0, x1, y1 = found.box
    base, apex = ((x + right, y + down) for x, y in (found.base_px, found.apex_px))
    return replace(found, box=(x0 + right, y0 + down, x1 + right, y1 + down), base_px=base, apex_px=apex)


def changed_part(changed: Cells, size: tuple[int, int], units: Iterable[UnitObservation]) -> Part | None:
    """The part of a picture of ``size`` (width, height) px around the changed cells; ``None`` if that is too
    large, or nothing changed.

    Those of ``units`` that reach into it are searched completely.
    """
    rows, columns = np.flatnonzero(changed.any(1)), np.flatnonzero(changed.any(0))
    if not len(rows):
        return None
    cells = int(rows[0]), int(columns[0]), int(rows[-1]), int(columns[-1])
    inside = _grown(cells, RIM_CELLS, size)
    reached = [unit.bbox_px for unit in units if overlaps(unit.bbox_px, inside)]
    boxes = np.array([_grown(cells, RIM_CELLS + AROUND_CELLS, size), *reached])
    low = np.maximum(np.floor(boxes[:, :2].min(0)), 0).astype(int)
    high = np.minimum(np.ceil(boxes[:, 2:].max(0)), size).astype(int)
    shown = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
    return Part(inside, shown) if area(shown) < LARGEST * size[0] * size[1] else None


def looked_again(
    finder: Finder | UserFinder,
    image_bgr: NDArray[np.uint8],
    once: Iterable[Found],
    new: Cells,
    units: Iterable[UnitObservation],
    width: int,
    least: float,
) -> list[Found]:
    """Those units of a first look that reach into the ``new`` cells, agreed on with a second look at that
    part, at the scale of a whole picture ``width`` px wide; of at least this score. If the part is too large,
    what is new where no unit was found is looked at again, group by group.

    A small piece on a printed card may be missed at one scale, in all pictures of it: on a film the score was
    0.04 to 0.08 at one and 0.7 at another.
    """
    size = image_bgr.shape[1], image_bgr.shape[0]

    def new_units(every: Iterable[Found], within: Cells) -> list[Found]:
        return [one for one in every if one.kind is not Kind.HAND and reaches(one.box, within, size)]

    found, whole = new_units(once, new), changed_part(new, size, units)
    if whole is not None:
        found = agreed(found, new_units(whole.find(finder, image_bgr, width, least / 2), new))
        return [one for one in found if one.score >= least]
    seen = [one for one in found if one.score >= least]
    unexplained = new & ~cells_of(tuple(one.box for one in seen), size)
    faint = [one for one in new_units(found, unexplained) if one.score < least]
    again = [
        one
        for part, cells in _groups_of(unexplained, size, units)
        for one in new_units(part.find(finder, image_bgr, width, least / 2), cells)
    ]
    return without_repeats(one for one in (*seen, *agreed(faint, again)) if one.score >= least)


def _groups_of(
    changed: Cells, size: tuple[int, int], units: Iterable[UnitObservation]
) -> list[tuple[Part, Cells]]:
    """The parts of a picture around each connected group of cells, with that group: the smallest first, until
    they are together too large."""
    count, groups = cv2.connectedComponents(changed.astype(np.uint8), connectivity=8)
    cells = [groups == number for number in range(1, count)]
    parts = [(part, each) for each in cells if (part := changed_part(each, size, units)) is not None]
    parts.sort(key=lambda one: area(one[0].shown))
    total = np.cumsum([area(part.shown) for part, _ in parts])
    return parts[: int(np.searchsorted(total, LARGEST * size[0] * size[1]))]


def resting_beside(
    found: Iterable[Found], hands: Sequence[Box], before_bgr: NDArray[np.uint8], now_bgr: NDArray[np.uint8]
) -> tuple[Box, ...]:
    """The boxes of the units ``found`` now that no hand touches and that look as in a frame before, except
    for shadows, each uint8 (H, W, 3): they are at rest, whatever moves beside them."""
    plain = (one.box for one in found if one.kind is not Kind.HAND and one.score >= PLAIN_SCORE)
    free = (box for box in plain if not any(overlaps(box, hand) for hand in hands))
    return tuple(box for box in free if _likeness(box, before_bgr, now_bgr) >= ALIKE)


def _likeness(box: Box, one_bgr: NDArray[np.uint8], other_bgr: NDArray[np.uint8]) -> float:
    """The correlation of the grey values that two pictures have in a box (px); 0 where all are alike."""
    height, width = one_bgr.shape[:2]
    left, right = (int(np.clip(x, 0, width)) for x in (box[0], box[2]))
    top, bottom = (int(np.clip(y, 0, height)) for y in (box[1], box[3]))
    if right - left < 2 or bottom - top < 2:
        return 0.0
    crops = (cv2.GaussianBlur(each[top:bottom, left:right], (0, 0), 1.0) for each in (one_bgr, other_bgr))
    grey = [cv2.cvtColor(each, cv2.COLOR_BGR2GRAY).astype(np.float64).ravel() for each in crops]
    one, other = (each - each.mean() for each in grey)
    energy = float(np.sqrt((one @ one) * (other @ other)))
    return float(one @ other) / energy if energy > 0 else 0.0


def _grown(cells: tuple[int, int, int, int], by: int, size: tuple[int, int]) -> Box:
    """The box (px) of a block of cells (first row and column, last row and column) with a margin of
    ``by``."""
    top, left = max(cells[0] - by, 0), max(cells[1] - by, 0)
    bottom, right = min(cells[2] + by, GRID[0] - 1), min(cells[3] + by, GRID[1] - 1)
    return (*cell_box(top, left, *size)[:2], *cell_box(bottom, right, *size)[2:])


__all__ = ["Part", "changed_part", "looked_again", "resting_beside"]
