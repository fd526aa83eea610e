"""A game in play, of any game with a ``TableModel``: from windows of still table to moves and take-backs.

The thresholds that every game shares are in ``thresholds``. A reading that rests on a site which does
not look like it (below ``MISFIT``), or that puts an earlier misreading right, is only ever asked about.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.events.asking import AskedReadings
from arbiter.events.ledger import Ledger
from arbiter.events.reports import illegal_stood, move_seen
from arbiter.events.types import Question, SessionEvent
from arbiter.table import reports
from arbiter.table.branch import Branch
from arbiter.table.by_word import ByWord
from arbiter.table.explanations import going_on, read_change
from arbiter.table.glimpses import Glimpses
from arbiter.table.held import Believed, accepted_looks, but_for_later, with_unseen
from arbiter.table.held_readings import settled_before
from arbiter.table.layout import Spot
from arbiter.table.model import Seen, TableModel
from arbiter.table.readings import (
    CLEAR_FIT,
    MOST_AT_ONCE,
    Reading,
    Readings,
    acceptable,
    borne_out,
    certain,
    clear,
    finished_unseen,
    gone_again,
    idle,
    offered,
    steps,
    surely_begun,
    surely_first,
    taken_back_since,
    turns,
    worth_asking,
)
from arbiter.table.sites import MISFIT, Looks, alike, boxes, see, settled
from arbiter.table.spots import Place, came, moved_to, spots_of
from arbiter.table.thresholds import (
    ACCEPT,
    ACCEPT_GRAVE,
    ASK_S,
    CLEAR_S,
    GRAVE_S,
    PATIENCE_S,
    REMEMBERED,
    UNFINISHED_S,
    WORTH_ASKING,
)
from arbiter.table.unanswered import PlaysOn
from arbiter.table.window import Window
from engine.message import Messages, Said

say = Messages("arbiter")

MIND_S = 1.5
"""Still table before it is believed that something was taken back and something else done at once: what a
hand has just bared may not show yet.
"""
SLOW_ASK_S = 2.0
"""Still table before something is asked that rests on a misfit: somebody may be in the middle of a move."""
GONE = 0.9
"""What was taken back before it was called is told from this probability on: to leave it out is as wrong."""
GONE_ASKED = 0.6
"""As much where it lay there long enough to be asked about: a misreading doesn't go when a hand has come."""
HALF_S = 1.0
"""After so much still table what is a whole legal move is not taken for half of another one."""


