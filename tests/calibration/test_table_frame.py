"""Another table frame on the same plane: pictures stay the same, places get other coordinates."""

from __future__ import annotations

import math

import numpy as np
import pytest

from calibration.pose import solve
from calibration.table_frame import Axes, axes_of, in_frame_of, reframed
from tests.support.calibration_views import sight
from tests.support.cameras import look_at


@pytest.mark.parametrize("place", [Axes(0, 0, 0), Axes(40, -60, 0), Axes(-30, 25, 0.4), Axes(5, 9, -1.4)])
def test_what_is_seen_stays_where_it_is_in_the_picture(place: Axes) -> None:
    before = solve(sight(look_at((100, -600, 500), (0, 0, 0), 65)), 1280, 720).calibration
    after = reframed(before, place)
    points = np.array([[0.0, 0.0, 0.0], [120.0, -50.0, 0.0], [-80.0, 70.0, 44.0]])
    cos, sin = math.cos(place.turn_rad), math.sin(place.turn_rad)
    moved = points - (place.x_mm, place.y_mm, 0.0)
    told = np.column_stack([moved @ (cos, sin, 0.0), moved @ (-sin, cos, 0.0), points[:, 2]])
    np.testing.assert_allclose(after.camera.project(told), before.camera.project(points), atol=1e-6)
    for name, corners in before.markers.items():
        flat = np.column_stack([after.markers[name], np.zeros(4)])
        seen = before.camera.project(np.column_stack([corners, np.zeros(4)]))
        np.testing.assert_allclose(after.camera.project(flat), seen, atol=1e-6)


@pytest.mark.parametrize("ids", [(0, 1, 2, 3), (1, 2, 3), (0, 2)])
@pytest.mark.parametrize("place", [Axes(0, 0, 0), Axes(30, -55, 0.35), Axes(-20, 8, -1.2)])
def test_a_table_that_is_solved_anew_keeps_its_frame(ids: tuple[int, ...], place: Axes) -> None:
    """A phone is turned in a game whose table frame came from where the players sit; a marker is hidden."""
    camera = look_at((100, -600, 500), (0, 0, 0), 65)
    kept = reframed(solve(sight(camera), 1280, 720).calibration, place)
    again = in_frame_of(solve(sight(camera, ids=ids, seed=1), 1280, 720).calibration, kept.markers)
    points = np.array([[0.0, 0.0, 0.0], [120.0, -50.0, 0.0], [-80.0, 70.0, 0.0]])
    np.testing.assert_allclose(again.camera.project(points), kept.camera.project(points), atol=2.5)


def test_a_table_without_its_markers_stays_as_it_was_solved() -> None:
    found = solve(sight(look_at((100, -600, 500), (0, 0, 0), 65)), 1280, 720).calibration
    assert in_frame_of(found, {}) is found


@pytest.mark.parametrize(
    ("there", "off_mm"),
    [
        ((0, 1, 2, 3), 0),
        ((0, 1, 2), 1),
        ((1, 2, 3), 1),
        ((0, 2), 1),
        ((0, 1), 20),
        ((2, 3), 20),
        ((1, 2), 20),
    ],
)
def test_hidden_markers_do_not_move_the_middle(there: tuple[int, ...], off_mm: float) -> None:
    laid = {0: (-262, -150), 1: (262, -154), 2: (258, 158), 3: (-266, 150)}
    found = axes_of({name: np.array(laid[name], float) for name in there}, 0.1)
    whole = axes_of({name: np.array(laid[name], float) for name in laid}, -0.1)
    assert math.dist((found.x_mm, found.y_mm), (whole.x_mm, whole.y_mm)) <= off_mm + 4
    assert found.turn_rad == pytest.approx(whole.turn_rad, abs=math.radians(1.5 if len(there) > 2 else 4))
