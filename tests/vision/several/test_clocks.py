"""Aligning clocks by motion."""

from __future__ import annotations

import numpy as np
import pytest

from vision.several.clocks import ACCURACY_S, Motion, shift_of

BURSTS = ((2.0, 3.1), (5.2, 5.9), (8.8, 10.6), (13.0, 13.8), (15.5, 17.2), (21.0, 22.0))


def watched(
    late_s: float, fps: float, size: int, seed: int, bursts: tuple = BURSTS, end_s: float = 26.0
) -> Motion:
    """A camera that sees something of ``size`` (px) move at these times, with timestamps ``late_s`` late."""
    motion, rng = Motion(), np.random.default_rng(seed)
    table = rng.integers(60, 160, (90, 160, 3)).astype(np.uint8)
    for number in range(int(end_s * fps)):
        time_s = number / fps
        shown = table.copy()
        for start, stop in bursts:
            if start <= time_s - late_s < stop:
                x = int((time_s - late_s - start) / (stop - start) * (150 - size))
                shown[20 : 20 + size, x : x + size] = 220
        shown = np.clip(shown + rng.integers(-3, 4, shown.shape), 0, 255).astype(np.uint8)
        motion.step(shown, time_s)
    return motion


@pytest.mark.parametrize(("late_s", "fps"), [(0.0, 15), (0.45, 30), (-1.3, 25), (2.4, 12)])
def test_a_stream_that_comes_late_is_found_to(late_s: float, fps: float) -> None:
    found = shift_of(watched(0.0, 30, 40, 1), watched(late_s, fps, 22, 2), 0.0, 3.0)
    assert found is not None
    assert found.offset_s == pytest.approx(-late_s, abs=ACCURACY_S)


def test_a_film_begun_much_later_is_found_within_its_bound_only() -> None:
    one, other = watched(0.0, 15, 40, 1), watched(-9.0, 15, 30, 2)
    found = shift_of(one, other, 0.0, 20.0)
    assert found is not None and found.offset_s == pytest.approx(9.0, abs=ACCURACY_S)
    assert shift_of(one, other, 0.0, 3.0) is None


def test_nothing_is_told_where_nothing_moves_or_all_alike_or_something_else() -> None:
    still, busy = watched(0, 15, 40, 1, ()), watched(0, 15, 40, 2)
    assert shift_of(busy, still, 0.0, 3.0) is None
    beat = tuple((float(n), n + 0.5) for n in range(1, 25))
    assert shift_of(watched(0, 15, 40, 1, beat), watched(0, 15, 40, 2, beat), 0.0, 3.0) is None
    other = ((1.0, 1.4), (4.0, 7.5), (11.5, 12.4), (19.0, 20.1), (23.0, 25.0))
    assert shift_of(busy, watched(0, 15, 40, 3, other), 0.0, 3.0) is None


def test_a_frozen_picture_is_told_from_a_table_at_rest() -> None:
    motion, rng = Motion(), np.random.default_rng(1)
    for number in range(30):
        motion.step(rng.integers(0, 9, (90, 160, 3)).astype(np.uint8), number / 10)
    assert motion.altered_s == pytest.approx(2.9)
    frozen = rng.integers(0, 9, (90, 160, 3)).astype(np.uint8)
    for number in range(30, 60):
        motion.step(frozen, number / 10)
    assert motion.altered_s == pytest.approx(3.0)
