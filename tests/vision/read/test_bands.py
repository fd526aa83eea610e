"""Bands of stacks: where they are sampled, how readings combine, and the sample's initiative stack."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera import Camera
from calibration.markers import find_markers
from calibration.pose import solve
from engine.pieces import BASE_MM, HEIGHT_MM, PALETTES, Colour, Posture, Size, apex_height_mm, lifts_mm
from tests.support.cameras import look_at, no_reference
from vision.observation import LevelReading, UnitObservation
from vision.observe.units import MODEL_FOLDER, Models, read_units, white_of
from vision.read.bands import (
    BAND,
    BELOW,
    COLUMNS,
    MOST_BANDS,
    OFF_MM,
    ROWS,
    Bands,
    cut_strips,
    level_turn,
    place_weights,
    strip_points,
)

SAMPLE = Path(__file__).parents[3] / "arbiter" / "samples" / "initiative-basic.mp4"
CAMERA = look_at(np.array([60.0, -420.0, 470.0]), np.array([0.0, 0.0, 0.0]), 62.0, 1280, 720)


@pytest.mark.parametrize("sizes", [s for n in (1, 2, 3) for s in product(Size, repeat=n)])
def test_lifts_end_at_the_apex_height(sizes: tuple[Size, ...]) -> None:
    lifts = lifts_mm(sizes)
    assert lifts[0] == 0 and all(lift >= 0 for lift in lifts)
    assert lifts[-1] + HEIGHT_MM[sizes[-1]] == pytest.approx(apex_height_mm(sizes))


STACKS = [s for n in (2, 3, 5) for s in product(Size, repeat=n)][::7]


@pytest.mark.parametrize("sizes", STACKS)
def test_a_strip_runs_up_a_side_over_every_rim(sizes: tuple[Size, ...]) -> None:
    turns, off = np.radians([-110.0, -70.0]), np.array([0.0, 2.0])
    points = strip_points(40.0, 25.0, sizes, turns, off)
    assert points.shape == (2, ROWS, COLUMNS, 3)
    for strip, turn, more in zip(points, turns, off, strict=True):
        away = (strip[..., :2] - (40.0, 25.0)) @ (np.cos(turn), np.sin(turn))
        across = (strip[..., :2] - (40.0, 25.0)) @ (-np.sin(turn), np.cos(turn))
        for k, (size, lift) in enumerate(zip(sizes, lifts_mm(sizes), strict=True)):
            rim = BELOW + k * BAND
            assert np.allclose(strip[rim, :, 2], lift)
            assert away[rim] == pytest.approx(BASE_MM[size] / 2 + more)
            assert 0.7 < np.ptp(across[rim]) / BASE_MM[size] < 1, "within the side"
        assert np.all(strip[:BELOW, :, 2] == 0)
        assert strip[BELOW + (len(sizes) - 1) * BAND, 0, 2] < strip[-1, 0, 2] < apex_height_mm(sizes)


def test_of_more_than_five_the_highest_are_looked_at() -> None:
    eight = (Size.LARGE,) * 3 + (Size.MEDIUM,) * 5
    (strip,) = strip_points(40.0, 25.0, eight, np.zeros(1), np.zeros(1))
    rims = strip[BELOW : BELOW + (MOST_BANDS + 1) * BAND : BAND, 0, 2]
    assert rims == pytest.approx(np.array(lifts_mm(eight)[3:]))


def test_each_row_of_a_strip_shows_what_is_on_the_side() -> None:
    points = strip_points(40.0, 25.0, (Size.LARGE,) * 3, np.radians([-90.0]), np.zeros(1))
    image = np.zeros((720, 1280, 3), np.uint8)
    u, v = np.round(CAMERA.project(points[0, BELOW + BAND, COLUMNS // 2][None])[0]).astype(int)
    cv2.circle(image, (int(u), int(v)), 2, (255, 255, 255), -1)
    (strip,) = cut_strips(image, CAMERA, points, 2, no_reference())
    assert strip.shape == (ROWS, COLUMNS, 4)
    rows, columns = np.nonzero(strip[..., 0] > 100)
    assert abs(rows.mean() - BELOW - BAND) < 2 and abs(columns.mean() - COLUMNS // 2) < 1.5
    marks = strip[:, 0, 3]
    assert marks.tolist() == [0] * BELOW + [255] * BAND + [128] * BAND + [0] * (ROWS - BELOW - 2 * BAND)


BGR = {
    Colour.RED: (40, 25, 190),
    Colour.YELLOW: (40, 190, 215),
    Colour.GREEN: (50, 120, 30),
    Colour.BLUE: (160, 50, 30),
    Colour.BLACK: (30, 30, 30),
}


def drawn(camera: Camera, order: tuple[Colour, ...], size: Size, turn_deg: float) -> np.ndarray:
    """A picture of a stack at (0, 0), colours bottom to top, one solid over the other."""
    image = np.full((camera.height, camera.width, 3), (150, 165, 175), np.uint8)
    angles = np.radians(turn_deg + 45 + 90 * np.arange(4))
    corners = BASE_MM[size] / math.sqrt(2) * np.stack([np.cos(angles), np.sin(angles)], 1)
    for colour, lift in zip(order, lifts_mm((size,) * len(order)), strict=True):
        solid = np.vstack(
            [np.column_stack([corners, np.full(4, lift)]), [[0.0, 0.0, lift + HEIGHT_MM[size]]]]
        )
        outline = cv2.convexHull(np.round(camera.project(solid) * 16).astype(np.int32))
        cv2.fillConvexPoly(image, outline, BGR[colour], cv2.LINE_AA, 4)
    return image


@pytest.mark.parametrize("turn_deg", [0, 20, 45, 70])
def test_a_turned_stack_seen_steeply_is_read_along_its_side(turn_deg: float) -> None:
    """From 70 degrees a band is 4 px high, and around a corner each crosses its neighbours' rows."""
    camera = look_at(np.array([20.0, -210.0, 580.0]), np.array([0.0, 0.0, 0.0]), 62.0, 1280, 720)
    order = (Colour.YELLOW, Colour.BLUE, Colour.RED, Colour.BLACK, Colour.GREEN)
    image = drawn(camera, order, Size.SMALL, turn_deg)
    sizes = (Size.SMALL,) * 5
    off = math.degrees(level_turn(image, camera, 0.0, 0.0, sizes)) - turn_deg
    assert abs((off + 45) % 90 - 45) < 7
    unsure = LevelReading(dict.fromkeys(PALETTES["rainbow"], 0.2), {Size.SMALL: 1.0})
    top = replace(unsure, p_colour={**dict.fromkeys(PALETTES["rainbow"], 0.001), Colour.GREEN: 0.996})
    stack = UnitObservation(
        0.0, 0.0, Posture.UPRIGHT, 1.0, None, (top, *[unsure] * 4), {5: 1.0}, (0, 0, 9, 9), 1.0
    )
    (read,) = Bands(MODEL_FOLDER / "bands.onnx").read(image, camera, no_reference(), [stack])
    assert tuple(level.colour for level in reversed(read.levels)) == order


