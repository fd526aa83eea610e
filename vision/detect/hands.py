"""Verifies detected hands by the change in the picture.

A hand and its arm cover a good part of their box, and they were not there before. On a still frame a
detection is therefore believed only if enough of its cells differ from the table as last read or, before the
first reading, have moved since the start. Once believed, it stays a hand as long as it stays there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from calibration.camera import Camera
from vision.detect.boxes import overlap
from vision.detect.finder import Found, Kind
from vision.observation import Box, Place
from vision.stillness.activity import Cells
from vision.stillness.lighting import GRID

RESTING_HAND = 0.55
"""Least score of a hand on a still table: something still is seldom one."""
CHANGED_SHARE = 0.2
"""Least fraction of a hand's box that differs from the table without it."""
SAME_HAND = 0.5
"""Least overlap (intersection over union) of the same hand in two looks."""
BORDER = 0.01
"""Share of the picture's width within which a box touches its border."""
HORIZON_MM = 10_000.0
"""Distance at which an arm counts that comes from above the horizon."""


def hands_of(found: Iterable[Found], least: float = RESTING_HAND) -> tuple[Box, ...]:
    """The boxes of hands with at least this score."""
    return tuple(one.box for one in found if one.kind is Kind.HAND and one.score >= least)


def changed_share(box: Box, changed: Cells, size: tuple[int, int]) -> float:
    """The fraction of a box's cells that have ``changed`` (GRID), in a picture of ``size`` (width,
    height)."""
    rows, columns = GRID
    left, right = (min(max(v / size[0] * columns, 0), columns) for v in (box[0], box[2]))
    top, bottom = (min(max(v / size[1] * rows, 0), rows) for v in (box[1], box[3]))
    inside = changed[
        int(top) : max(int(bottom + 0.5), int(top) + 1), int(left) : max(int(right + 0.5), int(left) + 1)
    ]
    return float(inside.mean()) if inside.size else 0.0


def believed(
    boxes: Sequence[Box], changed: Cells, size: tuple[int, int], known: Sequence[Box]
) -> tuple[Box, ...]:
    """The boxes that are hands; ``known`` are those believed at the last look."""
    return tuple(
        box
        for box in boxes
        if changed_share(box, changed, size) >= CHANGED_SHARE
        or any(overlap(box, hand) >= SAME_HAND for hand in known)
    )


def arms_of(hands: Sequence[Box], camera: Camera, changed: Cells) -> Mapping[Box, Place]:
    """Where the hands' arms come into the picture: for a hand's box the place on the table (mm) under the
    middle of that part of the border. Boxes that do not touch the border are left out, and those of things
    that were there before, because too little of them has ``changed`` (GRID)."""
    moved = [box for box in hands if changed_share(box, changed, camera.size) >= CHANGED_SHARE]
    return {box: at for box in moved if (at := _entry(box, camera)) is not None}


def _entry(box: Box, camera: Camera) -> Place | None:
    x0, y0, x1, y1 = box
    (width, height), reach = camera.size, BORDER * camera.size[0]
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    met = [
        *([(0.0, middle[1])] if x0 <= reach else []),
        *([(float(width), middle[1])] if x1 >= width - reach else []),
        *([(middle[0], 0.0)] if y0 <= reach else []),
        *([(middle[0], float(height))] if y1 >= height - reach else []),
    ]
    if not met:
        return None
    at = np.mean(met, axis=0, keepdims=True)
    x_mm, y_mm = camera.to_table(at)[0]
    if math.isnan(x_mm):
        ray = camera.rays(at)[0]
        x_mm, y_mm = camera.position[:2] + HORIZON_MM * ray[:2]
    return float(x_mm), float(y_mm)
