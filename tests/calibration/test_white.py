"""White from the markers' paper, and messages about the light."""

import cv2
import numpy as np
import pytest

from calibration.camera import CalibrationError
from calibration.markers import find_markers, to_linear
from calibration.white import PAPER_VALUE, WhiteReference, white_reference
from tests.support.calibration_views import LAYOUT, in_picture, placed, render
from tests.support.cameras import look_at, no_reference

CAMERA = look_at((0, -600, 500), (0, 0, 0), 62)
TRUE = in_picture(CAMERA, placed(LAYOUT))


def paper_value(frame, name=0):
    """Mean colour (3,) of a spot in the middle of a marker's margin."""
    middle = TRUE[name].mean(axis=0)
    spot = (TRUE[name][0] + TRUE[name][1]) / 2
    x, y = np.round(middle + (spot - middle) * 1.25).astype(int)
    return frame[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(axis=0)


@pytest.mark.parametrize(
    "light", [(0.8, 0.8, 0.8), (0.25, 0.5, 0.8), (0.6, 0.45, 0.4), (0.08, 0.1, 0.12), (0.12, 0.12, 0.05)]
)
def test_paper_becomes_neutral(light):
    frame = render(CAMERA, placed(LAYOUT), light_bgr=light, noise=2)
    white = white_reference(frame, find_markers(frame))
    np.testing.assert_allclose(paper_value(white.apply(frame)), PAPER_VALUE, atol=6)
    assert white.gain_bgr * light == pytest.approx(to_linear(np.uint8([PAPER_VALUE])).item(), rel=0.08)


def test_the_same_table_looks_alike_under_two_lamps():
    pictures = []
    for light in ((0.8, 0.8, 0.8), (0.3, 0.5, 0.7)):
        frame = render(CAMERA, placed(LAYOUT), table_bgr=(0.1, 0.3, 0.2), light_bgr=light, noise=0)
        pictures.append(white_reference(frame, TRUE).apply(frame)[360, 640].astype(int))
    np.testing.assert_allclose(*pictures, atol=4)


def test_a_finger_on_the_paper_does_not_tint_white():
    frame = render(CAMERA, placed(LAYOUT))
    for corners in TRUE.values():
        middle = corners.mean(axis=0)
        x, y = np.round(middle + (corners[2] - middle) * 1.3).astype(int)
        cv2.circle(frame, (int(x), int(y)), 14, (60, 90, 150), -1)
    np.testing.assert_allclose(paper_value(white_reference(frame, TRUE).apply(frame)), PAPER_VALUE, atol=6)


def test_markers_at_the_rim_are_passed_over_and_none_is_refused():
    frame = render(CAMERA, placed(LAYOUT))
    outside = {0: TRUE[0], 1: TRUE[1] + (2000, 0)}
    np.testing.assert_allclose(
        white_reference(frame, outside).gain_bgr, white_reference(frame, TRUE).gain_bgr, rtol=0.05
    )
    for markers in ({}, {1: TRUE[1] + (2000, 0)}):
        with pytest.raises(CalibrationError, match="no marker's white paper is in view"):
            white_reference(frame, markers)
    with pytest.raises(CalibrationError, match="frame: expected"):
        white_reference(frame[..., 0], TRUE)


def test_no_reference_changes_nothing():
    frame = render(CAMERA, placed(LAYOUT))
    np.testing.assert_array_equal(no_reference().apply(frame), frame)
    with pytest.raises(CalibrationError, match="gain_bgr"):
        WhiteReference(np.ones(2))
