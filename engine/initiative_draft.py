"""Setting up Initiative: by the pyramid die (I13) and by drafting (I14), a state machine to be called out.

>>> draft = Draft.start(tuple(Colour)[:5], Size.SMALL, Seat.NEAR)
>>> draft = draft.apply(Draw(Seat.NEAR, Piece(Size.LARGE, Colour.RED), 2)).state
>>> str(draft.to_move), draft.open_rows, draft.must_take
('far', (1, 2, 3), False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from engine.game import Event, IllegalMove, MalformedMove, Seat, Step
from engine.initiative_model import Setup
from engine.pieces import Colour, Piece, Size

INVENTORY = 10
ROW = 2
MARKERS = (1, 2, 3)
COPIES = 2


def bag_of(stack: tuple[Colour, ...], stack_size: Size) -> Counter[Piece]:
    """What is left of two trios of the stack's colours once the stack is built (I13)."""
    bag = Counter({Piece(size, colour): COPIES for size in Size for colour in stack})
    bag.subtract(Piece(stack_size, colour) for colour in stack)
    return +bag


def roll_setup(stack: tuple[Colour, ...], stack_size: Size, dice: Random) -> Setup:
    """A set-up dealt by die: near's ten blind draws of the rolled sizes, then far's (I13).

    Each size has the same chance at a roll; one that has run out is rolled again.
    """
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
class Draw:
    """A pyramid drawn blindly, put beside a marker."""

    kind: ClassVar[str] = "draw"
    seat: Seat
    piece: Piece
    marker: int


@dataclass(frozen=True)
class Take:
    """A marker's row taken; ``keep`` is what is kept of it when not all fits into ten."""

    kind: ClassVar[str] = "take"
    seat: Seat
    marker: int
    keep: tuple[Piece, ...] = ()


Move = Draw | Take


@dataclass(frozen=True)
class Drawn(Event):
    """``seat`` put a drawn pyramid beside a marker."""

    kind: ClassVar[str] = "drawn"
    seat: Seat
    piece: Piece
    marker: int


@dataclass(frozen=True)
class Taken(Event):
    """``seat`` took these pyramids from a marker and has so many now."""

    kind: ClassVar[str] = "taken"
    seat: Seat
    marker: int
    pieces: tuple[Piece, ...]
    now: int


@dataclass(frozen=True)
class MarkersOpened(Event):
    """All markers are open again and ``to_move`` goes on."""

    kind: ClassVar[str] = "markers_opened"
    to_move: Seat


@dataclass(frozen=True)
class DraftEnded(Event):
    """Both players have ten pyramids."""

    kind: ClassVar[str] = "draft_ended"
    setup: Setup


