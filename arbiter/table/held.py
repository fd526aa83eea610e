"""What one rest showed of a game with a ``TableModel``, too briefly to be announced, weighed with the next
rest.

As in ``held_readings``, the table is explained both from the last accepted state and from each held reading,
as if that one had been accepted when it was seen.

In a game without turns (``in_order``) every look counts: each rest or glimpse is read, and the next one
continues from it. A reading that is not yet believed, or not certain enough, is held together with what came
after it.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.events.ledger import Ledger
from arbiter.table.budget import LongSearch
from arbiter.table.explanations import change_search, played, read_change
from arbiter.table.held_readings import KEPT, LEAST_ALONE, WORTH, Held
from arbiter.table.model import Seen, TableModel
from arbiter.table.readings import Reading, Readings, posterior
from arbiter.table.sites import MISFIT, Looks, accepted_looks, nothing_new, see, with_unseen, without_sites
from arbiter.table.thresholds import ACCEPT
from arbiter.table.window import Window
from vision.track.summing import Unit

Continued = tuple[Seen, tuple[Reading, ...]]
"""What is seen as if an earlier reading had been accepted, and the readings of that."""

LOG_CERTAIN = -10.0
"""A reading contradicts what an earlier rest clearly showed."""
LOG_GLIMPSED = math.log(0.01)
"""A reading contradicts a glimpse, which may overlook a piece."""
LOG_OVERTAKEN = math.log(0.02)
"""A move was done before another one that had visibly begun when it had not: nobody starts a turn with a
pyramid in hand that is about to be put down."""


@dataclass(frozen=True)
class Believed:
    """A game as believed: its ledger, its model, and how its table looked."""

    ledger: Ledger
    model: TableModel
    looks: Looks | None
    shown: Mapping[str, tuple[Unit, ...]] = field(default_factory=dict)
    """What its sites last showed at rest, if they looked different."""

    def after(self, ledger: Ledger, seen: Seen, settled: frozenset[str] = frozenset()) -> Believed:
        """The belief after accepting a ledger on the table ``seen``, some sites ``settled`` by people."""
        explained = self.explained(ledger, seen)
        model = self.model.settle(ledger.state_if_stood, explained)
        looks = accepted_looks(explained, model, ledger.state_if_stood, self.looks, settled)
        return Believed(ledger, model, looks)

    def explained(self, ledger: Ledger, seen: Seen) -> Seen:
        """What is seen, without sites that look different although the ledger has the same content as before:
        what was done there is not understood yet. Only in games that use glimpses, whose players do not wait
        for each other."""
        if not self.model.glimpses:
            return seen
        was, now = (self.model.contents(each.state_if_stood) for each in (self.ledger, ledger))
        same = frozenset(site for site in seen.changed if was.get(site) == now.get(site))
        return without_sites(seen, same)

    def table(self, window: Window, before: Mapping[str, tuple[Unit, ...]] | None = None) -> Seen:
        """What a window shows, by sites; hidden sites of a glimpse as they were seen ``before``."""
        return replace(see(window, self.model, self.looks or Looks(), before), shown=self.shown)

    def showing(self, seen: Seen) -> Mapping[str, tuple[Unit, ...]]:
        """What its sites last showed at rest, if they looked different; ``seen`` is the table at rest now."""
        before = {site: units for site, units in self.shown.items() if site in seen.hidden}
        return {**before, **{site: seen.at(site) for site in seen.changed}}


def without_later_sites(model: TableModel, further: Sequence[Reading], accepted: Reading, seen: Seen) -> Seen:
    """What is seen, without the sites that ``further`` readings change after the moves of the ``accepted``
    one: they are looked at again."""
    first, *last = (model.contents(each.ledger.state_if_stood) for each in (accepted, *further))
    later = frozenset(site for each in last for site in each if each[site] != first.get(site))
    return without_sites(seen, later)


def with_held(held: Held, believed: Believed, window: Window, seen: Seen, readings: Readings) -> Readings:
    """The readings of what is ``seen``, including those that first accept one of ``held``."""
    if believed.model.in_order:
        return _with_held_in_order(held, believed, window, seen, readings)
    after = [continued(each, held, believed, window, seen).finish() for each in held.readings]
    return with_continued(held, believed, seen, readings, after)


def continued(
    reading: Reading, held: Held, believed: Believed, window: Window, seen: Seen
) -> LongSearch[Continued]:
    """The search, with a budget of its own, for what is ``seen`` as if a held reading had been accepted, and
    for the readings of that."""
    then, budget = believed.after(reading.ledger, held.scene), window.budget.separate()
    now = replace(then.table(window, seen.units), budget=budget)

    def steps() -> Generator[None, None, Continued]:
        return now, (yield from _continuations(reading, held, believed, then, now, seen))

    return LongSearch(steps(), budget)


def with_continued(
    held: Held,
    believed: Believed,
    seen: Seen,
    readings: Readings,
    after: Sequence[tuple[Seen, Sequence[Reading]]],
) -> Readings:
    """The readings of what is ``seen`` and those continued from ``held``, without what was common to all."""
    shown, common = {each.made for each in held.readings}, _left_alone(held, believed, seen)
    model, nows = believed.model, [now for now, _ in after]
    whole = [each for each in readings.ranked if each.made not in shown]
    more = [
        each
        for reading, (_, further) in zip(held.readings, after, strict=True)
        for each in further
        if not any(_only_more(each, reading, other, model) for other in whole)
        if not any(_at_once(other, each, model) for other in readings.ranked)
    ]
    if not more:
        return readings
    more = [] if _has_grown(held, readings, model) else more
    # a piece that was still in a hand may lie there now, so this look may show the moves better; and what a
    # glimpse showed of what lies there unchanged counts no more than it does in this look
    plain = {each.made: each.score for each in readings.ranked if each.plain}
    likely = [each for each in readings.ranked if each.probability >= WORTH]
    every = () if held.span_s else model.contents(believed.ledger.state_if_stood)  # a rest speaks for itself
    same = nothing_new(every, held.scene, seen, model.reader)
    again = {each.made for each in likely if held.shown_again(each, believed.ledger, model, same)}
    better = min if again else max
    scores = [each.score - common for each in more]
    more = [
        replace(each, score=score if each.unfinished else better(score, plain.get(each.made, score)))
        for each, score in zip(more, scores, strict=True)
    ]
    known = {each.made for each in more if not each.back}
    left = [e for e in readings.ranked if e.back or e.corrected or e.unfinished or e.made not in known]
    against = [0.0 if each.made in again else _contrary(each, held, believed) for each in left]
    then = [_seen_better(e, held, seen, model) + log for e, log in zip(left, against, strict=True)]
    direct = [replace(each, score=each.score + log) for each, log in zip(left, then, strict=True)]
    log_before = _log_all(held, nows, model) - common
    return posterior([*direct, *more], model, log_before) or readings


def _has_grown(held: Held, readings: Readings, model: TableModel) -> bool:
    """Whether what is seen is surely what was held, grown: half of a move is no move that another follows."""
    best, then = readings.best, held.best
    sure = best.plain and best.probability >= ACCEPT and best.worst >= MISFIT
    return sure and len(best.made) == len(then.made) and best.made != then.made and _grown(then, best, model)


def _log_all(held: Held, nows: Sequence[Seen], model: TableModel) -> float:
    """The log weight of everything that explained an earlier look, ``none of these`` included, by the sites
    that still look as they did: others speak for what has been made of them since, and there may be less to
    see of that. ``nows`` is what is seen now, compared with each held reading."""
    return max(
        float(each.score) - math.log(each.probability) - _overlaid(each, held.scene, now, model)
        for each, now in zip(held.readings, nows, strict=True)
    )


def _overlaid(reading: Reading, scene: Seen, now: Seen, model: TableModel) -> float:
    """What sites counted (log) for the ``reading`` of a scene that look different ``now``."""
    contents = model.contents(reading.ledger.state_if_stood)
    sites = (site for site in scene.changed & now.changed if site in contents)
    return sum(max(0.0, model.fit(site, contents[site], scene.at(site))) for site in sites)


def _left_alone(held: Held, believed: Believed, seen: Seen) -> float:
    """What sites counted (log) that looked different then though none of the held readings has changed them:
    a reading of the next look alone has no such evidence of its own. For fickle ones that still look
    different see `_weighed_twice`."""
    model, scene = believed.model, held.scene
    ledgers = (believed.ledger, *(each.ledger for each in held.readings))
    was, *then = (model.contents(each.state_if_stood) for each in ledgers)
    sites = (s for s in scene.changed if s in was and not (model.fickle(s) and s in seen.changed))
    alone = (site for site in sites if all(each[site] == was[site] for each in then))
    return sum(max(0.0, model.fit(site, was[site], scene.at(site))) for site in alone)


def _continuations(
    reading: Reading, held: Held, believed: Believed, then: Believed, now: Seen, seen: Seen
) -> Generator[None, None, tuple[Reading, ...]]:
    """Returns the continuations of an earlier rest's reading, joined with it. One that takes something back
    stays separate: the table is read again once the earlier reading has been accepted."""
    hands = tuple(each for each in now.touches if each.time_s >= held.first_s)
    since = replace(now, touches=hands)
    twice = _weighed_twice(reading, since, held, believed) + doubted_since(then, held, since)
    twice += _as_before(reading, since, seen, believed)
    found = yield from change_search(then.ledger, then.model, since, False)
    every = (_continuation(reading, each, held, then, twice) for each in found.ranked[:KEPT])
    return tuple(each for each in every if each is not None)


def _continuation(
    reading: Reading, each: Reading, held: Held, then: Believed, twice: float
) -> Reading | None:
    """An earlier rest's reading continued by ``each``, without what the table says ``twice`` (log)."""
    score = reading.score + each.score - twice
    if each.back == 1 < len(reading.moves) and _grows_on(reading, each, then):
        moves = (*reading.moves[:-1], *each.moves)
        return replace(_continued(reading, each, moves, score), back=reading.back)
    if each.back and each.moves:
        return None  # what lay there was only changed into something else, and no move
    if each.back > len(reading.moves):
        return None  # contradicts the earlier rest: read from where that began
    if each.back and reading is not held.best:
        return None  # what was less likely then and is gone now was never done
    if each.back:
        return replace(each, score=score, before=reading)
    if each.corrected:
        return None
    return replace(_continued(reading, each, (*reading.moves, *each.moves), score), before=reading)


