"""Sanctum's initiative tracker: who acts first as structures change hands (readings S1 to S7).

It only covers what happens on the table in a battle. It therefore never ends, and no action belongs to a
seat: `State.outcome` is always ``None`` and `State.may_move` always empty.

>>> state = State.start((Structure("town1", Owner.NEUTRAL), Structure("town2", Owner.BLUE)))
>>> state = state.apply(Capture(Owner.BLUE, "town1")).state
>>> str(state.holder), str(state.apply(StartTurn()).state.holder)
('red', 'blue')
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.game import (
    AmbiguousMove,
    Event,
    Fault,
    IllegalMove,
    MalformedMove,
    OutcomeLike,
    Seat,
    Step,
    all_flags,
    did_you_mean,
)
from engine.message import Message, Messages
from engine.sanctum.model import (
    PLAYERS,
    Build,
    Built,
    Capture,
    Captured,
    Delta,
    Destroy,
    Destroyed,
    InitiativeGained,
    InitiativeKept,
    Lienna,
    LiennaEnters,
    LiennaLeaves,
    LiennaMoved,
    Move,
    Owner,
    StartTurn,
    Structure,
    Timepiece,
    TurnStarted,
    called,
)
from engine.sanctum.status import NAME, Problem, faults

say = Messages("engine.sanctum")

__all__ = [
    "Build",
    "Capture",
    "Delta",
    "Destroy",
    "Lienna",
    "LiennaEnters",
    "LiennaLeaves",
    "Move",
    "Owner",
    "Problem",
    "StartTurn",
    "State",
    "Structure",
    "Timepiece",
]


@dataclass(frozen=True)
class State:
    """The tracker at one moment; the first comes from `start`.

    ``structures`` are the present ones and ``before`` those at the last start of turn, both sorted by name;
    ``liennas`` are in order of entry; ``turn`` counts starts of turn from 1; ``history`` has all actions.
    """

    setup: tuple[Structure, ...]
    structures: tuple[Structure, ...]
    before: tuple[Structure, ...]
    holder: Owner = Owner.RED
    liennas: tuple[Lienna, ...] = ()
    turn: int = 1
    history: tuple[Move, ...] = ()

    @classmethod
    def start(cls, structures: Iterable[Structure]) -> State:
        """The first start of turn: red has the initiative (S2, S3)."""
        ordered = tuple(sorted(structures))
        return cls(ordered, ordered, ordered)

    @classmethod
    def replay(cls, structures: Iterable[Structure], moves: Iterable[Move]) -> State:
        """The state after a history, including actions that stood."""
        state = cls.start(structures)
        for move in moves:
            state = state.force(move).state
        return state

    @property
    def may_move(self) -> tuple[Seat, ...]:
        """Always empty, as no action belongs to a seat."""
        return ()

    @property
    def to_move(self) -> Seat | None:
        """Always ``None``, as `may_move` is empty."""
        return None

    @property
    def key(self) -> Hashable:
        """All that decides from here on: structures, now and at the last start of turn, and who rules."""
        return self.structures, self.before, self.holder, self.liennas

    @property
    def outcome(self) -> OutcomeLike | None:
        """Always ``None``: the tracker runs as long as the battle does."""
        return None

    @property
    def sequence(self) -> tuple[Owner, Owner, Owner]:
        """The order in which players act (S1)."""
        return self.holder, self.holder.other, Owner.NEUTRAL

    @property
    def deltas(self) -> Mapping[Owner, Delta]:
        """Both players' structure deltas since the last start of turn (S2)."""
        return MappingProxyType({player: self._delta(player) for player in PLAYERS})

    def _delta(self, player: Owner) -> Delta:
        had = {each.name for each in self.before if each.owner is player}
        has = {each.name for each in self.structures if each.owner is player}
        return Delta(tuple(sorted(has - had)), tuple(sorted(had - has)))

    def owner_of(self, name: str) -> Owner | None:
        """The owner of a structure; ``None`` if there is none of that name."""
        return next((each.owner for each in self.structures if each.name == name), None)

    def legal_moves(self) -> tuple[Move, ...]:
        """The possible actions, except new structures and second Liennas, as any name would do for those."""
        found: list[Move] = [StartTurn(), Timepiece()]
        for each in self.structures:
            found += [Capture(by, each.name) for by in Owner if by is not each.owner]
            found.append(Destroy(each.name))
        found += [LiennaEnters(player) for player in PLAYERS if Lienna(player) not in self.liennas]
        found += [LiennaLeaves(each.caster, each.name) for each in self.liennas if self._found(each)]
        return tuple(found)

    def _found(self, lienna: Lienna) -> bool:
        """Whether a Lienna can be identified by her name."""
        return bool(lienna.name) or sum(each.caster is lienna.caster for each in self.liennas) == 1

    def check(self, move: Move) -> None:
        """Raise the error of an action that cannot be taken.

        `MalformedMove` for structures and Liennas that do not exist, `AmbiguousMove` if several Liennas fit,
        `IllegalMove` for the capture of one's own structure (S6).
        """
        self._check_possible(move)
        if isinstance(move, Capture) and self.owner_of(move.name) is move.by:
            fault = Fault("S6", "own_structure", say("own", raw=called(move.name), owner=move.by))
            raise IllegalMove(fault, move, self._captures)

    def _captures(self) -> list[Move]:
        return [other for other in self.legal_moves() if isinstance(other, Capture)]

    def apply(self, move: Move) -> Step[State]:
        """Take an action; raises what `check` raises."""
        self.check(move)
        return self._make(move)

    def force(self, move: Move) -> Step[State]:
        """Take an action that stood; raises `MalformedMove` or `AmbiguousMove` as `check` does."""
        self._check_possible(move)
        return self._make(move)

    def status(self) -> Problem:
        """Flags for what makes this position impossible; zero if it is sound."""
        return all_flags(Problem.NONE, faults(self.setup, self.structures))

    def problems(self) -> tuple[Message, ...]:
        """A sentence for each fault of `status`, saying what to do."""
        return tuple(line for _, line in faults(self.setup, self.structures))

    def changes_to(self, seen: Iterable[Structure]) -> tuple[Move, ...]:
        """The actions since this state that explain the structures now on the table (S7)."""
        now, then = {each.name: each for each in seen}, {each.name: each for each in self.structures}
        gone = [Destroy(name) for name in then if name not in now]
        taken = [Capture(now[name].owner, name) for name in then if name in now and now[name] != then[name]]
        built = [Build(each.owner, name) for name, each in sorted(now.items()) if name not in then]
        return (*gone, *taken, *built)

    def _check_possible(self, move: Move) -> None:
        if isinstance(move, Capture | Destroy) and self.owner_of(move.name) is None:
            meant = did_you_mean(move.name, [each.name for each in self.structures])
            if meant:
                raise MalformedMove(say("unknown_meant", raw=move.name, text=meant))
            raise MalformedMove(say("unknown", raw=move.name))
        if isinstance(move, Build):
            if self.owner_of(move.name) is not None:
                raise MalformedMove(say("known", raw=move.name))
            if not NAME.fullmatch(move.name):
                raise MalformedMove(say("no_name", raw=f"{move.name!r}"))
        if isinstance(move, LiennaEnters):
            self._check_entrance(move)
        if isinstance(move, LiennaLeaves):
            self._leaving(move)

    def _check_entrance(self, move: LiennaEnters) -> None:
        if move.caster not in PLAYERS:
            raise MalformedMove(say("caster"))
        if move.name and not NAME.fullmatch(move.name):
            raise MalformedMove(say("no_name", raw=f"{move.name!r}"))
        lienna = Lienna(move.caster, move.name)
        if lienna in self.liennas:
            raise MalformedMove(say("twice", lienna=lienna.message))

    def _leaving(self, move: LiennaLeaves) -> Lienna:
        fits = [
            each
            for each in self.liennas
            if each.caster is move.caster and (not move.name or each.name == move.name)
        ]
        if not fits:
            raise MalformedMove(say("not_in_play", lienna=Lienna(move.caster, move.name).message))
        if len(fits) > 1:
            choices = [LiennaLeaves(each.caster, each.name) for each in fits]
            raise AmbiguousMove(say("which", owner=move.caster), choices)
        return fits[0]

    def _make(self, move: Move) -> Step[State]:
        state = replace(self, history=(*self.history, move))
        if isinstance(move, StartTurn):
            return state._start_turn()
        if isinstance(move, Timepiece):
            return state._timepiece()
        if isinstance(move, LiennaEnters):
            lienna = Lienna(move.caster, move.name)
            state = replace(state, liennas=(*state.liennas, lienna))
            return state._lienna_moved(lienna, True)
        if isinstance(move, LiennaLeaves):
            lienna = state._leaving(move)
            left = tuple(each for each in state.liennas if each != lienna)
            return replace(state, liennas=left)._lienna_moved(lienna, False)
        return state._change(move)

    def _change(self, move: Capture | Destroy | Build) -> Step[State]:
        before = self.owner_of(move.name)
        rest = [each for each in self.structures if each.name != move.name]
        event: Event
        if isinstance(move, Build):
            rest.append(Structure(move.name, move.owner))
            event = Built(move.name, move.owner)
        elif isinstance(move, Capture):
            assert before is not None
            rest.append(Structure(move.name, move.by))
            event = Captured(move.name, move.by, before)
        else:
            assert before is not None
            event = Destroyed(move.name, before)
        return Step(replace(self, structures=tuple(sorted(rest))), (event,))

    def _start_turn(self) -> Step[State]:
        red, blue = self.deltas[Owner.RED], self.deltas[Owner.BLUE]
        started = TurnStarted(self.turn + 1, red, blue)
        state = replace(self, before=self.structures, turn=self.turn + 1)
        if self.liennas:
            return state._pass_to(self.holder, "S5", say("lienna", lienna=self.liennas[-1].message), started)
        if red.total == blue.total:
            return state._pass_to(self.holder, "S3", say("equal", raw=f"{red.total:+d}"), started)
        winner = Owner.RED if red.total > blue.total else Owner.BLUE
        why = say("deltas", raw=f"{red.total:+d}", raw2=f"{blue.total:+d}")
        return state._pass_to(winner, "S3", why, started)

    def _timepiece(self) -> Step[State]:
        if self.liennas:
            return self._pass_to(self.holder, "S4", say("lienna", lienna=self.liennas[-1].message))
        return self._pass_to(self.holder.other, "S4", say("timepiece"))

    def _lienna_moved(self, lienna: Lienna, entered: bool) -> Step[State]:
        event = LiennaMoved(lienna, entered)
        if self.liennas:
            ruling = self.liennas[-1]
            return self._pass_to(ruling.caster, "S5", say("lienna", lienna=ruling.message), event)
        return self._pass_to(self.holder, "S5", say("no_lienna"), event)

    def _pass_to(self, holder: Owner, reading: str, reason: Message, *events: Event) -> Step[State]:
        made = InitiativeKept if holder is self.holder else InitiativeGained
        return Step(replace(self, holder=holder), (*events, made(holder, reading, reason)))
