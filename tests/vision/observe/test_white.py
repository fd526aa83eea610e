"""White without markers: from white or neutral areas, from the pieces, and its certainty."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.markers import find_markers, to_linear
from calibration.pose import solve
from calibration.store import Calibration
from calibration.white import PAPER_VALUE, WhiteReference, encode
from engine.initiative.examples import ROUNDS
from engine.pieces import PALETTES, Piece, Posture, Size
from tests.support.cameras import look_at
from tests.support.drawn_table import BGR, Drawn, draw
from vision.colour.faces import lab
from vision.detect.finder import search_width
from vision.detect.second_look import find_twice
from vision.observation import LevelReading, UnitObservation
from vision.observe.closer import BY_EACH, in_doubt, look_closer
from vision.observe.see import see
from vision.observe.units import LEAST_SCORE, Models, white_of
from vision.observe.white import (
    MODES,
    Candidate,
    Faces,
    Whites,
    cell_lights,
    faces_of,
    find_white,
    surroundings,
)

CAMERA = look_at(np.array([40.0, -420.0, 430.0]), np.array([0.0, 0.0, 0.0]), 62.0, 1280, 720)
FILM = Path(__file__).parents[3] / "arbiter" / "samples" / "initiative-basic.mp4"
PAPER = float(to_linear(np.array([[PAPER_VALUE]], np.uint8)).item())
PINE, CLOTH, DARK = (110, 160, 196), (60, 110, 50), (58, 60, 62)  # 8-bit BGR in white light
TEAL = (164, 170, 84)
LIGHTS = {"white": (0.0, 0.0), "warm": (0.3, -0.5), "cool": (-0.25, 0.3)}  # log red and blue over green
RAINBOW = PALETTES["rainbow"]


def lit(image: np.ndarray, red: float, blue: float, green: float = -0.35) -> np.ndarray:
    """The picture in another light."""
    gains = np.exp([blue + green, green, red + green])
    table = encode(to_linear(np.arange(256, dtype=np.uint8)[None])[0].ravel()[:, None] * gains)
    return cv2.LUT(image, table[None])


def table(ground: tuple[int, int, int], sheet: bool) -> np.ndarray:
    """A plain table, optionally with a white card that is cut by the picture's edge."""
    image = np.full((720, 1280, 3), ground, np.uint8)
    if sheet:
        corners = np.array([[1180, 560], [1330, 590], [1300, 780], [1140, 740]], np.int32)
        cv2.fillConvexPoly(image, corners, (240, 240, 240))
    return image


def tint(white: WhiteReference) -> tuple[float, float]:
    """Log ratios of red and blue to green of white paper."""
    blue, green, red = np.log(PAPER / white.gain_bgr)
    return red - green, blue - green


def observed(drawn: Drawn) -> UnitObservation:
    """The unit as vision would deliver it, with unknown colour."""
    shares = dict.fromkeys(RAINBOW, 1 / len(RAINBOW))
    levels = tuple(LevelReading(shares, {piece.size: 1.0}) for piece in reversed(drawn.pieces))
    u, v = CAMERA.project([(drawn.x_mm, drawn.y_mm, 0.0)])[0]
    box = (u - 40.0, v - 90.0, u + 40.0, v + 30.0)
    return UnitObservation(
        drawn.x_mm, drawn.y_mm, Posture.UPRIGHT, 1.0, None, levels, {len(levels): 1.0}, box, 1.0
    )


@pytest.mark.parametrize("ground", [PINE, CLOTH, DARK])
@pytest.mark.parametrize("light", LIGHTS)
def test_a_card_in_the_corner_is_white_whatever_the_table(ground: tuple[int, int, int], light: str) -> None:
    best = find_white(lit(table(ground, sheet=True), *LIGHTS[light]))[0]
    assert tint(best.white) == pytest.approx(LIGHTS[light], abs=0.12)
    assert best.probability > 0.8


def test_a_table_alone_leaves_white_in_doubt() -> None:
    with_card = find_white(lit(table(PINE, sheet=True), 0.0, 0.0))[0]
    alone = find_white(lit(table(PINE, sheet=False), 0.0, 0.0))
    spread = sum(each.probability * (tint(each.white)[1] - tint(alone[0].white)[1]) ** 2 for each in alone)
    assert max(alone[0].white.off, spread**0.5) > 1.3 * with_card.white.off
    assert len(alone) <= MODES and sum(each.probability for each in alone) == pytest.approx(1)


