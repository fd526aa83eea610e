"""A round in play: from windows of still table to plays, take-backs, stack moves and the end of the round.

Thresholds are stated here or in ``table.thresholds``. A reading is accepted at ``ACCEPT``; an illegal play or
a take-back at ``ACCEPT_GRAVE`` and after ``GRAVE_S`` of still table; a hidden sacrifice after ``HIDDEN_S``.
What is not accepted after ``ASK_S`` becomes a question if some reading has ``WORTH_ASKING``, and after
``PATIENCE_S`` a notice.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

from arbiter.events.asking import AskedReadings
from arbiter.events.ledger import judge
from arbiter.events.types import Question, SessionEvent
from arbiter.games.initiative import reports
from arbiter.games.initiative.relabel import relabel
from arbiter.games.initiative.round.book import SETTLE_S, two_gone
from arbiter.games.initiative.round.candidates import Candidate
from arbiter.games.initiative.round.doubts import doubted
from arbiter.games.initiative.round.explained import as_explained
from arbiter.games.initiative.round.held import with_held
from arbiter.games.initiative.round.inference import Explanation, Verdicts, explain_play, infer, worst_gap
from arbiter.games.initiative.round.round_doubts import MAX_GAP, RoundDoubts
from arbiter.games.initiative.round.stack_watch import MOVE_S
from arbiter.games.initiative.round.unfinished import unfinished
from arbiter.games.initiative.scene import Scene, boxes, compare, shown_surely, unsettled
from arbiter.table.appearance import look
from arbiter.table.held_readings import hold, settled_before
from arbiter.table.thresholds import (
    ACCEPT,
    ACCEPT_GRAVE,
    ASK_S,
    CLEAR,
    CLEAR_S,
    GRAVE_S,
    PATIENCE_S,
    UNFINISHED_S,
    WORTH_ASKING,
)
from arbiter.table.unanswered import PlaysOn
from arbiter.table.window import Sight, Window
from engine.game import MoveError
from engine.initiative.notation import parse_play
from engine.message import Messages

say = Messages("arbiter.games.initiative")

LEFTOVER_S = 1.0
"""Seconds of still table before a reading that leaves something unexplained is accepted."""
HIDDEN_S = 1.2
HIDDEN_ALONE_S = 2.5
"""The same for a hidden sacrifice added to a play that was already read."""
MOST_SIGHTS = 60
"""How many glimpses are remembered."""
CERTAIN = 0.999
CERTAIN_GAP = 4.5
"""The same where no other explanation comes near: an emptied inventory spot outweighs a doubtful look."""


@dataclass
class RoundPlay(PlaysOn, RoundDoubts):
    """Reads a round off the table and asks when unsure; every method returns the events it caused."""

    _rest_s: float = -1.0
    """When the present rest began."""
    _asked_in: float = -1.0
    """When the rest began in which the open question was asked."""
    _same_s: float = -1.0
    """When the table, with no hand over it, last looked as expected: what is new was put down since."""
    _sights: tuple[Sight, ...] = ()
    """What glimpses showed."""
    _touching: bool = False
    """Whether the last glimpse shows that a player has taken two pyramids for a play that is not read yet."""

    # ----- the clock and the table

    def step(self, window: Window) -> list[SessionEvent]:
        """Reads the table if it has been still long enough; to be called for every frame that counts."""
        self.now, self.frame, self._rest_s = window.last_s, window.last_frame, window.first_s
        if not window.ready or self.over:
            return []
        deep = self._cadence.due(window, self._restless)
        window = replace(window, touches=tuple(each for each in window.touches if each.time_s > self._same_s))
        window = replace(window, sights=tuple(each for each in self._sights if each.time_s > self._same_s))
        scene = compare(window, self.layout, self.reader, deep)
        events: list[SessionEvent] = []
        if self._following is not None:
            self._following.step(window)
        elif deep:
            events += self.check_stack(scene, window)
        self._restless = not scene.same
        if scene.same:
            self.before_frame = window.last_frame
            self._same_s = self._same_s if window.covers else window.last_s
            if deep:
                events += self._calm(scene, window)
            return events
        if unsettled(window, self.layout) or not deep:
            return events
        if self._following is None and self.stack_comes_first(scene):
            return events
        return events + self._read(scene, window)

    @property
    def watches_stack(self) -> bool:
        """Whether the stack may be moved, perhaps twice before the table rests again."""
        return self.ledger.rules.sacrifice and not self.over and self._following is None

    def between(self, window: Window | None, now_s: float, frame: int) -> list[SessionEvent]:
        """Takes in a glimpse of the table, if there is one; to be called for every frame with movement. Only
        the stack is read of it, once it has looked the same for ``MOVE_S``."""
        if window is not None:
            scene = compare(window, self.layout, self.reader, False)
            self._saw_glimpse(scene, now_s)
            self._sights = (*self._sights, window.sight)[-MOST_SIGHTS:]
            self._touching = two_gone(shown_surely(scene, window.hidden))
        glimpsed, (expected, orders) = self._glimpsed_since, self._expected()
        if glimpsed is None or glimpsed.order == expected or glimpsed.order not in orders:
            return []
        busy = self._touching or self.asked is not None or self.ledger.waiting is not None
        if busy or now_s - glimpsed.since_s < MOVE_S:
            return []
        self.now, self.frame = now_s, frame
        return self._amend_shift(orders[glimpsed.order])

    def _calm(self, scene: Scene, window: Window) -> list[SessionEvent]:
        """The table is as expected."""
        self._unread_since = self.glimpsed = None
        for spot, unit in scene.kept:
            if not spot.seen or spot.lost:
                self.layout = self.layout.changing(look(spot, unit))
        if self.asked is not None and self.asked.table.same:
            return []
        if self.asked is not None and self._asked_in == window.first_s:  # untouched all the while
            self._answered.append(self.asked.table)
        events = [*self._withdraw(), *self._gone_again(window), *self._wonder(scene, window)]
        if window.span_s >= SETTLE_S:
            events += self.settle_if_it_matters()
        return events

    def _read(self, scene: Scene, window: Window) -> list[SessionEvent]:
        if self.asked is not None:
            if self.asked.table.differs_like(scene):
                return []
            return self._unanswered(self.asked, scene, window)
        if any(scene.differs_like(old) for old in (*self._dismissed, *self._answered)):
            return []  # already answered, announced, or seen to be right again untouched
        self._unread_since = window.first_s if self._unread_since is None else self._unread_since
        verdicts = self._weighed(scene, window)
        before = settled_before(verdicts, ACCEPT_GRAVE)
        if before is not None:
            return self._accept_held(before, window)
        best = verdicts.best
        self._held = hold(self._held, verdicts, scene, window, self._alike)
        if self._altered(best):
            events = self._misread(scene, window, verdicts)
            if events or window.span_s < ASK_S:
                return events
        if self._acceptable(best):
            if (self._held.seen_s if self._held else window.span_s) < self._wait(best):
                return []
            events = self._doubt(scene, window, verdicts) or self._accept(best, scene, verdicts)
            return events + self._second_thoughts(window)
        lost = self._lost and not self.stack_away
        late = window.span_s >= PATIENCE_S or lost
        if (window.span_s < ASK_S and not lost) or not (late or self._worth_asking(verdicts)):
            return []
        if self._suspicious(verdicts):
            verdicts = doubted(self.ledger, self.layout, scene, self.reader, window, verdicts)
        if self._worth_asking(verdicts):
            return [self._ask(verdicts, scene)]
        if late:
            return self._give_up(scene)
        return []

    def _weighed(self, scene: Scene, window: Window) -> Verdicts:
        """The posterior, including readings that continue from an earlier rest."""
        held = self._held
        if held is None or held.first_s == window.first_s or held.scene.differs_like(scene):
            return infer(self.ledger, self.layout, scene, self.reader)
        return with_held(held, self.ledger, self.layout, self.reader, window, scene, self._numbers)

    def _accept_held(self, before: Explanation, window: Window) -> list[SessionEvent]:
        """Accepts the reading of an earlier rest, because play continued from it, and reads on from there."""
        assert self._held is not None
        events = self._accept(before, self._held.scene, None)
        window = replace(window, budget=window.budget.separate())
        scene = compare(window, self.layout, self.reader)
        return events if self.over or scene.same else [*events, *self._read(scene, window)]

    def _gone_again(self, window: Window) -> list[SessionEvent]:
        """A held reading that is gone: an illegal play taken back before it was called is booked."""
        held = self._pop_held(window)
        if held is None:
            return []
        plays = held.best.candidate.plays
        if held.best.candidate.take_back or len(plays) != 1 or plays[0][1].legal:
            return []
        seen: dict[str, Any] = {
            "observation": {"layout": self.layout.to_json()},
            "frames": (self.before_frame, self.frame),
        }
        events = self.play(plays[0][0], {**seen, "confidence": held.best.probability})
        return [*events, self.book_take_back(seen)] if self.ledger.waiting is not None else events

    @property
    def _behind(self) -> bool:
        return self.gave_up or self._unread_since is not None

    def _without_question(self) -> RoundPlay:
        return replace(super()._without_question(), _wondered=set(self._wondered))

    def _alike(self, one: Scene, other: Scene) -> bool:
        return one.differs_like(other)

    def _explained(self, table: Scene) -> Generator[None, None, Verdicts]:
        yield from ()  # in one frame
        return infer(self.ledger, self.layout, table, self.reader)

    def _acceptable(self, best: Explanation) -> bool:
        """Whether a reading is sure enough to be accepted."""
        certain = best.probability >= CERTAIN and not (best.missing or best.strays or best.grave)
        if worst_gap(best, self.reader) > (CERTAIN_GAP if certain else MAX_GAP):
            return False
        if best.candidate.setup is not None:
            return False
        return best.probability >= (ACCEPT_GRAVE if best.grave else ACCEPT)

    def _wait(self, best: Explanation) -> float:
        """Seconds that the table must be still before an acceptable reading is accepted."""
        wait = 0.0
        if best.grave or len(best.candidate.plays) > 1:
            wait = CLEAR_S if self._clear(best) else GRAVE_S
        if best.missing:
            wait = max(wait, LEFTOVER_S)
        if unfinished(self.ledger, best.candidate):
            wait = max(wait, UNFINISHED_S)
        if best.hides_sacrifice:
            wait = max(wait, HIDDEN_ALONE_S if best.candidate.take_back else HIDDEN_S)
        return wait

    def _clear(self, best: Explanation) -> bool:
        """Whether a reading has no serious rival, leaves nothing over, and every piece looks right."""
        whole = not (best.missing or best.moved)
        return whole and best.probability >= CLEAR and worst_gap(best, self.reader) <= 0.0

    # ----- deciding

    def _accept(
        self, best: Explanation, scene: Scene, verdicts: Verdicts | None, answered: bool = False
    ) -> list[SessionEvent]:
        """Books a reading."""
        self._kept, self._held, self._unread_since, self.gave_up = None, None, None, False
        candidate, events = best.candidate, self._put_right(best)
        self.layout = as_explained(self.layout, best, self._numbers(candidate), scene)
        if answered and candidate.nothing:
            self._lose(best.missing)
        if not best.missing:  # every piece is accounted for
            self._set_aside(best.strays)
        if candidate.nothing:
            return [*events, *self._pushed(best), *(self.follow_up(scene) if events else ())]
        seen: dict[str, Any] = {
            "observation": reports.observation_facts(scene, verdicts, self.layout, self.reader),
            "frames": (self.before_frame, self.frame),
            "confidence": best.probability,
        }
        if candidate.take_back and candidate.plays and self._amends(candidate):
            return [*events, *self.amend_play(candidate, seen)]
        if candidate.take_back:
            events.append(self.book_take_back(seen))
        if candidate.setup is not None:
            events.append(self._correct(candidate))
        if candidate.plays:
            events += self.stand_or_settle(candidate.stands, scene)
        shifted = any(play.shift for play, _ in candidate.plays)
        for number, (play, _) in enumerate(candidate.plays, 1):
            last = number == len(candidate.plays)
            shown = scene if last or not shifted else None
            events += self.play(play, {**seen, "answered": answered}, shown, last)
        self.glimpsed = None
        return events + self.follow_up(scene)

    def _pushed(self, best: Explanation) -> list[SessionEvent]:
        """Pieces were only moved: a notice for each that fell over."""
        fallen = [spot for spot, unit in best.moved if unit.p_upright < 0.4 and not spot.call]
        return [self._notice(say("fallen", text=reports.spot_words(spot)), "fallen") for spot in fallen]

    # ----- asking and giving up

    @staticmethod
    def _suspicious(verdicts: Verdicts) -> bool:
        """Whether the readings leave so much unexplained that an earlier misreading is likely."""
        best = verdicts.best
        leaves = best.missing or best.strays or best.candidate.setup is not None or best.candidate.nothing
        return bool(leaves) or verdicts.none >= WORTH_ASKING or best.probability < ACCEPT

    def _worth_asking(self, verdicts: Verdicts) -> bool:
        return any(
            e.probability >= WORTH_ASKING and (e.earlier or not e.candidate.nothing)
            for e in verdicts.ranked
            if not e.apart
        )

    def _ask(self, verdicts: Verdicts, scene: Scene) -> Question:
        apart = [e for e in verdicts.ranked if not e.apart]
        worth = tuple(e for e in apart if e.probability >= WORTH_ASKING)
        self._asked_in = self._rest_s
        return self._offer(
            worth,
            verdicts,
            scene,
            say("what_happened"),
            reports.explanation_words,
            boxes=boxes(scene.appeared, scene.vanished),
            observation=reports.observation_facts(scene, verdicts, self.layout, self.reader),
        )

    def _none_of(self, asked: AskedReadings) -> list[SessionEvent]:
        self._dismissed.append(asked.table)
        self.end_if_over()
        return []

    def _heard(self, asked: AskedReadings) -> None:
        self._answered.append(asked.table)

    def enter(self, text: str, time_s: float, window: Window) -> list[SessionEvent]:
        """A play typed by a person, legal or not; raises ``MalformedMove`` or ``AmbiguousMove``."""
        self.now = time_s
        play = parse_play(text, self.ledger.state_if_stood, check=False)
        if judge(self.ledger.state_if_stood, play) is None:
            self.ledger.state_if_stood.check(play)
        scene = compare(window, self.layout, self.reader)
        events = self._withdraw()
        best = explain_play(self.ledger, self.layout, scene, self.reader, play)
        return events + self._accept(best, scene, None, answered=True)

    def take_over(self, before: RoundPlay) -> None:
        """Continues from the table as seen before people corrected the game."""
        self.layout = relabel(before.layout, self.ledger, self.reader)
        self.watch, self.now, self.frame = before.watch, before.now, before.frame
        self.before_frame, self.next_question = before.before_frame, before.next_question

    def take_back(self, time_s: float, window: Window) -> list[SessionEvent]:
        """Takes the last play back on a person's word; ``MoveError`` if there is none."""
        if self.ledger.last is None:
            raise MoveError(say("nothing_yet"))
        self.now = time_s
        scene = compare(window, self.layout, self.reader)
        spot = self.layout.row_spot(self.ledger.last_number)
        emptied = () if spot is None else (spot,)
        candidate = Candidate(0.0, take_back=True, lifted=self.ledger.last_number)
        back = Explanation(candidate, 0.0, emptied, probability=1.0)
        return self._withdraw() + self._accept(back, scene, None)

    def _give_up(self, scene: Scene) -> list[SessionEvent]:
        """Reports once what cannot be explained, and carries on."""
        self.gave_up, self._unread_since = True, None
        self._answered.append(scene)
        notice = self._notice(reports.difference_text(scene, self.reader))
        self._lose(scene.vanished)
        self._set_aside(scene.appeared)
        return [notice]
