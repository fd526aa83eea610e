"""Matches the units of a new reading with known ones: the closest on the table, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from vision.detect.boxes import overlaps
from vision.observation import TableObservation, UnitObservation

GATE_MM = 10.0
"""Largest distance of a unit from its track (noise is about 1.5 mm, the smallest bases are 14 mm wide)."""


def uncovered(frame: TableObservation) -> list[UnitObservation]:
    """The units of a frame that overlap no hand's box: readings through fingers are no evidence."""
    return [u for u in frame.units if not any(overlaps(u.bbox_px, hand) for hand in frame.hands)]


def nearest_pairs(
    left: list[tuple[float, float]],
    right: list[tuple[float, float]],
    gate: float,
    fits: Callable[[int, int], bool] | None = None,
) -> Iterable[tuple[int, int]]:
    """Index pairs of points (mm) at most ``gate`` apart, each used once, closest pairs first.

    Pairs that ``fits`` rejects are left out.
    """
    if not left or not right:
        return ()
    a, b = np.asarray(left), np.asarray(right)
    apart = np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1])
    rows, columns = np.nonzero(apart <= gate)
    order = np.argsort(apart[rows, columns], kind="stable")
    pairs, used_left, used_right = [], set(), set()
    for i in order:
        row, column = int(rows[i]), int(columns[i])
        free = row not in used_left and column not in used_right
        if free and (fits is None or fits(row, column)):
            used_left.add(row)
            used_right.add(column)
            pairs.append((row, column))
    return pairs
