"""Rendered tables: solids, stacks, labels, acted rounds, and one real picture."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from datasets.acting.initiative import STACK_AT, act, opening, units_of
from datasets.film.beats import Pace, visit_beats
from datasets.picture.labels import label
from datasets.picture.lens import bent, camera, shot, straight
from datasets.picture.sensor import compressed, photographed, sensor
from datasets.scene import patterns
from datasets.scene.lights import light, out_of_the_way
from datasets.scene.patterns import medley, spotted
from datasets.scene.props import hands
from datasets.scene.sampling import EVALUATED, KINDS, STEEP, window_scene
from datasets.scene.scenes import (
    Light,
    Marker,
    PlacedPiece,
    Scene,
    Unit,
    flat,
    look_at,
    piece_mesh,
    piece_outline,
    stacked,
    upright,
)
from datasets.scene.solids import hollow_pyramid
from datasets.scene.textures import HELD_OUT, table_top
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.pieces import BASE_MM, HEIGHT_MM, Colour, Piece, Posture, Size, apex_height_mm

TINTS = dict.fromkeys(Colour, (0.5, 0.5, 0.5))
VIEW = look_at(np.array([0.0, -400.0, 420.0]), np.zeros(3), 900.0, 640, 480)


def scene(*units: Unit) -> Scene:
    sky = np.full((8, 16, 3), 1.0, np.float32)
    light = Light((0.0, 200.0, 900.0), (500.0, 500.0), (1.0, 1.0, 1.0), sky)
    markers = (Marker(0, -150.0, 0.0, 0.0),)
    table = np.full((8, 8, 3), 128, np.uint8)
    return Scene("test", units, markers, (), table, 2000.0, 0.0, light, 1.0, TINTS)


def piece(size: Size, colour: Colour = Colour.RED) -> Piece:
    return Piece(size, colour)


@pytest.mark.parametrize("size", list(Size))
def test_pyramids_measure_what_the_readings_say(size: Size) -> None:
    vertices, triangles = hollow_pyramid(size)
    assert vertices[:, 2].max() == pytest.approx(HEIGHT_MM[size])
    assert np.ptp(vertices[:4, 0]) == pytest.approx(BASE_MM[size], abs=1e-4)
    assert triangles.max() < len(vertices)


@pytest.mark.parametrize("sizes", [s for n in (1, 2, 3) for s in product(Size, repeat=n)])
def test_stacks_rest_at_the_height_the_engine_knows(sizes: tuple[Size, ...]) -> None:
    placed = stacked(tuple(piece(size) for size in sizes))
    assert placed[-1].lift_mm + HEIGHT_MM[sizes[-1]] == pytest.approx(apex_height_mm(sizes))


def test_a_smaller_piece_under_a_larger_one_is_hidden() -> None:
    nest = stacked((piece(Size.SMALL), piece(Size.LARGE)))
    tree = stacked((piece(Size.LARGE), piece(Size.MEDIUM), piece(Size.SMALL)))
    assert [p.hidden for p in nest] == [True, False]
    assert not any(p.hidden for p in tree)


@pytest.mark.parametrize("heading", [0.0, 90.0, 200.0])
@pytest.mark.parametrize(
    "sizes", [(Size.SMALL,), (Size.LARGE,), (Size.MEDIUM, Size.SMALL), (Size.SMALL, Size.SMALL)]
)
def test_flat_pieces_lie_on_the_table_and_point(sizes: tuple[Size, ...], heading: float) -> None:
    unit = flat(10.0, -20.0, tuple(piece(size) for size in sizes), heading)
    corners = np.concatenate([piece_outline(unit, placed) for placed in unit.pieces])
    assert corners[:, 2].min() == pytest.approx(0.0, abs=0.05)
    top = piece_outline(unit, unit.pieces[-1])
    along = top[4, :2] - top[:4, :2].mean(0)
    assert np.degrees(np.arctan2(along[1], along[0])) % 360 == pytest.approx(heading % 360, abs=0.5)


def test_a_mesh_fills_its_outline() -> None:
    unit = upright(5.0, 6.0, (piece(Size.MEDIUM), piece(Size.SMALL)), 30.0)
    for placed in unit.pieces:
        vertices, outline = piece_mesh(unit, placed)[0], piece_outline(unit, placed)
        assert np.allclose(vertices[:, :2].min(0), outline[:, :2].min(0), atol=0.6)
        assert vertices[:, 2].max() == pytest.approx(outline[4, 2], abs=0.1)


def test_labels_say_where_things_are_and_how_much_shows() -> None:
    front = upright(0.0, -40.0, (piece(Size.LARGE),))
    behind = upright(0.0, 0.0, (piece(Size.SMALL, Colour.BLUE),))
    aside = flat(90.0, 0.0, (piece(Size.MEDIUM),), 45.0)
    found = label(scene(front, behind, aside), VIEW, np.array([230, 230, 230]), "x.jpg")
    first, second, third = found["units"]
    assert first["visible"] == 1.0 and second["visible"] < 0.95 and third["visible"] == 1.0
    base = VIEW.project(np.array([[0.0, -40.0, 0.0]]))[0]
    apex = VIEW.project(np.array([[0.0, -40.0, HEIGHT_MM[Size.LARGE]]]))[0]
    assert first["base_px"] == pytest.approx(base.tolist(), abs=0.01)
    assert first["apex_px"] == pytest.approx(apex.tolist(), abs=0.01)
    assert third["posture"] == "flat" and third["heading_deg"] == pytest.approx(45.0)
    assert [p["colour"] for p in second["pieces"]] == ["blue"]


def test_units_outside_the_picture_are_not_labelled() -> None:
    found = label(scene(upright(3000.0, 0.0, (piece(Size.LARGE),))), VIEW, np.zeros(3), "x.jpg")
    assert found["units"] == []


@pytest.mark.parametrize("name", sorted(ROUNDS))
def test_acted_rounds_end_as_the_rules_say(name: str) -> None:
    """No piece is missing at any step, and the last table is the round's final state."""
    round_ = ROUNDS[name]
    acted = act(round_)
    before = acted.opening.units
    everything = Counter(p.piece for unit in before for p in unit.pieces)
    for visit in acted.visits:
        assert set(visit.before.units) == set(before)
        before = visit.after.units
        assert Counter(p.piece for unit in before for p in unit.pieces) == everything
    final = round_.states()[-1]
    stack = next(unit for unit in before if (unit.x_mm, unit.y_mm) == STACK_AT)
    assert tuple(p.piece.colour for p in reversed(stack.pieces)) == round_.final_stack
    for seat, side in ((Seat.NEAR, -1), (Seat.FAR, 1)):
        row = [u for u in before if 0 < u.y_mm * side < 90 and u is not stack]
        assert Counter(p.piece for u in row for p in u.pieces) == Counter(
            p for play in final.rows[seat] for p in play.pieces
        )
        assert sum(u.posture is Posture.FLAT for u in row) == sum(play.call for play in final.rows[seat])