def test_the_brightest_plank_of_a_wooden_table_is_no_paper() -> None:
    """Planks in several browns, none covering most of the table: even the lightest one is wood."""
    browns = [(0.68, -0.52, 0.05), (0.80, -0.38, 0.05), (0.74, -0.68, 0.05), (0.56, -0.33, 0.07)]
    boards = encode(np.array([[np.exp(blue), 1.0, np.exp(red)] for red, blue, _ in browns])
                    * np.array([[green] for *_, green in browns]))  # fmt: skip
    image = np.repeat(boards[np.arange(720) // 30 % len(browns)][:, None], 1280, axis=1)
    around = surroundings(image, [])
    assert len(around.surfaces) == len(browns) and around.table_brightest
    red, blue = tint(find_white(image)[0].white)
    assert abs(red) < 0.25 and abs(blue) < 0.25


def test_cards_on_a_cloth_too_dark_and_noisy_to_be_flat_are_not_the_table() -> None:
    """All that is flat in the picture are the cards, on a tenth of it."""
    rng = np.random.default_rng(3)
    image = np.clip((180, 22, 158) + rng.normal(0, 14, (720, 1280, 3)), 0, 255).astype(np.uint8)
    for left in (200, 420, 640, 860):
        image[240:420, left : left + 130] = (200, 238, 247)
    around = surroundings(image, [])
    assert not around.table_brightest
    red, blue = tint(find_white(image)[0].white)
    assert red == pytest.approx(0.09, abs=0.12) and blue == pytest.approx(-0.42, abs=0.12)


def test_pieces_of_known_colours_tell_what_the_table_leaves_open() -> None:
    """Drawn pieces of five colours on pine in warm light: white is more accurate with them than without."""
    places = [(x, y) for x in (-140.0, -70.0, 0.0, 70.0, 140.0) for y in (-90.0, 90.0)]
    units = [Drawn(x, y, (Piece(Size.LARGE, RAINBOW[i % 5]),)) for i, (x, y) in enumerate(places)]
    image = lit(draw(units, CAMERA, PINE), 0.3, -0.5)
    seen = [observed(unit) for unit in units]
    blind = find_white(image, seen)
    told = find_white(image, seen, drawn_faces(image, seen))
    assert error(told, 0.3, -0.5) < error(blind, 0.3, -0.5)
    assert error(told, 0.3, -0.5) < 0.2


FACES = {
    "red": [(23, 20, 83), (27, 25, 93), (21, 18, 90), (28, 27, 91), (26, 21, 77), (25, 24, 89)],
    "yellow": [(21, 142, 101), (31, 134, 110), (31, 135, 107)],
    "green": [(32, 76, 19), (32, 81, 19), (33, 78, 19), (32, 74, 23)],
    "blue": [(120, 33, 21), (123, 33, 18), (125, 34, 18), (120, 33, 20)],
    "black": [(23, 22, 22), (23, 22, 22), (22, 21, 21), (23, 22, 22)],
}
"""8-bit BGR of a set's faces in white light, as filmed: its yellow is a lemon's, its blue nearly violet."""


def test_black_pieces_tell_white_where_the_others_have_odd_colours() -> None:
    """On a teal table without anything white: black plastic is nearly as grey as paper."""
    errors = []
    for light in LIGHTS.values():
        image = lit(table(TEAL, sheet=False), *light)
        drawn = np.array([[bgr for faces in FACES.values() for bgr in faces]], np.uint8)
        lights = to_linear(lit(drawn, *light))[0].astype(float)
        shares = np.full((len(lights), len(RAINBOW)), 1 / len(RAINBOW))
        faces = replace(faces_of(image, CAMERA, [], RAINBOW), lights=lights, shares=shares)
        errors.append(error(find_white(image, [], faces), *light))
    assert np.mean(errors) < 0.56


def drawn_faces(image: np.ndarray, units: list[UnitObservation]) -> Faces:
    """The faces, with the colours as drawn."""
    faces = faces_of(image, CAMERA, units, RAINBOW)
    looks = [lab(0.8 * to_linear(np.array([[BGR[c]]], np.uint8))[0, 0].astype(float)) for c in RAINBOW]
    return replace(faces, looks=np.array(looks), variances=faces.variances / 9)


def error(found: tuple[Candidate, ...], red: float, blue: float) -> float:
    """RMS error of the tint over the candidates."""
    squares = [np.sum((np.array(tint(each.white)) - (red, blue)) ** 2) for each in found]
    return float(np.sqrt(sum(each.probability * s for each, s in zip(found, squares, strict=True))))


@pytest.mark.parametrize("light", LIGHTS)
def test_white_follows_the_light_of_what_stays(light: str) -> None:
    """Exposure and white balance change what a third of the picture, under a hand, doesn't show."""
    before = lit(table(PINE, sheet=True), 0.0, 0.0)
    after = lit(table(PINE, sheet=True), *LIGHTS[light], green=-0.5)
    after[:, 300:700] = (60, 80, 140)
    known = Whites(find_white(before), 12, cell_lights(before))
    found = known.followed(cell_lights(after)).candidates[0].white
    assert tint(found) == pytest.approx(np.add(tint(known.candidates[0].white), LIGHTS[light]), abs=0.05)
    noisy = before + np.random.default_rng(3).normal(0, 2, before.shape)
    assert known.followed(cell_lights(np.clip(noisy, 0, 255).astype(np.uint8))) is known


@pytest.mark.parametrize(
    ("faces", "probability", "replaced"),
    [(12, 0.7, False), (12, 0.65, False), (12, 0.85, True), (20, 0.5, True), (4, 0.6, False)],
)
def test_white_is_only_found_anew_where_that_is_surer(faces: int, probability: float, replaced: bool) -> None:
    """What was learnt about a set's colours holds for the white that it was learnt with."""
    white = WhiteReference(np.array([1.0, 1.1, 1.2]), off=0.2)
    known = Whites((Candidate(white, 0.65),), 12)
    now = Whites((Candidate(replace(white, gain_bgr=white.gain_bgr * 1.3), probability),), faces)
    assert (known.settled(now) is now) is replaced
    measured = Whites((Candidate(replace(white, off=0.0), 1.0),))
    assert Whites().settled(now) is now and measured.measured


def test_a_picture_of_nothing_is_taken_for_neutral() -> None:
    for value in (0, 255):
        best = find_white(np.full((120, 160, 3), value, np.uint8))[0]
        assert tint(best.white) == pytest.approx((0, 0), abs=0.1)
        assert best.white.off > 0.1


# ----- the bundled film with its markers painted out


@pytest.fixture(scope="module")
def models() -> Models:
    return Models.load()


@pytest.fixture(scope="module")
def opening() -> tuple[np.ndarray, Calibration, WhiteReference]:
    """The first frame without its markers, its camera, and the white measured from the markers."""
    image = cv2.VideoCapture(str(FILM)).read()[1]
    markers = find_markers(image)
    calibration = solve(markers, 1280, 720).calibration
    white = white_of(image, calibration)
    assert white is not None
    hidden = np.zeros(image.shape[:2], np.uint8)
    for corners in markers.values():
        middle = corners.mean(axis=0)
        cv2.fillConvexPoly(hidden, np.round(middle + 1.75 * (corners - middle)).astype(np.int32), 255)
    small = cv2.resize(image, (320, 180), interpolation=cv2.INTER_AREA)
    ground = cv2.inpaint(small, cv2.resize(hidden, (320, 180)), 3, cv2.INPAINT_TELEA)
    bare = np.where(hidden[..., None] > 0, cv2.resize(ground, (1280, 720)), image)
    unmarked = Calibration(calibration.camera, {})
    return bare, unmarked, white


@pytest.mark.parametrize("light", LIGHTS)
def test_a_pine_table_without_anything_white_costs_no_colour(
    models: Models, opening: tuple[np.ndarray, Calibration, WhiteReference], light: str
) -> None:
    image, calibration, _ = opening
    sight = see(lit(image, *LIGHTS[light], 0.0), models, calibration, RAINBOW)
    single = [unit for unit in sight.units if len(unit.levels) == 1]
    setup = ROUNDS["basic"].setup
    for seat, near in ((setup.near, True), (setup.far, False)):
        row = sorted((u for u in single if (u.y_mm < 0) is near and abs(u.y_mm) > 50), key=lambda u: u.x_mm)
        assert sorted(u.levels[0].colour.value for u in row) == sorted(piece.colour.value for piece in seat)
    assert sight.white.off > 0


def test_another_possible_white_widens_the_colours(
    models: Models, opening: tuple[np.ndarray, Calibration, WhiteReference]
) -> None:
    image, calibration, white = opening
    camera = calibration.camera
    found = find_twice(models.finder, image, search_width(camera), LEAST_SCORE)
    seen = look_closer(image, found, camera, models.reader, white, BY_EACH)
    blue = WhiteReference(white.gain_bgr * (3.0, 1.0, 0.4))
    both = in_doubt(image, camera, models.reader, seen, [Candidate(blue, 0.4)])
    alone = look_closer(image, found, camera, models.reader, blue, BY_EACH)
    for one, other, mixed in zip(seen, alone, both, strict=True):
        expected = 0.6 * one.reading.p_colours + 0.4 * other.reading.p_colours
        assert mixed.reading.p_colours == pytest.approx(expected, abs=1e-6)
        assert mixed.reading.p_colours.sum(axis=1) == pytest.approx(np.ones(5))
    assert in_doubt(image, camera, models.reader, seen, []) is seen
