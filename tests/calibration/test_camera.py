"""The camera model: table to picture and back."""

import math

import cv2
import numpy as np
import pytest

from calibration.camera import CalibrationError, Camera
from tests.support.cameras import look_at

POINTS = np.array([[0, 0, 0], [150, 80, 0], [-200, -120, 44.45], [90, -60, 25.4], [-30, 140, 10]], float)
BENT = np.array([-0.21, 0.06, 0.001, -0.0007, 0.01])


def bent(camera: Camera) -> Camera:
    return Camera(camera.K, BENT, camera.rvec, camera.tvec, camera.width, camera.height, 0.2)


POSES = [
    ((0, -600, 500), 70, 0),
    ((300, -500, 300), 60, 12),
    ((-100, 700, 450), 55, 180),
    ((0, 0, 900), 65, 0),
    ((20, -10, 800), 78, 90),
]


@pytest.mark.parametrize(("position", "fov", "roll"), POSES)
@pytest.mark.parametrize("lens", [lambda c: c, bent], ids=["pinhole", "distorted"])
def test_projection_agrees_with_opencv_and_comes_back(position, fov, roll, lens):
    camera = lens(look_at(position, (0, 0, 0), fov, roll_deg=roll))
    pixels = camera.project(POINTS)
    expected, _ = cv2.projectPoints(POINTS, camera.rvec, camera.tvec, camera.K, camera.distortion)
    np.testing.assert_allclose(pixels, expected.reshape(-1, 2), atol=1e-6)
    for point, pixel in zip(POINTS, pixels, strict=True):
        np.testing.assert_allclose(camera.to_table(pixel[None], point[2])[0], point[:2], atol=1e-3)


def test_near_player_sees_x_to_the_right_and_y_up_the_picture():
    camera = look_at((0, -600, 500), (0, 0, 0), 60)
    middle, right, away, up = camera.project([[0, 0, 0], [50, 0, 0], [0, 50, 0], [0, 0, 50]])
    np.testing.assert_allclose(middle, [639.5, 359.5], atol=1e-9)
    assert right[0] > middle[0] and away[1] < middle[1] and up[1] < middle[1]
    np.testing.assert_allclose(camera.position, [0, -600, 500], atol=1e-9)


def test_scale_elevation_and_depth():
    camera = look_at((0, -400, 400), (0, 0, 0), 60)
    assert camera.elevation_deg(0, 0) == pytest.approx(45)
    assert camera.elevation_deg(0, -400) == pytest.approx(90)
    assert camera.px_per_mm(0, 0) == pytest.approx(camera.focal_px / math.hypot(400, 400))
    across = camera.project([[-0.5, 0, 0], [0.5, 0, 0]])
    assert np.linalg.norm(across[1] - across[0]) == pytest.approx(camera.px_per_mm(0, 0), rel=1e-6)
    assert camera.horizontal_fov_deg == pytest.approx(60)
    assert math.isnan(camera.px_per_mm(0, -2000))


def test_points_behind_and_above_the_horizon_are_nan():
    camera = look_at((0, -400, 200), (0, 0, 0), 60)
    assert np.isnan(camera.project([[0, -2000, 0]])).all()
    assert np.isnan(bent(camera).project([[0, -2000, 0]])).all()
    assert np.isnan(camera.to_table([[640, -400]])).all()


@pytest.mark.parametrize("lens", [lambda c: c, bent], ids=["pinhole", "distorted"])
def test_scaled_is_the_same_view(lens):
    camera = lens(look_at((100, -500, 400), (0, 0, 0), 62))
    small = camera.scaled(640, 360)
    np.testing.assert_allclose(small.project(POINTS), (camera.project(POINTS) + 0.5) / 2 - 0.5, atol=1e-6)
    assert small.horizontal_fov_deg == pytest.approx(camera.horizontal_fov_deg)
    with pytest.raises(CalibrationError, match=r"1280×720.*640×480.*calibrate again"):
        camera.scaled(640, 480)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"K": np.eye(2)}, r"K: expected shape \(3, 3\), got \(2, 2\)"),
        ({"distortion": np.zeros(3)}, "expected 4, 5, 8, 12 or 14 numbers, got 3"),
        ({"tvec": (0, 0)}, r"tvec: expected shape \(3,\), got \(2,\)"),
        ({"rvec": (0, 0, math.nan)}, "rvec: holds a number that is not finite"),
        ({"width": 0}, "no camera has such pictures"),
        ({"K": np.diag([-1.0, 1.0, 1.0])}, "K is not a camera matrix"),
    ],
)
def test_wrong_shapes_are_refused(change, message):
    good = {"K": np.eye(3), "distortion": np.zeros(5), "rvec": (0, 0, 0), "tvec": (0, 0, 1)}
    good |= {"width": 4, "height": 3}
    with pytest.raises(CalibrationError, match=message):
        Camera(**{**good, **change})


def test_points_of_a_wrong_shape_are_refused_and_arrays_are_read_only():
    camera = look_at((0, -400, 200), (0, 0, 0), 60)
    with pytest.raises(CalibrationError, match=r"expected shape \(N, 3\), got \(2, 2\)"):
        camera.project(np.zeros((2, 2)))
    with pytest.raises(ValueError):
        camera.tvec[0] = 1.0
    with pytest.raises(CalibrationError):
        look_at((0, 0, 1), (0, 0, 1), 60)
