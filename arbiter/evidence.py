"""Probabilities of one unit summed over frames, and how well they fit a piece or a stack.

Every colour and size reading is smoothed and turned into a log ratio against knowing nothing (uniform), so
that
a reading which says nothing counts zero. Frames of one still table are no independent witnesses (a misread
piece
is misread in each of them), so however many there are, together they count at most ``EFFECTIVE_FRAMES``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.pieces import Colour, Piece, Posture, Size
from vision.observation import Box, UnitObservation

SMOOTHING = 0.06
"""Share of every reading that is taken to say nothing: the reader is sometimes wrong and sure of it."""
EFFECTIVE_FRAMES = 3.0
FLOOR = 0.02
"""Least probability of a posture or of a number of levels."""
POSTURE_WEIGHT = 2.0
"""How many frames' worth the mean posture over all frames counts."""
LOG_FALLEN = math.log(0.01)
"""A piece was knocked over."""
CALL_CONE_DEG = 60.0
"""A flat piece points at the opponent when its heading is within this of straight across."""

SIZES: tuple[Size, ...] = tuple(Size)
Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LevelEvidence:
    """Log ratios against uniform for one visible piece: ``colour`` (K,) over the palette, ``size`` (3,)."""

    colour: Vector
    size: Vector

    def kinds(self) -> Vector:
        """Log ratios (K, 3) of every colour and size."""
        return self.colour[:, None] + self.size[None, :]


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing on the table, summed over ``hits`` frames of one still table (table frame, mm, degrees).

    ``levels`` run from top to bottom and are those of the commonest number of levels; ``p_levels`` (5,) is
    the mean
    probability of 1 to 5 visible levels.
    """

    x_mm: float
    y_mm: float
    p_upright: float
    heading_deg: float | None
    levels: tuple[LevelEvidence, ...]
    p_levels: tuple[float, ...]
    bbox_px: Box
    hits: int

    @property
    def expected_levels(self) -> float:
        """Mean number of visible levels."""
        return sum((n + 1) * p for n, p in enumerate(self.p_levels)) / max(1e-9, sum(self.p_levels))


def _ratios(rows: Sequence[Sequence[float]]) -> Vector:
    """Summed log ratios of the probability rows (n, K), tempered; rows are normalised first."""
    table = np.asarray(rows, dtype=float)
    count = table.shape[1]
    totals = table.sum(axis=1, keepdims=True)
    table = np.where(totals > 1e-9, table / np.maximum(totals, 1e-9), 1.0 / count)
    logs = np.log(((1 - SMOOTHING) * table + SMOOTHING / count) * count)
    return np.asarray(logs.sum(axis=0) * min(1.0, EFFECTIVE_FRAMES / len(rows)))


def _heading(units: Sequence[UnitObservation]) -> float | None:
    turns = [math.radians(u.heading_deg) for u in units if u.heading_deg is not None]
    if not turns:
        return None
    return math.degrees(math.atan2(sum(map(math.sin, turns)), sum(map(math.cos, turns)))) % 360.0


def sum_unit(hits: Sequence[UnitObservation], palette: tuple[Colour, ...]) -> Unit:
    """What the frames ``hits`` (at least one) together say of one unit."""
    depth = Counter(len(u.levels) for u in hits).most_common(1)[0][0]
    typical = [u for u in hits if len(u.levels) == depth]
    levels = tuple(
        LevelEvidence(
            _ratios([[u.levels[level].p_colour.get(c, 0.0) for c in palette] for u in typical]),
            _ratios([[u.levels[level].p_size.get(s, 0.0) for s in SIZES] for u in typical]),
        )
        for level in range(depth)
    )
    n = len(hits)
    return Unit(
        float(np.median([u.x_mm for u in hits])),
        float(np.median([u.y_mm for u in hits])),
        sum(u.p_upright for u in hits) / n,
        _heading([u for u in hits if u.posture is Posture.FLAT]),
        levels,
        tuple(sum(u.p_levels.get(k, 0.0) for u in hits) / n for k in range(1, 6)),
        hits[-1].bbox_px,
        n,
    )


def _clip(p: float) -> float:
    return math.log(min(1 - FLOOR, max(FLOOR, p)))


@dataclass(frozen=True, slots=True)
class Reader:
    """Scores units against contents; ``palette`` gives the order of the colour axis."""

    palette: tuple[Colour, ...]

    def level(self, unit: Unit, level: int, piece: Piece) -> float:
        """Log ratio of one visible level being ``piece``; 0 where that level was not read."""
        if level >= len(unit.levels) or piece.colour not in self.palette:
            return 0.0 if level >= len(unit.levels) else -6.0
        seen = unit.levels[level]
        return float(seen.colour[self.palette.index(piece.colour)] + seen.size[SIZES.index(piece.size)])

    def upright(self, unit: Unit, pieces: tuple[Piece, ...]) -> float:
        """Log ratio of ``unit`` being ``pieces`` (top to bottom, one or two) standing upright.

        A smaller piece under a larger one is hidden, wholly or nearly (readings, "Pieces").
        """
        score = POSTURE_WEIGHT * _clip(unit.p_upright) + self.level(unit, 0, pieces[0])
        if len(pieces) == 1:
            return score + _clip(unit.p_levels[0])
        if pieces[1].size < pieces[0].size:
            return score + _clip(0.85 * unit.p_levels[0] + 0.15 * unit.p_levels[1])
        return score + _clip(unit.p_levels[1]) + self.level(unit, 1, pieces[1])

    def called(self, unit: Unit, pieces: tuple[Piece, ...], heading_deg: float) -> float:
        """Log ratio of ``unit`` being a call: lying flat, pointing along ``heading_deg`` (I8).

        A sacrifice lies under or inside it, so it may show as an upper level, a lower one, or not at all.
        """
        score = POSTURE_WEIGHT * _clip(1 - unit.p_upright) + self._pointing(unit, heading_deg)
        alone = self.level(unit, 0, pieces[0]) + _clip(unit.p_levels[0])
        if len(pieces) == 1:
            return score + alone
        both = _clip(unit.p_levels[1])
        over = self.level(unit, 0, pieces[0]) + self.level(unit, 1, pieces[1]) + both
        under = self.level(unit, 0, pieces[1]) + self.level(unit, 1, pieces[0]) + both
        return score + max(alone + math.log(0.3), over + math.log(0.4), under + math.log(0.3))

    def lying(self, unit: Unit, pieces: tuple[Piece, ...]) -> float:
        """Log ratio of ``unit`` being ``pieces`` in any posture: they may have been knocked over."""
        standing = self.upright(unit, pieces)
        fallen = POSTURE_WEIGHT * _clip(1 - unit.p_upright) + self.level(unit, 0, pieces[0]) + LOG_FALLEN
        return max(standing, fallen)

    @staticmethod
    def _pointing(unit: Unit, heading_deg: float) -> float:
        if unit.heading_deg is None:
            return math.log(0.5)
        off = abs((unit.heading_deg - heading_deg + 180.0) % 360.0 - 180.0)
        return math.log(2.0) if off <= CALL_CONE_DEG else math.log(0.1)

    def gap(self, unit: Unit, pieces: tuple[Piece, ...]) -> float:
        """How much better the top level fits its likeliest piece than any of ``pieces``."""
        return self.level(unit, 0, self.best(unit)) - max(self.level(unit, 0, piece) for piece in pieces)

    def best(self, unit: Unit, level: int = 0) -> Piece:
        """The likeliest piece at a visible level."""
        seen = unit.levels[level]
        return Piece(SIZES[int(seen.size.argmax())], self.palette[int(seen.colour.argmax())])
