"""Places a second camera in the first one's table frame, with the pieces that both see.

Cameras that see the same markers share their frame already. Without markers each has its own frame, and the
pieces determine the transformation: pairs of pieces that look alike in both views each propose a rotation, a
shift and a scale, and the proposal that most other pieces confirm is refined with all of them. A table that
looks the same from two sides (mirrored rows) confirms two proposals, and then there is no result.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

import cv2
import numpy as np

from calibration.camera import Camera, Floats
from vision.observation import UnitObservation
from vision.track.matching import nearest_pairs

NEAR_MM = 16.0
"""Largest distance between readings of one piece under a proposal."""
LEAST_PAIRS, LEAST_SHARE = 4, 0.6
"""Least number of common pieces, and least share of those of the view with fewer pieces."""
STANDS_OUT = 1.3
"""Least ratio of the scores of the best and the second proposal."""
OTHER_MM, OTHER_DEG = 30.0, 20.0
"""Proposals that differ by less are equivalent."""
SCALES = 0.8, 1.25
LEAST_APART_MM = 60.0
MOST_TRIED = 14
"""Number of units of each view, surest first, that make proposals."""
FITS_PX = 8.0
"""Largest RMS error of the refined camera, in a picture 1280 px wide."""
ZOOMS = np.geomspace(0.8, 1.25, 13)
"""Factors of the focal length in the search: it is hardly known for a camera placed by pieces."""


@dataclass(frozen=True, slots=True)
class _Proposal:
    """``turn`` (2, 2, including the scale) and ``shift`` map the other frame's points to the first one's."""

    turn: Floats
    shift: Floats
    score: float
    pairs: tuple[tuple[int, int], ...]

    def same_as(self, other: _Proposal) -> bool:
        """Whether they are equivalent."""
        off = self.turn @ other.turn.T
        degrees = abs(math.degrees(math.atan2(off[1, 0], off[0, 0])))
        return degrees < OTHER_DEG and float(np.hypot(*(self.shift - other.shift))) < OTHER_MM


def same_frame(
    first: Sequence[UnitObservation], other: Sequence[UnitObservation], camera: Camera, free_focal: bool
) -> Camera | None:
    """The ``camera`` that saw the ``other`` units, placed in the frame of the ``first`` ones; ``None`` if the
    pieces do not determine it. With ``free_focal`` its focal length is refined, too.
    """
    found = _best(first, other)
    if found is None:
        return None
    places = np.array([(first[i].x_mm, first[i].y_mm, 0.0) for i, _ in found.pairs])
    feet = camera.project(np.array([(other[j].x_mm, other[j].y_mm, 0.0) for _, j in found.pairs]))
    if not np.isfinite(feet).all():
        return None
    tries = [_posed(camera, zoom, places, feet) for zoom in (ZOOMS if free_focal else (1.0,))]
    best = min(tries, key=lambda one: one.reprojection_error_px)
    fits = best.reprojection_error_px <= FITS_PX * camera.width / 1280
    return best if fits and best.position[2] > 0 else None


def _best(first: Sequence[UnitObservation], other: Sequence[UnitObservation]) -> _Proposal | None:
    """The best proposal, if it stands out."""
    if min(len(first), len(other)) < LEAST_PAIRS:
        return None
    found = sorted(_proposals(first, other), key=lambda one: -one.score)[:200]
    if not found or len(found[0].pairs) < LEAST_SHARE * min(len(first), len(other)):
        return None
    best = found[0]
    others = (one.score for one in found if not best.same_as(one))
    return best if best.score >= STANDS_OUT * max(others, default=0.0) else None


def _proposals(first: Sequence[UnitObservation], other: Sequence[UnitObservation]) -> Iterator[_Proposal]:
    """The proposals of all pairs of pieces, with their confirmations."""
    like = np.array([[_alike(one, two) for two in other] for one in first])
    here, there = (np.array([(unit.x_mm, unit.y_mm) for unit in units]) for units in (first, other))
    sure = [
        sorted(range(len(units)), key=lambda i: -units[i].confidence)[:MOST_TRIED] for units in (first, other)
    ]
    for i, k in combinations(sure[0], 2):
        long = here[k] - here[i]
        if np.hypot(*long) < LEAST_APART_MM:
            continue
        for j, m in permutations(sure[1], 2):
            if like[i, j] < 0.3 or like[k, m] < 0.3:
                continue
            short = there[m] - there[j]
            scale = float(np.hypot(*long) / max(np.hypot(*short), 1e-6))
            if not SCALES[0] < scale < SCALES[1]:
                continue
            angle = math.atan2(long[1], long[0]) - math.atan2(short[1], short[0])
            c, s = scale * math.cos(angle), scale * math.sin(angle)
            turn = np.array([[c, -s], [s, c]])
            yield _confirmed(turn, here[i] - turn @ there[j], here, there, like)


def _confirmed(turn: Floats, shift: Floats, here: Floats, there: Floats, like: Floats) -> _Proposal:
    moved = there @ turn.T + shift
    near = [tuple(point) for point in here.tolist()], [tuple(point) for point in moved.tolist()]
    pairs = tuple((i, j) for i, j in nearest_pairs(*near, NEAR_MM) if like[i, j] >= 0.05)
    return _Proposal(turn, shift, float(sum(like[i, j] for i, j in pairs)), pairs)


def _alike(one: UnitObservation, other: UnitObservation) -> float:
    """The probability, 0 to 1, that two readings are of the same unit, by their looks."""
    if not one.levels or not other.levels:
        return 0.0
    posture = one.p_upright * other.p_upright + (1 - one.p_upright) * (1 - other.p_upright)
    shares = [posture]
    for a, b in zip(one.levels, other.levels, strict=False):
        shares.append(sum(p * b.p_colour.get(colour, 0.0) for colour, p in a.p_colour.items()))
        shares.append(sum(p * b.p_size.get(size, 0.0) for size, p in a.p_size.items()))
    return float(min(shares))


def _posed(camera: Camera, zoom: float, places: Floats, feet: Floats) -> Camera:
    """The camera, with ``zoom`` times its focal length, that best maps places (N, 3) mm to ``feet`` px."""
    matrix = camera.K.copy()
    matrix[0, 0], matrix[1, 1] = matrix[0, 0] * zoom, matrix[1, 1] * zoom
    _, rvec, tvec = cv2.solvePnP(places, feet, matrix, camera.distortion, flags=cv2.SOLVEPNP_IPPE)
    rvec, tvec = cv2.solvePnPRefineLM(places, feet, matrix, camera.distortion, rvec, tvec)
    posed = replace(camera, K=matrix).with_pose(rvec, tvec, 0.0)
    off = np.hypot(*(posed.project(places) - feet).T)
    return replace(posed, reprojection_error_px=float(np.sqrt(np.mean(off**2))))
