"""Detects units twice: in the frame as it is, and mirrored and enlarged. Units found by both looks count for
more.

The two looks miss different units and have different false positives; MODELS.md has the figures. Both
together take about three times as long as one, so they are for pictures that are read once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.finder import LEAST_SCORE, Finder, Found, Kind, nearness, suppress
from vision.detect.user_model import UserFinder

LARGER = 1.3
"""Enlargement of the mirrored picture; the network was trained at 0.72 to 1.3."""
SAME_BOX, SAME_BASE = 0.5, 0.3
"""Least overlap of two looks' boxes for one unit, and largest distance between its footprints (in box
sizes)."""


def find_twice(
    finder: Finder | UserFinder,
    image_bgr: NDArray[np.uint8],
    width: int,
    least: float = LEAST_SCORE,
    once: Sequence[Found] | None = None,
) -> tuple[Found, ...]:
    """Units and hands in a picture, uint8 (H, W, 3) BGR, of at least that mean score, best first.

    ``width`` is the network's width for the first look; ``once`` are that look's detections with half the
    least score, if the same scene has been searched already. Hands are those of the first look.
    """
    once = finder.find(image_bgr, width, least / 2) if once is None else once
    again = _mirrored(finder, image_bgr, LARGER * min(1.0, width / image_bgr.shape[1]), least / 2)
    units = [one for one in once if one.kind is not Kind.HAND]
    hands = [one for one in once if one.kind is Kind.HAND]
    both = [*agreed(units, [one for one in again if one.kind is not Kind.HAND]), *hands]
    return tuple(sorted((one for one in both if one.score >= least), key=lambda one: -one.score))


def _mirrored(
    finder: Finder | UserFinder, image_bgr: NDArray[np.uint8], scale: float, least: float
) -> list[Found]:
    """Detections in the mirrored picture, scaled by ``scale``, in px of the picture itself."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    mirrored = cv2.resize(cv2.flip(image_bgr, 1), None, fx=scale, fy=scale, interpolation=way)
    shown = np.asarray(mirrored, np.uint8)
    width = image_bgr.shape[1]

    def back(one: Found) -> Found:
        x0, y0, x1, y1 = (v / scale for v in one.box)
        base, apex = (
            (width - 1 - ((x + 0.5) / scale - 0.5), (y + 0.5) / scale - 0.5)
            for x, y in (one.base_px, one.apex_px)
        )
        return replace(one, box=(width - x1, y0, width - x0, y1), base_px=base, apex_px=apex)

    return [back(one) for one in finder.find(shown, shown.shape[1], least)]


def agreed(once: Sequence[Found], again: Sequence[Found]) -> list[Found]:
    """The units of two looks, best first: the mean of those that both have, with their mean score; the others
    with half of their own.
    """
    every = [*once, *again]
    if not every:
        return []
    shared, apart = nearness(np.array([one.box for one in every]), np.array([one.base_px for one in every]))
    same = (shared > SAME_BOX) & (apart < SAME_BASE)
    first, second = len(once), len(every)
    pairs = [(float(shared[i, j]), i, j) for i in range(first) for j in range(first, second) if same[i, j]]
    partner: dict[int, int] = {}
    for _, i, j in sorted(pairs, reverse=True):
        if i not in partner and j not in partner:
            partner |= {i: j, j: i}
    alone = [replace(one, score=one.score / 2) for i, one in enumerate(every) if i not in partner]
    means = [_mean(every[i], every[partner[i]]) for i in range(first) if i in partner]
    return without_repeats((*means, *alone))


def without_repeats(units: Iterable[Found]) -> list[Found]:
    """The units found, each once, best first."""
    found = sorted(units, key=lambda one: -one.score)
    kept = suppress(
        np.array([one.box for one in found]),
        np.array([one.base_px for one in found]),
        np.zeros(len(found), bool),
    )
    return [found[i] for i in kept]


def _mean(one: Found, other: Found) -> Found:
    """The mean of two detections, weighted by their scores."""
    total = one.score + other.score

    def between(a: Sequence[float], b: Sequence[float]) -> list[float]:
        return [(u * one.score + v * other.score) / total for u, v in zip(a, b, strict=True)]

    x0, y0, x1, y1 = between(one.box, other.box)
    base_x, base_y = between(one.base_px, other.base_px)
    apex_x, apex_y = between(one.apex_px, other.apex_px)
    surer = one if one.score >= other.score else other
    return replace(
        surer, box=(x0, y0, x1, y1), base_px=(base_x, base_y), apex_px=(apex_x, apex_y), score=total / 2
    )
