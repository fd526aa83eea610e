"""The second renderer: meshes, pace, pictures, and the ground truth of its films."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import pytest

from calibration.camera import Camera
from calibration.markers import find_markers
from datasets.acting.films import Filmed
from datasets.film.visits import Visit
from datasets.opengl import cloths
from datasets.opengl.films import FILMS, Setting, played, truth_of
from datasets.opengl.hands import PEOPLE, hand
from datasets.opengl.made_up import setting_of
from datasets.opengl.meshes import PIP_RISE_MM, pyramid
from datasets.opengl.pace import Moment, Pace, Reach, moments, timed
from datasets.opengl.painter import Painter
from datasets.opengl.renderer import vertices
from datasets.opengl.stage import Stage, unit_paints
from datasets.scene.scenes import Layout, Marker, View, flat, look_at, upright
from engine.game import Seat
from engine.pieces import BASE_MM, HEIGHT_MM, Colour, Piece, Size
from scripts.films import expected_steps, readings, rules_of

VIEW = look_at(np.array([0.0, -400.0, 430.0]), np.zeros(3), 420.0, 480, 270)
SETTING = replace(FILMS["basic-markers"], props=())
RED, BLACK = Piece(Size.LARGE, Colour.RED), Piece(Size.LARGE, Colour.BLACK)
LAYOUT = Layout((upright(-60, 0, (RED,), 30), upright(60, 0, (BLACK,), 30)))


@pytest.mark.parametrize("size", list(Size))
def test_pyramids_measure_what_the_readings_say(size: Size) -> None:
    mesh = pyramid(size)
    low, high = mesh.points.min((0, 1)), mesh.points.max((0, 1))
    assert low[2] == pytest.approx(0, abs=0.05)
    assert HEIGHT_MM[size] - 3 < high[2] <= HEIGHT_MM[size]  # the tip is rounded
    assert high[:2] - low[:2] == pytest.approx([BASE_MM[size]] * 2, abs=1.2 + PIP_RISE_MM)
    assert np.linalg.norm(mesh.normals, axis=-1) == pytest.approx(1, abs=1e-6)


def test_lying_pieces_lie_on_the_table() -> None:
    points = unit_paints(flat(10, 20, (RED,), 75.0))[0].mesh.points
    assert points[..., 2].min() == pytest.approx(0, abs=0.6)
    assert points[..., 2].max() < BASE_MM[Size.LARGE] + 1


@pytest.mark.parametrize("seat", list(Seat))
def test_a_hand_reaches_from_its_players_side(seat: Seat) -> None:
    found = hand(PEOPLE[seat], (20.0, 10.0, 15.0), 0.0)
    points = vertices(found.paints)[:, :3]
    assert points[:, 2].min() > 0
    assert np.linalg.norm(points - [20, 10, 15], axis=1).min() < 15
    far = points[np.linalg.norm(points - [20, 10, 15], axis=1) > 300]
    assert (far[:, 1] < 10).all() if seat is Seat.NEAR else (far[:, 1] > 10).all()


def new_painter() -> Painter:
    markers = [Marker(0, -150.0, -70.0, 8.0), Marker(2, 150.0, 90.0, -5.0)]
    try:
        return Painter(Stage("felt", 1, markers), VIEW, SETTING.room, 0.72, 3)
    except SystemExit as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def painter() -> Painter:
    return new_painter()


def around(picture: np.ndarray, x: float, y: float, z: float) -> np.ndarray:
    """The mean BGR around a place on the table."""
    column, row = np.round(VIEW.project(np.array([[x, y, z]]))[0]).astype(int)
    return picture[row - 2 : row + 3, column - 2 : column + 3].reshape(-1, 3).mean(0)


def test_pictures_show_what_stands_where_the_camera_has_it(painter: Painter) -> None:
    picture = painter.frame(Moment(LAYOUT))
    red, black = around(picture, -60, -4, 14), around(picture, 60, -4, 14)
    assert red[2] > 1.8 * max(red[:2]) and black.max() < 60
    table = around(picture, 0, 0, 0)
    assert table.min() > 50 and np.ptp(table) < 80
    bare = painter.frame(Moment(Layout(LAYOUT.units[1:])))
    assert np.abs(around(bare, -60, -4, 14) - red).max() > 40
    assert np.array_equal(around(bare, 60, -4, 14), black)
    assert np.array_equal(new_painter().frame(Moment(Layout(LAYOUT.units[1:]))), bare)  # no shadow remains
    assert np.array_equal(painter.frame(Moment(LAYOUT)), picture)


def test_markers_are_found_where_they_lie(painter: Painter) -> None:
    large = cv2.resize(painter.frame(Moment(LAYOUT)), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    found = find_markers(large)
    assert set(found) == {0, 2}
    middle = (found[0].mean(0) + 0.5) / 2 - 0.5
    assert middle == pytest.approx(VIEW.project(np.array([[-150.0, -70.0, 0.12]]))[0], abs=1.0)


def test_a_hand_hides_and_shades_and_holds(painter: Painter) -> None:
    still = painter.frame(Moment(LAYOUT)).astype(int)
    reach = Reach(Seat.NEAR, (0.0, 30.0, 40.0), 0.0, upright(0, 0, (BLACK,)))
    shown = painter.frame(Moment(LAYOUT, (reach,))).astype(int)
    wrist = around(shown.astype(np.uint8), 4, -70, 110)
    assert wrist[2] > wrist[0] + 25  # skin
    darker = ((still - shown).min(-1) > 4).mean()
    assert darker > 0.01
    assert around(shown, -60, -4, 14) == pytest.approx(around(still, -60, -4, 14), abs=12)
    assert np.array_equal(painter.frame(Moment(LAYOUT)), still)


WILD = ("wild-basic-5", "wild-logistics-3", "wild-nickel-2")
RESTLESS = ("restless-basic-1", "restless-wild-trees-5", "restless-sanctum-5")
MADE_UP = ("basic-1", "advanced-3", "nickel-2", "logistics-4", "sanctum-5", *WILD, *RESTLESS)


@cache
def acted(name: str) -> tuple[Setting, Filmed, tuple[Visit, ...]]:
    """A film's setting, its game in its layout, and the visits of its hands."""
    setting = setting_of(name)
    return setting, *played(setting)


