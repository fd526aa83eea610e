"""Who is winning a round of Initiative: exact where the search reaches the end, proven bounds elsewhere.

A round's value is near's score minus far's, and 0 for a draw. Only the winner of a round scores (I10), so
maximising one's own score and maximising the difference give the same best play.

>>> from engine.initiative.examples import ROUNDS
>>> judgement = judge_initiative(ROUNDS["basic"].start(), 100_000)
>>> judgement.exact, judgement.winner, judgement.low
(True, <Seat.FAR: 'far'>, -24)
"""

from __future__ import annotations

from dataclasses import replace

from engine.game import Seat
from engine.initiative.model import Play
from engine.initiative.solver_board import Board
from engine.initiative.solver_search import TO_THE_END, Bounds, OutOfNodes, Search
from engine.initiative.state import State
from engine.solver import Judgement

ENOUGH_NODES = 300_000
"""Enough to solve every measured deal of the basic game and advanced position of 14 pyramids."""

STRAIGHT_PIECES = 16
"""With sacrifices and more pyramids left than this, short wins are searched first."""


def judge_initiative(state: State, nodes: int = ENOUGH_NODES) -> Judgement:
    """The judgement of any position.

    The search examines at most ``nodes`` positions. While the value is open, the estimate is the value
    without further sacrifices, clipped to the bounds, found by a second search with the same limit; the line
    is then that of the second search, unless the first has proven that somebody cannot lose. If no leader is
    named, either player may begin and the rules do not say who: each leader is judged, the bounds hold for
    both, and estimate and line are those of the leader who gains more by leading.
    """
    if state.outcome is not None:
        points = _points(state)
        return Judgement(points, points, points, (), 0)
    if len(state.may_move) == 1:
        return _judge(state, nodes)
    near, far = (_judge(replace(state, leader=seat), nodes) for seat in Seat)
    keener = near if near.estimate >= -far.estimate else far
    low, high = min(near.low, far.low), max(near.high, far.high)
    return Judgement(low, high, keener.estimate, keener.line, near.nodes + far.nodes)


def _points(state: State) -> int:
    outcome = state.outcome
    if outcome is None or outcome.score is None:
        return 0
    return outcome.score.total if outcome.winner is Seat.NEAR else -outcome.score.total


def _judge(state: State, nodes: int) -> Judgement:
    """The judgement of a round in play with a known mover."""
    search = Search(Board(state), nodes)
    low, high = _prove(search)
    line, estimate, examined = _line(search), low, search.nodes
    if low < high:
        plain = replace(state, rules=replace(state.rules, sacrifice=False))
        alone = Search(Board(plain), nodes if state.rules.sacrifice else 0)
        least, most = _prove(alone)
        estimate = min(max(low, min(max(least, 0), most)), high)
        examined += alone.nodes
        if low < 0 < high:
            line = _line(alone)
    factor = 2**state.calls
    points = (low * factor, high * factor, estimate * factor)
    if state.to_move is Seat.FAR:
        points = (-points[1], -points[0], -points[2])
    return Judgement(*points, line, examined)


def _prove(search: Search) -> Bounds:
    """What the search proves about its root within its limit, for the mover and without earlier calls."""
    board = search.board
    many = board.rules.sacrifice and len(board.pieces) > STRAIGHT_PIECES
    bounds = search.known(board.root)
    try:
        for plies in (*(range(3, 2 * len(board.pieces), 2) if many else ()), TO_THE_END):
            bounds = search.climb(bounds, plies)
            if bounds[0] == bounds[1]:
                break
    except OutOfNodes:
        bounds = search.known(board.root)
    return bounds


def _line(search: Search) -> tuple[Play, ...]:
    return tuple(search.board.play(node, edge) for node, edge in search.line())
