"""The colour of whatever lies at a place of the table: a stone, a card, the bare cloth."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.white import WhiteReference
from vision.colour.faces import balanced, light_at
from vision.observation import Box, Lab, Place

PATCH_MM = 1.5
"""Half the side of the patch whose colour is measured."""
AROUND_MM, STEP_MM = 18.0, 1.0
"""Half the side of the patch that is compared, and the distance of its points."""
CROP_PX = 32
"""The side of a box that is compared."""
BLUR_MM = 1.5
"""Detail finer than this is noise, or a camera that stands a little differently."""
MOST_CHANGED = 0.03
"""The share of a patch, that which changed most, by which it is judged: a small pyramid covers a tenth of it.
"""
WIDTH_PX = 640
"""The width of the picture that is kept: pictures of several rests are remembered."""


@dataclass(frozen=True, eq=False)
class PictureTints:
    """Measures colours in one picture, uint8 (H, W, 3) BGR, as `vision.observation.Tints` says."""

    image_bgr: NDArray[np.uint8]
    camera: Camera
    white: WhiteReference
    scale: float = 1.0
    """Its size, as a share of the camera's."""
    _patches: dict[Place, NDArray[np.float32] | None] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, image_bgr: NDArray[np.uint8], camera: Camera, white: WhiteReference) -> PictureTints:
        """Keeps the picture at ``WIDTH_PX``."""
        size = WIDTH_PX, round(WIDTH_PX * camera.height / camera.width)
        if size[0] >= camera.width:
            return cls(image_bgr, camera, white)
        small = np.asarray(cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA), np.uint8)
        return cls(small, camera.scaled(*size), white, size[0] / camera.width)

    def lab(self, x_mm: float, y_mm: float) -> Lab | None:
        """The colour at a place on the table (mm); None outside the picture."""
        steps = np.array([(dx, dy, 0.0) for dx in (-PATCH_MM, PATCH_MM) for dy in (-PATCH_MM, PATCH_MM)])
        light = light_at(self.image_bgr, self.camera, steps + (x_mm, y_mm, 0.0))
        if light is None:
            return None
        lightness, a, b = balanced(light, self.white)
        return float(lightness), float(a), float(b)

    def patch(self, x_mm: float, y_mm: float) -> NDArray[np.float32] | None:
        """The square ``AROUND_MM`` around a place as the picture has it, blurred: (N, N, 3), 1 is full; None
        if it is not wholly in the picture."""
        if (x_mm, y_mm) not in self._patches:
            self._patches[x_mm, y_mm] = self._patch(x_mm, y_mm)
        return self._patches[x_mm, y_mm]

    def _patch(self, x_mm: float, y_mm: float) -> NDArray[np.float32] | None:
        steps = np.arange(-AROUND_MM, AROUND_MM + STEP_MM / 2, STEP_MM)
        x, y = np.meshgrid(x_mm + steps, y_mm + steps)
        points = self.camera.project(np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)]))
        return self._at(points.reshape(*x.shape, 2), BLUR_MM / STEP_MM)

    def crop(self, box_px: Box) -> NDArray[np.float32] | None:
        """A box of the camera's picture, blurred: (N, N, 3), 1 is full; None if it is not wholly in it."""
        x0, y0, x1, y1 = (self.scale * side for side in box_px)
        grid = np.meshgrid(np.linspace(x0, x1, CROP_PX), np.linspace(y0, y1, CROP_PX))
        return self._at(np.stack(grid, axis=-1), CROP_PX / max(x1 - x0, y1 - y0, 1.0))

    def _at(self, points: NDArray[np.float64], blur: float) -> NDArray[np.float32] | None:
        """The picture at points (N, N, 2) px, blurred over that many of them."""
        inside = (points >= 0) & (points <= (self.camera.width - 1, self.camera.height - 1))
        if not inside.all():  # NaN, behind the camera, is not inside either
            return None
        maps = points.astype(np.float32)
        found = cv2.remap(self.image_bgr, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR)
        return np.asarray(cv2.GaussianBlur(found.astype(np.float32) / 255, (0, 0), blur), np.float32)


def change(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """How different two patches (N, N, 3) of one place look where they differ most, apart from one light on
    all of it: a distance in BGR, as a share of what is brightest there: in a dim picture everything differs
    by less."""
    gain = np.median(other, axis=(0, 1)) / np.maximum(np.median(one, axis=(0, 1)), 1e-3)
    squares = np.sort(((other - one * gain) ** 2).sum(axis=2), axis=None)
    most = np.sqrt(squares[-max(1, round(MOST_CHANGED * squares.size)) :].mean())
    return float(most / max(np.linalg.norm(np.stack([one, other]), axis=-1).max(), 1e-3))
