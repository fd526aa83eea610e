"""What one rest showed, too briefly to be announced: it is not forgotten, but weighed again with the next
rest.

People do not wait for a machine. A clear reading that still had to stand for a while (an illegal play that
may be half of a legal one, a hidden sacrifice) is held when a hand comes. At the next rest the table is
explained both from the accepted state and from the held one; a play that has disappeared was taken back.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from arbiter.table.thresholds import WORTH_WEIGHING
from arbiter.table.window import Window

AnyReading = TypeVar("AnyReading", bound=Any)

LOG_NOT_SO = -5.0
"""The most that a reading pays for contradicting what an earlier rest clearly showed."""
KEPT = 3
"""The most readings held of a rest, and the most continuations of each that are weighed."""
WORTH = 0.02
"""Least probability of a held reading."""
LIKELY = 0.1
"""Least probability of the likeliest held reading."""
LEAST_ALONE = 1e-3
"""Probability by its own look of a reading that is not among those of that look."""
ENOUGH = 0.7
"""Least total probability of the held readings."""


def shares(found: Iterable[AnyReading], log_none: float) -> tuple[list[AnyReading], float]:
    """The readings not far behind the best, each with its ``probability`` by its ``score`` (log), and the
    probability of ``none of these``, whose score is ``log_none``."""
    found = list(found)
    top = max([log_none, *(each.score for each in found)])
    close = [each for each in found if each.score > top - WORTH_WEIGHING]
    none = math.exp(log_none - top)
    total = sum(math.exp(each.score - top) for each in close) + none
    return [replace(each, probability=math.exp(each.score - top) / total) for each in close], none / total


class Posterior(Protocol):
    """All readings that matter (`Readings`; Initiative's ``Verdicts``)."""

    @property
    def ranked(self) -> Sequence[Any]:
        """Best first, each with its ``probability``, whether it ``holds``, and the earlier rest's reading
        ``before`` it, if any."""


@dataclass(frozen=True)
class Held:
    """The likeliest unannounced readings of a rest, the scene that they explain, and the rest (by its first
    second) in which it was last seen: for ``span_s`` seconds of that rest and ``before_s`` of earlier ones.
    """

    readings: tuple[Any, ...]
    scene: Any
    first_s: float
    span_s: float
    before_s: float = 0.0
    unlikely: Mapping[Any, float] = field(default_factory=dict)
    """The probabilities of the other readings, by their keys."""
    earlier: Held | None = None
    """What was held when that rest began, and of that what was held before it."""

    @property
    def seen_s(self) -> float:
        """The total number of seconds for which it has been seen."""
        return self.before_s + self.span_s

    @property
    def best(self) -> Any:
        """The likeliest reading."""
        return self.readings[0]

    def before(self, window: Window) -> Held | None:
        """What was held before this rest."""
        found = self if self.first_s != window.first_s else self.earlier
        if found is None or found.earlier is None:
            return found
        return replace(found, earlier=replace(found.earlier, earlier=None))

    @property
    def log_none(self) -> float:
        """Log probability that none of them is right."""
        return math.log(max(1 - sum(each.probability for each in self.readings), 1e-9))

    def log_told(self, one: Any) -> float:
        """Log probability of one of the readings, for weighing what is seen later with the same hands. Those
        that differ only in order count together, as the hands say again in which order; only what earlier
        looks said of it is added."""
        alike = [each for each in self.readings if Counter(each.made) == Counter(one.made)]
        told = {each.key: 1.0 if each.alone is None else each.probability / each.alone for each in alike}
        return math.log(sum(each.probability for each in alike) * told[one.key] / max(told.values()))

    def log_glimpsed(self, one: Any, before: Any, model: Any) -> float:
        """Log weight of another reading by what the scene shows, compared with the best one of it: 0 if it
        fits as well, minus infinity if the scene shows that some of it was not done after ``before``."""
        was, then, best = (
            model.contents(each.state_if_stood) for each in (before, one.ledger, self.best.ledger)
        )
        known = self.scene.hidden | self.scene.stale
        if any(then.get(s) != was.get(s) for s in {*was, *then} - self.scene.changed - known):
            return -math.inf
        less = 0.0
        for site in (self.scene.changed - known) & then.keys() & best.keys():
            shown = self.scene.at(site)
            less += model.fit(site, then[site], shown) - model.fit(site, best[site], shown)
        return min(0.0, less)

    def shown_again(self, one: Any, before: Any, model: Any, same: frozenset[str]) -> bool:
        """Whether another reading after ``before`` differs from the best one only at sites that show the
        ``same`` again at the next look: what they say counts once."""
        best, states, number = self.best, one.ledger.states, len(before.states) - 1 + len(self.best.made)
        if one.back or best.back or one.made == best.made or number >= len(states):
            return False
        was, now = (model.contents(state) for state in (best.ledger.state_if_stood, states[number]))
        differ = {site for site in was if was[site] != now[site]}
        return bool(differ) and differ <= same


def hold(
    held: Held | None, verdicts: Posterior, scene: Any, window: Window, alike: Callable[[Any, Any], bool]
) -> Held | None:
    """What is held after a scene was read; its time adds up if the previous scene was ``alike``."""
    likely = [each for each in verdicts.ranked[:KEPT] if each.probability >= WORTH]
    worth = tuple(each for each in likely if each.holds)
    if (
        not any(each.probability >= LIKELY for each in worth)
        or sum(each.probability for each in likely if each.holds or _half(each)) < ENOUGH
    ):
        return held
    before_s = 0.0
    if held is not None and alike(held.scene, scene):
        before_s = held.before_s + (held.span_s if held.first_s != window.first_s else 0.0)
    others = (each for each in verdicts.ranked if each not in worth)
    unlikely = {each.key: each.probability for each in others}
    earlier = None if held is None else held.before(window)
    return Held(worth, scene, window.first_s, window.span_s, before_s, unlikely, earlier)


def settled_before(verdicts: Posterior, least: float) -> Any:
    """The reading of an earlier rest from which nearly all (``least``) of the probability continues; ``None``
    if there is none."""
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


def _half(each: Any) -> bool:
    """Whether a reading says that a move is half made; it is later read from where it began."""
    return bool(getattr(each, "unfinished", ""))
