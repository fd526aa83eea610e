"""Cards found in drawn pictures, on many grounds and half hidden, and two rows of them made out."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from arbiter.games.logistics.card_grid import CardGrid, CardsUnclear, find_card_grid
from calibration.camera import Camera, look_at
from engine.game import Seat
from vision.cards.cards import Card, find_cards

VIEW = look_at((60, -600, 540), (0, 0, 0), 58, 1280, 720, 2)
WHITE, GREEN, RED, INK = (226, 231, 233), (60, 110, 40), (50, 40, 150), (40, 35, 160)
MIDDLES = [(x, y) for y in (-58.0, 56.0) for x in (-114.0, -38.0, 38.0, 114.0)]
VAULTS = [(205.0, -50.0, 90.0), (-203.0, 60.0, 90.0)]

Picture = np.ndarray


def plain(bgr: tuple[int, int, int]) -> Picture:
    return np.tile(np.uint8(bgr), (720, 1280, 1))


def cloth(bgr: tuple[int, int, int], pitch_mm: float, turn_deg: float) -> Picture:
    """A chequered cloth: white, half and full colour, its lines turned against the cards."""
    y, x = np.mgrid[0:720, 0:1280]
    at = VIEW.to_table(np.stack([x.ravel(), y.ravel()], 1).astype(float))
    turn = math.radians(turn_deg)
    u, v = at @ (math.cos(turn), math.sin(turn)), at @ (-math.sin(turn), math.cos(turn))
    share = ((u // pitch_mm % 2) + (v // pitch_mm % 2)) / 2
    return np.nan_to_num(235 - share[:, None] * (235 - np.array(bgr))).reshape(720, 1280, 3).astype(np.uint8)


def wood() -> Picture:
    """Planks: long dark lines that run as the rows do."""
    picture = plain((70, 105, 140))
    for y in range(-400, 500, 70):
        line = VIEW.project(np.array([(-500.0, y, 0), (500.0, y, 0)]))
        if np.isfinite(line).all():
            cv2.line(picture, *np.int32(np.clip(line, -5000, 5000)).tolist(), (30, 50, 70), 3, cv2.LINE_AA)
    return picture


GROUNDS = {
    "pale green": lambda: plain((196, 222, 200)),
    "white": lambda: plain((218, 222, 224)),
    "black": lambda: plain((24, 24, 26)),
    "wood": wood,
    "blue checks": lambda: cloth((150, 60, 40), 25.0, 0.0),
    "red checks, turned": lambda: cloth((50, 40, 150), 21.0, 20.0),
}


def fill(picture: Picture, at: Card, colour: tuple[int, int, int]) -> None:
    seen = VIEW.project(np.column_stack([at.corners, np.zeros(4)]))
    cv2.fillConvexPoly(picture, np.round(seen * 16).astype(np.int32), colour, cv2.LINE_AA, 4)


def lay(picture: Picture, x: float, y: float, turn_deg: float, face: bool) -> None:
    """A poker card: a face with a few pips, or a back with a white rim of 4 mm round a lattice."""
    fill(picture, Card(x, y, turn_deg, 63.0, 88.0), WHITE)
    if face:
        for dx, dy in ((0, 0), (12, 20), (-12, -20)):
            fill(picture, Card(x + dx, y + dy, turn_deg, 9.0, 9.0), INK)
        return
    fill(picture, Card(x, y, turn_deg, 55.0, 80.0), RED)
    for step in range(-24, 25, 6):
        fill(picture, Card(x + step, y, 45.0, 1.2, 20.0), (120, 110, 190))


def stand(picture: Picture, x: float, y: float, colour: tuple[int, int, int]) -> None:
    """A pyramid of 25 mm and 44 mm high, as its outline."""
    base = [(x + dx, y + dy, 0.0) for dx in (-12.5, 12.5) for dy in (-12.5, 12.5)]
    seen = VIEW.project(np.array([*base, (x, y, 44.0)]))
    hull = cv2.convexHull(np.round(seen).astype(np.int32))
    cv2.fillConvexPoly(picture, hull, colour, cv2.LINE_AA)


def table(
    ground: str, face: bool, seed: int = 1, turn_deg: float = 0.0
) -> tuple[Picture, list[tuple[float, float]]]:
    """Two rows of four cards laid by hand, with stocks behind them that hide parts of the nearer row."""
    rng, picture = np.random.default_rng(seed), GROUNDS[ground]()
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    middles = []
    for x, y, turn in [*((x, y, 0.0) for x, y in MIDDLES), *VAULTS]:
        x, y = x * cos - y * sin + rng.normal(0, 1.5), x * sin + y * cos + rng.normal(0, 1.5)
        middles.append((x, y))
        lay(picture, x, y, turn + turn_deg + 90.0 + rng.normal(0, 2), face)
    for x in np.arange(-130.0, 131.0, 34.0):
        colour = tuple(int(v) for v in rng.integers(10, 200, 3))
        stand(picture, x * cos + 124.0 * sin, x * sin - 124.0 * cos, colour)
        stand(picture, x * cos - 118.0 * sin, x * sin + 118.0 * cos, colour)
    return noisy(picture, seed), middles[:8]


def noisy(picture: Picture, seed: int) -> Picture:
    noise = np.random.default_rng(seed).normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


def off_mm(grid: CardGrid, middles: list[tuple[float, float]]) -> float:
    """By how much the card that is farthest from its place is off it."""
    places = [grid.place(seat, card) for seat in Seat for card in range(1, grid.count + 1)]
    return max(min(math.dist(place, middle) for middle in middles) for place in places)


HARD = (("white", True), ("red checks, turned", True))
"""White on white, and faces among checks that a quarter of is white: these are shown by hand."""
SHOWN = [(ground, face) for ground in GROUNDS for face in (True, False) if (ground, face) not in HARD]


@pytest.mark.parametrize(("ground", "face"), SHOWN)
def test_rows_are_found_on_any_ground(ground: str, face: bool) -> None:
    picture, middles = table(ground, face)
    grid, rows = find_card_grid(find_cards(picture, VIEW), 4)
    assert off_mm(grid, middles) < 7 and rows.seen == 8


@pytest.mark.parametrize("turn", [-35.0, -12.0, 7.0, 28.0])
def test_rows_are_found_askew(turn: float) -> None:
    picture, middles = table("wood", False, 3, turn)
    grid, _ = find_card_grid(find_cards(picture, VIEW), 4)
    assert off_mm(grid, middles) < 7 and abs(grid.turn_deg - turn) < 2


@pytest.mark.parametrize("stands_on", [(0, 1, 2), (4, 5, 6, 7), (1, 3, 5, 7)], ids=str)
def test_rows_are_found_under_pyramids(stands_on: tuple[int, ...]) -> None:
    picture, middles = table("pale green", False, 4)
    for k in stands_on:
        for dx, dy in ((-14, -18), (12, 22), (-4, 30)):
            stand(picture, middles[k][0] + dx, middles[k][1] + dy, (40, 30, 20))
    grid, _ = find_card_grid(find_cards(picture, VIEW), 4)
    assert off_mm(grid, middles) < 7


@pytest.mark.parametrize("ground", GROUNDS)
def test_no_rows_are_found_where_there_are_none(ground: str) -> None:
    picture = GROUNDS[ground]()
    for x in np.arange(-130.0, 131.0, 34.0):
        stand(picture, x, -112.0, (40, 30, 200))
    with pytest.raises(CardsUnclear, match=r"I see \d cards? of two rows of 4"):
        find_card_grid(find_cards(noisy(picture, 2), VIEW), 4)


def test_cards_laid_so_far_are_counted() -> None:
    picture = GROUNDS["wood"]()
    for x, y in (*MIDDLES[:3], MIDDLES[5]):
        lay(picture, x, y, 90.0, False)
    with pytest.raises(CardsUnclear, match="I see 4 cards of two rows of 4") as unclear:
        find_card_grid(find_cards(noisy(picture, 1), VIEW), 4)
    assert len(unclear.value.cards) == 4


def test_a_card_that_is_not_laid_yet_is_waited_for_or_filled_in() -> None:
    picture = GROUNDS["wood"]()
    for x, y in MIDDLES[1:]:
        lay(picture, x, y, 90.0, True)
    seen = find_cards(noisy(picture, 1), VIEW)
    with pytest.raises(CardsUnclear, match="I see 7 cards of two rows of 4"):
        find_card_grid(seen, 4, whole=True)
    grid, rows = find_card_grid(seen, 4)
    assert rows.seen == 7 and off_mm(grid, MIDDLES) < 6


@pytest.mark.parametrize("count", [3, 5])
def test_another_number_of_cards_is_told(count: int) -> None:
    picture, _ = table("wood", True, 2)
    with pytest.raises(CardsUnclear):
        find_card_grid(find_cards(picture, VIEW), count)


def test_a_camera_that_sees_no_table_sees_no_cards() -> None:
    up = Camera(
        VIEW.K, np.zeros(5), np.array([-math.pi / 2, 0.0, 0.0]), np.array([0.0, 300.0, 0.0]), 1280, 720
    )
    assert find_cards(plain((90, 90, 90)), up).cards == ()
    small = VIEW.scaled(64, 36)
    assert find_cards(np.full((36, 64, 3), 90, np.uint8), small).cards == ()
