"""Measures the light and sharpness of a camera's picture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

DARK, BRIGHT, GLARE_PART, FLAT = 55.0, 215.0, 0.08, 6.0
"""Median grey below which a picture is too dark and above which too bright; the share that may be blown out;
the standard deviation of greys below which it is flat or blurred."""
WIDTH_PX = 1280
"""Edges are measured in a picture of this width."""
BLURRED_PX = 9.0
"""An edge wider than this is out of focus: the available films and photographs have 4 to 8, and 9 to 18 when
blurred by four pixels."""
STEEPEST = 99.8
"""The percentile of the slopes that represents the picture's sharpest edges."""
Picture = NDArray[np.uint8]


class Fault(StrEnum):
    """A fault of a picture's light."""

    NONE = "ok"
    DARK = "dark"
    BRIGHT = "bright"
    GLARE = "glare"
    FLAT = "flat"


@dataclass(frozen=True, slots=True)
class Light:
    """A picture's median grey and standard deviation of greys (0 to 255), the share blown out (0 to 1), and
    the width of its sharpest edges, px in a picture `WIDTH_PX` wide.
    """

    middle: float
    spread: float
    blown: float
    edge_px: float

    @property
    def fault(self) -> Fault:
        """The worst fault of the light."""
        if self.middle < DARK:
            return Fault.DARK
        if self.middle > BRIGHT:
            return Fault.BRIGHT
        if self.blown > GLARE_PART:
            return Fault.GLARE
        return Fault.FLAT if self.spread < FLAT else Fault.NONE

    @property
    def blurred(self) -> bool:
        """Whether nothing in the picture is in focus."""
        return self.edge_px > BLURRED_PX


def light_of(picture: Picture) -> Light:
    """The light of a picture, (H, W, 3) BGR."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    blown = float((grey >= 252).mean())
    return Light(float(np.median(grey)), float(grey.std()), blown, edge_px(grey))


def edge_px(grey: NDArray[Any]) -> float:
    """The width of the sharpest edges, px: the range of greys divided by the steepest slopes."""
    scale = WIDTH_PX / grey.shape[1]
    size = (WIDTH_PX, max(1, round(grey.shape[0] * scale)))
    resized = cv2.GaussianBlur(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), (0, 0), 1.0)
    across = cv2.Sobel(resized, cv2.CV_32F, 1, 0, ksize=3) / 8
    down = cv2.Sobel(resized, cv2.CV_32F, 0, 1, ksize=3) / 8
    slope = float(np.percentile(cv2.magnitude(across, down), STEEPEST))
    low, high = np.percentile(resized, (0.5, 99.5))
    return float(high - low) / max(slope, 1e-3)
