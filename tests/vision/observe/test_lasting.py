"""Readings of unchanged places accumulate; where something changed, the newest one counts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.pieces import Colour, Posture, Size
from vision.observation import LevelReading, UnitObservation
from vision.observe.lasting import Lasting
from vision.stillness.activity import Cells
from vision.stillness.glimpse import cells_of
from vision.stillness.lighting import GRID

PICTURE = 1280, 720
NOTHING = np.zeros(GRID, bool)
LEVEL = LevelReading({Colour.RED: 1.0}, {Size.SMALL: 1.0})
TREE = UnitObservation(
    50.0, 20.0, Posture.UPRIGHT, 1.0, None, (LEVEL,), {1: 1.0}, (600.0, 300.0, 640.0, 350.0), 0.55
)
THERE = cells_of((TREE.bbox_px,), PICTURE)


def told(readings: str, changed_at: tuple[int, ...] = ()) -> str:
    """The belief after each reading: ``x`` for a piece, ``.`` for none."""
    lasting, found = Lasting(), ""
    for number, read in enumerate(readings):
        shown = (replace(TREE, x_mm=50.0 + number % 3),) if read == "x" else ()
        lasting, units = lasting.step(shown, THERE if number in changed_at else NOTHING, PICTURE)
        found += "x" if units else "."
    return found


@pytest.mark.parametrize(
    ("readings", "believed"),
    [
        ("xxxxxx", "xxxxxx"),
        ("x.x.xx.x", "xxxxxxxx"),
        ("xxxxxx..xx..", "xxxxxxxxxxxx"),
        ("........", "........"),
        ("......x..x..", "............"),
    ],
)
def test_what_is_read_at_times_only_stays_as_it_was_believed(readings: str, believed: str) -> None:
    assert told(readings) == believed


def test_a_long_run_of_readings_is_believed() -> None:
    """A unit that was read six times and then never again has gone unnoticed; and vice versa."""
    gone, come = told("xxxxxx" + 8 * "."), told("......" + 8 * "x")
    assert gone[:8] == 8 * "x" and gone[-1] == "."
    assert come[:8] == 8 * "." and come[-1] == "x"
    often_missed = told("x.x.x.x." + 5 * ".")
    assert often_missed == 13 * "x"


def test_where_the_picture_changed_the_reading_counts_at_once() -> None:
    assert told("xxxxxx.", (6,)) == "xxxxxx."
    assert told("......x", (6,)) == "......x"
    assert told("xxxxxx..x", (6, 8)) == "xxxxxx..x"


@pytest.mark.parametrize(
    ("changed", "faint", "stays"),
    [
        (False, [(52.0, 21.0)], True),
        (False, [], False),
        (False, [(90.0, 20.0)], False),
        (True, [(52.0, 21.0)], False),
    ],
)
def test_where_a_hand_has_passed_and_the_picture_is_the_same_a_faint_reading_is_enough(
    changed: bool, faint: list[tuple[float, float]], stays: bool
) -> None:
    """A small blue pyramid on a checked cloth was read with 0.46 at first and with 0.43 ever after."""
    lasting, _ = Lasting().step((TREE,), NOTHING, PICTURE)
    _, units = lasting.step((), THERE if changed else NOTHING, PICTURE, THERE, faint)
    assert bool(units) is stays


def test_a_faint_reading_agrees_with_what_is_believed_and_tells_of_nothing_new() -> None:
    lasting, _ = Lasting().step((TREE,), NOTHING, PICTURE)
    faint = [(TREE.x_mm, TREE.y_mm)]
    for _ in range(12):
        lasting, units = lasting.step((), NOTHING, PICTURE, faint=faint)
    assert units == (TREE,)
    assert Lasting().step((), THERE, PICTURE, THERE, faint)[1] == ()


def test_what_is_plain_is_there_though_nothing_told_of_its_coming() -> None:
    lasting = Lasting()
    for _ in range(6):
        lasting, _units = lasting.step((), NOTHING, PICTURE)
    assert lasting.step((replace(TREE, confidence=0.9),), NOTHING, PICTURE)[1]


def test_a_box_at_the_edge_of_what_changed_is_no_newcomer() -> None:
    """Its box was read a pixel larger before and reached into a changed cell."""
    lasting, _ = Lasting().step((TREE,), NOTHING, PICTURE)
    lasting, _ = lasting.step((TREE,), NOTHING, PICTURE)
    beside = np.roll(THERE, 1, axis=1) & ~THERE
    assert lasting.step((TREE,), beside, PICTURE)[1] == (TREE,)


def test_pieces_beside_each_other_are_kept_apart() -> None:
    other = replace(TREE, x_mm=90.0, bbox_px=(700.0, 300.0, 740.0, 350.0))
    lasting, _ = Lasting().step((TREE, other), NOTHING, PICTURE)
    _, units = lasting.step((other,), NOTHING, PICTURE)
    assert [unit.x_mm for unit in sorted(units, key=lambda unit: unit.x_mm)] == [50.0, 90.0]
    _, units = lasting.step((other,), THERE, PICTURE)
    assert [unit.x_mm for unit in units] == [90.0]


@pytest.mark.parametrize(("unread", "there"), [(THERE, True), (None, False)])
def test_what_was_read_too_faintly_as_it_came_is_no_reading_of_an_empty_place(
    unread: Cells | None, there: bool
) -> None:
    """A red pyramid beside a red check in dim light was read with 0.43 as it was put down, then with 0.6."""
    lasting, _ = Lasting().step((), THERE, PICTURE, unread=unread)
    lasting, _ = lasting.step((), NOTHING, PICTURE, unread=unread)
    units = lasting.step((replace(TREE, confidence=0.6),), NOTHING, PICTURE)[1]
    assert bool(units) is there
