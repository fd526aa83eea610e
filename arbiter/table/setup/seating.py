"""Where the players sit, judged by the two rows of pieces in front of them.

The table's axes come from markers or the camera's position, but a camera may look from a corner and a marker
may be hidden. Who owns which piece must not depend on that: two long rows facing each other decide.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import numpy as np

from calibration.camera import Floats
from calibration.table_frame import Axes

LEAST = 7
"""Least number of pieces in a row."""
ROW_MM, LONG_MM, APART_MM = 22.0, 130.0, 90.0
"""The farthest a piece may lie from its row, the least length of a row, the least distance between rows."""
TURNED_DEG, OFF_MM = 5.0, 15.0
"""Axes closer than this to the players' are left alone."""
STEPS_DEG = range(-88, 90, 4)
UNEVEN_MM = 6.0


def seating(places: Sequence[tuple[float, float]]) -> Axes | None:
    """The frame (present mm) in which the rows lie on either side of the midline, near's below.

    ``places`` are those of single pieces, mm. ``None`` unless there are two such rows, and if the present
    frame is close enough.
    """
    points: Floats = np.array(places, float).reshape(-1, 2)
    if len(points) < 2 * LEAST:
        return None
    _, turn, near = max(_parted(points, math.radians(step)) for step in STEPS_DEG)
    rows = np.argsort(points @ (-math.sin(turn), math.cos(turn)))
    fitted = _fitted(points[rows[:near]], points[rows[near:]], turn)
    if fitted is None:
        return None
    turn, middle_mm = fitted
    if abs(turn) < math.radians(TURNED_DEG) and abs(middle_mm) < OFF_MM:
        return None
    return Axes(-math.sin(turn) * middle_mm, math.cos(turn) * middle_mm, turn)


def _parted(points: Floats, turn: float) -> tuple[float, float, int]:
    """How well two rows in this direction separate the points, the direction, and the points below."""
    depth = np.sort(points @ (-math.sin(turn), math.cos(turn)))
    found = []
    for near in range(LEAST, len(depth) - LEAST + 1):
        rows = depth[:near], depth[near:]
        middles = [statistics.median(row.tolist()) for row in rows]
        spread = sum(statistics.median(abs(row - m).tolist()) for row, m in zip(rows, middles, strict=True))
        found.append(((middles[1] - middles[0]) / (UNEVEN_MM + spread), turn, near))
    return max(found)


def _fitted(low: Floats, high: Floats, turn: float) -> tuple[float, float] | None:
    """The rows' own direction, and the distance (mm) of the line halfway between them from the origin;
    ``None`` if they are not rows."""
    for _ in range(3):
        along, across = (
            np.array([math.cos(turn), math.sin(turn)]),
            np.array([-math.sin(turn), math.cos(turn)]),
        )
        kept = [row[abs(row @ across - np.median(row @ across)) < ROW_MM] for row in (low, high)]
        if min(map(len, kept)) < LEAST:
            return None
        x = np.concatenate([row @ along - (row @ along).mean() for row in kept])
        y = np.concatenate([row @ across - (row @ across).mean() for row in kept])
        turn += math.atan2(float(x @ y), float(x @ x))
    depths = [float(np.median(row @ across)) for row in kept]
    if min(float(np.ptp(row @ along)) for row in kept) < LONG_MM or depths[1] - depths[0] < APART_MM:
        return None
    return turn, sum(depths) / 2
