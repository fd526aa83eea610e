"""A place's reading is the mean of all readings during one state of the table."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detect.finder import Found, Kind
from vision.fit.fit import FINDER_SHARE, Seen
from vision.observation import Box
from vision.observe.pooled import Pooled
from vision.read.reader import Reading

EVEN = Reading(0.5, *(np.zeros(1) for _ in range(3)), 0.0, *(np.zeros(1) for _ in range(3)))


def seen(x_mm: float, sure: float) -> Seen:
    """A unit at a place on the x axis, found with this certainty."""
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
        pooled, now = pooled.step((), [seen(*each) for each in found.items()], inside)
    assert {one.x_mm: pytest.approx(one.confidence) for one in now} == sure


def found(x_mm: float, kind: Kind = Kind.UPRIGHT) -> Found:
    """The finder's detections at the places of ``seen``."""
    return Found(kind, (x_mm, 0.0, x_mm + 20.0, 30.0), (x_mm + 10, 25.0), (x_mm + 10, 2.0), 0.4)


def test_what_one_look_found_and_the_next_does_not_is_read_again() -> None:
    """Except units that the reader rejected, and units found again slightly displaced."""
    pooled, _ = Pooled().step(
        [found(100), found(200), found(300)], [seen(100, 0.7), seen(200, 0.1), seen(300, 0.9)], None
    )
    assert [(one.box[0], one.score) for one in pooled.overlooked([found(303)])] == [(100, 0.0)]
    assert [one.box[0] for one in pooled.overlooked([found(100, Kind.HAND)])] == [100, 300]
