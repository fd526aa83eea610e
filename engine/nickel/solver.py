"""Who wins a position of Nickel: proof-number search over bit masks (readings N2 to N7).

>>> from engine.nickel.examples import GAMES
>>> judgement = judge_nickel(GAMES["line"].states()[-2], 100)
>>> judgement.exact, str(judgement.winner), [move.square for move in judgement.line]
(True, 'far', ['d5'])

The search is depth-first proof-number search (Nagai's df-pn) with a table of positions. A position consists
of the squares taken, the squares open to the mover, and each seat's tokens in shapes that it can still
complete. Tokens in no such shape are interchangeable, which is why most positions recur. Turning or mirroring
the board is not a symmetry, as the pyramids keep their directions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.game import Seat
from engine.nickel.model import SQUARES, Place, Pyramid
from engine.nickel.shapes import L_SHAPES, LINES
from engine.nickel.state import State
from engine.solver import Judgement, whoever_begins

Masks = tuple[int, ...]

NEVER = 1 << 40
"""A proof number meaning that the claim can no longer be proven."""
KEY_BITS = len(SQUARES)


class _Verdict(NamedTuple):
    """How many open positions must at least be settled to prove that the mover wins, and loses.

    Once either is 0, ``plies`` is the length of the proof found.
    """

    win: int
    loss: int
    plies: int = 0


class _Position(NamedTuple):
    """A moment of the search, as masks of squares.

    It has the tokens of the mover and the rival, the squares open to the mover, and the shapes that each can
    still complete.
    """

    own: int
    rival: int
    open: int
    own_shapes: Masks
    rival_shapes: Masks


class _Child(NamedTuple):
    square: int
    key: int
    position: _Position


def judge_nickel(state: State, nodes: int) -> Judgement:
    """Judge a position by searching about ``nodes`` positions: 1 if near wins, -1 if far wins.

    While either player may begin (N8), the bounds hold whoever does, and the line is for near beginning; so
    they stay open if the beginner wins. A board with no first move is a draw, 0 (N6).
    """
    if state.outcome is not None:
        value = 0 if state.outcome.winner is None else _sign(state.outcome.winner)
        return Judgement(value, value, value, (), 1)
    movers = [seat for seat in Seat if any(move.seat is seat for move in state.legal_moves())]
    found = [_Search(state, seat, nodes // len(movers)).judge() for seat in movers]
    return whoever_begins(found)


def _sign(seat: Seat) -> int:
    return 1 if seat is Seat.NEAR else -1


def _mask(squares: Iterable[int]) -> int:
    """Squares as bits, a1 being the lowest."""
    return sum(1 << square for square in squares)


def _combine(known: list[_Verdict]) -> tuple[_Verdict, int, int]:
    """A position's verdict from those after each move, the best move, and the second smallest effort.

    The mover wins by a single move after which the rival loses, and loses if the rival wins after every move.
    """
    win, second, loss, best = NEVER, NEVER, 0, 0
    for number, (child_win, child_loss, _) in enumerate(known):
        loss += child_win
        if child_loss < win:
            win, second, best = child_loss, win, number
        elif child_loss < second:
            second = child_loss
    if win == 0:
        plies, best = min((each.plies, number) for number, each in enumerate(known) if each.loss == 0)
        return _Verdict(0, NEVER, plies + 1), best, second
    if loss == 0:
        plies, best = max(((each.plies, -number) for number, each in enumerate(known)), default=(0, 0))
        return _Verdict(NEVER, 0, plies + 1), -best, second
    return _Verdict(win, min(loss, NEVER)), best, second


class _Search:
    """One search, with one player to move; ``table`` has what is known about each key."""

    def __init__(self, state: State, mover: Seat, nodes: int) -> None:
        self.mover, self.nodes, self.limit = mover, 1, nodes
        self.tokens = state.rules.token_limit or len(SQUARES)
        cells = state.board
        self.matches = [
            _mask(n for n, other in enumerate(cells) if isinstance(other, Pyramid) and other.matches(cell))
            if isinstance(cell, Pyramid)
            else 0
            for cell in cells
        ]
        self.taken = _mask(n for n, cell in enumerate(cells) if not isinstance(cell, Pyramid))
        near, far = (_mask(n for n, cell in enumerate(cells) if cell is seat) for seat in Seat)
        own, rival = (near, far) if mover is Seat.NEAR else (far, near)
        shapes = [_mask(map(SQUARES.index, shape)) for shape in (*LINES, *L_SHAPES[state.rules.l_shape])]
        moves = (SQUARES.index(move.square) for move in state.legal_moves() if move.seat is mover)
        fit = (tuple(shape for shape in shapes if not shape & self.taken & ~mine) for mine in (own, rival))
        self.root = _Position(own, rival, _mask(moves), *fit)
        self.gaps = self.taken & ~(own | rival)
        self.table: dict[int, _Verdict] = {}

    def judge(self) -> Judgement:
        """Search from the root and report the result."""
        verdict = self.prove(self.root, NEVER, NEVER)
        sign = _sign(self.mover)
        line = self._line()
        if verdict.win and verdict.loss:
            hunch = (verdict.win < verdict.loss) - (verdict.win > verdict.loss)
            return Judgement(-1, 1, sign * hunch, line, self.nodes)
        value = sign if verdict.win == 0 else -sign
        return Judgement(value, value, value, line, self.nodes)

    def prove(self, position: _Position, win: int, loss: int) -> _Verdict:
        """Search a position until a proof number reaches its threshold or the nodes are used up."""
        children = self._children(position)
        known = []
        for child in children:
            if child.key not in self.table:
                self.table[child.key] = self._first_look(child.position)
                self.nodes += 1
            known.append(self.table[child.key])
        while True:
            verdict, best, second = _combine(known)
            if verdict.win >= win or verdict.loss >= loss or self.nodes >= self.limit:
                return verdict
            child = children[best]
            below = self.prove(child.position, loss - verdict.loss + known[best].win, min(win, second + 1))
            known[best] = self.table[child.key] = below

    def _children(self, position: _Position) -> list[_Child]:
        """Every move with the position after it, in which the rival is to move."""
        own, rival, open_, own_shapes, rival_shapes = position
        taken = own | rival | self.gaps
        rest = KEY_BITS - taken.bit_count() - 1
        own_left = min(rest // 2, self.tokens - own.bit_count() - 1)
        rival_left = min((rest + 1) // 2, self.tokens - rival.bit_count())
        found = []
        while open_:
            bit = open_ & -open_
            open_ ^= bit
            square, mine = bit.bit_length() - 1, own | bit
            theirs = tuple(
                [s for s in rival_shapes if not s & bit and (s & ~rival).bit_count() <= rival_left]
            )
            ours = tuple([s for s in own_shapes if (s & ~mine).bit_count() <= own_left])
            open_then = self.matches[square] & ~(taken | bit) if rival_left > 0 else 0
            useful, feared = 0, 0
            for shape in ours:
                useful |= shape
            for shape in theirs:
                feared |= shape
            key = rival & feared | (mine & useful) << KEY_BITS
            key |= ((taken | bit) | open_then << KEY_BITS) << 2 * KEY_BITS
            found.append(_Child(square, key, _Position(rival, mine, open_then, theirs, ours)))
        return found

    @staticmethod
    def _first_look(position: _Position) -> _Verdict:
        """What is obvious: the rival has a shape or has left no move, or the mover completes a shape."""
        if not position.open or any(not shape & ~position.rival for shape in position.rival_shapes):
            return _Verdict(NEVER, 0)
        for shape in position.own_shapes:
            lacking = shape & ~position.own
            if not lacking & (lacking - 1) and lacking & position.open:
                return _Verdict(0, NEVER, 1)
        return _Verdict(1, position.open.bit_count())

    def _line(self) -> tuple[Place, ...]:
        """The best play found: the quickest proof for the winner, the longest resistance for the loser."""
        line: list[Place] = []
        position, seat = self.root, self.mover
        while children := self._children(position):
            seen = [self.table.get(child.key) for child in children]
            known = [
                verdict or self._first_look(child.position)
                for child, verdict in zip(children, seen, strict=True)
            ]
            verdict, best, _ = _combine(known)
            if None in seen and verdict.win and verdict.loss:
                break
            line.append(Place(seat, SQUARES[children[best].square]))
            if known[best].loss == 0 and known[best].plies == 0:
                break
            position, seat = children[best].position, seat.other
        return tuple(line)