def test_a_visit_starts_and_ends_without_a_hand() -> None:
    pace = Pace()
    for visit in act(ROUNDS["sacrifice"]).visits:
        beats = visit_beats(visit, pace)
        assert beats[0].hand is not None and all(beat.hand is None for beat in beats[-pace.rest :])
        assert set(beats[-1].still.units) == set(visit.after.units)
        held = [beat for beat in beats if beat.held]
        assert len(held) >= pace.carry * len(visit.acts)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("seed", range(3))
def test_sampled_units_do_not_overlap_and_are_seeded(kind: str, seed: int) -> None:
    one, two = (KINDS[kind][0](np.random.default_rng(seed), np.zeros(2), 150.0, False).units for _ in "ab")
    assert one == two and one
    if kind != "initiative":
        places = np.array([[u.x_mm, u.y_mm] for u in one])
        gaps = np.linalg.norm(places[:, None] - places[None], axis=-1) + 1e3 * np.eye(len(places))
        assert gaps.min() > 14


def test_cameras_look_down_on_the_table_and_vary() -> None:
    views = [camera(np.random.default_rng(seed)) for seed in range(40)]
    for view in views:
        assert view.position[2] > 80
        middle = view.project(np.zeros((1, 3)))[0] / (view.width, view.height)
        assert (middle > 0.2).all() and (middle < 0.8).all()
        across = 2 * np.degrees(np.arctan(view.width / 2 / view.matrix[0, 0]))
        assert 45 <= across <= 90
    assert {view.height for view in views} == {480, 720, 1080}
    bends = [view.distortion[0] for view in views]
    assert min(bends) < 0 < max(bends) and 0.0 in bends