def test_flat_and_single_units_come_back_as_they_were() -> None:
    level = LevelReading({Colour.RED: 0.6, Colour.BLUE: 0.4}, {Size.SMALL: 1.0})

    def unit(posture: Posture, count: int) -> UnitObservation:
        upright = float(posture is Posture.UPRIGHT)
        heading = None if upright else 90.0
        return UnitObservation(
            0, 0, posture, upright, heading, (level,) * count, {count: 1.0}, (0, 0, 9, 9), 1.0
        )

    given = [unit(Posture.UPRIGHT, 1), unit(Posture.FLAT, 2)]
    image = np.zeros((720, 1280, 3), np.uint8)
    bands = Bands(MODEL_FOLDER / "bands.onnx")
    assert bands.read(image, CAMERA, no_reference(), given) == tuple(given)
    (stack,) = bands.read(image, CAMERA, no_reference(), [unit(Posture.UPRIGHT, 3)])
    assert stack.levels[0] == level
    assert all(
        sum(v.p_colour.values()) == pytest.approx(1) and set(v.p_colour) == set(level.p_colour)
        for v in stack.levels
    )
    (seven,) = bands.read(image, CAMERA, no_reference(), [unit(Posture.UPRIGHT, 7)])
    assert seven.levels[5:] == (level, level), "of more than five the lowest are left to the reader"


