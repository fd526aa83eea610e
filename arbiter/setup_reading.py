"""The table at set-up: the initiative stack and both inventories (I13).

The stack is the unit that shows the most levels, at least four; each of its five levels has another
colour of the palette: the best of all arrangements is taken. Everything else on near's side of the
midline is near's inventory, on far's side far's. The pieces are named all at once: no kind is there more
than twice, the stack's pieces included, so a doubtful piece is settled by what the others leave.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from scipy.optimize import linear_sum_assignment

from arbiter.evidence import SIZES, Unit, Vector
from engine.game import Seat
from engine.initiative import Setup
from engine.pieces import Colour, Piece, Size

STACK_HEIGHT = 5
OF_A_KIND = 2
FULL_INVENTORY = 10
LIKELIEST = 3
STACK_UNSURE = "I cannot read the order of the initiative stack"
SURE = 0.9
"""Least probability of every piece and of the stack for a set-up to be accepted."""
NO_STACK = "I see no initiative stack: put five pyramids of different colours on each other"
RANK_MM = 45.0
"""With more units than an inventory holds, those further than this from the usual depth are left out."""
BEGUN_SHARE = 0.5
"""Nearer to the midline than this share of its side's greatest depth, a pyramid stands in a row already."""
STRAIN = 7.0
"""Log units that the counting rule may overrule what is seen of one piece before it is called a problem."""


@dataclass(frozen=True)
class StackReading:
    """The order of colours, top to bottom, with its probability among all orders.

    ``ranked`` holds the likeliest orders with their probabilities, best first.
    """

    order: tuple[Colour, ...]
    probability: float
    ranked: tuple[tuple[tuple[Colour, ...], float], ...] = ()


@dataclass(frozen=True)
class SetupReading:
    """What lies on the table at set-up.

    ``units`` are the inventory units of each seat, left to right, with ``pieces`` in the same order;
    ``doubts`` are units whose piece is not sure, each with its likeliest readings and their
    probabilities; ``problems`` are sentences.
    """

    setup: Setup | None
    stack: StackReading | None
    stack_unit: Unit | None
    units: Mapping[Seat, tuple[Unit, ...]]
    problems: tuple[str, ...]
    doubts: tuple[tuple[Seat, int, tuple[tuple[Piece, float], ...]], ...] = ()


def find_stack(units: Sequence[Unit]) -> Unit | None:
    """The unit that shows the most levels, if those are at least four."""
    tallest = max(units, key=lambda unit: unit.expected_levels, default=None)
    return tallest if tallest is not None and tallest.expected_levels >= STACK_HEIGHT - 1.2 else None


def read_stack(
    unit: Unit, palette: tuple[Colour, ...], colours: tuple[Colour, ...] = ()
) -> StackReading | None:
    """The order of a five-high stack of ``colours`` (default: the best five of the palette); None if not
    five show.
    """
    if len(unit.levels) != STACK_HEIGHT:
        return None
    rows = np.stack([level.colour for level in unit.levels])
    if not colours:
        _, columns = linear_sum_assignment(-rows)
        colours = tuple(palette[int(c)] for c in columns)
    index = [palette.index(colour) for colour in colours]
    orders = np.array(list(permutations(index)))
    scores = rows[np.arange(STACK_HEIGHT)[None, :], orders].sum(axis=1)
    weights = np.exp(scores - scores.max())
    shares = weights / weights.sum()
    best = [int(k) for k in np.argsort(-scores)[:LIKELIEST]]
    ranked = tuple((tuple(palette[int(i)] for i in orders[k]), float(shares[k])) for k in best)
    return StackReading(*ranked[0], ranked)


def stack_size(unit: Unit) -> Size:
    """The size of the stack's pieces."""
    return SIZES[int(sum(level.size for level in unit.levels).argmax())]  # type: ignore[union-attr]


def read_setup(
    units: Sequence[Unit],
    palette: tuple[Colour, ...],
    pins: Mapping[tuple[float, float], Piece] | None = None,
    stack_order: tuple[Colour, ...] = (),
) -> SetupReading:
    """The set-up as far as it can be read.

    ``pins`` are pieces that people named, by place (mm); ``stack_order`` is the stack as they named it.
    """
    tower = find_stack(units)
    if tower is None:
        return SetupReading(None, None, None, {}, (NO_STACK,))
    stack = StackReading(stack_order, 1.0) if stack_order else read_stack(tower, palette)
    if stack is None:
        n = len(tower.levels)
        return SetupReading(None, None, tower, {}, (f"I can make out only {n} of the stack's five pyramids",))
    singles = [unit for unit in units if unit is not tower]
    sides = {seat: _side(singles, seat) for seat in Seat}
    problems = _count_problems(sides)
    if stack.probability < SURE:
        problems.append(STACK_UNSURE)
    if any(not side for side in sides.values()):
        return SetupReading(None, stack, tower, sides, tuple(problems))
    return _name_pieces(tower, stack, sides, palette, problems, pins or {})


def _side(units: Sequence[Unit], seat: Seat) -> tuple[Unit, ...]:
    """The inventory of a seat, left to right; of more than ten units those far off are left out."""
    inside = [unit for unit in units if (unit.y_mm < 0) == (seat is Seat.NEAR)]
    if len(inside) > FULL_INVENTORY:
        depth = float(np.median([unit.y_mm for unit in inside]))
        close = [unit for unit in inside if abs(unit.y_mm - depth) <= RANK_MM]
        inside = close if len(close) >= FULL_INVENTORY else inside
    return tuple(sorted(inside, key=lambda unit: unit.x_mm))