@pytest.mark.parametrize("name", [*FILMS, *MADE_UP])
def test_films_have_their_truth(name: str) -> None:
    setting, game, visits = acted(name)
    found, paths = timed(visits, setting.pace, setting.seed)
    shown = list(moments(game.acted.opening, found, paths, setting.pace))
    truth = truth_of(setting, game, found, len(shown))
    plies = [(visit.kind, ply) for visit in visits for ply in visit.plies]
    assert [(kind, text) for kind, _, text in expected_steps(truth)] == plies
    assert [bool(rule) for rule in readings(truth)] == [kind == "illegal" for kind, _ in plies]
    assert rules_of(truth) is not None and ("calibration" in truth) != setting.markers
    assert shown[0].layout is game.acted.opening and shown[-1].layout is visits[-1].after
    assert not shown[0].hands and not shown[-1].hands
    assert any(kind == "take_back" for kind, _ in plies)
    if truth["game"] != "sanctum":  # Sanctum, where nothing is illegal
        assert any(kind == "illegal" for kind, _ in plies)


def test_the_camera_sees_every_piece() -> None:
    for name in (*FILMS, *MADE_UP):
        setting, game, _ = acted(name)
        view: View = setting.view
        places = view.project(np.array([(u.x_mm, u.y_mm, 0.0) for u in game.acted.opening.units]))
        assert (places > 8).all() and (places < [view.width - 8, view.height - 8]).all()


def test_films_made_up_from_a_number_are_the_same_again_and_others_differ() -> None:
    first, again, other = (setting_of(name) for name in ("basic-1", "basic-1", "basic-2"))
    assert first.view.rotation == pytest.approx(again.view.rotation)
    assert first.view.rotation != pytest.approx(other.view.rotation)
    moves = [[visit.plies for visit in played(setting)[1]] for setting in (first, again, other)]
    assert moves[0] == moves[1] != moves[2]


@pytest.mark.parametrize("name", RESTLESS)
def test_restless_hands_change_nothing_of_the_game(name: str) -> None:
    (_, game, visits), (_, calm, few) = acted(name), acted(name.removeprefix("restless-"))
    busy = [visit for visit in visits if visit.kind not in ("point", "straighten")]
    assert len(busy) < len(visits) and [v.plies for v in busy] == [v.plies for v in few]
    assert game.acted.opening.units == calm.acted.opening.units and game.facts == calm.facts
    assert all(before.after.units == after.before.units for before, after in pairwise(visits))
    for one, other in zip(visits[-1].after.units, few[-1].after.units, strict=True):
        assert one.pieces == other.pieces
        assert math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < 40
    assert visits[-1].after.units != few[-1].after.units


@pytest.mark.parametrize("name", ["chess-1", "basic-", "basic", "basic-x", ""])
def test_films_that_are_not_there_are_named(name: str) -> None:
    with pytest.raises(KeyError, match="there is no film"):
        setting_of(name)


def test_the_calibration_is_the_cameras() -> None:
    setting = FILMS["basic-planks"]
    truth = truth_of(setting, played(setting)[0], [], 0)
    told = truth["calibration"]
    camera = Camera(
        **{k: told[k] for k in ("K", "distortion", "rvec", "tvec", "width", "height")},
        reprojection_error_px=0.1,
    )
    points = np.array([[120.0, -80.0, 0.0], [-60.0, 90.0, 25.0]])
    assert camera.project(points) == pytest.approx(setting.view.project(points), abs=1e-3)


def test_rests_are_short_and_hands_meet_but_never_change_the_table_at_once() -> None:
    setting = FILMS["logistics-plain"]
    pace = Pace(together=0.6)
    visits = played(setting)[1]
    found, paths = timed(visits, pace, 3)
    gaps = [(b.first - a.last) / pace.fps for a, b in pairwise(found)]
    assert any(gap < 0 for gap in gaps) and min(gap for gap in gaps if gap > 0) == pytest.approx(
        0.6, abs=0.02
    )
    back = next(i for i, visit in enumerate(visits) if visit.kind == "take_back")
    assert gaps[back - 1] == pytest.approx(1.3, abs=0.02)
    changes = [t.first + k for t, path in zip(found, paths, strict=True) for k, _ in path.tables]
    assert changes == sorted(changes)
    both = [m for m in moments(visits[0].before, found, paths, pace) if len(m.hands) > 1]
    assert both and all(len({reach.seat for reach in m.hands}) == 2 for m in both)


@pytest.mark.parametrize("kind", ["striped", "tiled", "oilcloth"])
def test_cloths_follow_from_a_number(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a quarter of the size: full cloths have millions of pixels and are drawn by the same code."""
    size_px = cloths.SIZE_PX // 4
    monkeypatch.setattr(cloths, "SIZE_PX", size_px)
    first, again, other = (cloths.CLOTHS[kind](np.random.default_rng(number)) for number in (1, 1, 2))
    assert first.shape == (size_px, size_px, 3) and first.dtype == np.uint8
    assert (first == again).all() and (first != other).any()
