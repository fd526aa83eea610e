"""What one rest showed and was too short to be told: it is weighed again with the next rest, not forgotten.

People do not wait for a machine. A reading that was plain but had to stand a little longer (an illegal play
that may be half of a legal one, a sacrifice that does not show) is held when a hand comes. At the next rest
what lies there is explained both from the table before and from the table as it was held; a play that is gone
again was taken back.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from arbiter.events.ledger import Ledger, Ply
from arbiter.games.initiative.round.candidates import Candidate
from arbiter.games.initiative.round.explained import as_explained
from arbiter.games.initiative.round.inference import Explanation, Verdicts, infer, posterior
from arbiter.table.layout import Layout
from arbiter.table.scene import compare
from arbiter.table.scoring import Reader
from arbiter.table.window import Window

LOG_NOT_SO = -5.0
"""What an earlier rest showed plainly was not so: no reading pays more for that."""
KEPT = 3
"""So many readings of a rest are held, and as many that go on from each are weighed."""
WORTH = 0.02
"""Least probability of a reading that is held."""
ENOUGH = 0.9
"""What is held has so much of the probability together."""


class Posterior(Protocol):
    """All readings worth a thought (`inference.Verdicts`, `table_reading.Readings`)."""

    @property
    def ranked(self) -> Sequence[Any]:
        """The likeliest first, each with its ``probability``, whether it ``holds`` and the reading of an
        earlier rest ``before`` it, if any."""


@dataclass(frozen=True)
class Held:
    """The likeliest readings of a rest that were not told yet, the scene that they explain, and the rest (by
    its first second) in which it was seen last; ``span_s`` is for how many seconds of that rest, ``before_s``
    of earlier ones.
    """

    readings: tuple[Any, ...]
    scene: Any
    first_s: float
    span_s: float
    before_s: float = 0.0

    @property
    def seen_s(self) -> float:
        """For how many seconds it has been seen in all."""
        return self.before_s + self.span_s

    @property
    def best(self) -> Any:
        """The likeliest reading."""
        return self.readings[0]

    @property
    def log_other(self) -> float:
        """Log probability that it was none of them."""
        left = 1 - sum(each.probability for each in self.readings)
        return max(LOG_NOT_SO, math.log(max(left, 1e-9)))


def hold(
    held: Held | None, verdicts: Posterior, scene: Any, window: Window, alike: Callable[[Any, Any], bool]
) -> Held | None:
    """What is held once a scene was read: for longer if that before was ``alike``."""
    worth = tuple(each for each in verdicts.ranked[:KEPT] if each.probability >= WORTH and each.holds)
    if not worth or sum(each.probability for each in worth) < ENOUGH:
        return held
    before_s = 0.0
    if held is not None and alike(held.scene, scene):
        before_s = held.before_s + (held.span_s if held.first_s != window.first_s else 0.0)
    return Held(worth, scene, window.first_s, window.span_s, before_s)


def with_held(
    held: Held, ledger: Ledger, layout: Layout, reader: Reader, window: Window, verdicts: Verdicts,
    numbers: Callable[[Candidate], list[int]],
) -> Verdicts:  # fmt: skip
    """The verdicts together with those that take a reading of ``held`` for true first; ``numbers`` gives
    those of a candidate's plies."""
    more = list[Explanation]()
    for reading in held.readings:
        then = booked(ledger, reading)
        if then is None:
            continue
        seen = as_explained(layout, reading, numbers(reading.candidate), held.scene)
        onward = infer(then, seen, compare(window, seen, reader), reader)
        more += [
            _joined(reading, each)
            for each in onward.ranked[:KEPT]
            if each.score > -1e8 and each.earlier is None and each.candidate.setup is None
            if not _goes_on(each.candidate, reading.candidate)
        ]
    if not more:
        return verdicts
    known = {each.made for each in more if not each.candidate.take_back}
    direct = [
        replace(each, score=each.score + _contrary(each, held))
        for each in verdicts.ranked
        if each.candidate.take_back or each.earlier is not None or each.made not in known
    ]
    weighed = posterior([*direct, *more])
    return weighed if weighed.ranked else verdicts


def _goes_on(then: Candidate, first: Candidate) -> bool:
    """Whether what was put down first is only changed into the play that it was half of: nothing of it was
    told, so it is no play by itself.
    """
    if not then.take_back or not then.plays:
        return False
    down = Counter(piece for play, _ in first.plays for piece in play.pieces)
    return not down - Counter(piece for play, _ in then.plays for piece in play.pieces)


def _joined(reading: Explanation, each: Explanation) -> Explanation:
    """A reading of an earlier rest and one that goes on from it as one explanation. Where it goes on by
    taking back, it stays apart: it is read again once the other has been made true.
    """
    score, first, then = reading.score + each.score, reading.candidate, each.candidate
    if then.take_back:
        return replace(each, score=score, before=reading)
    candidate = Candidate(
        first.log_prior + then.log_prior,
        (*first.plays, *then.plays),
        stands=first.stands,
        removed=(*first.removed, *then.removed),
        placed=(*first.placed, *then.placed),
    )
    emptied, units = (*reading.emptied, *each.emptied), (*reading.units, *each.units)
    return replace(each, candidate=candidate, score=score, emptied=emptied, units=units, before=reading)


def settled_before(verdicts: Posterior, least: float) -> Any:
    """The reading of an earlier rest that nearly all (``least``) of what explains this one goes on from;
    ``None`` if there is none."""
    shares = Counter[int]()
    for each in verdicts.ranked:
        if each.before is not None:
            shares[id(each.before)] += each.probability
    found = (
        each.before
        for each in verdicts.ranked
        if each.before is not None and shares[id(each.before)] >= least
    )
    return next(found, None)


def _contrary(each: Explanation, held: Held) -> float:
    """Log weight of an explanation beside what an earlier rest showed: 0 for one that changes the play shown
    into another, which puts down its pieces too.
    """
    shown = held.best
    if Counter(shown.candidate.removed) - Counter(each.candidate.removed) or len(each.candidate.plays) > 1:
        return held.log_other  # plays one after another that do begin so go on from what was held
    return 0.0


def booked(ledger: Ledger, reading: Explanation) -> Ledger | None:
    """The ledger with a reading of plays made true, stack moves left out; ``None`` if it ends the round or
    is no reading of plays."""
    candidate = reading.candidate
    if candidate.take_back or reading.earlier is not None or candidate.setup is not None:
        return None
    for play, verdict in candidate.plays:
        ledger = ledger.stand().add(Ply(play, verdict))
        if verdict.legal and ledger.state.outcome is not None:
            return None
    return ledger if candidate.plays else None
