"""A cluttered table without markers, and phones that are rotated while they look at it."""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np

from calibration.camera import Camera
from tests.support.cameras import look_at

BEFORE = look_at((20, -480, 420), (0, 0, 0), 62.0)
"""The camera that is rotated."""
PLACES = np.array([(x, y, 0.0) for x in (-120, 0, 120) for y in (-90, 60)])
"""Places on the table, mm."""


def upright_phone(x: float, roll_deg: float, zoom: float = 1.0) -> Camera:
    """A phone held the other way, slightly beside its old place."""
    fov = 2 * math.degrees(math.atan(360 / (zoom * BEFORE.K[0, 0])))
    return look_at((20 + x, -480, 420 - x), (x, x / 2, 0), fov, 720, 1280, roll_deg=roll_deg)


@cache
def shown(camera_number: int, seed: int, things: int = 90) -> np.ndarray:
    """A table strewn with flat and tall things, as a camera sees it."""
    camera = CAMERAS[camera_number]
    dice = np.random.default_rng(seed)
    view = np.full((camera.height, camera.width, 3), 96, np.uint8)
    for _ in range(things):
        at, side = dice.uniform(-260, 260, 2), dice.uniform(6, 30)
        colour = tuple(int(part) for part in dice.integers(0, 255, 3))
        corners = dice.uniform(-side, side, (5, 2)) + at
        base = camera.project(np.column_stack([corners, np.zeros(5)]))
        top = camera.project(np.array([(*at, dice.choice([0.0, 40.0]))]))
        outline = cv2.convexHull(np.round(base * 8).astype(np.int32))
        cv2.fillConvexPoly(view, outline, colour, cv2.LINE_AA, 3)
        for corner in base:
            ends = (tuple(int(8 * part) for part in each) for each in (corner, top[0]))
            cv2.line(view, *ends, tuple(255 - part for part in colour), 2, cv2.LINE_AA, 3)
    noise = np.random.default_rng(seed + camera_number).normal(0, 3, view.shape)
    return np.clip(cv2.GaussianBlur(view, (0, 0), 0.9) + noise, 0, 255).astype(np.uint8)


CAMERAS = (
    BEFORE,
    upright_phone(15, 3.0),
    upright_phone(-20, 92.0),
    upright_phone(10, -88.0, zoom=1.3),
    look_at((40, -470, 430), (10, 0, 0), 62.0, roll_deg=90.0),
)
"""The original camera and four rotated ones (the last with pictures of the same size)."""


def off_mm(found: Camera, truth: Camera) -> float:
    """The largest error of a camera's table coordinates, mm."""
    off = found.to_table(truth.project(PLACES)) - PLACES[:, :2]
    return float(np.hypot(*off.T).max())
