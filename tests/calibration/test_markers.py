"""Finding the corner markers in synthetic views."""

import cv2
import numpy as np
import pytest

from calibration.camera import CalibrationError
from calibration.markers import CELLS, find_markers, marker_bits, to_linear
from tests.support.calibration_views import LAYOUT, in_picture, placed, render
from tests.support.cameras import look_at

CASES = [
    # position, fov, blur px, noise, linear light of white paper, markers that must be found, corner error px
    ((0, -600, 500), 60, 0.6, 2, (0.85, 0.85, 0.85), 4, 0.12),
    ((0, -600, 500), 60, 2.0, 3, (0.85, 0.85, 0.85), 4, 0.6),
    ((0, -700, 350), 60, 1.2, 3, (0.85, 0.85, 0.85), 4, 0.6),
    ((0, 0, 900), 65, 2.0, 3, (0.85, 0.85, 0.85), 4, 0.2),
    ((300, -900, 800), 70, 0.6, 3, (0.85, 0.85, 0.85), 4, 0.15),
    ((0, -1300, 1000), 78, 0.6, 3, (0.85, 0.85, 0.85), 4, 0.3),
    ((0, -600, 500), 60, 1.2, 3, (0.05, 0.09, 0.16), 4, 0.2),
    ((300, -900, 800), 70, 1.2, 3, (0.05, 0.15, 0.40), 3, 0.7),
    ((0, -600, 500), 60, 1.2, 3, (0.02, 0.02, 0.02), 4, 0.3),
]


@pytest.mark.parametrize(("position", "fov", "blur", "noise", "light", "count", "limit"), CASES)
def test_found_and_placed(position, fov, blur, noise, light, count, limit):
    camera = look_at(position, (0, 0, 0), fov)
    corners = placed(LAYOUT)
    found = find_markers(render(camera, corners, blur_px=blur, noise=noise, light_bgr=light))
    true = in_picture(camera, corners)
    assert len(found) >= count and set(found) <= set(true)
    for name, seen in found.items():
        assert np.sqrt(((seen - true[name]) ** 2).sum(axis=1).mean()) < limit


def test_edges_are_not_shifted_by_blur():
    """Blurred paper bleeds into black, but a marker must not shrink: its size sets the scale of the table."""
    camera = look_at((0, -300, 700), (0, 0, 0), 65)
    corners = placed(LAYOUT)
    true = in_picture(camera, corners)
    for blur in (0.5, 1.0, 1.5):
        found = find_markers(render(camera, corners, blur_px=blur))
        for name, seen in found.items():
            areas = [abs(cv2.contourArea(quad.astype(np.float32))) for quad in (seen, true[name])]
            assert np.sqrt(areas[0] / areas[1]) == pytest.approx(1, abs=0.004)


def test_grey_pictures_wanted_ids_and_empty_tables():
    camera = look_at((0, -600, 500), (0, 0, 0), 60)
    frame = render(camera, placed({**LAYOUT, 17: (0, 0, 0)}))
    assert set(find_markers(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))) == {0, 1, 2, 3}
    assert set(find_markers(frame, wanted=(17, 1))) == {1, 17}
    assert find_markers(render(camera, {})) == {}
    assert find_markers(np.zeros((40, 40, 3), np.uint8)) == {}


def test_of_two_with_one_id_the_larger_counts():
    camera = look_at((0, -600, 500), (0, 0, 0), 60)
    near, far = placed({0: (-100, -150, 0)}), placed({0: (100, 150, 0)})
    frame = np.minimum(render(camera, near, noise=0), 255)
    other = render(camera, far, noise=0)
    both = np.where((other != render(camera, {}, noise=0)).any(axis=2, keepdims=True), other, frame)
    np.testing.assert_allclose(find_markers(both)[0], in_picture(camera, near)[0], atol=0.3)


def test_a_covered_corner_is_not_invented():
    camera = look_at((0, -600, 500), (0, 0, 0), 60)
    frame = render(camera, placed(LAYOUT))
    x, y = in_picture(camera, placed(LAYOUT))[1].mean(axis=0)
    cv2.circle(frame, (int(x) + 15, int(y)), 25, (60, 90, 150), -1)
    assert set(find_markers(frame)) == {0, 2, 3}


@pytest.mark.parametrize("corner", range(4))
@pytest.mark.parametrize(("grey", "share"), [(90, 0.1), (120, 0.1), (120, 0.3), (150, 0.3)])
def test_a_corner_under_something_is_where_its_edges_lead(grey, share, corner):
    """A mug stood on it: the detected corner is where the mug's edge begins, and the focal length was a third
    too long. A marker that is not found is none."""
    camera = look_at((0, -600, 500), (0, 0, 0), 60)
    true = in_picture(camera, placed(LAYOUT))[3]
    frame = render(camera, placed(LAYOUT))
    at = true[corner]
    first, last = (at + share * (true[(corner + step) % 4] - at) for step in (-1, 1))
    wider, out = 0.4 * (last - first), 3 * (at - (first + last) / 2)
    mug = np.array([first - wider, last + wider, last + wider + out, first - wider + out])
    cv2.fillPoly(frame, [np.rint(mug).astype(np.int32)], (grey, grey, grey))
    found = find_markers(frame)
    assert share > 0.1 or 3 in found
    np.testing.assert_allclose(found.get(3, true), true, atol=0.3)


@pytest.mark.parametrize(
    "frame",
    [np.zeros((4, 4, 3)), np.zeros((4, 4, 4), np.uint8), np.zeros((0, 0, 3), np.uint8), None, "x.png"],
)
def test_what_is_no_picture_is_refused(frame):
    with pytest.raises(CalibrationError, match="frame: expected shape"):
        find_markers(frame)


def test_bits_and_light():
    bits = marker_bits(2)
    assert bits.shape == (CELLS, CELLS) and not bits[0].any() and not bits[:, -1].any() and bits.any()
    light = to_linear(np.array([[0, 188, 255]], np.uint8))[0]
    np.testing.assert_allclose(light, [0, 0.5, 1], atol=0.005)
