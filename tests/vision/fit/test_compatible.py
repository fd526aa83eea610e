"""Which of several mutually exclusive readings is kept."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pieces import Colour, Posture, Size
from tests.support.cameras import look_at
from vision.detect.boxes import overlaps
from vision.fit.compatible import MOST_EXACT, compatible
from vision.fit.solids import silhouette, solids
from vision.observation import LevelReading, UnitObservation

CAMERA = look_at([0, -600, 350], [0, 0, 0], 60, 1280, 720)
LEAST = 0.44
S, M, L = Size
COLOUR = dict.fromkeys((Colour.RED, Colour.BLUE), 0.5)


def unit(
    sizes: tuple[Size, ...], x: float, y: float, sure: float, heading: float | None = None
) -> UnitObservation:
    """A unit read with these sizes, top to bottom, in the bounding box of its solids."""
    levels = tuple(LevelReading(COLOUR, {size: float(size is own) for size in Size}) for own in sizes)
    posture = Posture.UPRIGHT if heading is None else Posture.FLAT
    bare = UnitObservation(
        x, y, posture, float(heading is None), heading, levels, {len(sizes): 1.0}, (0, 0, 1, 1), sure
    )
    outline = silhouette(solids(bare, CAMERA), CAMERA)
    box = (*outline.min(0).tolist(), *outline.max(0).tolist())
    return UnitObservation(
        x, y, posture, float(heading is None), heading, levels, {len(sizes): 1.0}, box, sure
    )


PIECE = unit((L,), 0, 0, 0.9)
TOWER = unit((L, L, L, L), 0, -20, 0.55)  # the same tip, but the foot is on bare table nearer to the camera


@pytest.mark.parametrize(
    ("units", "kept"),
    [
        pytest.param([PIECE, TOWER], [0], id="a faint tower with a piece's tip"),
        pytest.param([unit((L,), 0, 0, 0.5), unit((L, L, L, L), 0, -20, 0.9)], [1], id="a tower's top again"),
        pytest.param([unit((L,), 0, 0, 0.6), unit((L, L, L, L), 0, -20, 0.55)], [1], id="nearly as sure"),
        pytest.param([PIECE, unit((L,), 30, 0, 0.5)], [0, 1], id="side by side"),
        pytest.param([PIECE, unit((L,), 4, -40, 0.5)], [0, 1], id="one before the other, both in view"),
        pytest.param([unit((S,), 0, 60, 0.6), unit((L, L, L), 0, 0, 0.9)], [1], id="out of sight behind"),
        pytest.param([unit((M,), 0, 0, 0.7), unit((M,), 11, 0, 0.6)], [0], id="standing in each other"),
        pytest.param([PIECE, unit((S,), 8, -6, 0.6, 20.0)], [0], id="lying in a standing one"),
        pytest.param([PIECE], [0], id="alone"),
        pytest.param([], [], id="nothing"),
    ],
)  # fmt: skip
def test_which_readings_are_kept(units: list[UnitObservation], kept: list[int]) -> None:
    assert compatible(units, CAMERA, LEAST) == tuple(units[i] for i in kept)


def test_one_wrong_reading_gives_way_to_two_that_it_would_hide() -> None:
    """Neither of the two is surer than it, but together they are."""
    two = [unit((S,), -8, 30, 0.75), unit((S,), 8, 30, 0.75)]
    wide = unit((L, L, L, L), 0, 0, 0.8)
    assert compatible([wide, two[0]], CAMERA, LEAST) == (wide,)
    assert compatible([wide, *two], CAMERA, LEAST) == tuple(two)


def test_many_readings_of_one_place_are_sorted_out_in_bounded_time() -> None:
    heap = [unit((L, L), i, 9 * i, 0.9 - 0.01 * i) for i in range(3 * MOST_EXACT)]
    kept = compatible(heap, CAMERA, LEAST)
    assert kept[0] is heap[0] and len(kept) < len(heap)
    assert all(later.y_mm - one.y_mm > 9 for one, later in pairwise(kept))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(-60, 60), st.floats(-60, 60), st.floats(0.45, 0.99), st.integers(1, 3)),
        max_size=12,
    )
)
def test_what_is_left_out_has_what_it_gave_way_to(facts: list[tuple[float, float, float, int]]) -> None:
    units = [unit((L,) * count, x, y, sure) for x, y, sure, count in facts]
    kept = compatible(units, CAMERA, LEAST)
    held = {id(one) for one in kept}
    assert [one for one in units if id(one) in held] == list(kept)
    for one in units:
        assert one in kept or any(overlaps(one.bbox_px, other.bbox_px) for other in kept)
