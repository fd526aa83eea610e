"""The table at set-up: the initiative stack and both inventories (I13).

The stack is the unit that shows the most levels, at least four. Everything else on near's side of the midline
is near's inventory, on far's side far's. Stack and pieces are read as one: which five colours are played
with, the order of the stack and the kind of every pyramid are those that together fit what is seen best,
with two of each kind in all and the rest in the bag (``vision.labelling.inventory``). So a doubtful piece is
settled by what the others leave, and a doubtful colour of the stack by what stands in the inventories.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from arbiter.games.initiative.setup.extras import Extra, without_extras
from arbiter.games.initiative.setup.worlds import Order, World, leaning, order_shares, worlds
from engine.game import Seat
from engine.initiative.model import Setup
from engine.initiative.status import STACK_HEIGHT
from engine.message import Message, Messages
from engine.pieces import Colour, Piece
from vision.labelling.account import Account, account
from vision.track.summing import Unit, surely

say = Messages("arbiter.games.initiative")

FULL_INVENTORY = 10
LIKELIEST = 3
LIKELY_KINDS = 4
MOST_SINGLES = 25
STACK_UNSURE, STACK_SHORT = say("stack_unsure"), "stack_short"
SURE = 0.99
"""Least probability of every piece for a set-up to be accepted. On 22 tables with other cloths and lights the
least sure piece of 21 had 0.995 or more, all rightly; a black one taken for blue 0.95 to 0.98."""
STACK_SURE = 0.98
"""How sure the order of the stack must be, on which the whole round hangs. Of 44 tables through cameras good
and bad 40 were read with over 0.996, all rightly; of the others, in dim light, three of four wrongly."""
NO_STACK = say("no_stack")
TALL, HARDLY_TALL = STACK_HEIGHT - 1.2, 1.8
"""Levels that the stack shows at least; if none does, those of a unit that stands apart from both ranks."""
PILED = 1.5
"""Levels from which pyramids count as piled up. Where as many units as pieces are there none is: it is one
that was misread, on a chequered cloth or from steeply above, where a black one shows no edges to count by."""
EXPECTED = 3.0
"""Log units for a piece, and for the order of the stack, that a later round must have (I11)."""
IN_ROW, UNEVEN = "in_row_already", "instead_of"
"""Ids of what is said where play has begun already, and of numbers that do not agree."""
RANK_MM = 45.0
"""With more units than an inventory holds, those further than this from the usual depth are left out."""
BEGUN_SHARE = 0.5
"""Nearer to the midline than this share of its side's greatest depth, a pyramid stands in a row already."""


@dataclass(frozen=True)
class StackReading:
    """The order of colours, top to bottom, with its probability among all orders.

    ``ranked`` holds the likeliest orders with their probabilities, best first.
    """

    order: Order
    probability: float
    ranked: tuple[tuple[Order, float], ...] = ()


Doubt = tuple[Seat, int, tuple[tuple[Piece, float], ...]]
"""A seat, the number of one of its units, and the likeliest readings of that, best first."""


@dataclass(frozen=True)
class SetupReading:
    """What lies on the table at set-up.

    ``units`` are the inventory units of each seat, left to right, with the set-up's pieces in the same order;
    ``doubts`` are units whose piece is not sure, each with its likeliest readings and their
    probabilities; ``problems`` are sentences. ``askable`` are those of them that a word on the stack or on
    one of the doubts may settle: the table may be right, and misread.
    ``extras`` are units that seem to be no pyramids where more are seen than there can be: left out of
    ``units`` where that is sure.
    """

    setup: Setup | None
    stack: StackReading | None
    stack_unit: Unit | None
    units: Mapping[Seat, tuple[Unit, ...]]
    problems: tuple[Message, ...]
    doubts: tuple[Doubt, ...] = ()
    askable: tuple[Message, ...] = ()
    extras: tuple[Extra, ...] = ()


def find_stack(units: Sequence[Unit]) -> Unit | None:
    """The unit that shows the most levels, if those are at least four, or at least two in the middle; one
    that is surely there before any that is in doubt.
    """
    tallest = max(units, key=_stack_like, default=None)
    if tallest is None or tallest.expected_levels >= TALL:
        return tallest
    deepest = max(abs(unit.y_mm) for unit in units)
    apart = abs(tallest.y_mm) < BEGUN_SHARE * deepest
    return tallest if apart and tallest.expected_levels >= HARDLY_TALL else None


def _stack_like(unit: Unit) -> tuple[bool, float]:
    return not unit.doubtful and unit.expected_levels >= TALL, unit.expected_levels


