"""The table at set-up: the initiative stack and both inventories (I13).

The stack is the unit that shows the most levels, at least four. Everything else on near's side of the midline
is near's inventory, on far's side far's. Stack and pieces are read jointly: the five colours, the order of
the stack and the kind of every pyramid are those that together fit the evidence best, with two of each kind
in all and the rest in the bag (``vision.labelling.inventory``). So the other pyramids settle a doubtful one,
and the inventories a doubtful colour of the stack.
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
least certain piece of 21 had 0.995 or more, all correct; a black one misread as blue 0.95 to 0.98."""
STACK_SURE = 0.98
"""Least probability of the stack's order, on which the whole round depends. Of 44 tables through good and bad
cameras 40 were read with over 0.996, all correctly; of the other four, in dim light, three wrongly."""
NO_STACK = say("no_stack")
TALL, HARDLY_TALL = STACK_HEIGHT - 1.2, 1.8
"""Least number of levels of the stack; and, if nothing is that tall, of a unit apart from both ranks."""
PILED = 1.5
"""Levels from which pyramids count as piled up. If there are as many units as pieces, none is: then one was
misread, on a chequered cloth or from steeply above, where a black one shows no edges to count."""
EXPECTED = 3.0
"""Log units in favour of the pieces and the stack order that a later round must have (I11)."""
IN_ROW, UNEVEN = "in_row_already", "instead_of"
"""Message ids: play has already begun; the numbers of pyramids do not agree."""
RANK_MM = 45.0
"""On a side with more units than an inventory, those farther than this from its median depth are left out."""
BEGUN_SHARE = 0.5
"""A pyramid nearer to the midline than this share of its side's greatest depth stands in a row."""


@dataclass(frozen=True)
class StackReading:
    """The order of colours, top to bottom, with its probability among all orders.

    ``ranked`` holds the likeliest orders with their probabilities, best first.
    """

    order: Order
    probability: float
    ranked: tuple[tuple[Order, float], ...] = ()


Doubt = tuple[Seat, int, tuple[tuple[Piece, float], ...]]
"""A seat, the index of one of its units, and the unit's likeliest readings, best first."""


@dataclass(frozen=True)
class SetupReading:
    """What lies on the table at set-up.

    ``units`` are the inventory units of each seat, left to right, in the order of the set-up's pieces;
    ``doubts`` are units of uncertain kind, each with its likeliest readings and their probabilities.
    ``problems`` are sentences; ``askable`` are those that an answer about the stack or a doubt may settle,
    because the table may be right and only misread. ``extras`` are units that seem to be spurious where more
    are seen than possible; certain ones are not in ``units``.
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
    """The unit that shows the most levels, if at least four, or at least two in the middle; certain units
    come before doubtful ones."""
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
    """The set-up, as far as it can be read.

    ``pins`` are pieces that people named, by place (mm); ``stack_order`` is the stack's order if they named
    it; ``expected`` is the set-up that a later round must have.
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
    """The number of pyramids in each inventory."""
    return {seat: FULL_INVENTORY if expected is None else len(expected.inventory(seat)) for seat in Seat}


def _owners(sides: Mapping[Seat, Sequence[Unit]], rows: Sequence[int]) -> list[Seat]:
    """The seats that the row numbers belong to (near's inventory comes first)."""
    near = len(sides[Seat.NEAR])
    return [seat for seat in Seat if any((row < near) is (seat is Seat.NEAR) for row in rows)]


def on_top(seat: Seat) -> Message:
    """The notice to a seat whose pyramids are piled up."""
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
    """The pieces that people named, by the index of their unit."""
    return {
        row: piece
        for (x, y), piece in pins.items()
        for row, unit in enumerate(units)
        if math.hypot(unit.x_mm - x, unit.y_mm - y) < 10.0
    }


def by_seat(units: Iterable[Unit]) -> dict[Seat, tuple[Unit, ...]]:
    """The inventories: what stands on either side of the midline, left to right.

    Two stacked pyramids in a row are a play with its sacrifice: two units at one place, the upper one first.
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
    """The units of a seat that stand in its row, judged by their distance from the midline."""
    deepest = max((abs(unit.y_mm) for unit in units), default=0.0)
    return [unit for unit in units if abs(unit.y_mm) < BEGUN_SHARE * deepest]


def in_rank(unit: Unit, sides: Mapping[Seat, Sequence[Unit]]) -> bool:
    """Whether a pyramid stands in the rank of its side's inventory."""
    own = sides[Seat.NEAR if unit.y_mm < 0 else Seat.FAR]
    return abs(unit.y_mm - float(np.median([each.y_mm for each in own]))) <= RANK_MM


