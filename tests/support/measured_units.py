"""Known solids on a plane, their measurements in a picture without markers, and units as read."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from calibration.camera import Camera
from engine.pieces import BASE_MM, HEIGHT_MM, Colour, Posture, Size
from tests.support.cameras import look_at
from vision.detect.finder import Found, Kind
from vision.observation import LevelReading, TableObservation, UnitObservation
from vision.several.joined import box_of

SIZES = tuple(Size)
NOISE = np.array([0.019, 0.036])  # the detector's, per longer side of the unit: across, down


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


def seen(
    camera: Camera,
    x: float,
    y: float,
    *colours: Colour,
    size: Size = Size.MEDIUM,
    sure: float = 0.95,
    p_colour: float = 0.9,
    heading: float | None = None,
) -> UnitObservation:
    """A unit with levels of these colours, top to bottom; a single red one by default."""
    levels = tuple(
        LevelReading(
            {each: p_colour if each is colour else (1 - p_colour) / (len(Colour) - 1) for each in Colour},
            {each: 0.9 if each is size else 0.05 for each in Size},
        )
        for colour in colours or (Colour.RED,)
    )
    shares = {count: 0.96 if count == len(levels) else 0.01 for count in range(1, 6)}
    posture = Posture.UPRIGHT if heading is None else Posture.FLAT
    unit = UnitObservation(
        x, y, posture, 0.95 if heading is None else 0.05, heading, levels, shares, (0, 0, 1, 1), sure
    )
    return replace(unit, bbox_px=box_of(unit, camera))


def observed(
    time_s: float, units: tuple[UnitObservation, ...], still: bool = True, hands: tuple = ()
) -> TableObservation:
    """The observation of one frame."""
    return TableObservation(time_s, round(time_s * 30), units, hands, still, True)
