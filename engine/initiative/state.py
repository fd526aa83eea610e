"""Initiative: the state of a round, its legal plays, and how it ends (readings I1 to I12).

>>> from engine.initiative.examples import ROUNDS
>>> state = ROUNDS["basic"].start()
>>> [str(play.piece) for play in state.legal_moves()][:2]
['small blue', 'medium black']
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
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
    cached,
    only,
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
from engine.initiative.stack import gains_initiative, move_colour, slots_moved
from engine.initiative.status import Problem, faults
from engine.message import Message, Messages
from engine.pieces import Colour, Piece

say = Messages("engine.initiative")

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
    """A round of Initiative at one moment; the first comes from `start`.

    ``near`` and ``far`` are what is left in the inventories, sorted; ``stack`` runs top to bottom; ``attack``
    is the play to be parried; ``history`` has every play in order, including virtual ones; ``calls`` counts
    the calls of both players.
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
        """The position before the first play; without ``leader``, whoever plays first leads.

        Raises ``ValueError`` if a player has no pyramid at all; see `status` for lesser faults.
        """
        if not setup.near or not setup.far:
            raise ValueError("a round needs at least one pyramid in each inventory")
        return cls(rules, setup, leader, tuple(sorted(setup.near)), tuple(sorted(setup.far)), setup.stack)

    @cached
    def inventories(self) -> Mapping[Seat, tuple[Piece, ...]]:
        """What each seat has left, sorted by size and colour."""
        return MappingProxyType({Seat.NEAR: self.near, Seat.FAR: self.far})

    def inventory(self, seat: Seat) -> tuple[Piece, ...]:
        """What one seat has left, sorted by size and colour."""
        return self.near if seat is Seat.NEAR else self.far

    @cached
    def rows(self) -> Mapping[Seat, tuple[Play, ...]]:
        """The plays on the table, left to right; virtual plays add none (I7)."""
        return MappingProxyType(
            {seat: tuple(p for p in self.history if p.seat is seat and not p.virtual) for seat in Seat}
        )

    @cached
    def virtual_plays(self) -> Mapping[Seat, int]:
        """The number of virtual plays of each seat (I7)."""
        return MappingProxyType(
            {seat: sum(p.virtual for p in self.history if p.seat is seat) for seat in Seat}
        )

    @cached
    def outcome(self) -> Outcome | None:
        """How the round ended; ``None`` while it continues."""
        return verdict.find_outcome(self)

    @property
    def may_move(self) -> tuple[Seat, ...]:
        """The seats that may play: both at the start while either may lead, none when the round is over."""
        if self.outcome is not None:
            return ()
        if self.attack is not None:
            return (self.attack.seat.other,)
        return tuple(Seat) if self.leader is None else (self.leader,)

    def led_by(self, seat: Seat) -> State:
        """The same position with that seat leading."""
        return replace(self, leader=seat)

    @property
    def to_move(self) -> Seat | None:
        """The only seat to play; ``None`` unless `may_move` has exactly one."""
        return only(self.may_move)

    @property
    def key(self) -> Hashable:
        """All that the rest of the round depends on, for rounds with one set-up and one set of rules: whose
        play it is, what is left, the stack, the attack, and what the rows are worth (I10)."""
        seats = (Seat.NEAR, Seat.FAR)
        last = tuple(self.last_piece(seat) for seat in seats)
        virtual = tuple(self.virtual_plays[seat] for seat in seats)
        return self.leader, self.near, self.far, self.stack, self.attack, last, virtual, self.calls

    @cached
    def parries(self) -> tuple[Piece, ...]:
        """The pieces that may parry the attack (I1, I7, I8); none without an attack."""
        if self.attack is None:
            return ()
        return verdict.parries(verdict.playable(self, self.attack.seat.other), self.attack)

    def last_piece(self, seat: Seat) -> Piece | None:
        """The pyramid that ``seat`` placed last (not a sacrifice); ``None`` before the first."""
        return next((play.piece for play in reversed(self.history) if play.seat is seat), None)

    def legal_moves(self) -> tuple[Play, ...]:
        """Every legal play, each once, sorted by piece; empty when the round is over."""
        return self._legal

    @cached
    def _legal(self) -> tuple[Play, ...]:
        return tuple([play for seat in self.may_move for play in verdict.plays_of(self, seat)])

    @cached
    def _listed(self) -> frozenset[Play]:
        return frozenset(self._legal)

    def legal_pieces(self) -> tuple[Piece, ...]:
        """The pieces that may be played now, each once, whatever the sacrifice, shift or call."""
        return tuple(dict.fromkeys(play.piece for play in self._legal))

    @property
    def virtual_move(self) -> Play | None:
        """The virtual play that is due and invisible on the table; ``None`` if there is none (I7)."""
        return next((play for play in self._legal if play.virtual), None)

    def check(self, play: Play) -> None:
        """Raise `MalformedMove` for an impossible play, `IllegalMove` for a forbidden one."""
        play = verdict.settled(self, play)
        verdict.check_possible(self, play)
        error = verdict.find_fault(self, play)
        if error is not None:
            raise error

    def apply(self, play: Play) -> Step[State]:
        """Make a legal play; raises what `check` raises."""
        if "_legal" not in vars(self) or play not in self._listed:  # listed plays need no check
            self.check(play)
            play = verdict.settled(self, play)
        return self._make(play)

    def force(self, play: Play) -> Step[State]:
        """Make a play that the players let stand, legal or not (I15, I16).

        Raises `MalformedMove` if the pieces do not exist, or if there is nothing to parry in a finished
        round.
        """
        play = verdict.settled(self, play)
        verdict.check_possible(self, play)
        if self.outcome is not None and (self.attack is None or play.seat is self.attack.seat):
            raise MalformedMove(say("round_over", text=self.outcome.reason))
        return self._make(play)

    def plausible_illegal_moves(self) -> tuple[tuple[Play, IllegalMove], ...]:
        """Plays that the pieces permit and the rules forbid, each with the error that `check` raises.

        Either seat, any piece, any sacrifice, upright or laid flat. Shifts out of range are listed for plays
        that are otherwise legal; all others have shift 0 (change it with ``dataclasses.replace``).
        """
        return verdict.plausible_illegal_plays(self)

    @property
    def _faults(self) -> Iterator[tuple[Problem, Message]]:
        played = {seat: [piece for play in self.rows[seat] for piece in play.pieces] for seat in Seat}
        there = {seat: (*self.inventory(seat), *played[seat]) for seat in Seat}
        return faults(self.setup, there, self.stack)

    def status(self) -> Problem:
        """Flags for what makes this position impossible; zero when it is sound."""
        return all_flags(Problem.NONE, self._faults)

    def problems(self) -> tuple[Message, ...]:
        """A sentence for each fault of `status`, saying what to do."""
        return tuple(line for _, line in self._faults)

    def running_score(self, seat: Seat) -> Score | None:
        """What ``seat`` would score by winning with its last placed pyramid; ``None`` before the first."""
        return verdict.score_of(self, seat)

    def _make(self, play: Play) -> Step[State]:
        left = verdict.without(self.inventory(play.seat), play.pieces)
        near, far = (left, self.far) if play.seat is Seat.NEAR else (self.near, left)
        stack = move_colour(self.stack, play.piece.colour, play.shift) if play.shift else self.stack
        attack, turn, calls = self.attack, self.turn, self.calls
        if attack is None or play.seat is attack.seat:
            leader, attack, calls = play.seat, play, calls + play.call
        else:
            gained = gains_initiative(attack.piece, play.piece, stack)
            leader, attack, turn = play.seat if gained else attack.seat, None, turn + 1
        history = (*self.history, play)
        after = State(self.rules, self.setup, leader, near, far, stack, attack, turn, calls, history)
        return Step(after, self._events(play, after))

    def _events(self, play: Play, after: State) -> Iterator[Event]:
        """The events of a play that led from here to another state."""
        parried = self.attack if after.attack is None else None
        yield Led(play) if parried is None else Parried(play, parried)
        if play.virtual:
            yield Pummeled(play.seat, play.piece)
        if after.calls > self.calls:
            yield Called(play.piece.colour, play.seat)
        if after.stack != self.stack:
            colour = play.piece.colour
            slots = slots_moved(self.stack, colour, play.shift)
            yield StackMoved(colour, slots, self.stack, after.stack)
        if parried is not None:
            yield InitiativeGained(play.seat) if after.leader is play.seat else InitiativeKept(parried.seat)
        if after.outcome is not None:
            yield RoundEnded(after.outcome)
