"""Selects readings that are possible together in one picture: pieces do not overlap, and those in front hide
those behind.

A piece is sometimes read twice: correctly, and as a tower with the same tip and a foot further down on the
bare table; or a tower's top is also read as a piece of its own. Their footprints are apart, but one of the
two would hide the other, which would then not be visible. The readings with the highest joint likelihood are
kept: each counts by its confidence, and each pair is penalised by how much of one the other would hide.

The numbers below are from 600 rendered tables that the networks had not seen, for readings with footprints
8 mm apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from calibration.camera import Camera
from engine.pieces import BASE_MM, Posture
from vision.fit.solids import Floats, silhouette, solids
from vision.observation import UnitObservation

BARELY_SEEN = 0.6
"""Share of a reading's outline that another may hide without a penalty: of pairs that hide 0.1 to 0.5, both
are right in four of five cases, from 0.8 on in one of nine."""
IN_EACH_OTHER = 0.1
"""Share of a footprint that may overlap another's without a penalty, as places are off by a millimetre or
two: of pairs that share more than twice that, both are right in one of fifteen cases."""
PRICE = 8.0
"""Penalty in log units of a pair for each share hidden or overlapping beyond that."""
EXPLAINS = 0.8
"""Bonus in log units for the reading in front where one hides another: if only one is right, it is that one
in seven of ten pairs, and it also explains the pixels of the one behind."""
MOST_EXACT = 8
"""Largest group of conflicting readings of which every selection is tried; in larger ones the surest are
selected first."""
CIRCLE = 16
"""Number of corners of a circle."""

Pairs = dict[tuple[int, int], float]
"""The penalties for keeping both of two readings, by their indexes, the one in front first."""


@dataclass(frozen=True, slots=True)
class _Body:
    """A reading's extent: its ``outline`` (N, 2) px and its footprint ``foot`` (N, 2) mm, both convex, and
    its distance from the camera (``depth``).
    """

    outline: Floats
    foot: Floats
    depth: float


def compatible(units: Iterable[UnitObservation], camera: Camera, least: float) -> tuple[UnitObservation, ...]:
    """The units, in their order, without those that are incompatible with surer ones.

    ``least`` is the least confidence (0 to 1) of a unit.
    """
    given = tuple(units)
    near = _overlapping(np.array([unit.bbox_px for unit in given]).reshape(-1, 4))
    bodies = {i: _body(given[i], camera) for i in sorted({i for pair in near for i in pair})}
    worth = [_log_odds(unit.confidence) - _log_odds(least) for unit in given]
    lost, hiding = Pairs(), set[int]()
    for pair in near:
        front, back = sorted(pair, key=lambda i: bodies[i].depth)
        hidden = _covered(bodies[back].outline, bodies[front].outline) - BARELY_SEEN
        feet = bodies[front].foot, bodies[back].foot
        over = max(hidden, max(_covered(*feet), _covered(*feet[::-1])) - IN_EACH_OTHER)
        if over > 0:
            lost[front, back] = PRICE * over
        if hidden > 0:
            hiding.add(front)
    for front in hiding:
        worth[front] += EXPLAINS
    gone = {i for group in _groups(lost) for i in group - _likeliest(group, worth, lost)}
    return tuple(unit for i, unit in enumerate(given) if i not in gone)


def _log_odds(share: float) -> float:
    held = min(max(share, 1e-3), 1 - 1e-3)
    return math.log(held / (1 - held))


def _overlapping(boxes: Floats) -> list[tuple[int, int]]:
    """Pairs of boxes (N, 4) px that share a quarter of the smaller one; others cannot conflict."""
    low, high = np.maximum(boxes[:, None, :2], boxes[:, :2]), np.minimum(boxes[:, None, 2:], boxes[:, 2:])
    shared = np.maximum(high - low, 0).prod(-1)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(-1)
    close = np.triu(shared > 0.25 * np.minimum(area[:, None], area), 1)
    return [(int(i), int(j)) for i, j in zip(*np.nonzero(close), strict=True)]


def _body(unit: UnitObservation, camera: Camera) -> _Body:
    parts = solids(unit, camera)
    corners = np.concatenate(parts)
    return _Body(silhouette(parts, camera), _footprint(unit, corners), float(camera.depth(corners).mean()))


def _footprint(unit: UnitObservation, corners: Floats) -> Floats:
    """The shadow of a lying unit; for a standing one the circle inside its footprint in all orientations."""
    if unit.posture is Posture.FLAT:
        return np.asarray(cv2.convexHull(corners[:, :2].astype(np.float32))[:, 0])
    turns = np.linspace(0, 2 * math.pi, CIRCLE, endpoint=False)
    circle = BASE_MM[unit.levels[-1].size] / 2 * np.column_stack([np.cos(turns), np.sin(turns)])
    return circle + (unit.x_mm, unit.y_mm)


def _covered(outline: Floats, other: Floats) -> float:
    """Share (0 to 1) of a convex outline (N, 2) that is covered by another one."""
    if not len(outline) or not len(other):
        return 0.0
    own, over = outline.astype(np.float32), other.astype(np.float32)
    common = float(cv2.intersectConvexConvex(own, over)[0])
    return common / max(float(cv2.contourArea(own)), 1e-6)


def _groups(lost: Pairs) -> list[set[int]]:
    """The connected groups of readings, linked by pairs."""
    groups: list[set[int]] = []
    for pair in lost:
        bound = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in bound] + [set(pair).union(*bound)]
    return groups


def _likeliest(group: set[int], worth: Sequence[float], lost: Pairs) -> set[int]:
    """The members of a group with the highest joint worth."""

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
