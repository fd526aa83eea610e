"""Logistics: the state of a game, its legal moves, and how it ends (readings L1 to L16).

>>> from engine.game import Seat
>>> state = State.start(Layout.standard(Rules()), Rules(), Seat.NEAR)
>>> step = state.apply(Sow(Seat.NEAR, 0, state.layout.near.stock[:2]))
>>> [event.kind for event in step.events], str(step.state.to_move)
(['sown'], 'far')
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from engine.game import Event, IllegalMove, MalformedMove, Seat, Step, all_flags, cached, only
from engine.logistics import cards, powers, verdict
from engine.logistics.cards import Capture, Landing
from engine.logistics.events import (
    Captured,
    ExtraTurn,
    ExtraTurnLapsed,
    GameEnded,
    NestMade,
    PowerDeclined,
    PowerLapsed,
    PowerUsed,
    Rearranged,
    Sown,
    Stopped,
    TreeMade,
    TurnSkipped,
    Vaulted,
)
from engine.logistics.model import (
    Advance,
    Arrange,
    Decline,
    Layout,
    Move,
    Outcome,
    Position,
    Power,
    Recall,
    Reclaim,
    Rules,
    Score,
    Side,
    Sow,
    Spot,
    Stack,
    Stop,
    Swap,
    power_name,
)
from engine.logistics.status import Problem, faults
from engine.message import Message, Messages
from engine.pieces import Colour

say = Messages("engine.logistics")

__all__ = [
    "Advance",
    "Arrange",
    "Decline",
    "Layout",
    "Move",
    "Outcome",
    "Power",
    "Problem",
    "Recall",
    "Reclaim",
    "Rules",
    "Score",
    "Seat",
    "Side",
    "Sow",
    "Spot",
    "State",
    "Step",
    "Stop",
    "Swap",
]


@dataclass(frozen=True)
class State:
    """A game of Logistics at one moment; the first comes from `start`.

    ``setup`` is the layout at the beginning; ``mover`` is whose turn it is (``None``: either may begin);
    ``pending`` has the capturing colours of each power still due, in order (L8); ``extra`` says that the sow
    due may be skipped (L3); ``seen`` has the positions in which a sow was due (L13, L16); ``history`` has all
    moves.
    """

    rules: Rules
    setup: Layout
    layout: Layout
    mover: Seat | None
    pending: tuple[tuple[Colour, ...], ...] = ()
    extra: bool = False
    seen: tuple[Position, ...] = ()
    history: tuple[Move, ...] = ()

    @classmethod
    def start(cls, setup: Layout, rules: Rules, leader: Seat | None = None) -> State:
        """The position before the first sow, or any later one; without ``leader`` either may begin.

        A leader with nothing to sow is skipped (L10). Raises ``ValueError`` if a side does not have as many
        cards as the rules say; see `status` for lesser faults.
        """
        if any(len(setup.side(seat).cards) != rules.cards for seat in Seat):
            raise ValueError(f"each side needs {rules.cards} cards, empty ones included")
        ordered = Layout(*(_ordered(setup.side(seat)) for seat in (Seat.NEAR, Seat.FAR)))
        able = [seat for seat in Seat if cards.can_sow(ordered.side(seat))]
        if len(able) == 1:
            leader = able[0]
        return cls(rules, ordered, ordered, leader, seen=(Position(ordered, leader),))

    @classmethod
    def replay(cls, setup: Layout, rules: Rules, leader: Seat | None, moves: Iterable[Move]) -> State:
        """The state after a history, including moves that stood."""
        state = cls.start(setup, rules, leader)
        for move in moves:
            state = state.force(move).state
        return state

    @cached
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it continues."""
        return verdict.find_outcome(self)

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
    def position(self) -> Position:
        """A position as in L13 and L16: what is on the table, and who is to sow."""
        return Position(self.layout, self.mover)

    @property
    def key(self) -> Hashable:
        """All that the rest of the game depends on under one set of rules, apart from repetition (L13)."""
        return self.position, self.pending, self.extra

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, without repetition; with a full stock there are about fifty thousand."""
        return self._legal

    @cached
    def _legal(self) -> tuple[Move, ...]:
        return tuple([move for seat in self.may_move for move in verdict.moves_of(self, seat)])

    @cached
    def suggestions(self) -> tuple[Move, ...]:
        """The legal moves in brief: from the stock, only single pyramids."""
        return verdict.suggestions(self)

    def check(self, move: Move) -> None:
        """Raise `MalformedMove` for an impossible move, `IllegalMove` for a forbidden one.

        The error's ``alternatives`` are the `suggestions`.
        """
        verdict.check_possible(self, move)
        error = verdict.find_fault(self, move)
        if error is not None:
            raise error

    def apply(self, move: Move) -> Step[State]:
        """Make a legal move; raises what `check` raises."""
        self.check(move)
        return self._make(move)

    def force(self, move: Move) -> Step[State]:
        """Make a move that the players let stand, legal or not (L15).

        Raises `MalformedMove` if the pyramids do not exist or the game is over.
        """
        verdict.check_possible(self, move)
        if self.outcome is not None:
            raise MalformedMove(say("game_over", text=self.outcome.reason))
        return self._make(move)

    def plausible_illegal_moves(self) -> tuple[tuple[Move, IllegalMove], ...]:
        """Forbidden sows of cards, by either seat, each with the error that `check` raises."""
        found = []
        for seat in Seat:
            for card, stack in enumerate(self.layout.side(seat).cards, start=1):
                error = verdict.find_fault(self, Sow(seat, card)) if stack else None
                if error is not None:
                    found.append((Sow(seat, card), error))
        return tuple(found)

    def status(self) -> Problem:
        """Flags for what makes this position impossible; zero if it is sound."""
        return all_flags(Problem.NONE, faults(self.setup, self.layout, self.rules))

    def problems(self) -> tuple[Message, ...]:
        """A sentence for each fault of `status`, saying what to do."""
        return tuple(line for _, line in faults(self.setup, self.layout, self.rules))

    def running_score(self, seat: Seat) -> Score:
        """The current value of a seat's vault (L11)."""
        return cards.score_vault(self.layout.side(seat).vault)

    def _make(self, move: Move) -> Step[State]:
        events: list[Iterable[Event]] = []
        turn = self._carry_out(move, events).settled(events)
        counts = turn.mover is not None and not turn.pending
        seen = (*self.seen, Position(turn.layout, turn.mover)) if counts else self.seen
        after = State(self.rules, self.setup, *turn, seen, (*self.history, move))
        return Step(after, chain(*events, after._ends()))

    def _ends(self) -> Iterator[Event]:
        if self.outcome is not None:
            yield GameEnded(self.outcome)

    def _carry_out(self, move: Move, events: list[Iterable[Event]]) -> _Turn:
        """A move, before anything lapses; what happens is added to ``events``."""
        turn, seat = _Turn(self.layout, self.mover, self.pending, self.extra), move.seat
        if isinstance(move, Sow):
            return self._sow(move, events)
        if isinstance(move, Stop):
            events.append([Stopped(seat)])
            return turn.ended(seat)
        if isinstance(move, Decline):
            events.append([PowerDeclined(seat)])
            return turn.power_done(seat)
        if isinstance(move, Arrange):
            events.append([Rearranged(move)])
            return _Turn(Layout(_ordered(move.layout.near), _ordered(move.layout.far)), seat.other)
        used = turn._replace(layout=powers.use(self.layout, move))
        moved = powers.pieces_moved(self.layout, move)
        events += [[PowerUsed(seat, power_name(move), moved, move)], _trees(self.layout, used.layout)]
        return used.power_done(seat)

    def _sow(self, move: Sow, events: list[Iterable[Event]]) -> _Turn:
        seat, count = move.seat, self.rules.cards
        own, landings = cards.sow(self.layout.side(seat), move.card, move.pieces)
        theirs = self.layout.side(seat.other).cards
        captures = tuple(cards.find_captures(landings, theirs, self.rules.tree_power))
        layout = self.layout.with_side(seat, own)
        events.append([Sown(seat, move.card, tuple([landing.unit for landing in landings]))])
        events += [_nests(seat, landings, count), _trees(self.layout, layout)]
        vaulted = landings[-1].card > count
        if vaulted:
            events.append([Vaulted(seat, _in_vault(landings, count))])
        for each in captures:
            layout = _captured(layout, seat, each)
            events.append([Captured(seat, each.card, each.pieces, each.how, each.colours)])
        pending = tuple([capture.colours for capture in captures if capture.colours])
        again = vaulted and move.card > 0 and not captures
        return _Turn(layout, seat, pending, again) if pending or again else _Turn(layout, seat.other)


