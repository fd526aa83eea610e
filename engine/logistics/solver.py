"""Who wins a position of Logistics, and by how much: alpha-beta with proven bounds (readings L1 to L16).

>>> from engine.logistics.notation import parse_layout
>>> from engine.logistics.state import Rules
>>> layout = parse_layout("near(3=Sblack;vault=Lred,Mred)far(3=Sblue)", 3)
>>> judgement = judge_logistics(State.start(layout, Rules(cards=3), Seat.NEAR), 100)
>>> judgement.exact, judgement.low, judgement.line
(True, 4, (Sow(seat=<Seat.NEAR: 'near'>, card=3, pieces=()), Sow(seat=<Seat.FAR: 'far'>, card=3, pieces=())))

The search deepens step by step. Every position has an estimate, which guides the search, and two proven
bounds (`find_bounds`). Bounds are passed up from all moves listed. If some were not listed (there are tens of
thousands of sows from the stock), only the lower bound of the mover is passed up, as other moves may be
better. So every claim is proven, and once a whole tree has been searched, the value is exact.

The end by repetition (L13) makes a position's value depend on its history, so stored results are used only
where no earlier position can recur (see `_Search.may_meet`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from engine.game import Seat
from engine.logistics.model import Layout, Move, Sow
from engine.logistics.prospects import (
    BACKWARDS,
    count_stock_sows,
    find_bounds,
    gives_power,
    guess,
    has_outside,
    likely_stock_sows,
    progress,
    whole_worth,
)
from engine.logistics.state import State
from engine.logistics.verdict import moves_of
from engine.solver import Judgement, whoever_begins

Key = tuple[Layout, Seat, tuple[object, ...], bool]

FIRST_BREADTH = 12
LISTED = 4
"""All sows from the stock are listed if there are at most this many times the breadth; else likely ones."""


class _Worth(NamedTuple):
    """Proven bounds, an estimate between them and the best line, from one player's point of view."""

    low: int
    high: int
    estimate: float
    line: tuple[Move, ...] = ()

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def of(self, seat: Seat, viewer: Seat) -> _Worth:
        """``seat``'s worth from ``viewer``'s point of view; the same function converts it back."""
        if seat is viewer:
            return self
        return _Worth(-self.high, -self.low, -self.estimate, self.line)


@dataclass(frozen=True)
class _Child:
    """A move, the state after it, and the first look at that from the mover's point of view."""

    move: Move
    state: State
    worth: _Worth


