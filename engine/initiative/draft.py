"""Setting up Initiative by the pyramid die (I13) and by drafting (I14), the latter as a state machine.

>>> draft = Draft.start(tuple(Colour)[:5], Size.SMALL, Seat.NEAR)
>>> draft = draft.apply(Draw(Seat.NEAR, Piece(Size.LARGE, Colour.RED), 2)).state
>>> str(draft.to_move), draft.open_rows, draft.must_take
('far', (1, 2, 3), False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any

from engine.game import AmbiguousMove, Fault, IllegalMove, MalformedMove, Seat, Step, all_flags, only
from engine.initiative.draft_model import (
    INVENTORY,
    MARKERS,
    ROW,
    DraftEnded,
    Draw,
    Drawn,
    MarkerClosed,
    MarkersOpened,
    Move,
    Outcome,
    Take,
    Taken,
    bag_of,
)
from engine.initiative.draft_status import Problem, faults
from engine.initiative.model import Setup
from engine.message import Message, Messages
from engine.pieces import Colour, Piece, Size

say = Messages("engine.initiative")

__all__ = [
    "INVENTORY",
    "MARKERS",
    "ROW",
    "Draft",
    "Draw",
    "Move",
    "Outcome",
    "Problem",
    "Take",
    "bag_of",
    "roll_setup",
]


def _check_stack(stack: tuple[Colour, ...]) -> None:
    if len(stack) != 5 or len(set(stack)) != 5:
        raise ValueError(say("stack_five_colours", list=stack))


def roll_setup(stack: tuple[Colour, ...], stack_size: Size, dice: Random) -> Setup:
    """A set-up dealt by die: near's ten blind draws of the rolled sizes, then far's (I13).

    Each size has the same chance at a roll; one that has run out is rolled again. Raises ``ValueError``
    unless the stack has five colours.
    """
    _check_stack(stack)
    bag = bag_of(stack, stack_size)
    hands: list[tuple[Piece, ...]] = []
    for _ in Seat:
        hand: list[Piece] = []
        while len(hand) < INVENTORY:
            size = dice.choice(list(Size))
            found = sorted(piece for piece in bag.elements() if piece.size is size)
            if found:
                hand.append(dice.choice(found))
                bag -= Counter(hand[-1:])
        hands.append(tuple(sorted(hand)))
    return Setup(hands[0], hands[1], stack, stack_size)


@dataclass(frozen=True)
class Draft:
    """A draft at one moment; the first comes from `start`.

    ``rows`` are the pyramids at the markers 1 to 3; ``closed`` are the markers taken since all were open;
    ``waiting`` is the seat that has taken; ``mover`` is the seat to move (``None``: either may begin). The
    die's rolls are not part of it, as they only decide which size is drawn.
    """

    stack: tuple[Colour, ...]
    stack_size: Size
    mover: Seat | None
    near: tuple[Piece, ...] = ()
    far: tuple[Piece, ...] = ()
    rows: tuple[tuple[Piece, ...], ...] = ((), (), ())
    closed: frozenset[int] = frozenset()
    waiting: Seat | None = None
    history: tuple[Move, ...] = ()

    @classmethod
    def start(cls, stack: tuple[Colour, ...], stack_size: Size, leader: Seat | None = None) -> Draft:
        """An empty table beside a finished stack; raises ``ValueError`` unless that has five colours."""
        _check_stack(stack)
        return cls(stack, stack_size, leader)

    @classmethod
    def replay(
        cls, stack: tuple[Colour, ...], stack_size: Size, leader: Seat | None, moves: Iterable[Move]
    ) -> Draft:
        """The draft after a history, including moves that stood."""
        draft = cls.start(stack, stack_size, leader)
        for move in moves:
            draft = draft.force(move).state
        return draft

    def hand(self, seat: Seat) -> tuple[Piece, ...]:
        """What a seat has taken so far, sorted."""
        return self.near if seat is Seat.NEAR else self.far

    def room(self, seat: Seat) -> int:
        """How many more pyramids a seat may take, ten at most."""
        return max(0, INVENTORY - len(self.hand(seat)))

    @cached_property
    def bag(self) -> Counter[Piece]:
        """What has not been drawn yet."""
        out = Counter((*self.near, *self.far, *(piece for row in self.rows for piece in row)))
        return bag_of(self.stack, self.stack_size) - out

    @property
    def sizes_left(self) -> tuple[Size, ...]:
        """The sizes that can still be drawn; if another one is rolled, the die is rolled again (I13)."""
        return tuple(size for size in Size if any(piece.size is size for piece in self.bag))

    @property
    def open_rows(self) -> tuple[int, ...]:
        """The markers where another pyramid may be put; none once the draft is over."""
        if self.setup is not None:
            return ()
        return tuple(m for m in MARKERS if m not in self.closed and len(self.rows[m - 1]) < ROW)

    @property
    def rows_to_take(self) -> tuple[int, ...]:
        """The markers whose row may be taken: open ones with at least one pyramid."""
        if self.setup is not None:
            return ()
        return tuple(m for m in MARKERS if m not in self.closed and self.rows[m - 1])

    @property
    def must_take(self) -> bool:
        """Whether no marker has room, so that a row must be taken."""
        return self.setup is None and not self.open_rows

    @cached_property
    def setup(self) -> Setup | None:
        """The finished set-up, once both have ten pyramids."""
        if self.room(Seat.NEAR) or self.room(Seat.FAR):
            return None
        return Setup(self.near, self.far, self.stack, self.stack_size)

    @property
    def outcome(self) -> Outcome | None:
        """The finished set-up with the reading that ends a draft; ``None`` while it continues."""
        return None if self.setup is None else Outcome(self.setup)

    @property
    def may_move(self) -> tuple[Seat, ...]:
        """The seats that may draw or take: both at the start while either may begin, none at the end."""
        if self.setup is not None:
            return ()
        return tuple(Seat) if self.mover is None else (self.mover,)

    @property
    def to_move(self) -> Seat | None:
        """The only seat to move; ``None`` unless `may_move` has exactly one."""
        return only(self.may_move)

    @property
    def key(self) -> Hashable:
        """All that the rest of the draft depends on, for drafts with one stack."""
        return self.mover, self.near, self.far, self.rows, self.closed, self.waiting

    def legal_moves(self) -> tuple[Move, ...]:
        """Every take, and every draw that the bag and the markers allow."""
        return tuple(move for seat in self.may_move for move in self._moves(seat))

    def _moves(self, seat: Seat) -> Iterator[Move]:
        for marker in self.rows_to_take:
            yield from self._takes(seat, marker)
        for marker in self.open_rows:
            yield from (Draw(seat, piece, marker) for piece in sorted(self.bag))

    def _takes(self, seat: Seat, marker: int) -> Iterator[Take]:
        """The whole row or, if there is not room for all, every choice of as many as fit."""
        row, room = self.rows[marker - 1], self.room(seat)
        if len(row) <= room:
            yield Take(seat, marker)
        else:
            yield from (Take(seat, marker, keep) for keep in dict.fromkeys(combinations(sorted(row), room)))

    def check(self, move: Move) -> None:
        """Raise the error of a move that cannot be made as it is.

        `MalformedMove` for pyramids and markers that do not exist, `IllegalMove` (I14) for forbidden moves,
        `AmbiguousMove` for a take that does not say which pyramids are kept although not all fit.
        """
        self._check_possible(move)
        fault = self._fault(move)
        if fault is not None:
            raise IllegalMove(fault, move, self.legal_moves)
        self._definite(move)

    def apply(self, move: Move) -> Step[Draft]:
        """Make a legal move; raises what `check` raises."""
        self.check(move)
        return self._make(self._definite(move))

    def force(self, move: Move) -> Step[Draft]:
        """Make a move that the players let stand, legal or not (I19).

        Raises `MalformedMove` if the pyramids do not exist or the draft is over, and `AmbiguousMove` as
        `check` does.
        """
        if self.setup is not None:
            raise MalformedMove(say("draft_over"))
        self._check_possible(move)
        return self._make(self._definite(move))

    @property
    def _faults(self) -> Iterator[tuple[Problem, Message]]:
        hands = {seat: self.hand(seat) for seat in Seat}
        return faults(self.rows, hands, bag_of(self.stack, self.stack_size))

    def status(self) -> Problem:
        """Flags for what makes this table impossible; zero when it is sound."""
        return all_flags(Problem.NONE, self._faults)

    def problems(self) -> tuple[Message, ...]:
        """A sentence for each fault of `status`."""
        return tuple(line for _, line in self._faults)

    def _check_possible(self, move: Move) -> None:
        if move.marker not in MARKERS:
            raise MalformedMove(say("draft_no_marker", n=move.marker))
        row = self.rows[move.marker - 1]
        if isinstance(move, Draw):
            if not self.bag[move.piece]:
                raise MalformedMove(say("draft_bag", piece=move.piece))
            return
        if not row:
            raise MalformedMove(say("draft_marker_empty", n=move.marker))
        for piece in Counter(move.keep) - Counter(row):
            raise MalformedMove(say("draft_no_piece", piece=piece, n=move.marker))

    def _definite(self, move: Move) -> Move:
        """The move as in `legal_moves`: what a take keeps is filled in if only one choice is left."""
        if isinstance(move, Draw):
            return move
        row, room = self.rows[move.marker - 1], self.room(move.seat)
        if move.keep:
            return Take(move.seat, move.marker) if len(move.keep) == len(row) <= room else move
        if not 0 < room < len(row):
            return move
        takes = tuple(self._takes(move.seat, move.marker))
        if len(takes) == 1:
            return takes[0]
        either = say("either", list=tuple(say("draft_kept", list=take.keep) for take in takes))
        raise AmbiguousMove(say("draft_whether_kept", who=move.seat, n=room, text=either), takes)

    def _fault(self, move: Move) -> Fault | None:
        """The first rule that a possible move breaks; ``None`` for a legal one."""
        if self.setup is not None:
            return Fault("I14", "draft_over", say("draft_over"))
        if move.seat not in self.may_move:
            assert self.mover is not None
            why = say("draft_whose_turn", text=self._why_waits(move.seat), who=self.mover)
            return Fault("I14", "out_of_turn", why)
        if isinstance(move, Draw) and self.must_take:
            return Fault("I14", "must_take", say("draft_no_room", who=move.seat))
        if move.marker in self.closed:
            return Fault("I14", "closed", say("draft_closed", n=move.marker))
        if isinstance(move, Take):
            return self._take_fault(move)
        if move.marker not in self.open_rows:
            return Fault("I14", "full", say("draft_full", n=move.marker))
        return None

    def _why_waits(self, seat: Seat) -> Message:
        if not self.room(seat):
            return say("draft_ten", who=seat)
        return say("draft_wait_row", who=seat) if self.waiting is seat else say("must_wait", who=seat)

    def _take_fault(self, move: Take) -> Fault | None:
        row, room = self.rows[move.marker - 1], self.room(move.seat)
        taken, most = len(move.keep or row), min(len(row), room)
        if move.keep and taken > most:
            why = say("draft_ten_limit", who=move.seat, n=room, most=taken)
            return Fault("I14", "past_ten", why)
        if taken >= most:
            return None
        if room >= len(row):
            return Fault("I14", "partial", say("draft_whole", n=move.marker))
        return Fault("I14", "partial", say("draft_as_many", who=move.seat, n=room))

    def _make(self, move: Move) -> Step[Draft]:
        row, seat = list(self.rows[move.marker - 1]), move.seat
        after: Draft = replace(self, history=(*self.history, move))
        if isinstance(move, Draw):
            row.append(move.piece)
            alone = self.waiting is seat.other or not self.room(seat.other)
            after = replace(after, rows=self._with_row(move.marker, row), mover=seat if alone else seat.other)
            return Step(after, (Drawn(seat, move.piece, move.marker),))
        taken = move.keep or tuple(row)
        for piece in taken:
            row.remove(piece)
        hand = tuple(sorted((*self.hand(seat), *taken)))
        hands: dict[str, Any] = {seat.value: hand}
        after = replace(after, rows=self._with_row(move.marker, row), **hands)
        return after._after_take(Taken(seat, move.marker, taken, tuple(row), len(hand)))

    def _with_row(self, marker: int, row: list[Piece]) -> tuple[tuple[Piece, ...], ...]:
        return (*self.rows[: marker - 1], tuple(row), *self.rows[marker:])

    def _after_take(self, taken: Taken) -> Step[Draft]:
        """The taker waits; once both have taken, or the other has ten, the markers open again."""
        seat, marker = taken.seat, taken.marker
        if self.setup is not None:
            return Step(self, (taken, DraftEnded(self.setup)))
        alone = not self.room(seat.other)
        if self.waiting is seat.other or alone:
            goes_on = seat if alone else seat.other
            after = replace(self, closed=frozenset(), waiting=None, mover=goes_on)
            return Step(after, (taken, MarkersOpened(goes_on)))
        after = replace(self, closed=self.closed | {marker}, waiting=seat, mover=seat.other)
        return Step(after, (taken, MarkerClosed(marker, seat)))