class _Turn(NamedTuple):
    """The fields of a `State` that change during a move."""

    layout: Layout
    mover: Seat | None
    pending: tuple[tuple[Colour, ...], ...] = ()
    extra: bool = False

    def ended(self, seat: Seat) -> _Turn:
        """The other player's turn."""
        return _Turn(self.layout, seat.other)

    def power_done(self, seat: Seat) -> _Turn:
        """After a power is used or declined: the next one, or the end of the turn.

        If it was not the seat's turn, its powers stay due (L15).
        """
        if not self.pending or seat is not self.mover:
            return self
        left = self.pending[1:]
        return self._replace(pending=left) if left else self.ended(seat)

    def settled(self, events: list[Iterable[Event]]) -> _Turn:
        """Let everything lapse that cannot be done, and skip whoever cannot sow (L3, L9, L10)."""
        turn, seat = self, self.mover
        while turn.pending and seat is not None and not turn._power_has_use(seat):
            events.append([PowerLapsed(seat, turn.pending[0])])
            turn = turn.power_done(seat)
        if turn.pending or seat is None:
            return turn
        if turn.extra:
            lapses = not cards.can_sow(turn.layout.side(seat))
            events.append([ExtraTurnLapsed(seat) if lapses else ExtraTurn(seat)])
            turn = turn.ended(seat) if lapses else turn
        mover = turn.mover
        assert mover is not None
        if cards.can_sow(turn.layout.side(mover)) or not cards.can_sow(turn.layout.side(mover.other)):
            return turn
        events.append([TurnSkipped(mover)])
        return turn._replace(mover=mover.other)

    def _power_has_use(self, seat: Seat) -> bool:
        names = powers.names_of(self.pending[0])
        return any(True for name in names for _ in powers.uses(self.layout, seat, name))


