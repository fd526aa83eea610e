"""Logistics: the state of a game, its legal moves, and how it ends (readings L1 to L16).

>>> from engine.game import Seat
>>> state = State.start(Layout.standard(Rules()), Rules(), Seat.NEAR)
>>> step = state.apply(Sow(Seat.NEAR, 0, state.layout.near.stock[:2]))
>>> [event.kind for event in step.events], str(step.state.to_move)
(['sown'], 'far')
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace

from engine import logistics_cards as cards
from engine import logistics_powers as powers
from engine import logistics_verdict as verdict
from engine.game import Event, IllegalMove, MalformedMove, Seat, Step, all_flags, cached, only
from engine.logistics_cards import Capture, Landing
from engine.logistics_events import (
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
from engine.logistics_model import (
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
from engine.logistics_status import Problem, faults
from engine.pieces import Colour

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
    """A game of Logistics at one moment; build the first with `start`.

    ``setup`` is the layout that the game began with; ``mover`` whose turn it is (``None``: either may begin);
    ``pending`` the capturing colours of each power still due, in order (L8); ``extra`` whether the sow due
    may be left out (L3); ``seen`` the positions in which a sow was due (L13, L16); ``history`` every move.
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

        A leader who has nothing to sow is skipped (L10). Raises ``ValueError`` when the sides do not have the
        cards of the rules; see `status` for lesser faults.
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
        """The state that a history leads to, moves that stood included."""
        state = cls.start(setup, rules, leader)
        for move in moves:
            state = state.force(move).state
        return state

    @cached
    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""
        return verdict.find_outcome(self)

    @property
    def may_move(self) -> tuple[Seat, ...]:
        """The seats that may move: both at the start while either may begin, none when the game is over."""
        if self.outcome is not None:
            return ()
        return tuple(Seat) if self.mover is None else (self.mover,)

    @property
    def to_move(self) -> Seat | None:
        """The one seat whose move it is; ``None`` unless `may_move` has just one."""
        return only(self.may_move)

    @property
    def position(self) -> Position:
        """What L13 counts and L16 calls a position: what lies on the table, and who is to sow."""
        return Position(self.layout, self.mover)

    @property
    def key(self) -> Hashable:
        """What the rest of the game depends on, by one set of rules and but for repetition (L13)."""
        return self.position, self.pending, self.extra

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, each once; with a full stock these are some fifty thousand."""
        return self._legal

    @cached
    def _legal(self) -> tuple[Move, ...]:
        return tuple([move for seat in self.may_move for move in verdict.moves_of(self, seat)])

    @cached
    def suggestions(self) -> tuple[Move, ...]:
        """The legal moves in short: from the stock only single pyramids."""
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

        Raises `MalformedMove` when the pyramids are not there or the game is over.
        """
        verdict.check_possible(self, move)
        if self.outcome is not None:
            raise MalformedMove(f"the game is over: {self.outcome.reason}")
        return self._make(move)

    def plausible_illegal_moves(self) -> tuple[tuple[Move, IllegalMove], ...]:
        """Sows of cards, by either seat, that the rules forbid now, each with the error of `check`."""
        found = []
        for seat in Seat:
            for card, stack in enumerate(self.layout.side(seat).cards, start=1):
                error = verdict.find_fault(self, Sow(seat, card)) if stack else None
                if error is not None:
                    found.append((Sow(seat, card), error))
        return tuple(found)

    def status(self) -> Problem:
        """Flags for what makes this position impossible; zero when it is sound."""
        return all_flags(Problem.NONE, faults(self))

    def problems(self) -> tuple[str, ...]:
        """A sentence for each fault of `status`, which says what to do."""
        return tuple(line for _, line in faults(self))

    def running_score(self, seat: Seat) -> Score:
        """What a seat's vault is worth now (L11)."""
        return cards.score_vault(self.layout.side(seat).vault)

    def _make(self, move: Move) -> Step[State]:
        if isinstance(move, Sow):
            after, events = self._sow(move)
        elif isinstance(move, Stop):
            after, events = self._end_turn(move.seat), [Stopped(move.seat)]
        elif isinstance(move, Decline):
            after, events = self._after_power(move.seat), [PowerDeclined(move.seat)]
        elif isinstance(move, Arrange):
            layout = Layout(_ordered(move.layout.near), _ordered(move.layout.far))
            after, events = replace(self, layout=layout)._end_turn(move.seat), [Rearranged(move)]
        else:
            used = replace(self, layout=powers.use(self.layout, move))
            moved = powers.pieces_moved(self.layout, move)
            power = PowerUsed(move.seat, power_name(move), moved, move)
            events = [power, *_trees(self.layout, used.layout)]
            after = used._after_power(move.seat)
        settled = replace(after, history=(*self.history, move))._settle(events)
        if settled.outcome is not None:
            events.append(GameEnded(settled.outcome))
        return Step(settled, tuple(events))

    def _sow(self, move: Sow) -> tuple[State, list[Event]]:
        seat, theirs = move.seat, self.layout.side(move.seat.other)
        own, landings = cards.sow(self.layout.side(seat), move.card, move.pieces)
        captures = tuple(cards.find_captures(landings, theirs.cards, self.rules.tree_power))
        events: list[Event] = [Sown(seat, move.card, tuple(landing.unit for landing in landings))]
        events += [
            NestMade(seat, landing.card)
            for landing in landings
            if landing.card <= self.rules.cards and cards.makes_nest(landing.unit, landing.was)
        ]
        layout = self.layout.with_side(seat, own)
        events += _trees(self.layout, layout)
        vaulted = landings[-1].card > self.rules.cards
        if vaulted:
            events.append(Vaulted(seat, _in_vault(landings, self.rules.cards)))
        layout = _captured(layout, seat, captures, events)
        pending = tuple(capture.colours for capture in captures if capture.colours)
        again = vaulted and move.card > 0 and not captures
        after = replace(self, layout=layout, mover=seat, pending=pending, extra=again)
        return (after if pending or again else after._end_turn(seat)), events

    def _after_power(self, seat: Seat) -> State:
        """A power used or declined: the next one is due, or the turn ends; others' powers stay due (L15)."""
        if not self.pending or seat is not self.mover:
            return self
        left = replace(self, pending=self.pending[1:])
        return left if left.pending else left._end_turn(seat)

    def _end_turn(self, seat: Seat) -> State:
        return replace(self, mover=seat.other, pending=(), extra=False)

    def _settle(self, events: list[Event]) -> State:
        """Let lapse what cannot be done, skip who cannot sow, and note the position (L3, L9, L10, L16)."""
        state, seat = self, self.mover
        while state.pending and seat is not None and not state._power_has_use(seat):
            events.append(PowerLapsed(seat, state.pending[0]))
            state = state._after_power(seat)
        if state.pending or seat is None:
            return state
        if state.extra and cards.can_sow(state.layout.side(seat)):
            events.append(ExtraTurn(seat))
        elif state.extra:
            events.append(ExtraTurnLapsed(seat))
            state = state._end_turn(seat)
        mover = state.mover
        assert mover is not None
        able = {each: cards.can_sow(state.layout.side(each)) for each in Seat}
        if not able[mover] and able[mover.other]:
            events.append(TurnSkipped(mover))
            state = replace(state, mover=mover.other)
        return replace(state, seen=(*state.seen, state.position))

    def _power_has_use(self, seat: Seat) -> bool:
        names = powers.names_of(self.pending[0])
        return any(True for name in names for _ in powers.uses(self.layout, seat, name))


def _ordered(side: Side) -> Side:
    return replace(side, stock=tuple(sorted(side.stock)), vault=tuple(sorted(side.vault)))


def _in_vault(landings: tuple[Landing, ...], count: int) -> Stack:
    return tuple(piece for landing in landings if landing.card > count for piece in landing.unit)


def _captured(layout: Layout, by: Seat, captures: tuple[Capture, ...], events: list[Event]) -> Layout:
    """Everything captured goes to the capturer's vault (L4, L7)."""
    for capture in captures:
        theirs = layout.side(by.other).with_card(capture.card, ())
        own = layout.side(by).with_vault(*capture.pieces)
        layout = layout.with_side(by.other, theirs).with_side(by, own)
        events.append(Captured(by, capture.card, capture.pieces, capture.how, capture.colours))
    return layout


def _trees(before: Layout, after: Layout) -> list[Event]:
    """The cards that a tree tops now and did not before."""
    return [
        TreeMade(seat, card)
        for seat in Seat
        for card, stack in enumerate(after.side(seat).cards, start=1)
        if cards.has_tree(stack) and stack[-3:] != before.side(seat).cards[card - 1][-3:]
    ]