def _grows_on(reading: Reading, each: Reading, then: Believed) -> bool:
    """Whether the last move of a held ``reading`` has grown into the first one of ``each``, or is growing."""
    if each.unfinished:
        return then.model.goes_on(then.ledger)
    return bool(each.moves) and then.model.grows(reading.made[-1], each.made[0])


def _continued(reading: Reading, each: Reading, moves: tuple[Any, ...], score: float) -> Reading:
    """A reading ``each`` that continues from an earlier rest's, as one with all ``moves``."""
    worst, blind = min(reading.worst, each.worst), reading.blind or each.blind
    return replace(each, score=score, moves=moves, worst=worst, stands=reading.stands, blind=blind)


def _weighed_twice(reading: Reading, since: Seen, held: Held, believed: Believed) -> float:
    """What the sites that changed at the earlier rest, though not by this ``reading`` of it, add once more
    (log) if they look different still: at best, as what any reading holds there. One that such a reading
    explained adds nothing."""
    model = believed.model
    ledgers = (believed.ledger, reading.ledger, *(each.ledger for each in held.readings))
    was, now, *others = (model.contents(each.state_if_stood) for each in ledgers)
    unexplained = [s for s in since.changed & held.scene.changed if model.fickle(s) and was[s] == now[s]]
    most = (max(model.fit(s, each[s], since.at(s)) for each in (was, *others)) for s in unexplained)
    return sum(max(0.0, log) for log in most)


