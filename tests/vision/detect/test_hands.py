"""Which hand detections are believed on a still frame."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.cameras import look_at
from vision.detect.boxes import overlap
from vision.detect.hands import arms_of, believed, changed_share
from vision.observation import Box
from vision.stillness.lighting import GRID

SIZE = (1280, 720)
ARM = (320.0, 200.0, 640.0, 720.0)


def cells(*boxes: tuple[float, float, float, float]) -> np.ndarray:
    marked = np.zeros(GRID, bool)
    for x0, y0, x1, y1 in boxes:
        marked[int(y0 / 40) : int(y1 / 40), int(x0 / 40) : int(x1 / 40)] = True
    return marked


@pytest.mark.parametrize(
    ("changed", "known", "expected"),
    [
        ((), (), ()),  # nothing changed there: the table only looks like a hand
        ((ARM,), (), (ARM,)),
        (((320, 200, 400, 720),), (), (ARM,)),  # a slender arm: a quarter of its box
        (((320, 200, 400, 280),), (), ()),  # a piece put down inside the box is not an arm
        ((), (ARM,), (ARM,)),  # it was there at the last look
        ((), ((330.0, 190.0, 650.0, 720.0),), (ARM,)),  # and has moved slightly
        ((), ((900.0, 0.0, 1200.0, 300.0),), ()),
    ],
)
def test_hands_come_from_somewhere(changed: tuple, known: tuple, expected: tuple) -> None:
    assert believed((ARM,), cells(*changed), SIZE, known) == expected


def test_overlap_is_intersection_over_union() -> None:
    assert overlap((0, 0, 10, 10), (5, 0, 15, 10)) == pytest.approx(50 / 150)
    assert overlap((0, 0, 10, 10), (10, 0, 20, 10)) == 0


@pytest.mark.parametrize(
    "box", [(-50.0, -50.0, 20.0, 20.0), (1270.0, 700.0, 1400.0, 800.0), (5.0, 5.0, 6.0, 6.0)]
)
def test_boxes_over_the_edge_have_a_share(box: tuple[float, float, float, float]) -> None:
    assert changed_share(box, np.ones(GRID, bool), SIZE) == 1.0
    assert changed_share(box, np.zeros(GRID, bool), SIZE) == 0.0


@pytest.mark.parametrize(
    ("position_mm", "box", "seat"),
    [
        ((0.0, -500.0, 400.0), (500.0, 400.0, 700.0, 718.0), "near"),
        ((0.0, -500.0, 400.0), (500.0, 2.0, 700.0, 300.0), "far"),
        ((0.0, -500.0, 400.0), (500.0, 200.0, 700.0, 500.0), None),  # the hand alone, its arm not in its box
        ((500.0, 0.0, 400.0), (4.0, 300.0, 400.0, 500.0), "near"),  # from the table's right near is left
        ((500.0, 0.0, 400.0), (900.0, 300.0, 1279.0, 500.0), "far"),
        ((0.0, -600.0, 100.0), (500.0, -2.0, 700.0, 300.0), "far"),  # from above the horizon
    ],
)
def test_where_an_arm_comes_from(position_mm: tuple[float, float, float], box: Box, seat: str | None) -> None:
    camera = look_at(position_mm, (0.0, 0.0, 0.0), 60.0, *SIZE)
    arm = arms_of((box,), camera, np.ones(GRID, bool)).get(box)
    assert (arm is not None) is (seat is not None)
    if arm is not None:
        assert (arm[1] < -100.0) if seat == "near" else (arm[1] > 100.0)
    assert arms_of((box,), camera, np.zeros(GRID, bool)) == {}, "what was there before is no arm"
