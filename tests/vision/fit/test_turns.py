"""The yaw of standing pieces, measured in drawings of them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from calibration.camera import Camera
from engine.pieces import Colour, Piece, Posture, Size
from tests.support.cameras import look_at, no_reference
from tests.support.drawn_table import Drawn, draw
from vision.fit.fit import Seen
from vision.fit.turns import with_turns
from vision.observation import LevelReading, UnitObservation
from vision.read.crops import crop_transform, cut
from vision.read.reader import Reading

OFF = (0.8, -0.6)
"""The error of the assumed place, mm."""
BLIND = Reading(
    1.0, np.full(5, 0.2), np.full((5, 11), 1 / 11), np.full((5, 3), 1 / 3), 0.0,
    np.array([1.0, 0.0]), np.zeros((2, 2)), np.ones((2, 2)),
)  # fmt: skip


def camera(elevation_deg: float, azimuth_deg: float) -> Camera:
    e, a = math.radians(elevation_deg), math.radians(azimuth_deg)
    eye = 600 * np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    return look_at(eye, [0, 0, 0], 60)


def read(drawn: Drawn, view: Camera, shown: bool = True) -> tuple[Seen, UnitObservation]:
    """Measure a unit with known pieces in its crop of the picture, or of the bare table."""
    x, y = drawn.x_mm + OFF[0], drawn.y_mm + OFF[1]
    transform = crop_transform(view, x, y)
    crop = cut(draw([drawn] if shown else [], view), transform, no_reference())
    levels = tuple(LevelReading({piece.colour: 1.0}, {piece.size: 1.0}) for piece in reversed(drawn.pieces))
    box, many = (0.0, 0.0, 1.0, 1.0), len(levels)
    unit = UnitObservation(x, y, drawn.posture, 1.0, None, levels, {many: 1.0}, box, 0.99)
    return Seen(box, 1.0, transform, x, y, BLIND, crop), unit


def turned(drawn: Drawn, view: Camera, shown: bool = True) -> tuple[float | None, ...]:
    seen, unit = read(drawn, view, shown)
    (found,) = with_turns(view, [seen], [unit])
    assert replace(found, turns_deg=()) == unit
    return found.turns_deg


def off(turn: float | None, truth: float) -> float:
    assert turn is not None
    return abs((turn - truth + 45) % 90 - 45)


@pytest.mark.parametrize("size", list(Size))
@pytest.mark.parametrize("yaw", [3, 25, 50, 85])
@pytest.mark.parametrize(("elevation", "azimuth"), [(30, -90), (45, 20), (60, -140)])
def test_a_single_piece_s_turn(size: Size, yaw: float, elevation: float, azimuth: float) -> None:
    drawn = Drawn(50, -30, (Piece(size, Colour.RED),), Posture.UPRIGHT, yaw)
    (turn,) = turned(drawn, camera(elevation, azimuth))
    if size is not Size.SMALL or turn is not None:  # a small one is only about 15 px wide here
        assert off(turn, yaw) < 6


@pytest.mark.parametrize("yaw", [10, 35, 70])
def test_a_stack_s_turns_run_from_top_to_bottom(yaw: float) -> None:
    pieces = Piece(Size.LARGE, Colour.BLUE), Piece(Size.SMALL, Colour.YELLOW)
    top, bottom = turned(Drawn(0, 0, pieces, Posture.UPRIGHT, yaw), camera(50, -90))
    assert off(top, yaw) < 12 and off(bottom, yaw) < 6


def test_where_no_edges_are_nothing_is_said() -> None:
    drawn = Drawn(0, 0, (Piece(Size.LARGE, Colour.RED),), Posture.UPRIGHT, 30)
    assert turned(drawn, camera(45, -90), shown=False) == (None,)


def test_what_lies_and_what_was_not_cropped_is_left_alone() -> None:
    view, drawn = camera(45, -90), Drawn(0, 0, (Piece(Size.LARGE, Colour.RED),), Posture.UPRIGHT, 30)
    seen, unit = read(drawn, view)
    lying = replace(unit, posture=Posture.FLAT, heading_deg=30.0)
    assert with_turns(view, [seen, replace(seen, crop=None)], [lying, unit]) == (lying, unit)
