"""Which hand detections are believed on a still frame."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detect.boxes import overlap
from vision.detect.hands import believed, changed_share
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
