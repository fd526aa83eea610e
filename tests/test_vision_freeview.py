"""The camera guessed from pyramids alone: tilt and roll from their axes, height from a score."""

from __future__ import annotations

import math

import numpy as np
import pytest

from calibration.camera import Camera, look_at
from engine.pieces import HEIGHT_MM, Size
from vision.finder import Found, Kind
from vision.freeview import FOVS_DEG, NotEnoughUnits, best_camera, candidates, upright_pose


def units(camera: Camera, seed: int, lying: int = 0) -> tuple[Found, ...]:
    """Detections of standing pieces of all sizes, half a pixel off, and some lying ones."""
    rng = np.random.default_rng(seed)
    found = []
    for i in range(12):
        size = list(Size)[i % 3]
        x, y = rng.uniform(-150, 150, 2)
        feet = np.array([[x, y, 0.0], [x, y, HEIGHT_MM[size]]])
        if i < lying:
            feet[1] = [x + 12, y - 9, 0.0]
        base, apex = camera.project(feet) + rng.normal(0, 0.5, (2, 2))
        found.append(Found(Kind.UPRIGHT, (*apex, *base), tuple(base), tuple(apex), 0.9))
    return tuple(found)


def camera(tilt_deg: float, roll_deg: float, fov_deg: float = 50.0) -> Camera:
    t = math.radians(tilt_deg)
    return look_at([0, -700 * math.cos(t), 700 * math.sin(t)], [0, 0, 0], fov_deg, 1280, 720, roll_deg)


@pytest.mark.parametrize("lying", [0, 3])
@pytest.mark.parametrize(("tilt", "roll"), [(20, 0), (35, 12), (55, -8), (70, 20)])
def test_axes_tell_tilt_and_roll(tilt: float, roll: float, lying: int) -> None:
    view = camera(tilt, roll)
    found = units(view, 3, lying)
    bases, apexes = np.array([u.base_px for u in found]), np.array([u.apex_px for u in found])
    rotation, error = upright_pose(view.K, bases, apexes)
    up_seen, up_true = rotation[:, 2], view.rotation[:, 2]
    assert math.degrees(math.acos(min(1.0, float(up_seen @ up_true)))) < 4
    assert error < 2


def test_the_right_height_is_among_the_candidates() -> None:
    view = camera(40, 0, FOVS_DEG[1])
    distances = [float(np.linalg.norm(c.tvec)) for c, _ in candidates(units(view, 1), 1280, 720)]
    assert min(abs(math.log(d / 700)) for d in distances) < 0.12


def test_the_score_decides() -> None:
    view = camera(40, 0, FOVS_DEG[1])
    best = best_camera(units(view, 1), 1280, 720, lambda c: -abs(math.log(np.linalg.norm(c.tvec) / 700)))
    assert abs(math.log(np.linalg.norm(best.camera.tvec) / 700)) < 0.07


def test_one_piece_is_not_enough() -> None:
    with pytest.raises(NotEnoughUnits, match="lay the corner markers"):
        candidates(units(camera(40, 0), 1)[:1], 1280, 720)
