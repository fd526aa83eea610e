"""What an Initiative table may consist of (I13): five colours and the size of the stack, each with the best
naming.

With a palette of more than five colours, every set of five is tried, the best by upper bound first.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np

from arbiter.table.inventories import NAMED, piece_scores
from engine.initiative.status import OF_A_KIND, STACK_HEIGHT
from engine.pieces import Colour, Piece, Size
from vision.labelling.inventory import Inventory, Problem
from vision.track.summing import SIZES, Unit, Vector

FAR_BEHIND = 12.0
"""Worlds less likely than the best by more than this (log units) are left out."""
MOST_TRIED = 24
P_SLIP = 0.1
"""Probability that of five levels read one was read twice and another missed."""
P_LOWEST = 0.45
"""Probability that it is the lowest level that was missed, and also that it is the lowest that was read
twice: all bands below the slip are read one off, and no more than five are read."""

Order = tuple[Colour, ...]


def initiative_inventory(colours: Sequence[Colour], stack_size: Size, seen: int) -> Inventory[Piece]:
    """Two trios without the stack's pieces (I13); pieces that were not dealt are in the bag."""
    pieces = [
        Piece(size, colour)
        for colour in colours
        for size in Size
        for _ in range(OF_A_KIND - (size is stack_size))
    ]
    return Inventory.of(pieces, apart=max(0, len(pieces) - seen))


@dataclass(frozen=True)
class World:
    """Five colours and the size of the stack's pieces, with the naming of the other pieces as a problem.

    ``weight`` is the log weight of the best naming, summed over all orders of the stack.
    """

    colours: tuple[Colour, ...]
    size: Size
    weight: float
    problem: Problem[Piece]


def worlds(
    tower: Unit,
    units: Sequence[Unit],
    palette: tuple[Colour, ...],
    colours: tuple[Colour, ...] = (),
    named: Mapping[int, Piece] | None = None,
) -> list[World]:
    """The likeliest worlds, best first. ``tower`` is the stack, ``units`` are the inventories' and ``named``
    those of them (by index) that people named; ``colours`` are the stack's, if known. Empty if there are more
    pieces than two trios leave."""
    if len(units) > len(SIZES) * 2 * STACK_HEIGHT - STACK_HEIGHT:
        return []
    sets = [colours] if colours else list(combinations(palette, STACK_HEIGHT))
    bounds = [_bound(tower, units, [palette.index(c) for c in each]) for each in sets]
    found: list[World] = []
    by_bound = np.argsort(-np.array(bounds), kind="stable")[:MOST_TRIED]
    for i in by_bound:
        if bounds[i] < bounds[by_bound[0]] - 2 * FAR_BEHIND:
            break
        stack = _stack_weight(tower, sets[i], palette)
        found += [_world(tower, units, palette, sets[i], size, stack, named or {}) for size in SIZES]
    found.sort(key=lambda world: -world.weight)
    return [world for world in found if world.weight > found[0].weight - FAR_BEHIND]


def leaning(world: World, wanted: Sequence[Sequence[Piece]], log: float) -> World:
    """The world with ``log`` units in favour of the pieces wanted at each unit."""
    labels, scores = world.problem.inventory.labels, world.problem.scores.copy()
    for row, pieces in enumerate(wanted):
        scores[row, [k for k, label in enumerate(labels) if label in pieces]] += log
    return replace(world, problem=replace(world.problem, scores=scores))


def order_shares(tower: Unit, likely: Sequence[World], palette: tuple[Colour, ...]) -> dict[Order, float]:
    """The probability of every order of the stack, top to bottom, over all worlds."""
    sets: dict[tuple[Colour, ...], float] = {}
    for world in likely:
        sets[world.colours] = float(np.logaddexp(sets.get(world.colours, -math.inf), world.weight))
    shares: dict[Order, float] = {}
    top = max(sets.values())
    for colours, weight in sets.items():
        orders, scores = _orders(tower, colours, palette)
        weights = np.exp(scores - np.logaddexp.reduce(scores) + weight - top)
        shares.update(zip(orders, weights.tolist(), strict=True))
    total = sum(shares.values())
    return {order: share / total for order, share in shares.items()}


def _world(
    tower: Unit,
    units: Sequence[Unit],
    palette: tuple[Colour, ...],
    colours: tuple[Colour, ...],
    size: Size,
    stack: float,
    named: Mapping[int, Piece],
) -> World:
    inventory: Inventory[Piece] = initiative_inventory(colours, size, len(units))
    scores = piece_scores([unit.levels[0] for unit in units], inventory.labels, palette)
    for row, piece in named.items():
        if piece in inventory.labels:
            scores[row, inventory.labels.index(piece)] += NAMED
    problem = Problem(scores, inventory)
    sizes = float(sum(level.size[SIZES.index(size)] for level in tower.levels))
    return World(colours, size, stack + sizes + problem.weight(problem.best()), problem)


@lru_cache
def levels_shown(count: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Which of the stack's five pieces ``count`` levels may be, top to bottom, each with its log weight."""
    every = range(STACK_HEIGHT)
    fewer = list(combinations(every, min(count, STACK_HEIGHT)))
    if count < STACK_HEIGHT:
        return tuple((levels, -math.log(len(fewer))) for levels in fewer)
    twice = [tuple(sorted((*every[:-1], k))) for k in every[:-1]]
    others = {
        tuple(sorted((*(k for k in every if k != passed), again))) for passed in every for again in every
    }
    passed = [tuple(sorted((*(k for k in every if k != over), every[-1]))) for over in every[:-1]]
    others -= {*twice, *passed, fewer[0]}
    groups = (twice, P_LOWEST), (passed, P_LOWEST), (sorted(others), 1 - 2 * P_LOWEST)
    return (
        (fewer[0], math.log(1 - P_SLIP)),
        *((levels, math.log(P_SLIP * p / len(group))) for group, p in groups for levels in group),
    )


def _orders(
    tower: Unit, colours: tuple[Colour, ...], palette: tuple[Colour, ...]
) -> tuple[list[Order], Vector]:
    """All orders of the stack with their log weights."""
    orders = list(permutations(colours))
    index = np.array([[palette.index(colour) for colour in order] for order in orders])
    rows = np.stack([level.colour for level in tower.levels[:STACK_HEIGHT]])
    shown = levels_shown(len(rows))
    places = np.array([levels for levels, _ in shown])
    ways = rows[np.arange(len(rows)), index[:, places]].sum(axis=2) + np.array([log for _, log in shown])
    return orders, np.logaddexp.reduce(ways, axis=1)


def _stack_weight(tower: Unit, colours: tuple[Colour, ...], palette: tuple[Colour, ...]) -> float:
    scores = _orders(tower, colours, palette)[1]
    return float(np.logaddexp.reduce(scores) - math.log(len(scores)))


def _bound(tower: Unit, units: Sequence[Unit], colours: Sequence[int]) -> float:
    """Upper bound of the weight of the levels with these colours (palette indexes), ignoring counts."""
    levels = [*tower.levels, *(unit.levels[0] for unit in units)]
    return float(sum(level.colour[list(colours)].max() for level in levels))
