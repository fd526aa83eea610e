"""A camera for pictures without markers, from nothing but the pyramids in them.

Assumed: square pixels, principal point in the middle, no distortion, all units on one plane, nearly all of
them standing. Then, for a focal length, the lines from each base to its apex meet in the vertical's vanishing
point, which gives tilt and roll (a robust search over both, refined); the remaining unknown, the camera's
height, is the scale at which the reader recognises the most units and the known solids fit best. Focal
lengths and heights are tried over plausible ranges. The table frame found has the camera's side near, its
origin at the middle of the units.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera, square_pixel_matrix
from vision.finder import Found, Kind

Floats = NDArray[np.float64]
FOVS_DEG = (38.0, 50.0, 64.0)  # across the picture's longer side
HEIGHT_STEPS = 11
HEIGHT_RANGE = 2.6  # the first guess of the scale may be off by this factor either way
TYPICAL_PIECE_MM = 37.0  # height of a middling piece
_TURN_STEP_DEG = 5.0


class NotEnoughUnits(ValueError):
    """Too few units to tell where the camera is; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A camera guessed from units: its score (higher is better) and the rms error in px of the apexes'
    directions.
    """

    camera: Camera
    score: float
    error_px: float


def _rotation(tilt_deg: float, roll_deg: float) -> Floats:
    """Table to camera for a camera that looks ``tilt_deg`` below the horizon along +y, rolled clockwise."""
    t, r = math.radians(tilt_deg), math.radians(roll_deg)
    level = np.array([[1.0, 0, 0], [0, -math.sin(t), -math.cos(t)], [0, math.cos(t), -math.sin(t)]])
    turn = np.array([[math.cos(r), math.sin(r), 0], [-math.sin(r), math.cos(r), 0], [0, 0, 1]])
    return turn @ level


def _lean_errors(matrix: Floats, rotation: Floats, bases: Floats, apexes: Floats) -> Floats:
    """How far each apex lies beside the picture of the vertical through its base, (N,) px."""
    down = matrix @ rotation @ np.array([0.0, 0.0, -1.0])  # vanishing point, homogeneous
    to_vanishing = bases * down[2] - down[:2]  # up the vertical, away from the point below
    lengths = np.maximum(np.linalg.norm(to_vanishing, axis=1), 1e-9)
    across = np.stack([-to_vanishing[:, 1], to_vanishing[:, 0]], 1) / lengths[:, None]
    along = ((apexes - bases) * to_vanishing).sum(1) / lengths
    off = ((apexes - bases) * across).sum(1)
    return np.where(along > 0, off, 1e3)


def upright_pose(matrix: Floats, bases: Floats, apexes: Floats) -> tuple[Floats, float]:
    """Rotation (3, 3) under which most base-to-apex lines are vertical, and their median error in px."""
    best, best_cost = _rotation(40, 0), math.inf
    sizes = np.maximum(np.linalg.norm(apexes - bases, axis=1), 1.0)

    def cost_of(tilt: float, roll: float) -> float:
        errors = np.abs(_lean_errors(matrix, _rotation(tilt, roll), bases, apexes)) / sizes
        return float(np.minimum(errors, 0.35).mean() + 2e-4 * abs(roll) + 1e-4 * abs(tilt - 40))

    options = [(t, r) for t in np.arange(10, 86, _TURN_STEP_DEG) for r in np.arange(-30, 31, _TURN_STEP_DEG)]
    centre = min(options, key=lambda option: cost_of(*option))
    for step in (2.5, 1.2, 0.6, 0.3):
        around = [
            (centre[0] + i * step, centre[1] + j * step) for i in (-2, -1, 0, 1, 2) for j in (-2, -1, 0, 1, 2)
        ]
        centre = min((o for o in around if 5 <= o[0] <= 88), key=lambda option: cost_of(*option))
    best, best_cost = _rotation(*centre), cost_of(*centre)
    errors = np.abs(_lean_errors(matrix, best, bases, apexes))
    return best, float(np.median(errors)) if math.isfinite(best_cost) else math.inf


def _camera(
    matrix: Floats, rotation: Floats, height_mm: float, middle_px: Floats, size: tuple[int, int]
) -> Camera:
    """The camera ``height_mm`` above the table whose origin is seen at ``middle_px``."""
    ray = rotation.T @ np.linalg.inv(matrix) @ np.array([*middle_px, 1.0])
    eye = -ray * (height_mm / -ray[2])
    rvec = cv2.Rodrigues(rotation)[0].reshape(3)
    return Camera(matrix, np.zeros(5), rvec, -rotation @ eye, size[0], size[1])


def _apparent_height(camera: Camera, bases: Floats, apexes: Floats) -> float:
    """Median height (mm) that the verticals through the bases reach at the apexes."""
    spots = camera.to_table(bases)
    good = np.isfinite(spots).all(1)
    if not good.any():
        return math.nan
    feet = np.column_stack([spots[good], np.zeros(good.sum())])
    rise = camera.project(feet + [0, 0, 10.0]) - bases[good]
    return float(np.median(10 * ((apexes[good] - bases[good]) * rise).sum(1) / (rise**2).sum(1)))


def candidates(found: Iterable[Found], width: int, height: int) -> list[tuple[Camera, float]]:
    """Plausible cameras for the standing units found, each with its lean error in px.

    Raises NotEnoughUnits when fewer than two stand.
    """
    units = [one for one in found if one.kind is Kind.UPRIGHT]
    if len(units) < 2:
        raise NotEnoughUnits("no markers and fewer than two standing pieces: lay the corner markers in view")
    bases, apexes = np.array([u.base_px for u in units]), np.array([u.apex_px for u in units])
    middle, cameras = np.median(bases, axis=0), []
    for fov in FOVS_DEG:
        focal = max(width, height) / 2 / math.tan(math.radians(fov) / 2)
        matrix = square_pixel_matrix(focal, width, height)
        rotation, error = upright_pose(matrix, bases, apexes)
        if (np.linalg.inv(matrix) @ np.array([*middle, 1.0]) @ rotation)[2] >= -0.02:
            continue
        first = _camera(matrix, rotation, 1000.0, middle, (width, height))
        seen = _apparent_height(first, bases, apexes)
        if not seen > 1e-3:
            continue
        guess = 1000.0 * TYPICAL_PIECE_MM / seen
        for factor in np.geomspace(1 / HEIGHT_RANGE, HEIGHT_RANGE, HEIGHT_STEPS):
            cameras.append((_camera(matrix, rotation, guess * factor, middle, (width, height)), error))
    return cameras


def best_camera(found: tuple[Found, ...], width: int, height: int, score: Callable[[Camera], float]) -> Guess:
    """The plausible camera with the highest score, its height refined once. Raises NotEnoughUnits."""
    guesses = [Guess(camera, score(camera), error) for camera, error in candidates(found, width, height)]
    if not guesses:
        raise NotEnoughUnits(
            "no markers, and the pieces do not tell the view: lay the corner markers in view"
        )
    best = max(guesses, key=lambda guess: guess.score)
    for factor in (0.88, 0.94, 1.06, 1.12):
        camera = _scaled(best.camera, factor)
        guesses.append(Guess(camera, score(camera), best.error_px))
    return max(guesses, key=lambda guess: guess.score)


def _scaled(camera: Camera, factor: float) -> Camera:
    """The camera from ``factor`` times as far from the origin: everything in view is that much larger."""
    return camera.with_pose(camera.rvec, camera.tvec * factor, camera.reprojection_error_px)
