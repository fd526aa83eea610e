"""How a spot looked when it was accepted, and whether it looks different now."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from arbiter.table.layout import Spot
from arbiter.table.scoring import Reader
from vision.track.summing import Unit, softmax

CHANGED = 0.5
"""Total variation between a spot's accepted and present looks from which it may hold something else."""
CONTRADICTED = 2.0
"""Log units by which the top level must look more like another piece than like the believed one."""


def look(spot: Spot, unit: Unit) -> Spot:
    """The spot at its present place, with its present look remembered."""
    return replace(
        spot,
        x_mm=unit.x_mm,
        y_mm=unit.y_mm,
        bbox_px=unit.bbox_px,
        seen=appearance(unit),
        lost=False,
        p_upright=unit.p_upright,
        heading_deg=unit.heading_deg,
    )


def appearance(unit: Unit) -> tuple[np.ndarray, np.ndarray, float, float]:
    """A unit's look: colour (K,) and size (3,) probabilities of its top, expected levels, p_upright."""
    top = unit.levels[0]
    return softmax(top.colour), softmax(top.size), unit.expected_levels, unit.p_upright


def is_altered(spot: Spot, unit: Unit, reader: Reader) -> bool:
    """Whether a spot holds something other than when it was accepted."""
    if not spot.seen or not spot.pieces:
        return False
    now, before = appearance(unit), spot.seen
    if abs(now[2] - before[2]) > 0.7 or abs(now[3] - before[3]) > 0.6:
        return True
    moved = max(np.abs(now[0] - before[0]).sum(), np.abs(now[1] - before[1]).sum()) / 2
    if moved < CHANGED:
        return False
    top = unit.levels[0]
    return float(top.colour.max() + top.size.max()) - reader.level(unit, 0, spot.pieces[0]) > CONTRADICTED
