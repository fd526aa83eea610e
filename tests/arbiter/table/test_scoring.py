"""How well a unit fits pieces that hide each other or lie on their sides."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.table.scoring import Reader
from arbiter.table.stack_scoring import LOG_SIZE_AMONG, stack_log, upright_log, ways_to_show
from engine.notation import parse_pieces
from engine.pieces import PALETTES, Colour, Piece, Size
from vision.track.summing import SIZES, LevelEvidence, Unit

PALETTE = PALETTES["rainbow"]
READER = Reader(PALETTE)
SURE, UNSURE = 6.0, 1.0


def level(colours: dict[Colour, float], sizes: dict[int, float]) -> LevelEvidence:
    """A level's log ratios; labels not named are ruled out."""
    return LevelEvidence(
        np.array([colours.get(each, -8.0) for each in PALETTE]),
        np.array([sizes.get(int(each), -8.0) for each in SIZES]),
    )


def unit(p_upright: float, p_levels: tuple[float, ...], *levels: LevelEvidence) -> Unit:
    shares = (*p_levels, *[0.0] * (5 - len(p_levels)))
    return Unit(0.0, 0.0, p_upright, 270.0, levels, shares, (0.0, 0.0, 40.0, 40.0), 8)


def pieces(text: str) -> tuple[Piece, ...]:
    return tuple(parse_pieces(text))


def test_a_flat_pair_is_no_fallen_play_for_its_upper_piece_alone() -> None:
    """A small blue over the tip of a large black; by colour the larger one seems to be on top."""
    blue_black = level({Colour.BLACK: 1.6, Colour.BLUE: 0.2}, {1: 3.0, 3: 3.0})
    lying = unit(0.0, (0.04, 0.95), blue_black, level({Colour.BLUE: 2.6, Colour.BLACK: -2.6}, {3: 2.0}))
    call = READER.called(lying, pieces("Sblue,Lblack"), 270.0)
    assert call > READER.lying(lying, pieces("Lblack,Sblue"))


def test_of_two_lying_pieces_of_one_size_the_one_that_shows_above_was_played() -> None:
    """A small red over a small black: by the rules the sacrifice lies under the piece played (I4)."""
    red, black = level({Colour.RED: SURE}, {1: SURE}), level({Colour.BLACK: SURE}, {1: SURE})
    lying = unit(0.0, (0.18, 0.82), red, black)
    played, other = (READER.called(lying, pieces(text), 270.0) for text in ("Sred,Sblack", "Sblack,Sred"))
    assert played - other > math.log(0.95 / 0.05)


@pytest.mark.parametrize(
    ("text", "overlooked"), [("Sred,Lred", True), ("Mred,Lred", True), ("Sblue,Lred", False)]
)
def test_a_piece_may_be_overlooked_on_a_larger_one_of_its_own_colour(text: str, overlooked: bool) -> None:
    large = unit(1.0, (1.0,), level({Colour.RED: SURE}, {3: SURE}))
    less = READER.upright(large, pieces("Lred")) - READER.upright(large, pieces(text))
    assert (less < 5.0) is overlooked and less > 3.0


def test_a_print_below_a_tower_does_not_exchange_what_its_top_hides() -> None:
    """A medium red shows below a large yellow and is read as a large one; a printed diamond below that is
    read as another. Neither means that the red one is inside and what was inside below it."""
    green = level({Colour.GREEN: 1.7, Colour.RED: 0.1}, {3: 3.2})
    rows = (
        level({Colour.YELLOW: 3.1, Colour.GREEN: 2.1}, {3: 3.2}),
        level({Colour.RED: 3.0, Colour.GREEN: 1.3}, {3: 3.2}),
        level({Colour.RED: 4.6}, {3: 3.2}),
        green,
        level({Colour.RED: 4.6}, {3: 3.2}),
    )
    seen = unit(1.0, (0.0, 0.0, 0.07, 0.33, 0.6), *rows)
    there, exchanged = "Mred,Sred,Mgreen,Sblack,Lyellow", "Sblack,Sred,Mgreen,Mred,Lyellow"
    assert stack_log(READER, seen, pieces(there)) > stack_log(READER, seen, pieces(exchanged))


def test_two_low_skirts_that_are_overlooked_do_not_exchange_the_others() -> None:
    """A tower of five shows as yellow, black, green and green: the red and blue skirts of 6 mm do not. That
    the black one shows through a large green one on top of it would be less likely."""
    rows = (
        level({Colour.YELLOW: 4.6}, {1: 3.2}),
        level({Colour.BLACK: 4.7}, {1: -2.1, 2: 2.7}),
        level({Colour.GREEN: 4.7}, {2: -3.3, 3: 2.9}),
        level({Colour.GREEN: 4.7}, {3: 3.2}),
    )
    seen = unit(1.0, (0.0, 0.0, 0.02, 0.88, 0.1), *rows)
    there = stack_log(READER, seen, pieces("Lgreen,Mblue,Mblack,Sred,Syellow"))
    assert stack_log(READER, seen, pieces("Sred,Mblue,Mblack,Lgreen,Syellow")) < there + 2.0


