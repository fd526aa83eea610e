"""Edges of solids in drawings: the drawn solid explains the picture best, whatever the reader says."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.camera import Camera
from engine.pieces import Colour, Piece, Posture, Size, lifts_mm
from tests.support.cameras import look_at, no_reference
from tests.support.drawn_table import Drawn, draw
from vision.fit import edges
from vision.fit.fit import Seen, observe, outlines, roughly
from vision.observation import LevelReading, UnitObservation
from vision.read.crops import apply_affine, azimuth_deg, crop_transform, cut
from vision.read.reader import Reading

OFF = (2.0, -1.5)
"""The proposal's distance from the truth, mm."""


def camera(elevation_deg: float, azimuth_deg: float = -90.0) -> Camera:
    e, a = math.radians(elevation_deg), math.radians(azimuth_deg)
    eye = 600 * np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    return look_at(eye, [0, 0, 0], 60)


def seen(
    unit: Drawn, view: Camera, levels: int = 1, p_flat: float = 0.5, blind: bool = False, sure: float = 1 / 3
) -> Seen:
    """A reader that knows at best the number of levels, and the heading to within 30 degrees.

    Its points are as far off as the proposal, and its stated uncertainty allows for that.
    """
    x, y = unit.x_mm + OFF[0], unit.y_mm + OFF[1]
    transform = crop_transform(view, x, y)
    turn = math.radians(unit.heading_deg + 30 - azimuth_deg(view, x, y))
    p_levels = np.full(5, 1e-4)
    p_levels[levels - 1] = 1.0
    sizes = np.full((5, 3), (1 - sure) / 2)
    sizes[0, 0] = sure
    lies = unit.posture is Posture.FLAT
    apex = unit.solids()[-1][4] + [*OFF, 0.0] if lies else (x, y, 40.0)
    points = apply_affine(transform, view.project([(x, y, 0.0), apex]))
    reading = Reading(
        1.0, p_levels / p_levels.sum(), np.full((5, 11), 1 / 11), sizes, p_flat,
        np.array([math.cos(turn), math.sin(turn)]), points, np.full((2, 2), 60.0),
    )  # fmt: skip
    crop = None if blind else cut(draw([unit], view), transform, no_reference())
    return Seen((0, 0, 1, 1), 1.0, transform, x, y, reading, crop)


@pytest.mark.parametrize("size", list(Size))
@pytest.mark.parametrize("yaw", [10, 40, 70])
@pytest.mark.parametrize("elevation", [30, 45])
def test_a_standing_piece_is_told_by_its_edges(size: Size, yaw: float, elevation: float) -> None:
    view = camera(elevation, 70)
    unit = Drawn(60, -40, (Piece(size, Colour.RED),), Posture.UPRIGHT, yaw)
    (found,) = observe(view, [seen(unit, view, p_flat=0.05)])
    assert found.posture is Posture.UPRIGHT
    assert found.levels[0].size is size
    assert math.hypot(found.x_mm - 60, found.y_mm + 40) < math.hypot(*OFF)


@pytest.mark.parametrize("size", list(Size))
@pytest.mark.parametrize("heading", [15, 130, 250])
def test_a_lying_piece_s_heading_is_told_by_its_edges(size: Size, heading: float) -> None:
    view = camera(65)
    unit = Drawn(60, -40, (Piece(size, Colour.RED),), Posture.FLAT, heading)
    one = seen(unit, view, p_flat=0.95)
    looked = outlines(view, [one], roughly(view, [one]))
    x, y, turn = looked.poses[0, 2 + int(size)]
    assert abs((turn - heading + 180) % 360 - 180) < 15  # the reader is 30 degrees off
    assert math.hypot(x - 60, y + 40) < 2.5


@pytest.mark.parametrize("lowest", list(Size))
@pytest.mark.parametrize("elevation", [25, 40, 55])
def test_a_stack_s_lowest_piece_is_told_by_its_edges(lowest: Size, elevation: float) -> None:
    view = camera(elevation)
    unit = Drawn(30, -20, (Piece(lowest, Colour.RED), Piece(Size.SMALL, Colour.YELLOW)), Posture.UPRIGHT, 20)
    (found,) = observe(view, [seen(unit, view, levels=2, p_flat=0.001)])
    assert [level.size for level in found.levels] == [Size.SMALL, lowest]


def test_what_is_sure_is_left_as_it_was() -> None:
    view, unit = camera(40), Drawn(0, 0, (Piece(Size.LARGE, Colour.RED),))
    known = {"p_flat": 0.001, "sure": 0.99}  # the reader says small, and is believed
    blind = [seen(unit, view, blind=True, **known), seen(unit, view, blind=True)]
    assert observe(view, [seen(unit, view, **known)]) == observe(view, blind[:1])
    assert observe(view, [seen(unit, view)]) != observe(view, blind[1:])


def test_a_posture_out_of_the_question_is_not_looked_at() -> None:
    view = camera(40)
    unit = Drawn(0, 0, (Piece(Size.LARGE, Colour.RED),))
    given_up = [seen(unit, view, p_flat=p) for p in (0.001, 0.5, 0.999)]
    looked = np.isfinite(outlines(view, given_up, roughly(view, given_up)).features[:, :, 0])
    assert looked.tolist() == [[True] * 3 + [False] * 3, [True] * 6, [False] * 3 + [True] * 3]


@settings(max_examples=20, deadline=None)
@given(x=st.floats(-180, 180), y=st.floats(-120, 120), bend=st.floats(-0.15, 0.1))
def test_a_view_is_the_camera_s_lens_and_all(x: float, y: float, bend: float) -> None:
    plain = camera(35)
    lens = np.array([bend, 0.02, 0, 0, 0])
    view = Camera(plain.K, lens, plain.rvec, plain.tvec, plain.width, plain.height)
    transform = crop_transform(view, x, y)
    points = np.array([[0, 0, 0], [12, -12, 0], [-12, 12, 0], [0, 0, 45]], float)
    own = np.column_stack([points, np.ones(4)]) @ edges.view(view, transform, x, y).T
    expected = apply_affine(transform, view.project(points + [x, y, 0]))
    assert own[:, :2] / own[:, 2:] == pytest.approx(expected, abs=1.0)


def test_a_stack_shows_a_band_of_each_lower_piece() -> None:
    tree = edges.standing((Size.LARGE, Size.MEDIUM, Size.SMALL))
    assert tree.corners[:, 0, 2] == pytest.approx([0, 15.74, 31.48], abs=0.2)
    assert tree.shown == pytest.approx([0.354, 0.451, 1], abs=0.005)


@pytest.mark.parametrize("lowest", list(Size))
def test_what_may_be_hidden_lifts_nothing(lowest: Size) -> None:
    unit = UnitObservation(
        0, 0, Posture.UPRIGHT, 1.0, None, (LevelReading({}, {lowest: 1.0}),), {1: 1.0}, (0, 0, 1, 1), 1.0
    )
    unlifted = tuple(size for size in Size if lifts_mm((size, lowest))[-1] == 0)
    assert unit.may_hide == unlifted


def test_a_lying_piece_rests_on_the_table() -> None:
    for size in Size:
        corners = edges.lying(size).corners[0]
        assert corners[:, 2].min() == pytest.approx(0, abs=1e-4)
        assert sorted(abs(corners[:, 2]))[:3] == pytest.approx([0, 0, 0], abs=1e-3)  # a side
        assert corners[4, 0] > 0 > corners[0, 0]
