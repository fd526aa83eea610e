"""The camera from known solids on a plane: pyramids alone, with cards, and undecidable cases."""

from __future__ import annotations

import math

import numpy as np
import pytest

from calibration.camera import Camera
from engine.pieces import Size
from tests.support.measured_units import SIZES, table_view, unit
from vision.detect.finder import Found, Kind
from vision.pose.freeview import Problem, View, camera_of, centre_of, sheets_of, solve, typical_focal
from vision.pose.marks import marks_of, without_repeats
from vision.pose.rectangles import Rectangle


def problem(
    camera: Camera, sizes: tuple[Size, ...], seed: int, noise: float = 0.5, cards: tuple[Rectangle, ...] = ()
) -> Problem:
    rng = np.random.default_rng(seed)
    marks = marks_of((unit(camera, rng, size, noise) for size in sizes), camera.width, camera.height)
    size = camera.width, camera.height
    return Problem(marks, cards, centre_of(*size), np.median(marks.bases, 0), typical_focal(*size))


def errors(camera: Camera, view: View) -> tuple[float, float, float]:
    """Errors of log focal length, elevation (radians) and log lengths."""
    seen = camera_of(view, (camera.width, camera.height))
    here = camera.to_table(view.problem.middle[None])[0]
    scale = math.log(camera.px_per_mm(*here) / seen.px_per_mm(0, 0))
    elevations = [math.asin(-one.rotation[2, 2]) for one in (seen, camera)]
    return math.log(seen.focal_px / camera.focal_px), elevations[0] - elevations[1], scale


def card(camera: Camera, at: tuple[float, float], size: tuple[float, float] = (63, 88)) -> Rectangle:
    flat = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array(size) / 2 + at
    return Rectangle(camera.project(np.column_stack([flat, np.zeros(4)])), 1.0)


@pytest.mark.parametrize(("elevation", "fov", "roll"), [(28, 62, 0), (50, 72, 5)])
def test_pieces_of_all_sizes_tell_the_camera(elevation: float, fov: float, roll: float) -> None:
    camera = table_view(elevation, fov, roll)
    best = solve(problem(camera, SIZES * 4, 3))[0]
    focal, lean, scale = errors(camera, best)
    assert abs(focal) < 0.15 and abs(lean) < math.radians(4) and abs(scale) < 0.05
    assert best.share > 0.9


def test_one_size_alone_is_unsure_and_the_truth_among_the_views() -> None:
    camera = table_view(38)
    views = solve(problem(camera, (Size.MEDIUM,) * 9, 1))
    assert views[0].share < 0.9
    assert any(view.share > 0.05 and abs(errors(camera, view)[2]) < 0.06 for view in views)


def test_a_card_settles_what_one_size_leaves_open() -> None:
    camera = table_view(38)
    best = solve(problem(camera, (Size.MEDIUM,) * 5, 1, 0.5, (card(camera, (90, -60)),)))[0]
    focal, _, scale = errors(camera, best)
    assert best.share > 0.9 and abs(scale) < 0.03 and abs(focal) < 0.1
    assert sheets_of(best) == ("poker card",)


def test_what_is_no_card_is_not_taken_for_one() -> None:
    camera = table_view(38)
    odd = card(camera, (90, -60), (47, 120))
    best = solve(problem(camera, SIZES * 3, 1, 0.5, (odd,)))[0]
    assert sheets_of(best) == () and abs(errors(camera, best)[2]) < 0.06


def test_the_stated_errors_hold() -> None:
    inside, count = np.zeros(3), 4
    for seed in range(count):
        camera = table_view(26 + 10 * seed, 52 + 6 * seed, 2 - seed)
        best = solve(problem(camera, SIZES * 3, seed, 1.0), 3)[0]
        spread = 2 * np.sqrt(np.diag(best.covariance))[[0, 1, 3]]
        inside += np.abs(errors(camera, best)) < spread
    assert inside.sum() >= 0.85 * 3 * count, inside


def test_nothing_to_go_by_gives_no_view() -> None:
    assert solve(problem(table_view(40), (Size.SMALL,), 2)) == ()


def test_the_upper_part_of_a_stack_is_no_second_unit() -> None:
    whole = Found(Kind.UPRIGHT, (10, 10, 70, 150), (40, 130), (42, 12), 0.6)
    upper = Found(Kind.UPRIGHT, (15, 8, 65, 100), (40, 85), (41, 10), 0.7)
    behind = Found(Kind.UPRIGHT, (30, 0, 80, 110), (55, 95), (75, 2), 0.5)
    assert without_repeats([upper, whole, behind]) == [whole, behind]
