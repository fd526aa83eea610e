"""The grid of Logistics cards, and what lies where on it (finding cards: ``tests/vision/cards``)."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.games.logistics.card_grid import SURE, CardGrid, CardsUnclear, find_card_grid
from arbiter.games.logistics.card_rows import search_rows
from engine.game import Seat
from vision.cards.cards import Card, CardsSeen
from vision.steps import Steps

NEAR, FAR = Seat.NEAR, Seat.FAR


def laid(count: int, turn: float = 0.0, lying: bool = False, seed: int = 1) -> tuple[CardGrid, list[Card]]:
    """A grid and its cards, laid a little untidily; the two vaults come last."""
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


def grid_of(cards: list[Card], count: int) -> CardGrid:
    return find_card_grid(CardsSeen(tuple(cards)), count)[0]


@pytest.mark.parametrize("count", [3, 4, 7, 10])
@pytest.mark.parametrize(("turn", "lying"), [(0.0, False), (-17.0, True), (25.0, False)])
def test_the_grid_is_found(count: int, turn: float, lying: bool) -> None:
    grid, cards = laid(count, turn, lying)
    found = grid_of(cards, count)
    for seat in Seat:
        for number in range(1, count + 1):
            assert math.dist(found.place(seat, number), grid.place(seat, number)) < 5
    assert CardGrid.from_json(found.to_json()).site(*grid.place(FAR, count)) == f"far{count}"


@pytest.mark.parametrize("missing", range(8))
def test_a_card_that_was_not_found_is_filled_in(missing: int) -> None:
    grid, cards = laid(4)
    found = grid_of([card for i, card in enumerate(cards) if i != missing], 4)
    assert math.dist(found.place(NEAR, 1), grid.place(NEAR, 1)) < 5
    assert math.dist(found.place(FAR, 4), grid.place(FAR, 4)) < 5


def test_one_card_in_each_row_that_was_not_found_is_filled_in() -> None:
    grid, cards = laid(6)
    kept = [card for i, card in enumerate(cards) if i not in (1, 8)]
    assert math.dist(grid_of(kept, 6).place(NEAR, 2), grid.place(NEAR, 2)) < 6


@pytest.mark.parametrize(("keep", "says"), [(0, "no"), (3, "no"), (5, "5")])
def test_what_is_no_grid_yet_is_said(keep: int, says: str) -> None:
    _, cards = laid(4)
    with pytest.raises(CardsUnclear, match=f"I see {says} cards of two rows of 4"):
        grid_of(cards[:keep], 4)


@pytest.mark.parametrize("count", [3, 4, 7])
def test_cards_too_many_are_said(count: int) -> None:
    with pytest.raises(CardsUnclear, match=f"rows of {count + 1} cards, not of {count}"):
        grid_of(laid(count + 1)[1], count)


def test_fewer_cards_are_not_taken_for_more() -> None:
    with pytest.raises(CardsUnclear, match="I see 8 cards of two rows of 5"):
        grid_of(laid(4)[1], 5)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(3, 10))
def test_cards_strewn_about_are_no_rows(seed: int, count: int) -> None:
    """Random cards give no sure rows, and many of them do not make the search slow."""
    rng = Random(seed)
    strewn = [
        Card(rng.uniform(-400, 400), rng.uniform(-300, 300), rng.uniform(0, 180), 61.0, 88.0, rng.random())
        for _ in range(110)
    ]
    found = Steps(search_rows(CardsSeen(tuple(strewn)), count)).finish()
    assert all(rows.sure < SURE for rows in found)


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
