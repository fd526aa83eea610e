"""How far two cameras' clocks are apart, by what moves in both: hands move for all of them at once.

Of every picture only how much of it changed is kept. Two cameras see a movement from different sides, so one
sees more of it than the other, but they see it begin and end together: the two series are alike, up to a
factor, when one is shifted by what its stream comes late or its film was begun later. The shift is the peak
of their normalised cross-correlation over the last seconds; it is told only where it stands out.
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
"""Pictures are made so small (px) before they are compared."""
NOTICED = 7.0
"""Grey levels from which on a small pixel has changed; beneath it is noise."""
STEP_S = 1 / 30
SMOOTH_S = 0.25
REMEMBERED_S = 40.0
LEAST_S, LEAST_MOVING_S = 4.0, 0.5
"""So long both must have been watched at a shift, and something must have moved in both."""
ALIKE, STANDS_OUT = 0.6, 0.15
"""The correlation at the peak, and how much less it has to be elsewhere."""
PEAK_S = 0.5
"""Half the width of a peak: less than this from the best shift is not elsewhere."""
ACCURACY_S = 0.1
"""A shift that is told is right to this."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What has to be added to the other clock to have the first one's (s), and how alike they are then."""

    offset_s: float
    alike: float


class Motion:
    """How much moves in one camera's pictures, over the last ``REMEMBERED_S`` of its own clock."""

    def __init__(self) -> None:
        self._small: NDArray[np.float32] | None = None
        self._times: deque[float] = deque()
        self._amounts: deque[float] = deque()
        self.time_s = -math.inf
        """The time of the last picture."""
        self.altered_s = -math.inf
        """When a picture was not the one before bit by bit."""

    def step(self, image_bgr: NDArray[np.uint8], time_s: float) -> None:
        """Take in the next picture (h, w, 3)."""
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
        """For how long (s) something moved since then."""
        pairs = zip(self._times, list(self._times)[1:], list(self._amounts)[1:], strict=False)
        return sum(end - start for start, end, amount in pairs if start >= since_s and amount)

    def series(self) -> tuple[float, Series]:
        """The time (s) of the first step, and how much moved in each step of ``STEP_S``, smoothed."""
        if len(self._times) < 2:
            return 0.0, np.zeros(0)
        steps = np.arange(math.ceil(self._times[0] / STEP_S), math.floor(self._times[-1] / STEP_S) + 1)
        values = np.interp(steps * STEP_S, np.array(self._times), np.array(self._amounts))
        width = max(1, round(SMOOTH_S / STEP_S))
        return float(steps[0]) * STEP_S, np.convolve(values, np.ones(width) / width, "same")


def shift_of(one: Motion, other: Motion, about_s: float, bound_s: float) -> Shift | None:
    """The shift of the other's clock, no more than ``bound_s`` from ``about_s``; ``None`` while what moved
    does not tell it.
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
    """The correlation of two series of which the second begins ``start`` steps after the first; 0 where too
    little of them overlaps or hardly anything moves."""
    low, high = max(start, 0), min(len(a), start + len(b))
    if high - low < LEAST_S / STEP_S:
        return 0.0
    one, other = a[low:high], b[low - start : high - start]
    if min(np.count_nonzero(one > 0.5), np.count_nonzero(other > 0.5)) < LEAST_MOVING_S / STEP_S:
        return 0.0
    one, other = one - one.mean(), other - other.mean()
    return float(one @ other / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-9))


def _beside(alike: Series, best: int) -> float:
    """Where between two steps the peak is: that of a parabola through it and its neighbours."""
    before, here, after = alike[best - 1 : best + 2]
    bend = before - 2 * here + after
    return 0.0 if bend >= -1e-12 else float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5))
