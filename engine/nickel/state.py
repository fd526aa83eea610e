"""Nickel: the state of a game, its legal moves, and how it ends (readings N1 to N9).

>>> from engine.nickel.examples import SETUP
>>> state = State.start(SETUP, Rules(), Seat.NEAR)
>>> len(state.legal_moves())
16
>>> step = state.apply(Place(Seat.NEAR, "d1"))
>>> str(step.state.handed), len(step.state.legal_moves())
('red pointing east', 8)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace

from engine.game import Event, Fault, IllegalMove, MalformedMove, Seat, Step, all_flags, cached, only
from engine.message import Message, Messages
from engine.nickel.model import (
    EDGE,
    SIDE,
    SQUARES,
    Cell,
    Discarded,
    GameEnded,
    HandedOver,
    Orientation,
    Outcome,
    Place,
    Pyramid,
    Rules,
    Setup,
    TokenPlaced,
    matches_of,
)
from engine.nickel.shapes import LINES, SHAPES, Shape, shapes_through
from engine.nickel.status import Problem, faults

say = Messages("engine.nickel")

__all__ = [
    "EDGE",
    "SQUARES",
    "Orientation",
    "Outcome",
    "Place",
    "Problem",
    "Pyramid",
    "Rules",
    "Seat",
    "Setup",
    "State",
    "Step",
]


@dataclass(frozen=True)
class State:
    """A game of Nickel at one moment; the first comes from `start`.

    ``board`` runs from a1 to e5; ``mover`` is whose turn it is (``None``: either may begin); ``handed`` is
    the pyramid to match, ``discarded`` are those matched before; ``history`` has all moves.
    """

    rules: Rules
    setup: Setup
    board: tuple[Cell, ...]
    mover: Seat | None
    handed: Pyramid | None = None
    discarded: tuple[Pyramid, ...] = ()
    history: tuple[Place, ...] = ()

    @classmethod
    def start(cls, setup: Setup, rules: Rules, leader: Seat | None = None) -> State:
        """The first position, or any later one; without ``leader`` either player may begin.

        Raises ``ValueError`` for a board without exactly 25 cells, or if a pyramid was handed over and
        ``leader`` does not say to whom; see `status` for lesser faults.
        """
        if len(setup.board) != len(SQUARES):
            raise ValueError(f"a board has 25 squares, not {len(setup.board)}")
        if setup.handed is not None and leader is None:
            raise ValueError("say who has to match the pyramid that was handed over")
        return cls(rules, setup, setup.board, leader, setup.handed)

    @classmethod
    def replay(cls, setup: Setup, rules: Rules, leader: Seat | None, moves: Iterable[Place]) -> State:
        """The state after a history, including moves that stood."""
        state = cls.start(setup, rules, leader)
        for move in moves:
            state = state.force(move).state
        return state

    def at(self, square: str) -> Cell:
        """What is on a square."""
        return self.board[SQUARES.index(square)]

    def tokens(self, seat: Seat) -> tuple[str, ...]:
        """The squares with a seat's tokens."""
        return tuple([name for name, cell in zip(SQUARES, self.board, strict=True) if cell is seat])

    def shapes(self, seat: Seat) -> tuple[Shape, ...]:
        """A seat's winning lines and L shapes (N4, N5)."""
        return self._completed(seat, SHAPES[self.rules.l_shape])

    def _completed(self, seat: Seat, shapes: Iterable[Shape]) -> tuple[Shape, ...]:
        if self.board.count(seat) < SIDE:
            return ()
        return tuple(filter(set(self.tokens(seat)).issuperset, shapes))

    @cached
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it continues."""
        if self.history:
            last = self.history[-1]  # nothing was won before it: a game won by a shape stays ended (N9)
            shapes = shapes_through(last.square, self.rules.l_shape)
            won = self._won(last.seat, self._completed(last.seat, shapes))
        else:
            first = self.mover.other if self.mover else Seat.NEAR
            second = first.other
            won = self._won(first, self.shapes(first)) or self._won(second, self.shapes(second))
        return won or self._stuck()

    @staticmethod
    def _won(seat: Seat, shapes: tuple[Shape, ...]) -> Outcome | None:
        if not shapes:
            return None
        if shapes[0] in LINES:
            return Outcome(seat, say("line", who=seat), "N4", shapes)
        return Outcome(seat, say("shape", who=seat), "N5", shapes)

    def _stuck(self) -> Outcome | None:
        """The end of a game in which nobody can move and nobody has won by a shape (N6)."""
        if self._moves:
            return None
        if self.mover is None:
            return Outcome(None, say("no_begin"), "N6")
        if not self._tokens_left(self.mover):
            return Outcome(self.mover.other, say("no_token", who=self.mover), "N6")
        why = say("no_pyramid", pyramid=self.handed.message) if self.handed else say("no_square")
        return Outcome(self.mover.other, say("no_move", who=self.mover, text=why), "N6")

    @property
    def may_move(self) -> tuple[Seat, ...]:
        """The seats that may move: both while either may begin, none once the game is over."""
        if self.outcome is not None:
            return ()
        return tuple(Seat) if self.mover is None else (self.mover,)

    def led_by(self, seat: Seat) -> State:
        """The same position with that seat beginning."""
        return replace(self, mover=seat)

    @property
    def to_move(self) -> Seat | None:
        """The only seat to move; ``None`` unless `may_move` has exactly one."""
        return only(self.may_move)

    @property
    def key(self) -> Hashable:
        """All that the rest of the game depends on under one set of rules."""
        return self.board, self.mover, self.handed

    def legal_moves(self) -> tuple[Place, ...]:
        """Every legal move, without repetition, by square; empty once the game is over."""
        return tuple(self._moves) if self.outcome is None else ()

    @cached
    def _moves(self) -> dict[Place, None]:
        """The tokens that the rules allow, regardless of winning shapes."""
        seats = [seat for seat in ((self.mover,) if self.mover else Seat) if self._tokens_left(seat)]
        return {Place(seat, square): None for seat in seats for square in self._open}

    @cached
    def _open(self) -> tuple[str, ...]:
        """The squares where a token may go (N2, N3)."""
        cells = zip(SQUARES, self.board, strict=True)
        if self.handed is not None:
            matching = matches_of(self.handed)
            return tuple([name for name, cell in cells if cell in matching])
        begun = any(isinstance(cell, Seat) for cell in self.board)
        return tuple([name for name, cell in cells if isinstance(cell, Pyramid) and (begun or name in EDGE)])

    def _tokens_left(self, seat: Seat) -> bool:
        limit = self.rules.token_limit
        return limit is None or self.board.count(seat) < limit

    def check(self, move: Place) -> None:
        """Raise `MalformedMove` for an impossible move, `IllegalMove` for a forbidden one."""
        self._check_possible(move)
        fault = self._fault(move)
        if fault is not None:
            raise IllegalMove(fault, move, self.legal_moves)

    def apply(self, move: Place) -> Step[State]:
        """Make a legal move; raises what `check` raises."""
        if self.outcome is not None or move not in self._moves:
            self.check(move)
        return self._make(move)

    def force(self, move: Place) -> Step[State]:
        """Make a move that the players let stand, legal or not (N8, N9).

        Raises `MalformedMove` if the square has no pyramid or a shape has already won.
        """
        self._check_possible(move)
        if self.outcome is not None and self.outcome.shapes:
            raise MalformedMove(say("game_over", text=self.outcome.reason))
        return self._make(move)

    def plausible_illegal_moves(self) -> tuple[tuple[Place, IllegalMove], ...]:
        """Forbidden tokens of either seat on squares with a pyramid, each with the error of `check`."""
        found = []
        for seat in Seat:
            for name, cell in zip(SQUARES, self.board, strict=True):
                move = Place(seat, name)
                fault = self._fault(move) if isinstance(cell, Pyramid) else None
                if fault is not None:
                    found.append((move, IllegalMove(fault, move, self.legal_moves)))
        return tuple(found)

    @property
    def _faults(self) -> Iterator[tuple[Problem, Message]]:
        off = (*self.discarded, *([self.handed] if self.handed else []))
        return faults(self.setup, self.board, off)

    def status(self) -> Problem:
        """Flags for what makes this position impossible; zero if it is sound."""
        return all_flags(Problem.NONE, self._faults)

    def problems(self) -> tuple[Message, ...]:
        """A sentence for each fault, naming the pyramids that are missing or duplicated (N1)."""
        return tuple(line for _, line in self._faults)

    def _check_possible(self, move: Place) -> None:
        if move.square not in SQUARES:
            raise MalformedMove(say("bad_square", raw=move.square))
        cell = self.at(move.square)
        if cell is None:
            raise MalformedMove(say("no_hand", square=move.square))

    def _fault(self, move: Place) -> Fault | None:
        """The first rule that a possible move breaks, or ``None``."""
        if self.outcome is not None and (self.outcome.shapes or move.seat is not self.mover):
            return Fault(self.outcome.reading, "game_over", say("game_over", text=self.outcome.reason))
        if self.mover not in (None, move.seat):
            return Fault("N8", "out_of_turn", say("whose_turn", who=self.mover, other=move.seat))
        where = move.square
        cell = self.at(where)
        if isinstance(cell, Seat):
            return Fault("N3", "occupied", say("has_token", square=where, who=cell))
        if not self._tokens_left(move.seat):
            return Fault("N7", "no_token", say("all_tokens", who=move.seat, n=self.rules.token_limit or 0))
        if where in self._open:
            return None
        if self.handed is None:
            return Fault("N2", "not_on_edge", say("edge", square=where))
        assert cell is not None
        why = say("no_match", pyramid=cell.message, square=where, pyramid2=self.handed.message)
        return Fault("N3", "no_match", why)

    def _make(self, move: Place) -> Step[State]:
        index = SQUARES.index(move.square)
        pyramid = self.board[index]
        if not isinstance(pyramid, Pyramid):
            raise MalformedMove(say("token_there", square=move.square))
        board = (*self.board[:index], move.seat, *self.board[index + 1 :])
        discarded = (*self.discarded, self.handed) if self.handed else self.discarded
        history = (*self.history, move)
        after = State(self.rules, self.setup, board, move.seat.other, pyramid, discarded, history)
        return Step(after, self._events(move, pyramid, after))

    def _events(self, move: Place, pyramid: Pyramid, after: State) -> Iterator[Event]:
        """The events of a move from here to another state; ``pyramid`` was on its square."""
        yield TokenPlaced(move.seat, move.square, pyramid)
        if self.handed is not None and self.mover is not None:
            yield Discarded(self.mover, self.handed)
        yield HandedOver(move.seat.other, pyramid)
        if after.outcome is not None:
            yield GameEnded(after.outcome)
