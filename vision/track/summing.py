"""Sums the probabilities of one unit over frames.

Every colour and size reading is smoothed and converted to a log ratio relative to a uniform distribution, so
that a reading without information counts zero. Frames of one still table are not independent (a misread piece
is misread in all of them), so together they count at most ``EFFECTIVE_FRAMES``.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.pieces import Colour, Posture, Size
from vision.observation import Box, LevelReading, UnitObservation

SMOOTHING = 0.06
"""Share of the uniform distribution in every reading: the reader is sometimes wrong with certainty."""
EFFECTIVE_FRAMES = 3.0
LOWER_COLOUR, LOWER_SIZE, RIM_SIZE = 0.02, 0.02, 0.04
"""Shares of the uniform distribution in the sum for a lower piece of a stack; for its size by whether it is
read as larger than the one above it, or only its rim shows. On pictures of three renderers 1.5 % of the
colours of 814 such pieces had less than 0.02, of the sizes of 279 larger ones 0.7 % (2.2 % less than 0.1), of
the sizes of 521 rims 3.6 % (of 4102 other pieces 0.02 % and 0.03 %), and stay so while the table is still."""
DOUBTFUL = 0.8
"""Confidence below which a unit's existence is open: on rendered tables a fifth of these are false, of the
others one in a hundred."""
FLOOR = 0.02
"""Least probability of a posture or of a number of levels."""

SIZES: tuple[Size, ...] = tuple(Size)
Vector = NDArray[np.float64]


@dataclass(frozen=True)
class LevelEvidence:
    """Log ratios relative to uniform of a visible piece: ``colour`` (K,) over the palette, ``size`` (3,)."""

    colour: Vector
    size: Vector

    def kinds(self) -> Vector:
        """Log ratios (K, 3) of every colour and size."""
        return self._kinds

    @cached_property
    def _kinds(self) -> Vector:
        table: Vector = self.colour[:, None] + self.size[None, :]
        table.flags.writeable = False
        return table


def surely(levels: int) -> tuple[float, ...]:
    """Probabilities (5,) of 1 to 5 levels for a certain number of them."""
    return tuple(1.0 if n == levels else 0.0 for n in range(1, 6))


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the table, summed over ``hits`` frames of one still table (table frame, mm, degrees).

    ``levels`` run from top to bottom and are those of the most frequent number of levels; ``p_levels`` (5,)
    is the mean probability of 1 to 5 visible levels, ``confidence`` the probability, 0 to 1, that it exists.
    """

    x_mm: float
    y_mm: float
    p_upright: float
    heading_deg: float | None
    levels: tuple[LevelEvidence, ...]
    p_levels: tuple[float, ...]
    bbox_px: Box
    hits: int
    confidence: float = 1.0
    alone: LevelEvidence | None = None
    """The evidence in case it is a single piece, where several seem to be visible."""
    elevation_deg: float = 45.0
    """The camera's elevation as seen from there."""

    @property
    def as_one(self) -> Unit:
        """The unit as a single piece, of the size that fits the whole of it."""
        return replace(self, levels=(self.alone or self.levels[0],), p_levels=surely(1))

    @property
    def doubtful(self) -> bool:
        """Whether the unit's existence is open."""
        return self.confidence < DOUBTFUL

    @property
    def expected_levels(self) -> float:
        """Mean number of visible levels."""
        return sum((n + 1) * p for n, p in enumerate(self.p_levels)) / max(1e-9, sum(self.p_levels))


def _evidence(level: LevelReading, palette: tuple[Colour, ...]) -> Vector:
    """Log ratios of one reading's colours, within the palette (K), then of its sizes (3)."""
    known = level.evidence.get(palette)
    if known is None:
        colours = _log_ratios([level.p_colour.get(colour, 0.0) for colour in palette])
        known = np.array(colours + _log_ratios([level.p_size.get(size, 0.0) for size in SIZES]))
        level.evidence[palette] = known
    return known


def _log_ratios(shares: Sequence[float]) -> list[float]:
    """Smoothed log ratios; without numpy, which takes longer for so few numbers."""
    count, total = len(shares), sum(shares)
    if total <= 1e-9:
        return [0.0] * count
    return [math.log(((1 - SMOOTHING) * (share / total) + SMOOTHING / count) * count) for share in shares]


def _tempered(rows: Sequence[Vector]) -> Vector:
    """The sum of log ratios (n, K), tempered."""
    return np.asarray(np.array(rows).sum(axis=0) * min(1.0, EFFECTIVE_FRAMES / len(rows)))


def _never_sure(levels: Sequence[LevelEvidence]) -> tuple[LevelEvidence, ...]:
    """The levels, top to bottom, the lower ones no surer than they are right."""
    found = list(levels[:1])
    for above, level in pairwise(levels):
        share = RIM_SIZE if level.size.argmax() <= above.size.argmax() else LOWER_SIZE
        found.append(LevelEvidence(_mixed(level.colour, LOWER_COLOUR), _mixed(level.size, share)))
    return tuple(found)


