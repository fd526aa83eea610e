"""More units than a set-up has pyramids: which of the doubtful ones are spurious (I13).

A pattern on the table, or a faint second reading of a pyramid, may look like one more. The number of pyramids
is known, and nearly so their kinds: ten on each side, from two trios of the stack's five colours. So each way
to leave out the surplus is weighed by how certain it is that the units stand there and by how well the
remaining ones fit the inventory (``vision.labelling.inventory``). Units are left out only if that is as good
as certain; otherwise people decide.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arbiter.games.initiative.setup.worlds import initiative_inventory, worlds
from arbiter.table.inventories import NAMED, piece_scores
from engine.game import Seat
from engine.pieces import Colour
from vision.labelling.account import shares
from vision.labelling.inventory import Problem, least_costs
from vision.track.summing import Unit

TRUST, TRUST_AT_HALF = 1.3, 0.9
"""Log odds that a unit is real, as a linear function of the log odds of its confidence: slope and intercept.
Fitted on the doubtful units of 600 rendered tables."""
SURE = 0.9
"""Least probability, for every unit left out, that it is spurious."""
MOST_EXTRA = 4
"""How many surplus units on a side are weighed against each other; of more, the faintest are left out."""

Sides = Mapping[Seat, Sequence[Unit]]


@dataclass(frozen=True)
class Extra:
    """A unit that seems to be no pyramid, with the probability that it is spurious."""

    unit: Unit
    probability: float


def without_extras(
    tower: Unit,
    sides: Sides,
    wanted: Mapping[Seat, int],
    palette: tuple[Colour, ...],
    named: Sequence[Unit],
) -> tuple[dict[Seat, tuple[Unit, ...]], tuple[Extra, ...]]:
    """Both inventories without certain extras, and all apparent extras, certain or not.

    Only a side that shows more than ``wanted`` units has extras, and only if at least that surplus is
    doubtful; they are left out only if all of them are certain. ``named`` are units that people named.
    """
    left = {seat: tuple(units) for seat, units in sides.items()}
    found = list[Extra]()
    for extras in _by_side(tower, sides, wanted, palette, named):
        found += extras
        if min(each.probability for each in extras) >= SURE:
            left = {seat: _without(units, [each.unit for each in extras]) for seat, units in left.items()}
    return left, tuple(found)


def _by_side(
    tower: Unit,
    sides: Sides,
    wanted: Mapping[Seat, int],
    palette: tuple[Colour, ...],
    named: Sequence[Unit],
) -> list[list[Extra]]:
    """The likeliest extras of each side that has a surplus."""
    over: dict[Seat, int] = {}
    faint, doubtful = list[Unit](), dict[Seat, tuple[Unit, ...]]()
    for seat, units in sides.items():
        open_ = _without([unit for unit in units if unit.doubtful], named)
        open_ = tuple(sorted(open_, key=lambda unit: unit.confidence))
        if 0 < len(units) - wanted[seat] <= len(open_):
            over[seat] = len(units) - wanted[seat]
            beyond = max(0, over[seat] - MOST_EXTRA)
            faint += open_[:beyond]
            doubtful[seat] = open_[beyond:]
    if not over:
        return []
    standing = _without([unit for units in sides.values() for unit in units], faint)
    weighed = [unit for units in doubtful.values() for unit in units]
    odds = _shares_of_none(tower, standing, weighed, palette, sum(over.values()) - len(faint))
    odds |= {id(unit): 1.0 for unit in faint}
    return [
        sorted(
            (Extra(unit, odds[id(unit)]) for unit in sides[seat] if id(unit) in odds),
            key=lambda each: -each.probability,
        )[:count]
        for seat, count in over.items()
    ]


def _without(units: Sequence[Unit], others: Sequence[Unit]) -> tuple[Unit, ...]:
    gone = {id(unit) for unit in others}
    return tuple(unit for unit in units if id(unit) not in gone)


def _shares_of_none(
    tower: Unit, units: Sequence[Unit], doubtful: Sequence[Unit], palette: tuple[Colour, ...], many: int
) -> dict[int, float]:
    """The probability of each doubtful unit (by id) to be spurious, given that ``many`` of them are."""
    open_ = {id(unit) for unit in doubtful}
    likely = worlds(tower, _without(units, doubtful), palette)
    if not likely:
        return dict.fromkeys(open_, 0.0)
    inventory = initiative_inventory(likely[0].colours, likely[0].size, len(units) - many)
    scores = piece_scores([unit.levels[0] for unit in units], inventory.labels, palette)
    scores += np.array([_trust(unit) if id(unit) in open_ else NAMED for unit in units])[:, None]
    problem = Problem(scores, inventory)
    none = shares(problem, least_costs(problem, problem.best()))[:, problem.false]
    return {id(unit): float(p) for unit, p in zip(units, none, strict=True) if id(unit) in open_}


def _trust(unit: Unit) -> float:
    """Log odds that a unit is real."""
    held = min(max(unit.confidence, 0.01), 0.99)
    return TRUST * math.log(held / (1 - held)) + TRUST_AT_HALF
