"""Of two readers the surer one counts, unit by unit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.reader import Reading, TwoReaders, sureness


def reading(p_colour: float, levels: int = 1) -> Reading:
    colours = np.full((5, 11), (1 - p_colour) / 10)
    colours[:, 0] = p_colour
    one = np.full(5, 0.01)
    one[levels - 1] = 0.96
    sizes = np.tile([0.98, 0.01, 0.01], (5, 1))
    return Reading(0.9, one, colours, sizes, 0.02, np.zeros(2), np.zeros((2, 2)), np.ones((2, 2)))


class Fixed:
    def __init__(self, *readings: Reading) -> None:
        self._readings = list(readings)

    def readings(self, inputs: dict[str, np.ndarray]) -> list[Reading]:
        return self._readings[: len(inputs["crops"])]


@pytest.mark.parametrize(("first", "second", "better"), [(0.9, 0.5, 0), (0.4, 0.8, 1)])
def test_the_surer_reading_counts(first: float, second: float, better: int) -> None:
    pair = reading(first), reading(second)
    both = TwoReaders(Fixed(pair[0]), Fixed(pair[1]))  # type: ignore[arg-type]
    assert both.read(np.zeros((1, 1, 1, 3)), np.zeros(1)) == [pair[better]]


def test_each_unit_is_chosen_for_itself() -> None:
    sure, unsure = reading(0.99), reading(0.3)
    both = TwoReaders(Fixed(sure, unsure), Fixed(unsure, sure))  # type: ignore[arg-type]
    assert both.read(np.zeros((2, 1, 1, 3)), np.zeros(2)) == [sure, sure]


def test_levels_that_are_not_there_do_not_count() -> None:
    vague_below = replace(
        reading(0.9), p_colours=np.vstack([reading(0.9).p_colours[:1], np.full((4, 11), 1 / 11)])
    )
    assert sureness(vague_below) == pytest.approx(sureness(reading(0.9)))
    assert sureness(replace(reading(0.9), p_flat=0.5)) < sureness(reading(0.9))
