"""Accumulates readings of places on the table where nothing changes.

Every state of the table is read again, and a reading may miss a faint piece or see one where there is none.
But where nothing has moved and the picture stays the same, the pieces do too. So the belief about a place
stays until more readings in a row contradict it than its error rate so far makes likely. Where a hand has
passed, a dark piece may have been taken from dark cloth without changing the picture, so there the newest
reading counts; but if the picture shows no change, a faint reading is enough for a piece to be there still.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Box, Place, UnitObservation
from vision.stillness.activity import Cells
from vision.stillness.glimpse import cells_of
from vision.stillness.lighting import GRID

UNLIKELY = 1e-4
"""A run of contradicting readings less likely than this changes the belief: the probability that a piece
comes or goes without a trace in the picture."""
REMEMBERED = 24
"""Most readings of a place that count."""
PLAIN = 0.75
"""A piece read with this confidence exists, even if nothing in the picture showed its arrival."""
AROUND = np.ones((3, 3), np.uint8)
"""Neighbours of a changed cell may have changed a little, too."""
SAME_MM = 12.0
"""Largest distance between readings of one piece."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A unit as it was last read, whether it is believed to be ``there``, and since that changed, how many
    readings ``agreed`` or contradicted it (``parted``, and those last in a row, ``run``)."""

    unit: UnitObservation
    there: bool
    agreed: int = 0
    parted: int = 0
    run: int = 0

    def read(self, unit: UnitObservation | None) -> _Known:
        """The belief after one more reading of the place, which shows the unit or does not."""
        known = self if unit is None else replace(self, unit=unit)
        if (unit is not None) is self.there:
            return replace(
                known, agreed=min(self.agreed + 1, REMEMBERED), parted=self.parted + self.run, run=0
            )
        rate = (self.parted + 1) / (self.agreed + self.parted + 2)  # Laplace's rule of succession
        if rate ** (self.run + 1) < UNLIKELY:
            return _Known(known.unit, not self.there, self.run + 1)
        return replace(known, run=self.run + 1)


@dataclass(frozen=True)
class Lasting:
    """The beliefs from all readings of the whole picture so far."""

    known: tuple[_Known, ...] = ()
    readings: NDArray[np.int64] = field(default_factory=lambda: np.zeros(GRID, np.int64))
    """The number of readings of each cell since it last changed."""

    def step(
        self,
        units: Sequence[UnitObservation],
        changed: Cells,
        size: tuple[int, int],
        passed: Cells | None = None,
        faint: Sequence[Place] = (),
        unread: Cells | None = None,
    ) -> tuple[Lasting, tuple[UnitObservation, ...]]:
        """The beliefs after another reading of a picture of ``size`` (width, height), and the units believed
        now; ``changed`` are the cells that have changed, ``passed`` those that something has passed over, and
        ``faint`` the places (mm) where something was read too faintly for a unit. Cells ``unread`` do not
        count as read: what shows there may have come, and may not."""
        touched = changed if passed is None else changed | passed
        readings = np.where(cv2.dilate(touched.astype(np.uint8), AROUND) > 0, 0, self.readings)
        old, after = list(self.known), list[_Known]()
        units = (*units, *self._still_shown(units, changed, size, faint))
        for unit in units:
            before = min(old, key=lambda each: _apart(each.unit, unit), default=None)
            often = _often(unit.bbox_px, readings, size)
            if before is None or _apart(before.unit, unit) > SAME_MM:
                doubtful = often and unit.confidence < PLAIN
                after.append(_Known(unit, False, often).read(unit) if doubtful else _Known(unit, True, 1))
                continue
            old.remove(before)
            lasts = often and _often(before.unit.bbox_px, readings, size)
            after.append(before.read(unit) if lasts else _Known(unit, True, 1))
        after += [each.read(None) for each in old if _often(each.unit.bbox_px, readings, size)]
        believed = tuple(each.unit for each in after if each.there)
        kept = tuple(each for each in after if each.there or each.run)
        more = 1 if unread is None else ~unread
        return replace(self, known=kept, readings=np.minimum(readings + more, REMEMBERED)), believed

    def _still_shown(
        self, units: Sequence[UnitObservation], changed: Cells, size: tuple[int, int], faint: Sequence[Place]
    ) -> list[UnitObservation]:
        """The units believed so far that show faintly, where the picture has not changed."""
        return [
            each.unit
            for each in self.known
            if each.there
            and any(math.dist((each.unit.x_mm, each.unit.y_mm), place) <= SAME_MM for place in faint)
            and not changed[cells_of((each.unit.bbox_px,), size)].any()
            and all(_apart(each.unit, unit) > SAME_MM for unit in units)
        ]


def _often(box: Box, readings: NDArray[np.int64], size: tuple[int, int]) -> int:
    """The number of readings of a place since any part of it changed."""
    return int(readings[cells_of((box,), size)].min(initial=REMEMBERED))


def _apart(one: UnitObservation, other: UnitObservation) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