@dataclass
class TablePlay(ByWord, Glimpses, PlaysOn):
    """Reads a game off the table and asks where it must; every method returns the events it caused."""

    ledger: Ledger
    model: TableModel
    over: bool = False
    now: float = 0.0
    looks: Looks | None = None
    frame: int = -1
    before_frame: int = -1
    _window: Window = field(default_factory=Window)
    """The table as it is looked at."""
    _doubted: deque[Seen] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """Tables on which likely nothing and surely nothing legal was played, asked about and passed over."""
    _troubled: bool = False
    _moved_s: float = -math.inf
    """When the last move was booked."""
    _moved_to: tuple[Place, ...] = ()
    """Where it put what it moved (mm)."""

    # ----- the clock and the table

    def step(self, window: Window) -> list[SessionEvent]:
        """Reads the table if there is enough to read; call it for every frame that counts."""
        self.now, self.frame, self._window = window.last_s, window.last_frame, window
        if not window.ready or self.over:
            return []
        self._glimpsed = None  # a rest that is too short to be read shows no more than the last glimpse
        if self._following is not None:
            self._following.step(window)
        if not self._cadence.due(window, self._restless):
            return []
        sure = settled(window)
        if not sure and window.span_s < PATIENCE_S and not self._lost:
            return self._unsettled(window)
        if self.looks is None:
            seen = see(window, self.model, Looks())
            self.looks = Looks.first(seen, self.model, self.ledger.state_if_stood)
        seen = self._believed.table(window)
        self._restless, self._views = bool(seen.changed), seen.units
        if not seen.changed:
            self.before_frame, self._unread_since = window.last_frame, None
            return (self._put_back() or self._withdraw()) + self._gone_again() + self._calm()
        return self._read(seen, window, sure)

    def _calm(self) -> list[SessionEvent]:
        if not self._troubled:
            return []
        self._troubled = False
        return [self._notice(say("tt_again"), over=True)]

    def _read(self, seen: Seen, window: Window, sure: bool) -> list[SessionEvent]:
        """Takes, asks about or gives up what changed; where things come and go (not ``sure``) nothing is
        taken for true unasked, unless it is as plain as can be and nothing was understood for long."""
        if self.asked is not None:
            return [] if self._alike(self.asked.table, seen) else self._unanswered(self.asked, seen, window)
        if any(self._alike(old, seen) for old in self._dismissed) or self._told_of(seen):
            return []
        if self._unread_since is None:
            self._unread_since = window.first_s
        as_it_lies = self._kept_readings(seen, window)
        readings = self._onward(as_it_lies, seen, window)
        if readings is None:
            return []
        if window.span_s >= HALF_S and readings.best.plain and readings.best.worst >= CLEAR_FIT:
            readings = finished_unseen(readings) or readings
        before = settled_before(readings, ACCEPT_GRAVE)
        shown = before is not None and (borne_out(before, as_it_lies) or gone_again(readings.best, before))
        due = shown and before.until_s <= self.now
        if due and steps(before.made) <= MOST_AT_ONCE * (1 if self.gave_up else before.looks):
            return self._accept(before, self._scene_of(before), None)  # what lies there now: in the next look
        readings = taken_back_since(readings, as_it_lies) or readings
        best, lost = readings.best, self._lost
        simple = best.plain and (turns(best.made) == 1 or clear(best))
        hasty = bool(window.budget.cut) and not simple and bool(best.moves or best.back)  # it may be left out
        hasty |= self.gave_up and steps(best.made) > MOST_AT_ONCE  # people know that the thread was lost
        self._hold(readings, seen, window)
        if best.unfinished and best.probability >= ACCEPT:
            if window.span_s >= SLOW_ASK_S and (finished := finished_unseen(readings)) is not None:
                return [self._ask(finished, seen)]
            return self._remind(best, seen) if window.span_s >= PATIENCE_S else []
        if (sure or best.nothing or (lost and clear(best))) and self._acceptable(best) and not hasty:
            self._unread_since = None
            seen_s = self._held.seen_s if self._held and self._held.best.made == best.made else window.span_s
            if seen_s >= self._wait(best) and self.now >= best.until_s:
                return self._accept(best, seen, readings)
            begun = surely_begun(readings, self.ledger) if seen_s >= CLEAR_S else None
            return (
                []
                if begun is None
                else self._accept(begun, but_for_later(self.model, [best], begun, seen), readings)
            )
        return self._unsure(readings, seen, sure and not hasty)

    def _unsure(self, readings: Readings, seen: Seen, sure: bool) -> list[SessionEvent]:
        """Tells of what all likely readings begin with, asks which of them is right, or gives up."""
        best, lost, span_s = readings.best, self._lost, self._window.span_s
        first = surely_first(readings, self.ledger) if sure else None
        if first is not None:
            likely = [each for each in readings.ranked if each.probability >= WORTH_ASKING]
            begun = but_for_later(self.model, likely, first, seen)
            waits = span_s < max(CLEAR_S, self._wait(first))
            return [] if waits else self._accept(first, begun, readings)
        if idle(readings.ranked) and any(self._alike(old, seen) for old in self._doubted):
            return self._accept(best, seen, None, answered=True)  # people went on from it
        wait = 0.0 if lost else SLOW_ASK_S if best.worst < MISFIT else ASK_S
        if span_s >= wait and worth_asking(readings):
            only = certain(readings) if sure else None
            return [self._ask(readings, seen)] if only is None else self._accept(only, seen, readings)
        return self._give_up(seen) if lost or span_s >= PATIENCE_S else []

    @property
    def _believed(self) -> Believed:
        return Believed(self.ledger, self.model, self.looks)

    def _told_of(self, seen: Seen) -> bool:
        """Whether people have said of this table that nothing was played."""
        return any(ledger == self.ledger and self._alike(old, seen) for ledger, old in self._answered)

    def _wait(self, best: Reading) -> float:
        """Seconds of still table that an acceptable reading has to stand."""
        wait = best.wait_s
        if (best.grave and not best.set_back) or len(best.moves) > 1:
            wait = max(wait, CLEAR_S if clear(best) else MIND_S if best.back and best.moves else GRAVE_S)
        return max(wait, UNFINISHED_S) if self._on_its_way(best) else wait

    def _on_its_way(self, best: Reading) -> bool:
        """Whether a reading calls something illegal that may be half of a legal move."""
        waiting = best.ledger.waiting
        if not best.moves or waiting is None:
            return False
        return self.model.on_its_way(best.ledger.state, waiting.play)

    def _gone_again(self) -> list[SessionEvent]:
        """What was held is not there any more: an illegal move that was taken back before it was called."""
        held = self._let_go(self._window)
        if held is None:
            return []
        best = held.best
        called = [verdict for _, verdict in best.moves if not verdict.legal]
        if len(best.moves) > 1 or not called or best.worst < MISFIT or self._on_its_way(best):
            return []
        return [] if best.probability < GONE else self._come_and_gone(best, held.scene)

    def _put_back(self) -> list[SessionEvent]:
        """What was asked about is not there any more: an illegal move, and nothing else that could be named,
        which somebody's hand took back instead of an answer."""
        asked = self.asked
        if asked is None or len(asked.readings) != 1 or asked.event.time_s >= self._window.first_s:
            return []
        best = asked.readings[0]
        called = len(best.moves) == 1 and not best.moves[0][1].legal and not best.back
        if not called or best.probability < GONE_ASKED or self._on_its_way(best):
            return []
        return [*self._withdraw(), *self._come_and_gone(best, asked.table)]

    def _come_and_gone(self, best: Reading, seen: Seen) -> list[SessionEvent]:
        """Tells of a move as it was seen, and that it was taken back."""
        told = self._accept(best, seen, None)
        back = Reading(self.ledger.take_back(), 0.0, back=1, probability=best.probability)
        return [*told, *self._accept(back, self._believed.table(self._window), None)]

    def _apart(self) -> TablePlay:
        return replace(super()._apart(), _doubted=self._doubted.copy())

    def _adopt(self, branch: Branch, answered: bool = False) -> list[SessionEvent]:
        vouched = self.looks.vouched if self.looks is not None and not answered else None
        heir: TablePlay = branch.play
        if vouched is not None and heir.looks is not None:  # nobody has said how what was played looks
            heir.looks = replace(heir.looks, vouched=heir.looks.vouched & vouched)
        return super()._adopt(branch, answered)

    def _explained(self, table: Seen) -> Readings:
        table = replace(table, since_s=self.now - self._moved_s)
        return read_change(self.ledger, self.model, table, self.follows)

    def _alike(self, one: Seen, other: Seen) -> bool:
        return alike(one, other, self.model.reader)

    _acceptable = staticmethod(acceptable)

    # ----- deciding

    def _accept_looks(self, seen: Seen, settled: frozenset[str] = frozenset()) -> None:
        """What is seen is how the table looks from now on, at the sites that people have ``settled``
        whatever it looks like."""
        self.looks = accepted_looks(seen, self.model, self.ledger.state_if_stood, self.looks, settled)
        self._unread_since, self._kept, self._held, self.gave_up = None, None, None, False
        self._dismissed.clear()

    def _accept(
        self, best: Reading, seen: Seen, readings: Readings | None, answered: bool = False
    ) -> list[SessionEvent]:
        """Makes a reading true."""
        if best.nothing:
            if answered:  # so this is how it looks
                self.model = self.model.settle(self.ledger.state_if_stood, seen)
                self._answered.append((self.ledger, seen))
            gone = [] if answered else self._gone_again()
            self._accept_looks(seen, seen.changed if answered else frozenset())
            return [*gone, *self._calm()]
        before, self._moved_s = self.ledger, self.now
        explained = seen if answered else self._believed.explained(best.ledger, seen)
        self.ledger = best.ledger
        self.model = self.model.settle(best.ledger.state_if_stood, explained)
        observation = reports.observation_facts(seen, self.looks, readings, self.model)
        observation["layout"]["spots"] = self._spots(best, seen)
        facts: dict[str, Any] = {
            **self.common(),
            "observation": observation,
            "frames": (self.before_frame, self.frame),
            "confidence": best.probability,
        }
        events = reports.undone(best, before, self.model, facts, self.common())
        if best.stands:
            stood = reports.right_after(best.ledger, len(before.plies) + 1).stand()
            events.append(illegal_stood(stood, **self.common()))
        first = len(best.ledger.plies) + (best.ledger.waiting is not None) - len(best.moves) + 1
        for number in range(first, first + len(best.moves)):
            at = reports.right_after(best.ledger, number)
            events.append(move_seen(at, number, answered=answered, agreed=best.agreed, **facts))
            if at.waiting is not None and number < first + len(best.moves) - 1:
                events.append(illegal_stood(at.stand(), **self.common()))
        if best.agreed:
            events.append(illegal_stood(best.ledger, agreed=True, **self.common()))
        self._accept_looks(explained, self._settled(before, seen) if answered else frozenset())
        self.looks = with_unseen(self.looks or Looks(), self.model, before, self.ledger, seen)
        self.over = self.ledger.state.outcome is not None and self.ledger.waiting is None
        return events

    def _settled(self, before: Ledger, seen: Seen) -> frozenset[str]:
        """The sites that look different and hold something else now than ``before``."""
        was, now = (self.model.contents(each.state_if_stood) for each in (before, self.ledger))
        return frozenset(site for site in seen.changed if was.get(site) != now.get(site))

    def _spots(self, best: Reading, seen: Seen) -> list[dict[str, Any]]:
        """What stands where once a reading is true, with what came by its moves told apart."""
        after = Looks.of(seen, self.model.reader, self.looks)
        moved = came(seen, self.looks, self.model) if self.looks is not None and best.moves else None
        found = spots_of(after, self.model, self.ledger.state_if_stood, moved, self.ledger.last_number)
        self._moved_to = tuple((spot.x_mm, spot.y_mm) for spot in found if spot.ply is not None)
        return [spot.to_json() for spot in found]

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What is held to stand where, an illegal move that waits included; what moved last has its ply."""
        if self.looks is None:
            return ()
        found = spots_of(self.looks, self.model, self.ledger.state_if_stood)
        return moved_to(found, self._moved_to, self.ledger.last_number)

    def common(self) -> dict[str, Any]:
        """The fields of every event of a game."""
        return {"time_s": self.now, "round": 1}

    # ----- asking and giving up

    def _ask(self, readings: Readings, seen: Seen, text: Said = reports.WHAT_HAPPENED) -> Question:
        assert self.looks is not None
        self._held = None  # its readings are followed as play goes on
        return self._offer(
            offered(readings),
            readings,
            seen,
            text,
            reports.reading_words,
            boxes=boxes(seen, self.looks),
            observation=reports.observation_facts(seen, self.looks, readings, self.model),
        )

    def _withdraw(self, taken: Said = "", assumed: bool = False) -> list[SessionEvent]:
        if self.asked is not None and idle(self.asked.likely):
            self._doubted.append(self.asked.table)
        return super()._withdraw(taken, assumed)

    def _none_of(self, asked: AskedReadings) -> list[SessionEvent]:
        lost = asked.readings and asked.readings[0].agreed
        return self._live_with(asked.table) if lost else self._give_up(asked.table)

    def take_over(self, ledger: Ledger, window: Window) -> None:
        """Goes on from a ledger that people put right: what lies on the table is what it says."""
        self.ledger, self.asked, self._following, self._kept = ledger, None, None, None
        self._moved_to = ()
        self.model = self.model.settle(ledger.state_if_stood, self._as_it_lies(window))
        self._accept_looks(self._as_it_lies(window))
        self.over = ledger.state.outcome is not None and ledger.waiting is None

    def _remind(self, best: Reading, seen: Seen) -> list[SessionEvent]:
        """Says once that a move is only half made."""
        self._dismiss(seen)
        self._troubled = True
        return [] if best.unfinished is None else [self._notice(best.unfinished)]

    def _give_up(self, seen: Seen) -> list[SessionEvent]:
        """Says once what cannot be explained, and asks whether to go on from how it lies where that can be
        told; lives with it until something is understood, and asks again only people who wait."""
        if self.gave_up and self._window.span_s < PATIENCE_S:
            return self._live_with(seen)
        if ways := going_on(self.ledger, self.model, seen):
            self.gave_up = True
            return [self._ask(Readings(ways, 0.0), seen, reports.LOST)]
        if self.gave_up:
            return self._live_with(seen)
        text = reports.difference_text(seen, self.model, self.ledger.state_if_stood)
        self._troubled = True
        return [*self._live_with(seen), self._notice(text)]

    def _live_with(self, seen: Seen) -> list[SessionEvent]:
        """Says nothing more of a table that is not understood."""
        self.gave_up = True
        self._dismiss(seen)
        return []

    def _dismiss(self, seen: Seen) -> None:
        """Says nothing more of this table."""
        self._dismissed.append(seen)
        self._unread_since = None
