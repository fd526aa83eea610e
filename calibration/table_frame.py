"""Finds a table's axes from markers, some of which may be hidden, and converts between frames on the
plane."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.camera import Floats
from calibration.store import Calibration

NOMINAL: dict[int, tuple[float, float]] = {0: (-1, -1), 1: (1, -1), 2: (1, 1), 3: (-1, 1)}
"""The table's corner of each marker, by id."""
SEARCH_DEG = 25.0
SHAPE, SHAPE_WEIGHT = 0.65, 0.05
"""Assumed ratio of depth to width of the markers' rectangle, and the small weight of that assumption."""


@dataclass(frozen=True)
class Axes:
    """A frame on the table's plane: its origin (mm) and its rotation, counter-clockwise."""

    x_mm: float
    y_mm: float
    turn_rad: float


def axes_of(places: Mapping[int, Floats], near_rad: float) -> Axes:
    """The frame of the markers' rectangle, from the places (2,) mm of the visible ones by id.

    ``near_rad`` is its rotation, within ``SEARCH_DEG``. Middle, both half sides and rotation are fitted by
    least squares: then a hidden marker does no harm, while the mean of the others would be off by a sixth of
    the table, and assuming a square would rotate a rectangle by ten degrees.
    """
    from scipy.optimize import minimize_scalar  # late, because it takes half a second to load

    reach = math.radians(SEARCH_DEG)
    found = minimize_scalar(
        lambda off: _middle(places, near_rad + off)[1], bounds=(-reach, reach), method="bounded"
    )
    turn = near_rad + float(found.x)
    x, y = rotation_of(turn) @ _middle(places, turn)[0]
    return Axes(float(x), float(y), turn)


def _middle(places: Mapping[int, Floats], turn: float) -> tuple[Floats, float]:
    """The middle (2,) of a rectangle with this rotation, along its own axes, and the squared residuals,
    mm²."""
    rows, values = [np.array([0.0, 0.0, -SHAPE, 1.0]) * SHAPE_WEIGHT], [0.0]
    for name, place in places.items():
        right, up = NOMINAL[name]
        rows += [np.array([1.0, 0.0, right, 0.0]), np.array([0.0, 1.0, 0.0, up])]
        values += list(place @ rotation_of(turn))
    design, wanted = np.array(rows), np.array(values)
    found = np.linalg.lstsq(design, wanted, rcond=None)[0]
    return found[:2], float(np.square(design @ found - wanted).sum())


def reframed(calibration: Calibration, place: Axes) -> Calibration:
    """The same camera and markers with the table's axes moved to ``place``."""
    camera, turn, origin = calibration.camera, rotation_of(place.turn_rad), np.array([place.x_mm, place.y_mm])
    rvec, tvec = moved_pose(camera.rvec, camera.tvec, np.array([*origin, place.turn_rad]))
    markers = {name: (corners - origin) @ turn for name, corners in calibration.markers.items()}
    return replace(calibration, camera=replace(camera, rvec=rvec, tvec=tvec), markers=markers)


def in_frame_of(found: Calibration, markers: Mapping[int, Floats]) -> Calibration:
    """A calibration moved to the frame of ``markers``, corners (4, 2) mm by id, with the common markers;
    unchanged if there are none.
    """
    shared = [name for name in found.markers if name in markers]
    if not shared:
        return found
    here, there = (np.concatenate([each[name] for name in shared]) for each in (found.markers, markers))
    return reframed(found, laid_onto(here, there))


def laid_onto(here: Floats, there: Floats) -> Axes:
    """The frame of the points ``there``, relative to that of the same points ``here`` (N, 2) mm: rigid least
    squares (Kabsch's, in the plane).
    """
    a, b = here - here.mean(0), there - there.mean(0)
    turn = math.atan2(float(b[:, 0] @ a[:, 1] - b[:, 1] @ a[:, 0]), float((a * b).sum()))
    x, y = here.mean(0) - rotation_of(turn) @ there.mean(0)
    return Axes(float(x), float(y), turn)


def moved_pose(rvec: Floats, tvec: Floats, frame: Floats) -> tuple[Floats, Floats]:
    """A camera's pose relative to ``frame`` (x mm, y mm, rotation in radians) on the same plane."""
    rotation, spin = cv2.Rodrigues(np.asarray(rvec, float))[0], np.eye(3)
    spin[:2, :2] = rotation_of(frame[2])
    moved = rotation @ (frame[0], frame[1], 0.0) + tvec
    return np.asarray(cv2.Rodrigues(rotation @ spin)[0], float).reshape(3), moved


def rotation_of(angle: float) -> Floats:
    """The matrix (2, 2) of a rotation by an angle in radians, counter-clockwise."""
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
