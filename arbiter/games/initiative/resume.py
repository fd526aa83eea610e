"""A session rebuilt from what was recorded of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from arbiter.events.history import begun, followed
from arbiter.events.ledger import Ledger
from arbiter.events.types import (
    EVENTS,
    Question,
    RoundOver,
    SessionEvent,
    SetupSeen,
    event_from_json,
)
from arbiter.table.frames import Snapshot
from arbiter.table.layout import Layout
from engine.game import Seat
from engine.initiative.game import GAME


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
            self.ledger = followed(self.ledger, event)
            layout = getattr(event, "observation", {}).get("layout")
            if layout:
                self.layout = Layout.from_json(layout)

    def _setup(self, event: SetupSeen) -> None:
        rules = self.session.snapshot().rules
        again = event.corrected and self.ledger is not None
        self.ledger = begun(self.ledger, event, GAME, rules, self.session.next_leader())
        if not event.problems and not again:
            self.layout = Layout.from_json(event.layout)

    def flush(self) -> None:
        """Hands the round to the session."""
        if self.ledger is not None and self.layout is not None:
            self.session.restore_round(self.ledger, self.layout, self.questions + 1)


def replay(session: Restored, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
    """Brings a fresh session to where the recorded events leave off."""
    follow = _Replay(session)
    for kind, data in entries:
        if kind in EVENTS and kind not in ("correction", "dispute"):
            follow.take(event_from_json(kind, data))
    follow.flush()
