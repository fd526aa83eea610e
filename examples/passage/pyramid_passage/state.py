"""The state of a game of Passage, its moves and its end (readings P1 to P6, in ``RULES.md``)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from enum import Flag
from typing import ClassVar

from engine.game import Event, Fault, IllegalMove, MalformedMove, Seat, Step, cached, only
from engine.message import Message, Messages
from engine.pieces import Colour, Piece, Size

say = Messages("pyramid_passage")
FILES, RANKS = "abc", "123"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
COLOURS = {Seat.NEAR: Colour.RED, Seat.FAR: Colour.BLUE}
ARRIVAL = 3
Board = tuple[Piece | None, ...]
"""The piece on each of the `SQUARES`."""


@dataclass(frozen=True)
class Move:
    """A step of a pyramid from one square to another."""

    seat: Seat
    start: str
    end: str


@dataclass(frozen=True)
class Moved(Event):
    """A pyramid went from one square to another, and perhaps took another one there."""

    kind: ClassVar[str] = "moved"
    seat: Seat
    piece: Piece
    start: str
    end: str
    taken: Piece | None


@dataclass(frozen=True)
class Outcome:
    """The end of a game, with both scores."""

    winner: Seat | None
    reason: Message
    reading: str
    near: int
    far: int


class Problem(Flag):
    """The reasons why a position is impossible."""

    NONE = 0
    PIECES = 1


@dataclass(frozen=True)
class State:
    """A game at one moment; ``mover`` is the player to move, ``None`` while either may begin."""

    setup: Board
    board: Board
    mover: Seat | None
    points: tuple[int, int] = (0, 0)
    history: tuple[Move, ...] = ()

    @classmethod
    def start(cls, setup: Board, leader: Seat | None = None) -> State:
        """The first position."""
        return cls(setup, setup, leader)

    def at(self, square: str) -> Piece | None:
        """The piece on a square."""
        return self.board[SQUARES.index(square)]

    @property
    def may_move(self) -> tuple[Seat, ...]:
        """The seats that may move now."""
        if self.outcome is not None:
            return ()
        return tuple(Seat) if self.mover is None else (self.mover,)

    @property
    def to_move(self) -> Seat | None:
        """The one seat that may move."""
        return only(self.may_move)

    @property
    def key(self) -> Hashable:
        """The position without its history."""
        return self.board, self.mover, self.points

    @cached
    def outcome(self) -> Outcome | None:
        """The outcome (P5, P6); ``None`` during the game."""
        last = self.history[-1] if self.history else None
        if last is not None and last.end[1] == _home(last.seat.other):
            return self._over(say("arrived", who=last.seat))
        if self.mover is not None and not any(self._moves(self.mover)):
            return self._over(say("stuck", who=self.mover))
        return None

    def _over(self, reason: Message) -> Outcome:
        near, far = self.points
        winner = None if near == far else Seat.NEAR if near > far else Seat.FAR
        return Outcome(winner, reason, "P5", near, far)

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move."""
        return tuple(move for seat in self.may_move for move in self._moves(seat))

    def _moves(self, seat: Seat) -> Iterator[Move]:
        for start in SQUARES:
            if _owner(self.at(start)) is seat:
                for end in SQUARES:
                    move = Move(seat, start, end)
                    if self._fault_of_step(move) is None:
                        yield move

    def check(self, move: Move) -> None:
        """Raise `IllegalMove` or `MalformedMove` unless the move is legal."""
        if _owner(self.at(move.start)) is not move.seat or move.start == move.end:
            raise MalformedMove(say("nothing_there", who=move.seat, square=move.start))
        fault = self._fault(move)
        if fault is not None:
            raise IllegalMove(fault, move, self.legal_moves)

    def _fault(self, move: Move) -> Fault | None:
        if self.outcome is not None:
            return Fault("P5", "over", say("is_over"))
        if self.mover is not None and move.seat is not self.mover:
            return Fault("P1", "out_of_turn", say("out_of_turn", who=self.mover))
        return self._fault_of_step(move)

    def _fault_of_step(self, move: Move) -> Fault | None:
        forward = 1 if move.seat is Seat.NEAR else -1
        up = int(move.end[1]) - int(move.start[1])
        aside = abs(FILES.index(move.end[0]) - FILES.index(move.start[0]))
        if up != forward or aside > 1:
            return Fault("P2", "no_step", say("no_step", start=move.start, end=move.end))
        piece, there = self.at(move.start), self.at(move.end)
        if _owner(there) is move.seat:
            return Fault("P4", "own", say("own", who=move.seat, square=move.end))
        if piece is not None and there is not None and there.size > piece.size:
            return Fault("P3", "larger", say("larger", piece=piece, other_piece=there))
        return None

    def apply(self, move: Move) -> Step[State]:
        """Make a legal move."""
        self.check(move)
        return self.force(move)

    def force(self, move: Move) -> Step[State]:
        """Make a move that was played, legal or not."""
        piece, taken = self.at(move.start), self.at(move.end)
        if piece is None or _owner(piece) is not move.seat:
            raise MalformedMove(say("nothing_there", who=move.seat, square=move.start))
        board = list(self.board)
        board[SQUARES.index(move.start)], board[SQUARES.index(move.end)] = None, piece
        gained = int(taken.size) if taken is not None and _owner(taken) is not move.seat else 0
        gained += ARRIVAL if move.end[1] == _home(move.seat.other) else 0
        near, far = self.points
        points = (near + gained, far) if move.seat is Seat.NEAR else (near, far + gained)
        after = replace(
            self, board=tuple(board), mover=move.seat.other, points=points, history=(*self.history, move)
        )
        return Step(after, [Moved(move.seat, piece, move.start, move.end, taken)])

    def status(self) -> Problem:
        """Whether the position is impossible."""
        return Problem.PIECES if self.problems() else Problem.NONE

    def problems(self) -> tuple[Message, ...]:
        """A sentence for each fault."""
        many = max(sum(_owner(piece) is seat for piece in self.board) for seat in Seat)
        return (say("too_many"),) if many > len(Size) else ()


def _owner(piece: Piece | None) -> Seat | None:
    return (
        None if piece is None else next((s for s, colour in COLOURS.items() if colour is piece.colour), None)
    )


def _home(seat: Seat) -> str:
    return RANKS[0] if seat is Seat.NEAR else RANKS[-1]
