"""Questions about a set-up that nobody answers while people play on: each likely reading is played on from.

A branch is a copy of the session in which one reading was the answer; it watches the table as the session
itself would have. The readings part when play goes on in a way that only one explains by legal moves: that
one is taken, with all that its branch has told meanwhile. Where play goes on alike from all of them, the
likeliest is taken: soon if it is by far the likeliest, later if it is not, as it makes no difference then.
What was assumed is said, and people may put it right; the next likely reading is followed on, and where
what was assumed does not explain what is played and the other does, the set-up is corrected. An answer
takes its branch too.
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
"""So many readings of a set-up are played on from, the likeliest."""
MOST_DOUBTS = 8
"""So many doubts they may differ in."""
BEHIND_S = 1.5
"""So long what was assumed may tell nothing of moves that another reading explains."""
LONG = 5
"""After so many moves that were told alike it makes no difference which reading it was."""
TABLE = "table"
"""What a notice is about that play cannot be followed."""


Deed = tuple[str, str, str]
"""What was told of play: its kind, seat and notation."""


@dataclass
class SetupBranch:
    """A copy of the session that goes on from one reading: ``share`` is how likely it is, ``option`` and
    ``taken`` the answer to the open question that it rests on."""

    session: Any
    share: float = 1.0
    option: int = -1
    taken: Said = ""
    since: list[SessionEvent] = field(default_factory=list)
    told: list[Deed] = field(default_factory=list)
    """What it told of play."""
    odd: bool = False
    """Whether it had to call something illegal, or taken back."""
    lost: bool = False
    """Whether it could not follow."""

    def observe(self, frame: TableObservation) -> None:
        """Takes one more frame."""
        if self.lost:
            return
        for event in self.session.observe(frame):
            self.since.append(event)
            self.told += _deeds((event,))
            self.odd |= _odd(event)
            self.lost |= _lost(event)

    @property
    def weight(self) -> float:
        """How likely it is by what was played, too: that just this was chosen speaks against a reading by
        which more could be, such as what is taken for a structure and never touched."""
        moves = [each for each in self.since if isinstance(each, MoveSeen) and each.legal]
        return self.share / math.prod((max(1, len(each.replies)) for each in moves[:-1]), start=1.0)

    @property
    def asking(self) -> bool:
        """Whether it has a question of its own: then it may yet tell more."""
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
    """The readings of a set-up about which question ``id`` was asked."""

    id: int
    branches: Sequence[SetupBranch]
    single: bool
    """Whether there was nothing else to ask about."""

    @classmethod
    def of(cls, session: Any) -> SetupBranches | None:
        """Those of a session whose set-up question is open; ``None`` if it does not begin with any answer."""
        asked: Question = session.snapshot().question
        found, begun, asked_on = [SetupBranch(session)], list[SetupBranch](), 0
        for _ in range(MOST_DOUBTS):
            onward = [
                each.answered(option)
                for each in found
                for option in range(len(each.session.snapshot().question.options) - 1)
                if _likely(each.session.snapshot().question, option)
            ]
            begun += [each for each in onward if not each.session.setting_up]
            still = [each for each in onward if each.session.setting_up and each.session.snapshot().question]
            asked_on += len(still)
            found = heapq.nlargest(KEPT, still, key=lambda each: each.share)
            if not found:
                break
        kept = heapq.nlargest(KEPT, begun, key=lambda each: each.share)
        return cls(asked.id, kept, not asked_on) if kept else None

    def observe(self, frame: TableObservation) -> None:
        """All branches watch one more frame."""
        for branch in self.branches:
            branch.observe(frame)

    @property
    def ahead(self) -> bool:
        """Whether play has begun from any of them."""
        return any(branch.told and not branch.lost for branch in self.branches)

    @property
    def dead(self) -> bool:
        """Whether none of them explains how play went on."""
        return all(branch.lost for branch in self.branches)

    @property
    def taken(self) -> SetupBranch | None:
        """The reading that play has told, or that may be assumed; ``None`` while there is none."""
        most = max(len(branch.told) for branch in self.branches)
        left = [b for b in self.branches if not b.lost and not (b.asking and len(b.told) + LONG <= most)]
        plain = [branch for branch in left if not branch.odd]
        if len(plain) == 1 and len(plain[0].told) >= PLAYED and not plain[0].asking and len(left) > 1:
            return plain[0]
        best = max(left, key=lambda branch: branch.weight, default=None)
        if best is None or best.asking or any(branch.told != best.told for branch in left):
            return None
        if any(branch.weight == best.weight for branch in left if branch is not best):
            return None  # nobody could say which
        share = best.weight / sum(branch.weight for branch in left)
        return best if len(best.told) >= (PLAYED if share >= ASSUMED else LONG) else None

    def at(self, option: int) -> SetupBranch | None:
        """The branch of an answer that settles the set-up."""
        if not self.single:
            return None
        return next((branch for branch in self.branches if branch.option == option and branch.told), None)


class UnansweredSetup:
    """The part of a session that plays on from its set-up while a question about it is open."""

    _branches: SetupBranches | None = None
    _other: SetupBranch | None = None
    """The likeliest other reading, once one was assumed; its share is against that one's."""
    _deeds_told: tuple[Deed, ...] = ()
    """What was told of play since the set-up that was assumed."""
    _ahead_s: float = 0.0
    """Since when the other reading tells more of play."""
    _time: float

    snapshot: Callable[[], Any]

    @property
    def setting_up(self) -> bool:
        """Whether a set-up is waited for."""
        raise NotImplementedError

    @property
    def _question(self) -> Question | None:
        raise NotImplementedError

    def _become(self, other: Any) -> None:
        """Goes on from where another session of the same table stands."""
        raise NotImplementedError

    def _played_on(self, frame: TableObservation, disturbed: bool) -> list[SessionEvent]:
        """Follows the readings of a set-up that is asked about, from the first hand on."""
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
        return [] if one is None else self._gone_on(one, self._branches.id)

    def _gone_on(self, one: SetupBranch, asked: int) -> list[SessionEvent]:
        """Goes on from what a branch has made of the table, without an answer."""
        assert self._branches is not None
        withdrawn = QuestionWithdrawn(time_s=self._time, id=asked, taken=one.taken, assumed=True)
        others = (b for b in self._branches.branches if b is not one and not b.lost and b.told == one.told)
        other = max(others, key=lambda branch: branch.share, default=None)
        other = other and replace(other, share=other.share / one.share)
        told = [withdrawn, *self._adopted(one)]
        self._other, self._deeds_told, self._ahead_s = other, tuple(one.told), self._time
        return told

    def _second_thoughts(self, frame: TableObservation, seen: list[SessionEvent]) -> list[SessionEvent]:
        """What is told of a frame: if that is trouble, or nothing for two moves, or less likely, and another
        reading of the set-up explains play by legal moves, the set-up is corrected instead."""
        other, asked = self._other, self._question
        if other is None:
            return seen
        other.observe(frame)
        common = len(self._deeds_told)
        onward = other.told[common:] if tuple(other.told[:common]) == self._deeds_told else []
        plain = bool(onward) and onward[0][0] == MoveSeen.kind and not (other.lost or other.asking)
        trouble = asked is not None or any(_odd(each) or _lost(each) for each in seen)
        self._ahead_s = self._ahead_s if len(onward) >= PLAYED else self._time
        told = _deeds(seen)
        likelier = (
            bool(told) and onward[: len(told)] != told and other.share * _odds(other.since) > _odds(seen)
        )
        if plain and (trouble or likelier or self._time - self._ahead_s >= BEHIND_S):
            known = asked is not None and not any(each is asked for each in seen)
            return self._corrected(other, common, asked.id if known and asked is not None else None)
        self._deeds_told += tuple(told)
        both = zip(self._deeds_told, other.told, strict=False)
        if other.lost or any(one != two for one, two in both):
            self._other = None
        return seen

    def _corrected(self, other: SetupBranch, common: int, asked: int | None) -> list[SessionEvent]:
        """Goes on from another reading of the set-up than was assumed, and tells what it explains."""
        deeds = (n for n, each in enumerate(other.since) if _deeds((each,)))
        first = next(itertools.islice(deeds, common, None), len(other.since))
        since = _told_on(other.since[first:])
        setup = next(each for each in other.since if isinstance(each, SetupSeen) and not each.problems)
        self._become(other.session)
        self._branches = self._other = None
        withdrawn = [] if asked is None else [QuestionWithdrawn(time_s=self._time, id=asked)]
        now = [replace(setup, corrected=True), *since]
        return [*withdrawn, *(replace(event, time_s=self._time) for event in now)]

    def _adopted(self, one: SetupBranch) -> list[SessionEvent]:
        """Takes a branch's place, and says what it has told."""
        self._become(one.session)
        self._branches = self._other = None
        self._deeds_told = ()
        return [replace(event, time_s=self._time) for event in _told_on(one.since)]

    @property
    def plays_on(self) -> bool:
        """Whether play has begun from a reading of the set-up that nobody has confirmed."""
        return self._branches is not None and self._branches.ahead


