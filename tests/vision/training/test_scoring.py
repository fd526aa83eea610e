"""Scoring readings against labels: what counts as found, false and right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.pieces import Colour, Posture, Size
from vision.observation import LevelReading, UnitObservation
from vision.training.samples import COLOURS, SIZES, LabelledUnit, Level
from vision.training.scoring import Score, report, score, total_of, worse_than

RED, BLUE = COLOURS.index(Colour.RED), COLOURS.index(Colour.BLUE)
SMALL, LARGE = SIZES.index(Size.SMALL), SIZES.index(Size.LARGE)
BOX = (0.0, 0.0, 1.0, 1.0)
STACK = LabelledUnit(
    0.0, 0.0, False, 0.0, 1.0, BOX, (0, 0), (0, 0), (Level(RED, SMALL, 1.0), Level(BLUE, LARGE, 1.0))
)
LYING = LabelledUnit(100.0, 0.0, True, 90.0, 1.0, BOX, (0, 0), (0, 0), (Level(RED, SMALL, 1.0),))


def level(colour: Colour, size: Size) -> LevelReading:
    return LevelReading({colour: 1.0}, {size: 1.0})


def seen(x: float, *levels: LevelReading, heading: float | None = None) -> UnitObservation:
    posture = Posture.UPRIGHT if heading is None else Posture.FLAT
    return UnitObservation(x, 0.0, posture, 1.0, heading, levels, {len(levels): 1.0}, BOX, 1.0)


GOOD_STACK = seen(1.0, level(Colour.RED, Size.SMALL), level(Colour.BLUE, Size.LARGE))
GOOD_LYING = seen(100.0, level(Colour.RED, Size.SMALL), heading=95.0)


def test_a_scene_read_in_full_is_right() -> None:
    one = score([STACK, LYING], [GOOD_LYING, GOOD_STACK])
    assert (one.units, one.units_found, one.pieces, one.found, one.false) == (2, 2, 3, 3, 0)
    assert (one.colour_right, one.size_right, one.posture_right) == (3, 3, 2)
    assert (one.stacks, one.stacks_right, one.heading_right, one.right) == (1, 1, 1, 1)
    assert sorted(one.position_mm) == [0.0, 1.0]


@pytest.mark.parametrize(
    ("observed", "expected"),
    [
        ([GOOD_STACK], {"units_found": 1, "found": 2, "right": 0}),
        ([GOOD_STACK, GOOD_LYING, seen(50, level(Colour.RED, Size.SMALL))], {"false_units": 1, "right": 0}),
        (
            [GOOD_STACK, seen(100, level(Colour.RED, Size.SMALL), heading=200.0)],
            {"heading_right": 0, "right": 0},
        ),
        ([GOOD_STACK, seen(100, level(Colour.RED, Size.SMALL))], {"posture_right": 1, "right": 0}),
        (
            [seen(0, level(Colour.BLUE, Size.SMALL), level(Colour.RED, Size.LARGE)), GOOD_LYING],
            {"colour_right": 1, "size_right": 3, "stacks_right": 0, "right": 0},
        ),
        ([seen(0, level(Colour.RED, Size.SMALL)), GOOD_LYING], {"found": 2, "stacks_right": 0, "right": 0}),
        ([], {"units": 2, "pieces": 3, "found": 0, "stacks": 1, "right": 0}),
    ],
)
def test_mistakes_are_counted(observed: list[UnitObservation], expected: dict[str, int]) -> None:
    one = score([STACK, LYING], observed)
    assert {name: getattr(one, name) for name in expected} == expected


def test_what_hardly_shows_need_not_be_found_and_is_not_false() -> None:
    hidden = replace(STACK, visible=0.3)
    assert score([hidden], []).right == 1
    assert score([hidden], [GOOD_STACK]).false_units == 0


def test_pieces_that_show_little_are_asked_for_in_the_order_only() -> None:
    """A piece 10 % visible counts in a stack's order but not as a piece; below 8 % it does not count."""
    band = replace(STACK, levels=(STACK.levels[0], replace(STACK.levels[1], visible=0.1)))
    wrong = seen(0, level(Colour.RED, Size.SMALL), level(Colour.RED, Size.LARGE))
    one = score([band], [wrong])
    assert (one.pieces, one.found, one.colour_right, one.stacks_right, one.right) == (1, 1, 1, 0, 0)
    sliver = replace(STACK, levels=(STACK.levels[0], replace(STACK.levels[1], visible=0.05)))
    assert score([sliver], [wrong]).right == 1


@pytest.mark.parametrize(("heading", "right"), [(76.0, 1), (104.0, 1), (106.0, 0), (270.0, 0)])
def test_headings_may_be_off_by_fifteen_degrees(heading: float, right: int) -> None:
    assert score([LYING], [seen(100, level(Colour.RED, Size.SMALL), heading=heading)]).heading_right == right


def test_report_and_baseline() -> None:
    now = report(total_of([score([STACK, LYING], [GOOD_STACK, GOOD_LYING]), score([STACK], [])]))
    assert now["unit_recall"] == pytest.approx(2 / 3) and now["scene_right"] == 0.5
    assert worse_than(now, now) == []
    worse = worse_than(now, {**now, "unit_recall": 0.9, "position_median_mm": 0.1})
    assert [line.split(":")[0] for line in worse] == ["unit_recall", "position_median_mm"]
    assert report(Score())["unit_recall"] != report(Score())["unit_recall"]  # undefined: not a number
