"""A game in play, for any game with a ``TableModel``: from windows of still table to moves and take-backs.

Thresholds shared by all games are in ``thresholds``. A reading that depends on a site which does not look
like it (below ``MISFIT``), or that corrects an earlier misreading, is only ever asked about.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.events.asking import AskedReadings
from arbiter.events.ledger import Ledger
from arbiter.events.reports import illegal_stood, move_seen
from arbiter.events.types import Question, SessionEvent
from arbiter.table import reports
from arbiter.table.branch import Branch
from arbiter.table.budget import AT_A_TIME
from arbiter.table.by_word import ByWord
from arbiter.table.explanations import accepting_readings, change_search
from arbiter.table.glimpses import Glimpses
from arbiter.table.held import Believed, without_later_sites
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
    certain_earlier_turns,
    certain_first_moves,
    clear,
    finished_unseen,
    likely_idle,
    offered,
    only_answer,
    steps,
    surely_gone,
    taken_back_again,
    told_alone,
    turns,
    unrivalled,
    worth_asking,
)
from arbiter.table.sites import MISFIT, Looks, accepted_looks, alike, boxes, see, with_unseen
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
"""Seconds of still table before a take-back with another move after it is believed: a pyramid just uncovered
by a hand may not show yet."""
SLOW_ASK_S = 2.0
"""Seconds of still table before a question that depends on a misfit: a move may be in progress."""
GONE_ASKED = 0.6
"""Least probability to report a move taken back before it was called if it lay there long enough to be asked
about (see `surely_gone`): a misreading does not vanish when a hand comes."""
HALF_S = 1.0
"""Seconds of still table after which a whole legal move is no longer taken for half of another one."""


@dataclass
class TablePlay(ByWord, Glimpses, PlaysOn):
    """Reads a game off the table and asks when unsure; every method returns the events it caused."""

    ledger: Ledger
    model: TableModel
    over: bool = False
    now: float = 0.0
    looks: Looks | None = None
    frame: int = -1
    before_frame: int = -1
    _window: Window = field(default_factory=Window)
    """The window being read."""
    _doubted: deque[Seen] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """Tables asked about and passed over, on which nothing was played (`likely_idle`)."""
    _troubled: bool = False
    _moved_s: float = -math.inf
    """When the last move was booked."""
    _moved_to: tuple[Place, ...] = ()
    """Where it put what it moved (mm)."""

    # ----- the clock and the table

    def step(self, window: Window) -> list[SessionEvent]:
        """Reads the table if it has been still long enough; to be called for every frame that counts."""
        self.now, self.frame, self._window = window.last_s, window.last_frame, window
        if not window.ready or self.over:
            return []
        self._left = AT_A_TIME
        self._glimpsed = None  # a rest that is too short to read shows no more than the last glimpse
        if self._following is not None:
            self._following.step(window)
        due = self._cadence.due(window, self._restless)
        return self._look(window) if due or (self.asked is None and self._goes_on(window)) else []

    def _look(self, window: Window) -> list[SessionEvent]:
        """Reads the table at rest, as far as a frame's steps allow."""
        sure, self._again_s = window.sure, math.nan
        if not sure and window.span_s < PATIENCE_S and not self._lost:
            return self._unsettled(window)
        if self.looks is None:
            seen = see(window, self.model, Looks())
            self.looks = Looks.first(seen, self.model, self.ledger.state_if_stood)
        seen = self._believed.table(window)
        self._restless, self._views = bool(seen.changed), seen.units
        self._shown = self._believed.showing(seen)
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
        """Accepts, asks about or gives up on what changed. While things flicker (not ``sure``) a reading is
        accepted unasked only if it is clear and nothing was understood for long."""
        if self.asked is not None:
            return [] if self._alike(self.asked.table, seen) else self._unanswered(self.asked, seen, window)
        if any(self._alike(old, seen) for old in self._dismissed) or self._answered_about(seen):
            return []
        if self._unread_since is None:
            self._unread_since = window.first_s
        direct = self._kept_readings(seen, window)
        readings = None if direct is None else self._with_earlier(direct, seen, window)
        if readings is None:
            return []
        if window.span_s >= HALF_S and readings.best.plain and readings.best.worst >= CLEAR_FIT:
            readings = finished_unseen(readings) or readings
        before = settled_before(readings, ACCEPT_GRAVE)
        shown = before is not None and (
            borne_out(before, direct) or taken_back_again(readings.best, before, self._then, direct)
        )
        # it may have stood still for a moment only, as a stream that stutters does
        grows = before is not None and window.span_s < before.wait_s and readings.best.key == before.key
        due = shown and before.until_s <= self.now and not grows
        if due and steps(before.made) <= MOST_AT_ONCE * (1 if self.gave_up else before.looks):
            return self._accept_earlier(before)  # the present table: in the next look
        readings = told_alone(readings, direct) or readings
        best, lost = readings.best, self._lost
        simple = best.plain and (turns(best.made) == 1 or clear(best))
        # a rival may be missing
        hasty = bool(window.budget.cut) and not simple and bool(best.moves or best.back)
        hasty |= self.gave_up and steps(best.made) > MOST_AT_ONCE  # people know that moves were missed
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
            earlier = certain_earlier_turns(readings, self.ledger) if seen_s >= CLEAR_S else None
            if earlier is None:
                return []
            return self._accept(earlier, without_later_sites(self.model, [best], earlier, seen), readings)
        return self._unsure(readings, seen, sure and not hasty)

    def _unsure(self, readings: Readings, seen: Seen, sure: bool) -> list[SessionEvent]:
        """Accepts what all likely readings begin with, asks which of them is right, or gives up."""
        best, lost, span_s = readings.best, self._lost, self._window.span_s
        first = certain_first_moves(readings, self.ledger) if sure else None
        if first is not None:
            likely = [each for each in readings.ranked if each.probability >= WORTH_ASKING]
            scene = without_later_sites(self.model, likely, first, seen)
            waits = span_s < max(CLEAR_S, self._wait(first))
            return [] if waits else self._accept(first, scene, readings)
        if span_s >= GRAVE_S and unrivalled(readings):
            return self._accept(best, seen, readings)
        idle = likely_idle(readings.ranked)
        if idle is not None and any(self._alike(old, seen) for old in self._doubted):
            return self._accept(idle, seen, None, answered=True)  # people continued from it
        wait = 0.0 if lost else SLOW_ASK_S if best.worst < MISFIT else ASK_S
        if span_s >= wait and worth_asking(readings):
            only = only_answer(readings, self.ledger.waiting is not None) if sure else None
            return [self._ask(readings, seen)] if only is None else self._accept(only, seen, readings)
        return self._give_up(seen) if lost or span_s >= PATIENCE_S else []

    @property
    def _then(self) -> tuple[Any, ...]:
        """What is held of an earlier rest."""
        return () if self._held is None else self._held.readings

    @property
    def _believed(self) -> Believed:
        return Believed(self.ledger, self.model, self.looks, self._shown)

    def _answered_about(self, seen: Seen) -> bool:
        """Whether people have said about this table that nothing was played."""
        return any(ledger == self.ledger and self._alike(old, seen) for ledger, old in self._answered)

    def _wait(self, best: Reading) -> float:
        """Seconds that the table must be still before an acceptable reading is accepted."""
        wait = best.wait_s
        if (best.grave and not best.set_back) or len(best.moves) > 1:
            wait = max(wait, CLEAR_S if clear(best) else MIND_S if best.back and best.moves else GRAVE_S)
        return max(wait, UNFINISHED_S) if self._on_its_way(best) else wait

    def _on_its_way(self, best: Reading) -> bool:
        """Whether a reading calls a move illegal that may be half of a legal one."""
        waiting = best.ledger.waiting
        if not best.moves or waiting is None:
            return False
        return self.model.on_its_way(best.ledger.state, waiting.play)

    def _gone_again(self) -> list[SessionEvent]:
        """A held reading that is gone: an illegal move taken back before it was called is reported."""
        held = self._pop_held(self._window)
        if held is None or held.best.worst < MISFIT or self._on_its_way(held.best):
            return []
        rest = max(0.0, 1 - sum(each.probability for each in held.readings))
        return self._come_and_gone(held.best, held.scene) if surely_gone(held.readings, rest) else []

    def _put_back(self) -> list[SessionEvent]:
        """What was asked about is gone: if by far the likeliest of the named readings was an illegal move, a
        hand took it back instead of an answer."""
        asked = self.asked
        if asked is None or asked.event.time_s >= self._window.first_s:
            return []
        best = asked.readings[0]
        if best.probability < GONE_ASKED or not surely_gone(asked.readings) or self._on_its_way(best):
            return []
        return [*self._withdraw(), *self._come_and_gone(best, asked.table)]

    def _come_and_gone(self, best: Reading, seen: Seen) -> list[SessionEvent]:
        """Reports a move, and that it was taken back."""
        made = self._accept(best, seen, None)
        back = Reading(self.ledger.take_back(), 0.0, back=1, probability=best.probability)
        return [*made, *self._accept(back, self._believed.table(self._window), None)]

    def _without_question(self) -> TablePlay:
        return replace(super()._without_question(), _doubted=self._doubted.copy())

    def _adopt(self, branch: Branch, answered: bool = False) -> list[SessionEvent]:
        vouched = self.looks.vouched if self.looks is not None and not answered else None
        heir: TablePlay = branch.play
        if vouched is not None and heir.looks is not None:  # nobody has confirmed the look of what was played
            heir.looks = replace(heir.looks, vouched=heir.looks.vouched & vouched)
        return super()._adopt(branch, answered)

    def _explained(self, table: Seen) -> Generator[None, None, Readings]:
        return change_search(self.ledger, self.model, table.since(self._moved_s, self.now), self.follows)

    def _alike(self, one: Seen, other: Seen) -> bool:
        return alike(one, other, self.model.reader)

    _acceptable = staticmethod(acceptable)

    # ----- deciding

    def _accept_looks(self, seen: Seen, settled: frozenset[str] = frozenset()) -> None:
        """The present look becomes the accepted one; at sites ``settled`` by people, whatever it is."""
        self.looks = accepted_looks(seen, self.model, self.ledger.state_if_stood, self.looks, settled)
        self._unread_since, self._kept, self._held, self.gave_up = None, None, None, False
        self._dismissed.clear()
        self._shown = {}

    def _accept(
        self, best: Reading, seen: Seen, readings: Readings | None, answered: bool = False
    ) -> list[SessionEvent]:
        """Books a reading."""
        if best.nothing:
            if answered:  # people confirmed that the table looks like this
                self.model = self.model.settle(self.ledger.state_if_stood, seen)
                self._answered.append((self.ledger, seen))
            gone = [] if answered else self._gone_again()
            self._accept_looks(seen, seen.changed if answered else frozenset())
            return [*gone, *self._calm()]
        before, self._moved_s = self.ledger, self.now
        self.borne = (*self.borne, best.score)
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
        """The changed sites whose content differs from that ``before``."""
        was, now = (self.model.contents(each.state_if_stood) for each in (before, self.ledger))
        return frozenset(site for site in seen.changed if was.get(site) != now.get(site))

    def _spots(self, best: Reading, seen: Seen) -> list[dict[str, Any]]:
        """What stands where after a reading, with what its moves brought marked by their ply."""
        after = Looks.of(seen, self.model.reader, self.looks)
        moved = came(seen, self.looks, self.model) if self.looks is not None and best.moves else None
        found = spots_of(after, self.model, self.ledger.state_if_stood, moved, self.ledger.last_number)
        self._moved_to = tuple((spot.x_mm, spot.y_mm) for spot in found if spot.ply is not None)
        return [spot.to_json() for spot in found]

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What is believed to stand where, including a waiting illegal move; what moved last has its ply."""
        if self.looks is None:
            return ()
        found = spots_of(self.looks, self.model, self.ledger.state_if_stood)
        return moved_to(found, self._moved_to, self.ledger.last_number)

    def common(self) -> dict[str, Any]:
        """The fields that all events of a game share."""
        return {"time_s": self.now, "round": 1}

    # ----- asking and giving up

    def _ask(self, readings: Readings, seen: Seen, text: Said = reports.WHAT_HAPPENED) -> Question:
        assert self.looks is not None
        self._held = None  # its readings are now followed instead
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
        if self.asked is not None and likely_idle(self.asked.likely) is not None:
            self._doubted.append(self.asked.table)
        return super()._withdraw(taken, assumed)

    def _none_of(self, asked: AskedReadings) -> list[SessionEvent]:
        lost = asked.readings and asked.readings[0].agreed
        return self._live_with(asked.table) if lost else self._give_up(asked.table)

    def take_over(self, ledger: Ledger, window: Window) -> None:
        """Continues from a corrected ledger; the table is assumed to show it."""
        self.ledger, self.asked, self._following, self._kept = ledger, None, None, None
        self._moved_to = ()
        self.model = self.model.settle(ledger.state_if_stood, self._table_now(window))
        self._accept_looks(self._table_now(window))  # as the settled model sorts it
        self.over = ledger.state.outcome is not None and ledger.waiting is None

    def _remind(self, best: Reading, seen: Seen) -> list[SessionEvent]:
        """Reports once that a move is only half made."""
        self._dismiss(seen)
        self._troubled = True
        return [] if best.unfinished is None else [self._notice(best.unfinished)]

    def _give_up(self, seen: Seen) -> list[SessionEvent]:
        """Reports once what cannot be explained, and asks whether to accept the table as it is if that is
        possible; carries on until something is understood, and asks again only if people wait."""
        if self.gave_up and self._window.span_s < PATIENCE_S:
            return self._live_with(seen)
        if options := accepting_readings(self.ledger, self.model, seen):
            self.gave_up = True
            return [self._ask(Readings(options, 0.0), seen, reports.LOST)]
        if self.gave_up:
            return self._live_with(seen)
        text = reports.difference_text(seen, self.model, self.ledger.state_if_stood)
        self._troubled = True
        return [*self._live_with(seen), self._notice(text)]

    def _about_now(self, asked: AskedReadings, table: Seen) -> AskedReadings | None:
        if not all(each.agreed for each in asked.readings):
            return None
        ways = accepting_readings(self.ledger, self.model, table)
        if len(ways) != len(asked.readings):
            return None
        event = replace(asked.event, time_s=self.now, frame=self.frame)
        return replace(asked, event=event, readings=ways, table=table, likely=ways)

    def _live_with(self, seen: Seen) -> list[SessionEvent]:
        """Says nothing more about a table that is not understood."""
        self.gave_up = True
        self._dismiss(seen)
        return []

    def _dismiss(self, seen: Seen) -> None:
        """Says nothing more about this table."""
        self._dismissed.append(seen)
        self._unread_since = None
