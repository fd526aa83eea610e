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

    def led_by(self, seat: Seat) -> State:
        """The same position where that seat begins."""
        return replace(self, mover=seat)

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
            raise MalformedMove(say("game_over", text=self.outcome.reason))
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
        return all_flags(Problem.NONE, faults(self.setup, self.layout, self.rules))

    def problems(self) -> tuple[Message, ...]:
        """A sentence for each fault of `status`, which says what to do."""
        return tuple(line for _, line in faults(self.setup, self.layout, self.rules))

    def running_score(self, seat: Seat) -> Score:
        """What a seat's vault is worth now (L11)."""
        return cards.score_vault(self.layout.side(seat).vault)

    def _make(self, move: Move) -> Step[State]:
        told: list[Iterable[Event]] = []
        turn = self._carry_out(move, told).settled(told)
        counts = turn.mover is not None and not turn.pending
        seen = (*self.seen, Position(turn.layout, turn.mover)) if counts else self.seen
        after = State(self.rules, self.setup, *turn, seen, (*self.history, move))
        return Step(after, chain(*told, after._ends()))

    def _ends(self) -> Iterator[Event]:
        if self.outcome is not None:
            yield GameEnded(self.outcome)

    def _carry_out(self, move: Move, told: list[Iterable[Event]]) -> _Turn:
        """A move as it is made, before anything lapses; ``told`` gets what happens."""
        turn, seat = _Turn(self.layout, self.mover, self.pending, self.extra), move.seat
        if isinstance(move, Sow):
            return self._sow(move, told)
        if isinstance(move, Stop):
            told.append([Stopped(seat)])
            return turn.ended(seat)
        if isinstance(move, Decline):
            told.append([PowerDeclined(seat)])
            return turn.power_done(seat)
        if isinstance(move, Arrange):
            told.append([Rearranged(move)])
            return _Turn(Layout(_ordered(move.layout.near), _ordered(move.layout.far)), seat.other)
        used = turn._replace(layout=powers.use(self.layout, move))
        moved = powers.pieces_moved(self.layout, move)
        told += [[PowerUsed(seat, power_name(move), moved, move)], _trees(self.layout, used.layout)]
        return used.power_done(seat)

    def _sow(self, move: Sow, told: list[Iterable[Event]]) -> _Turn:
        seat, count = move.seat, self.rules.cards
        own, landings = cards.sow(self.layout.side(seat), move.card, move.pieces)
        theirs = self.layout.side(seat.other).cards
        captures = tuple(cards.find_captures(landings, theirs, self.rules.tree_power))
        layout = self.layout.with_side(seat, own)
        told.append([Sown(seat, move.card, tuple([landing.unit for landing in landings]))])
        told += [_nests(seat, landings, count), _trees(self.layout, layout)]
        vaulted = landings[-1].card > count
        if vaulted:
            told.append([Vaulted(seat, _in_vault(landings, count))])
        for each in captures:
            layout = _captured(layout, seat, each)
            told.append([Captured(seat, each.card, each.pieces, each.how, each.colours)])
        pending = tuple([capture.colours for capture in captures if capture.colours])
        again = vaulted and move.card > 0 and not captures
        return _Turn(layout, seat, pending, again) if pending or again else _Turn(layout, seat.other)


class _Turn(NamedTuple):
    """The fields of a `State` that change while a move is carried out."""

    layout: Layout
    mover: Seat | None
    pending: tuple[tuple[Colour, ...], ...] = ()
    extra: bool = False

    def ended(self, seat: Seat) -> _Turn:
        """The other player's turn."""
        return _Turn(self.layout, seat.other)

    def power_done(self, seat: Seat) -> _Turn:
        """A power used or declined: the next one is due, or the turn ends; others' powers stay due (L15)."""
        if not self.pending or seat is not self.mover:
            return self
        left = self.pending[1:]
        return self._replace(pending=left) if left else self.ended(seat)

    def settled(self, told: list[Iterable[Event]]) -> _Turn:
        """Let lapse what cannot be done, skip who cannot sow (L3, L9, L10)."""
        turn, seat = self, self.mover
        while turn.pending and seat is not None and not turn._power_has_use(seat):
            told.append([PowerLapsed(seat, turn.pending[0])])
            turn = turn.power_done(seat)
        if turn.pending or seat is None:
            return turn
        if turn.extra:
            lapses = not cards.can_sow(turn.layout.side(seat))
            told.append([ExtraTurnLapsed(seat) if lapses else ExtraTurn(seat)])
            turn = turn.ended(seat) if lapses else turn
        mover = turn.mover
        assert mover is not None
        if cards.can_sow(turn.layout.side(mover)) or not cards.can_sow(turn.layout.side(mover.other)):
            return turn
        told.append([TurnSkipped(mover)])
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
    """The nests made on a seat's cards."""
    for landing in landings:
        if landing.card <= count and cards.makes_nest(landing.unit, landing.was):
            yield NestMade(seat, landing.card)


def _trees(before: Layout, after: Layout) -> Iterator[Event]:
    """The cards that a tree tops now and did not before."""
    for seat in Seat:
        for card, stack in enumerate(after.side(seat).cards, start=1):
            if cards.has_tree(stack) and stack[-3:] != before.side(seat).cards[card - 1][-3:]:
                yield TreeMade(seat, card)
