"""The metric fit recovers known solids from their projections."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.camera import Camera
from engine.pieces import PALETTES, Colour, Piece, Posture, Size
from tests.support.cameras import look_at
from tests.support.drawn_table import Drawn
from vision.fit.fit import STACKS, Seen, flat_reach_mm, observe
from vision.read.crops import apply_affine, crop_transform
from vision.read.reader import Reading

UNSURE = np.full((5, 3), 1 / 3)


def camera(elevation_deg: float, distance_mm: float = 700.0, azimuth_deg: float = -90.0) -> Camera:
    e, a = math.radians(elevation_deg), math.radians(azimuth_deg)
    eye = distance_mm * np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    return look_at(eye, [0, 0, 0], 60)


def seen(
    unit: Drawn, view: Camera, levels: int, off: tuple[float, float] = (4.0, -3.0), spread: float = 1.0
) -> Seen:
    """The reading of a perfect reader that knows the number of levels but no sizes."""
    transform = crop_transform(view, unit.x_mm + off[0], unit.y_mm + off[1])
    apex = unit.solids()[-1][4]
    pixels = view.project([(unit.x_mm, unit.y_mm, 0.0), apex])
    p_colours = np.full((5, 11), 1 / 11)
    p_levels = np.full(5, 1e-4)
    p_levels[levels - 1] = 1.0
    flat = float(unit.posture is Posture.FLAT)
    reading = Reading(
        1.0, p_levels / p_levels.sum(), p_colours, UNSURE, flat, np.array([1.0, 0.0]),
        apply_affine(transform, pixels), np.full((2, 2), spread),
    )  # fmt: skip
    if flat:
        from vision.read.crops import azimuth_deg

        relative = math.radians(unit.heading_deg - azimuth_deg(view, unit.x_mm + off[0], unit.y_mm + off[1]))
        reading = Reading(
            1.0, reading.p_levels, p_colours, UNSURE, 1.0,
            np.array([math.cos(relative), math.sin(relative)]), reading.points, reading.spreads,
        )  # fmt: skip
    return Seen((0, 0, 1, 1), 1.0, transform, unit.x_mm + off[0], unit.y_mm + off[1], reading)


@pytest.mark.parametrize("size", list(Size))
@pytest.mark.parametrize("elevation", [20, 40, 60])
def test_the_size_of_a_standing_piece_comes_from_its_height(size: Size, elevation: float) -> None:
    unit = Drawn(40.0, 60.0, (Piece(size, Colour.RED),))
    (found,) = observe(camera(elevation), [seen(unit, camera(elevation), 1)])
    assert found.levels[0].size is size
    assert found.levels[0].p_size[size] > 0.8
    assert (found.x_mm, found.y_mm) == pytest.approx((40, 60), abs=0.5)
    assert found.posture is Posture.UPRIGHT and found.heading_deg is None


@settings(max_examples=60, deadline=None)
@given(
    x=st.floats(-250, 250), y=st.floats(-200, 200), size=st.sampled_from(list(Size)),
    heading=st.floats(0, 359), elevation=st.floats(25, 80), azimuth=st.floats(0, 360),
)  # fmt: skip
def test_lying_pieces_come_back(
    x: float, y: float, size: Size, heading: float, elevation: float, azimuth: float
) -> None:
    view = camera(elevation, azimuth_deg=azimuth)
    unit = Drawn(x, y, (Piece(size, Colour.BLUE),), Posture.FLAT, heading)
    (found,) = observe(view, [seen(unit, view, 1)])
    assert found.posture is Posture.FLAT
    assert found.levels[0].size is size
    assert abs((found.heading_deg - heading + 180) % 360 - 180) < 2
    assert (found.x_mm, found.y_mm) == pytest.approx((x, y), abs=1.0)


@settings(max_examples=60, deadline=None)
@given(
    x=st.floats(-250, 250), y=st.floats(-200, 200), sizes=st.sampled_from(STACKS),
    elevation=st.floats(20, 60),
)  # fmt: skip
def test_a_stack_s_height_tells_its_lowest_piece(
    x: float, y: float, sizes: tuple[Size, ...], elevation: float
) -> None:
    view = camera(elevation)
    unit = Drawn(x, y, tuple(Piece(s, Colour.RED) for s in reversed(sizes)))
    (found,) = observe(view, [seen(unit, view, len(sizes), spread=0.5)])
    assert len(found.levels) == len(sizes)
    assert found.levels[-1].size is sizes[-1]  # each upper piece adds the same height, whatever its size
    assert sum(found.p_levels.values()) == pytest.approx(1)
    assert (found.x_mm, found.y_mm) == pytest.approx((x, y), abs=6)


def test_seen_from_straight_above_the_height_says_nothing() -> None:
    view = look_at([0, 0, 800], [0, 0, 0], 60)
    (found,) = observe(view, [seen(Drawn(0.0, 0.0, (Piece(Size.LARGE, Colour.RED),)), view, 1, (0, 0))])
    assert max(found.levels[0].p_size.values()) < 0.5


def test_the_palette_masks_colours_and_the_rest_sums_to_one() -> None:
    view = camera(40)
    (found,) = observe(
        view, [seen(Drawn(0, 0, (Piece(Size.SMALL, Colour.RED),)), view, 1)], PALETTES["rainbow"]
    )
    assert set(found.levels[0].p_colour) == set(PALETTES["rainbow"])
    assert sum(found.levels[0].p_colour.values()) == pytest.approx(1)


def test_a_lying_piece_reaches_half_its_shadow() -> None:
    assert [round(flat_reach_mm((size,)), 2) for size in Size] == [12.23, 16.8, 21.37]


def test_nothing_seen_is_nothing_observed() -> None:
    assert observe(camera(40), []) == ()
