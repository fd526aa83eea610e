"""Lens calibration from synthetic pictures of the ChArUco board."""

import cv2
import numpy as np
import pytest

from calibration.camera import CalibrationError, Camera
from calibration.lens import SQUARE_MM, SQUARES, Lens, board_picture, calibrate_lens
from calibration.markers import find_markers

K = np.array([[620.0, 0, 322.0], [0, 620.0, 236.0], [0, 0, 1]])
BENT = np.array([-0.18, 0.04, 0.0, 0.0, 0.0])
TILTS = [(0, 0), (25, 0), (-25, 10), (0, 28), (10, -28), (20, 20), (-20, -20), (35, 5)]


def board_view(tilt_x, tilt_y, distance=420.0, shift=(0, 0)):
    """The board (grey, 640 × 480) through a distorting lens, by tracing each pixel's ray to the board."""
    texture = cv2.copyMakeBorder(board_picture(2.0), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255)
    pixels = np.stack(np.meshgrid(np.arange(640.0), np.arange(480.0)), axis=-1).reshape(-1, 1, 2)
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-9)
    rays = cv2.undistortPointsIter(pixels, K, BENT, np.eye(3), np.eye(3), stop).reshape(-1, 2)
    turn = cv2.Rodrigues(np.radians([tilt_x, 0.0, 0.0]))[0] @ cv2.Rodrigues(np.radians([0.0, tilt_y, 0.0]))[0]
    middle = np.array([SQUARES[0], SQUARES[1], 0]) * SQUARE_MM / 2
    centre = np.array([*shift, distance])
    to_board = np.linalg.inv(np.column_stack([turn[:, 0], turn[:, 1], centre - turn @ middle]))
    places = np.column_stack([rays, np.ones(len(rays))]) @ to_board.T
    places = (places[:, :2] / places[:, 2:] * 2.0 + 40 - 0.5).reshape(480, 640, 2).astype(np.float32)
    return cv2.remap(texture, places, None, cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=140)


@pytest.fixture(scope="module")
def views():
    shifts = [(0, 0), (40, 20), (-50, 10), (30, -30), (-40, 30), (0, -40), (20, 0), (-20, 20)]
    return [board_view(*tilt, shift=shift) for tilt, shift in zip(TILTS, shifts, strict=True)]


def test_a_bent_lens_is_measured(views):
    lens = calibrate_lens(views)
    assert lens.reprojection_error_px < 0.3 and (lens.width, lens.height) == (640, 480)
    assert lens.K[0, 0] == pytest.approx(620, rel=0.01)
    still = np.zeros(3)
    truth = Camera(K, BENT, still, still, 640, 480)
    found = Camera(lens.K, lens.distortion, still, still, 640, 480)
    grid = np.stack(np.meshgrid(np.linspace(60, 580, 6), np.linspace(50, 430, 5)), axis=-1).reshape(-1, 2)
    off = np.degrees(np.arccos(np.clip((truth.rays(grid) * found.rays(grid)).sum(axis=1), -1, 1)))
    assert off.max() < 0.5
    straight = lens.straighten(truth.project(truth.rays(grid)))
    ideal = Camera(lens.K, np.zeros(5), still, still, 640, 480).project(truth.rays(grid))
    assert np.abs(straight - ideal).max() < 4


def test_too_few_views_are_refused(views):
    with pytest.raises(CalibrationError, match="shows in 3 of 4 pictures, at least 5"):
        calibrate_lens([*views[:3], np.full((480, 640), 90, np.uint8)])
    with pytest.raises(CalibrationError, match="shows in 0 of 0"):
        calibrate_lens([])


def test_pictures_of_different_sizes_are_refused(views):
    with pytest.raises(CalibrationError, match="differ in size"):
        calibrate_lens([*views, cv2.resize(views[0], (320, 240))])


def test_a_board_that_bends_between_pictures_is_refused(views):
    spots = np.stack(np.meshgrid(np.arange(640.0), np.arange(480.0)), axis=-1).astype(np.float32)
    wavy = []
    for k, view in enumerate(views):
        bent = spots.copy()
        bent[..., 0] += 6 * np.sin(spots[..., 1] / 40 + k)
        wavy.append(cv2.remap(view, bent, None, cv2.INTER_LINEAR))
    with pytest.raises(CalibrationError, match="does not fit"):
        calibrate_lens(wavy)


def test_the_board_is_never_taken_for_corner_markers(views):
    assert find_markers(views[0]) == {}


def test_lens_at_another_size():
    lens = Lens(K, BENT, 640, 480, 0.2)
    twice = lens.scaled(1280, 960)
    assert twice.K[0, 0] == pytest.approx(1240)
    with pytest.raises(CalibrationError, match="calibrate again at this size"):
        lens.scaled(1280, 720)
