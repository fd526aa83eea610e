"""A session rebuilt from what was recorded of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from arbiter.events.ledger import Ledger, Ply, Verdict, judge
from arbiter.events.types import (
    EVENTS,
    IllegalStood,
    MoveAmended,
    MoveSeen,
    Question,
    RoundOver,
    SessionEvent,
    SetupSeen,
    TakeBack,
    event_from_json,
)
from arbiter.table.frames import Snapshot
from arbiter.table.layout import Layout
from engine.game import Seat
from engine.initiative.game import GAME
from engine.initiative.model import Play, Setup
from engine.initiative.state import State


class Restored(Protocol):
    """What is used of the session that is rebuilt."""

    def snapshot(self) -> Snapshot:
        """Where it stands."""

    def next_leader(self) -> Seat | None:
        """Who must lead the coming round; ``None`` in the first."""

    def restore_round(self, ledger: Ledger, layout: Layout, next_question: int) -> None:
        """Puts a round in play as it was recorded."""

    def restore_end(self) -> None:
        """Books the round in play as finished."""


@dataclass
class _Replay:
    """What the events so far amount to."""

    session: Restored
    ledger: Ledger | None = None
    layout: Layout | None = None
    questions: int = 0

    def take(self, event: SessionEvent) -> None:
        """Follows one event."""
        if isinstance(event, SetupSeen):
            self._setup(event)
        elif isinstance(event, Question):
            self.questions = max(self.questions, event.id)
        elif isinstance(event, RoundOver):
            self.flush()
            self.session.restore_end()
            self.ledger = None
        elif self.ledger is not None:
            self.ledger = self._next(self.ledger, event)
            layout = getattr(event, "observation", {}).get("layout")
            if layout:
                self.layout = Layout.from_json(layout)

    def _setup(self, event: SetupSeen) -> None:
        if event.problems:
            return
        if event.corrected and self.ledger is not None:
            self.ledger = replace(self.ledger, setup=Setup.from_json(_lists(event.setup)))
            return
        snapshot = self.session.snapshot()
        leader = self.session.next_leader()
        self.ledger = Ledger(Setup.from_json(_lists(event.setup)), snapshot.rules, leader, game=GAME)
        self.layout = Layout.from_json(event.layout)

    def _next(self, ledger: Ledger, event: SessionEvent) -> Ledger:
        if isinstance(event, MoveSeen):
            return ledger.add(_ply(ledger.state, event, event.provisional))
        if isinstance(event, MoveAmended):
            return _amended(ledger, event)
        if isinstance(event, TakeBack):
            return ledger.take_back()
        return ledger.stand() if isinstance(event, IllegalStood) else ledger

    def flush(self) -> None:
        """Hands the round to the session."""
        if self.ledger is not None and self.layout is not None:
            self.session.restore_round(self.ledger, self.layout, self.questions + 1)


def _ply(state: State, event: MoveSeen | MoveAmended, open_shift: bool) -> Ply:
    """The ply of an event, its verdict as recorded (with the legal plays worked out again)."""
    play = Play.from_json(_lists(event.play))
    fresh = judge(state, play)
    refusal = None if fresh is None else fresh.refusal
    return Ply(play, Verdict(event.legal, event.reading, event.reason, refusal), open_shift)


def _amended(ledger: Ledger, event: MoveAmended) -> Ledger:
    """Replaces a ply; plies that are already played after it stay."""
    if ledger.waiting is not None and event.ply == len(ledger.plies) + 1:
        return ledger.replace_last(_ply(ledger.state, event, not event.settled))
    before = replace(ledger, plies=ledger.plies[: event.ply - 1], waiting=None)
    ply = _ply(before.state, event, not event.settled)
    if not event.legal and event.changed == "nothing":
        ply = replace(ply, verdict=ledger.plies[event.ply - 1].verdict)
    later = ledger.plies[event.ply :]
    if not later:
        return before.add(ply)
    return replace(before, plies=(*before.plies, ply, *later))


def _lists(value: Any) -> Any:
    """Plain dicts and lists, as the engine's readers expect."""
    if isinstance(value, Mapping):
        return {key: _lists(item) for key, item in value.items()}
    return [_lists(item) for item in value] if isinstance(value, (tuple, list)) else value


def replay(session: Restored, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
    """Brings a fresh session to where the recorded events leave off."""
    follow = _Replay(session)
    for kind, data in entries:
        if kind in EVENTS and kind not in ("correction", "dispute"):
            follow.take(event_from_json(kind, data))
    follow.flush()
