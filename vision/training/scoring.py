"""Compares a picture's reading with its labels: one Score per picture; their sum gives a report."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import zip_longest

import numpy as np

from engine.pieces import Posture
from vision.observation import UnitObservation
from vision.training.samples import COLOURS, SIZES, LabelledUnit

MATCH_MM = 14.0
LEAST_VISIBLE = 0.4
"""Units and pieces with a smaller visible fraction may be missed, but are not false when found."""
LEAST_BAND = 0.08
"""Pieces of a stack with a smaller visible fraction do not count in its order."""
HEADING_OK_DEG = 15.0


@dataclass(frozen=True)
class Score:
    """Counts of one picture (or sums of many).

    Units and pieces (levels of such units) count if at least LEAST_VISIBLE of them is visible. ``stacks``
    have at least two visible levels; in ``stacks_right`` the colour and size of every level with a visible
    band are right. ``position_mm`` and ``heading_deg`` are the errors of matched units. ``right`` counts
    scenes without anything missed, false or misread.
    """

    units: int = 0
    units_found: int = 0
    false_units: int = 0
    pieces: int = 0
    found: int = 0
    false: int = 0
    colour_right: int = 0
    size_right: int = 0
    posture_right: int = 0
    flat: int = 0
    heading_right: int = 0
    stacks: int = 0
    stacks_right: int = 0
    scenes: int = 0
    right: int = 0
    position_mm: tuple[float, ...] = ()
    heading_deg: tuple[float, ...] = ()

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Score)))


def pairs(units: Sequence[LabelledUnit], seen: Sequence[UnitObservation]) -> list[tuple[int, int]]:
    """Matched units, as (label index, observation index): greedily, nearest first, within MATCH_MM."""
    options = sorted(
        (math.hypot(u.x_mm - s.x_mm, u.y_mm - s.y_mm), i, j)
        for i, u in enumerate(units)
        for j, s in enumerate(seen)
    )
    matched: list[tuple[int, int]] = []
    for apart, i, j in options:
        if apart <= MATCH_MM and all(i != a and j != b for a, b in matched):
            matched.append((i, j))
    return matched


def _turn(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)


def _pieces(unit: LabelledUnit) -> int:
    return sum(level.visible >= LEAST_VISIBLE for level in unit.levels)


def unit_score(unit: LabelledUnit, seen: UnitObservation) -> tuple[Score, bool]:
    """The score of a matched, sufficiently visible unit, and whether its reading has no error."""
    got = seen.levels
    colour = size = found = 0
    order = len(got) <= len(unit.levels)
    for level, reading in zip_longest(unit.levels, got[: len(unit.levels)]):
        hue = reading is not None and reading.colour == COLOURS[level.colour]
        large = reading is not None and reading.size == SIZES[level.size]
        order &= level.visible < LEAST_BAND or (hue and large)
        if level.visible >= LEAST_VISIBLE:
            found, colour, size = found + (reading is not None), colour + hue, size + large
    surplus = max(len(got) - len(unit.levels), 0)
    posture = (seen.posture is Posture.FLAT) == unit.flat
    off = _turn(seen.heading_deg, unit.heading_deg) if unit.flat and seen.heading_deg is not None else None
    stack = len(unit.levels) > 1
    score = Score(
        units=1, units_found=1, pieces=_pieces(unit), found=found, false=surplus,
        colour_right=colour, size_right=size,
        posture_right=int(posture), flat=int(unit.flat),
        heading_right=int(off is not None and off < HEADING_OK_DEG),
        stacks=int(stack), stacks_right=int(stack and order),
        position_mm=(math.hypot(unit.x_mm - seen.x_mm, unit.y_mm - seen.y_mm),),
        heading_deg=(off,) if off is not None else (),
    )  # fmt: skip
    return score, order and posture and (not unit.flat or score.heading_right == 1)


def score(units: Sequence[LabelledUnit], seen: Sequence[UnitObservation]) -> Score:
    """The score of one picture, from its labels and the observed units."""
    matched = pairs(units, seen)
    found = {i for i, _ in matched}
    false = [j for j in range(len(seen)) if j not in {j for _, j in matched}]
    total = Score(scenes=1, false_units=len(false), false=sum(len(seen[j].levels) for j in false))
    clean = not false
    for i, j in matched:
        if units[i].visible >= LEAST_VISIBLE:
            part, right = unit_score(units[i], seen[j])
            total, clean = total + part, clean and right
    for i, unit in enumerate(units):
        if i not in found and unit.visible >= LEAST_VISIBLE:
            stack = int(len(unit.levels) > 1)
            total += Score(units=1, pieces=_pieces(unit), flat=int(unit.flat), stacks=stack)
            clean = False
    return total + Score(right=int(clean))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")


def report(total: Score) -> dict[str, float]:
    """Shares, medians and quantiles of a summed score; not a number where nothing was counted."""
    return {
        "unit_recall": _share(total.units_found, total.units),
        "false_units_a_scene": _share(total.false_units, total.scenes),
        "piece_recall": _share(total.found, total.pieces),
        "false_pieces_a_scene": _share(total.false, total.scenes),
        "colour": _share(total.colour_right, total.found),
        "size": _share(total.size_right, total.found),
        "posture": _share(total.posture_right, total.units_found),
        "heading": _share(total.heading_right, total.flat),
        "stack_order": _share(total.stacks_right, total.stacks),
        "position_median_mm": float(np.median(total.position_mm)) if total.position_mm else float("nan"),
        "position_p95_mm": float(np.quantile(total.position_mm, 0.95)) if total.position_mm else float("nan"),
        "heading_median_deg": float(np.median(total.heading_deg)) if total.heading_deg else float("nan"),
        "scene_right": _share(total.right, total.scenes),
    }


def total_of(scores: Iterable[Score]) -> Score:
    """The sum of scores."""
    return sum(scores, Score())


BETTER_LOW = {
    "false_units_a_scene", "false_pieces_a_scene", "position_median_mm", "position_p95_mm",
    "heading_median_deg", "colour_calibration_error", "size_calibration_error", "levels_calibration_error",
}  # fmt: skip


def worse_than(now: dict[str, float], before: dict[str, float], slack: float = 0.01) -> list[str]:
    """Lines on figures that are worse than a baseline: shares by more than ``slack``, the others by more than
    a tenth.
    """
    lines = []
    for name, was in before.items():
        value = now.get(name, float("nan"))
        limit = was * 1.1 + 0.05 if name in BETTER_LOW else was - slack
        bad = value > limit if name in BETTER_LOW else value < limit
        if bad or math.isnan(value) != math.isnan(was):
            lines.append(f"{name}: {value:.3f}, was {was:.3f}")
    return lines
