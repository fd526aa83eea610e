"""Known solids on a plane, and what is measured of them in a picture without markers."""

from __future__ import annotations

import math

import numpy as np

from calibration.camera import Camera
from engine.pieces import BASE_MM, HEIGHT_MM, Size
from tests.support.cameras import look_at
from vision.detect.finder import Found, Kind

SIZES = tuple(Size)
NOISE = np.array([0.019, 0.036])  # of the unit's longer side, across and down: the detector's own


def table_view(elevation_deg: float, fov_deg: float = 62.0, roll_deg: float = 0.0) -> Camera:
    t = math.radians(elevation_deg)
    return look_at([0, -520 * math.cos(t), 520 * math.sin(t)], [0, 0, 0], fov_deg, 1280, 960, roll_deg)


def unit(camera: Camera, rng: np.random.Generator, size: Size, noise: float) -> Found:
    """A standing single piece as the detector may see it."""
    x, y, turn = *rng.uniform(-130, 130, 2), rng.uniform(0, math.pi / 2)
    angles = turn + np.arange(4) * math.pi / 2
    ring = BASE_MM[size] / math.sqrt(2) * np.stack([np.cos(angles), np.sin(angles), 0 * angles], 1)
    points = camera.project(np.vstack([ring, [[0, 0, HEIGHT_MM[size]], [0, 0, 0]]]) + [x, y, 0])
    low, high = points.min(0), points.max(0)
    shake = rng.normal(0, 1, (4, 2)) * NOISE * (high - low).max() * noise
    low, high, apex, base = np.array([low, high, points[4], points[5]]) + shake
    return Found(Kind.UPRIGHT, (*low, *high), tuple(base), tuple(apex), 0.9)
