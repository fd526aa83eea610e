"""Summing readings of one unit: the weight of each level count, given the colours in use."""

from __future__ import annotations

import numpy as np
import pytest

from engine.pieces import PALETTES, Colour, Posture, Size
from vision.observation import LevelReading, UnitObservation
from vision.track.summing import sum_unit

RAINBOW = PALETTES["rainbow"]


def level(**colours: float) -> LevelReading:
    return LevelReading({Colour(name): p for name, p in colours.items()}, {Size.MEDIUM: 1.0})


@pytest.mark.parametrize(
    ("levels", "one"),
    [
        pytest.param((level(green=1.0), level(purple=0.9, red=0.1)), 0.12, id="a purple print below"),
        pytest.param((level(green=1.0), level(red=1.0)), 0.02, id="another pyramid"),
        pytest.param((level(purple=0.9, green=0.1), level(red=1.0)), 0.02, id="the same for all numbers"),
        pytest.param((level(purple=0.9, green=0.1),), 0.02, id="nothing below"),
    ],
)
def test_what_shows_below_in_a_colour_that_the_set_has_not_is_hardly_a_level(
    levels: tuple[LevelReading, ...], one: float
) -> None:
    counted = {1: 0.02, 2: 0.98}
    seen = UnitObservation(0.0, 0.0, Posture.UPRIGHT, 1.0, None, levels, counted, (0, 0, 9, 9), 1.0)
    assert sum_unit([seen], RAINBOW).p_levels == pytest.approx((one, 1 - one, 0, 0, 0), abs=0.005)


def test_what_a_rim_seems_to_be_is_never_beyond_doubt() -> None:
    """A medium red pyramid below a large yellow one was read as large, with certainty, while it stood there:
    nine log units, and a swap was told that nobody made."""
    sizes = {Size.MEDIUM: 0.0, Size.LARGE: 1.0}
    one = LevelReading({Colour.RED: 1.0}, sizes)
    seen = UnitObservation(0.0, 0.0, Posture.UPRIGHT, 1.0, None, (one, one), {2: 1.0}, (0, 0, 9, 9), 1.0)
    top, lower = sum_unit([seen] * 16, RAINBOW).levels
    against = [np.ptp(each.size) for each in (top, lower)], [np.ptp(each.colour) for each in (top, lower)]
    for whole, rim in against:
        assert whole > 10 and 4.0 < rim < 6.0
