"""Moves that people report: they count, however the table looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.events.ledger import Ledger, Verdict, judge
from arbiter.events.types import SessionEvent
from arbiter.table.explanations import accepting_readings, played
from arbiter.table.model import Seen
from arbiter.table.readings import Reading
from arbiter.table.sites import Looks, see
from arbiter.table.window import Window
from engine.game import MoveError, Seat
from engine.message import Messages

say = Messages("arbiter")

LIES = tuple(f"lies {seat}" for seat in Seat)


class ByWord:
    """The part of a `TablePlay` that takes people's reports."""

    def enter(self: Any, text: str, time_s: float, window: Window) -> list[SessionEvent]:
        """A move typed by a person, legal or not, or acceptance of the table as it is (``lies near``: near
        is to move); raises ``MalformedMove`` or ``AmbiguousMove``."""
        if text.strip().lower() in LIES:
            return list(self._by_word(self._lying(text, window), time_s, window))
        state = self.ledger.state_if_stood
        move = self.ledger.game.parse_move(text, state)
        if judge(state, move) is None:
            state.check(move)
        made = played(self.ledger, (move,))
        if made is None:
            raise MoveError(say("no_play_here", typed=text.strip()))
        reading = self._said(move, *made)
        return list(self._by_word(reading, time_s, window))

    def _said(self: Any, move: Any, ledger: Ledger, verdicts: Sequence[Verdict]) -> Reading:
        """The reading of a move that people reported."""
        agreed = self.model.agreed(move) and ledger.waiting is not None
        after, stands = ledger.stand() if agreed else ledger, self.ledger.waiting is not None
        moves = ((move, verdicts[-1]),)
        return Reading(after, 0.0, moves, stands=stands, probability=1.0, agreed=agreed)

    def take_back(self: Any, time_s: float, window: Window) -> list[SessionEvent]:
        """Takes the last move back on a person's word; ``MoveError`` if there is none."""
        if self.ledger.last is None:
            raise MoveError(say("nothing_yet"))
        reading = Reading(self.ledger.take_back(), 0.0, back=1, probability=1.0)
        return list(self._by_word(reading, time_s, window))

    def _by_word(self: Any, reading: Reading, time_s: float, window: Window) -> list[SessionEvent]:
        """Books what a person reported, however the table looks."""
        self.now = time_s
        return [*self._withdraw(), *self._accept(reading, self._table_now(window), None, answered=True)]

    def _table_now(self: Any, window: Window) -> Seen:
        """The present table; all of it is hidden if it is moving or was not looked at for long enough."""
        looks = self.looks or Looks()
        if window.ready:
            return see(window, self.model, looks)
        return Seen({}, hidden=frozenset({*self.model.contents(self.ledger.state_if_stood), *looks.spots}))

    def _lying(self: Any, text: str, window: Window) -> Reading:
        """Acceptance of the table as it is; raises ``MoveError`` if the position is unknown."""
        if not window.ready:
            raise MoveError(say("lies_not_still"))
        for each in accepting_readings(self.ledger, self.model, self._table_now(window)):
            if text.strip().lower().endswith(str(each.ledger.state.to_move)):
                return each
        raise MoveError(say("lies_not_told"))
