"""One reading of an open question, followed as play continues (``unanswered``)."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from arbiter.events.types import (
    Correction,
    IllegalStood,
    MoveAmended,
    MoveSeen,
    Notice,
    Question,
    QuestionWithdrawn,
    SessionEvent,
    SetupSeen,
    StackMismatch,
    TakeBack,
)
from arbiter.table.thresholds import ACCEPT
from arbiter.table.window import Window

TOGETHER_S = 0.4
"""Branches read a glimpse one after the other, so they book what it shows at times this far apart."""
IRREGULAR = (TakeBack, IllegalStood, Correction, SetupSeen, StackMismatch)
"""Events of a branch whose reading does not continue by legal moves."""


class Open(Protocol):
    """One reading of a question (`readings.Reading`, `inference.Explanation`)."""

    @property
    def plain(self) -> bool:
        """Whether it says only that legal moves were made."""

    @property
    def nothing(self) -> bool:
        """Whether it says that the game did not change."""

    @property
    def agreed(self) -> bool:
        """Whether it only accepts the table as it is."""

    @property
    def made(self) -> tuple[Any, ...]:
        """Its moves."""

    @property
    def probability(self) -> float:
        """Its probability when it was asked about."""


@dataclass
class Branch:
    """A copy of the play (``TablePlay``, ``RoundPlay``) that continues from one reading of the question."""

    play: Any
    reading: Open
    option: int
    first: list[SessionEvent]
    """The events of accepting the reading."""
    plain: bool
    """Whether it may be taken for the answer: it was offered and says only that legal moves were made, that
    nothing was, or that the table is accepted as it is."""
    since: list[SessionEvent] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    """The windows (by their first second) and glimpses in which it booked legal moves, or would have asked
    which."""
    irregular: dict[Hashable, float] = field(default_factory=dict)
    """Its other events, each with the window in which it first occurred."""
    irregular_s: float | None = None
    """The window of the first such event that not every branch has."""
    over_s: float | None = None
    """The window in which the game ended in this branch."""

    def step(self, window: Window) -> None:
        """Watches one more frame."""
        self._note(self.play.step(window), window.first_s)

    def glimpse(self, window: Window | None, now_s: float, reads: bool) -> None:
        """Takes in a glimpse, if there is one, and if it ``reads``, one step of reading it."""
        self._note(self.play.between(window, now_s, reads), now_s)

    def _note(self, events: list[SessionEvent], at_s: float) -> None:
        for event in events:
            self.since.append(event)
            if (isinstance(event, MoveSeen) and event.legal) or (event.kind == "question" and self.sound):
                self.moves.append(at_s)
            elif _irregular(event):
                self.irregular.setdefault(_identity(event), at_s)
        if self.over_s is None and self.play.over:
            self.over_s = at_s

    @property
    def weight(self) -> float:
        """How well its reading and what was played since explain the tables (log)."""
        borne: tuple[float, ...] = self.play.borne
        return math.log(max(self.reading.probability, 1e-300)) + sum(borne)

    def booked_like(self, other: Branch) -> bool:
        """Whether it has booked as many moves as another one, in as many looks, at about the same times."""
        mine, its = ([e.time_s for e in each.since if isinstance(e, MoveSeen)] for each in (self, other))
        together = all(abs(one - two) <= TOGETHER_S for one, two in zip(mine, its, strict=False))
        return together and len(mine) == len(its) and len(self.play.borne) == len(other.play.borne)

    @property
    def ahead(self) -> bool:
        """Whether play has continued from its reading by known legal moves only."""
        return self.continued and self.sound

    @property
    def continued(self) -> bool:
        """Whether play has continued from its reading by legal moves only, whatever it asks now."""
        return self.plain and bool(self.moves) and self.irregular_s is None and not self.play.gave_up

    @property
    def sound(self) -> bool:
        """Whether it has nothing to ask except which legal moves were made."""
        asked = self.play.asked
        if asked is None:
            return True
        return all(each.plain for each in asked.readings) and sum(asked.event.probabilities[:-1]) >= ACCEPT

    @property
    def stuck(self) -> bool:
        """Whether no legal move continues from its reading."""
        asked = self.play.asked
        return self.play.gave_up or (asked is not None and not any(each.plain for each in asked.readings))

    @property
    def moves_since(self) -> list[tuple[str, str]]:
        """The moves booked since, as pairs of seat and notation."""
        return [(event.seat, event.text) for event in self.since if isinstance(event, MoveSeen)]

    @property
    def position(self) -> Hashable:
        """All that later play depends on, in this branch."""
        key: Hashable = self.play.ledger.state_if_stood.key
        return key

    def report(self, now_s: float, answered: bool) -> list[SessionEvent]:
        """Its events with the present time, without questions and notices that no longer apply."""
        first = [replace(e, answered=answered) if isinstance(e, MoveSeen) else e for e in self.first]
        asked = self.play.asked
        open_ = None if asked is None else asked.event
        notices = {event.topic: event for event in self.since if isinstance(event, Notice)}
        kept = [event for event in self.since if _kept(event, open_, notices)]
        return [replace(event, time_s=now_s) for event in (*first, *kept)]


def _irregular(event: SessionEvent) -> bool:
    if isinstance(event, MoveSeen):
        return not event.legal
    if isinstance(event, MoveAmended):
        return not event.legal or event.changed not in ("shift", "nothing")
    return isinstance(event, IRREGULAR)


def _identity(event: SessionEvent) -> Hashable:
    """Equal for the same event in several branches."""
    return event.kind, *(str(getattr(event, name, "")) for name in ("seat", "text", "expected", "seen"))


def _kept(event: SessionEvent, open_: Question | None, notices: dict[str, Notice]) -> bool:
    """Whether an event of a branch still applies: not a withdrawn question or a trouble that has passed."""
    if isinstance(event, Question):
        return event is open_
    if isinstance(event, Notice):
        return event is notices[event.topic] and not event.over
    return not isinstance(event, QuestionWithdrawn)
