"""Which reading explains the change between two still tables, for any game with a ``TableModel``.

A reading may take plies back, may correct an earlier misreading (of the set-up or of one ply), and continues
with moves; the result is a ledger. Its score is its prior plus, site by site, how well the table fits the
ledger's content. For a site that looks as it did when the present state was accepted, only the difference to
the believed content counts: zero if the reading leaves it alone, whatever it looks like, and positive for a
reading that explains it better. ``None of these`` competes with all readings at a flat price, as in
``inference``.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.events.ledger import Ledger, Ply, Verdict, judge
from arbiter.table.budget import LongSearch, Search
from arbiter.table.model import LOG_ALTERED, LOG_COVERED, UNTOUCHED, MoveSequence, Seen, TableModel
from arbiter.table.readings import (
    BLIND,
    P_TAKE_BACK,
    P_WAITING_BACK,
    Reading,
    Readings,
    by_hands,
    posterior,
)
from arbiter.table.sites import MISFIT
from arbiter.table.window import whose_hands
from arbiter.telling.found import telling_of
from engine.game import MoveError
from engine.message import Messages
from vision.track.summing import Unit

say = Messages("arbiter")

WEIGHED = 4
"""The likeliest readings whose changed sites are examined closely."""
LOG_FLOOR = -12.0
"""The most that a single site can count against a reading."""
P_SET_BACK = 0.24
"""In a game without turns, what was done is undone; with ``P_CHANGE_OF_MIND``, 3 of 25 turns on films."""
P_CHANGE_OF_MIND = 0.5
"""Share of take-backs that are followed at once by another move."""
BACK = 2
"""The most plies taken back between two still tables."""
P_CORRECTION = 0.002
"""Prior that a ply was misread and nobody noticed."""
P_STILL_ILLEGAL = 0.15
"""Probability that moves after a correction still include an illegal one."""
LOG_RESHAPED = -3.0
"""Log weight against nothing having been done at a site that looks different and has another outline, or
another picture; see ``sites.RESHAPED``."""
HOPELESS = -3.0
"""If the best ordinary reading scores less than this, earlier plies are doubted too."""
DOUBTED = 8
"""The number of latest plies that are doubted."""
RULED_OUT = -12.0
"""Log units by which a ply's look may contradict another ply before that one is ruled out."""
TRIED = 6
"""How many of the best-fitting corrections are also tried with moves after them, and how many moves: those
from the present state that explain the table best. A misreading changes what moves mean, seldom what they
leave behind."""


Moves = Collection[tuple[Any, ...]]


@dataclass(frozen=True)
class _Start:
    """The ledger from which readings start, after a take-back or a correction, with its log prior."""

    ledger: Ledger
    log_prior: float
    facts: dict[str, Any] = field(default_factory=dict)
    grown: Any = None
    """The move taken back, if it can only have become a longer one."""


def read_change(ledger: Ledger, model: TableModel, seen: Seen, doubting: bool = True) -> Readings:
    """As `change_search`, at once."""
    return LongSearch(change_search(ledger, model, seen, doubting), seen.budget).finish()


def change_search(
    ledger: Ledger, model: TableModel, seen: Seen, doubting: bool = True
) -> Generator[None, None, Readings]:
    """Returns the posterior over everything that may have happened since ``ledger`` was accepted; earlier
    readings are doubted only if ``doubting``. Pauses after each reading.

    Worst case: a start for each possible misreading, and from each all moves that the pieces permit. The
    budget in ``seen`` limits the readings scored, those from the present state first.
    """
    judge_, found = _Judge(ledger, model, seen), list[Reading]()
    for start in _starts(ledger, model, seen):
        yield from _paused(judge_.readings_from(start), found)
    idle = _idle(found)
    yield from _paused(_misread(ledger, model, seen, judge_, idle), found)
    best = max(found, key=lambda reading: reading.score, default=None)
    if doubting and (best is None or best.score < HOPELESS or best.grave or judge_.amiss()):
        yield from _paused(_corrections(ledger, model, seen, judge_, idle), found)
    hands = whose_hands(seen.touches)
    found = by_hands(found, hands) if hands else found
    readings = posterior(found, model) or Readings((Reading(ledger, LOG_FLOOR),), 1.0)
    return replace(readings, ranked=tuple(judge_.doubting(readings.ranked)))


def _paused(readings: Iterable[Reading | None], found: list[Reading]) -> Iterator[None]:
    """Adds the readings to those ``found``, with a pause after each and where there is ``None``."""
    for reading in readings:
        if reading is not None:
            found.append(reading)
        yield