def _as_before(reading: Reading, since: Seen, seen: Seen, believed: Believed) -> float:
    """What sites add (log) that this ``reading`` has changed and that look different from then ``since``, but
    in what is ``seen`` as they did before it: with what they held before, they would add nothing."""
    model = believed.model
    was, now = (model.contents(each.state_if_stood) for each in (believed.ledger, reading.ledger))
    sites = (s for s in since.changed - seen.changed if model.fickle(s) and was[s] != now[s])
    return sum(max(0.0, model.fit(site, was[site], since.at(site))) for site in sites)


def doubted_since(then: Believed, held: Held, since: Seen) -> float:
    """What sites add (log) that look as they did at the earlier rest and only count as changed because the
    reading of it did not fit them: one that did is not given that either."""
    contents, was = then.model.contents(then.ledger.state_if_stood), Looks.of(held.scene, then.model.reader)
    doubted = (then.looks or Looks()).doubted & since.changed
    same = (s for s in doubted if not was.differs(s, since.at(s), then.model.reader))
    return sum(max(0.0, then.model.fit(site, contents[site], since.at(site))) for site in same)


def _at_once(one: Reading, other: Reading, model: TableModel) -> bool:
    """Whether one reading explains by fewer legal moves what the other needs more for: the earlier rest then
    showed the middle of a move, such as a piece lifted for another that takes its place."""
    if not one.plain or not other.moves or other.back or len(one.moves) >= len(other.moves):
        return False
    there, then = (model.contents(each.ledger.state_if_stood) for each in (one, other))
    return bool(there == then)


