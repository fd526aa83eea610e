"""A reading of an open question, followed as play goes on (``unanswered``)."""

from __future__ import annotations

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

ODD = (TakeBack, IllegalStood, Correction, SetupSeen, StackMismatch)
"""What a branch books or says where its reading does not go on by legal moves."""


class Open(Protocol):
    """One reading of a question (`readings.Reading`, `inference.Explanation`)."""

    @property
    def plain(self) -> bool:
        """Whether it says nothing but that legal moves were made."""

    @property
    def nothing(self) -> bool:
        """Whether it says that nothing of the game changed."""

    @property
    def agreed(self) -> bool:
        """Whether it only says that play goes on from how the table lies."""

    @property
    def made(self) -> tuple[Any, ...]:
        """The moves that it makes."""

    @property
    def probability(self) -> float:
        """How likely it was when it was asked about."""


@dataclass
class Branch:
    """A copy of the play (``TablePlay``, ``RoundPlay``) that goes on from one reading of the question."""

    play: Any
    reading: Open
    option: int
    first: list[SessionEvent]
    """What taking the reading causes."""
    plain: bool
    """Whether it may be taken: it was offered and says nothing but that legal moves were made, or none, or
    that play goes on from how the table lies."""
    since: list[SessionEvent] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    """The windows (by their first second) in which it booked legal moves, or would have asked which."""
    odd: dict[Hashable, float] = field(default_factory=dict)
    """What else it booked or said, and in which window first."""
    odd_s: float | None = None
    """The window of the first such thing that not every branch has booked too."""
    over_s: float | None = None
    """The window in which the game was over for it."""

    def step(self, window: Window) -> None:
        """Watches one more frame."""
        for event in self.play.step(window):
            self.since.append(event)
            if (isinstance(event, MoveSeen) and event.legal) or (event.kind == "question" and self.sound):
                self.moves.append(window.first_s)
            elif _odd(event):
                self.odd.setdefault(_what(event), window.first_s)
        if self.over_s is None and self.play.over:
            self.over_s = window.first_s

    @property
    def ahead(self) -> bool:
        """Whether play has gone on from its reading by nothing but legal moves, and it can tell which."""
        return self.onward and self.sound

    @property
    def onward(self) -> bool:
        """Whether play has gone on from its reading by nothing but legal moves, whatever it asks now."""
        return self.plain and bool(self.moves) and self.odd_s is None and not self.play.gave_up

    @property
    def sound(self) -> bool:
        """Whether it has nothing to ask but which legal moves were made."""
        asked = self.play.asked
        if asked is None:
            return True
        return all(each.plain for each in asked.readings) and sum(asked.event.probabilities[:-1]) >= ACCEPT

    @property
    def stuck(self) -> bool:
        """Whether no legal move goes on from its reading."""
        asked = self.play.asked
        return self.play.gave_up or (asked is not None and not any(each.plain for each in asked.readings))

    @property
    def moved(self) -> list[tuple[str, str]]:
        """The moves that it told since, by seat and notation."""
        return [(event.seat, event.text) for event in self.since if isinstance(event, MoveSeen)]

    @property
    def position(self) -> Hashable:
        """What decides from here on, as it sees the game."""
        key: Hashable = self.play.ledger.state_if_stood.key
        return key

    def told(self, now_s: float, answered: bool) -> list[SessionEvent]:
        """What it has booked, as of now, and what it has still to say."""
        first = [replace(e, answered=answered) if isinstance(e, MoveSeen) else e for e in self.first]
        asked = self.play.asked
        open_ = None if asked is None else asked.event
        notices = {event.topic: event for event in self.since if isinstance(event, Notice)}
        kept = [event for event in self.since if _kept(event, open_, notices)]
        return [replace(event, time_s=now_s) for event in (*first, *kept)]


def _odd(event: SessionEvent) -> bool:
    if isinstance(event, MoveSeen):
        return not event.legal
    if isinstance(event, MoveAmended):
        return not event.legal or event.changed not in ("shift", "nothing")
    return isinstance(event, ODD)


def _what(event: SessionEvent) -> Hashable:
    """What is the same of what several branches booked."""
    return event.kind, *(str(getattr(event, name, "")) for name in ("seat", "text", "expected", "seen"))


def _kept(event: SessionEvent, open_: Question | None, notices: dict[str, Notice]) -> bool:
    """Whether what a branch said still holds: no question that was withdrawn, no trouble that has gone."""
    if isinstance(event, Question):
        return event is open_
    if isinstance(event, Notice):
        return event is notices[event.topic] and not event.over
    return not isinstance(event, QuestionWithdrawn)