@dataclass(frozen=True)
class Draft:
    """A draft at one moment; build the first with `start`.

    ``rows`` are what lies at the markers 1 to 3; ``closed`` the markers that were taken since all were open;
    ``waiting`` the seat that has taken; ``mover`` whose turn it is (``None``: either may begin).
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
        """An empty table beside a finished stack; raises ``ValueError`` unless it has five colours."""
        if len(stack) != 5 or len(set(stack)) != 5:
            raise ValueError("the initiative stack has five different colours")
        return cls(stack, stack_size, leader)

    def hand(self, seat: Seat) -> tuple[Piece, ...]:
        """What a seat has taken so far, sorted."""
        return self.near if seat is Seat.NEAR else self.far

    @cached_property
    def bag(self) -> Counter[Piece]:
        """What has not been drawn yet."""
        out = Counter((*self.near, *self.far, *(piece for row in self.rows for piece in row)))
        return bag_of(self.stack, self.stack_size) - out

    @property
    def open_rows(self) -> tuple[int, ...]:
        """The markers where another pyramid may be put."""
        return tuple(m for m in MARKERS if m not in self.closed and len(self.rows[m - 1]) < ROW)

    @property
    def full_takes(self) -> tuple[int, ...]:
        """The markers whose row may be taken: open ones with at least one pyramid."""
        return tuple(m for m in MARKERS if m not in self.closed and self.rows[m - 1])

    @property
    def must_take(self) -> bool:
        """Whether no marker has room, so that a row has to be taken."""
        return not self.open_rows

    @property
    def setup(self) -> Setup | None:
        """The finished set-up once both have ten pyramids."""
        if len(self.near) < INVENTORY or len(self.far) < INVENTORY:
            return None
        return Setup(self.near, self.far, self.stack, self.stack_size)

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; ``None`` when the draft is over, or at the start while either may begin."""
        return None if self.setup is not None else self.mover

    def legal_moves(self) -> tuple[Move, ...]:
        """Every take, and every draw that the bag and the markers allow."""
        if self.setup is not None:
            return ()
        seats = (self.mover,) if self.mover else tuple(Seat)
        return tuple(move for seat in seats for move in self._moves(seat))

    def _moves(self, seat: Seat) -> Iterator[Move]:
        for marker in self.full_takes:
            yield from self._takes(seat, marker)
        for marker in self.open_rows:
            yield from (Draw(seat, piece, marker) for piece in sorted(self.bag))

    def _takes(self, seat: Seat, marker: int) -> Iterator[Take]:
        row = self.rows[marker - 1]
        if len(row) <= INVENTORY - len(self.hand(seat)):
            yield Take(seat, marker)
        else:
            yield from (Take(seat, marker, (piece,)) for piece in dict.fromkeys(row))

    def check(self, move: Move) -> None:
        """Raise `MalformedMove` for an impossible move, `IllegalMove` (I14) for a forbidden one."""
        self._check_possible(move)
        fault = self._fault(move)
        if fault is not None:
            raise IllegalMove("I14", fault[1], self.legal_moves(), move, fault[0])

    def apply(self, move: Move) -> Step[Draft]:
        """Make a legal move; raises what `check` raises."""
        self.check(move)
        return self._make(move)

    def force(self, move: Move) -> Step[Draft]:
        """Make a move that the players let stand; raises `MalformedMove` unless the pyramids are there."""
        self._check_possible(move)
        if self.setup is not None:
            raise MalformedMove("the draft is over: both players have ten pyramids")
        return self._make(move)

    def _check_possible(self, move: Move) -> None:
        if move.marker not in MARKERS:
            raise MalformedMove(f"there is no marker {move.marker}: they are 1 to 3")
        row = self.rows[move.marker - 1]
        if isinstance(move, Draw):
            if not self.bag[move.piece]:
                raise MalformedMove(f"there is no {move.piece} left in the bag")
            return
        if not row:
            raise MalformedMove(f"there is nothing at marker {move.marker}")
        if Counter(move.keep) - Counter(row):
            raise MalformedMove(f"what is kept must come from marker {move.marker}")
        room = INVENTORY - len(self.hand(move.seat))
        if len(move.keep or row) > room:
            raise MalformedMove(f"{move.seat} has room for {room} more: say which of the row is kept")

    def _fault(self, move: Move) -> tuple[str, str] | None:
        if self.setup is not None:
            return "draft_over", "the draft is over: both players have ten pyramids"
        if self.mover not in (None, move.seat):
            return "out_of_turn", f"it is {self.mover}'s turn, {move.seat} must wait"
        if move.marker in self.closed:
            return "closed", f"marker {move.marker} is closed until both players have taken a row"
        if isinstance(move, Draw) and move.marker not in self.open_rows:
            return "full", f"marker {move.marker} has two pyramids: no more may be put there"
        if isinstance(move, Take) and move not in self.legal_moves():
            return "partial", f"the row at marker {move.marker} must be taken whole"
        return None

    def _make(self, move: Move) -> Step[Draft]:
        row, seat = list(self.rows[move.marker - 1]), move.seat
        after: Draft = replace(self, history=(*self.history, move))
        if isinstance(move, Draw):
            row.append(move.piece)
            other_waits = self.waiting is seat.other or len(self.hand(seat.other)) >= INVENTORY
            after = replace(
                after, rows=self._with_row(move.marker, row), mover=seat if other_waits else seat.other
            )
            return Step(after, (Drawn(seat, move.piece, move.marker),))
        taken = move.keep or tuple(row)
        for piece in taken:
            row.remove(piece)
        hand = tuple(sorted((*self.hand(seat), *taken)))
        hands: dict[str, Any] = {seat.value: hand}
        after = replace(after, rows=self._with_row(move.marker, row), **hands)
        return after._after_take(seat, Taken(seat, move.marker, taken, len(hand)), move.marker)

    def _with_row(self, marker: int, row: list[Piece]) -> tuple[tuple[Piece, ...], ...]:
        return (*self.rows[: marker - 1], tuple(row), *self.rows[marker:])

    def _after_take(self, seat: Seat, taken: Taken, marker: int) -> Step[Draft]:
        """The taker waits; when both have taken, or the other has ten, the markers open again."""
        if self.setup is not None:
            return Step(self, (taken, DraftEnded(self.setup)))
        other_full = len(self.hand(seat.other)) >= INVENTORY
        if self.waiting is seat.other or other_full:
            goes_on = seat if other_full else seat.other
            after = replace(self, closed=frozenset(), waiting=None, mover=goes_on)
            return Step(after, (taken, MarkersOpened(goes_on)))
        after = replace(self, closed=self.closed | {marker}, waiting=seat, mover=seat.other)
        return Step(after, (taken,))
