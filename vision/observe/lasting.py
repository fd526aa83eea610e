"""What is known of places of the table at which nothing changes: readings of them add up.

Every state of the table is read anew, and a reading may miss a faint piece or see one where there is none.
But where nothing has moved and the picture stays the same, the pieces do too. So a place holds what it held
until readings in a row contradict that oftener than they have done so far makes likely. (Where a hand passed,
a dark piece may have gone from dark cloth and left the picture as it was.)
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Box, UnitObservation
from vision.stillness.activity import Cells
from vision.stillness.glimpse import cells_of
from vision.stillness.lighting import GRID

UNLIKELY = 1e-4
"""A run of readings that what is believed makes less likely than this changes the belief: so seldom does a
piece come or go without a trace in the picture."""
REMEMBERED = 24
"""Readings of a place that count at most."""
PLAIN = 0.75
"""A piece that is read with this confidence is there, though nothing told of its coming."""
AROUND = np.ones((3, 3), np.uint8)
"""What is next to a cell that changed may have changed a little too."""
SAME_MM = 12.0
"""Readings of one piece lie no further apart than this."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A unit as it was read last, whether it is believed to be there, how often readings of its place since
    that changed said so (``agreed``) or not (``parted``), and the last of these in a row (``run``)."""

    unit: UnitObservation
    there: bool
    agreed: int = 0
    parted: int = 0
    run: int = 0

    def read(self, unit: UnitObservation | None) -> _Known:
        """After one more reading of the place, which shows the unit or does not."""
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
    """What was read of the whole picture so far."""

    known: tuple[_Known, ...] = ()
    readings: NDArray[np.int64] = field(default_factory=lambda: np.zeros(GRID, np.int64))
    """How often each cell was read since it changed."""

    def step(
        self, units: Iterable[UnitObservation], changed: Cells, size: tuple[int, int]
    ) -> tuple[Lasting, tuple[UnitObservation, ...]]:
        """After another reading of a picture of ``size`` (width, height) in which some cells have
        ``changed``, or something passed; and the units that count now."""
        readings = np.where(cv2.dilate(changed.astype(np.uint8), AROUND) > 0, 0, self.readings)
        old, after = list(self.known), list[_Known]()
        for unit in units:
            before = min(old, key=lambda each: _apart(each.unit, unit), default=None)
            often = _often(unit.bbox_px, readings, size)
            if before is None or _apart(before.unit, unit) > SAME_MM:
                faint = often and unit.confidence < PLAIN
                after.append(_Known(unit, False, often).read(unit) if faint else _Known(unit, True, 1))
                continue
            old.remove(before)
            lasts = often and _often(before.unit.bbox_px, readings, size)
            after.append(before.read(unit) if lasts else _Known(unit, True, 1))
        after += [each.read(None) for each in old if _often(each.unit.bbox_px, readings, size)]
        told = tuple(each.unit for each in after if each.there)
        kept = tuple(each for each in after if each.there or each.run)
        return replace(self, known=kept, readings=np.minimum(readings + 1, REMEMBERED)), told


def _often(box: Box, readings: NDArray[np.int64], size: tuple[int, int]) -> int:
    """How often all of a place was read since any of it changed."""
    return int(readings[cells_of((box,), size)].min(initial=REMEMBERED))


def _apart(one: UnitObservation, other: UnitObservation) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
