"""Nickel's 25 pyramids, one of each of five colours and orientations (N1), and how they are scored."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from arbiter.table.scoring import POSTURE_WEIGHT
from engine.nickel.model import Orientation, Pyramid
from engine.pieces import Colour
from vision.labelling.inventory import Inventory
from vision.track.summing import FLOOR, Unit, Vector

TURNS_DEG = {
    Orientation.NORTH: 0.0,
    Orientation.WEST: 90.0,
    Orientation.SOUTH: 180.0,
    Orientation.EAST: 270.0,
}
"""Counter-clockwise from the board's north, as seen from above."""
HEADING_DEG = 20.0
"""Standard deviation of a lying pyramid's heading from its board direction: players are not exact either."""
ASTRAY = 0.05
"""Share of lying pyramids whose heading is read at random. It is so small that a pyramid that points the
wrong way at set-up is asked about, and not taken for a misreading."""


def nickel_inventory(colours: Iterable[Colour]) -> Inventory[Pyramid]:
    """Each of five colours once in each orientation (N1)."""
    return Inventory.of(Pyramid(colour, way) for colour in colours for way in Orientation)


def pyramid_scores(
    units: Iterable[Unit], pyramids: Sequence[Pyramid], palette: tuple[Colour, ...], north_deg: float = 90.0
) -> Vector:
    """Log ratios (n, K) of single units being each of ``pyramids``; ``north_deg`` is the heading of the
    board's north in the table frame."""
    rows = []
    for unit in units:
        ways = _orientations(unit, north_deg)
        colour = unit.levels[0].colour
        rows.append([colour[palette.index(each.colour)] + ways[each.orientation] for each in pyramids])
    return np.array(rows, dtype=float).reshape(len(rows), len(pyramids))


def _orientations(unit: Unit, north_deg: float) -> dict[Orientation, float]:
    """Log ratio of each orientation against all five being equally likely."""
    upright = min(1 - FLOOR, max(FLOOR, unit.p_upright))
    ways = dict.fromkeys(TURNS_DEG, 0.25)
    if unit.heading_deg is not None:
        off = {
            way: (unit.heading_deg - north_deg - turn + 180) % 360 - 180 for way, turn in TURNS_DEG.items()
        }
        bells = {way: math.exp(-0.5 * (each / HEADING_DEG) ** 2) for way, each in off.items()}
        total = sum(bells.values())
        ways = {way: (1 - ASTRAY) * bell / total + ASTRAY / 4 for way, bell in bells.items()}
    lying = {way: POSTURE_WEIGHT * math.log((1 - upright) / 0.8) + math.log(4 * p) for way, p in ways.items()}
    return {**lying, Orientation.UP: POSTURE_WEIGHT * math.log(upright / 0.2)}
