"""The table seen from straight above: a picture in which a millimetre has the same length everywhere."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera

Floats = NDArray[np.float64]
MOST_PX = 500_000
"""Largest size of the picture; for a wider table the pixels are coarser."""
FINEST_MM = 1.0
REACH_MM = 650.0
"""Largest distance of the table's drawn part from the place in the middle of the camera's picture."""
COARSEST_PX = 0.35
"""Parts that the camera sees with fewer pixels per mm are left out: they are far off or seen from too low."""
COARSE = 16
"""The origin of a pixel is computed for every COARSE-th one; the others are interpolated."""
BORDER_PX = 3
"""Width of the border of the camera's picture that does not count as seen."""


@dataclass(frozen=True, eq=False)
class FromAbove:
    """``image_bgr`` uint8 (H, W, 3): its pixel (column, row) shows the table's place ``corner`` + ``mm``
    times (column, row), so that +x runs right and +y down in it. ``seen`` (H, W): where the camera sees it.
    """

    image_bgr: NDArray[np.uint8]
    seen: NDArray[np.bool_]
    corner: Floats
    mm: float

    @classmethod
    def of(cls, image_bgr: NDArray[np.uint8], camera: Camera) -> FromAbove | None:
        """The table in a picture, uint8 (H, W, 3) BGR, of this camera; ``None`` if it sees no table."""
        bounds = _in_view(camera)
        if bounds is None:
            return None
        low, high = bounds
        width, depth = high - low
        mm = max(FINEST_MM, math.sqrt(width * depth / MOST_PX))
        columns, rows = max(2, int(width / mm)), max(2, int(depth / mm))
        scale = min(1.0, 1.5 / (mm * camera.px_per_mm(*(low + high) / 2)))
        where = _places(camera, low, mm, columns, rows) * scale + (scale - 1) / 2
        size = (round(camera.width * scale), round(camera.height * scale))
        small = cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA) if scale < 1 else image_bgr
        drawn = cv2.remap(small, where, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        x, y = where[..., 0], where[..., 1]
        seen = (x > BORDER_PX) & (y > BORDER_PX) & (x < size[0] - BORDER_PX) & (y < size[1] - BORDER_PX)
        return cls(np.asarray(drawn, np.uint8), seen, low, mm)

    def pixels(self, places_mm: Floats) -> NDArray[np.float32]:
        """The pixels of places (..., 2) mm of the table."""
        return ((places_mm - self.corner) / self.mm).astype(np.float32)

    def colours(self, places_mm: Floats) -> NDArray[np.float32]:
        """BGR (..., 3) at places (..., 2) mm, interpolated."""
        at = self.pixels(places_mm).reshape(-1, 1, 2)
        rows = [  # OpenCV takes no more than 32767 at a time
            cv2.remap(self.image_bgr, part, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            for part in np.split(at, range(30000, len(at), 30000))
        ]
        return np.concatenate(rows).reshape(*places_mm.shape[:-1], 3).astype(np.float32)

    def in_view(self, places_mm: Floats) -> NDArray[np.bool_]:
        """Whether the camera sees places (..., 2) mm."""
        at = np.rint(self.pixels(places_mm)).astype(int)
        high, wide = self.seen.shape
        x, y = at[..., 0], at[..., 1]
        inside = (x >= 0) & (x < wide) & (y >= 0) & (y < high)
        return np.asarray(inside & self.seen[np.clip(y, 0, high - 1), np.clip(x, 0, wide - 1)])


def _in_view(camera: Camera) -> tuple[Floats, Floats] | None:
    """The least and the largest x and y (mm) of the well visible part of the table."""
    across, down = np.linspace(0, camera.width - 1, 24), np.linspace(0, camera.height - 1, 16)
    pixels = np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)
    middle = camera.to_table(np.array([[(camera.width - 1) / 2, (camera.height - 1) / 2]]))[0]
    places = camera.to_table(pixels)
    middle = middle if np.isfinite(middle).all() else camera.position[:2]
    places = places[np.isfinite(places).all(1)]
    places = places[(np.abs(places - middle) < REACH_MM).all(1)]
    flat = np.column_stack([places, np.zeros(len(places))])
    slant = camera.position[2] / np.linalg.norm(camera.position - flat, axis=1)
    places = places[camera.focal_px * slant > COARSEST_PX * np.maximum(camera.depth(flat), 1.0)]
    if len(places) < 3:
        return None
    low, high = places.min(0), places.max(0)
    return (low, high) if (high - low > 40).all() else None


def _places(camera: Camera, low: Floats, mm: float, columns: int, rows: int) -> NDArray[np.float32]:
    """Pixels (rows, columns, 2) of the camera's picture that show the table from ``low`` on."""
    x = low[0] + mm * np.arange(0, columns + COARSE, COARSE)
    y = low[1] + mm * np.arange(0, rows + COARSE, COARSE)
    flat = np.stack([*np.meshgrid(x, y), np.zeros((len(y), len(x)))], -1).reshape(-1, 3)
    places = camera.project(flat)
    places[(camera.depth(flat) < 1.0) | (np.abs(places) > 1e4).any(1) | np.isnan(places).any(1)] = -1e4
    coarse = places.reshape(len(y), len(x), 2).astype(np.float32)
    larger = np.array([[COARSE, 0, 0], [0, COARSE, 0]], np.float32)
    return np.asarray(cv2.warpAffine(coarse, larger, (columns, rows), borderMode=cv2.BORDER_REPLICATE))
