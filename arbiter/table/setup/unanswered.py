"""Questions about a set-up that nobody answers while people begin to play: each likely reading is followed.

A branch is a copy of the session in which one reading was the answer; it watches the table as the session
itself would. When play continues in a way that only one reading explains by legal moves, that reading is
taken, with everything its branch has announced. If play continues alike in all of them, the likeliest is
assumed: soon if it is by far the likeliest, otherwise later, as it makes no difference then. The assumption
is announced, and people may correct it; the next likely reading is still followed, and if only that one
explains what is played, the set-up is corrected. An answer takes its branch, too.
"""

from __future__ import annotations

import copy
import heapq
import itertools
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.events.types import (
    Answer,
    IllegalStood,
    MoveSeen,
    Notice,
    Question,
    QuestionWithdrawn,
    SessionEvent,
    SetupSeen,
    TakeBack,
)
from arbiter.table.thresholds import WORTH_ASKING
from arbiter.table.unanswered import ASSUMED, PLAYED
from arbiter.table.window import Window
from engine.message import Said
from vision.observation import TableObservation

KEPT = 3
"""The most readings of a set-up that are followed."""
MOST_DOUBTS = 8
"""The most doubts in which they may differ."""
BEHIND_S = 1.5
"""How long the assumed reading may announce nothing of moves that another reading explains."""
LONG = 5
"""After this many moves announced alike, it makes no difference which reading was right."""
TABLE = "table"
"""The topic of notices that play cannot be followed."""


Deed = tuple[str, str, str]
"""An announced event of play: its kind, seat and notation."""


@dataclass
class SetupBranch:
    """A copy of the session that continues from one reading; ``share`` is its probability, ``option`` and
    ``taken`` are the answer to the open question on which it depends."""

    session: Any
    share: float = 1.0
    option: int = -1
    taken: Said = ""
    since: list[SessionEvent] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    """What it announced of play."""
    irregular: bool = False
    """Whether it had to announce an illegal move or a take-back."""
    lost: bool = False
    """Whether it could not follow play."""

    def observe(self, frame: TableObservation, later: bool = False) -> None:
        """Takes one more frame; with ``later`` its reading is left to a later one."""
        if self.lost:
            return
        for event in self.session.observe(frame, later):
            self.since.append(event)
            self.deeds += _deeds((event,))
            self.irregular |= _irregular(event)
            self.lost |= _lost(event)

    @property
    def weight(self) -> float:
        """Its probability given the moves: the choice of just these counts against a reading that allowed
        more, such as one with a structure that is never touched."""
        moves = [each for each in self.since if isinstance(each, MoveSeen) and each.legal]
        return self.share / math.prod((max(1, len(each.replies)) for each in moves[:-1]), start=1.0)

    @property
    def asking(self) -> bool:
        """Whether it has a question of its own, and so may announce more later."""
        return self.session.snapshot().question is not None

    def answered(self, option: int) -> SetupBranch:
        """The branch in which the open question was answered."""
        asked: Question = self.session.snapshot().question
        session = _copied(self.session)
        events = [each for each in session.answer(asked.id, option) if not isinstance(each, Answer)]
        odds = asked.probabilities or (1 / (len(asked.options) - 1),) * len(asked.options)
        first = (option, asked.options[option]) if self.option < 0 else (self.option, self.taken)
        return SetupBranch(session, self.share * odds[option], *first, since=[*self.since, *events])


