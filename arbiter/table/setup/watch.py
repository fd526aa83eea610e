"""Waiting for a set-up, for any game with a ``TableGame``; the times are those of Initiative.

Of a doubt's answers ``FIRST`` are offered at first, then ``MORE`` at a time after each "none of these".
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from arbiter.events.game_notation import setup_json
from arbiter.events.ledger import Ledger
from arbiter.events.types import AS_SHOWN, Question, SessionEvent, SetByHand, SetupSeen
from arbiter.table.model import Doubt, Pins, Seen, TableGame, TableModel, TableSetup
from arbiter.table.setup.asking import AskedDoubt, AsksAtSetup
from arbiter.table.setup.by_hand import Place, Shown
from arbiter.table.setup.offer import NOT_SEEN, Offer
from arbiter.table.setup.waiting import Telling
from arbiter.table.sites import Looks
from arbiter.table.spots import spots_of
from arbiter.table.thresholds import AGAIN_S, DOUBT_S, READ_EVERY, SETUP_FRAMES, SETUP_S
from arbiter.table.window import Window
from engine.game import GameState
from engine.message import Message, Messages
from vision.observation import Box

say = Messages("arbiter")

SAME_MM = 15.0
"""Doubts this close to each other are the same."""
FIRST, MORE = 4, 8


@dataclass
class TableSetupWatch(AsksAtSetup):
    """Watches until the table is set up; ``started`` then holds the set-up and the model."""

    table: TableGame
    next_question: int = 1
    started: tuple[Any, TableModel] | None = None
    asked: AskedDoubt | None = None
    _pins: dict[tuple[float, float], Any] = field(default_factory=dict)
    _passed: dict[tuple[float, float], int] = field(default_factory=dict)
    """For each doubt's place, how many of its answers were rejected."""
    _telling: Telling = field(default_factory=Telling)
    offer: Offer = field(default_factory=Offer)
    _looked: Window = field(default_factory=Window)
    """The table as shown to people."""
    _found: TableSetup = field(default_factory=TableSetup)
    """Its reading."""
    _asked_of: Window = field(default_factory=Window)
    """The table when the open question was asked, or the accepted one."""
    _accepted: bool = False
    """Whether people accepted it as shown."""

    @property
    def window_asked_of(self) -> Window:
        """The table that the last question was about."""
        return self._asked_of

    def step(self, window: Window) -> list[SessionEvent]:
        """Looks at the table; ``started`` is set once the game can begin."""
        enough = window.frames >= SETUP_FRAMES and window.span_s >= SETUP_S
        if not enough or not self.offer.looks(window) or window.frames % READ_EVERY:
            return []
        if self._telling.touched(window):
            self._pins.clear()  # people are fixing what was reported
            self._passed.clear()
        found = self._read(window)
        if not found.settled and found.presumed and window.span_s >= DOUBT_S:
            found = self._read(window, presumed=found.presumed)
        if found.settled and self.offer.begins(window):
            return self._withdraw(window) + self._begin(found, window, window.last_s)
        events = self._hold_up(found, window)
        if any(isinstance(event, Question) for event in events):
            self._asked_of = window
        return events + ([] if found.problems else self.offer.tell(window, self.asked is not None))

    def interrupted(self, window: Window) -> list[SessionEvent]:
        """A hand comes after a rest: to play, if nothing prevented the game but what can be presumed."""
        looked = self._looked
        if self._found.presumed and looked.first_s == window.first_s and self.offer.begins(looked):
            found = self._read(looked, presumed=self._found.presumed)
            if found.settled:
                self._asked_of = looked
                return self._withdraw(window) + self._begin(found, looked, window.last_s)
        return super().interrupted(window)

    def _in_doubt(self) -> list[Doubt]:
        return [] if self._found.problems else self._open(self._found)

    # ----- shown, corrected by hand, accepted as shown

    def _read(
        self, window: Window, accepted: bool = False, presumed: Pins = MappingProxyType({})
    ) -> TableSetup:
        """The reading with everything people said; it is shown, with the reason if it cannot be played."""
        units = self.offer.units(window, self.table.reader.palette)
        pins = {**presumed, **self._pins, **self.offer.by_hand.pins(units)}
        found = self.table.read_setup(units, pins)
        if found.problems and self.table.complete:
            for unit in self.offer.faint(window, self.table.reader.palette):
                whole = self.table.read_setup([*units, unit], pins)
                if not whole.problems:
                    units, found = [*units, unit], whole
                    break
        more = self.table.accepting(pins)
        taken = found if more == pins else self.table.read_setup(units, more)
        shown = Shown(found.things, found.problems, self._refusal(taken), self.table.choices())
        self.offer.show(shown, window)
        self._looked, self._found = window, found
        return taken if accepted else found

    def _refusal(self, found: TableSetup) -> Message | None:
        """The first reason why a set-up cannot be played; ``None`` if it can."""
        if found.problems:
            return found.problems[0]
        if found.setup is None or found.model is None:
            return next((doubt.text for doubt in found.doubts), None)
        game = self.table.game
        start: GameState[Any] = game.start(found.setup, self.table.rules, None)
        return next(iter(start.problems()), None)

    def say(self, what: str, at: str | Place, box_px: Box | None, time_s: float) -> list[SessionEvent]:
        """People say what stands somewhere; ``ValueError``, in one line, if that is impossible."""
        said = self.offer.say(what, at, box_px, self.table.meant, time_s)
        found = self._read(self._looked)
        if self._stays(self._open(found)):
            return [said]
        return [said, *self._withdraw(replace(self._looked, last_s=time_s))]

    def accept(self, time_s: float) -> list[SessionEvent]:
        """People accept the set-up as shown; ``ValueError``, in one line, if it cannot be played."""
        if self.offer.shown is None:
            raise ValueError(NOT_SEEN)
        if self.offer.shown.refusal:
            raise ValueError(self.offer.shown.refusal)
        self._asked_of, self._accepted = self._looked, True
        found = self._read(self._looked, accepted=True)
        said = SetByHand(time_s=time_s, name="", what=AS_SHOWN, place=(0.0, 0.0))
        end = replace(self._looked, last_s=time_s)
        return [said, *self._withdraw(end), *self._begin(found, end, time_s)]

    def _hold_up(self, found: TableSetup, window: Window) -> list[SessionEvent]:
        """Asks, or reports what is wrong."""
        held_s = self._telling.held_s(found.problems, window)
        doubts = self._open(found)
        if not doubts:
            problems = found.problems or tuple(_left_open(doubt) for doubt in found.doubts)
            return self._withdraw(window) + self._tell(found, problems, window)
        if not found.problems:
            return self._ask(doubts, window, window.last_s) if window.span_s >= DOUBT_S else []
        events = self._tell(found, found.problems, window)
        return events + (self._ask(doubts, window, window.last_s) if held_s >= AGAIN_S else [])

    def _open(self, found: TableSetup) -> list[Doubt]:
        """The doubts with answers that were not yet rejected."""
        return [doubt for doubt in found.doubts if self._passed_of(doubt) < len(doubt.answers)]

    def mark(self, table: TableGame) -> None:
        """Takes a table that people marked, and reports anew what it lacks."""
        self.table, self._telling = table, Telling()
        self._pins.clear()
        self._passed.clear()
        self.offer = Offer()

    def _begin(self, found: TableSetup, window: Window, time_s: float) -> list[SessionEvent]:
        assert found.setup is not None and found.model is not None
        self.started = found.setup, found.model
        setup = setup_json(self.table.game, found.setup)
        units = [track.unit(self.table.reader.palette) for track in window.present()]
        looks = Looks.of(Seen(found.model.sort(units)), found.model.reader)
        start = Ledger(found.setup, self.table.rules, game=self.table.game).state
        layout = {
            **found.model.to_json(),
            "spots": [each.to_json() for each in spots_of(looks, found.model, start)],
        }
        said = self.offer.said()
        seen = SetupSeen(
            time_s=time_s, round=1, setup=setup, layout=layout, accepted=self._accepted, said=said
        )
        return [seen]

    def _tell(self, found: TableSetup, problems: tuple[Message, ...], window: Window) -> list[SessionEvent]:
        if not problems or not self._telling.due(problems, window):
            return []
        setup = {} if found.setup is None else setup_json(self.table.game, found.setup)
        how, time_s = self.offer.how() or "", window.last_s
        return [SetupSeen(time_s=time_s, round=1, setup=setup, problems=problems, how=how)]

    def _passed_of(self, doubt: Doubt) -> int:
        return next((n for at, n in self._passed.items() if math.dist(at, doubt.place) < SAME_MM), 0)

    def _question(self, doubt: Doubt, window: Window, time_s: float) -> Question:
        first = self._passed_of(doubt)
        shown = slice(first, first + (MORE if first else FIRST))
        odds = doubt.probabilities[shown]
        return self._worded(
            doubt.text,
            doubt.answers[shown],
            time_s,
            probabilities=(*odds, max(0.0, 1 - sum(odds))),
            boxes=(doubt.box_px,),
            frame=window.last_frame,
        )

    def _settle(self, asked: AskedDoubt, option: int) -> None:
        doubt, last = asked.doubt, len(asked.event.options) - 1
        first = self._passed_of(doubt)
        if option < last:
            self._pins[doubt.place] = doubt.values[first + option]
        else:
            known = next((at for at in self._passed if math.dist(at, doubt.place) < SAME_MM), doubt.place)
            self._passed[known] = first + last

    def _go_on(self, time_s: float) -> list[SessionEvent]:
        """Begins, or asks on, from the table that was asked about."""
        found = self._read(self._asked_of)
        if found.settled:
            return self._begin(found, self._asked_of, time_s)
        doubts = self._open(found)
        return self._ask(doubts, self._asked_of, time_s) if doubts else []

    @staticmethod
    def _same(one: Doubt, other: Doubt) -> bool:
        return math.dist(one.place, other.place) < SAME_MM


def _left_open(doubt: Doubt) -> Message:
    """What else to do about something that nobody could name."""
    return say("cannot_go_on", text=doubt.text)
