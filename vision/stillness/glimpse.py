"""What shows of a table while hands are over it: the parts in which nothing moves.

Players' hands overlap, and for many seconds there may be no moment in which the whole table is at rest. What
was changed and has been at rest since is read all the same, and it is said where nothing is known: where
something moves or has just moved, and where a hand is held still. It is no substitute for a table at rest,
but it tells in which order things were done.
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
"""After so long without movement a part of the picture is at rest."""
EVERY_S, LEAST_CELLS = 0.2, 2
"""How often a glimpse is worth its cost, and from how many cells on that differ from the last one."""
MOST_HIDDEN = 0.6
"""Share of the picture that may be hidden; more is a camera that moves, or somebody who leans over."""
REACH_MM, TALL_MM, ROUND_MM = 500.0, 45.0, 10.0
"""How far from the table's middle it is asked what is hidden, and of what height and radius (mm) something
that stands there has to be seen whole."""


def _never() -> NDArray[np.float64]:
    return np.full(GRID, -math.inf)


@dataclass(frozen=True, slots=True)
class Quiet:
    """When each cell moved last, and what was taken in at the last glimpse."""

    moved_s: NDArray[np.float64] = field(default_factory=_never)
    glimpsed_s: float = -math.inf
    taken: Cells = field(default_factory=lambda: np.zeros(GRID, bool))

    def step(self, moved: Cells, time_s: float) -> Quiet:
        """With what moved in one more frame."""
        return replace(self, moved_s=np.where(moved, time_s, self.moved_s))

    def restless(self, time_s: float) -> Cells:
        """The cells in which something moves, or next to one, and which say nothing."""
        moving = (time_s - self.moved_s < QUIET_S).astype(np.uint8)
        return np.asarray(cv2.dilate(moving, np.ones((3, 3), np.uint8)) > 0)

    def due(self, activity: Activity, time_s: float) -> bool:
        """Whether enough has come to rest that was not taken in before."""
        restless = self.restless(time_s)
        if time_s - self.glimpsed_s < EVERY_S or restless.mean() > MOST_HIDDEN:
            return False
        shown = activity.changed & ~restless
        return bool(shown.any() and np.count_nonzero(shown ^ self.taken) >= LEAST_CELLS)

    def after(self, activity: Activity, time_s: float) -> Quiet:
        """Once this was glimpsed."""
        return replace(self, glimpsed_s=time_s, taken=activity.changed & ~self.restless(time_s))


def cells_of(boxes: tuple[Box, ...], size: tuple[int, int]) -> Cells:
    """The cells that boxes (px) reach into, in a picture of ``size`` (width, height)."""
    found = np.zeros(GRID, bool)
    for x0, y0, x1, y1 in boxes:
        left, right = (int(v * GRID[1] / size[0]) for v in (max(x0, 0.0), max(x1, 0.0)))
        top, bottom = (int(v * GRID[0] / size[1]) for v in (max(y0, 0.0), max(y1, 0.0)))
        found[top : bottom + 1, left : right + 1] = True
    return found


def seen_whole(
    units: tuple[UnitObservation, ...], hidden: Cells, size: tuple[int, int]
) -> tuple[UnitObservation, ...]:
    """The units of which nothing lies in ``hidden`` cells."""
    return tuple(unit for unit in units if not reaches(unit.bbox_px, hidden, size))


def reaches(box: Box, cells: Cells, size: tuple[int, int]) -> bool:
    """Whether a box (px) reaches into any of the ``cells``."""
    return bool((cells_of((box,), size) & cells).any())


def hidden_squares(camera: Camera, hidden: Cells) -> frozenset[tuple[int, int]]:
    """The squares of the table (``SQUARE_MM``, numbered from its origin) in the middle of which nothing could
    stand that is seen whole beside the ``hidden`` cells; those out of the picture are left out."""
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
