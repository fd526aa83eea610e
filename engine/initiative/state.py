"""Initiative: the state of a round, its legal plays, and how it ends (readings I1 to I12).

>>> from engine.initiative.examples import ROUNDS
>>> state = ROUNDS["basic"].start()
>>> [str(play.piece) for play in state.legal_moves()][:2]
['small blue', 'medium black']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from engine.game import (
    AmbiguousMove,
    Event,
    IllegalMove,
    MalformedMove,
    MoveError,
    Seat,
    Step,
    all_flags,
)
from engine.initiative import verdict
from engine.initiative.match import Match, MatchResult, RoundResult
from engine.initiative.model import (
    Called,
    InitiativeGained,
    InitiativeKept,
    Led,
    Outcome,
    Parried,
    Play,
    Pummeled,
    RoundEnded,
    Rules,
    Score,
    Setup,
    StackMoved,
)
from engine.initiative.stack import gains_initiative, move_colour
from engine.initiative.status import Problem, faults
from engine.pieces import Colour, Piece

__all__ = [
    "AmbiguousMove",
    "Called",
    "IllegalMove",
    "InitiativeGained",
    "InitiativeKept",
    "Led",
    "MalformedMove",
    "Match",
    "MatchResult",
    "MoveError",
    "Outcome",
    "Parried",
    "Play",
    "Problem",
    "Pummeled",
    "RoundEnded",
    "RoundResult",
    "Rules",
    "Score",
    "Seat",
    "Setup",
    "StackMoved",
    "State",
    "Step",
]


@dataclass(frozen=True)
class State:
    """A round of Initiative at one moment; build the first with `start`.

    ``near`` and ``far`` are what is left in the inventories, sorted; ``stack`` runs top to bottom; ``attack``
    is the play to be parried; ``history`` has every play in order, virtual ones too; ``calls`` counts the
    calls of both players.
    """

    rules: Rules
    setup: Setup
    leader: Seat | None
    near: tuple[Piece, ...]
    far: tuple[Piece, ...]
    stack: tuple[Colour, ...]
    attack: Play | None = None
    turn: int = 1
    calls: int = 0
    history: tuple[Play, ...] = ()

    @classmethod
    def start(cls, setup: Setup, rules: Rules, leader: Seat | None = None) -> State:
        """The position before the first play; without ``leader`` whoever plays first leads.

        Raises ``ValueError`` when a player has no pyramid at all; see `status` for lesser faults.
        """
        if not setup.near or not setup.far:
            raise ValueError("a round needs at least one pyramid in each inventory")
        return cls(rules, setup, leader, tuple(sorted(setup.near)), tuple(sorted(setup.far)), setup.stack)

    @cached_property
    def inventories(self) -> Mapping[Seat, tuple[Piece, ...]]:
        """What each seat has left, sorted by size and colour."""
        return MappingProxyType({Seat.NEAR: self.near, Seat.FAR: self.far})

    @cached_property
    def rows(self) -> Mapping[Seat, tuple[Play, ...]]:
        """The plays that lie on the table, left to right; virtual plays add none (I7)."""
        return MappingProxyType(
            {seat: tuple(p for p in self.history if p.seat is seat and not p.virtual) for seat in Seat}
        )

    @cached_property
    def virtual_plays(self) -> Mapping[Seat, int]:
        """How many virtual plays each seat has made (I7)."""
        return MappingProxyType(
            {seat: sum(p.virtual for p in self.history if p.seat is seat) for seat in Seat}
        )

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the round ended, or ``None`` while it goes on."""
        return verdict.find_outcome(self)

    @property
    def to_move(self) -> Seat | None:
        """Whose play it is; ``None`` when the round is over, or at the start while either may lead."""
        if self.outcome is not None:
            return None
        return self.leader if self.attack is None else self.attack.seat.other

    def last_piece(self, seat: Seat) -> Piece | None:
        """The pyramid that ``seat`` placed last (not a sacrifice), or ``None`` before the first."""
        return next((play.piece for play in reversed(self.history) if play.seat is seat), None)

    def legal_moves(self) -> tuple[Play, ...]:
        """Every legal play, each once, sorted by piece; empty when the round is over."""
        return self._legal

    @cached_property
    def _legal(self) -> tuple[Play, ...]:
        if self.outcome is not None:
            return ()
        seats = tuple(Seat) if self.to_move is None else (self.to_move,)
        return tuple(play for seat in seats for play in verdict.plays_of(self, seat))

    def legal_pieces(self) -> tuple[Piece, ...]:
        """The pieces that may be played now, each once, whatever the sacrifice, shift or call."""
        return tuple(dict.fromkeys(play.piece for play in self._legal))

    @property
    def virtual_move(self) -> Play | None:
        """The virtual play that is due, which nobody can see on the table, or ``None`` (I7)."""
        return next((play for play in self._legal if play.virtual), None)

    def check(self, play: Play) -> None:
        """Raise `MalformedMove` for an impossible play, `IllegalMove` for a forbidden one."""
        verdict.check_possible(self, play)
        error = verdict.find_fault(self, play)
        if error is not None:
            raise error

    def apply(self, play: Play) -> Step[State]:
        """Make a legal play; raises what `check` raises."""
        self.check(play)
        return self._make(play)

    def force(self, play: Play) -> Step[State]:
        """Make a play that the players let stand, legal or not (I15, I16).

        The pieces must be there: otherwise, and when there is nothing to parry in a finished round, raises
        `MalformedMove`.
        """
        verdict.check_possible(self, play)
        if self.outcome is not None and (self.attack is None or play.seat is self.attack.seat):
            raise MalformedMove(f"the round is over: {self.outcome.reason}")
        return self._make(play)

    def plausible_illegal_moves(self) -> tuple[tuple[Play, IllegalMove], ...]:
        """Plays that the pieces allow and the rules forbid, each with the error that `check` raises.

        Either seat, any piece, any sacrifice, upright or laid flat. Shifts out of range are listed for plays
        that are otherwise legal; the rest has shift 0 (change it with ``dataclasses.replace``).
        """
        return verdict.plausible_illegal_plays(self)

    def status(self) -> Problem:
        """Flags for what makes this position impossible; zero when it is sound."""
        return all_flags(Problem.NONE, faults(self))

    def problems(self) -> tuple[str, ...]:
        """A sentence for each fault of `status`, which says what to do."""
        return tuple(line for _, line in faults(self))

    def running_score(self, seat: Seat) -> Score | None:
        """What ``seat`` would score by winning with its last placed pyramid; ``None`` before the first."""
        return verdict.score_of(self, seat)

    def _make(self, play: Play) -> Step[State]:
        attacking = self.attack is None or play.seat is self.attack.seat
        moved, events = self._place(play, calls=attacking and play.call)
        if attacking:
            after = replace(moved, attack=play, leader=play.seat)
            happened: list[Event] = [Led(play), *events]
        else:
            assert self.attack is not None
            gained = gains_initiative(self.attack.piece, play.piece, moved.stack)
            holder = play.seat if gained else self.attack.seat
            after = replace(moved, attack=None, leader=holder, turn=self.turn + 1)
            result = InitiativeGained(holder) if gained else InitiativeKept(holder)
            happened = [Parried(play, self.attack), *events, result]
        if after.outcome is not None:
            happened.append(RoundEnded(after.outcome))
        return Step(after, tuple(happened))

    def _place(self, play: Play, calls: bool) -> tuple[State, list[Event]]:
        left = verdict.without(self.inventories[play.seat], play.pieces)
        stack = move_colour(self.stack, play.piece.colour, play.shift)
        events: list[Event] = []
        if play.virtual:
            events.append(Pummeled(play.seat, play.piece))
        if calls:
            events.append(Called(play.piece.colour, play.seat))
        if stack != self.stack:
            events.append(StackMoved(play.piece.colour, play.shift, self.stack, stack))
        state = replace(
            self,
            near=left if play.seat is Seat.NEAR else self.near,
            far=left if play.seat is Seat.FAR else self.far,
            stack=stack,
            calls=self.calls + calls,
            history=(*self.history, play),
        )
        return state, events
