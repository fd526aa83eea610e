"""What several cameras see of one table at rest, as one: units seen by several are one unit.

Every camera's reading is a witness, and the witnesses depend on each other: the same networks read the same
plastic in the same light, so a red that looks orange does so in all views. Probabilities are therefore pooled
as logarithms with exponents that hardly sum to more than one (a log-linear opinion pool: C. Genest and J.
Zidek, "Combining probability distributions", 1986), fitted on rendered tables (``scripts/fitting/views.py``).
A camera to which a place is hidden, by a nearer piece, by a hand or by the picture's edge, says nothing about
it, not even by not seeing what stands there.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from calibration.camera import Camera
from engine.pieces import Posture
from vision.detect.boxes import overlaps
from vision.fit.compatible import compatible
from vision.fit.solids import Floats, hidden_share, silhouette, solids
from vision.observation import Box, LevelReading, UnitObservation
from vision.observe.pipeline import LEAST_SURE, apart
from vision.track.matching import nearest_pairs

K = TypeVar("K", bound=Hashable)
GATE_MM = 11.0
"""Readings of one piece by two cameras lie no further apart than this; the smallest bases are 14 mm wide."""
LEAST_SHARE = 1e-3
"""No reading makes anything less likely than this."""
HIDDEN = 0.5
"""Of what a camera sees less than this share, it says nothing by not seeing it."""
LOW_DEG, LOW_COUNTS = 33.0, 0.37
"""A camera that looks at a flat piece from below this elevation misses 35 of 100, beside 6 of all others
(4,300 readings of rendered tables): that it sees none counts so much, by the logarithms of the two shares."""
ONE_WAY_DEG = 30.0
"""Headings further apart than this contradict each other: their mean is nobody's."""


@dataclass(frozen=True)
class Trust:
    """How far readings of one unit by several cameras count.

    ``further``: what each camera beside the first adds to the sum of the exponents, which is one for a
    single one (one again would be an independent witness). In log odds that a unit is there at all:
    ``again`` is what another camera that finds it adds beside half of its own, ``alone`` what a unit loses
    that only one of several finds, ``missed`` what it loses for each that should see it and does not.
    """

    further: float = 0.05
    again: float = 1.0
    alone: float = 0.65
    missed: float = 1.5


FITTED = Trust()


@dataclass(frozen=True)
class View:
    """What one camera makes of a table at rest: its ``camera`` and its ``units`` in the table frame that all
    views share, and the boxes (px) of ``hands`` in its picture. Of a ``past`` view only what it saw says
    anything, not what it did not see."""

    camera: Camera
    units: tuple[UnitObservation, ...]
    hands: tuple[Box, ...] = ()
    past: bool = False

    def shows(self, unit: UnitObservation) -> float:
        """The share (0 to 1) of a unit that this camera sees, beside its own units and hands."""
        parts = solids(unit, self.camera)
        box = _cut(silhouette(parts, self.camera), self.camera)
        if any(overlaps(box, hand) for hand in self.hands):
            return 0.0
        near = [
            body for other, body, its in self._bodies if overlaps(box, its) and _apart(other, unit) > GATE_MM
        ]
        inside = (
            box[0] > 0 and box[1] > 0 and box[2] < self.camera.width - 1 and box[3] < self.camera.height - 1
        )
        return 1.0 if inside and not near else 1.0 - hidden_share(parts, near, self.camera)

    def misses(self, unit: UnitObservation) -> float:
        """How far (0 to 1) it counts against a unit that this camera does not see it."""
        share = self.shows(unit)
        if self.past or share < HIDDEN:
            return 0.0
        low = self.camera.elevation_deg(unit.x_mm, unit.y_mm) < LOW_DEG
        return share * LOW_COUNTS if low and unit.posture is Posture.FLAT else share

    @cached_property
    def _bodies(self) -> list[tuple[UnitObservation, list[Floats], Box]]:
        """The units as solids, with their boxes in the picture."""
        bodies = [(unit, solids(unit, self.camera)) for unit in self.units]
        return [(unit, body, _cut(silhouette(body, self.camera), self.camera)) for unit, body in bodies]


Reading = tuple[int, UnitObservation]
"""The number of a view and a unit that it sees."""
Joint = tuple[UnitObservation, list[Reading]]
"""A unit, and the readings that it is joined of."""


