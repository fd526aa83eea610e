"""The solver of each game, and its review of a game that was played: which move threw it away.

>>> from engine.initiative.examples import ROUNDS
>>> states = ROUNDS["basic"].states()
>>> moves = zip(states, states[-1].history, states[1:])
>>> review = review_moves(SOLVERS["Initiative"], moves, nodes=100_000)
>>> [(number, move.given_away) for number, move in enumerate(review.moves) if move.given_away]
[(3, 3), (14, 3)]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from engine.game import Seat
from engine.games import GAMES
from engine.playback import Playback
from engine.solver import Judgement, Solver

SOLVERS: Mapping[str, Solver] = MappingProxyType(
    {name: game.solver for name, game in GAMES.items() if game.solver is not None}
)
"""The solvers by the names of their games."""


@dataclass(frozen=True)
class JudgedMove:
    """A move, with the judgements of the positions before and after it.

    ``move`` is what ``mover`` played, legal or not.
    """

    mover: Seat
    move: Any
    before: Judgement
    after: Judgement

    @property
    def given_away(self) -> int:
        """The points that the move provably cost its mover at least; 0 if nothing is proven."""
        return max(0, _least(self.before, self.mover) - _most(self.after, self.mover))

    @property
    def threw_away(self) -> bool:
        """Whether a proven win became a draw or a loss, or a proven draw a loss."""
        had, has = _least(self.before, self.mover), _most(self.after, self.mover)
        return has <= 0 < had or has < 0 <= had

    @property
    def better(self) -> Any:
        """A move that keeps what this one gave away; ``None`` if none is proven."""
        proven = self.before.exact or _least(self.before, self.mover) >= 0
        return self.before.line[0] if self.given_away and proven and self.before.line else None


@dataclass(frozen=True)
class Review:
    """The judged moves of a game, in order.

    ``turning_point`` is the index of the last move after which the loser provably loses and before which they
    did not; ``None`` without one: the game was drawn, undecided, lost from the start, or too hard to judge.
    """

    moves: tuple[JudgedMove, ...]
    turning_point: int | None


def judge_move(solver: Solver, before: Any, move: Any, after: Any, nodes: int) -> JudgedMove:
    """A move between two states, each judged with at most ``nodes`` positions."""
    return JudgedMove(move.seat, move, solver(moved_from(before, move), nodes), solver(after, nodes))


def moved_from(before: Any, move: Any) -> Any:
    """The state before a move, for who made it: if either could begin, the mover was the leader."""
    if len(before.may_move) > 1:
        return before.led_by(move.seat)
    return before


def review_moves(solver: Solver, moves: Iterable[tuple[Any, Any, Any]], nodes: int) -> Review:
    """The review of moves, given as state before, move, state after; equal states are judged once."""
    judged: dict[Any, Judgement] = {}

    def judge(state: Any, nodes: int) -> Judgement:
        if state not in judged:
            judged[state] = solver(state, nodes)
        return judged[state]

    return review_of(judge_move(judge, before, move, after, nodes) for before, move, after in moves)


def review_of(moves: Iterable[JudgedMove]) -> Review:
    """The review of judged moves, with the turning point."""
    kept = tuple(moves)
    winner = kept[-1].after.winner if kept else None
    turns = (i for i, move in enumerate(kept) if move.after.winner is winner is not move.before.winner)
    return Review(kept, None if winner is None else max(turns, default=None))


def review_playback(played: Playback, nodes: int) -> Review | None:
    """The review of a record's moves that counted; ``None`` for a game without a solver."""
    solver = SOLVERS.get(played.game.name) if played.game else None
    if solver is None:
        return None
    moves = ((ply.before, ply.move, ply.after) for ply in played.plies if ply.counts)
    return review_moves(solver, moves, nodes)


def _least(judgement: Judgement, seat: Seat) -> int:
    """The least that ``seat`` provably gets, the opponent's points being negative."""
    return judgement.low if seat is Seat.NEAR else -judgement.high


def _most(judgement: Judgement, seat: Seat) -> int:
    return judgement.high if seat is Seat.NEAR else -judgement.low
