"""Joins the views of several cameras of one table at rest: the readings of one unit become one unit.

The readings of the cameras are not independent: the same networks read the same plastic in the same light, so
a red that looks orange does so in all views. Probabilities are therefore pooled as logarithms with exponents
whose sum hardly exceeds one (a log-linear opinion pool: C. Genest and J. Zidek, "Combining probability
distributions", 1986), fitted on rendered tables (``scripts/fitting/views.py``). A camera for which a place is
hidden, by a nearer piece, a hand or the picture's border, is no evidence about it, not even by seeing nothing
there.
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
from vision.observe.units import LEAST_SURE, apart
from vision.track.matching import nearest_pairs

K = TypeVar("K", bound=Hashable)
GATE_MM = 11.0
"""Largest distance between two cameras' readings of one piece; the smallest bases are 14 mm wide."""
LEAST_SHARE = 1e-3
"""Least probability in a reading."""
HIDDEN = 0.5
"""Visible share below which a camera's not seeing a unit is no evidence."""
LOW_DEG, LOW_COUNTS = 33.0, 0.37
"""Below this elevation a camera misses 35 of 100 flat pieces, instead of 6 (4,300 readings of rendered
tables): its not seeing one has this weight, from the logarithms of the two shares."""
ONE_WAY_DEG = 30.0
"""Headings further apart contradict each other and are not averaged."""


@dataclass(frozen=True)
class Trust:
    """The weights of several cameras' readings of one unit.

    ``further``: the addition of each further camera to the sum of the exponents, which is one for a single
    camera (an independent one would add one). In log odds of a unit's existence: ``again`` is the addition
    for another camera that finds it, besides half of its own; ``alone`` the loss if only one of several finds
    it; ``missed`` the loss for each one that should see it and does not.
    """

    further: float = 0.05
    again: float = 1.0
    alone: float = 0.65
    missed: float = 1.5


FITTED = Trust()


@dataclass(frozen=True)
class View:
    """One camera's view of a table at rest: its ``camera`` and its ``units`` in the common table frame, and
    the boxes (px) of ``hands`` in its picture. In a ``past`` view only the units are evidence, not their
    absence."""

    camera: Camera
    units: tuple[UnitObservation, ...]
    hands: tuple[Box, ...] = ()
    past: bool = False

    def shows(self, unit: UnitObservation) -> float:
        """The visible share (0 to 1) of a unit for this camera, given its own units and hands."""
        parts = solids(unit, self.camera)
        box = _cut(silhouette(parts, self.camera), self.camera)
        if any(overlaps(box, hand) for hand in self.hands):
            return 0.0
        near = [
            body
            for other, body, its in self._bodies
            if overlaps(box, its) and distance_mm(other, unit) > GATE_MM
        ]
        inside = (
            box[0] > 0 and box[1] > 0 and box[2] < self.camera.width - 1 and box[3] < self.camera.height - 1
        )
        return 1.0 if inside and not near else 1.0 - hidden_share(parts, near, self.camera)

    def misses(self, unit: UnitObservation) -> float:
        """The weight (0 to 1) of this camera's not seeing a unit."""
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
"""The number of a view and one of its units."""
Joint = tuple[UnitObservation, list[Reading]]
"""A joint unit and its readings."""


def joined(views: Sequence[View], trust: Trust = FITTED) -> tuple[UnitObservation, ...]:
    """The joint units of the views, surest first, with boxes in the first one's picture; those of a single
    view are unchanged."""
    if len(views) == 1:
        return views[0].units
    found = [(_joint_unit(views, group, trust), group) for group in _groups(views)]
    kept = {id(unit) for unit in apart(unit for unit, _ in found) if unit.confidence >= LEAST_SURE}
    for number, view in enumerate(views):
        found = [each for each in found if id(each[0]) in kept]
        kept -= _impossible(found, number, view)
    return tuple(sorted((u for u, _ in found if id(u) in kept), key=lambda unit: -unit.confidence))


def _impossible(found: Sequence[Joint], number: int, view: View) -> set[int]:
    """The units (by ``id``) that are incompatible with surer ones in a view's picture. Units that the view
    should see but does not are included.
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
    """The readings of all views, grouped by unit."""
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


def _joint_unit(views: Sequence[View], group: list[Reading], trust: Trust) -> UnitObservation:
    """The unit from its readings, and from the views that should show it and do not."""
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
    """The joint reading from several readings of a unit."""
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
    """The normalised product of powers of distributions over the same values; a single one is unchanged."""
    if len(rows) == 1:
        return dict(rows[0])
    values = list(dict.fromkeys(value for row in rows for value in row))
    table = np.array([[row.get(value, 0.0) for value in values] for row in rows])
    logs = np.asarray(weights) @ np.log(np.maximum(table, LEAST_SHARE))
    shares = np.exp(logs - logs.max())
    return dict(zip(values, (float(share) for share in shares / shares.sum()), strict=True))


def _place(readings: Sequence[tuple[UnitObservation, float, Camera]]) -> tuple[float, float]:
    """The place (mm) of a unit from several cameras: each is less certain along its line of sight, especially
    from a low angle or far away."""
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
    """The heading (degrees) from those that have one: the mean of those that agree.

    A piece seen end-on or half hidden is sometimes read the wrong way round, so contradicting headings are
    not averaged: the group with the most weight, including the ``confidence``, decides.
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
    """The box (px) of a unit in a camera's picture, visible or not, clipped to the picture."""
    return _cut(silhouette(solids(unit, camera), camera), camera)


def _cut(outline: Floats, camera: Camera) -> Box:
    """The box (px) around an outline (N, 2), clipped to the picture; all zero without one."""
    if not len(outline):
        return (0.0, 0.0, 0.0, 0.0)
    ends = outline.min(0), outline.max(0)
    low, high = (np.clip(each, 0, (camera.width - 1, camera.height - 1)) for each in ends)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _middle(units: Sequence[UnitObservation]) -> tuple[float, float]:
    return sum(unit.x_mm for unit in units) / len(units), sum(unit.y_mm for unit in units) / len(units)


def distance_mm(one: UnitObservation, other: UnitObservation) -> float:
    """The distance between two units on the table."""
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def _log_odds(share: float) -> float:
    held = min(max(share, 1e-4), 1 - 1e-4)
    return math.log(held / (1 - held))