def _starts(ledger: Ledger, model: TableModel, seen: Seen) -> Iterator[_Start]:
    yield _Start(ledger, 0.0)
    went = ledger
    if not model.game.seated:  # without turns, a move is seldom taken back but often changed again
        if model.undone(ledger, seen):
            yield _Start(ledger.take_back(), math.log(P_SET_BACK), {"back": 1})
        return
    for back in range(1, BACK + 1):
        if went.last is None:
            break
        first = P_WAITING_BACK if ledger.waiting is not None else P_TAKE_BACK
        went = went.take_back()
        went = went.with_states(ledger.states[: len(went.plies) + 1])
        goes_on = back == 1 and model.goes_on(ledger)
        accused = back == 1 and ledger.waiting is not None  # later moves may show that it was legal
        touched = accused or _touched(ledger, went, model, seen)
        if not goes_on and not touched:
            continue
        grown = None if touched else ledger.plies[-1].play
        yield _Start(went, math.log(first) + (back - 1) * math.log(P_TAKE_BACK), {"back": back}, grown)


def _idle(found: Sequence[Reading]) -> set[tuple[Any, ...]]:
    """The moves that fit the table worse than ``TRIED`` others, whatever was misread before."""
    best = sorted((each for each in found if not each.back), key=lambda each: -each.fit)
    return {each.made for each in best[TRIED:]}


def _misread(
    ledger: Ledger, model: TableModel, seen: Seen, judge_: _Judge, idle: Moves
) -> Iterator[Reading | None]:
    """Readings with another set-up."""
    for misread in model.misreadings(ledger, seen):
        other = replace(ledger, setup=misread.setup)
        if _playable(other):
            start = _Start(other, misread.log_prior, {"corrected": misread.text, "setup": True})
            yield from judge_.readings_from(start, idle)


def _touched(ledger: Ledger, went: Ledger, model: TableModel, seen: Seen) -> bool:
    """Whether most of the sites that a changed past would change were touched just now."""
    old, new = (model.contents(each.state_if_stood) for each in (ledger, went))
    differ = {site for site in old if old[site] != new.get(site)} - seen.hidden
    return bool(differ) and 2 * len(differ & seen.changed) > len(differ)


def _playable(ledger: Ledger) -> bool:
    try:
        return ledger.state_if_stood is not None
    except (MoveError, ValueError):
        return False


def _corrections(
    ledger: Ledger, model: TableModel, seen: Seen, judge_: _Judge, idle: Moves
) -> Iterator[Reading | None]:
    """Readings in which one ply was another: the best-fitting ones, alone and with moves after them."""
    found: list[tuple[float, int, _Start]] = []
    for number in _doubted(ledger, model):
        was = ledger.plies[number - 1].play
        for play in model.others(ledger, number, seen):
            if play == was:
                continue
            if not seen.budget.take(Search.EARLIER):
                break
            if not judge_.may_have_been(ledger, number, play):
                continue
            if not seen.budget.take(Search.EARLIER, len(ledger.plies) + 1 - number):
                break
            other = _with_ply(ledger, number, play)
            if other is None or _touched(ledger, other, model, seen):
                continue  # an earlier misreading still looks now as it did then
            if number == len(other.plies) and not other.plies[-1].verdict.legal:
                continue
            text = say("tt_was_told", n=number, text=telling_of(other.game).deed_on(play, other.setup))
            start = _Start(other, math.log(P_CORRECTION), {"corrected": text, "ply": number})
            found.append((judge_.table(other)[0], len(found), start))
    found.sort(key=lambda item: (-item[0], item[1]))
    for _, _, start in found[:TRIED]:
        yield from judge_.readings_from(start, idle)


def _doubted(ledger: Ledger, model: TableModel) -> range:
    """The numbers of the plies that may have been misread; all if the model knows what to look for."""
    last = len(ledger.plies)
    if model.recalls:
        return range(last, 0, -1)
    return range(last, max(0, last - DOUBTED), -1)


def _with_ply(ledger: Ledger, number: int, play: Any) -> Ledger | None:
    """The ledger with another play as ply ``number``, and the later plies judged again."""
    plies, states = [*ledger.plies[: number - 1]], [*ledger.states[:number]]
    for move in (play, *(ply.play for ply in ledger.plies[number:])):
        verdict = judge(states[-1], move)
        if verdict is None:
            return None
        try:
            states.append(states[-1].force(move).state)
        except (MoveError, ValueError):
            return None
        plies.append(Ply(move, verdict))
    found = replace(ledger, plies=tuple(plies)).with_states(tuple(states))
    return found if _playable(found) else None


