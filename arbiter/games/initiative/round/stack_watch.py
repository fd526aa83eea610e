"""The initiative stack on the table against the one the rules expect (I5).

An order counts if its probability is at least ``SURE_ORDER``; unless a sacrifice has just been made, the
expected order has most of the prior. A stack move is read after ``MOVE_S`` of still table, a difference is
reported after ``MISMATCH_S``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from arbiter.games.initiative.setup.reading import StackReading
from engine.initiative.model import Play, Rules
from engine.initiative.stack import legal_shifts, move_colour
from engine.initiative.status import STACK_HEIGHT
from engine.pieces import Colour
from vision.track.summing import Unit

SURE_ORDER = 0.95
MOVE_S = 0.5
MISMATCH_S = 2.0
P_EXPECTED = 0.97
LOG_OTHER_STACK = -4.0
"""Log weight of a reading whose plays cannot lead to the order that the stack shows."""
P_UNMOVED = 0.4
"""Prior that the stack is unmoved after a sacrifice that still allows a move."""

Order = tuple[Colour, ...]


def shifted_orders(before: Order, play: Play, rules: Rules) -> dict[Order, int]:
    """Every order that the sacrifice of ``play`` may legally lead to, with its shift; shift 0 is included."""
    orders = {before: 0}
    if play.sacrifice is None or play.piece.colour not in before:
        return orders
    for shift in legal_shifts(before, play.piece.colour, play.sacrifice.size, rules.swap):
        orders[move_colour(before, play.piece.colour, shift)] = shift
    return orders


def priors(expected: Order, moved: Iterable[Order]) -> dict[Order, float]:
    """Prior of every order: the expected one and those that an open sacrifice allows share most of it."""
    everything = list(permutations(expected))
    special = {order for order in moved if order != expected}
    rest = (1 - P_EXPECTED) / len(everything)
    prior = dict.fromkeys(everything, rest)
    prior[expected] += P_EXPECTED * (P_UNMOVED if special else 1.0)
    for order in special:
        prior[order] += P_EXPECTED * (1 - P_UNMOVED) / len(special)
    return prior


def read_order(unit: Unit, palette: Order, prior: Mapping[Order, float]) -> StackReading | None:
    """The likeliest order of the stack under ``prior``; ``None`` unless exactly five levels show."""
    if len(unit.levels) != STACK_HEIGHT:
        return None
    rows = np.stack([level.colour for level in unit.levels])
    orders = list(prior)
    index = np.array([[palette.index(colour) for colour in order] for order in orders])
    scores = rows[np.arange(STACK_HEIGHT)[None, :], index].sum(axis=1) + np.log(list(prior.values()))
    weights = np.exp(scores - scores.max())
    best = int(scores.argmax())
    return StackReading(orders[best], float(weights[best] / weights.sum()))


def shown_order(unit: Unit | None, colours: Order, palette: Order) -> Order | None:
    """The certain order of these colours on the stack, under a uniform prior; ``None`` if uncertain."""
    alike = dict.fromkeys(permutations(colours), 1.0)
    reading = None if unit is None else read_order(unit, palette, alike)
    return reading.order if reading is not None and reading.probability >= SURE_ORDER else None


@dataclass(frozen=True)
class Glimpsed:
    """The ``order`` that glimpses of the stack show, from when to when."""

    order: Order
    since_s: float
    until_s: float

    @property
    def lasted_s(self) -> float:
        """For how many seconds."""
        return self.until_s - self.since_s

    def again(self, order: Order, time_s: float) -> Glimpsed:
        """After one more glimpse."""
        return Glimpsed(order, self.since_s if order == self.order else time_s, time_s)


@dataclass(frozen=True)
class StackWatch:
    """The ``order`` last seen on the stack, ``since`` when, and the wrong order already ``reported``;
    ``for_last_play`` if at that time only the last play can have been the reason to move it."""

    order: Order | None = None
    since: float = math.inf
    reported: Order | None = None
    for_last_play: bool = False

    def saw(self, order: Order, time_s: float) -> StackWatch:
        """The watch after reading an order; the clock keeps running while it stays the same."""
        if order == self.order:
            return self
        return StackWatch(order, time_s, self.reported)

    def held(self, time_s: float) -> float:
        """For how many seconds the order has been seen."""
        return time_s - self.since
