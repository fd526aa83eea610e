"""Cards found in drawn pictures, on many grounds and half hidden, and arranged in two rows."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from arbiter.games.logistics.card_grid import CardsUnclear, find_card_grid
from calibration.camera import Camera
from tests.support.drawn_cards import GROUNDS, MIDDLES, VIEW, Picture, lay, noisy, off_mm, plain, stripes
from vision.cards.cards import find_cards

VAULTS = [(205.0, -50.0, 90.0), (-203.0, 60.0, 90.0)]


def stand(picture: Picture, x: float, y: float, colour: tuple[int, int, int]) -> None:
    """Draw the outline of a pyramid with a base of 25 mm and a height of 44 mm."""
    base = [(x + dx, y + dy, 0.0) for dx in (-12.5, 12.5) for dy in (-12.5, 12.5)]
    seen = VIEW.project(np.array([*base, (x, y, 44.0)]))
    hull = cv2.convexHull(np.round(seen).astype(np.int32))
    cv2.fillConvexPoly(picture, hull, colour, cv2.LINE_AA)


def table(
    ground: str, face: bool, seed: int = 1, turn_deg: float = 0.0
) -> tuple[Picture, list[tuple[float, float]]]:
    """Two slightly untidy rows of four cards, with stocks behind them that hide parts of the near row."""
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


@pytest.mark.parametrize("face", [True, False])
@pytest.mark.parametrize("ground", GROUNDS)
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


@pytest.mark.parametrize("seed", range(4))
def test_white_cards_on_white_linen_are_found_between_their_vaults(seed: int) -> None:
    picture = stripes()
    for x, y in MIDDLES:
        lay(picture, x, y, 90.0, True)
    for vault in VAULTS:
        lay(picture, *vault[:2], vault[2] + 90.0, False)
    grid, _ = find_card_grid(find_cards(noisy(picture, seed), VIEW), 4)
    assert off_mm(grid, MIDDLES) < 12


@pytest.mark.parametrize("ground", [*GROUNDS, "stripes"])
def test_vaults_alone_are_no_rows(ground: str) -> None:
    picture = GROUNDS.get(ground, stripes)()
    for vault in VAULTS:
        lay(picture, *vault[:2], vault[2] + 90.0, False)
    with pytest.raises(CardsUnclear):
        find_card_grid(find_cards(noisy(picture, 2), VIEW), 4)


@pytest.mark.parametrize("ground", GROUNDS)
def test_no_rows_are_found_where_there_are_none(ground: str) -> None:
    picture = GROUNDS[ground]()
    for x in np.arange(-130.0, 131.0, 34.0):
        stand(picture, x, -112.0, (40, 30, 200))
    with pytest.raises(CardsUnclear, match=r"I see (no|one|\d) cards? of two rows of 4"):
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