def _ordered(side: Side) -> Side:
    return replace(side, stock=tuple(sorted(side.stock)), vault=tuple(sorted(side.vault)))


def _in_vault(landings: tuple[Landing, ...], count: int) -> Stack:
    return tuple(piece for landing in landings if landing.card > count for piece in landing.unit)


def _captured(layout: Layout, by: Seat, capture: Capture) -> Layout:
    """Everything captured goes to the capturer's vault (L4, L7)."""
    theirs = layout.side(by.other).with_card(capture.card, ())
    own = layout.side(by).with_vault(*capture.pieces)
    return layout.with_side(by.other, theirs).with_side(by, own)


def _nests(seat: Seat, landings: tuple[Landing, ...], count: int) -> Iterator[Event]:
    """The nests made on a seat's own cards."""
    for landing in landings:
        if landing.card <= count and cards.makes_nest(landing.unit, landing.was):
            yield NestMade(seat, landing.card)


def _trees(before: Layout, after: Layout) -> Iterator[Event]:
    """The cards that have a new tree on top."""
    for seat in Seat:
        for card, stack in enumerate(after.side(seat).cards, start=1):
            if cards.has_tree(stack) and stack[-3:] != before.side(seat).cards[card - 1][-3:]:
                yield TreeMade(seat, card)
