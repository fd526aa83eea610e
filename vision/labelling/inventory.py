"""Labels all detections of a table at once, with a known inventory of pieces.

The model: the inventory has N pieces. ``apart`` of them, drawn at random, are off the table by rule. Each of
the others is missed with probability ``Rates.missed``; the rest are in random order among the detections.
There are also false detections, ``Rates.false`` per table on average, with uniform label probabilities. The
weight of a labelling is the product of the readings' likelihood ratios relative to uniform, of c!/(c-m)! for
each label of which m of c copies are seen, and of the weights of the counts of false and missed ones.

All of it is concave in the counts, so the best labelling is a linear assignment of detections to copies and
to "false". Arrays are (n, K): n detections, K labels.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.labelling.matching import matched

Label = TypeVar("Label", bound=Hashable)
Floats = NDArray[np.float64]
FORCED = 1e5
"""Weight of a false detection if there are more detections than pieces."""
STRAIN = 7.0
"""Log units by which the counts may overrule the look of a piece before its kind counts as doubled."""


@dataclass(frozen=True)
class Inventory(Generic[Label]):
    """The pieces: ``counts`` copies of each of ``labels``, ``apart`` of them not on the table."""

    labels: tuple[Label, ...]
    counts: tuple[int, ...]
    apart: int = 0

    def __post_init__(self) -> None:
        if len(self.labels) != len(self.counts) or len(set(self.labels)) != len(self.labels):
            raise ValueError(f"{len(self.labels)} labels, not all different, with {len(self.counts)} counts")
        if min(self.counts, default=0) < 0 or not 0 <= self.apart <= self.size:
            raise ValueError(f"counts {self.counts} with {self.apart} apart: an inventory has no such counts")

    @classmethod
    def of(cls, pieces: Iterable[Label], apart: int = 0) -> Inventory[Label]:
        """The inventory of these pieces."""
        counts = Counter(pieces)
        return cls(tuple(counts), tuple(counts.values()), apart)

    @cached_property
    def size(self) -> int:
        """The total number of pieces."""
        return sum(self.counts)


@dataclass(frozen=True)
class Rates:
    """The detector's error rates at set-up, after summing frames (a unit must be seen in most of them): mean
    number of false detections per table, and probability that a piece on the table is not detected.
    """

    false: float = 0.1
    missed: float = 0.02

    def __post_init__(self) -> None:
        if not (self.false > 0 and 0 < self.missed < 1):
            raise ValueError(f"rates: expected false > 0 and 0 < missed < 1, got {self.false}, {self.missed}")


DEFAULT_RATES = Rates()


@dataclass(frozen=True)
class Problem(Generic[Label]):
    """Detections to be labelled: ``scores`` (n, K) are log likelihood ratios of every label of the inventory
    relative to uniform. Raises ValueError for another shape.
    """

    scores: Floats
    inventory: Inventory[Label]
    rates: Rates = DEFAULT_RATES

    def __post_init__(self) -> None:
        if self.scores.ndim != 2 or self.scores.shape[1] != len(self.inventory.labels):
            raise ValueError(f"scores: expected (n, {len(self.inventory.labels)}), got {self.scores.shape}")

    @property
    def false(self) -> int:
        """The index for a false detection, after those of the labels."""
        return len(self.inventory.labels)

    def count_weight(self, false: int) -> float:
        """Log weight of this many false detections, with the resulting number of unseen pieces."""
        unseen = self.inventory.size - len(self.scores) + false
        missed = unseen - self.inventory.apart
        if missed < 0:
            return -math.inf
        odds = self.rates.missed / (1 - self.rates.missed)
        ways = math.log(math.comb(unseen, self.inventory.apart))
        return false * math.log(self.rates.false) + ways + missed * math.log(odds)

    def count_step(self, false: int) -> float:
        """The change of the log weight with one more than ``false`` false detections; inf if more are
        necessary."""
        before, after = self.count_weight(false), self.count_weight(false + 1)
        return math.inf if before == -math.inf else after - before

    def weight(self, chosen: Sequence[int]) -> float:
        """Log weight of a labelling (n,), indexes of labels or `false`; -inf if it is impossible."""
        counts = Counter(chosen)
        false = counts.pop(self.false, 0)
        if any(m > self.inventory.counts[k] for k, m in counts.items()):
            return -math.inf
        ways = sum(math.log(math.perm(self.inventory.counts[k], m)) for k, m in counts.items())
        seen = sum(float(self.scores[i, k]) for i, k in enumerate(chosen) if k != self.false)
        return seen + ways + self.count_weight(false)

    @cached_property
    def _columns(self) -> tuple[NDArray[np.intp], Floats]:
        """Label and bonus of every column of the assignment problem."""
        inventory, n = self.inventory, len(self.scores)
        label = [k for k, c in enumerate(inventory.counts) for _ in range(min(c, n))]
        bonus = [math.log(c - j) for c in inventory.counts for j in range(min(c, n))]
        least = max(0, n + inventory.apart - inventory.size)
        steps = [self.count_step(f) for f in range(least, n)]
        return np.array(label + [self.false] * n, np.intp), np.array(bonus + [FORCED] * least + steps)

    def best(self) -> tuple[int, ...]:
        """The labelling with the most weight (n,), indexes of labels or `false`."""
        label, bonus = self._columns
        table = np.hstack([self.scores, np.zeros((len(self.scores), 1))])
        _, columns = matched(table[:, label] + bonus)
        return tuple(int(k) for k in label[columns])


def least_costs(problem: Problem[Label], chosen: Sequence[int]) -> Floats:
    """Lower bounds of the costs, in log weight, of giving one detection one label, with the best labels for
    the others: (n, K + 1), 0 at ``chosen``, which must be the best labelling.

    Such a change is a chain of detections that each take the next one's label, in a cycle or from a label
    that loses one to a label with a free copy. The cheapest chains are shortest paths between labels; one
    that uses a detection twice is too cheap, therefore these are lower bounds.
    """
    n, labels, counts = len(chosen), problem.false + 1, Counter(chosen)
    seen = np.hstack([problem.scores, np.zeros((n, 1))])
    moves = seen[np.arange(n), list(chosen)][:, None] - seen
    paths = np.full((labels, labels), math.inf)
    np.minimum.at(paths, np.array(chosen, np.intp), moves)
    np.fill_diagonal(paths, 0.0)
    for via in range(labels):
        paths = np.minimum(paths, paths[:, via, None] + paths[None, via])
    used = np.array([counts[k] for k in range(labels)])
    every = np.array([*problem.inventory.counts, n])
    with np.errstate(divide="ignore"):
        lost, won = np.log(every - used + 1.0), np.log(np.maximum(every - used, 0))
    lost[-1], won[-1] = (problem.count_step(used[-1] - 1), problem.count_step(used[-1]))
    lost[used == 0] = math.inf
    before, after = (lost[:, None] + paths).min(axis=0), (paths - won).min(axis=1)
    at = np.array(chosen, np.intp)
    costs = np.maximum(moves + np.minimum(paths[:, at].T, before[at][:, None] + after), 0.0)
    costs[np.arange(n), at] = 0.0
    return np.asarray(costs)