def read_setup(
    units: Sequence[Unit],
    palette: tuple[Colour, ...],
    pins: Mapping[tuple[float, float], Piece] | None = None,
    stack_order: tuple[Colour, ...] = (),
    expected: Setup | None = None,
) -> SetupReading:
    """The set-up as far as it can be read.

    ``pins`` are pieces that people named, by place (mm); ``stack_order`` is the stack as they named it;
    ``expected`` the set-up that a later round must have.
    """
    tower = find_stack(units)
    if tower is None:
        return SetupReading(None, None, None, {}, (NO_STACK,))
    singles = [unit for unit in units if unit is not tower]
    said = _named(singles, pins or {})
    sides, extras = without_extras(
        tower, by_seat(singles), _wanted(expected), palette, [singles[row] for row in said]
    )
    if all(len(sides[seat]) >= most for seat, most in _wanted(expected).items()):
        sides = {seat: tuple(unit.as_one for unit in side) for seat, side in sides.items()}
    standing = [unit for seat in Seat for unit in sides[seat]]
    named = _named(standing, pins or {})
    piled = [i for i, unit in enumerate(standing) if unit.expected_levels > PILED and i not in named]
    problems, askable = count_problems(sides), [on_top(seat) for seat in _owners(sides, piled)]
    likely = worlds(tower, standing, palette, stack_order, named)
    if not likely:
        text = say("too_many_singles", n=len(standing), most=MOST_SINGLES)
        return SetupReading(None, None, tower, sides, (*askable, *problems, text), (), tuple(askable), extras)
    stack = StackReading(stack_order, 1.0) if stack_order else _stack(tower, likely, palette, expected)
    if stack.probability < STACK_SURE:
        n = len(tower.levels)
        short = say(STACK_SHORT, n=n)
        askable.append(STACK_UNSURE if n == STACK_HEIGHT else short)
    problems = [*askable, *problems]
    reading = SetupReading(None, stack, tower, sides, tuple(problems), (), tuple(askable), extras)
    if any(not side for side in sides.values()):
        return reading
    return _name_pieces(reading, likely, piled, named, expected)


def _wanted(expected: Setup | None) -> dict[Seat, int]:
    """How many pyramids there are in each inventory."""
    return {seat: FULL_INVENTORY if expected is None else len(expected.inventory(seat)) for seat in Seat}


def _owners(sides: Mapping[Seat, Sequence[Unit]], rows: Sequence[int]) -> list[Seat]:
    """The seats that rows of both inventories, near's first, belong to."""
    near = len(sides[Seat.NEAR])
    return [seat for seat in Seat if any((row < near) is (seat is Seat.NEAR) for row in rows)]


def on_top(seat: Seat) -> Message:
    """What to tell a seat whose pyramids are piled up."""
    return say("on_top", who=seat)


def _stack(
    tower: Unit, likely: Sequence[World], palette: tuple[Colour, ...], expected: Setup | None
) -> StackReading:
    """The order of the stack over all worlds."""
    shares = order_shares(tower, likely, palette)
    if expected is not None and expected.stack in shares:
        odds = shares[expected.stack] * math.exp(EXPECTED)
        rest = 1 - shares[expected.stack]
        shares = {order: share / (odds + rest) for order, share in shares.items()}
        shares[expected.stack] = odds / (odds + rest)
    ranked = tuple(sorted(shares.items(), key=lambda item: -item[1])[:LIKELIEST])
    return StackReading(*ranked[0], ranked)


def _named(units: Sequence[Unit], pins: Mapping[tuple[float, float], Piece]) -> dict[int, Piece]:
    """Which of the units people named, by index."""
    return {
        row: piece
        for (x, y), piece in pins.items()
        for row, unit in enumerate(units)
        if math.hypot(unit.x_mm - x, unit.y_mm - y) < 10.0
    }


def by_seat(units: Iterable[Unit]) -> dict[Seat, tuple[Unit, ...]]:
    """The inventories: what stands on either side of the midline, left to right.

    Two on each other in a row are a play with its sacrifice: two pyramids at one place, the upper one first.
    """
    known = list(units)
    return {seat: _parted(_side(known, seat)) for seat in Seat}


