"""Waiting for a table to be set up, for any game with a ``TableGame``; the times are ``setup_watch``'s."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from arbiter.events import Answer, Question, QuestionWithdrawn, SessionEvent, SetupSeen
from arbiter.game_notation import setup_json
from arbiter.reports import NONE_OF_THESE
from arbiter.setup_watch import DOUBT_S, READ_EVERY, SETUP_FRAMES, SETUP_S, TELL_S
from arbiter.table_model import Doubt, TableGame, TableModel, TableSetup
from arbiter.tracker import Window

SAME_MM = 15.0
"""A doubt this near to another is the same."""


@dataclass
class TableSetupWatch:
    """Watches until the table is set up; ``started`` is the set-up and the model then."""

    table: TableGame
    next_question: int = 1
    started: tuple[Any, TableModel] | None = None
    asked: Question | None = None
    _doubt: Doubt | None = None
    _pins: dict[tuple[float, float], Any] = field(default_factory=dict)
    _declined: list[Doubt] = field(default_factory=list)
    _told: tuple[str, ...] = ()
    _told_in: float = -1.0

    def step(self, window: Window) -> list[SessionEvent]:
        """Looks at the table; ``started`` is set once the game can begin."""
        enough = window.frames >= SETUP_FRAMES and window.span_s >= SETUP_S
        if not enough or not window.sure or window.frames % READ_EVERY:
            return []
        if self._told and window.first_s != self._told_in:
            self._pins.clear()  # people put right what they were told
        units = [track.unit(self.table.reader.palette) for track in window.present()]
        found = self.table.read_setup(units, self._pins)
        if found.problems:
            return self._withdraw(window) + self._tell(found, window)
        if found.doubts:
            return self._ask(found.doubts[0], window) if window.span_s >= DOUBT_S else []
        return self._withdraw(window) + self._begin(found, window)

    def _begin(self, found: TableSetup, window: Window) -> list[SessionEvent]:
        assert found.setup is not None and found.model is not None
        self.started = found.setup, found.model
        setup = setup_json(self.table.game, found.setup)
        layout = found.model.to_json()
        return [SetupSeen(time_s=window.last_s, round=1, setup=setup, layout=layout)]

    def _tell(self, found: TableSetup, window: Window) -> list[SessionEvent]:
        if window.span_s < TELL_S or found.problems == self._told:
            return []
        self._told, self._told_in = found.problems, window.first_s
        setup = {} if found.setup is None else setup_json(self.table.game, found.setup)
        return [SetupSeen(time_s=window.last_s, round=1, setup=setup, problems=found.problems)]

    def _ask(self, doubt: Doubt, window: Window) -> list[SessionEvent]:
        if self._doubt is not None and self.asked is not None and _same(self._doubt, doubt):
            return []
        if any(_same(old, doubt) for old in self._declined):
            return []
        events = self._withdraw(window)
        self._doubt = doubt
        self.asked = Question(
            time_s=window.last_s,
            id=self.next_question,
            text=doubt.text,
            options=(*doubt.answers, NONE_OF_THESE),
            probabilities=(*doubt.probabilities, max(0.0, 1 - sum(doubt.probabilities))),
            boxes=(doubt.box_px,),
            frame=window.last_frame,
        )
        self.next_question += 1
        return [*events, self.asked]

    def answer(self, option: int, time_s: float) -> list[SessionEvent]:
        """Takes the answer to the open question; ``ValueError`` when there is none or no such option."""
        if self.asked is None or self._doubt is None:
            raise ValueError("no question is open")
        asked, doubt = self.asked, self._doubt
        if not 0 <= option < len(asked.options):
            raise ValueError(f"question {asked.id} has options 0 to {len(asked.options) - 1}")
        self.asked = None
        if option < len(doubt.values):
            self._pins[doubt.place] = doubt.values[option]
        else:
            self._declined.append(doubt)
        return [Answer(time_s=time_s, id=asked.id, option=option, text=asked.options[option])]

    def _withdraw(self, window: Window) -> list[SessionEvent]:
        if self.asked is None:
            return []
        event, self.asked = self.asked, None
        return [QuestionWithdrawn(time_s=window.last_s, id=event.id)]


def _same(one: Doubt, other: Doubt) -> bool:
    return math.dist(one.place, other.place) < SAME_MM
