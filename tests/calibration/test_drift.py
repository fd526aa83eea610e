"""Bump detection: camera moved, marker moved, markers hidden."""

import cv2
import numpy as np
import pytest

from calibration.camera import CalibrationError
from calibration.drift import check, judge
from calibration.markers import find_markers
from calibration.pose import solve
from calibration.store import Calibration
from tests.support.calibration_views import in_picture, placed, render
from tests.support.cameras import look_at

LAYOUT = {0: (-180, -125, 12), 1: (180, -125, -20), 2: (180, 125, 171), 3: (-180, 125, 95)}
CAMERA = look_at((0, -600, 500), (0, 0, 0), 62)
POINTS = np.array([[-150, -100, 0], [0, 0, 0], [150, 100, 0], [60, -80, 40]], float)


@pytest.fixture(scope="module")
def stored() -> Calibration:
    return solve(find_markers(render(CAMERA, placed(LAYOUT), seed=1)), 1280, 720).calibration


def bumped(dx=0.0, dy=0.0, dz=0.0, roll=0.0):
    return look_at((dx, -600 + dy, 500 + dz), (dx / 2, 3, 0), 62, roll_deg=roll)


def covered(frame, camera, names, colour=(40, 70, 120)):
    """The frame with some markers covered by hands."""
    frame = frame.copy()
    for name in names:
        x, y = in_picture(camera, placed(LAYOUT))[name].mean(axis=0).astype(int)
        cv2.circle(frame, (int(x), int(y)), 70, colour, -1)
    return frame


def test_nothing_moved(stored):
    for seed in range(3):
        drift = check(stored, render(CAMERA, placed(LAYOUT), noise=4, seed=seed + 5))
        assert not drift.moved and drift.known and drift.visible == {0, 1, 2, 3}
        assert drift.shift_px < 0.6 and not drift.moved_markers
        assert drift.calibration is stored


@pytest.mark.parametrize(
    "bump",
    [
        {"dx": 4},
        {"dx": 15},
        {"dx": 120, "dy": 40},
        {"dz": 12},
        {"roll": 1.5},
        {"roll": 25},
        {"dx": -300, "dy": 150, "dz": 200},
    ],
)
def test_a_bumped_camera_is_noticed_and_registered_again(stored, bump):
    camera = bumped(**bump)
    drift = check(stored, render(camera, placed(LAYOUT), seed=3))
    assert drift.moved and drift.known and not drift.moved_markers
    assert drift.shift_px > 2
    np.testing.assert_array_equal(drift.camera.K, stored.camera.K)
    np.testing.assert_allclose(drift.camera.to_table(camera.project(POINTS)[:3]), POINTS[:3, :2], atol=1.5)
    assert drift.calibration.camera is drift.camera
    for name, corners in stored.markers.items():
        np.testing.assert_array_equal(drift.calibration.markers[name], corners)


@pytest.mark.parametrize("hidden", [(0,), (1, 3), (0, 1, 2)])
def test_hidden_markers_leave_the_judgement_to_the_others(stored, hidden):
    frame = covered(render(CAMERA, placed(LAYOUT), seed=4), CAMERA, hidden)
    drift = check(stored, frame)
    assert not drift.moved and drift.visible == {0, 1, 2, 3} - set(hidden) and not drift.moved_markers
    camera = bumped(dx=40)
    drift = check(stored, covered(render(camera, placed(LAYOUT), seed=4), camera, hidden))
    assert drift.moved and drift.visible == {0, 1, 2, 3} - set(hidden)
    there = drift.camera.to_table(camera.project(POINTS)[1:2])
    np.testing.assert_allclose(there, POINTS[1:2, :2], atol=2 if len(hidden) < 3 else 25)


def test_no_marker_in_view_is_unknown_not_moved(stored):
    for frame in (
        covered(render(CAMERA, placed(LAYOUT)), CAMERA, (0, 1, 2, 3)),
        np.zeros((720, 1280, 3), np.uint8),
    ):
        drift = check(stored, frame)
        assert not drift.known and not drift.moved and drift.shift_px is None and drift.visible == frozenset()


@pytest.mark.parametrize("move", [(6, 0, 0), (40, 25, 0), (0, 0, 30), (-90, 10, 120)])
def test_a_moved_marker_is_told_from_a_moved_camera(stored, move):
    layout = {**LAYOUT, 1: tuple(np.add(LAYOUT[1], move))}
    drift = check(stored, render(CAMERA, placed(layout), seed=6))
    assert not drift.moved and drift.moved_markers == {1} and drift.camera is stored.camera
    np.testing.assert_allclose(drift.calibration.markers[1], placed(layout)[1], atol=2)
    np.testing.assert_array_equal(drift.calibration.markers[2], stored.markers[2])
    again = check(drift.calibration, render(CAMERA, placed(layout), seed=7))
    assert not again.moved and not again.moved_markers and again.shift_px < 1


def test_camera_and_a_marker_moved(stored):
    camera = bumped(dx=60, dy=20)
    layout = {**LAYOUT, 3: (-130, 150, 0)}
    drift = check(stored, render(camera, placed(layout), seed=6))
    assert drift.moved and drift.moved_markers == {3}
    np.testing.assert_allclose(drift.camera.to_table(camera.project(POINTS)[:3]), POINTS[:3, :2], atol=2)


def test_contradicting_markers_give_no_camera(stored):
    camera = bumped(dx=60)
    layout = {0: (-100, -125, 0), 1: (100, -60, 0)}
    drift = check(stored, render(camera, placed(layout), seed=6))
    assert drift.moved and drift.camera is None and drift.calibration is stored


def test_without_a_search_what_is_off_counts_as_hidden(stored):
    drift = check(stored, render(bumped(dx=200), placed(LAYOUT)), search=False)
    assert not drift.known and not drift.moved


def test_dim_and_warm_light_move_nothing(stored):
    for light in ((0.05, 0.05, 0.05), (0.1, 0.25, 0.5)):
        drift = check(stored, render(CAMERA, placed(LAYOUT), light_bgr=light, seed=8))
        assert not drift.moved and drift.visible == {0, 1, 2, 3}


def test_a_marker_out_of_the_picture_costs_no_search(stored):
    far = {**stored.markers, 2: stored.markers[2] + (2000, 0)}
    drift = check(
        Calibration(stored.camera, far), render(CAMERA, {k: v for k, v in placed(LAYOUT).items() if k != 2})
    )
    assert not drift.moved and drift.visible == {0, 1, 3}


def test_what_cannot_be_compared_is_refused(stored):
    with pytest.raises(CalibrationError, match=r"1280×720.*640×360"):
        check(stored, np.zeros((360, 640, 3), np.uint8))
    with pytest.raises(CalibrationError, match="no markers to compare"):
        check(Calibration(stored.camera), np.zeros((720, 1280, 3), np.uint8))
    assert not judge(stored, {}).known