def test_the_sample_films_initiative_stack_is_read() -> None:
    """Blue, green, black, yellow, red in each of several frames, by the levels alone."""
    film = cv2.VideoCapture(str(SAMPLE))
    models, solution, right = Models.load(), None, 0
    wanted = (Colour.BLUE, Colour.GREEN, Colour.BLACK, Colour.YELLOW, Colour.RED)
    for _ in range(5):
        image = film.read()[1]
        solution = solution or solve(find_markers(image), *image.shape[1::-1])
        white = white_of(image, solution.calibration)
        assert white is not None
        found = models.finder.find(image)
        units = read_units(image, found, solution.camera, models, white, PALETTES["rainbow"])
        stack = max(units, key=lambda unit: len(unit.levels))
        assert len(stack.levels) == 5
        scores = {
            order: sum(np.log(level.p_colour[c] + 1e-6) for level, c in zip(stack.levels, order, strict=True))
            for order in permutations(PALETTES["rainbow"])
        }
        right += max(scores, key=lambda order: scores[order]) == wanted
    assert right == 5


@pytest.mark.parametrize("off_mm", [-5.0, 4.0, 6.0])
def test_a_stack_fitted_a_band_too_near_or_too_far_is_read_where_it_stands(off_mm: float) -> None:
    """The sample's stack, displaced along the line of sight; the reader is unsure about the lower levels."""
    image = cv2.VideoCapture(str(SAMPLE)).read()[1]
    models, solution = Models.load(), solve(find_markers(image), *image.shape[1::-1])
    camera, white = solution.camera, white_of(image, solution.calibration)
    assert white is not None
    wanted = (Colour.BLUE, Colour.GREEN, Colour.BLACK, Colour.YELLOW, Colour.RED)
    units = read_units(image, models.finder.find(image), camera, models, white, PALETTES["rainbow"])
    stack = max(units, key=lambda unit: len(unit.levels))
    doubtful = tuple(
        LevelReading({c: 0.6 if c is colour else 0.1 for c in PALETTES["rainbow"]}, level.p_size)
        for level, colour in zip(stack.levels, wanted, strict=True)
    )
    towards = camera.position[:2] - np.array([stack.x_mm, stack.y_mm])
    x, y = np.array([stack.x_mm, stack.y_mm]) + off_mm * towards / np.linalg.norm(towards)
    moved = replace(stack, x_mm=float(x), y_mm=float(y), levels=doubtful)
    (read,) = models.bands.read(image, camera, white, [moved])
    assert [max(level.p_colour, key=lambda c: level.p_colour[c]) for level in read.levels] == list(wanted)
    assert min(max(level.p_colour.values()) for level in read.levels[1:]) > 0.8


@pytest.mark.parametrize("lower", [(1, 2, 3, 4), (4, 2, 1, 3)])
def test_five_on_each_other_are_looked_at_where_five_colours_show(lower: tuple[int, ...]) -> None:
    """The fit is 4 mm too near: each band shows the level below, and the shadow looks like a second black.

    The reader is in doubt, as usual with bands five pixels high.
    """
    colours = np.eye(5) * 0.92 + 0.016
    near, right = colours[[*lower[1:], lower[0]]], colours[list(lower)]
    near[-1] = colours[lower[1]]
    own = np.full((len(OFF_MM), 4, 5), 0.2)
    own[OFF_MM == 0.0], own[OFF_MM == -4.0] = near, right
    weights = place_weights(own, np.full((4, 5), 0.2), colours[0])
    assert OFF_MM[weights.argmax()] == -4.0 and weights.sum() == pytest.approx(1)