@dataclass
class SetupBranches:
    """The readings of a set-up, about which question ``id`` was asked."""

    id: int
    branches: Sequence[SetupBranch]
    single: bool
    """Whether there was nothing else to ask about."""
    reader: int = 0
    """The branch that has read the table last."""

    @classmethod
    def of(cls, session: Any) -> SetupBranches | None:
        """The readings of a session whose set-up question is open; ``None`` if no answer lets it begin."""
        asked: Question = session.snapshot().question
        found, ready, asked_on = [SetupBranch(session)], list[SetupBranch](), 0
        for _ in range(MOST_DOUBTS):
            answered = [
                each.answered(option)
                for each in found
                for option in range(len(each.session.snapshot().question.options) - 1)
                if _likely(each.session.snapshot().question, option)
            ]
            ready += [each for each in answered if not each.session.setting_up]
            still = [
                each for each in answered if each.session.setting_up and each.session.snapshot().question
            ]
            asked_on += len(still)
            found = heapq.nlargest(KEPT, still, key=lambda each: each.share)
            if not found:
                break
        kept = heapq.nlargest(KEPT, ready, key=lambda each: each.share)
        return cls(asked.id, kept, not asked_on) if kept else None

    def observe(self, frame: TableObservation) -> None:
        """All branches watch one more frame. A table at rest they read by turns, one a frame: each may need
        all the steps that a frame allows."""
        self.reader = (self.reader + 1) % len(self.branches)
        for number, branch in enumerate(self.branches):
            branch.observe(frame, frame.still and number != self.reader)

    @property
    def ahead(self) -> bool:
        """Whether play has begun in any of them."""
        return any(branch.deeds and not branch.lost for branch in self.branches)

    @property
    def dead(self) -> bool:
        """Whether none of them explains how play continued."""
        return all(branch.lost for branch in self.branches)

    @property
    def taken(self) -> SetupBranch | None:
        """The reading that play has confirmed, or that may be assumed; ``None`` while there is none."""
        most = max(len(branch.deeds) for branch in self.branches)
        left = [b for b in self.branches if not b.lost and not (b.asking and len(b.deeds) + LONG <= most)]
        plain = [branch for branch in left if not branch.irregular]
        if len(plain) == 1 and len(plain[0].deeds) >= PLAYED and not plain[0].asking and len(left) > 1:
            return plain[0]
        best = max(left, key=lambda branch: branch.weight, default=None)
        if best is None or best.asking or any(branch.deeds != best.deeds for branch in left):
            return None
        if any(branch.weight == best.weight for branch in left if branch is not best):
            return None  # nothing favours either
        share = best.weight / sum(branch.weight for branch in left)
        return best if len(best.deeds) >= (PLAYED if share >= ASSUMED else LONG) else None

    def at(self, option: int) -> SetupBranch | None:
        """The branch of an answer, if that settles the set-up."""
        if not self.single:
            return None
        return next((branch for branch in self.branches if branch.option == option and branch.deeds), None)


class UnansweredSetup:
    """The part of a session that follows play while a question about its set-up is open."""

    _branches: SetupBranches | None = None
    _other: SetupBranch | None = None
    """The likeliest other reading, after one was assumed; its share is relative to that one's."""
    _own_deeds: tuple[Deed, ...] = ()
    """What was announced of play since the assumed set-up."""
    _ahead_s: float = 0.0
    """Since when the other reading announces more of play."""
    _time: float

    snapshot: Callable[[], Any]

    @property
    def setting_up(self) -> bool:
        """Whether the session is waiting for a set-up."""
        raise NotImplementedError

    @property
    def _question(self) -> Question | None:
        raise NotImplementedError

    def _become(self, other: Any) -> None:
        """Continues from the state of another session of the same table."""
        raise NotImplementedError

    def _played_on(self, frame: TableObservation, disturbed: bool) -> list[SessionEvent]:
        """Follows the readings of a questioned set-up, from the first hand on."""
        if not self.setting_up:
            self._branches = None
            return []
        if self._branches is None:
            if disturbed and self._question is not None:
                self._branches = SetupBranches.of(self)
            return []
        self._branches.observe(frame)
        if self._branches.dead:
            self._branches = None
            return []
        one = self._branches.taken
        return [] if one is None else self._assume(one, self._branches.id)

    def _assume(self, one: SetupBranch, asked: int) -> list[SessionEvent]:
        """Continues from a branch without an answer."""
        assert self._branches is not None
        withdrawn = QuestionWithdrawn(time_s=self._time, id=asked, taken=one.taken, assumed=True)
        others = (b for b in self._branches.branches if b is not one and not b.lost and b.deeds == one.deeds)
        other = max(others, key=lambda branch: branch.share, default=None)
        other = other and replace(other, share=other.share / one.share)
        events = [withdrawn, *self._adopted(one)]
        self._other, self._own_deeds, self._ahead_s = other, tuple(one.deeds), self._time
        return events

    def _second_thoughts(self, frame: TableObservation, seen: list[SessionEvent]) -> list[SessionEvent]:
        """The events of a frame. If they mean trouble, stay two moves behind or are less likely, and another
        reading of the set-up explains play by legal moves, the set-up is corrected instead."""
        other, asked = self._other, self._question
        if other is None:
            return seen
        other.observe(frame)
        common = len(self._own_deeds)
        later = other.deeds[common:] if tuple(other.deeds[:common]) == self._own_deeds else []
        plain = bool(later) and later[0][0] == MoveSeen.kind and not (other.lost or other.asking)
        trouble = asked is not None or any(_irregular(each) or _lost(each) for each in seen)
        self._ahead_s = self._ahead_s if len(later) >= PLAYED else self._time
        own = _deeds(seen)
        likelier = bool(own) and later[: len(own)] != own and other.share * _odds(other.since) > _odds(seen)
        if plain and (trouble or likelier or self._time - self._ahead_s >= BEHIND_S):
            known = asked is not None and not any(each is asked for each in seen)
            return self._corrected(other, common, asked.id if known and asked is not None else None)
        self._own_deeds += tuple(own)
        both = zip(self._own_deeds, other.deeds, strict=False)
        if other.lost or any(one != two for one, two in both):
            self._other = None
        return seen

    def _corrected(self, other: SetupBranch, common: int, asked: int | None) -> list[SessionEvent]:
        """Continues from another reading of the set-up than was assumed, and announces what it explains."""
        deeds = (n for n, each in enumerate(other.since) if _deeds((each,)))
        first = next(itertools.islice(deeds, common, None), len(other.since))
        since = _announced(other.since[first:])
        setup = next(each for each in other.since if isinstance(each, SetupSeen) and not each.problems)
        self._become(other.session)
        self._branches = self._other = None
        withdrawn = [] if asked is None else [QuestionWithdrawn(time_s=self._time, id=asked)]
        now = [replace(setup, corrected=True), *since]
        return [*withdrawn, *(replace(event, time_s=self._time) for event in now)]

    def _adopted(self, one: SetupBranch) -> list[SessionEvent]:
        """Takes a branch's place, and repeats what it announced."""
        self._become(one.session)
        self._branches = self._other = None
        self._own_deeds = ()
        return [replace(event, time_s=self._time) for event in _announced(one.since)]

    @property
    def plays_on(self) -> bool:
        """Whether play has begun in a reading of the set-up that nobody has confirmed."""
        return self._branches is not None and self._branches.ahead


