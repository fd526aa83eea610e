"""The known solids at the pieces' places, in the table frame (mm)."""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from engine.pieces import BASE_MM, HEIGHT_MM, Posture, Size, apex_height_mm, half_apex_angle
from vision.observation import UnitObservation
from vision.read.crops import azimuth_deg

Floats = NDArray[np.float64]
FARTHEST_PX = 2e4
"""Corners further out than this are not drawn: they are nearly beside the camera."""


def solids(unit: UnitObservation, camera: Camera) -> list[Floats]:
    """Corners (5, 3) mm, base then apex, of each visible piece from bottom to top."""
    sizes = tuple(level.size for level in reversed(unit.levels))
    heading = (unit.heading_deg or 0.0) if unit.posture is Posture.FLAT else None
    return placed(sizes, unit.x_mm, unit.y_mm, heading, camera, tuple(reversed(unit.turns_deg)))


def placed(
    sizes: tuple[Size, ...],
    x_mm: float,
    y_mm: float,
    heading_deg: float | None,
    camera: Camera,
    turns_deg: tuple[float | None, ...] = (),
) -> list[Floats]:
    """Corners (5, 3) mm, base then apex, of a stack's pieces, sizes, turns and corners from bottom to top.

    ``heading_deg`` is None for a standing stack. A standing piece with an unknown angle faces the camera.
    """
    lifts = [apex_height_mm(sizes[: i + 1]) - HEIGHT_MM[size] for i, size in enumerate(sizes)]
    upright = [pyramid(size, lift) for size, lift in zip(sizes, lifts, strict=True)]
    if heading_deg is not None:
        return [_moved(laid(solid, sizes), heading_deg, x_mm, y_mm) for solid in upright]
    known = turns_deg if len(turns_deg) == len(sizes) else (None,) * len(sizes)
    facing = azimuth_deg(camera, x_mm, y_mm)
    turns = [facing if turn is None else turn for turn in known]
    return [_moved(solid, turn, x_mm, y_mm) for solid, turn in zip(upright, turns, strict=True)]


def pyramid(size: Size, lift: float) -> Floats:
    """Corners (5, 3) mm, base then apex, of a standing piece whose base is ``lift`` mm over the origin."""
    half = BASE_MM[size] / 2
    corners = [(x * half, y * half, lift) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return np.array([*corners, (0.0, 0.0, lift + HEIGHT_MM[size])])


def laid(solid: Floats, sizes: tuple[Size, ...]) -> Floats:
    """A standing solid on its side, apex to +x, shifted so that the whole shadow's middle is the origin."""
    tilt = math.pi / 2 + half_apex_angle(sizes[0])
    c, s = math.cos(tilt), math.sin(tilt)
    lying = solid @ np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]).T
    drop = -s * BASE_MM[sizes[0]] / 2
    shifted: Floats = lying - [apex_height_mm(sizes) * s / 2, 0, drop]
    return shifted


def _moved(solid: Floats, degrees: float, x_mm: float, y_mm: float) -> Floats:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    moved: Floats = solid @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]).T + [x_mm, y_mm, 0.0]
    return moved


def silhouette(parts: list[Floats], camera: Camera) -> Floats:
    """Corners (N, 2) px of the convex outline of solids in the picture; (0, 2) if it cannot be drawn."""
    corners = camera.project(np.concatenate(parts))
    if not np.isfinite(corners).all() or np.abs(corners).max() > FARTHEST_PX:
        return np.zeros((0, 2))
    return cv2.convexHull(corners.astype(np.float32))[:, 0].astype(float)


def hidden_share(parts: list[Floats], others: Iterable[list[Floats]], camera: Camera) -> float:
    """Share (0 to 1) of the outline of ``parts`` that is covered by ``others`` nearer to the camera or
    outside the picture.
    """
    outline = silhouette(parts, camera)
    if not len(outline):
        return 1.0
    corner = np.floor(outline.min(0)).astype(int)
    width, height = (np.ceil(outline.max(0)).astype(int) - corner + 1).tolist()
    mask = np.zeros((height, width), np.uint8)
    _fill(mask, outline - corner, 1)
    whole = int(mask.sum())
    depth = camera.depth(np.concatenate(parts)).mean()
    for other in others:
        if camera.depth(np.concatenate(other)).mean() < depth:
            _fill(mask, silhouette(other, camera) - corner, 0)
    left, top = np.clip(-corner, 0, (width, height))
    right, bottom = np.clip((camera.width, camera.height) - corner, 0, (width, height))
    return 1.0 - int(mask[top:bottom, left:right].sum()) / whole


def _fill(mask: NDArray[np.uint8], outline: Floats, value: int) -> None:
    if len(outline):
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), value)