def joined(views: Sequence[View], trust: Trust = FITTED) -> tuple[UnitObservation, ...]:
    """The units that the views show together, surest first, with boxes in the first one's picture; a single
    view's as they are."""
    if len(views) == 1:
        return views[0].units
    found = [(_one(views, group, trust), group) for group in _groups(views)]
    kept = {id(unit) for unit in apart(unit for unit, _ in found) if unit.confidence >= LEAST_SURE}
    for number, view in enumerate(views):
        found = [each for each in found if id(each[0]) in kept]
        kept -= _impossible(found, number, view)
    return tuple(sorted((u for u, _ in found if id(u) in kept), key=lambda unit: -unit.confidence))


def _impossible(found: Sequence[Joint], number: int, view: View) -> set[int]:
    """The units (by ``id``) that cannot be in a view's picture beside surer ones. What the view does not see
    counts there, too, unless others see what hides it.
    """
    borne_out = tuple(unit for unit, group in found if any(n != number for n, _ in group))
    plain = replace(view, units=borne_out)
    shown = [
        unit
        for unit, group in found
        if any(n == number for n, _ in group) or (not view.past and plain.shows(unit) >= HIDDEN)
    ]
    there = [replace(unit, bbox_px=box_of(unit, view.camera)) for unit in shown]
    kept = {id(unit) for unit in compatible(there, view.camera, LEAST_SURE)}
    return {id(unit) for unit, same in zip(shown, there, strict=True) if id(same) not in kept}


def _groups(views: Sequence[View]) -> list[list[Reading]]:
    """The readings of all views by the unit that they are of."""
    groups = [[(0, unit)] for unit in views[0].units]
    for number, view in enumerate(views[1:], 1):
        middles = [_middle([unit for _, unit in group]) for group in groups]
        own = [(unit.x_mm, unit.y_mm) for unit in view.units]
        pairs = {j: i for i, j in nearest_pairs(middles, own, GATE_MM)}
        for j, unit in enumerate(view.units):
            if j in pairs:
                groups[pairs[j]].append((number, unit))
            else:
                groups.append([(number, unit)])
    return groups


def _one(views: Sequence[View], group: list[Reading], trust: Trust) -> UnitObservation:
    """One unit of its readings, and of the views that should show it and don't."""
    seen = {number for number, _ in group}
    best = max((unit for _, unit in group), key=lambda unit: unit.confidence)
    against = sum(view.misses(best) for n, view in enumerate(views) if n not in seen)
    odds = sorted((_log_odds(unit.confidence) for _, unit in group), reverse=True)
    agreed = sum(max(0.0, 0.5 * each + trust.again) for each in odds[1:]) if odds[1:] else -trust.alone
    sure = odds[0] + agreed - trust.missed * against
    unit = group[0][1] if len(group) == 1 else _pooled(views, group, trust)
    lead = next((unit.bbox_px for number, unit in group if number == 0), None)
    box = box_of(unit, views[0].camera) if lead is None else lead
    return replace(unit, confidence=1 / (1 + math.exp(-sure)), bbox_px=box)


def _pooled(views: Sequence[View], group: list[Reading], trust: Trust) -> UnitObservation:
    """Several readings of a unit as one."""
    shares = [max(views[number].shows(unit), 0.1) for number, unit in group]
    total = 1 + trust.further * (len(group) - 1)
    weights = [total * share / sum(shares) for share in shares]
    units = [unit for _, unit in group]
    upright = pooled([{True: u.p_upright, False: 1 - u.p_upright} for u in units], weights)[True]
    posture = Posture.UPRIGHT if upright > 0.5 else Posture.FLAT
    kept = [i for i, unit in enumerate(units) if unit.posture is posture]
    kept = kept or list(range(len(units)))
    p_levels = pooled([units[i].p_levels for i in kept], [weights[i] for i in kept])
    depth = max({len(units[i].levels) for i in kept}, key=lambda count: p_levels.get(count, 0.0))
    typical = [i for i in kept if len(units[i].levels) == depth]
    levels = tuple(_level([units[i].levels[k] for i in typical], [weights[i] for i in typical])
                   for k in range(depth))  # fmt: skip
    agreeing = [(units[i], weights[i], views[group[i][0]].camera) for i in kept]
    x_mm, y_mm = _place(agreeing)
    heading = _heading(agreeing) if posture is Posture.FLAT else None
    return replace(
        units[typical[0]],
        x_mm=x_mm,
        y_mm=y_mm,
        posture=posture,
        p_upright=upright,
        heading_deg=heading,
        levels=levels,
        p_levels=p_levels,
    )