def judge_logistics(state: State, nodes: int) -> Judgement:
    """Judge a position by searching about ``nodes`` positions: near's final score less far's (L11).

    While either player may begin (L14), the bounds hold whoever does, and the line is for near beginning.
    """
    if state.outcome is not None:
        value = state.outcome.near.total - state.outcome.far.total
        return Judgement(value, value, value, (), 1)
    seats = [state.mover] if state.mover else list(Seat)
    return whoever_begins([_Search(state, seat, nodes // len(seats)).judge() for seat in seats])


class _Search:
    """One search, with one player to move."""

    def __init__(self, state: State, mover: Seat, nodes: int) -> None:
        self.root, self.mover, self.nodes = state, mover, 1
        self.limit = max(nodes, 2)  # enough to list the first moves
        self.breadth = FIRST_BREADTH
        self.cut = self.left_out = False
        self.known: dict[Key, _Worth] = {}
        self.whole = whole_worth(state.layout)
        self.past_is_gone = _past_is_gone(state)

    def judge(self) -> Judgement:
        """Deepen until the value is proven or the nodes are used up; an unfinished step counts only if it
        proves the value.

        Once a whole tree has been searched except for moves left out, the breadth grows.
        """
        first = self.look(self.root, self.mover)
        worth, depth = first, 0
        while not worth.exact and self.nodes < self.limit:
            depth += 1
            self.cut = self.left_out = False
            found = self.search(self.root, self.mover, first, depth, -inf, inf)
            if self.nodes < self.limit or found.exact or depth == 1:
                worth = found
            if not self.cut:
                if not self.left_out:
                    break
                self.breadth *= LISTED
        low, high, estimate, line = worth.of(self.mover, Seat.NEAR)
        return Judgement(low, high, min(max(round(estimate), low), high), line, self.nodes)

    def search(
        self, state: State, mover: Seat, first: _Worth, depth: int, alpha: float, beta: float
    ) -> _Worth:
        """A position's worth to its mover, searched ``depth`` moves deep; ``first`` is the first look.

        An estimate at or below ``alpha`` or at or above ``beta`` need not be the best (alpha-beta); the
        bounds always hold.
        """
        key = (state.layout, mover, state.pending, state.extra)
        known = self.known.get(key)
        if known and self.may_meet(state) and (known.exact or known.low >= beta or known.high <= alpha):
            return known
        if first.exact:
            return first
        if depth == 0 or self.nodes >= self.limit:
            self.cut = True
            return first
        children, complete = self.children(state, mover)
        hint = known.line[0] if known and known.line else None
        children.sort(key=lambda child: (child.move != hint, -child.worth.estimate))
        worths: list[_Worth] = []
        best: tuple[float, int] = (-inf, 0)
        for number, child in enumerate(children):
            found = child.worth
            if number >= self.breadth:
                self.left_out |= not found.exact
            elif alpha < beta and (number == 0 or self.nodes < self.limit):
                found = self.reply(child, mover, depth - 1, alpha, beta)
                best = max(best, (found.estimate, -number))
                alpha = max(alpha, found.estimate)
            worths.append(found)
        worth = _combine(first, children, worths, complete, -best[1])
        if known is None or worth.high - worth.low <= known.high - known.low:
            self.known[key] = worth
        return worth

    def reply(self, child: _Child, mover: Seat, depth: int, alpha: float, beta: float) -> _Worth:
        """Search the position after a move, from the point of view of who made it."""
        after = child.state.mover or mover
        if after is mover:
            return self.search(child.state, mover, child.worth, depth, alpha, beta)
        first = child.worth.of(mover, after)
        return self.search(child.state, after, first, depth, -beta, -alpha).of(after, mover)

    def children(self, state: State, mover: Seat) -> tuple[list[_Child], bool]:
        """The moves listed, with their results, and whether these are all moves."""
        side, facing = state.layout.side(mover), state.layout.side(mover.other).cards
        moves: list[Move] = []
        complete = bool(state.pending) or count_stock_sows(side, state.rules) <= LISTED * self.breadth
        for move in moves_of(state, mover):
            if not complete and isinstance(move, Sow) and move.card == 0:
                moves += [Sow(mover, 0, sown) for sown in likely_stock_sows(side, facing, state.rules)]
                self.left_out = True
                break
            moves.append(move)
        self.nodes += len(moves)
        return [self._child(state, mover, move) for move in moves], complete

    def _child(self, state: State, mover: Seat, move: Move) -> _Child:
        after = state.apply(move).state
        return _Child(move, after, self.look(after, mover))

    def look(self, state: State, viewer: Seat) -> _Worth:
        """A position's bounds and estimate."""
        low, high = find_bounds(state, self.whole)
        estimate = low if low == high else min(max(guess(state), low), high)
        return _Worth(low, high, estimate).of(Seat.NEAR, viewer)

    def may_meet(self, state: State) -> bool:
        """Whether a position's value is independent of its history, so that a stored result may be used.

        If neither a pyramid outside nor a due power can move anything back, every sow raises `progress`, so
        no position recurs from here on. Nor can an earlier one: for that, all such pyramids would have been
        in the vaults already, and every sow since then has raised it as well.
        """
        return self.past_is_gone and not gives_power(state, BACKWARDS)


def _past_is_gone(state: State) -> bool:
    """Whether no position before the search can recur once nothing can move back.

    That holds after legal moves (see `_Search.may_meet`) but perhaps not after an arrangement that stood
    (L15).
    """
    forward = not gives_power(state, BACKWARDS)
    now = progress(state.layout)
    return all(
        (forward and progress(layout) <= now) or has_outside(layout, BACKWARDS) for layout, _ in state.seen
    )


def _combine(
    first: _Worth, children: list[_Child], worths: list[_Worth], complete: bool, best: int
) -> _Worth:
    """A position's worth to its mover from those after each listed move; ``best`` has the best estimate.

    The mover gets at least the best lower bound; the best upper bound only holds if all moves were listed.
    The line follows the best move, unless that gives up a proven win, a proven draw or the proven value.
    """
    low = max(first.low, *(worth.low for worth in worths))
    high = min(first.high, max(worth.high for worth in worths)) if complete else first.high
    estimate = min(max(worths[best].estimate, low), high)
    if low >= 0 or low == high:
        safe = [number for number, worth in enumerate(worths) if worth.low >= low]
        best = max(safe, key=lambda number: worths[number].estimate)
    return _Worth(low, high, estimate, (children[best].move, *worths[best].line))
