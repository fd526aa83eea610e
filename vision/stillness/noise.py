"""The camera's noise for a table at rest, measured at run time.

Shot and read noise after the tone curve, sharpening and compression make a pixel's variance a function of its
brightness and of the picture's slope there, whose shape depends on the camera. It is stored as a table over
KINDS and corrected by each frame's squared differences: the median of a kind is robust against the part of
the table where something moves. The rest (blocks of a codec, blotches of a denoiser) comes in patches: the
excess of the worst cells of a table at rest over the expected energy is tracked as ``tail``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]

BRIGHTNESSES, STEEPNESSES = 16, (2.0, 6.0, 16.0)
KINDS = BRIGHTNESSES * (len(STEEPNESSES) + 1)
PRIOR, LEAST = 1.5, 1.0
"""Standard deviation of one frame, in codes of 0 to 255: before any measurement, and the least (that of a
rounded and compressed picture without noise)."""
MEDIAN = 0.455
"""The median of the square of a standard normal variable."""
EVERY, ENOUGH = 3, 40
"""A frame is sampled at every EVERY-th pixel each way; ENOUGH pixels of a kind count fully."""
FOLLOW, FOLLOW_MOVING = 0.04, 0.008
"""Weight of one frame, at rest and while much moves."""
TAIL_SHARE, TAIL_PRIOR, TAIL_RISE, TAIL_FALL = 0.99, 2.0, 0.2, 0.004
SAFETY, LEAST_LIMIT, MOST_LIMIT = 3.0, 5.0, 16.0
"""A cell at rest stays below ``SAFETY`` × tail; that limit is clipped to the other two."""


def kinds(light: Picture) -> NDArray[np.uint8]:
    """Each pixel's index in the noise table, from its brightness and slope; codes."""
    across = cv2.Sobel(light, cv2.CV_32F, 1, 0, scale=0.125)
    down = cv2.Sobel(light, cv2.CV_32F, 0, 1, scale=0.125)
    slope = cv2.convertScaleAbs(cv2.magnitude(across, down))
    return np.asarray(
        cv2.LUT(cv2.convertScaleAbs(light), _BY_BRIGHTNESS) + cv2.LUT(slope, _BY_SLOPE), np.uint8
    )


_BY_BRIGHTNESS = (np.arange(256) * BRIGHTNESSES // 256).astype(np.uint8)
_BY_SLOPE = (BRIGHTNESSES * np.searchsorted(STEEPNESSES, np.arange(256), side="right")).astype(np.uint8)


def _prior() -> NDArray[np.float32]:
    return np.full(KINDS, PRIOR**2, np.float32)


@dataclass(frozen=True, slots=True)
class Noise:
    """``variance`` of one frame by kind (codes squared), over ``frames`` frames so far; ``tail``: the energy,
    in units of the expected one, that a hundredth of all cells at rest exceeds."""

    variance: NDArray[np.float32] = field(default_factory=_prior)
    frames: int = 0
    tail: float = TAIL_PRIOR

    @property
    def limit(self) -> float:
        """The mean square, in units of the expected one, that no cell at rest reaches."""
        return min(SAFETY * self.tail, MOST_LIMIT)

    def precision(self, kind: NDArray[np.uint8]) -> Picture:
        """The inverse variance of every pixel."""
        table = np.ones(256, np.float32)
        table[:KINDS] = 1 / self.variance
        return np.asarray(cv2.LUT(kind, table), np.float32)

    def learning(self, kind: NDArray[np.uint8], squares: Picture, at_rest: bool) -> Noise:
        """The noise after another frame, with the ``squares`` of its differences in units of the expected
        ones.

        For each kind the share above the expected median is computed; 1.2 × its logit is the error, in
        natural logarithms, of a normal variable's variance. Only some pixels are used, in turn.
        """
        row, column = divmod(self.frames % (EVERY * EVERY), EVERY)
        some = kind[row::EVERY, column::EVERY].ravel()
        over = squares[row::EVERY, column::EVERY].ravel() > MEDIAN
        count = np.bincount(some, minlength=KINDS)
        share = np.bincount(some[over], minlength=KINDS) / np.maximum(count, 1)
        share = np.clip(share, 0.05, 0.95)
        follow = max(1 / (1 + self.frames), FOLLOW if at_rest else FOLLOW_MOVING)
        step = 1.2 * np.log(share / (1 - share)) * np.minimum(count / ENOUGH, 1)
        variance = np.maximum(self.variance * np.exp(follow * step), LEAST**2).astype(np.float32)
        return replace(self, variance=variance, frames=self.frames + 1)

    def surprised(self, cells: NDArray[np.float32], weight: float) -> Noise:
        """The noise after the ``tail`` of one frame's cells, in units of the expected energy. It rises fast
        and falls slowly, because a codec's surprises are rare. ``weight``, 0 to 1: certainty of a table at
        rest."""
        at = int(TAIL_SHARE * cells.size)
        worst = min(float(np.partition(cells.ravel(), at)[at]), 3 * self.tail)
        rate = weight * (TAIL_RISE if worst > self.tail else TAIL_FALL)
        return replace(self, tail=max(self.tail + rate * (worst - self.tail), LEAST_LIMIT / SAFETY))
