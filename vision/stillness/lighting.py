"""The difference between two pictures of one table, without the effects of light, exposure and focus.

A lamp, a cloud, auto-exposure and white balance multiply a neighbourhood by one factor; a lamp at mains
frequency seen through a rolling shutter multiplies every row by its own; a lens that hunts for focus slightly
magnifies the picture about its middle and blurs it. None of these is motion.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.stillness.noise import Picture

SMALL = (320, 180)
CELL = 10
GRID = (SMALL[1] // CELL, SMALL[0] // CELL)
BLACK = 4.0
"""Codes added before factors are computed: below it a picture contains more offset than light."""
BLOWN = 245
"""Code from which on a colour may be clipped."""
COLUMNS, ROWS, CELLS = 8, 9, 5
"""A row's factor is computed from every COLUMNS-th column and smoothed over ROWS rows; the median of the
factors is over CELLS by CELLS cells: smaller things do not count as light."""
BEND = 0.05
"""Difference between the factors of neighbouring cells in a soft shadow."""
LIGHT_DOUBT = 0.1
"""Relative error of a change of light: tone curves are no power laws, and shadows have colours."""
MOST_BREATHING = 0.006
"""Largest relative change of scale by focus."""
FIRST_ORDER = 0.3
"""Residual of the focus fit, relative to what it explains, that is attributed to its being of first order."""
FAINT, TINT_DOUBT = 16.0, 0.15
"""Codes added before colours are compared, and the standard deviation of a tint at rest, in natural
logarithms: dark colours are the noisiest, and codecs store colour coarsely."""

Energies = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Look:
    """The small picture for comparisons, from one frame or the mean of ``frames``: ``light``, BLACK above
    the codes 0 to 255, and ``tint``, the logarithm of red over blue, float32 (180, 320); and where a colour
    was ``blown`` out, there or beside it, in the last of them, bool."""

    light: Picture
    tint: Picture
    blown: NDArray[np.bool_]
    frames: float = 1.0

    @staticmethod
    def of(image_bgr: NDArray[np.uint8]) -> Look:
        """For a frame, uint8 (H, W, 3)."""
        small = _shrunk(image_bgr)
        blue, green, red = cv2.split(small)
        brightest = cv2.dilate(cv2.max(cv2.max(blue, green), red), np.ones((3, 3), np.uint8))
        light = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) + np.float32(BLACK)
        tint = cv2.log((red + np.float32(FAINT)) / (blue + np.float32(FAINT)))
        return Look(light, np.asarray(tint, np.float32), brightest >= BLOWN)

    def with_also(self, now: Look, most: float) -> Look:
        """The mean with another frame; those more than about ``most`` frames ago fade."""
        frames = min(self.frames + 1, max(most, 1.0))
        light, tint = (
            np.asarray(cv2.addWeighted(before, 1 - 1 / frames, after, 1 / frames, 0), np.float32)
            for before, after in ((self.light, now.light), (self.tint, now.tint))
        )
        return Look(light, tint, now.blown, frames)


def _shrunk(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The image at SMALL size; halved as long as possible, for which OpenCV is much faster."""
    height, width = image.shape[:2]
    while width >= 2 * SMALL[0] and height >= 2 * SMALL[1] and not (width % 2 or height % 2):
        width, height = width // 2, height // 2
        image = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(image, SMALL, interpolation=cv2.INTER_AREA), np.uint8)


def over_cells(picture: Picture) -> Energies:
    """The mean over each cell, (GRID)."""
    return np.asarray(cv2.resize(picture, GRID[::-1], interpolation=cv2.INTER_AREA), np.float32)


def relit(now: Picture, before: Picture) -> tuple[Picture, Energies]:
    """``before`` as it would look in the light of ``now``, and for each cell the squared uncertainty: a share
    of the light's effect."""
    rows = np.median(now[:, ::COLUMNS] / before[:, ::COLUMNS], axis=1)[:, None]
    expected = before * cv2.blur(rows, (1, ROWS), borderType=cv2.BORDER_REFLECT)
    was = over_cells(expected)
    factors = over_cells(now) / was
    factor = cv2.medianBlur(factors, CELLS)
    factor *= cv2.blur(np.clip(factors / factor, 1 - BEND, 1 + BEND), (3, 3), borderType=cv2.BORDER_REFLECT)
    expected *= cv2.resize(factor, SMALL, interpolation=cv2.INTER_LINEAR)
    gain = factor * float(rows.mean()) - 1
    return expected, (LIGHT_DOUBT * gain * was) ** 2


def difference(now: Look, before: Look) -> tuple[Picture, Energies]:
    """``now`` minus ``before``, codes, without the effect of light, and each cell's squared uncertainty.

    A blown-out pixel is at least as bright as in the picture.
    """
    expected, doubt = relit(now.light, before.light)
    off = np.asarray(cv2.subtract(now.light, expected), np.float32)
    if before.blown.any():
        np.minimum(off, 0, out=off, where=before.blown)
    if now.blown.any():
        np.maximum(off, 0, out=off, where=now.blown)
    return off, doubt


def recoloured(now: Look, before: Look) -> Energies:
    """Mean squares over each cell of the difference of tints, in units of their variance, without what the
    neighbourhood shares: a lamp's colour and white balance.

    A red piece on a dark blue one may be exactly as bright.
    """
    off = np.asarray(cv2.subtract(now.tint, before.tint), np.float32)
    shared = cv2.resize(cv2.medianBlur(over_cells(off), CELLS), SMALL, interpolation=cv2.INTER_LINEAR)
    off -= shared
    return over_cells(off * off) / np.float32(TINT_DOUBT**2 * (1 + 1 / before.frames))


def refocused(off: Picture, before: Picture, precision: Picture) -> Energies:
    """Mean squares of ``off`` over each cell, times ``precision``, minus what a change of scale about the
    middle and of blur explains.

    Both are fitted by least squares to first order, then twice more without the fifth of the cells that fit
    worst: there something moved. A hand that comes straight from the border, whose edges move along the same
    lines, is thus not explained.
    """
    weight = cv2.sqrt(precision)
    across = cv2.Sobel(before, cv2.CV_32F, 1, 0, scale=0.125)
    down = cv2.Sobel(before, cv2.CV_32F, 0, 1, scale=0.125)
    scale = (across * _COLUMN + down * _ROW) * weight
    blur = cv2.Laplacian(before, cv2.CV_32F) * weight
    rest = off * weight
    products = [scale * scale, scale * blur, blur * blur, scale * rest, blur * rest, rest * rest]
    ss, sb, bb, sr, br, rr = (over_cells(one) for one in products)
    good, left = np.ones(GRID, bool), rr
    for _ in range(3):
        matrix = np.array([[ss[good].sum(), sb[good].sum()], [sb[good].sum(), bb[good].sum()]])
        s, b = np.linalg.solve(matrix + 1e-3 * np.eye(2), [sr[good].sum(), br[good].sum()])
        s = float(np.clip(s, -MOST_BREATHING, MOST_BREATHING))
        left = rr - 2 * (s * sr + b * br) + s * s * ss + 2 * s * b * sb + b * b * bb
        good = left <= np.quantile(left, 0.8)
    unexplained: Energies = np.maximum(left - FIRST_ORDER * np.maximum(rr - left, 0), 0)
    return unexplained


_ROW = (np.arange(SMALL[1], dtype=np.float32) - SMALL[1] / 2)[:, None]
_COLUMN = np.arange(SMALL[0], dtype=np.float32) - SMALL[0] / 2
