"""The third renderer: traced units are where the labels say, and only what a hand covers changes."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.opengl.films import FILMS
from datasets.opengl.pace import Moment, Reach
from datasets.povray import tracer
from datasets.povray.tops import TOPS
from datasets.povray.traced import setting_of
from datasets.povray.tracer import Tracer
from datasets.scene.scenes import Layout, Unit, flat, look_at, piece_outline, upright
from engine.game import Seat
from engine.pieces import Colour, Piece, Size

SETTING = replace(
    FILMS["basic-markers"], top="painted", seed=11, props=(), markers=False, distance=420.0, traced=True
)
RED = Piece(Size.LARGE, Colour.RED)
UNITS = upright(-50, 10, (RED,), 30), flat(50, -20, (RED,), 70)


FOCAL = SETTING.view.matrix[0, 0] / 4
VIEW = look_at(SETTING.view.position, np.array([6.0, -4.0, 0.0]), FOCAL, 320, 180, 0.8)
"""A quarter of the size: the same rays, faster."""


def _shape(unit: Unit) -> np.ndarray:
    """Mask of a unit's outline in the picture, uint8 (h,w)."""
    points = np.concatenate([piece_outline(unit, piece) for piece in unit.pieces])
    mask = np.zeros((VIEW.height, VIEW.width), np.uint8)
    cv2.fillConvexPoly(
        mask, cv2.convexHull(VIEW.project(points).astype(np.float32)).round().astype(np.int32), 1
    )
    return mask


def test_what_is_traced_stands_where_the_view_says() -> None:
    layout = Layout(UNITS)
    picture = Tracer(SETTING, VIEW).frame(Moment(layout)).astype(int)
    red = ((picture[..., 2] - picture[..., 1]) > 45).astype(np.uint8)
    for unit in UNITS:
        shape = _shape(unit)
        near = cv2.dilate(shape, np.ones((9, 9), np.uint8))
        overlap = (red & shape).sum() / ((red & near) | shape).sum()
        assert overlap > 0.75
    everywhere = sum(cv2.dilate(_shape(unit), np.ones((25, 25), np.uint8)) for unit in UNITS)
    assert not (red & (everywhere == 0)).any()


def test_a_hand_changes_only_what_it_and_its_shadow_cover() -> None:
    layout, traced = Layout(UNITS), Tracer(SETTING, VIEW)
    still = traced.frame(Moment(layout)).astype(int)
    reached = traced.frame(Moment(layout, (Reach(Seat.NEAR, (-50.0, 10.0, 40.0), 0.2),))).astype(int)
    differs = np.abs(reached - still).max(2) > 20
    assert 0.02 < differs.mean() < 0.6
    x, y = VIEW.project(np.array([[-60.0, -60.0, 60.0]]))[0].round().astype(int)
    assert differs[y - 3 : y + 4, x - 3 : x + 4].any()  # the back of the hand
    assert np.array_equal(traced.frame(Moment(layout)), still)


def test_what_a_hand_takes_away_leaves_no_edges() -> None:
    """An outline that stayed was read as a clear pyramid."""
    traced, left = Tracer(SETTING, VIEW), Layout(UNITS[1:])
    bare = traced.frame(Moment(left)).astype(int)
    traced.frame(Moment(Layout(UNITS)))
    taken = traced.frame(Moment(left, (Reach(Seat.FAR, (-900.0, 900.0, 40.0), 0.2),))).astype(int)
    there = cv2.dilate(_shape(UNITS[0]), np.ones((5, 5), np.uint8)) > 0
    assert np.abs(taken - bare)[there].max() < 20


def test_where_something_changed_is_traced_again_with_its_shadow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracer, "PAD_PX", tracer.PAD_PX // 4)  # as the view is a quarter of the size
    traced, left = Tracer(SETTING, VIEW), Layout(UNITS[1:])
    traced.frame(Moment(Layout(UNITS)))
    whole = Tracer(SETTING, VIEW).frame(Moment(left)).astype(int)
    assert np.abs(traced.frame(Moment(left)) - whole).max() < 12  # the lamp's jitter


@pytest.mark.parametrize("top", sorted(TOPS))
def test_each_top_is_a_texture_that_its_number_decides(top: str) -> None:
    one, same, other = (TOPS[top](np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one == same != other
    assert one.count("{") == one.count("}")


def test_names_lead_to_the_same_game_on_another_top() -> None:
    wild, traced = setting_of("wild-basic-3"), setting_of("traced-basic-3")
    assert traced.traced and not wild.traced and traced.top in TOPS
    assert replace(traced, top=wild.top, pace=wild.pace, traced=False, game=wild.game) == wild
    with pytest.raises(KeyError):
        setting_of("traced-chess-3")
