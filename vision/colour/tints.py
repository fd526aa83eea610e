"""The colour of whatever lies at a place of the table: a stone, a card, the bare cloth."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.white import WhiteReference
from vision.colour.faces import balanced, light_at
from vision.observation import Lab

PATCH_MM = 1.5
"""Half the side of the patch that is measured."""
WIDTH_PX = 640
"""The width of the picture that is kept: pictures of several rests are remembered."""


@dataclass(frozen=True, eq=False)
class PictureTints:
    """Measures colours in one picture, uint8 (H, W, 3) BGR, as `vision.observation.Tints` says."""

    image_bgr: NDArray[np.uint8]
    camera: Camera
    white: WhiteReference

    @classmethod
    def of(cls, image_bgr: NDArray[np.uint8], camera: Camera, white: WhiteReference) -> PictureTints:
        """Keeps the picture at ``WIDTH_PX``."""
        size = WIDTH_PX, round(WIDTH_PX * camera.height / camera.width)
        if size[0] >= camera.width:
            return cls(image_bgr, camera, white)
        small = np.asarray(cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA), np.uint8)
        return cls(small, camera.scaled(*size), white)

    def lab(self, x_mm: float, y_mm: float) -> Lab | None:
        """The colour at a place on the table (mm); None outside the picture."""
        steps = np.array([(dx, dy, 0.0) for dx in (-PATCH_MM, PATCH_MM) for dy in (-PATCH_MM, PATCH_MM)])
        light = light_at(self.image_bgr, self.camera, steps + (x_mm, y_mm, 0.0))
        if light is None:
            return None
        lightness, a, b = balanced(light, self.white)
        return float(lightness), float(a), float(b)
