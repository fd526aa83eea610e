"""A question nobody answers while play continues: every open reading is followed until one is left.

A branch is a copy of the play that has accepted one reading and keeps watching the table as the play itself
would. When play continues in a way that only one reading explains by legal moves, that reading is taken, with
everything its branch has booked. A reading is out if its branch cannot follow at all; if it only calls what
was done illegal, or the table as a whole speaks against it, one more move must be explained first. A reading
that is an illegal play, a take-back or a correction, or too unlikely to be offered, is followed only so that
it can block others; it is never taken. If the table could not be followed, players who make several legal
moves from the table as it is have accepted it. An answer takes its branch, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from arbiter.events.asking import AskedReadings, Asking
from arbiter.events.ledger import Ledger
from arbiter.events.types import Notice, Question, SessionEvent
from arbiter.table.branch import Branch, Open
from arbiter.table.budget import AT_A_TIME, LongSearch
from arbiter.table.held_readings import Held
from arbiter.table.thresholds import ACCEPT, ASK_S, LOST_S, MAX_OPTIONS, REMEMBERED, WORTH_ASKING
from arbiter.table.window import Cadence, Window
from engine.message import Message, Messages, Said

say = Messages("arbiter")

ASSUMED, PLAYED = 0.85, 2
"""A reading with this share of the probability is assumed once this many moves, or a single one that ended
the game, fit it as well as the others; while that much of what explains the table continues from the
readings, the question stays open."""
LIKELIEST, LONG_PLAYED = 0.7, 4
"""After this many moves, this share is enough in games without turns, where they are no evidence for it."""
OUTWEIGHS = 6.0
"""How much better (log) one reading, with what was played since, must explain the tables than another from
which play has gone on by as many moves at about the same moments. Pyramids look as doubtful as before when
they are seen anew (on a film that spoke for the wrong one by 3), so this is more than odds of 19 to 1."""
LIKELIER = 1.4
"""A reading must be likelier by this factor than another one that counts for it."""
UNLIKELY = 0.1
"""A reading with a smaller share is not taken because nothing legal follows from the likelier
ones: as probably something that was played since was misread."""
LATE_S = 2.0
"""Seconds of still table before a question is withdrawn, or said to be still open, if its readings do not
show what was done."""


@dataclass
class Following:
    """The readings of an open question as play continues."""

    branches: tuple[Branch, ...]
    starts: frozenset[int] = frozenset()
    """The options from which the table since before the question continues."""
    insisted: bool = False
    reader: int = 0
    """The branch that has read the table or a glimpse last."""

    def step(self, window: Window) -> None:
        """The branches watch by turns, one a frame: each may need all the steps that a frame allows."""
        self.reader = (self.reader + 1) % len(self.branches)
        self.branches[self.reader].step(replace(window, budget=window.budget.separate()))
        self._compare()

    def glimpse(self, window: Window | None, now_s: float) -> None:
        """All branches take in a glimpse, if there is one; they read what they have taken in by turns, one a
        frame."""
        self.reader = (self.reader + 1) % len(self.branches)
        for number, branch in enumerate(self.branches):
            branch.glimpse(window, now_s, reads=number == self.reader)
        self._compare()

    def _compare(self) -> None:
        """An irregular event of all branches counts against none."""
        common = set.intersection(*(set(branch.irregular) for branch in self.branches))
        for branch in self.branches:
            own = (at for what, at in branch.irregular.items() if what not in common)
            branch.irregular_s = min(own, default=None)

    def at(self, option: int) -> Branch | None:
        """The branch of an option; ``None`` if it has none."""
        return next((branch for branch in self.branches if branch.option == option), None)

    def overtaken(self, window: Window) -> bool:
        """Whether play has gone so far that the table is no longer read from before the question."""
        return any(branch.moves and branch.moves[0] < window.first_s for branch in self.branches)

    def must_reread(self, worth: Sequence[Open], window: Window) -> bool:
        """Whether the table must be read anew, because its explanations since before the question do not
        continue from the open readings by legal moves, or because those do not explain it. Notes the readings
        from which it continues."""
        if self.overtaken(window) or any(branch.reading.agreed for branch in self.branches):
            return self.lost and bool(worth)
        sources = [
            {b.option for b in self.branches if b.plain and _begins(each, b.reading)} for each in worth
        ]
        self.starts = frozenset[int]().union(*sources)
        other = sum(each.probability for each, options in zip(worth, sources, strict=True) if not options)
        return self.lost or other > 1 - ASSUMED

    def continued(self, best: Open) -> bool:
        """Whether the table continues from an open reading by legal moves although its ``best`` reading since
        before the question omits what was seen meanwhile, such as a marker moved twice."""
        return any(branch.continued for branch in self.branches) and not any(
            _begins(best, branch.reading) for branch in self.branches
        )

    def still(self, best: Open) -> bool:
        """Whether the table says no more than one of the readings did."""
        return best.plain and any(best.made == branch.reading.made for branch in self.branches)

    def insist(self, now_s: float) -> list[SessionEvent]:
        """Says once that the question is still open."""
        if self.insisted:
            return []
        self.insisted = True
        return [Notice(time_s=now_s, text=say("tt_still_open"), topic="question")]

    @property
    def lost(self) -> bool:
        """Whether no reading explains how play continued."""
        return all(branch.stuck for branch in self.branches)

    @property
    def confirmed(self) -> Branch | None:
        """The only reading from which play has continued, or one that what was played since fits much better
        than the others."""
        ahead = [branch for branch in self.branches if branch.ahead]
        one = max(ahead, key=lambda branch: branch.weight, default=None)
        if one is None or (one.reading.agreed and len(set(one.moves)) < PLAYED):
            return None  # one move that happens to be legal is weak evidence about an unexplained table
        if one.reading.probability < UNLIKELY * sum(each.reading.probability for each in self.branches):
            return None
        return one if all(other is one or self._ruled_out(other, one) for other in self.branches) else None

    def assumed(self, at_length: float) -> Branch | None:
        """By far the likeliest reading once the moves since fit all alike, or after many moves one with the
        share ``at_length``. Others that led to the same position (only the order was open) count for it;
        nearly as likely ones only after many moves, when nothing will tell them apart any more."""
        ahead = [branch for branch in self.branches if branch.ahead]
        if not ahead:
            return None
        best = max(ahead, key=lambda branch: branch.reading.probability)
        own, long = best.reading.probability, len(best.moves_since) >= LONG_PLAYED
        less = [each for each in ahead if each is not best and (long or _likelier(best, each))]
        same = sum(each.reading.probability for each in less if each.position == best.position)
        share = (own + same) / sum(branch.reading.probability for branch in self.branches)
        alike = all(branch.moves_since == best.moves_since for branch in ahead)
        wanted = at_length if long else ASSUMED
        over = all(branch.over_s is not None for branch in ahead)
        return best if alike and share >= wanted and len(set(best.moves)) >= (1 if over else PLAYED) else None

    def _ruled_out(self, other: Branch, one: Branch) -> bool:
        if other.ahead:
            return other.booked_like(one) and one.weight - other.weight >= OUTWEIGHS
        if other.stuck:
            return True
        strange = [at for at in (other.irregular_s, other.over_s) if at is not None]
        if strange and one.moves[-1] > min(strange):
            return True
        return self.starts == {one.option} and one.moves[-1] > one.moves[0]


def _takeable(reading: Open) -> bool:
    """Whether continued play may stand for the answer that this reading is right."""
    return reading.plain or reading.nothing or reading.agreed


def _likelier(one: Branch, other: Branch) -> bool:
    return one.reading.probability > LIKELIER * other.reading.probability


def _begins(each: Open, reading: Open) -> bool:
    return each.plain and each.made[: len(reading.made)] == reading.made


class Play(Asking[AskedReadings]):
    """What `PlaysOn` needs of the play of which it is a part."""

    ledger: Ledger
    over: bool
    now: float
    frame: int
    before_frame: int

    def step(self, window: Window) -> list[SessionEvent]:
        """Reads the table if it has been still long enough."""
        raise NotImplementedError

    def _acceptable(self, best: Any) -> bool:
        """Whether a reading is sure enough to be accepted."""
        raise NotImplementedError

    def _ask(self, readings: Any, table: Any) -> Question:
        """Asks which of the readings is right."""
        raise NotImplementedError

    def _accept(self, best: Any, table: Any, readings: Any, answered: bool = False) -> list[SessionEvent]:
        """Books a reading."""
        raise NotImplementedError

    def _put_back(self) -> list[SessionEvent]:
        """The events if what was asked about has been taken back instead of an answer."""
        return []


@dataclass(kw_only=True)
class PlaysOn(Play):
    """What any play remembers from one rest to the next, and how it follows an open question while nobody
    answers; the play books a reading in ``_accept``."""

    next_question: int = 1
    asked: AskedReadings | None = None
    gave_up: bool = False
    """Whether the latest moves could not be followed."""
    follows: bool = True
    """Whether open questions are followed as play continues; branches do not branch again."""
    at_length: float = ASSUMED
    """The share at which a reading is assumed after many moves that fit all readings alike."""
    borne: tuple[float, ...] = ()
    """How well each of the readings booked so far explains its table (log)."""
    heir: Any = None
    """The play that continues from here, once a branch has taken this one's place."""
    _following: Following | None = None
    """The readings of the open question, once play continued without an answer."""
    _kept: tuple[Any, Window, LongSearch[Any]] | None = None
    """The table read last, its window, and the search for its readings."""
    _left: int = AT_A_TIME
    """How many steps may still be made in this frame."""
    _held: Held | None = None
    """What a rest showed too briefly to be announced."""
    _dismissed: list[Any] = field(default_factory=list)
    """Tables about which nothing more is said."""
    _answered: deque[Any] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """Tables about which people have said enough."""
    _cadence: Cadence = field(default_factory=Cadence)
    _restless: bool = False
    _unread_since: float | None = None
    """When the table stopped being as expected, as long as it is not understood."""

    def _without_question(self) -> Self:
        """A copy of this play without its question."""
        fresh: dict[str, Any] = {"asked": None, "_following": None, "_dismissed": [], "_cadence": Cadence()}
        return replace(self, follows=False, _answered=self._answered.copy(), **fresh)

    @property
    def _lost(self) -> bool:
        """Whether the table has not been understood for long, rests and hands together."""
        return self._unread_since is not None and self.now - self._unread_since >= LOST_S

    def _pop_held(self, window: Window) -> Held | None:
        """What an earlier rest showed that is now gone; ``None`` if an illegal move is waiting."""
        held, self._held = self._held, None
        over = held is None or held.first_s == window.first_s or self.ledger.waiting is not None
        return None if over else held

    def _notice(self, text: Message, topic: str = "table", over: bool = False) -> Notice:
        return Notice(time_s=self.now, text=text, topic=topic, over=over)

    def _alike(self, one: Any, other: Any) -> bool:
        """Whether two tables differ from the accepted one in the same way."""
        raise NotImplementedError

    def _explained(self, table: Any) -> Generator[None, None, Any]:
        """Returns the readings of a table (with ``best`` and ``ranked``); pauses in between."""
        raise NotImplementedError

    # ----- asking, and the answer

    def _offer(
        self,
        worth: tuple[Any, ...],
        readings: Any,
        table: Any,
        text: Said,
        say: Callable[[Any], Said],
        **facts: Any,
    ) -> Question:
        """Asks which of the readings that are ``worth`` asking about is right, the first of them first."""
        options, rest = worth[:MAX_OPTIONS], replace(readings, ranked=worth[MAX_OPTIONS:])
        odds = (*(each.probability for each in options), readings.none)
        answers = tuple(map(say, options))
        question = self._worded(text, answers, self.now, probabilities=odds, frame=self.frame, **facts)
        self.asked = AskedReadings(question, options, table, rest, readings.ranked[:MAX_OPTIONS])
        return question

    def answer(self, option: int, time_s: float) -> list[SessionEvent]:
        """Takes the answer to the open question; ``ValueError`` if there is none or no such option."""
        asked, said = self._close(option, time_s)
        branch = None if self._following is None else self._following.at(option)
        self._following, self.now = None, time_s
        if option == len(asked.readings):
            if asked.rest.ranked:
                return [said, self._ask(asked.rest, asked.table)]
            return [said, *self._none_of(asked)]
        if branch is not None:
            return [said, *self._adopt(branch, answered=True)]
        self._heard(asked)
        return [said, *self._accept(asked.readings[option], asked.table, None, answered=True)]

    def _none_of(self, asked: AskedReadings) -> list[SessionEvent]:
        """The events of an answer that none of the readings is right."""
        raise NotImplementedError

    def _heard(self, asked: AskedReadings) -> None:
        """Called for an answer whose reading no branch has followed."""

    # ----- without an answer

    def _unanswered(self, asked: Any, table: Any, window: Window) -> list[SessionEvent]:
        """The table has changed under an open question, and continued play may be the answer. The question
        stays open while its readings can be followed and that does not tell which is right."""
        following = self._followed(asked)
        if following is None:
            if any(map(_takeable, asked.readings)):
                return self._withdraw()
            now = self._kept_readings(table, window)
            if now is None:
                return []
            gone = now.best.nothing and self._acceptable(now.best)
            return (self._put_back() if gone else []) or self._withdraw()
        if following.overtaken(window) and not following.lost and (taken := self._taken(asked)):
            return taken
        if window.span_s < ASK_S:
            return []
        if following.lost and (now := self._about_now(asked, table)) is not None:
            self.asked, self._following = now, None
            return []
        found = self._kept_readings(table, window)
        if found is None:
            return []
        worth = [each for each in found.ranked if each.probability >= WORTH_ASKING and not each.nothing]
        continued = following.continued(found.best)
        if self._acceptable(found.best) and not continued:
            return (self._put_back() if found.best.nothing else []) or self._withdraw()
        still, late = following.still(found.best), window.span_s >= LATE_S
        if following.must_reread(worth, window) and not continued:
            return self._withdraw() if late and not still else []
        if taken := self._taken(asked):
            return taken
        return following.insist(self.now) if late and not still else []

    def _followed(self, asked: Any) -> Following | None:
        """The readings of the open question as play continues; ``None`` if it is not followed."""
        takeable = any(map(_takeable, asked.readings))
        if not self.follows or not takeable or sum(each.probability for each in asked.likely) < ACCEPT:
            return None
        if self._following is None:
            enough = sum(each.probability for each in asked.readings) >= ACCEPT
            open_ = asked.readings if enough else asked.likely
            self._following = Following(tuple(self._branch(asked, option) for option in range(len(open_))))
        return self._following

    def _about_now(self, asked: Any, table: Any) -> Any:
        """The open question as one about the table as it is now, if it only asks whether to continue from how
        the table lies; otherwise ``None``."""
        return None

    def _taken(self, asked: Any) -> list[SessionEvent]:
        """Continues from the reading that play confirmed or that may be assumed; empty if there is none."""
        assert self._following is not None
        confirmed, assumed = self._following.confirmed, self._following.assumed(self.at_length)
        one = confirmed or assumed
        if one is None:
            return []
        assumed_so = confirmed is None or one.reading.agreed
        return [*self._withdraw(asked.event.options[one.option], assumed_so), *self._adopt(one)]

    def _kept_readings(self, table: Any, window: Window) -> Any:
        """The readings of a table that looks unchanged; it is read anew with twice the evidence, or after
        somebody was there. ``None`` while that takes more frames."""
        kept = self._kept
        same = kept is not None and (self._searching(window) or window.frames < 2 * kept[1].frames)
        if kept is None or not same or kept[1].first_s != window.first_s or not self._alike(kept[0], table):
            kept = table, window, LongSearch(self._explained(table), window.budget)
        if kept[2].result is None:
            self._left -= kept[2].step(self._left)
            window.budget.cut |= kept[2].budget.cut
            kept = kept[0], window, kept[2]
        self._kept = kept
        return kept[2].result

    def _searching(self, window: Window) -> bool:
        """Whether the reading of the table in this window goes on."""
        kept = self._kept
        return kept is not None and kept[1].first_s == window.first_s and kept[2].result is None

    def _branch(self, asked: Any, option: int) -> Branch:
        """This play as it would be if an option had been the answer when the question was asked."""
        reading, other = asked.likely[option], self._without_question()
        other.now, other.frame = asked.event.time_s, asked.event.frame
        first = other._accept(reading, asked.table, None, answered=True)
        other.before_frame, other.borne = other.frame, ()
        offered = option < len(asked.readings)
        return Branch(other, reading, option, first, offered and _takeable(reading))

    def _adopt(self, branch: Branch, answered: bool = False) -> list[SessionEvent]:
        """Continues from a branch."""
        self.heir = branch.play
        self.heir.now, self.heir.frame, self.heir.follows = self.now, self.frame, True
        return branch.report(self.now, answered)

    def _withdraw(self, taken: Said = "", assumed: bool = False) -> list[SessionEvent]:
        if self.asked is not None:
            self._following = self._kept = None
        return self._withdrawn(self.now, taken, assumed)
