"""Canonical crops: every unit is cut out upright and at the table's scale.

Coordinate spaces: *picture* px (whole numbers at pixel middles) and *crop* px. A crop is ``CROP_WIDTH`` by
``CROP_HEIGHT`` px at ``PX_PER_MM`` (lengths across the line of sight), the footprint's middle at
``CROP_BASE`` and the table's normal up. It is only a similarity transform of the picture. The size suffices
for a stack of five large pieces seen from table height (69 mm).
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.white import WhiteReference

CROP_WIDTH, CROP_HEIGHT = 80, 128
CROP_BASE = (40.0, 104.0)
PX_PER_MM = 1.5
_ACROSS_MM = 10.0

Floats = NDArray[np.float64]


def azimuth_deg(camera: Camera, x_mm: float, y_mm: float) -> float:
    """Direction on the table from the camera towards (x, y): degrees counter-clockwise from +x, table frame.

    It is "up" in the canonical crop of a piece at (x, y).
    """
    dx, dy = np.array([x_mm, y_mm]) - camera.position[:2]
    if math.hypot(dx, dy) < 1e-6:  # straight below: up in the picture
        dx, dy = -camera.rotation[1, :2]
    return math.degrees(math.atan2(dy, dx)) % 360


def local_frame(camera: Camera, x_mm: float, y_mm: float) -> tuple[Floats, Floats]:
    """Picture px of (x, y, 0), shape (2,), and the vector in px of 1 mm to the right there, shape (2,).

    "Right" is the direction on the table perpendicular to the line of sight.
    """
    angle = math.radians(azimuth_deg(camera, x_mm, y_mm) - 90)
    across = np.array([math.cos(angle), math.sin(angle), 0.0]) * _ACROSS_MM / 2
    middle = np.array([x_mm, y_mm, 0.0])
    left, centre, right = camera.project(np.array([middle - across, middle, middle + across]))
    return centre, (right - left) / _ACROSS_MM


def crop_transform(camera: Camera, x_mm: float, y_mm: float) -> Floats:
    """Similarity (2, 3) from picture px to canonical crop px of a unit whose footprint's middle is (x, y) mm.

    NaN if the point is not in front of the camera.
    """
    centre, right = local_frame(camera, x_mm, y_mm)
    return similarity(centre, right, CROP_BASE)


def similarity(centre: Floats, right: Floats, base: tuple[float, float]) -> Floats:
    """Similarity (2, 3) that maps ``centre`` to ``base`` and the vector ``right`` to (PX_PER_MM, 0)."""
    unit = right * (PX_PER_MM / max(float(right @ right), 1e-12))
    linear = np.array([[unit[0], unit[1]], [-unit[1], unit[0]]])
    return np.column_stack([linear, np.array(base) - linear @ centre])


def apply_affine(transform: Floats, points: Floats) -> Floats:
    """Points (N, 2) transformed by a (2, 3) affine map."""
    return points @ transform[:, :2].T + transform[:, 2]


def invert_affine(transform: Floats) -> Floats:
    """Inverse (2, 3) of a (2, 3) affine map."""
    linear = np.linalg.inv(transform[:, :2])
    return np.column_stack([linear, -linear @ transform[:, 2]])


def batch_of(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Crops (N, H, W, 3) BGR as a network's input: (N, 3, H, W), 0..1."""
    return np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32) / np.float32(255)


def cut(image_bgr: NDArray[np.uint8], transform: Floats, white: WhiteReference) -> NDArray[np.uint8]:
    """The balanced canonical crop, uint8 (CROP_HEIGHT, CROP_WIDTH, 3) BGR; outside the picture its border is
    repeated.
    """
    size = (CROP_WIDTH, CROP_HEIGHT)
    raw = cv2.warpAffine(image_bgr, transform, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return white.apply(np.asarray(raw, np.uint8))
