"""Bump detection: checks whether the markers are still in their places according to the calibration.

In the usual case, nothing has moved. This is checked with small patches around the expected places of the
markers: each patch is compared with the marker's pattern, and its offset is measured with one Gauss-Newton
step (Lucas and Kanade's registration, translation only). The whole picture is searched only if a marker is
missing or off its place.

The result is then explained in the simplest way: the camera stands still and some markers moved, or the
camera moved and all markers are in place, or it moved and one marker did too. The explanation with the most
markers in place wins, in this order if equal. Focal length and marker map are kept, so the table frame stays
the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import CalibrationError, Camera, Floats, other_size
from calibration.markers import CELLS, SQUARE, Picture, Sightings, as_grey, find_markers, marker_bits
from calibration.pose import MAX_ERROR_PX, fitted_square
from calibration.store import Calibration
from engine.message import Messages

say = Messages("calibration")

MOVED_PX = 2.0
"""Largest offset of a marker that counts as unmoved, in a picture 1280 px wide."""
ALIKE = 0.75
"""Least correlation of a patch with the pattern of a marker that counts as seen."""
_CELL_PX = 6
_SIDE_PX = (CELLS + 2) * _CELL_PX


@dataclass(frozen=True, eq=False)
class Drift:
    """The comparison of a frame's markers with the calibration.

    ``shift_px`` is the median offset of the visible markers in px (None: none in view). ``moved``: the camera
    moved; then ``camera`` is the re-registered one, or None if the visible markers contradict each other.
    ``moved_markers`` are no longer in their stored places, while the others fit. ``calibration`` is the one
    to use from now on, with the re-registered camera and new places of moved markers; the given one if
    nothing moved.
    """

    shift_px: float | None
    moved: bool
    camera: Camera | None
    visible: frozenset[int]
    moved_markers: frozenset[int]
    calibration: Calibration

    @property
    def known(self) -> bool:
        """False if no marker is in view, so that there is no result."""
        return bool(self.visible)


def check(calibration: Calibration, frame: Picture, search: bool = True) -> Drift:
    """Compare the markers in ``frame``, (H, W, 3) BGR or (H, W) uint8, with the stored map.

    Without ``search`` the whole picture is not searched, so that markers off their places count as hidden.
    Raises CalibrationError if the frame has another size or the calibration has no marker map.
    """
    camera = calibration.camera
    if frame.shape[:2] != (camera.height, camera.width):
        raise other_size((camera.width, camera.height), (frame.shape[1], frame.shape[0]))
    if not calibration.markers:
        raise CalibrationError(say("drift_none"))
    expected = expected_corners(calibration)
    shifts = {name: local_shift(frame, name, corners) for name, corners in expected.items()}
    near = {name: shift for name, shift in shifts.items() if shift is not None and shift <= _limit(camera)}
    inside = {name for name, corners in expected.items() if _inside(corners, camera)}
    if not search or (near and near.keys() == inside):
        return _still(calibration, near)
    found = find_markers(as_grey(frame), calibration.markers, thorough=False)
    kept = {name: expected[name] for name in near.keys() - found.keys()}
    return judge(calibration, {**kept, **found})


def expected_corners(calibration: Calibration) -> dict[int, Floats]:
    """The expected corners (4, 2) px by marker id; NaN behind the camera."""
    names = list(calibration.markers)
    corners = np.concatenate([calibration.markers[name] for name in names])
    pixels = calibration.camera.project(np.column_stack([corners, np.zeros(len(corners))]))
    return dict(zip(names, pixels.reshape(-1, 4, 2), strict=True))


def judge(calibration: Calibration, sightings: Sightings) -> Drift:
    """The simplest explanation of the markers' places; ``sightings`` map ids to corners (4, 2) px."""
    expected = expected_corners(calibration)
    seen = {name: corners for name, corners in sightings.items() if name in expected}
    shifts = {name: _distance(seen[name], expected[name]) for name in seen}
    near = {name: shift for name, shift in shifts.items() if shift <= _limit(calibration.camera)}
    if len(near) == len(seen):
        return _still(calibration, near)
    still = frozenset(near)
    camera, fitting = _best_registration(calibration, seen)
    shift_px = float(np.median(list(shifts.values())))
    visible = frozenset(seen)
    if camera is None and not still:
        return Drift(shift_px, True, None, visible, frozenset(), calibration)
    moved = len(fitting) > len(still)
    if camera is None or not moved:
        camera, fitting = calibration.camera, still
    now = _remapped(replace(calibration, camera=camera), seen, visible - fitting)
    return Drift(shift_px, moved, camera, visible, visible - fitting, now)


def _still(calibration: Calibration, shifts: dict[int, float]) -> Drift:
    shift = float(np.median(list(shifts.values()))) if shifts else None
    return Drift(shift, False, calibration.camera, frozenset(shifts), frozenset(), calibration)


def _limit(camera: Camera) -> float:
    return MOVED_PX * max(camera.width / 1280, 0.5) + camera.reprojection_error_px