def test_what_is_read_worst_is_seen_from_above_more_often() -> None:
    """Half of all cameras are above 50 degrees, but three quarters of those over a "misread" table."""

    def from_above(steep: float) -> float:
        views = [camera(np.random.default_rng(seed), steep) for seed in range(400)]
        return float(
            np.mean(
                [view.position[2] / np.linalg.norm(view.position) > np.sin(np.radians(50)) for view in views]
            )
        )

    assert from_above(STEEP["misread"]) > from_above(0.0) + 0.2
    laid = KINDS["misread"][0](np.random.default_rng(4), np.zeros(2), 200.0, False)
    lying = [unit for unit in laid.units if unit.posture is Posture.FLAT]
    assert (
        any(len(unit.pieces) == 2 for unit in lying) and len({len(unit.pieces) for unit in laid.units}) >= 4
    )


@pytest.mark.parametrize("seed", range(6))
def test_the_lens_is_undone_and_redone(seed: int) -> None:
    """Pixel to line of sight and back is the identity; the undistorted view contains the distorted one."""
    view = shot(np.random.default_rng(seed)).view
    pixels = np.array([[0.0, 0.0], [639.0, 0.0], [639.0, 479.0], [320.0, 240.0], [-60.0, 500.0]])
    rays = np.column_stack([view.straightened(pixels), np.ones(len(pixels))]) @ view.rotation
    points = view.position + 500 * rays
    assert view.project(points) == pytest.approx(pixels, abs=1e-3)
    plain, places = straight(view)
    assert not any(plain.distortion)
    if places is None:
        assert plain is view
        return
    assert plain.project(points)[:4] == pytest.approx(places[[0, 0, 479, 240], [0, 639, 639, 320]], abs=1e-2)
    assert places.min() >= 0 and (places.reshape(-1, 2).max(0) <= (plain.width - 1, plain.height - 1)).all()


def test_nickel_tables_hold_every_colour_in_every_orientation() -> None:
    """N1: pyramids on the board and handed over are all different; without tokens there are 25."""
    for seed in range(12):
        laid = KINDS["nickel"][0](np.random.default_rng(seed), np.zeros(2), 150.0, False)
        kinds = Counter(
            (u.pieces[0].piece.colour, u.posture, round((u.heading_deg) / 1e3)) for u in laid.units
        )
        flats = Counter(u.pieces[0].piece.colour for u in laid.units if u.posture is Posture.FLAT)
        assert max(flats.values()) <= 4 and len({k[0] for k in kinds}) <= 5
        assert len(laid.units) == 25 - max(0, len(laid.blocks) - 5)


def test_logistics_tables_hold_trees_and_nests() -> None:
    stacks = [
        tuple(p.piece.size for p in u.pieces)
        for seed in range(8)
        for u in KINDS["logistics"][0](np.random.default_rng(seed), np.zeros(2), 150.0, False).units
    ]
    assert any(s[-3:] == (Size.LARGE, Size.MEDIUM, Size.SMALL) for s in stacks)
    assert any(s[-3:] == (Size.SMALL, Size.MEDIUM, Size.LARGE) for s in stacks)
    assert max(map(len, stacks)) >= 6