class _Judge:
    """Scores readings against one table, remembering single comparisons."""

    def __init__(self, ledger: Ledger, model: TableModel, seen: Seen) -> None:
        self._model, self.seen, self._known = model, seen, len(ledger.states)
        self._old = model.contents(ledger.state_if_stood)
        self._fits: dict[tuple[str, Any, bool], float] = {}

    def readings_from(self, start: _Start, idle: Moves = ()) -> Iterator[Reading | None]:
        """The readings that continue from a start with moves, or with none, except the ``idle`` ones, and
        ``None`` where the search for moves pauses."""
        state, budget = start.ledger.state_if_stood, self.seen.budget
        was = self._model.contents(state) if "corrected" in start.facts else self._old
        for sequence in self._model.sequences(state, self.seen):
            if sequence is None:
                yield None
                continue
            if sequence.moves in idle or not self._grows(start.grown, sequence):
                continue
            if not budget.take(Search.READINGS):
                return
            yield self._reading(start, sequence, was)

    def _grows(self, move: Any, sequence: MoveSequence) -> bool:
        """Whether a sequence begins with something that ``move``, if given, may have become, or is halfway
        there."""
        if move is None or sequence.unfinished is not None:
            return True
        return bool(sequence.moves) and self._model.grows(move, sequence.moves[0])

    def _reading(self, start: _Start, sequence: MoveSequence, was: Mapping[str, Any]) -> Reading | None:
        prior = start.log_prior + sequence.log_prior
        if "back" in start.facts:
            prior += math.log(P_CHANGE_OF_MIND if sequence.moves else 1 - P_CHANGE_OF_MIND)
            if not sequence.moves and sequence.unfinished is None:
                prior -= sequence.log_prior  # doing nothing else is not a second event with its own price
        made = played(start.ledger, sequence.moves)
        if made is None:
            return None
        ledger, verdicts = made
        if "corrected" in start.facts and not all(verdict.legal for verdict in verdicts):
            prior += math.log(P_STILL_ILLEGAL)
        meanwhile, words = sequence.unfinished or (None, "")
        fit, worst = self.table(ledger, meanwhile, was, sequence.sound)
        worst = min(worst, BLIND) if sequence.blind else worst
        moves = tuple(zip(sequence.moves, verdicts, strict=True))
        stands = start.ledger.waiting is not None and bool(moves)
        facts = {**start.facts, "wait_s": sequence.wait_s, "unfinished": words, "blind": sequence.blind}
        return Reading(ledger, prior + fit, moves, stands=stands, worst=worst, fit=fit, **facts)

    def table(
        self,
        ledger: Ledger,
        meanwhile: Mapping[str, Any] | None = None,
        was: Mapping[str, Any] | None = None,
        sound: frozenset[str] = frozenset(),
    ) -> tuple[float, float]:
        """The log likelihood ratio of the whole table given a ledger, and that of its worst site, ``sound``
        sites excepted. ``meanwhile`` is what the sites hold in the middle of a move, ``was`` what they held
        when it began."""
        total, worst, passed = 0.0, 0.0, self._passed(ledger)
        doubt, fickle = self._model.doubt, self._model.fickle
        for site, content in (meanwhile or self._model.contents(ledger.state_if_stood)).items():
            same, changed = content == self._old.get(site), site in self.seen.changed
            if site in self.seen.hidden:
                total += self._shown_then(site, content, passed)
            if same and not changed:
                continue
            if site in self.seen.hidden or (site in self.seen.stale and not changed):
                total += 0.0 if same else LOG_COVERED
                continue
            if not same and self.seen.overlooked(site, self._old.get(site)):
                total += LOG_ALTERED
                continue
            fit = self._fit(site, content)
            if site in self.seen.stale:
                then = (self._fit(site, h) for h in (each.get(site) for each in passed) if h != content)
                fit = max(fit, LOG_COVERED + max(then, default=-math.inf))
            if same and not fickle(site):
                fit = min(0.0, fit)
            elif same and site in self.seen.reshaped | self.seen.altered:
                fit += LOG_RESHAPED
            if site in self.seen.vouched:
                fit = min(UNTOUCHED, fit)
            elif not changed:
                fit -= self._fit(site, self._old.get(site))
                if was is not None and content != was.get(site):
                    fit = min(self.seen.most_changed(site), fit)
                    fit += LOG_ALTERED if site in self.seen.altered else 0.0
            total += fit
            if site not in sound:
                worst = min(worst, doubt(site, content, self.seen.at(site), fit))
        return total, worst

    def _passed(self, ledger: Ledger) -> list[Mapping[str, Any]]:
        """What the sites held after each of the moves since the table was last read, if not all are in view:
        one that is only shown as it was before may show any of it."""
        unseen = self.seen.hidden or self.seen.stale
        return [self._model.contents(state) for state in ledger.states[self._known :]] if unseen else []

    def _shown_then(self, site: str, content: Any, passed: Sequence[Mapping[str, Any]]) -> float:
        """How well a hidden site, as it was last seen, fits the ``content`` that it has now, or what it held
        before or after any move since."""
        units = self.seen.shown.get(site)
        if units is None:
            return 0.0
        contents = {self._old.get(site), content, *(held.get(site) for held in passed)}
        return min(0.0, max(self._fit(site, held, units) for held in contents))

    def doubting(self, ranked: Sequence[Reading]) -> Iterator[Reading]:
        """The readings; the likeliest get a lower ``worst`` if a changed site looks like something else."""
        for number, each in enumerate(ranked):
            unlike = 0.0 if number >= WEIGHED or each.unfinished else self._unlike(each.ledger)
            yield replace(each, worst=min(each.worst, unlike)) if unlike < 0 else each

    def _unlike(self, ledger: Ledger) -> float:
        contents = self._model.contents(ledger.state_if_stood)
        shown = self.seen.changed - self.seen.hidden
        dark = {site for site in shown if self.seen.overlooked(site, self._old.get(site))}
        sites = [site for site in shown - dark if site in contents]
        unlike, passed = self._model.unlike, self._passed(ledger)
        held = {s: [contents[s], *(each.get(s) for each in passed if s in self.seen.stale)] for s in sites}
        return min((max(unlike(s, one, self.seen.at(s)) for one in held[s]) for s in sites), default=0.0)

    def may_have_been(self, ledger: Ledger, number: int, play: Any) -> bool:
        """Whether the sites untouched since ply ``number`` allow that it was another."""
        try:
            after = ledger.states[number - 1].force(play).state
        except (MoveError, ValueError):
            return False
        then = ledger.states[number] if number < len(ledger.states) else ledger.state_if_stood
        was, other = self._model.contents(then), self._model.contents(after)
        sites = (site for site in was if was[site] != other[site] and was[site] == self._old[site])
        known = [site for site in sites if site not in self.seen.hidden | self.seen.changed]
        against = (min(0.0, self._fit(site, other[site]) - self._fit(site, was[site])) for site in known)
        return sum(against) > RULED_OUT

    def amiss(self) -> bool:
        """Whether some untouched site does not look like its believed content."""
        untouched = [
            site for site in self._old if site not in self.seen.changed | self.seen.hidden | self.seen.vouched
        ]
        return any(self._fit(site, self._old[site]) < MISFIT for site in untouched)

    def _fit(self, site: str, content: Any, units: tuple[Unit, ...] | None = None) -> float:
        """How well a content fits what a site shows, or what its ``units`` were when it was last seen."""
        key = site, content, units is None
        if key not in self._fits:
            shows = self.seen.at(site) if units is None else units
            self._fits[key] = max(LOG_FLOOR, self._model.fit(site, content, shows))
        return self._fits[key]