def _inside(corners: Floats, camera: Camera) -> bool:
    size = (camera.width - 1, camera.height - 1)
    return bool(np.isfinite(corners).all() and (corners >= 0).all() and (corners <= size).all())


def _distance(seen: Floats, expected: Floats) -> float:
    """Mean corner distance in px; infinite for a place out of view."""
    distance = float(np.linalg.norm(seen - expected, axis=1).mean())
    return distance if math.isfinite(distance) else math.inf


def _best_registration(calibration: Calibration, seen: Sightings) -> tuple[Camera | None, frozenset[int]]:
    """The pose that fits most of the seen markers, leaving out at most one of three or more."""
    names = sorted(seen)
    choices: list[list[int]] = [names]
    if len(names) >= 3:
        choices += [[name for name in names if name != out] for out in names]
    for choice in choices:
        camera = _posed(calibration, seen, choice)
        if camera is not None:
            return camera, frozenset(choice)
    return None, frozenset()


def _posed(calibration: Calibration, seen: Sightings, names: Iterable[int]) -> Camera | None:
    """The stored lens at the pose that fits the markers ``names``; None if none fits well enough."""
    names = list(names)
    old = calibration.camera
    flat = np.concatenate([calibration.markers[name] for name in names])
    solid = np.column_stack([flat, np.zeros(len(flat))])
    pixels = np.concatenate([seen[name] for name in names])
    _, rvecs, tvecs, _ = cv2.solvePnPGeneric(solid, pixels, old.K, old.distortion, flags=cv2.SOLVEPNP_IPPE)
    poses = zip(np.asarray(rvecs, float), np.asarray(tvecs, float), strict=True)
    options = [_refined(old, solid, pixels, pose) for pose in poses]
    options = [camera for camera in options if camera.position[2] > 0]
    limit = max(MAX_ERROR_PX * max(old.width / 1280, 0.5), 2 * old.reprojection_error_px)
    fits = [camera for camera in options if camera.reprojection_error_px <= limit]
    if not fits:
        return None
    if len(names) == 1:
        return min(fits, key=lambda camera: float(np.linalg.norm(camera.rotation - old.rotation)))
    return min(fits, key=lambda camera: camera.reprojection_error_px)


def _refined(old: Camera, solid: Floats, pixels: Floats, pose: tuple[Floats, Floats]) -> Camera:
    rvec, tvec = cv2.solvePnPRefineLM(solid, pixels, old.K, old.distortion, pose[0].copy(), pose[1].copy())
    camera = old.with_pose(rvec, tvec, 0.0)
    off = camera.project(solid) - pixels
    error = math.sqrt(float((off**2).sum(axis=1).mean())) if np.isfinite(off).all() else 1e6
    return camera.with_pose(rvec, tvec, error)


def _remapped(calibration: Calibration, seen: Sightings, moved: Iterable[int]) -> Calibration:
    """The calibration with the moved markers in their new places."""
    markers = dict(calibration.markers)
    for name in moved:
        on_table = calibration.camera.to_table(seen[name])
        if np.isfinite(on_table).all():
            markers[name] = fitted_square(on_table)
    return replace(calibration, markers=markers)


@lru_cache(maxsize=64)
def _pattern(marker: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The blurred pattern with one cell of paper, (S, S), of unit spread, and its slopes (S, S, 2)."""
    cells = np.pad(marker_bits(marker), 1, constant_values=True).astype(np.float32)
    drawn = cv2.GaussianBlur(np.kron(cells, np.ones((_CELL_PX, _CELL_PX), np.float32)), (0, 0), 1.5)
    drawn = (drawn - drawn.mean()) / drawn.std()
    slopes = np.stack(np.gradient(drawn)[::-1], axis=-1)
    return drawn, slopes.astype(np.float32)


def local_shift(frame: Picture, marker: int, corners: Floats) -> float | None:
    """The offset in px of the marker from its expected corners (4, 2) px; None if it is not seen there.

    Works up to an offset of about a quarter of a cell; beyond, the pattern is not recognised.
    """
    if not np.isfinite(corners).all():
        return None
    ends = (SQUARE * (1, -1) / (2 * SQUARE[1, 0]) * CELLS * _CELL_PX + _SIDE_PX / 2 - 0.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform(ends, corners.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpPerspective(frame, warp, (_SIDE_PX, _SIDE_PX), flags=flags)
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY) if patch.ndim == 3 else patch
    values = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0)
    pattern, slopes = _pattern(marker)
    spread = float(values.std())
    if spread < 2.0:
        return None
    values = (values - values.mean()) / spread
    if float((values * pattern).mean()) < ALIKE:
        return None
    step = np.linalg.lstsq(slopes.reshape(-1, 2), (pattern - values).ravel(), rcond=None)[0]
    middle = np.array([[[_SIDE_PX / 2, _SIDE_PX / 2]]]) - 0.5
    ends_px = cv2.perspectiveTransform(np.concatenate([middle, middle + step]), warp).reshape(2, 2)
    return float(np.linalg.norm(ends_px[1] - ends_px[0]))