def _only_more(each: Reading, shown: Reading, other: Reading, model: TableModel) -> bool:
    """Whether the other reading leaves the same table but calls what lay there first half of a move."""
    if not _grown(shown, other, model) or each.back:
        return False
    one, two = (model.contents(reading.ledger.state_if_stood) for reading in (each, other))
    return bool(one == two)


def _contrary(each: Reading, held: Held, believed: Believed) -> float:
    """Log weight of a reading given what an earlier rest showed: 0 if what lay there then, as most likely
    read, has only grown, and less the less likely the reading of it is that has grown into this one. An
    illegal move is not read from a glimpse: it may have lain there all the same."""
    model = believed.model
    if each.unfinished:
        return 0.0
    same = [one for one in held.readings if each.made == one.made or _grown(one, each, model)]
    share = max((one.probability / held.best.probability for one in same), default=0.0)
    seen = held.log_glimpsed(each, believed.ledger, model) if each.grave and not held.span_s else -math.inf
    return max(LOG_CERTAIN, held.log_none, math.log(max(share, 1e-9)), seen)


def _seen_better(each: Reading, held: Held, seen: Seen, model: TableModel) -> float:
    """What sites showed more plainly (log) at an earlier look of which a reading has only grown into this."""
    one = next((one for one in held.readings if _grown(one, each, model)), None)
    if one is None or not each.plain:
        return 0.0
    was, now = (model.contents(reading.ledger.state_if_stood) for reading in (one, each))
    same = (site for site in held.scene.changed & seen.changed if site in was and was[site] == now[site])
    fits = ((model.fit(s, was[s], held.scene.at(s)), model.fit(s, was[s], seen.at(s))) for s in same)
    return sum(max(0.0, then - since) for then, since in fits)


def _grown(shown: Reading, each: Reading, model: TableModel) -> bool:
    """Whether a reading makes another's moves, some grown; more moves may follow if the last one grew."""
    if len(each.made) < len(shown.made) or not model.growing:
        return False
    pairs = list(zip(shown.made, each.made, strict=False))
    further = len(each.made) > len(shown.made)
    if further and (not pairs or not model.grows(*pairs[-1]) or pairs[-1][0] == pairs[-1][1]):
        return False
    return all(one == other or model.grows(one, other) for one, other in pairs)


# ----- games without turns: in which order things were done


def _with_held_in_order(
    held: Held, believed: Believed, window: Window, seen: Seen, readings: Readings
) -> Readings:
    """The readings of what is ``seen``, given what was seen before, in a game without turns."""
    more = [each for one in held.readings for each in _continued_in_order(one, held, believed, window, seen)]
    known = {each.key for each in more if each.before is None or each.back == each.before.back}
    direct = [
        replace(each, score=each.score + _log_before(each, held, seen, believed.model))
        for each in readings.ranked
        if each.key not in known
    ]
    found = posterior([*direct, *more], believed.model) or readings
    alone = {each.key: each.probability for each in readings.ranked}
    told = (replace(each, alone=alone.get(each.key, LEAST_ALONE)) for each in found.ranked)
    return replace(found, ranked=tuple(told))