def played(ledger: Ledger, moves: Iterable[Any]) -> tuple[Ledger, list[Verdict]] | None:
    """The ledger after moves, with the verdicts; a waiting illegal move, and any but the last of ``moves``,
    is let stand. ``None`` if the pieces rule it out."""
    verdicts = []
    for move in moves:
        try:
            if ledger.waiting is not None:
                ledger = ledger.stand().with_states((*ledger.states, ledger.state_if_stood))
            verdict = judge(ledger.state, move)
            if verdict is None:
                return None
            ledger = _added(ledger, Ply(move, verdict))
        except (MoveError, ValueError):
            return None
        verdicts.append(verdict)
    return ledger, verdicts


def accepting_readings(ledger: Ledger, model: TableModel, seen: Seen) -> tuple[Reading, ...]:
    """The readings that accept an unexplained table as it is, one for each player who may be to move; none
    if that is unknown."""
    found = []
    for move in model.acceptances(ledger.state_if_stood, seen):
        made = played(ledger, (move,))
        if made is None or made[0].waiting is None:
            continue
        moves, stands = ((move, made[1][0]),), ledger.waiting is not None
        found.append(Reading(made[0].stand(), 0.0, moves, stands=stands, probability=0.5, agreed=True))
    return tuple(found)


def _added(ledger: Ledger, ply: Ply) -> Ledger:
    """The ledger with one more ply and its positions remembered."""
    states = ledger.states
    if ply.verdict.legal:
        states = (*states, ledger.state.force(ply.play).state)
    added = ledger.add(ply).with_states(states)
    if not ply.verdict.legal:
        assert added.state_if_stood is not None  # raises if the pieces rule it out
    return added
