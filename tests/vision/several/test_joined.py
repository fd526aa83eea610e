"""Joining several cameras' readings of one table."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pieces import Colour, Size
from tests.support.cameras import look_at
from tests.support.measured_units import seen
from vision.several.joined import View, box_of, joined, pooled

NEAR = look_at([0, -520, 480], [0, 0, 0], 60)
SIDE = look_at([560, 60, 380], [0, 0, 0], 60)
AWAY = look_at([-300, 480, 420], [0, 0, 0], 60)


def test_one_view_is_left_as_it_is() -> None:
    units = (seen(NEAR, 0, 0, sure=0.5), seen(NEAR, 60, 0))
    assert joined([View(NEAR, units)]) is units


def test_units_seen_by_several_are_one_with_the_surer_place_and_a_box_in_the_first_picture() -> None:
    found = joined([View(NEAR, (seen(NEAR, 0, 4),)), View(SIDE, (seen(SIDE, 4, 0),))])
    (unit,) = found
    assert abs(unit.x_mm) < 2 and abs(unit.y_mm) < 2  # each is sure across its own line of sight
    assert unit.confidence > 0.95 and unit.bbox_px == seen(NEAR, 0, 4).bbox_px
    (only,) = joined([View(NEAR, ()), View(SIDE, (seen(SIDE, 30, 20),))])
    assert only.bbox_px == pytest.approx(seen(NEAR, 30, 20).bbox_px)


def test_evidence_is_joined_as_of_dependent_witnesses() -> None:
    sure, unsure = seen(NEAR, 0, 0, Colour.RED, p_colour=0.95), seen(SIDE, 1, 0, Colour.ORANGE, p_colour=0.5)
    (unit,) = joined([View(NEAR, (sure,)), View(SIDE, (unsure,))])
    assert unit.levels[0].colour is Colour.RED
    same = [seen(camera, 0, 0, p_colour=0.8) for camera in (NEAR, SIDE, AWAY)]
    (unit,) = joined([View(camera, (each,)) for camera, each in zip((NEAR, SIDE, AWAY), same, strict=True)])
    together = unit.levels[0].p_colour[Colour.RED]
    independent = 0.8**3 / (0.8**3 + 10 * 0.02**3)
    assert 0.8 <= together < independent


@given(st.lists(st.floats(0.05, 1.0), min_size=3, max_size=3), st.floats(0.2, 1.0), st.floats(0.2, 1.0))
def test_a_pool_is_a_distribution_that_equal_rows_leave_where_they_are(
    row: list[float], one: float, other: float
) -> None:
    shares = {name: value / sum(row) for name, value in zip("abc", row, strict=True)}
    found = pooled([shares, shares], [one / (one + other), other / (one + other)])
    assert sum(found.values()) == pytest.approx(1)
    assert found == pytest.approx(shares)
    sharper = pooled([shares, shares], [one, 1.0])
    assert max(sharper.values()) >= max(shares.values()) - 1e-9


def test_not_seen_says_nothing_where_the_place_is_hidden() -> None:
    behind = seen(AWAY, -40, 0, Colour.BLUE, size=Size.SMALL, sure=0.75)
    assert joined([View(AWAY, (behind,)), View(NEAR, ())]) == ()  # the other camera sees bare table there
    low = look_at([700, 0, 120], [0, 0, 0], 60)
    tower = seen(low, -10, 0, *[Colour.RED] * 5, size=Size.LARGE)
    hidden = joined([View(AWAY, (behind, replace(tower, bbox_px=box_of(tower, AWAY)))), View(low, (tower,))])
    assert {round(unit.x_mm) for unit in hidden} == {-10, -40}
    hand = behind.bbox_px
    covered = joined([View(AWAY, (behind,)), View(AWAY, (), (hand,))])
    assert len(covered) == 1
    outside = look_at([0, 900, 380], [0, 600, 0], 40)
    assert len(joined([View(AWAY, (behind,)), View(outside, ())])) == 1


def test_what_was_seen_before_counts_but_not_what_was_not() -> None:
    new = seen(NEAR, 50, 0, sure=0.75)
    assert joined([View(NEAR, (new,)), View(SIDE, ())]) == ()
    assert len(joined([View(NEAR, (new,)), View(SIDE, (), past=True)])) == 1


def test_stacks_get_their_order_from_the_view_that_reads_their_height() -> None:
    tall = seen(NEAR, 0, 0, Colour.RED, Colour.BLUE, Colour.GREEN)
    short = seen(SIDE, 0, 0, Colour.RED, Colour.BLUE)
    unsure = {**short.p_levels, 2: 0.5, 3: 0.48}
    (unit,) = joined([View(SIDE, (replace(short, p_levels=unsure),)), View(NEAR, (tall,))])
    assert [level.colour for level in unit.levels] == [Colour.RED, Colour.BLUE, Colour.GREEN]


def test_headings_are_averaged_over_the_turn() -> None:
    (unit,) = joined(
        [View(NEAR, (seen(NEAR, 0, 0, heading=356),)), View(SIDE, (seen(SIDE, 0, 0, heading=4),))]
    )
    assert unit.heading_deg is not None and math.cos(math.radians(unit.heading_deg)) > 0.999


@pytest.mark.parametrize(
    ("readings", "right_deg"),
    [
        ([(46, 0.7), (8, 0.9)], 8),
        ([(10, 0.9), (187, 0.7)], 10),
        ([(187, 0.8), (10, 0.7), (4, 0.6)], 7),  # two agreeing cameras outweigh a surer one
    ],
)
def test_of_contradicting_headings_one_side_is_right_never_the_middle(
    readings: list[tuple[float, float]], right_deg: float
) -> None:
    views = [
        View(camera, (seen(camera, 0, 0, heading=heading, sure=sure),))
        for camera, (heading, sure) in zip((NEAR, SIDE, AWAY), readings, strict=False)
    ]
    (unit,) = joined(views)
    assert unit.heading_deg == pytest.approx(right_deg, abs=1.5)


def test_a_flat_piece_that_a_low_camera_does_not_see_may_well_be_there() -> None:
    low, high = look_at([0, -600, 290], [0, 0, 0], 60), look_at([0, -600, 500], [0, 0, 0], 60)
    flat, upright = seen(AWAY, 0, 0, heading=20, sure=0.75), seen(AWAY, 0, 0, sure=0.75)
    assert len(joined([View(AWAY, (flat,)), View(low, ())])) == 1
    assert joined([View(AWAY, (flat,)), View(high, ())]) == ()
    assert joined([View(AWAY, (upright,)), View(low, ())]) == ()
