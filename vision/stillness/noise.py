"""What the camera at hand does to a table at rest, measured as it runs.

Shot and read noise after the tone curve, sharpening and compression make a pixel's variance a function of how
bright it is and of how steep the picture is there; of what shape depends on the camera. So it is kept as a
table over KINDS and each frame's squared differences correct it: the median of a kind is robust against the
part of the table where something moves. What is left (blocks of a codec, blotches of a denoiser) comes in
patches: how far above the expected the worst cells of a table at rest lie is followed as ``tail``.
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
"""Standard deviation of one frame, in codes of 0 to 255: before anything was measured, and at least (what a
rounded and compressed picture without noise has)."""
MEDIAN = 0.455
"""The median of the square of a standard normal variable."""
EVERY, ENOUGH = 3, 40
"""Every how many-th pixel each way is looked at in one frame, and how many of a kind count fully."""
FOLLOW, FOLLOW_MOVING = 0.04, 0.008
"""How much of what one frame says is believed, at rest and while much moves."""
TAIL_SHARE, TAIL_PRIOR, TAIL_RISE, TAIL_FALL = 0.99, 2.0, 0.2, 0.004
SAFETY, LEAST_LIMIT, MOST_LIMIT = 3.0, 5.0, 16.0
"""A cell at rest stays below ``SAFETY`` × tail; the limit that follows is kept between the other two."""


def kinds(light: Picture) -> NDArray[np.uint8]:
    """Which entry of the table of noise each pixel has, from its brightness and the slope there; codes."""
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
    in units of the expected one, over which the hundredth part of all cells at rest lies."""

    variance: NDArray[np.float32] = field(default_factory=_prior)
    frames: int = 0
    tail: float = TAIL_PRIOR

    @property
    def limit(self) -> float:
        """The mean square of a cell, in units of the expected one, that no cell at rest reaches."""
        return min(SAFETY * self.tail, MOST_LIMIT)

    def precision(self, kind: NDArray[np.uint8]) -> Picture:
        """One over the variance of every pixel."""
        table = np.ones(256, np.float32)
        table[:KINDS] = 1 / self.variance
        return np.asarray(cv2.LUT(kind, table), np.float32)

    def learning(self, kind: NDArray[np.uint8], squares: Picture, at_rest: bool) -> Noise:
        """With one frame more: ``squares`` are those of its differences in units of the expected ones.

        Of every kind the share over the expected median is taken; 1.2 × its logit is how far, in natural
        logarithms, the variance of a normal variable is off. A few of the pixels are looked at, in turn.
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
        """With the ``tail`` of one frame's cells, in units of the expected energy; it rises fast and falls
        slowly, for a codec's surprises are rare. ``weight``, 0 to 1: how surely the table was at rest."""
        at = int(TAIL_SHARE * cells.size)
        worst = min(float(np.partition(cells.ravel(), at)[at]), 3 * self.tail)
        rate = weight * (TAIL_RISE if worst > self.tail else TAIL_FALL)
        return replace(self, tail=max(self.tail + rate * (worst - self.tail), LEAST_LIMIT / SAFETY))
