"""Reads only the part of a picture that changed; units elsewhere stay as they were read before.

There are two boxes: *inside* the first, earlier units are forgotten and new detections count; the second,
larger one is searched by the finder, so that everything in the first is seen whole and with its surroundings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.detect.boxes import area, overlaps
from vision.detect.finder import DETECTION_WIDTH, LEAST_SCORE, Finder, Found, Kind
from vision.detect.second_look import agreed
from vision.detect.user_model import UserFinder
from vision.observation import Box, UnitObservation
from vision.stillness.activity import Cells, cell_box
from vision.stillness.glimpse import reaches
from vision.stillness.lighting import GRID

RIM_CELLS, AROUND_CELLS = 1, 2
"""Margins in cells (of ``vision.stillness.activity``): of the box that is read around the changed cells, and
of the searched box around that."""
LARGEST = 0.4
"""A larger part of the picture is not worth it: then the whole picture is read."""


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
    part, at the scale of a whole picture ``width`` px wide, unless it is too large; of at least this score.

    A small piece on a printed card may be missed at one scale, in all pictures of it: on a film the score was
    0.04 to 0.08 at one and 0.7 at another.
    """
    size = image_bgr.shape[1], image_bgr.shape[0]

    def new_units(every: Iterable[Found]) -> list[Found]:
        return [one for one in every if one.kind is not Kind.HAND and reaches(one.box, new, size)]

    found, part = new_units(once), changed_part(new, size, units)
    if part is not None:
        found = agreed(found, new_units(part.find(finder, image_bgr, width, least / 2)))
    return [one for one in found if one.score >= least]


def _grown(cells: tuple[int, int, int, int], by: int, size: tuple[int, int]) -> Box:
    """The box (px) of a block of cells (first row and column, last row and column) with a margin of
    ``by``."""
    top, left = max(cells[0] - by, 0), max(cells[1] - by, 0)
    bottom, right = min(cells[2] + by, GRID[0] - 1), min(cells[3] + by, GRID[1] - 1)
    return (*cell_box(top, left, *size)[:2], *cell_box(bottom, right, *size)[2:])


__all__ = ["Part", "changed_part", "looked_again"]