def _likely(asked: Question, option: int) -> bool:
    return not asked.probabilities or asked.probabilities[option] >= WORTH_ASKING


def _deeds(events: Iterable[SessionEvent]) -> list[Deed]:
    """What was announced of play. Without turns, numbers are left out of the notation, because readings with
    another number of things number them differently."""
    found = []
    for event in events:
        if isinstance(event, MoveSeen | TakeBack | IllegalStood):
            kind, seat, text = event.kind, str(event.seat or ""), event.text
            kind = "illegal" if isinstance(event, MoveSeen) and not event.legal else kind
            found.append((kind, seat, text if seat else re.sub(r"\d+", "", text)))
    return found


def _announced(events: Iterable[SessionEvent]) -> list[SessionEvent]:
    """The events of a branch without its questions and notices."""
    return [each for each in events if not isinstance(each, Notice | Question | QuestionWithdrawn)]


def _odds(events: Sequence[SessionEvent]) -> float:
    """The odds of the last move against none of the moves considered, which every reading of the set-up makes
    equally likely."""
    sure = next((each.confidence for each in reversed(events) if isinstance(each, MoveSeen)), 0.0)
    return sure / max(1e-9, 1.0 - sure)


def _irregular(event: SessionEvent) -> bool:
    """Whether it is an illegal move or a take-back."""
    return isinstance(event, TakeBack | IllegalStood) or (isinstance(event, MoveSeen) and not event.legal)


def _lost(event: SessionEvent) -> bool:
    """Whether it says that play could not be followed."""
    return isinstance(event, Notice) and event.topic == TABLE and not event.over


def _copied(session: Any) -> Any:
    """A copy of a session that shares what never changes."""
    shared = [each for each in _values(session) if isinstance(each, Window)]
    shared += [
        each for each in (vars(session).get("_table"), vars(session).get("_reader")) if each is not None
    ]
    return copy.deepcopy(session, {id(each): each for each in shared})


def _values(session: Any) -> list[Any]:
    watch = vars(session).get("_setup")
    return [*vars(session).values(), *(vars(watch).values() if watch is not None else ())]