def _continued_in_order(
    one: Reading, held: Held, believed: Believed, window: Window, seen: Seen
) -> Iterator[Reading]:
    """The continuations of an earlier look's reading, joined with it, if that look showed that they were not
    yet done, or nothing else was done just then."""
    then = _after(one, held, believed)
    since = then.table(window, seen.units).since(held.first_s, window.last_s)
    since = replace(since, budget=window.budget.separate())
    for each in read_change(then.ledger, then.model, since, False).ranked[:KEPT]:
        score = math.log(one.probability) + each.score
        if each.back and not each.moves:
            yield replace(each, score=score, before=one)
        elif not (each.back or each.corrected):
            shown = all(then.model.not_yet(move, since, held.scene) for move in each.made)
            if shown or not one.fresh:
                yield from _joined(one, replace(each, score=score), believed, window)


def _after(one: Reading, held: Held, believed: Believed) -> Believed:
    """The belief after an earlier look; how sites look that it hid and that changed is unknown."""
    then = believed.after(one.ledger, held.scene)
    looks = with_unseen(then.looks or Looks(), then.model, believed.ledger, one.ledger, held.scene)
    return replace(then, looks=looks)


def _joined(one: Reading, then: Reading, believed: Believed, window: Window) -> Iterator[Reading]:
    """A reading joined with its continuation; a move that only grew is one move."""
    start = believed.ledger
    for _ in range(one.back):
        start = start.take_back()
    moves = (*one.made, *then.made)
    whole = believed.model.joined(start.state, moves)
    until_s = max(one.until_s, window.first_s + then.wait_s) if then.moves else one.until_s
    facts: dict[str, Any] = {"back": one.back, "until_s": until_s, "worst": min(one.worst, then.worst)}
    facts |= {"looks": one.looks + bool(then.moves), "fresh": len(then.moves), "wait_s": 0.0}
    if whole == moves:
        yield replace(then, moves=(*one.moves, *then.moves), before=one, **facts)
        return
    made = played(start, whole)
    if made is not None:
        ledger, verdicts = made
        if not believed.model.wait_s(whole):
            facts["until_s"] = window.first_s
        yield replace(then, ledger=ledger, moves=tuple(zip(whole, verdicts, strict=True)), **facts)


def _log_before(each: Reading, held: Held, seen: Seen, model: TableModel) -> float:
    """Log probability of an earlier look, given a reading of everything since the last accepted state."""
    likely = [LOG_CERTAIN if held.span_s else LOG_GLIMPSED]
    for one in held.readings:
        more = _more(each.made, one.made) if each.back == one.back else None
        if more is not None and not any(model.not_yet(move, seen, held.scene) for move in more):
            likely.append(held.log_told(one))
    for count in range(len(each.made) + 1):
        share = held.unlikely.get((each.back, each.made[:count]), 0.0)
        likely.append(math.log(max(share, 1e-9)))
    scenes = (one.scene for one in (held, held.earlier) if one is not None)
    overtaken = any(_overtaken(each.made, scene, seen, model) for scene in scenes)
    return max(likely) + (LOG_OVERTAKEN if overtaken else 0.0)


def _overtaken(moves: Sequence[Any], before: Seen, seen: Seen, model: TableModel) -> bool:
    """Whether a scene ``before`` shows one of the moves as begun, and as undone one that precedes it and
    would have waited for it."""
    first = next((n for n, move in enumerate(moves) if _still_undone(move, before, seen, model)), len(moves))
    return any(model.begun(move, before) for move in moves[first:])


def _still_undone(move: Any, before: Seen, seen: Seen, model: TableModel) -> bool:
    return model.waits(move) and model.not_yet(move, seen, before) and not model.begun(move, before)


def _more(moves: Sequence[Any], first: Sequence[Any]) -> list[Any] | None:
    """The moves that remain without the ``first`` ones; ``None`` if those do not occur in order."""
    left, wanted = list[Any](), list(first)
    for move in moves:
        if wanted and move == wanted[0]:
            wanted.pop(0)
        else:
            left.append(move)
    return None if wanted else left