def _parted(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    in_row = {id(unit) for unit in in_rows(units) if len(unit.levels) == 2 and unit.expected_levels > PILED}
    parts = ((unit, unit.levels if id(unit) in in_row else (None,)) for unit in units)
    return tuple(
        unit if level is None else replace(unit, levels=(level,), p_levels=surely(1))
        for unit, levels in parts
        for level in levels
    )


def in_rows(units: Sequence[Unit]) -> list[Unit]:
    """Those of a seat's pyramids that stand in its row, by how near they are to the midline."""
    deepest = max((abs(unit.y_mm) for unit in units), default=0.0)
    return [unit for unit in units if abs(unit.y_mm) < BEGUN_SHARE * deepest]


def in_rank(unit: Unit, sides: Mapping[Seat, Sequence[Unit]]) -> bool:
    """Whether a pyramid stands among the inventory of its side, none of which is in a row."""
    own = sides[Seat.NEAR if unit.y_mm < 0 else Seat.FAR]
    return abs(unit.y_mm - float(np.median([each.y_mm for each in own]))) <= RANK_MM


def pieces_shown(units: Sequence[Unit]) -> int:
    """How many pyramids stand at so many places; where there are places enough, a pile may be misread."""
    if len(units) >= FULL_INVENTORY:
        return len(units)
    return sum(round(unit.expected_levels) if unit.expected_levels > PILED else 1 for unit in units)


def wanted_pieces(sides: Mapping[Seat, Sequence[Unit]]) -> int:
    """How many pyramids each seat should have, going by those that are there."""
    most = max(map(pieces_shown, sides.values()))
    return FULL_INVENTORY if most >= FULL_INVENTORY - 1 else most


def _side(units: Sequence[Unit], seat: Seat) -> tuple[Unit, ...]:
    """The inventory of a seat, left to right; of more than ten units those far off are left out."""
    inside = [unit for unit in units if (unit.y_mm < 0) == (seat is Seat.NEAR)]
    if len(inside) > FULL_INVENTORY:
        depth = float(np.median([unit.y_mm for unit in inside]))
        close = [unit for unit in inside if abs(unit.y_mm - depth) <= RANK_MM]
        inside = close if len(close) >= FULL_INVENTORY else inside
    return tuple(sorted(inside, key=lambda unit: unit.x_mm))


def count_problems(sides: Mapping[Seat, Sequence[Unit]]) -> list[Message]:
    """What is wrong with how many pyramids are where: pyramids are counted, not places."""
    near, far = (pieces_shown(sides[seat]) for seat in Seat)
    problems = []
    for seat, units in sides.items():
        depths = [abs(unit.y_mm) for unit in units]
        if depths and min(depths) < BEGUN_SHARE * max(depths):
            problems.append(say(IN_ROW, who=seat))
    if near != far or not near:
        wanted = wanted_pieces(sides)
        for seat, count in ((Seat.NEAR, near), (Seat.FAR, far)):
            if count != wanted or not count:
                problems.append(say(UNEVEN, who=seat, n=count, most=wanted or FULL_INVENTORY))
    return problems


def _name_pieces(
    reading: SetupReading,
    likely: Sequence[World],
    piled: Sequence[int],
    named: Mapping[int, Piece],
    expected: Setup | None,
) -> SetupReading:
    """The inventories in the likeliest world that has the stack's colours."""
    assert reading.stack is not None
    world = next(each for each in likely if set(each.colours) == set(reading.stack.order))
    sides = reading.units
    rows = [(seat, index) for seat in Seat for index in range(len(sides[seat]))]
    if expected is not None:
        world = leaning(world, [expected.inventory(seat) for seat, _ in rows], EXPECTED)
    told = account(world.problem, SURE)
    strange = _strange(told, rows)
    suspects = {*piled, *_suspects(told, world), *told.unreadable} - named.keys()
    ranked = sorted(suspects, key=lambda row: float(told.shares[row].max()))
    doubts = tuple((*rows[row], _options(told, world, row)) for row in ranked)
    found = replace(
        reading,
        problems=(*reading.problems, *strange),
        askable=(*reading.askable, *(strange if doubts else ())),
        doubts=doubts,
    )
    if None in told.labels:
        return found
    pieces = {
        seat: tuple(piece for piece, (s, _) in zip(told.labels, rows, strict=True) if s is seat and piece)
        for seat in Seat
    }
    setup = Setup(pieces[Seat.NEAR], pieces[Seat.FAR], reading.stack.order, world.size)
    return replace(found, setup=setup)


def _suspects(told: Account[Piece], world: World) -> list[int]:
    """The rows of which one must be something else than it looks: too many look alike, or of no kind."""
    kinds, scores = world.problem.inventory.labels, world.problem.scores
    looks = [kinds[k] for k in scores.argmax(axis=1)]
    doubled = told.doubled.keys()
    return [i for i, label in enumerate(told.labels) if label is None or looks[i] in doubled]


def _strange(told: Account[Piece], rows: Sequence[tuple[Seat, int]]) -> list[Message]:
    """Sentences on pieces of which there are too many, and on what is no piece that can be there."""
    lines = [say("more_than_two", piece=piece) for piece in sorted(told.doubled)]
    if not lines:
        odd = [rows[i] for i, label in enumerate(told.labels) if label is None]
        lines = [say("no_kind", n=n + 1, who=seat) for seat, n in odd]
    return lines


def _options(told: Account[Piece], world: World, row: int) -> tuple[tuple[Piece, float], ...]:
    """The likeliest kinds of one piece, best first."""
    kinds = world.problem.inventory.labels
    best = np.argsort(-told.shares[row, : len(kinds)], kind="stable")[:LIKELY_KINDS]
    return tuple((kinds[k], float(told.shares[row, k])) for k in best)
