"""A round of any game as the arbiter believes it: the plies that count, and an illegal one that waits.

The state is what replaying the plies gives, so taking back or amending a ply means cutting the list.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from engine.definition import AnyGame
from engine.game import AmbiguousMove, Event, IllegalMove, MalformedMove, Seat
from engine.message import Messages, Said

say = Messages("arbiter")


@dataclass(frozen=True)
class Verdict:
    """Whether a play is legal and, if not, why."""

    legal: bool
    reading: str | None = None
    reason: Said | None = None
    refusal: IllegalMove | None = field(default=None, compare=False, repr=False)

    @property
    def alternatives(self) -> tuple[Any, ...]:
        """The legal moves in that position, computed when first needed."""
        return () if self.refusal is None else self.refusal.alternatives


LEGAL = Verdict(True)
Key = tuple[int, int]
"""The report of a ply: the number of its entry or step, and its number within that entry."""


@dataclass(frozen=True)
class Ply:
    """A play on the table with its verdict; ``open_shift`` while the stack may still be moved for it.

    ``key`` identifies its report, ``number`` is the number under which it was reported.
    """

    play: Any
    verdict: Verdict = LEGAL
    open_shift: bool = False
    key: Key | None = field(default=None, compare=False)
    number: int = field(default=0, compare=False)

    @property
    def virtual(self) -> bool:
        """Whether it moved nothing on the table (I7)."""
        return bool(getattr(self.play, "virtual", False))


def judge(state: Any, play: Any) -> Verdict | None:
    """The verdict on a play in a position; ``None`` if the pieces rule it out."""
    try:
        state.check(play)
    except IllegalMove as error:
        return Verdict(False, error.reading, error.message, error)
    except (MalformedMove, AmbiguousMove):
        return None
    return LEGAL


def possible(state: Any, play: Any) -> Verdict:
    """The verdict on a play; raises ``MoveError`` if the pieces rule it out."""
    verdict = judge(state, play)
    if verdict is None:
        state.check(play)
        raise AssertionError("a play is legal, illegal or refused")
    if not verdict.legal:
        state.force(play)
    return verdict


@dataclass(frozen=True)
class Ledger:
    """A round so far. ``waiting`` is an illegal play that may still be taken back; it is the next ply."""

    setup: Any
    rules: Any
    leader: Seat | None = None
    plies: tuple[Ply, ...] = ()
    waiting: Ply | None = None
    game: AnyGame = field(kw_only=True, compare=False)

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """The position before each ply and after the last; raises ``MoveError`` for impossible plies."""
        states = list(self._known) or [self.game.start(self.setup, self.rules, self.leader)]
        try:
            for ply in self.plies[len(states) - 1 :]:
                states.append(states[-1].force(ply.play).state)
        finally:
            self.__dict__["_computed"] = tuple(states)
        return tuple(states)

    def with_states(self, states: tuple[Any, ...]) -> Ledger:
        """This ledger, with its ``states`` given instead of computed."""
        self.__dict__["states"] = states
        return self

    @property
    def _known(self) -> tuple[Any, ...]:
        """The first of the ``states``, as far as they have been computed."""
        known: tuple[Any, ...] = self.__dict__.get("states") or self.__dict__.get("_computed", ())
        return known

    @property
    def unplayed(self) -> int:
        """How many plies remain to be replayed for ``states``."""
        return len(self.plies) + 1 - len(self._known)

    def with_plies(self, same: int, plies: tuple[Ply, ...] = (), waiting: Ply | None = None) -> Ledger:
        """The ledger with the first ``same`` plies, whose positions are kept, and these after them."""
        ledger = replace(self, plies=(*self.plies[:same], *plies), waiting=waiting)
        ledger.__dict__["_computed"] = self._known[: same + 1]
        return ledger

    def __deepcopy__(self, memo: object) -> Ledger:
        return self  # immutable, so copies of a session share it

    @property
    def state(self) -> Any:
        """The present position, without a waiting illegal play."""
        return self.states[-1]

    @cached_property
    def state_if_stood(self) -> Any:
        """The position if the waiting play stands; the present one if none is waiting."""
        return self.state if self.waiting is None else self.state.force(self.waiting.play).state

    @property
    def last(self) -> Ply | None:
        """The waiting play, or else the last ply that put a piece on the table."""
        if self.waiting is not None:
            return self.waiting
        return next((ply for ply in reversed(self.plies) if not ply.virtual), None)

    @property
    def last_number(self) -> int:
        """The ply number of ``last``; 0 if there is none."""
        if self.waiting is not None:
            return len(self.plies) + 1
        return max((i + 1 for i, ply in enumerate(self.plies) if not ply.virtual), default=0)

    def events_of(self, number: int) -> tuple[Event, ...]:
        """The engine's events of a ply (from 1); for a waiting one, as if it stood."""
        if number == len(self.plies) + 1 and self.waiting is not None:
            before, play = self.state, self.waiting.play
        else:
            before, play = self.states[number - 1], self.plies[number - 1].play
        events: tuple[Event, ...] = before.force(play).events
        return events

    def add(self, ply: Ply) -> Ledger:
        """The ledger with one more ply: an illegal one waits, a legal one counts."""
        if self.waiting is not None:
            raise ValueError("an illegal play waits: let it stand or take it back first")
        if not ply.verdict.legal:
            return self.with_plies(len(self.plies), waiting=ply)
        return self.with_plies(len(self.plies), (ply,))

    def stand(self) -> Ledger:
        """The ledger with the waiting play counted."""
        if self.waiting is None:
            return self
        return self.with_plies(len(self.plies), (replace(self.waiting, open_shift=False),))

    def take_back(self) -> Ledger:
        """The ledger without ``last`` and virtual plays after it; ``ValueError`` if nothing was played."""
        if self.last_number == 0:
            raise ValueError(say("nothing_yet"))
        return self.with_plies(self.last_number - 1)

    def replace_last(self, ply: Ply) -> Ledger:
        """The ledger with ``last`` replaced, without the virtual plays after it."""
        return self.take_back().add(ply)
