"""A second camera finds the first one's table frame from the pieces that both see."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from calibration.camera import Camera
from calibration.table_frame import moved_pose
from engine.pieces import Colour
from tests.support.cameras import look_at
from tests.support.measured_units import seen
from vision.observation import UnitObservation
from vision.several.one_frame import same_frame

NEAR = look_at([0, -520, 480], [0, 0, 0], 60)
SIDE = look_at([560, 60, 380], [0, 0, 0], 60)
PLACES = [(-110, -20), (-40, 60), (25, -70), (90, 30), (130, -60), (-80, 110), (10, 20)]
COLOURS = [*Colour][: len(PLACES)]
MIRRORED = [(-100, -60), (0, -60), (100, -60), (100, 60), (0, 60), (-100, 60)]


def table(
    camera: Camera, turn_rad: float = 0.0, shift: tuple[float, float] = (0, 0)
) -> tuple[UnitObservation, ...]:
    """The pieces in a rotated and shifted frame, with errors of a millimetre or two."""
    rng, c, s = np.random.default_rng(3), math.cos(turn_rad), math.sin(turn_rad)
    moved = [
        (c * (x - shift[0]) + s * (y - shift[1]), -s * (x - shift[0]) + c * (y - shift[1])) for x, y in PLACES
    ]
    off = rng.normal(0, 0.8, (len(PLACES), 2))
    return tuple(
        seen(camera, x + dx, y + dy, colour)
        for (x, y), colour, (dx, dy) in zip(moved, COLOURS, off, strict=True)
    )


@pytest.mark.parametrize(("turn_deg", "shift"), [(0, (0, 0)), (180, (30, -12)), (-75, (-40, 25))])
def test_a_camera_with_a_frame_of_its_own_is_put_into_the_first_ones(
    turn_deg: float, shift: tuple[float, float]
) -> None:
    turn = math.radians(turn_deg)
    rvec, tvec = moved_pose(SIDE.rvec, SIDE.tvec, np.array([*shift, turn]))
    own = replace(SIDE, rvec=rvec, tvec=tvec)
    found = same_frame(table(NEAR), table(own, turn, shift), own, free_focal=False)
    assert found is not None
    points = np.array([(x, y, 0.0) for x, y in PLACES])
    assert np.abs(found.project(points) - SIDE.project(points)).max() < 8  # px, about 4 mm
    assert np.linalg.norm(found.position - SIDE.position) < 40


def test_nothing_is_said_where_two_sides_look_the_same_or_too_little_is_common() -> None:
    rows = [seen(NEAR, x, y, COLOURS[i % 3]) for i, (x, y) in enumerate(MIRRORED)]
    assert same_frame(rows, rows, SIDE, free_focal=False) is None
    pieces = table(NEAR)
    assert same_frame(pieces[:3], pieces[:3], SIDE, free_focal=False) is None
    others = tuple(replace(unit, levels=pieces[-1 - i].levels) for i, unit in enumerate(pieces[:6]))
    assert same_frame(pieces, others, SIDE, free_focal=False) is None
