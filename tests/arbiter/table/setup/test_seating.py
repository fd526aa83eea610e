"""Two rows of pieces show where the players sit, wherever the camera is."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.table.setup.seating import seating
from calibration.table_frame import rotation_of

ROWS = [(x, y) for y in (-125.0, 125.0) for x in np.linspace(-190, 190, 10)]


def seen(turn_deg: float, off: tuple[float, float] = (0, 0), seed: int = 0, left_out: int = 0) -> list:
    """The slightly untidy rows, in a rotated and shifted frame."""
    rng = np.random.default_rng(seed)
    there = rng.permutation(np.array(ROWS))[left_out:] + rng.normal(0, 3, (20 - left_out, 2))
    return [tuple(place) for place in there @ rotation_of(math.radians(turn_deg)).T + off]


@settings(deadline=None)
@given(
    st.floats(-80, 80),
    st.tuples(st.floats(-100, 100), st.floats(-100, 100)),
    st.integers(0, 1000),
    st.integers(0, 3),
)
def test_afterwards_one_row_lies_on_either_side(
    turn_deg: float, off: tuple[float, float], seed: int, left_out: int
) -> None:
    places = seen(turn_deg, off, seed, left_out)
    found = seating(places)
    across = off[1] * math.cos(math.radians(turn_deg)) - off[0] * math.sin(math.radians(turn_deg))
    if found is None:
        assert abs(turn_deg) < 7 and abs(across) < 20
        return
    after = (np.array(places) - (found.x_mm, found.y_mm)) @ rotation_of(found.turn_rad)
    assert sorted(after[:, 1] > 0) == sorted(np.array(seen(0, seed=seed, left_out=left_out))[:, 1] > 0)
    assert abs(after[:, 1]).min() > 110 and abs(after[:, 1]).max() < 140
    assert found.turn_rad == pytest.approx(math.radians(turn_deg), abs=0.03)


def test_plays_in_the_row_change_nothing() -> None:
    places = [*seen(18), (10.0, 40.0), (30.0, -30.0)]
    found = seating(places)
    assert found is not None and found.turn_rad == pytest.approx(math.radians(18), abs=0.03)


@pytest.mark.parametrize(
    "places",
    [
        [],
        seen(30)[:13],
        [(x, y) for x in range(-60, 61, 30) for y in range(-60, 61, 30)],
        [(x * 9.0, 0.0) for x in range(-10, 10)],
        [*[(x, -125.0) for x in range(-20, 20, 4)], *[(x, 125.0) for x in range(-20, 20, 4)]],
    ],
    ids=["nothing", "too few", "a board", "one row", "two heaps"],
)
def test_other_tables_are_left_as_they_are(places: list) -> None:
    assert seating(places) is None
