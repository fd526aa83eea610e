"""Measurements of standing units in a picture, for ``vision.pose.freeview``."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detect.finder import Found, Kind
from vision.observation import Box
from vision.read.reader import Reading

Floats = NDArray[np.float64]
LEAST_PX = 0.5
PARTS = np.array([[0.019, 0.016, 0.019, 0.020], [0.036, 0.027, 0.024, 0.022]])
"""The detector's noise relative to the unit's longer side, in addition to LEAST_PX: x and y of base, apex,
box's low and high corner (measured on pictures that were not used for training)."""
MOST_UNITS = 18  # largest number of units, surest first
LEVELS_PRIOR = (0.62, 0.2, 0.1, 0.03, 0.05)
READER_TRUST = 0.7
"""Weight of the reader's number of levels relative to that prior: its crops have a guessed scale."""


@dataclass(frozen=True, eq=False)
class Marks:
    """The measurements of N units that seem to stand: ``seen`` (N, 2, 4) px, x and y of base, apex and the
    box's low and high corner; ``weights``, the inverse standard deviations of these; the probabilities of
    each number of visible levels, ``levels`` (N, 5), and of being no such unit, ``outlier`` (N,).
    """

    seen: Floats
    weights: Floats
    levels: Floats
    outlier: Floats

    def __len__(self) -> int:
        return len(self.seen)

    def first(self, count: int) -> Marks:
        """The first (surest) ``count`` units alone."""
        return Marks(self.seen[:count], self.weights[:count], self.levels[:count], self.outlier[:count])

    @property
    def bases(self) -> Floats:
        """(N, 2) px."""
        return self.seen[:, :, 0]

    @property
    def apexes(self) -> Floats:
        """(N, 2) px."""
        return self.seen[:, :, 1]


def marks_of(
    found: Iterable[Found], width: int, height: int, readings: Mapping[Box, Reading] | None = None
) -> Marks:
    """The surest standing units among detections completely inside the picture of ``width`` x ``height`` px,
    with the reader's results at their boxes, if any.
    """
    standing = (one for one in found if one.kind is Kind.UPRIGHT and _inside(one, width, height))
    units = without_repeats(sorted(standing, key=lambda one: -one.score))[:MOST_UNITS]
    points = np.array([[one.base_px, one.apex_px, one.box[:2], one.box[2:]] for one in units])
    seen = points.reshape(-1, 4, 2).transpose(0, 2, 1)
    longer = (seen[:, :, 3] - seen[:, :, 2]).max(1)
    scores = np.array([one.score for one in units])
    levels, outlier = np.tile(LEVELS_PRIOR, (len(units), 1)), np.clip(1.1 - 1.3 * scores, 0.04, 0.8)
    for i, unit in enumerate(units):
        if readings and unit.box in readings:
            reading = readings[unit.box]
            levels[i] = READER_TRUST * reading.p_levels + (1 - READER_TRUST) * levels[i]
            outlier[i] = np.clip(1.2 - reading.p_valid, 0.5, 1.2) * outlier[i]
    return Marks(seen, 1 / np.hypot(LEAST_PX, PARTS * longer[:, None, None]), levels, outlier)


def without_repeats(units: Iterable[Found]) -> list[Found]:
    """Detections without those that are the upper part of another: same apex, and most of the box inside."""
    units = list(units)
    parts = {id(one) for one in units for other in units if one is not other and _is_part(one, other)}
    return [one for one in units if id(one) not in parts]


def _is_part(one: Found, other: Found) -> bool:
    a, b = np.array(one.box), np.array(other.box)
    area, whole = (float((box[2:] - box[:2]).prod()) for box in (a, b))
    shared = np.clip(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0, None).prod()
    apart = math.dist(one.apex_px, other.apex_px)
    return bool(area < whole and shared > 0.75 * area and apart < 0.15 * float((b[2:] - b[:2]).max()))


def _inside(one: Found, width: int, height: int) -> bool:
    left, top, right, bottom = one.box
    return left > 2 and top > 2 and right < width - 3 and bottom < height - 3