@pytest.mark.parametrize(("elevation_deg", "hidden"), [(40.0, False), (50.0, False), (70.0, True)])
def test_an_overhang_hides_more_the_higher_the_camera_is(elevation_deg: float, hidden: bool) -> None:
    """A large blue pyramid comes down over a small and a medium one; the green skirt of 6 mm below it shows
    to a camera that looks across the table, not to one that looks down from 70 degrees."""
    rows = level({Colour.BLUE: SURE}, {3: SURE}), level({Colour.BLACK: SURE}, {3: SURE})
    seen = replace(unit(1.0, (0.0, 1.0), *rows), elevation_deg=elevation_deg)
    there = stack_log(READER, seen, pieces("Lblack,Mgreen,Mblack,Sgreen,Lblue"))
    less = stack_log(READER, seen, pieces("Lblack,Lblue")) - there
    assert less < 0.5 if hidden else 2.0 < less < 4.0


def test_what_is_inside_may_show_as_if_it_stood_on_top() -> None:
    """The yellow tip inside a translucent green pyramid; that the two were exchanged is hardly likelier."""
    rows = level({Colour.YELLOW: 3.0, Colour.GREEN: -3.0}, {1: 3.0}), level({Colour.GREEN: 3.0}, {3: 3.0})
    seen = unit(1.0, (0.0, 0.9, 0.1), *rows)
    there, exchanged = (
        stack_log(READER, seen, pieces(text)) for text in ("Syellow,Lgreen", "Lgreen,Syellow")
    )
    assert 4.0 < exchanged - there < 6.0


@pytest.mark.parametrize(
    ("there", "levels"),
    [("Lyellow,Lred,Mred", (0.0, 0.76, 0.24)), ("Lyellow,Mred,Sred", (0.0, 0.9, 0.1))],
)
def test_two_of_one_colour_that_are_read_as_one_have_the_size_of_either(
    there: str, levels: tuple[float, ...]
) -> None:
    """A pyramid put on a larger one of its colour is overlooked, though not unlikely at all."""
    before = pieces(there)[:2]
    top = level({Colour.RED: SURE}, {int(before[1].size): SURE})
    seen = unit(1.0, levels, top, level({Colour.YELLOW: 3.0, Colour.RED: 2.0}, {3: SURE}))
    less = stack_log(READER, seen, before) - stack_log(READER, seen, pieces(there))
    assert 1.0 < less < 2.5


STACKS = st.lists(st.builds(Piece, st.sampled_from(Size), st.sampled_from(PALETTE)), min_size=1, max_size=5)
LOGS = st.floats(-6.0, 3.0)
LEVELS = st.builds(
    lambda colours, sizes: LevelEvidence(np.array(colours), np.array(sizes)),
    st.lists(LOGS, min_size=5, max_size=5),
    st.lists(LOGS, min_size=3, max_size=3),
)


@given(STACKS, st.lists(LEVELS, min_size=1, max_size=5), st.integers(1, 5))
def test_a_stack_fits_as_well_as_the_best_of_the_ways_in_which_it_shows(
    stack: list[Piece], levels: list[LevelEvidence], most: int
) -> None:
    """Tried one by one; no piece is inside another or has the colour of another."""
    kinds = tuple(sorted({piece.colour: piece for piece in stack}.values(), key=lambda piece: -piece.size))
    shares = tuple(0.6 if n == most else 0.1 for n in range(1, 6))
    seen = unit(1.0, shares, *levels)

    def one(row: int, piece: Piece, vague: bool) -> float:
        sizes = levels[row].size
        size = max(sizes[SIZES.index(piece.size)], sizes.max() + LOG_SIZE_AMONG if vague and row else -9e9)
        return float(levels[row].colour[PALETTE.index(piece.colour)] + size)

    def echo(row: int, piece: Piece) -> float:
        return max(0.0, float(levels[row].colour[PALETTE.index(piece.colour)] + levels[row].size.max()))

    def fits(shown: tuple[Piece, ...]) -> float:
        if len(shown) >= len(levels):
            return sum(one(row, piece, False) for row, piece in enumerate(shown[: len(levels)]))
        ways = []
        for chosen in itertools.combinations(range(len(levels)), len(shown)):
            total, had = 0.0, 0
            for row in range(len(levels)):
                if row in chosen:
                    total, had = total + one(row, shown[had], True), had + 1
                else:
                    total += max(echo(row, piece) for piece in shown[max(0, had - 1) : had + 1])
            ways.append(total)
        return max(ways)

    sizes, colours = tuple(p.size for p in kinds), tuple(p.colour for p in kinds)
    best = max(
        math.log(weight) + math.log(shares[len(shown) - 1]) + fits(tuple(kinds[k] for k in shown))
        for shown, weight in ways_to_show(sizes, colours)
    )
    assert stack_log(READER, seen, kinds) == pytest.approx(best + upright_log(seen))
