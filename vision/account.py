"""What is on the table, told from detections and the inventory: labels, doubts, what is missing or doubled.

The probability of each label of each detection is summed over all labellings. Labels that would cost more
than ``NEGLIGIBLE`` are left out; what remains is few alternatives, summed row by row over how often each
label is used (a forward and a backward pass). At most ``STATES`` such counts are kept, the weightiest.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import mul
from typing import Generic, NamedTuple

import numpy as np

from vision.inventory import STRAIN, Floats, Label, Problem, least_costs, ranked

NEGLIGIBLE = 7.0
STATES = 400
SURE = 0.9

Weights = dict[int, float]
"""Log weights by state: how often each label, and last "false", is used so far, as one number."""


class Step(NamedTuple):
    """One row's label, the states before and after it, and the log weight that it adds."""

    old: int
    label: int
    new: int
    gain: float


@dataclass(frozen=True)
class Account(Generic[Label]):
    """A table read with its inventory.

    ``labels`` of the detections, None for a false one or one too many; ``shares`` (n, K + 1) their
    probabilities over the inventory's labels and "false"; ``log_odds`` of the best labelling against the
    second. ``unseen`` are the pieces without a detection, ``missing`` how many more they are than lie apart
    by rule: out of sight, perhaps under others, not known to be left out. ``doubled``: kinds that are seen
    more often than they can be. ``unreadable``: detections without a label of at least the given
    probability.
    """

    labels: tuple[Label | None, ...]
    shares: Floats
    log_odds: float
    unseen: Counter[Label]
    missing: int
    doubled: Counter[Label]
    unreadable: tuple[int, ...]


def account(problem: Problem[Label], sure: float = SURE) -> Account[Label]:
    """The account of a table; a detection whose label is less probable than ``sure`` counts as unreadable."""
    chosen = problem.best()
    assert chosen is not None  # all false can always be
    summed = shares(problem, least_costs(problem, chosen))
    inventory = problem.inventory
    strained = _strained(problem, chosen)
    labels = tuple(
        None if k == problem.false or i in strained else inventory.labels[k] for i, k in enumerate(chosen)
    )
    everything = Counter(dict(zip(inventory.labels, inventory.counts, strict=True)))
    unseen = everything - Counter(label for label in labels if label is not None)
    best = [weight for _, weight in ranked(problem, 2)]
    return Account(
        labels=labels,
        shares=summed,
        log_odds=best[0] - best[1] if len(best) > 1 else math.inf,
        unseen=unseen,
        missing=max(0, unseen.total() - inventory.apart),
        doubled=Counter(strained.values()),
        unreadable=tuple(i for i, k in enumerate(chosen) if summed[i, k] < sure),
    )


def _strained(problem: Problem[Label], chosen: tuple[int, ...]) -> dict[int, Label]:
    """Detections that clearly look like a kind whose copies are all taken by others, with that kind."""
    used, found = Counter(chosen), dict[int, Label]()
    for row, label in enumerate(chosen):
        looks = int(problem.scores[row].argmax())
        given = 0.0 if label == problem.false else float(problem.scores[row, label])
        full = used[looks] >= problem.inventory.counts[looks]
        if looks != label and full and problem.scores[row, looks] - given > STRAIN:
            found[row] = problem.inventory.labels[looks]
    return found


def shares(problem: Problem[Label], costs: Floats) -> Floats:
    """Probability (n, K + 1) of each label of each detection; ``costs`` as from ``least_costs``."""
    kept = [[int(k) for k in np.flatnonzero(row < NEGLIGIBLE)] for row in costs]
    order = sorted(range(len(kept)), key=lambda i: kept[i])
    last = {k: place for place, i in enumerate(order) for k in kept[i]}
    ahead: Weights = {0: 0.0}
    reached, passes = [ahead], list[list[Step]]()
    for place, i in enumerate(order):
        done = [k for k, at in last.items() if at == place and k != problem.false]
        steps = list(_steps(problem, ahead, i, kept[i], done))
        ahead = _heaviest(_summed((new, ahead[old] + gain) for old, _, new, gain in steps))
        passes.append([step for step in steps if step.new in ahead])
        reached.append(ahead)
    found = np.full(costs.shape, -math.inf)
    units = _units(problem)[-1]
    behind = {state: problem.count_weight(state // units) for state in ahead}
    for i, before, steps in zip(reversed(order), reversed(reached[:-1]), reversed(passes), strict=True):
        for old, k, new, gain in steps:
            found[i, k] = np.logaddexp(found[i, k], before[old] + gain + behind.get(new, -math.inf))
        behind = _summed((old, gain + behind.get(new, -math.inf)) for old, _, new, gain in steps)
    weights = np.exp(found - found.max(axis=1, keepdims=True, initial=-1e9))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _units(problem: Problem[Label]) -> list[int]:
    """What one use of each label, and last of "false", adds to a state."""
    return list(accumulate((c + 1 for c in problem.inventory.counts), mul, initial=1))


def _steps(
    problem: Problem[Label], states: Weights, row: int, labels: Sequence[int], done: Sequence[int]
) -> Iterator[Step]:
    """What can follow the states when one more row gets one of its labels. The counts of labels that are
    ``done`` are forgotten: no later row can add to them.
    """
    counts, units = problem.inventory.counts, _units(problem)
    for label in labels:
        unit, most = units[label], len(problem.scores) if label == problem.false else counts[label]
        own = 0.0 if label == problem.false else float(problem.scores[row, label])
        gains = [own + (0.0 if label == problem.false else math.log(most - m)) for m in range(most)]
        for old in states:
            used = old // unit if label == problem.false else old // unit % (most + 1)
            if used < most:
                new = old + unit
                for k in done:
                    new -= units[k] * (new // units[k] % (counts[k] + 1))
                yield Step(old, label, new, gains[used])


def _summed(weights: Iterable[tuple[int, float]]) -> Weights:
    total: Weights = {}
    for state, weight in weights:
        other = total.get(state, -math.inf)
        high, low = (weight, other) if weight > other else (other, weight)
        total[state] = high if low == -math.inf else high + math.log1p(math.exp(low - high))
    return total


def _heaviest(weights: Weights) -> Weights:
    if len(weights) <= STATES:
        return weights
    return dict(sorted(weights.items(), key=lambda item: -item[1])[:STATES])
