"""Measures the colours of pieces: Lab of their visible faces, relative to white paper.

Points on the camera's side of each visible piece follow from its place and size; the median of their colours
in linear light, balanced by the white reference, is converted to CIE L*, a*, b* (D65; paper is 100, 0, 0).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.markers import to_linear
from calibration.white import PAPER_VALUE, WhiteReference
from engine.pieces import BASE_MM, HEIGHT_MM, Posture, Size, lifts_mm
from vision.fit.fit import flat_reach_mm
from vision.observation import UnitObservation

Floats = NDArray[np.float64]
SHARES = (0.2, 0.45, 0.7)
"""Heights of the points, relative to the visible part of a piece."""
TOP_SHOWN = 0.65
"""Share of the top piece's height that is wide enough for measurements."""
SIDES_RAD = (-0.6, 0.0, 0.6)
"""Directions of the points, relative to the direction towards the camera."""
_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_D65 = _XYZ.sum(axis=1)


def face_points(
    camera: Camera,
    place_mm: tuple[float, float],
    sizes_bottom_up: Sequence[Size],
    heading_deg: float | None = None,
) -> list[Floats]:
    """Points (P, 3) mm on each visible piece, top to bottom; for a lying unit (with a heading) only on the
    first."""
    if heading_deg is not None:
        return [_lying_points(place_mm, sizes_bottom_up[-1], heading_deg)]
    lifts = lifts_mm(sizes_bottom_up)
    towards = math.atan2(camera.position[1] - place_mm[1], camera.position[0] - place_mm[0])
    levels = []
    for k, size in enumerate(sizes_bottom_up):
        top = k == len(lifts) - 1
        shown = TOP_SHOWN * HEIGHT_MM[size] if top else max(lifts[k + 1] - lifts[k], 1.0)
        points = []
        for up in SHARES:
            reach = BASE_MM[size] / 2 * (1 - up * shown / HEIGHT_MM[size])
            for turn in SIDES_RAD:
                x, y = math.cos(towards + turn) * reach, math.sin(towards + turn) * reach
                points.append((place_mm[0] + x, place_mm[1] + y, lifts[k] + up * shown))
        levels.append(np.array(points))
    return levels[::-1]


def _lying_points(place_mm: tuple[float, float], size: Size, heading_deg: float) -> Floats:
    """Points on the upper side of a lying piece."""
    turn, reach = math.radians(heading_deg), flat_reach_mm((size,))
    along, across = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    points = []
    for t in SHARES:
        width = BASE_MM[size] * (1 - t)
        for side in (-0.25, 0.0, 0.25):
            ground = np.array(place_mm) + (2 * t - 1) * reach * along + side * width * across
            points.append((*ground, 0.8 * width))
    return np.array(points)


def lab(linear_bgr: Floats) -> Floats:
    """CIE L*a*b* (..., 3) of linear light (..., 3) with white at 1, 1, 1."""
    xyz = np.maximum(linear_bgr[..., ::-1], 0.0) @ _XYZ.T / _D65
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    parts = (116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2]))
    return np.stack(parts, axis=-1)


def light_at(image_bgr: NDArray[np.uint8], camera: Camera, points_mm: Floats) -> Floats | None:
    """Median linear light (3,) BGR at points (P, 3) mm, as seen by the camera; None if fewer than half are in
    the picture."""
    pixels = np.round(camera.project(points_mm)).astype(int)
    height, width = image_bgr.shape[:2]
    inside = ((pixels >= 1) & (pixels < (width - 1, height - 1))).all(axis=1)
    if inside.sum() * 2 < len(points_mm):
        return None
    patches = [cv2.mean(image_bgr[v - 1 : v + 2, u - 1 : u + 2])[:3] for u, v in pixels[inside]]
    light = to_linear(np.round(patches).astype(np.uint8)[None])[0].astype(np.float64)
    return np.asarray(np.median(light, axis=0))


def balanced(light: Floats, white: WhiteReference) -> Floats:
    """Lab (..., 3) of linear light (..., 3), balanced by the white."""
    paper = float(to_linear(np.array([[PAPER_VALUE]], np.uint8)).item())
    return lab(light * white.gain_bgr / paper)


def faces(
    image_bgr: NDArray[np.uint8], camera: Camera, white: WhiteReference, unit: UnitObservation
) -> tuple[Floats | None, ...]:
    """The measured Lab of each level of a unit, top to bottom; None where not measurable."""
    lights = face_lights(image_bgr, camera, unit)
    return tuple(None if light is None else balanced(light, white) for light in lights)


def face_lights(
    image_bgr: NDArray[np.uint8], camera: Camera, unit: UnitObservation
) -> tuple[Floats | None, ...]:
    """The linear light of each level of a unit, top to bottom; None where not measurable."""
    sizes = tuple(level.size for level in reversed(unit.levels))
    lying = unit.posture is Posture.FLAT
    heading = unit.heading_deg if lying else None
    if lying and heading is None:
        return (None,) * len(sizes)
    points = face_points(camera, (unit.x_mm, unit.y_mm), sizes, heading)
    found = [light_at(image_bgr, camera, each) for each in points]
    return (*found, *(None for _ in sizes[len(found) :]))
