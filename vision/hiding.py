"""Which readings can have been seen in one picture: what stands in front hides what is behind it.

A piece is sometimes read twice: as it is, and as a tower with the same tip and a foot further down on the
bare table; or a tower's top is read once more as a piece of its own. Their footprints lie apart, but one of
the two would hide the other, and what is hidden is not seen. The readings kept are those that together are
the likeliest: each counts by its confidence, each pair loses by how much of the one the other would hide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations

import cv2
import numpy as np

from calibration.camera import Camera
from vision.observation import UnitObservation
from vision.solids import Floats, silhouette, solids

BARELY_SEEN = 0.6
"""Share of a reading's outline that another may hide at no price: on rendered tables 90 % of such pairs are
both right, of those that hide 0.8 and more 10 %."""
PRICE = 8.0
"""Log units that a pair loses for each share hidden beyond that."""
EXPLAINS = 0.8
"""Log units for the reading in front of such a pair: where only one of the two is right it is that one in
seven of ten pairs, and it explains what the one behind is read from as well."""
MOST_EXACT = 8
"""Readings that hide each other in one place, of which every selection is tried; of more the surest first."""

Pairs = dict[tuple[int, int], float]
"""What pairs of readings lose when both are kept, by their indexes, the one in front first."""


def unhidden(
    units: Iterable[UnitObservation], camera: Camera, least: float
) -> tuple[UnitObservation, ...]:
    """The units, in their order, without those that could not have been seen beside surer ones.

    ``least`` is the confidence (0 to 1) from which a unit counts at all.
    """
    given = tuple(units)
    lost = _prices(given, camera)
    if not lost:
        return given
    worth = [_log_odds(unit.confidence) - _log_odds(least) for unit in given]
    for front in {front for front, _ in lost}:
        worth[front] += EXPLAINS
    gone = {i for group in _groups(lost) for i in group - _likeliest(group, worth, lost)}
    return tuple(unit for i, unit in enumerate(given) if i not in gone)


def _log_odds(share: float) -> float:
    held = min(max(share, 1e-3), 1 - 1e-3)
    return math.log(held / (1 - held))


def _prices(units: Sequence[UnitObservation], camera: Camera) -> Pairs:
    """The pairs of which one would hide the other."""
    near = _overlapping(np.array([unit.bbox_px for unit in units]).reshape(-1, 4))
    parts = {i: solids(units[i], camera) for i in sorted({i for pair in near for i in pair})}
    outlines = {i: silhouette(part, camera).astype(np.float32) for i, part in parts.items()}
    depths = {i: float(camera.depth(np.concatenate(part)).mean()) for i, part in parts.items()}
    lost: Pairs = {}
    for pair in near:
        front, back = sorted(pair, key=lambda i: depths[i])
        over = _hidden(outlines[back], outlines[front]) - BARELY_SEEN
        if over > 0:
            lost[front, back] = PRICE * over
    return lost


def _overlapping(boxes: Floats) -> list[tuple[int, int]]:
    """Pairs of boxes (N, 4) that share a quarter of the smaller one; outlines that hide each other do."""
    low, high = np.maximum(boxes[:, None, :2], boxes[:, :2]), np.minimum(boxes[:, None, 2:], boxes[:, 2:])
    shared = np.maximum(high - low, 0).prod(-1)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(-1)
    close = np.triu(shared > 0.25 * np.minimum(area[:, None], area), 1)
    return [(int(i), int(j)) for i, j in zip(*np.nonzero(close), strict=True)]


def _hidden(outline: Floats, before: Floats) -> float:
    """Share (0 to 1) of a convex outline (N, 2) px that another one before it covers."""
    area = cv2.contourArea(outline) if len(outline) else 0.0
    if area < 1 or not len(before):
        return 0.0
    return float(cv2.intersectConvexConvex(outline, before)[0]) / area


def _groups(lost: Pairs) -> list[set[int]]:
    """The readings that are bound to each other by pairs."""
    groups: list[set[int]] = []
    for pair in lost:
        bound = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in bound] + [set(pair).union(*bound)]
    return groups


def _likeliest(group: set[int], worth: Sequence[float], lost: Pairs) -> set[int]:
    """Those of a group that are worth most together."""

    def total(chosen: Iterable[int]) -> float:
        kept = set(chosen)
        prices = (price for pair, price in lost.items() if kept.issuperset(pair))
        return sum(worth[i] for i in kept) - sum(prices)

    if len(group) <= MOST_EXACT:
        every = (each for count in range(1, len(group) + 1) for each in combinations(sorted(group), count))
        return set(max(every, key=total))
    kept: set[int] = set()
    for i in sorted(group, key=lambda i: -worth[i]):
        if total(kept | {i}) > total(kept):
            kept.add(i)
    return kept