def _mixed(logs: Vector, share: float) -> Vector:
    """Log ratios (K,) mixed with this share of the uniform distribution; the greatest stays as it is."""
    best, least = logs.max(), share / len(logs)
    return np.asarray(best + np.log((1 - least) * np.exp(logs - best) + least))


def mean_heading(units: Sequence[UnitObservation]) -> float | None:
    turns = [math.radians(u.heading_deg) for u in units if u.heading_deg is not None]
    if not turns:
        return None
    return math.degrees(math.atan2(sum(map(math.sin, turns)), sum(map(math.cos, turns)))) % 360.0


def mean_turns(units: Sequence[UnitObservation], levels: int) -> tuple[float | None, ...]:
    """The orientations of the pieces of a standing unit with so many levels, top to bottom, 0 to 90 degrees;
    ``None`` where no reading of that number of levels has one.
    """
    read = [unit.turns_deg for unit in units if len(unit.turns_deg) == levels]
    known = [[turn for one in read if (turn := one[level]) is not None] for level in range(levels)]
    return tuple(_mean_quarter(turns) if turns else None for turns in known)


def _mean_quarter(turns: Sequence[float]) -> float:
    """The mean of angles modulo 90 degrees."""
    ways = [4 * math.radians(turn) for turn in turns]
    return math.degrees(math.atan2(sum(map(math.sin, ways)), sum(map(math.cos, ways)))) / 4 % 90.0


def sum_unit(hits: Sequence[UnitObservation], palette: tuple[Colour, ...]) -> Unit:
    """The sum over the frames ``hits`` (at least one) of one unit."""
    depth = Counter(len(u.levels) for u in hits).most_common(1)[0][0]
    typical = [u for u in hits if len(u.levels) == depth]
    colours = len(palette)

    def summed(readings: Sequence[LevelReading]) -> LevelEvidence:
        both = _tempered([_evidence(level, palette) for level in readings])
        return LevelEvidence(both[:colours], both[colours:])

    levels = _never_sure([summed([u.levels[level] for u in typical]) for level in range(depth)])
    singles = [u.alone for u in typical if u.alone is not None] if depth > 1 else []
    counted, n = [_counted(u, palette) for u in hits], len(hits)
    return Unit(
        float(statistics.median(u.x_mm for u in hits)),
        float(statistics.median(u.y_mm for u in hits)),
        sum(u.p_upright for u in hits) / n,
        mean_heading([u for u in hits if u.posture is Posture.FLAT]),
        levels,
        tuple(sum([p_levels.get(k, 0.0) for p_levels in counted]) / n for k in range(1, 6)),
        hits[-1].bbox_px,
        n,
        sum(u.confidence for u in hits) / n,
        summed(singles) if singles else None,
        hits[-1].elevation_deg,
    )


def _counted(unit: UnitObservation, palette: tuple[Colour, ...]) -> Mapping[int, float]:
    """Probabilities of the numbers of levels of one reading, given that each level has a colour of the
    palette: other colours below a pyramid are a print on the cloth, or its reflection."""
    if len(unit.levels) == 1:
        return unit.p_levels
    weights, known = dict[int, float](), 1.0
    for count, share in sorted(unit.p_levels.items()):
        if count <= len(unit.levels):
            colours = unit.levels[count - 1].p_colour
            within = sum([colours.get(colour, 0.0) for colour in palette]) / max(1e-9, sum(colours.values()))
            known *= (1 - SMOOTHING) * within + SMOOTHING
        weights[count] = share * known
    total = sum(unit.p_levels.values()) / max(1e-9, sum(weights.values()))
    return {count: weight * total for count, weight in weights.items()}


def log_alike(one: Unit, other: Unit) -> float:
    """Log odds that two sums show the same kind of unit: 0 if nothing is known, negative if they differ.

    For each level's colour and size and for the number of levels it is log(K Σ p q), p and q over K values:
    the probability of the same value relative to two uniform distributions. The worst of the levels and the
    number of levels decides.
    """
    depth = _log_agreement(*(_floored(unit.p_levels) for unit in (one, other)))
    same_depth = len(one.levels) == len(other.levels)
    pairs = list(zip(one.levels, other.levels, strict=False))[: None if same_depth else 1]
    levels = [
        _log_agreement(softmax(a.colour), softmax(b.colour))
        + _log_agreement(softmax(a.size), softmax(b.size))
        for a, b in pairs
    ]
    return min(depth, *levels)


def log_same_posture(one: Unit, other: Unit) -> float:
    """Log odds, as in ``log_alike``, that both stand or both lie."""
    return _log_agreement(*(_floored((unit.p_upright, 1 - unit.p_upright)) for unit in (one, other)))


def softmax(logs: Vector) -> Vector:
    """Probabilities of log weights (K,)."""
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


def _floored(shares: Sequence[float]) -> Vector:
    kept = np.maximum(shares, FLOOR)
    return np.asarray(kept / kept.sum())


def _log_agreement(p: Vector, q: Vector) -> float:
    return math.log(len(p) * float(p @ q))