def test_sown_tables_hold_small_pieces_on_pips_of_their_own_colour() -> None:
    tables = [KINDS["sown"][0](np.random.default_rng(seed), np.zeros(2), 150.0, False) for seed in range(6)]
    assert all(len(table.sheets) >= 6 for table in tables)
    alike = 0
    for table in tables:
        for unit in table.units:
            card = min(table.sheets, key=lambda s: math.hypot(s.x_mm - unit.x_mm, s.y_mm - unit.y_mm))
            saturated = card.picture[np.ptp(card.picture.astype(int), axis=-1) > 90]
            piece = unit.pieces[0].piece
            red = len(saturated) and saturated.mean(0)[0] > 120 > saturated.mean(0)[1]
            alike += piece.size is Size.SMALL and piece.colour is Colour.RED and bool(red)
    assert alike >= 12


@pytest.mark.parametrize(
    ("outer", "through"),
    [(Colour.RED, True), (Colour.CLEAR, True), (Colour.BLACK, False), (Colour.WHITE, False)],
)
def test_an_inner_piece_is_labelled_with_what_shows_through_the_walls(outer: Colour, through: bool) -> None:
    nest = upright(0.0, 0.0, (piece(Size.SMALL, Colour.BLUE), piece(Size.LARGE, outer)))
    (unit,) = label(scene(nest), VIEW, np.zeros(3), "x.jpg")["units"]
    inner, over = unit["pieces"]
    assert inner["hidden"] and inner["visible"] == 0 and not over["hidden"]
    assert inner["through"] == (1.0 if through else 0.0)
    assert over["visible"] == unit["visible"] == 1.0


def test_what_stands_before_an_inner_piece_hides_it() -> None:
    nest = upright(0.0, 0.0, (piece(Size.MEDIUM, Colour.BLUE), piece(Size.LARGE, Colour.CLEAR)))
    before = upright(4.0, -36.0, (piece(Size.LARGE, Colour.BLACK),))
    low = look_at(np.array([0.0, -500.0, 150.0]), np.zeros(3), 900.0, 640, 480)
    (unit, _) = label(scene(nest, before), low, np.zeros(3), "x.jpg")["units"]
    assert 0 < unit["pieces"][0]["through"] < 0.9 and 0 < unit["visible"] < 0.9


def test_a_sensor_keeps_grey_paper_grey_and_says_how_bright_it_is() -> None:
    rng = np.random.default_rng(5)
    paper = np.full((48, 64, 3), 0.5, np.float32) * np.array([1, 0.8, 0.5], np.float32)
    one = replace(sensor(rng, paper[0, 0]), motion_px=3.0, falloff=0.0, noise=0.004, codec="jpeg", quality=90)
    shown = photographed(rng, one, paper, np.zeros((48, 64), np.float32))
    expected = one.tone(paper[0, 0])[::-1] * 255
    assert shown.reshape(-1, 3).mean(0) == pytest.approx(expected, abs=2.5)


@pytest.mark.parametrize(("codec", "quality"), [("none", 0), ("jpeg", 60), ("h264", 24)])
def test_compression_changes_a_picture_a_little(codec: str, quality: int) -> None:
    rng = np.random.default_rng(6)
    coarse = rng.integers(0, 256, (12, 16, 3)).astype(np.uint8)
    picture = np.kron(coarse, np.ones((16, 16, 1), np.uint8))
    once, twice = (compressed(picture, codec, quality) for _ in "ab")
    assert (once == twice).all() and once.shape == picture.shape
    apart = np.abs(once.astype(int) - picture).mean()
    assert apart == 0 if codec == "none" else 0 < apart < 25


def test_no_arm_swallows_the_camera() -> None:
    """Seed 1000187 once put the camera inside a sleeve, so its picture was black."""
    rng = np.random.default_rng(1000187)
    view = shot(rng).view
    blocks = window_scene(rng, view, True, EVALUATED[1000187 % len(EVALUATED)]).blocks
    assert not [b for b in blocks if b.hand is not None]
    rng = np.random.default_rng(3)
    assert any(hands(rng, np.zeros(2), 150.0, np.array([0.0, 0.0, 900.0])) for _ in range(8))