def _count_problems(sides: Mapping[Seat, Sequence[Unit]]) -> list[str]:
    near, far = len(sides[Seat.NEAR]), len(sides[Seat.FAR])
    problems = []
    for seat, units in sides.items():
        stacked = sum(unit.expected_levels > 1.5 for unit in units)
        if stacked:
            problems.append(f"{seat.value} has pyramids on top of each other: set them apart")
        depths = [abs(unit.y_mm) for unit in units]
        if depths and min(depths) < BEGUN_SHARE * max(depths):
            problems.append(f"{seat.value} has pyramids in the row already: put them back to begin")
    if near != far or not near:
        wanted = FULL_INVENTORY if max(near, far) >= FULL_INVENTORY - 1 else max(near, far)
        for seat, count in ((Seat.NEAR, near), (Seat.FAR, far)):
            if count != wanted or not count:
                problems.append(f"{seat.value} has {count} pyramids instead of {wanted or FULL_INVENTORY}")
    return problems


def _name_pieces(
    tower: Unit,
    stack: StackReading,
    sides: Mapping[Seat, tuple[Unit, ...]],
    palette: tuple[Colour, ...],
    problems: list[str],
    pins: Mapping[tuple[float, float], Piece],
) -> SetupReading:
    size = stack_size(tower)
    kinds = [Piece(s, colour) for colour in stack.order for s in SIZES]
    units = [(seat, unit) for seat in Seat for unit in sides[seat]]
    rows = [palette.index(colour) for colour in stack.order]
    scores = np.stack([unit.levels[0].kinds()[rows].reshape(-1) for _, unit in units])
    _pin(scores, units, kinds, pins)
    slots = [k for k, kind in enumerate(kinds) for _ in range(OF_A_KIND - (kind.size == size))]
    if len(units) > len(slots):
        problems.append(f"there are {len(units)} pyramids in the inventories; at most {len(slots)} can be")
        return SetupReading(None, stack, tower, sides, tuple(problems))
    chosen, total = _assign(scores, slots)
    problems += _strained(scores, chosen, kinds, units)
    doubts = _doubts(scores, slots, chosen, total, kinds, units)
    pieces = {seat: tuple(kinds[chosen[i]] for i, (s, _) in enumerate(units) if s is seat) for seat in Seat}
    setup = Setup(pieces[Seat.NEAR], pieces[Seat.FAR], stack.order, size)
    return SetupReading(setup, stack, tower, sides, tuple(problems), doubts)


def _pin(
    scores: Vector,
    units: Sequence[tuple[Seat, Unit]],
    kinds: Sequence[Piece],
    pins: Mapping[tuple[float, float], Piece],
) -> None:
    """Makes a named piece outweigh whatever is seen, in place."""
    for (x, y), piece in pins.items():
        for row, (_, unit) in enumerate(units):
            if math.hypot(unit.x_mm - x, unit.y_mm - y) < 10.0 and piece in kinds:
                scores[row, kinds.index(piece)] += 60.0


def _assign(scores: Vector, slots: Sequence[int]) -> tuple[list[int], float]:
    """The best kind of each row when every slot is used once, and its summed score."""
    table = scores[:, slots]
    rows, columns = linear_sum_assignment(-table)
    return [slots[int(c)] for c in columns], float(table[rows, columns].sum())


def _strained(
    scores: Vector, chosen: Sequence[int], kinds: Sequence[Piece], units: Sequence[tuple[Seat, Unit]]
) -> list[str]:
    """Pieces that are clearly of a kind of which there are too many already."""
    found = {
        str(kinds[int(scores[i].argmax())])
        for i in range(len(units))
        if scores[i].max() - scores[i, chosen[i]] > STRAIN
    }
    return [f"there seem to be more than two pyramids that are {name}" for name in sorted(found)]


def _doubts(
    scores: Vector,
    slots: Sequence[int],
    chosen: Sequence[int],
    total: float,
    kinds: Sequence[Piece],
    units: Sequence[tuple[Seat, Unit]],
) -> tuple[tuple[Seat, int, tuple[tuple[Piece, float], ...]], ...]:
    """Units whose kind could as well be another, the others then arranged in the best way."""
    doubts = []
    seen = dict.fromkeys(Seat, 0)
    for row, (seat, _) in enumerate(units):
        index, seen[seat] = seen[seat], seen[seat] + 1
        margin = scores[row].max() - np.sort(scores[row])[-2]
        if scores[row].argmax() == chosen[row] and margin > 8.0:
            continue
        options = {chosen[row]: 0.0}
        for kind in np.argsort(-scores[row])[:4]:
            if int(kind) != chosen[row]:
                options[int(kind)] = _forced(scores, slots, row, int(kind)) - total
        weight = {kind: math.exp(max(-50.0, score)) for kind, score in options.items()}
        if weight[chosen[row]] / sum(weight.values()) < SURE:
            ranked = sorted(weight, key=lambda kind: -weight[kind])
            shares = tuple((kinds[k], weight[k] / sum(weight.values())) for k in ranked)
            doubts.append((seat, index, shares))
    return tuple(doubts)


def _forced(scores: Vector, slots: Sequence[int], row: int, kind: int) -> float:
    """The best total with one row forced to a kind."""
    forced = scores.copy()
    forced[row, :] = -1e3
    forced[row, kind] = scores[row, kind]
    return _assign(forced, slots)[1]