def pieces_shown(units: Sequence[Unit]) -> int:
    """How many pyramids stand at these places; if they suffice, piles do not count: they may be misread."""
    if len(units) >= FULL_INVENTORY:
        return len(units)
    return sum(round(unit.expected_levels) if unit.expected_levels > PILED else 1 for unit in units)


def wanted_pieces(sides: Mapping[Seat, Sequence[Unit]]) -> int:
    """How many pyramids each seat should have (I13), judged by those that are there."""
    most = max(map(pieces_shown, sides.values()))
    return FULL_INVENTORY if most >= FULL_INVENTORY - 1 else most


def _side(units: Sequence[Unit], seat: Seat) -> tuple[Unit, ...]:
    """The inventory of a seat, left to right; of more than ten units, distant ones are left out."""
    inside = [unit for unit in units if (unit.y_mm < 0) == (seat is Seat.NEAR)]
    if len(inside) > FULL_INVENTORY:
        depth = float(np.median([unit.y_mm for unit in inside]))
        close = [unit for unit in inside if abs(unit.y_mm - depth) <= RANK_MM]
        inside = close if len(close) >= FULL_INVENTORY else inside
    return tuple(sorted(inside, key=lambda unit: unit.x_mm))


def count_problems(sides: Mapping[Seat, Sequence[Unit]]) -> list[Message]:
    """What is wrong with the numbers of pyramids on each side; pyramids are counted, not places."""
    near, far = (pieces_shown(sides[seat]) for seat in Seat)
    problems = []
    for seat, units in sides.items():
        depths = [abs(unit.y_mm) for unit in units]
        if depths and min(depths) < BEGUN_SHARE * max(depths):
            problems.append(say(IN_ROW, who=seat))
    wanted = wanted_pieces(sides)
    if not near == far == wanted or not near:
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
    named_pieces = account(world.problem, SURE)
    strange = _strange(named_pieces, rows)
    suspects = {*piled, *_suspects(named_pieces, world), *named_pieces.unreadable} - named.keys()
    ranked = sorted(suspects, key=lambda row: float(named_pieces.shares[row].max()))
    doubts = tuple((*rows[row], _options(named_pieces, world, row)) for row in ranked)
    found = replace(
        reading,
        problems=(*reading.problems, *strange),
        askable=(*reading.askable, *(strange if doubts else ())),
        doubts=doubts,
    )
    if None in named_pieces.labels:
        return found
    labels = list(zip(named_pieces.labels, rows, strict=True))
    pieces = {seat: tuple(piece for piece, (s, _) in labels if s is seat and piece) for seat in Seat}
    setup = Setup(pieces[Seat.NEAR], pieces[Seat.FAR], reading.stack.order, world.size)
    return replace(found, setup=setup)


def _suspects(found: Account[Piece], world: World) -> list[int]:
    """Rows that must be something other than they look: of no kind, or of a kind that too many look like."""
    kinds, scores = world.problem.inventory.labels, world.problem.scores
    looks = [kinds[k] for k in scores.argmax(axis=1)]
    return [i for i, label in enumerate(found.labels) if label is None or looks[i] in found.doubled]


def _strange(found: Account[Piece], rows: Sequence[tuple[Seat, int]]) -> list[Message]:
    """Sentences about kinds of which there are too many or, if there are none, about pieces of no kind."""
    lines = [say("more_than_two", piece=piece) for piece in sorted(found.doubled)]
    if lines:
        return lines
    strangers = [rows[i] for i, label in enumerate(found.labels) if label is None]
    return [say("no_kind", n=index + 1, who=seat) for seat, index in strangers]


def _options(found: Account[Piece], world: World, row: int) -> tuple[tuple[Piece, float], ...]:
    """The likeliest kinds of one piece, best first."""
    kinds = world.problem.inventory.labels
    best = np.argsort(-found.shares[row, : len(kinds)], kind="stable")[:LIKELY_KINDS]
    return tuple((kinds[k], float(found.shares[row, k])) for k in best)
