"""Finds the offset of two cameras' clocks from the motion in both: hands move for all of them at once.

Only the changed amount of every picture is kept. Two cameras see a motion from different sides, so one sees
more of it than the other, but they see it begin and end together: up to a factor, the two series agree when
one is shifted by the delay of its stream or the later start of its film. The shift is the peak of their
normalised cross-correlation over the last seconds; it is reported only if it stands out.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Series = NDArray[np.float64]
SMALL = 80, 45
"""Size (px) to which pictures are reduced for the comparison."""
NOTICED = 7.0
"""Least change of a small pixel in grey levels; less is noise."""
STEP_S = 1 / 30
SMOOTH_S = 0.25
REMEMBERED_S = 40.0
LEAST_S, LEAST_MOVING_S = 4.0, 0.5
"""Least overlap of both series at a shift, and least time with motion in both."""
ALIKE, STANDS_OUT = 0.6, 0.15
"""Least correlation at the peak, and least difference from the correlation elsewhere."""
PEAK_S = 0.5
"""Half the width of a peak: shifts nearer to the best one are not "elsewhere"."""
ACCURACY_S = 0.1
"""Accuracy of a reported shift."""


@dataclass(frozen=True, slots=True)
class Shift:
    """The offset (s) to be added to the other clock to get the first one's, and the correlation with it."""

    offset_s: float
    alike: float


class Motion:
    """The amount of motion in one camera's pictures, over the last ``REMEMBERED_S`` of its own clock."""

    def __init__(self) -> None:
        self._small: NDArray[np.float32] | None = None
        self._times: deque[float] = deque()
        self._amounts: deque[float] = deque()
        self.time_s = -math.inf
        """The time of the last picture."""
        self.altered_s = -math.inf
        """The last time at which a picture differed from the one before."""

    def step(self, image_bgr: NDArray[np.uint8], time_s: float) -> None:
        """Process the next picture (h, w, 3)."""
        light = cv2.resize(image_bgr, SMALL, interpolation=cv2.INTER_AREA).mean(axis=2, dtype=np.float32)
        before, self._small, self.time_s = self._small, light, time_s
        if before is None:
            self.altered_s = time_s
            return
        off = np.abs(light - before - np.median(light - before))
        if off.any():
            self.altered_s = time_s
        amount = float(np.count_nonzero(off > NOTICED))
        self._times.append(time_s)
        self._amounts.append(math.log1p(amount))
        while self._times[0] < time_s - REMEMBERED_S:
            self._times.popleft()
            self._amounts.popleft()

    def moving_s(self, since_s: float) -> float:
        """The time (s) with motion since then."""
        pairs = zip(self._times, list(self._times)[1:], list(self._amounts)[1:], strict=False)
        return sum(end - start for start, end, amount in pairs if start >= since_s and amount)

    def series(self) -> tuple[float, Series]:
        """The time (s) of the first step, and the smoothed motion in each step of ``STEP_S``."""
        if len(self._times) < 2:
            return 0.0, np.zeros(0)
        steps = np.arange(math.ceil(self._times[0] / STEP_S), math.floor(self._times[-1] / STEP_S) + 1)
        values = np.interp(steps * STEP_S, np.array(self._times), np.array(self._amounts))
        width = max(1, round(SMOOTH_S / STEP_S))
        return float(steps[0]) * STEP_S, np.convolve(values, np.ones(width) / width, "same")


def shift_of(one: Motion, other: Motion, about_s: float, bound_s: float) -> Shift | None:
    """The shift of the other's clock, at most ``bound_s`` from ``about_s``; ``None`` while the motion does
    not determine it.
    """
    (first_s, a), (second_s, b) = one.series(), other.series()
    if min(len(a), len(b)) < LEAST_S / STEP_S:
        return None
    start = round((second_s + about_s - first_s) / STEP_S)
    reach = round(bound_s / STEP_S)
    shifts = np.arange(-reach, reach + 1)
    alike = np.array([_alike(a, b, start + int(shift)) for shift in shifts])
    best = int(np.argmax(alike))
    elsewhere = np.abs(shifts - shifts[best]) * STEP_S > PEAK_S
    highest = float(alike[elsewhere].max(initial=0.0))
    if alike[best] < ALIKE or alike[best] - highest < STANDS_OUT or best in (0, len(shifts) - 1):
        return None
    return Shift(about_s + (float(shifts[best]) + _beside(alike, best)) * STEP_S, float(alike[best]))


def _alike(a: Series, b: Series, start: int) -> float:
    """The correlation of two series, the second beginning ``start`` steps after the first; 0 if they overlap
    too little or hardly anything moves."""
    low, high = max(start, 0), min(len(a), start + len(b))
    if high - low < LEAST_S / STEP_S:
        return 0.0
    one, other = a[low:high], b[low - start : high - start]
    if min(np.count_nonzero(one > 0.5), np.count_nonzero(other > 0.5)) < LEAST_MOVING_S / STEP_S:
        return 0.0
    one, other = one - one.mean(), other - other.mean()
    return float(one @ other / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-9))


def _beside(alike: Series, best: int) -> float:
    """The position of the peak between two steps: that of a parabola through it and its neighbours."""
    before, here, after = alike[best - 1 : best + 2]
    bend = before - 2 * here + after
    return 0.0 if bend >= -1e-12 else float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5))
