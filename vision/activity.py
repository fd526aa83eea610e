"""Is the table still, and where did it change? Cheap enough for every frame.

The frame is shrunk to SMALL, its logarithm taken and the local mean subtracted, so that a change of light, a
slow drift or a soft shadow, which multiply a neighbourhood by one factor, drop out while edges of things
stay. The mean absolute difference of two such pictures over cells of CELL px tells what moved since the
frame before, and what changed since the last reference. Thresholds follow the noise, measured as the median
cell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

SMALL = (320, 180)
CELL = 10
GRID = (SMALL[1] // CELL, SMALL[0] // CELL)
_LOG = np.log(np.arange(256, dtype=np.float32) + 12.0)

Cells = NDArray[np.bool_]
Trace = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Hysteresis:
    """When moving becomes still and still becomes moving.

    Moving: at least ``start_cells`` cells moved since the frame before. Still: for ``settle_s`` and over
    ``settle_frames`` frames no more than ``rest_cells`` cells moved. A cell counts as moved (changed) when
    its difference is over ``noise_factor`` times the noise and over ``floor`` (natural logarithm of light).
    Raises ValueError when a value makes no sense.
    """

    start_cells: int = 2
    rest_cells: int = 1
    settle_s: float = 0.25
    settle_frames: int = 3
    noise_factor: float = 3.5
    floor: float = 0.025
    drift_rate: float = 0.04

    def __post_init__(self) -> None:
        if not 0 <= self.rest_cells < self.start_cells:
            raise ValueError(f"rest_cells ({self.rest_cells}) must be under start_cells ({self.start_cells})")
        if self.settle_s < 0 or self.settle_frames < 1 or self.noise_factor <= 1 or self.floor <= 0:
            raise ValueError(f"hysteresis values must be positive: {self}")
        if not 0 <= self.drift_rate <= 1:
            raise ValueError(f"drift_rate must be from 0 to 1, got {self.drift_rate}")


@dataclass(frozen=True, slots=True)
class Activity:
    """What one frame showed: ``still``, the ``moved`` cells since the frame before and the ``changed`` cells
    since the reference, both (GRID) bool; ``changed`` is all True while there is no reference."""

    still: bool
    moved: Cells
    changed: Cells

    @property
    def changed_cells(self) -> int:
        """How many cells differ from the reference."""
        return int(self.changed.sum())


@dataclass(frozen=True, slots=True)
class Watch:
    """All that is remembered between frames; immutable, ``step`` returns the next one."""

    rules: Hysteresis = Hysteresis()
    last: Trace | None = None
    reference: Trace | None = None
    still: bool = False
    calm_since_s: float | None = None
    calm_frames: int = 0

    def step(self, image_bgr: NDArray[np.uint8], time_s: float) -> tuple[Watch, Activity]:
        """Take in the next frame, uint8 (H, W, 3) BGR, at ``time_s``."""
        now = trace(image_bgr)
        moved = self._cells(now, self.last)
        count = int(moved.sum()) if self.last is not None else GRID[0] * GRID[1]
        changed = self._cells(now, self.reference)
        if count > self.rules.rest_cells:
            still = self.still and count < self.rules.start_cells
            calm_since, calm = None, 0
        else:
            calm_since = time_s if self.calm_since_s is None else self.calm_since_s
            calm = self.calm_frames + 1
            rested = time_s - calm_since >= self.rules.settle_s - 1e-9
            still = self.still or (calm >= self.rules.settle_frames and rested)
        reference = self._drifted(now, changed) if still else self.reference
        following = Watch(self.rules, now, reference, still, calm_since, calm)
        return following, Activity(still, moved, changed)

    def accepted(self) -> Watch:
        """The last frame becomes the reference: what is there now has been read."""
        return replace(self, reference=self.last)

    def _cells(self, now: Trace, before: Trace | None) -> Cells:
        if before is None:
            return np.ones(GRID, bool)
        means = cv2.resize(cv2.absdiff(now, before), GRID[::-1], interpolation=cv2.INTER_AREA)
        noise = float(np.median(means))
        return means > max(self.rules.floor, self.rules.noise_factor * noise)

    def _drifted(self, now: Trace, changed: Cells) -> Trace | None:
        """The reference, following slow changes of light where nothing else changed."""
        if self.reference is None:
            return None
        rate = cv2.resize((~changed).astype(np.float32), SMALL, interpolation=cv2.INTER_NEAREST)
        return self.reference + (now - self.reference) * (rate * self.rules.drift_rate)


def trace(image_bgr: NDArray[np.uint8]) -> Trace:
    """The light-independent small picture, float32 (180, 320): logarithm of light minus its local mean."""
    small = cv2.resize(image_bgr, SMALL, interpolation=cv2.INTER_AREA)
    light = cv2.LUT(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), _LOG)
    return light - cv2.blur(light, (31, 31), borderType=cv2.BORDER_REFLECT)


def cell_box(row: int, column: int, width: int, height: int) -> tuple[float, float, float, float]:
    """Picture px (x0, y0, x1, y1) of a cell in a picture of width × height."""
    sx, sy = width / GRID[1], height / GRID[0]
    return column * sx, row * sy, (column + 1) * sx, (row + 1) * sy
