"""The cards of Logistics: found in a drawn picture, made into a grid, and what lies where on it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from random import Random
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from arbiter.card_grid import CardGrid, CardsUnclear, find_card_grid
from arbiter.cards_placing import with_cards
from arbiter.exits import UserError
from arbiter.placing import Placed
from calibration.camera import Camera, look_at
from calibration.store import Calibration
from engine.game import Seat
from engine.logistics import Rules
from vision.cards import Card, find_cards
from vision.source import Frame

NEAR, FAR = Seat.NEAR, Seat.FAR


@dataclass(frozen=True)
class _Options:
    game: str
    rules: Rules
    source: SimpleNamespace
    table: dict = field(default_factory=dict)
    resume: None = None
    headless: bool = True


def laid(count: int, turn: float = 0.0, lying: bool = False, seed: int = 1) -> tuple[CardGrid, list[Card]]:
    """A grid and its cards, laid by hand: the two vaults last."""
    rng = Random(seed)
    wide, deep = (88.0, 63.0) if lying else (63.0, 88.0)
    grid = CardGrid(count, 12.0, -7.0, wide + 9.0, deep + 24.0, deep, turn)
    cards = []
    for seat in Seat:
        for number in range(1, count + 2):
            vault = number > count
            x, y = grid.place(seat, number + 0.25 * vault)
            along = 0.0 if lying is not vault else 90.0
            way = (turn + along + rng.gauss(0, 2)) % 180
            cards.append((vault, Card(x + rng.gauss(0, 1.5), y + rng.gauss(0, 1.5), way, 63.0, 88.0)))
    return grid, [card for vault, card in sorted(cards, key=lambda item: item[0])]


@pytest.mark.parametrize("count", [3, 4, 7, 10])
@pytest.mark.parametrize(("turn", "lying"), [(0.0, False), (-17.0, True), (25.0, False)])
def test_the_grid_is_found(count: int, turn: float, lying: bool) -> None:
    grid, cards = laid(count, turn, lying)
    found = find_card_grid(cards, count)
    for seat in Seat:
        for number in range(1, count + 1):
            assert math.dist(found.place(seat, number), grid.place(seat, number)) < 5
    assert CardGrid.from_json(found.to_json()).site(*grid.place(FAR, count)) == f"far{count}"


@pytest.mark.parametrize("missing", range(8))
def test_a_card_that_was_not_found_is_filled_in(missing: int) -> None:
    grid, cards = laid(4)
    found = find_card_grid([card for i, card in enumerate(cards) if i != missing], 4)
    assert math.dist(found.place(NEAR, 1), grid.place(NEAR, 1)) < 5
    assert math.dist(found.place(FAR, 4), grid.place(FAR, 4)) < 5


def test_both_cards_missing_at_one_end_are_told_by_the_vaults() -> None:
    grid, cards = laid(4)
    kept = [card for i, card in enumerate(cards) if i not in (3, 4)]
    assert math.dist(find_card_grid(kept, 4).place(NEAR, 4), grid.place(NEAR, 4)) < 6


@pytest.mark.parametrize(
    ("keep", "says"), [(0, "I see 0 cards"), (3, "two rows"), (2, "I see 2 cards")], ids=str
)
def test_what_is_no_grid_is_said(keep: int, says: str) -> None:
    _, cards = laid(4)
    with pytest.raises(CardsUnclear, match=says):
        find_card_grid(cards[:keep], 4)


def test_cards_too_many_are_said() -> None:
    with pytest.raises(CardsUnclear, match="rows of 5 cards, not of 4"):
        find_card_grid(laid(5)[1], 4)


@pytest.mark.parametrize(
    ("u", "v", "site"),
    [
        (-108, -56, "near1"), (108, -56, "near4"), (-30, -90, "near2"), (108, 56, "far1"), (-108, 56, "far4"),
        (180, -56, "near vault"), (-185, 60, "far vault"), (-185, -60, "near stock"), (0, -150, "near stock"),
        (60, 140, "far stock"), (0, 0, None), (190, 60, "far stock"),
    ],
)  # fmt: skip
def test_sites(u: float, v: float, site: str | None) -> None:
    for turn in (0.0, 30.0):
        grid = CardGrid(4, 10.0, 20.0, 72.0, 112.0, 88.0, turn)
        assert grid.site(*grid._table(u, v)) == site


def test_an_outline_given_by_hand() -> None:
    grid = CardGrid.of_corners([(-144, -88), (144, -88), (144, 88), (-144, 88)], 4)
    assert grid.place(NEAR, 1) == pytest.approx((-108, -44)) and grid.site(108, 44) == "far1"
    with pytest.raises(ValueError, match="four corners"):
        CardGrid.of_corners([(0, 0)], 4)


@pytest.fixture(scope="module")
def drawn() -> tuple[np.ndarray, CardGrid, Camera]:
    """Ten cards drawn on wood; the near row's first is half covered by something dark."""
    view = look_at((30, -620, 560), (0, 0, 0), 58, 1280, 960, 2)
    rng = np.random.default_rng(3)
    picture = np.clip(np.array((70, 105, 140)) + rng.normal(0, 5, (960, 1280, 3)), 0, 255).astype(np.uint8)
    grid, cards = laid(4)
    for card in cards:
        turn = math.radians(card.turn_deg)
        axes = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        ends = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (44.0, 31.5)
        corners = ends @ axes + (card.x_mm, card.y_mm)
        seen = view.project(np.column_stack([corners, np.zeros(4)]))
        cv2.fillConvexPoly(picture, np.round(seen * 16).astype(np.int32), (225, 230, 232), cv2.LINE_AA, 4)
    x, y = grid.place(NEAR, 1)
    hidden = view.project(
        np.array([[x - 30, y - 60, 0], [x + 20, y - 60, 0], [x + 20, y, 0], [x - 30, y, 0]])
    )
    cv2.fillConvexPoly(picture, np.round(hidden).astype(np.int32), (20, 20, 20))
    return picture, grid, view


def test_cards_are_found_in_a_picture(drawn: tuple[np.ndarray, CardGrid, Camera]) -> None:
    picture, grid, view = drawn
    found = find_cards(picture, view)
    assert len(found) >= 7
    assert math.dist(find_card_grid(found, 4).place(NEAR, 1), grid.place(NEAR, 1)) < 5


def test_a_game_begins_with_the_cards_it_sees(drawn: tuple[np.ndarray, CardGrid, Camera]) -> None:
    picture, grid, view = drawn
    blank = np.full_like(picture, 90)
    frames = [Frame(image, 0.1 * k, k) for k, image in enumerate((blank, picture, blank))]
    placed = Placed(Calibration(view, {}, "test", "camera"), (), iter(frames))
    asked = _Options("logistics", Rules(), SimpleNamespace(live=False))
    ready, after = with_cards(asked, placed)
    found = CardGrid.from_json(ready.table["grid"])
    assert math.dist(found.place(NEAR, 1), grid.place(NEAR, 1)) < 5
    assert [frame.index for frame in after.frames] == [0, 1, 2]
    with pytest.raises(UserError, match=r"I see 0 cards.*--cards-at"):
        with_cards(asked, replace(placed, frames=iter(frames[:1])))
    told = replace(asked, table={"outline": [[0, 0]]})
    assert with_cards(told, placed) == (told, placed)