def _likely(asked: Question, option: int) -> bool:
    return not asked.probabilities or asked.probabilities[option] >= WORTH_ASKING


def _deeds(events: Iterable[SessionEvent]) -> list[Deed]:
    """What was told of play; where nobody has turns things are numbered otherwise if there is one more of
    them."""
    found = []
    for event in events:
        if isinstance(event, MoveSeen | TakeBack | IllegalStood):
            kind, seat, text = event.kind, str(event.seat or ""), event.text
            kind = "illegal" if isinstance(event, MoveSeen) and not event.legal else kind
            found.append((kind, seat, text if seat else re.sub(r"\d+", "", text)))
    return found


def _told_on(events: Iterable[SessionEvent]) -> list[SessionEvent]:
    """What a branch has told, less what it asked and noticed on the way."""
    return [each for each in events if not isinstance(each, Notice | Question | QuestionWithdrawn)]


def _odds(events: Sequence[SessionEvent]) -> float:
    """Of the last move that was told: how much likelier it was than none of the moves thought of, which is as
    likely by every reading of the set-up."""
    sure = next((each.confidence for each in reversed(events) if isinstance(each, MoveSeen)), 0.0)
    return sure / max(1e-9, 1.0 - sure)


def _odd(event: SessionEvent) -> bool:
    """Whether something illegal was called, or taken back."""
    return isinstance(event, TakeBack | IllegalStood) or (isinstance(event, MoveSeen) and not event.legal)


def _lost(event: SessionEvent) -> bool:
    """Whether play could not be followed."""
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
