"""Geometry of canonical crops and the reader's decoding."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pieces import Colour, Piece, Size
from tests.support.cameras import look_at, no_reference
from tests.support.drawn_table import Drawn, draw
from vision.read.crops import (
    CROP_BASE,
    CROP_HEIGHT,
    CROP_WIDTH,
    PX_PER_MM,
    apply_affine,
    azimuth_deg,
    crop_transform,
    cut,
    invert_affine,
)
from vision.read.reader import OUTPUT_SIZE, OUTPUTS, POINT_ORIGIN, Temperatures, decode, joined, mirrored


@settings(max_examples=60, deadline=None)
@given(
    x=st.floats(-200, 200), y=st.floats(-150, 150), elevation=st.floats(15, 85),
    azimuth=st.floats(0, 360), roll=st.floats(-40, 40),
)  # fmt: skip
def test_crops_stand_up_at_the_table_s_scale(
    x: float, y: float, elevation: float, azimuth: float, roll: float
) -> None:
    e, a = math.radians(elevation), math.radians(azimuth)
    eye = 700 * np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    camera = look_at(eye, [0, 0, 0], 60, roll_deg=roll)
    transform = crop_transform(camera, x, y)
    towards = math.radians(azimuth_deg(camera, x, y))
    right = np.array([math.sin(towards), -math.cos(towards), 0.0]) * 10
    middle = np.array([x, y, 0.0])
    points = np.array([middle, middle + right, middle - right, middle + [0, 0, 20.0]])
    base, east, west, up = apply_affine(transform, camera.project(points))
    assert base == pytest.approx(CROP_BASE, abs=1e-6)
    assert east - west == pytest.approx([20 * PX_PER_MM, 0], abs=0.1)
    assert up[1] < base[1]


def test_the_affine_inverse_undoes() -> None:
    transform = np.array([[0.8, -0.3, 12.0], [0.3, 0.8, -40.0]])
    points = np.array([[1.0, 2.0], [300.0, -7.0]])
    assert apply_affine(invert_affine(transform), apply_affine(transform, points)) == pytest.approx(points)


@pytest.mark.parametrize("size", list(Size))
def test_a_piece_is_as_large_in_its_crop_wherever_the_camera_is(size: Size) -> None:
    widths = []
    for distance, fov in ((500, 60), (900, 60), (700, 35)):
        camera = look_at([0, -distance * 0.8, distance * 0.6], [0, 0, 0], fov)
        image = draw([Drawn(0, 0, (Piece(size, Colour.BLUE),))], camera, (200, 200, 200))
        crop = cut(image, crop_transform(camera, 0, 0), no_reference())
        assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
        x, y, w, h = cv2.boundingRect((crop[..., 2] < 120).astype(np.uint8))
        widths.append(w)
        assert x <= CROP_BASE[0] <= x + w and y <= CROP_BASE[1] <= y + h
    assert max(widths) - min(widths) <= 3


def raw(**heads: list[float]) -> np.ndarray:
    out = np.zeros((1, OUTPUT_SIZE), np.float32)
    for name, values in heads.items():
        out[0, OUTPUTS[name]] = values
    return out


def test_decoding_names_every_head() -> None:
    out = raw(levels=[0, 5, 0, 0, 0], flat=[3], heading=[0, 2], points=[1, 0, 0, -1], valid=[4])
    (reading,) = decode(out, Temperatures())
    assert reading.p_levels.argmax() == 1 and reading.p_levels.sum() == pytest.approx(1)
    assert reading.p_colours.shape == (5, 11) and reading.p_sizes.shape == (5, 3)
    assert reading.p_flat == pytest.approx(1 / (1 + math.exp(-3)))
    assert reading.heading == pytest.approx([0, 1])
    assert reading.points.ravel() == pytest.approx(np.array(POINT_ORIGIN) + [8, 0, 0, -8])
    assert reading.p_valid > 0.98


def test_temperatures_soften() -> None:
    out = raw(levels=[0, 5, 0, 0, 0])
    (sharp,), (soft,) = decode(out, Temperatures()), decode(out, Temperatures(levels=3.0))
    assert soft.p_levels[1] < sharp.p_levels[1]


def test_what_drawing_stacks_oftener_added_is_taken_off() -> None:
    out = raw(levels=list(np.log([0.2, 0.4, 0.3, 0.08, 0.02])))
    (drawn,), (met,) = decode(out, Temperatures()), decode(out, Temperatures(stacks=1.0))
    assert met.p_levels[1:] / met.p_levels[0] == pytest.approx(
        drawn.p_levels[1:] / drawn.p_levels[0] / np.arange(2, 6)
    )


def test_another_width_is_refused() -> None:
    with pytest.raises(ValueError, match="expected"):
        decode(np.zeros((1, 7), np.float32), Temperatures())


def test_a_mirrored_reading_is_turned_back() -> None:
    (reading,) = decode(raw(heading=[0.6, 0.8], points=[1, 0, 0.5, -1]), Temperatures())
    back = mirrored(reading)
    assert back.heading == pytest.approx([0.6, -0.8])
    assert (back.points + reading.points)[:, 0] == pytest.approx([CROP_WIDTH - 1] * 2)
    assert mirrored(back).points == pytest.approx(reading.points)


def test_two_readings_of_a_crop_are_joined_by_their_certainty() -> None:
    sure = raw(levels=[0, 8, 0, 0, 0], valid=[3], points=[1, 0, 0, 0], spreads=[-1, -1, -1, -1])
    vague = raw(levels=[1, 0, 0, 0, 0], valid=[-1], points=[0, 0, 0, 0], spreads=[1, 1, 1, 1])
    (one,), (other,) = (decode(each, Temperatures()) for each in (sure, vague))
    both = joined(one, other)
    assert both.p_levels.argmax() == 1 and other.p_levels[1] < both.p_levels[1] < one.p_levels[1]
    assert both.p_valid == pytest.approx(1 / (1 + math.exp(-1)))  # the mean of the log odds 3 and -1
    assert abs(both.points[0, 0] - one.points[0, 0]) < 0.2
    assert joined(one, one).p_levels == pytest.approx(one.p_levels)
    assert joined(one, one).p_valid == pytest.approx(one.p_valid)
