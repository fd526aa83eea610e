"""Glimpses of the table while hands are over it: the parts in which nothing moves.

When the turns of players overlap, the whole table may not be at rest for many seconds. Changed parts that are
at rest are read nevertheless, together with the places about which nothing is known: where something moves or
has just moved, and where a hand is held still. A glimpse does not replace a table at rest, but it shows the
order of events.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from vision.observation import SQUARE_MM, Box, UnitObservation
from vision.stillness.activity import Activity, Cells
from vision.stillness.lighting import GRID

QUIET_S = 0.2
"""Time without motion after which a part of the picture is at rest."""
EVERY_S, LEAST_CELLS = 0.2, 2
"""Least interval between two glimpses, and least number of cells that differ from the last one."""
MOST_HIDDEN = 0.6
"""Largest hidden share of the picture; more is a moving camera or a person leaning over the table."""
REACH_MM, TALL_MM, ROUND_MM = 500.0, 45.0, 10.0
"""Distance from the table's middle within which hidden squares are found, and the height and radius (mm) that
must be visible above a square."""


def _never() -> NDArray[np.float64]:
    return np.full(GRID, -math.inf)


@dataclass(frozen=True, slots=True)
class Quiet:
    """The time of each cell's last motion, and the cells of the last glimpse."""

    moved_s: NDArray[np.float64] = field(default_factory=_never)
    glimpsed_s: float = -math.inf
    taken: Cells = field(default_factory=lambda: np.zeros(GRID, bool))

    def step(self, moved: Cells, time_s: float) -> Quiet:
        """The state after another frame."""
        return replace(self, moved_s=np.where(moved, time_s, self.moved_s))

    def restless(self, time_s: float) -> Cells:
        """The cells in or next to which something moves; they are unusable."""
        moving = (time_s - self.moved_s < QUIET_S).astype(np.uint8)
        return np.asarray(cv2.dilate(moving, np.ones((3, 3), np.uint8)) > 0)

    def due(self, activity: Activity, time_s: float) -> bool:
        """Whether enough has come to rest since the last glimpse."""
        restless = self.restless(time_s)
        if time_s - self.glimpsed_s < EVERY_S or restless.mean() > MOST_HIDDEN:
            return False
        shown = activity.changed & ~restless
        return bool(shown.any() and np.count_nonzero(shown ^ self.taken) >= LEAST_CELLS)

    def after(self, activity: Activity, time_s: float) -> Quiet:
        """The state after a glimpse."""
        return replace(self, glimpsed_s=time_s, taken=activity.changed & ~self.restless(time_s))


def cells_of(boxes: tuple[Box, ...], size: tuple[int, int]) -> Cells:
    """The cells that boxes (px) overlap, in a picture of ``size`` (width, height)."""
    found = np.zeros(GRID, bool)
    for x0, y0, x1, y1 in boxes:
        left, right = (int(v * GRID[1] / size[0]) for v in (max(x0, 0.0), max(x1, 0.0)))
        top, bottom = (int(v * GRID[0] / size[1]) for v in (max(y0, 0.0), max(y1, 0.0)))
        found[top : bottom + 1, left : right + 1] = True
    return found


def seen_whole(
    units: tuple[UnitObservation, ...], hidden: Cells, size: tuple[int, int]
) -> tuple[UnitObservation, ...]:
    """The units with no part in ``hidden`` cells."""
    return tuple(unit for unit in units if not reaches(unit.bbox_px, hidden, size))


def reaches(box: Box, cells: Cells, size: tuple[int, int]) -> bool:
    """Whether a box (px) overlaps any of the ``cells``."""
    return bool((cells_of((box,), size) & cells).any())


def hidden_squares(camera: Camera, hidden: Cells) -> frozenset[tuple[int, int]]:
    """The squares of the table (``SQUARE_MM``, numbered from its origin) where a unit in the middle would not
    be completely clear of the ``hidden`` cells; those outside the picture are left out."""
    count = int(REACH_MM // SQUARE_MM)
    numbers = np.stack(np.meshgrid(*[np.arange(-count, count)] * 2), -1).reshape(-1, 2)
    middle = (numbers + 0.5) * SQUARE_MM
    ground, top = (np.column_stack([middle, np.full(len(middle), z)]) for z in (0.0, TALL_MM))
    base, apex = camera.project(ground), camera.project(top)
    around = ROUND_MM * camera.focal_px / camera.depth(ground)
    low, high = np.minimum(base, apex) - around[:, None], np.maximum(base, apex) + around[:, None]
    inside = (high >= 0).all(1) & (low < (camera.width, camera.height)).all(1)
    scale = np.array([GRID[1] / camera.width, GRID[0] / camera.height])
    with np.errstate(invalid="ignore"):
        first = np.clip(np.nan_to_num(low * scale), 0, (GRID[1] - 1, GRID[0] - 1)).astype(int)
        last = np.clip(np.nan_to_num(high * scale), 0, (GRID[1] - 1, GRID[0] - 1)).astype(int) + 1
    sums = cv2.integral(hidden.astype(np.uint8))
    found = (
        sums[last[:, 1], last[:, 0]]
        - sums[first[:, 1], last[:, 0]]
        - sums[last[:, 1], first[:, 0]]
        + sums[first[:, 1], first[:, 0]]
    )
    return frozenset((int(i), int(j)) for i, j in numbers[inside & (found > 0)])


__all__ = ["Quiet", "cells_of", "hidden_squares", "reaches", "seen_whole"]
