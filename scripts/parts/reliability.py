"""Compares the probabilities of readings with their accuracy: expected calibration errors.

The measure is that of Naeini, Cooper and Hauskrecht (2015), with 15 bins of equal width as in Guo and others
(2017): the difference between the mean probability and the accuracy in each bin, weighted by its size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from scripts.parts.unit_errors import Judged
from vision.training.samples import COLOURS, SIZES
from vision.training.scoring import LEAST_VISIBLE

BINS = 15
Readings = dict[str, list[tuple[float, bool]]]
"""For ``colour``, ``size`` and ``levels``: the probabilities of readings, and whether they are right."""


def readings_of(units: Iterable[Judged]) -> Readings:
    """The readings of the units that were found: the number of levels and, where that is right, the colour
    and size of each sufficiently visible level.
    """
    found: Readings = {"colour": [], "size": [], "levels": []}
    for one in units:
        if one.seen is None:
            continue
        read, labelled = one.seen.levels, one.unit.levels
        found["levels"].append((one.seen.p_levels.get(len(read), 0.0), len(read) == len(labelled)))
        for level, reading in zip(labelled, read, strict=False) if len(read) == len(labelled) else ():
            if level.visible >= LEAST_VISIBLE:
                hue, size = COLOURS[level.colour], SIZES[level.size]
                found["colour"].append((max(reading.p_colour.values()), reading.colour == hue))
                found["size"].append((max(reading.p_size.values()), reading.size == size))
    return found


def calibration_error(pairs: Sequence[tuple[float, bool]]) -> float:
    """Expected calibration error of pairs of probability and outcome; NaN without any."""
    if not pairs:
        return float("nan")
    table = np.array(pairs, float)
    bins = np.minimum((table[:, 0] * BINS).astype(int), BINS - 1)
    off = [abs(float(np.subtract(*table[bins == k].mean(axis=0)))) * (bins == k).sum() for k in set(bins)]
    return float(sum(off) / len(table))


def calibration_errors(units: Iterable[Judged]) -> dict[str, float]:
    """Expected calibration errors by the kind of reading."""
    return {
        f"{name}_calibration_error": calibration_error(pairs) for name, pairs in readings_of(units).items()
    }


def reliability_rows(units: Iterable[Judged]) -> str:
    """Lines with the accuracy of readings by their probability."""
    bounds = (0.0, 0.5, 0.7, 0.9, 0.97, 0.99, 1.001)
    lines = [f"{'said':8} {'from':>5} {'count':>6}  {'said':>5}  {'right':>5}"]
    for name, pairs in readings_of(units).items():
        table = np.array(pairs, float).reshape(-1, 2)
        for low, high in pairwise(bounds):
            part = table[(table[:, 0] >= low) & (table[:, 0] < high)]
            if len(part):
                mean, right = part.mean(axis=0)
                lines.append(f"{name:8} {low:5g} {len(part):6d}  {mean:.3f}  {right:.3f}")
    return "\n".join(lines)
