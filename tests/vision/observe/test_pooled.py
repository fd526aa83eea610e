"""What counts of a place is the mean of what all readings of one state of the table say."""

from __future__ import annotations

import numpy as np
import pytest

from vision.fit.fit import FINDER_SHARE, Seen
from vision.observation import Box
from vision.observe.pooled import Pooled
from vision.read.reader import Reading

EVEN = Reading(0.5, *(np.zeros(1) for _ in range(3)), 0.0, *(np.zeros(1) for _ in range(3)))


def seen(x_mm: float, sure: float) -> Seen:
    """Something at a place on the x axis, of which one look is so sure."""
    box = (x_mm, 0.0, x_mm + 20.0, 30.0)
    reading = Reading(sure, EVEN.p_levels, EVEN.p_colours, EVEN.p_sizes, 0.0, *[EVEN.heading] * 3)
    return Seen(box, 1.0**FINDER_SHARE, np.eye(2, 3), x_mm, 0.0, reading)


Looks = list[tuple[dict[float, float], Box | None]]
LEFT: Box = (0.0, 0.0, 150.0, 100.0)


@pytest.mark.parametrize(
    ("looks", "sure"),
    [
        ([({100.0: 0.6}, None)], {100.0: 0.6}),
        ([({100.0: 0.6}, None), ({103.0: 0.5}, None), ({99.0: 0.34}, None)], {99.0: 0.48}),
        ([({}, None), ({}, None), ({100.0: 0.6}, None)], {100.0: 0.4 * 3**-FINDER_SHARE}),
        ([({100.0: 0.9}, None), ({130.0: 0.5}, None)], {130.0: 0.375 * 2**-FINDER_SHARE}),
        ([({100.0: 0.9}, LEFT), ({100.0: 0.7, 300.0: 0.6}, None)], {100.0: 0.8, 300.0: 0.6}),
    ],
    ids=["one look", "a faint piece", "a ghost in one look", "another place", "a part of the picture first"],
)
def test_readings_of_a_place_are_averaged(looks: Looks, sure: dict[float, float]) -> None:
    pooled = Pooled()
    for found, inside in looks:
        pooled, now = pooled.step([seen(*each) for each in found.items()], inside)
    assert {one.x_mm: pytest.approx(one.confidence) for one in now} == sure