def _level(levels: Sequence[LevelReading], weights: Sequence[float]) -> LevelReading:
    return LevelReading(
        pooled([level.p_colour for level in levels], weights),
        pooled([level.p_size for level in levels], weights),
    )


def pooled(rows: Sequence[Mapping[K, float]], weights: Sequence[float]) -> dict[K, float]:
    """Distributions over the same values as one: the product of their powers. A single one stays as it is."""
    if len(rows) == 1:
        return dict(rows[0])
    values = list(dict.fromkeys(value for row in rows for value in row))
    table = np.array([[row.get(value, 0.0) for value in values] for row in rows])
    logs = np.asarray(weights) @ np.log(np.maximum(table, LEAST_SHARE))
    shares = np.exp(logs - logs.max())
    return dict(zip(values, (float(share) for share in shares / shares.sum()), strict=True))


def _place(readings: Sequence[tuple[UnitObservation, float, Camera]]) -> tuple[float, float]:
    """The place (mm) of a unit by several cameras: each is less sure along its line of sight, the more so the
    lower it looks and the further away it is."""
    total, sums = np.zeros((2, 2)), np.zeros(2)
    for unit, weight, camera in readings:
        away = np.array([unit.x_mm, unit.y_mm]) - camera.position[:2]
        along = away / max(float(np.hypot(*away)), 1e-6)
        steep = math.sin(math.radians(max(camera.elevation_deg(unit.x_mm, unit.y_mm), 5.0)))
        across = np.array([-along[1], along[0]])
        sharp = weight * max(camera.px_per_mm(unit.x_mm, unit.y_mm), 1e-3) ** 2
        information = sharp * (np.outer(across, across) + steep**2 * np.outer(along, along))
        total += information
        sums += information @ (unit.x_mm, unit.y_mm)
    x, y = np.linalg.solve(total, sums)
    return float(x), float(y)


def _heading(readings: Sequence[tuple[UnitObservation, float, Camera]]) -> float | None:
    """The direction (degrees) of those that have one: the mean of those that bear each other out.

    A piece seen end-on or half hidden is read the wrong way round at times, so contradicting directions are
    not averaged: the side with more weight is believed, to which a reading's ``confidence`` belongs.
    """
    turns = [(u.heading_deg, weight * u.confidence) for u, weight, _ in readings if u.heading_deg is not None]
    if not turns:
        return None
    sides = [[each for each in turns if _turn(each[0], one[0]) < ONE_WAY_DEG] for one in turns]
    side = max(sides, key=lambda each: sum(weight for _, weight in each))
    sine, cosine = (sum(weight * f(math.radians(way)) for way, weight in side) for f in (math.sin, math.cos))
    return math.degrees(math.atan2(sine, cosine)) % 360


def _turn(one_deg: float, other_deg: float) -> float:
    """The angle (0 to 180 degrees) between two directions."""
    return abs((one_deg - other_deg + 180) % 360 - 180)


def box_of(unit: UnitObservation, camera: Camera) -> Box:
    """The box (px) of a unit in a camera's picture, where it would be if it showed; cut to the picture."""
    return _cut(silhouette(solids(unit, camera), camera), camera)


def _cut(outline: Floats, camera: Camera) -> Box:
    """The box (px) around an outline (N, 2), cut to the picture; all zero without one."""
    if not len(outline):
        return (0.0, 0.0, 0.0, 0.0)
    ends = outline.min(0), outline.max(0)
    low, high = (np.clip(each, 0, (camera.width - 1, camera.height - 1)) for each in ends)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _middle(units: Sequence[UnitObservation]) -> tuple[float, float]:
    return sum(unit.x_mm for unit in units) / len(units), sum(unit.y_mm for unit in units) / len(units)


def _apart(one: UnitObservation, other: UnitObservation) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def _log_odds(share: float) -> float:
    held = min(max(share, 1e-4), 1 - 1e-4)
    return math.log(held / (1 - held))