def test_no_lamp_hangs_before_the_camera() -> None:
    """Pictures used to be black where the camera saw the back of the lamp."""
    moved = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        view, hung = camera(rng), light(rng)
        clear = out_of_the_way(hung, view)
        if clear is not hung:
            moved += 1
            assert clear.lamp_at[2] > view.position[2]
    assert moved > 2


def test_whole_scenes_are_decided_by_their_seed() -> None:
    for held_out in (False, True):
        one, two = (
            window_scene(np.random.default_rng(9), shot(np.random.default_rng(8)).view, held_out)
            for _ in "ab"
        )
        assert (
            one.units == two.units
            and (one.table == two.table).all()
            and one.light.lamp_at == two.light.lamp_at
        )
        assert [s.picture.tobytes() for s in one.sheets] == [s.picture.tobytes() for s in two.sheets]


def test_evaluation_tables_are_of_kinds_never_trained_on() -> None:
    for kind in HELD_OUT:
        top = table_top(np.random.default_rng(1), kind)
        assert top.shape == (768, 768, 3) and top.std() > 2
    rng = np.random.default_rng(4)
    assert table_top(rng, held_out=True).dtype == np.uint8


def test_patterns_are_seeded_and_all_different() -> None:
    tops = [medley(np.random.default_rng(seed)) for seed in range(12)]
    assert (tops[3] == medley(np.random.default_rng(3))).all()
    assert all(top.shape == (768, 768, 3) and top.std() > 1 for top in tops)
    assert len({top.tobytes() for top in tops}) == 12


def test_a_spotted_board_has_its_spots_where_the_units_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "medley", lambda rng: np.full((768, 768, 3), 120, np.uint8))
    places = np.array([[60.0, 40.0], [200.0, 150.0], [320.0, 60.0]])
    spots = 0
    for seed in range(8):
        board = spotted(np.random.default_rng(seed), (400, 220), places, np.full(3, 20.0)).astype(float)
        assert board.shape == (220, 400, 3)
        rows, columns = np.nonzero(np.abs(board - np.median(board.reshape(-1, 3), 0)).max(2) > 3)
        if len(rows):  # ink in the ground's own colour is invisible
            spots += 1
            assert np.hypot(rows[:, None] - places[:, 1], columns[:, None] - places[:, 0]).min(1).max() < 80
    assert spots > 5


def test_opening_stands_ready_for_the_round() -> None:
    units = units_of(opening(ROUNDS["basic"].start()))
    assert len(units) == 21 and max(len(u.pieces) for u in units) == 5
    assert all(isinstance(p, PlacedPiece) for u in units for p in u.pieces)


def test_a_real_picture_shows_the_piece_where_its_label_is() -> None:
    pytest.importorskip("mitsuba", reason="needs the extra render")
    from datasets.picture.render import Studio, developed

    red = upright(20.0, 10.0, (piece(Size.LARGE),), 20.0)
    small = look_at(np.array([0.0, -300.0, 300.0]), np.zeros(3), 220.0, 160, 120)
    small = replace(small, distortion=(-0.3, 0.05, 0.0, 0.0, 0.0))
    plain, places = straight(small)
    tints = {**TINTS, Colour.RED: (0.9, 0.03, 0.04)}
    linear = Studio(replace(scene(red), tints=tints)).radiance(plain, 16, 1)
    picture = developed(bent(linear, places), 0.8).astype(int)
    redness = picture[..., 2] - picture[..., 1]
    rows, columns = np.nonzero(redness > 40)
    x0, y0, x1, y1 = label(scene(red), small, np.zeros(3), "x")["units"][0]["bbox_px"]
    assert len(rows) > 0.2 * (x1 - x0) * (y1 - y0)
    inside = (columns > x0 - 3) & (columns < x1 + 3) & (rows > y0 - 3) & (rows < y1 + 3)
    assert inside.mean() > 0.9
