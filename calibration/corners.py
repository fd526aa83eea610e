"""Finds the camera's pose from the four corners of one rectangle of known size on the table.

The last resort: the user marks the corners of a card, a sheet of paper or the mat. Unknown are the focal
length (square pixels, principal point in the middle, no distortion; a weak prior as in ``calibration.pose``)
and the pose: seven unknowns for eight numbers, so only one is left to check the corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import ArrayLike

from calibration.camera import (
    CalibrationError,
    Camera,
    Floats,
    focal_px_of,
    points_array,
    square_pixel_matrix,
)
from calibration.pose import FOCAL_PRIOR, START_FOVS_DEG, TYPICAL_FOV_DEG, Solution, camera_turn
from calibration.store import Calibration
from engine.message import Messages, Said

say = Messages("calibration")

SIZES_MM: dict[str, tuple[float, float]] = {
    "poker card": (63.0, 88.0),
    "bridge card": (57.0, 89.0),
    "A4 sheet": (210.0, 297.0),
    "Letter sheet": (215.9, 279.4),
}
"""Width and height of usual things on tables (cards as printed; ISO 216; ANSI A)."""
HAND_NOISE_PX = 2.0  # of a corner marked by hand, in a picture 1280 px wide
MAX_ERROR_PX = 6.0
MOST_STARTS = 4
LARGE_MM = 200.0
"""The middle of a rectangle without a shorter side becomes the table's middle; otherwise the picture's
does."""


def solve_corners(
    corners_px: ArrayLike, size_mm: tuple[float, float], width: int, height: int, source: str = ""
) -> Solution:
    """The camera and the table frame from the corners (4, 2) px of a rectangle, in cyclic order.

    ``size_mm`` are its sides, in any order. The table's near side is the camera's. Raises CalibrationError
    with one line if the corners are no such rectangle.
    """
    corners = points_array("corners", corners_px, 2)
    if len(corners) != 4 or not cv2.isContourConvex(corners.astype(np.float32)):
        raise CalibrationError(say("corners_around"))
    if min(size_mm) < 20 or max(size_mm) > 3000:
        raise CalibrationError(say("corners_long"))
    if cv2.contourArea(corners.astype(np.float32), True) < 0:
        corners = corners[::-1]
    longer = max(width, height)
    noise = HAND_NOISE_PX * longer / 1280
    starts = sorted(
        _starts(corners, size_mm, width, height), key=lambda start: _off(start, corners, width, height)
    )
    fits = [_fit(start, corners, noise, width, height) for start in starts[:MOST_STARTS]]
    fits = [fit for fit in fits if np.isfinite(fit[0])]
    if not fits:
        raise CalibrationError(say("corners_no"))
    _, values, solid, sigma = min(fits, key=lambda fit: fit[0])
    camera = _camera(values, width, height)
    error = float(np.sqrt(((camera.project(solid) - corners) ** 2).sum(1).mean()))
    if error > MAX_ERROR_PX * longer / 1280:
        raise CalibrationError(say("corners_fit", raw=f"{size_mm[0]:g}x{size_mm[1]:g}", raw2=f"{error:.1f}"))
    camera = _framed(camera.with_pose(camera.rvec, camera.tvec, error), min(size_mm) >= LARGE_MM)
    return Solution(Calibration(camera, {}, source, "camera"), sigma, _remarks(sigma))


def _remarks(sigma: float) -> tuple[Said, ...]:
    said = say("markers_hand")
    return (said, say("markers_focal", raw=f"{sigma:.0%}")) if sigma > 0.08 else (said,)


def _starts(
    corners: Floats, size_mm: tuple[float, float], width: int, height: int
) -> Iterator[tuple[Floats, Floats]]:
    """Values (log focal px, rvec, tvec) and the corresponding rectangle (4, 3) mm."""
    for wide, deep in (size_mm, size_mm[::-1]):
        solid = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * [wide / 2, deep / 2, 0.0]
        for fov in START_FOVS_DEG:
            focal = focal_px_of(fov, max(width, height))
            matrix = square_pixel_matrix(focal, width, height)
            count, rvecs, tvecs, _ = cv2.solvePnPGeneric(
                solid, corners, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE
            )
            for rvec, tvec in zip(rvecs[:count], tvecs[:count], strict=True):
                yield np.array([math.log(focal), *rvec.ravel(), *tvec.ravel()]), solid


def _camera(values: Floats, width: int, height: int) -> Camera:
    matrix = square_pixel_matrix(math.exp(values[0]), width, height)
    return Camera(matrix, np.zeros(5), values[1:4], values[4:7], width, height)


def _off(start: tuple[Floats, Floats], corners: Floats, width: int, height: int) -> float:
    """The misfit of a start: the sum of the corners' squared errors in px."""
    seen = _camera(start[0], width, height).project(start[1])
    return float(np.nan_to_num((seen - corners) ** 2, nan=1e8).sum())


def _fit(
    start: tuple[Floats, Floats], corners: Floats, noise: float, width: int, height: int
) -> tuple[float, Floats, Floats, float]:
    """Cost, values, the rectangle (4, 3) mm, and the focal length's relative standard deviation; infinite
    cost if the table would be seen from below.
    """
    from scipy.optimize import least_squares  # late, because it takes half a second to load

    values, solid = start
    typical = math.log(focal_px_of(TYPICAL_FOV_DEG, max(width, height)))
    scale = np.array([0.1, 0.1, 0.1, 0.1, *([np.linalg.norm(values[4:7]) / 10] * 3)])

    def residuals(steps: Floats) -> Floats:
        now = values + steps * scale
        off = np.nan_to_num(_camera(now, width, height).project(solid) - corners, nan=1e4) / noise
        return np.append(off.ravel(), (now[0] - typical) / FOCAL_PRIOR)

    found = least_squares(residuals, np.zeros(7), max_nfev=60)
    best = values + found.x * scale
    if _camera(best, width, height).position[2] <= 0:
        return math.inf, best, solid, math.inf
    jacobian = np.asarray(found.jac)
    covariance = np.linalg.pinv(jacobian.T @ jacobian)
    return float(found.cost), best, solid, 0.1 * math.sqrt(max(float(covariance[0, 0]), 0.0))


def _framed(camera: Camera, keep_middle: bool) -> Camera:
    """The camera in a table frame with its near side at the camera."""
    turn = camera_turn(camera)
    middle = np.zeros(2)
    if not keep_middle:
        seen = camera.to_table(camera.K[:2, 2][None])[0]
        middle = seen if np.isfinite(seen).all() and np.linalg.norm(seen) < 1500 else middle
    spin = cv2.Rodrigues(np.array([0.0, 0.0, turn]))[0]
    rvec = cv2.Rodrigues(camera.rotation @ spin)[0].reshape(3)
    tvec = camera.tvec + camera.rotation @ [*middle, 0.0]
    return camera.with_pose(rvec, tvec, camera.reprojection_error_px)
