"""Compares detections with the inventory: labels, doubts, missing and duplicate pieces.

The probability of each label of each detection is summed over all labellings. Labels that would cost more
than ``NEGLIGIBLE`` are left out; the few remaining alternatives are summed row by row over the counts of used
labels (a forward and a backward pass). At most ``STATES`` such counts are kept, those with the most weight.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import mul
from typing import Any, Generic, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.labelling.inventory import STRAIN, Floats, Label, Problem, least_costs

NEGLIGIBLE = 7.0
STATES = 400
SURE = 0.9

LARGEST = 2**62
"""States up to this are machine integers."""


class States(NamedTuple):
    """Counts of the labels, and last of "false", used so far, as one number (S,), with log weights (S,)."""

    counts: NDArray[Any]
    logs: Floats


class Steps(NamedTuple):
    """One row's labels (T,), the indexes of the states before and after each, and their log weights."""

    old: NDArray[np.intp]
    label: NDArray[np.intp]
    new: NDArray[np.intp]
    gain: Floats


@dataclass(frozen=True)
class Account(Generic[Label]):
    """A table compared with its inventory.

    ``labels`` of the detections, None for a false or surplus one; ``shares`` (n, K + 1): their probabilities
    over the inventory's labels and "false". ``unseen`` are the pieces without a detection, ``missing`` how
    many more they are than those apart by rule: invisible, perhaps under others, or left out. ``doubled``:
    kinds seen too often. ``unreadable``: detections without a label of at least the given probability.
    """

    labels: tuple[Label | None, ...]
    shares: Floats
    unseen: Counter[Label]
    missing: int
    doubled: Counter[Label]
    unreadable: tuple[int, ...]


def account(problem: Problem[Label], sure: float = SURE) -> Account[Label]:
    """The account of a table; detections with labels less probable than ``sure`` count as unreadable."""
    chosen = problem.best()
    summed = shares(problem, least_costs(problem, chosen))
    inventory = problem.inventory
    strained = _strained(problem, chosen)
    labels = tuple(
        None if k == problem.false or i in strained else inventory.labels[k] for i, k in enumerate(chosen)
    )
    everything = Counter(dict(zip(inventory.labels, inventory.counts, strict=True)))
    unseen = everything - Counter(label for label in labels if label is not None)
    return Account(
        labels=labels,
        shares=summed,
        unseen=unseen,
        missing=max(0, unseen.total() - inventory.apart),
        doubled=Counter(strained.values()),
        unreadable=tuple(i for i, k in enumerate(chosen) if summed[i, k] < sure),
    )


def _strained(problem: Problem[Label], chosen: tuple[int, ...]) -> dict[int, Label]:
    """Detections that clearly look like a kind of which all copies are assigned to others, with that kind."""
    used, found = Counter(chosen), dict[int, Label]()
    for row, label in enumerate(chosen):
        looks = int(problem.scores[row].argmax())
        given = 0.0 if label == problem.false else float(problem.scores[row, label])
        full = used[looks] >= problem.inventory.counts[looks]
        if looks != label and full and problem.scores[row, looks] - given > STRAIN:
            found[row] = problem.inventory.labels[looks]
    return found


def shares(problem: Problem[Label], costs: Floats) -> Floats:
    """Probability (n, K + 1) of each label of each detection; ``costs`` from ``least_costs``.

    Worst case: nothing is known about any detection. Then each of n rows has ``STATES`` counts times K + 1
    labels, some 10,000 steps per row.
    """
    kept = [[int(k) for k in np.flatnonzero(row < NEGLIGIBLE)] for row in costs]
    order = sorted(range(len(kept)), key=lambda i: kept[i])
    last = {k: place for place, i in enumerate(order) for k in kept[i]}
    units = _units(problem)
    ahead = States(np.zeros(1, _kind(units)), np.zeros(1))
    reached, passes = [ahead], list[Steps]()
    for place, i in enumerate(order):
        done = [k for k, at in last.items() if at == place and k != problem.false]
        ahead, steps = _onward(problem, units, ahead, i, kept[i], done)
        passes.append(steps)
        reached.append(ahead)
    found = np.full(costs.shape, -math.inf)
    behind = np.array([problem.count_weight(int(count) // units[-1]) for count in ahead.counts])
    for i, before, steps in zip(reversed(order), reversed(reached[:-1]), reversed(passes), strict=True):
        through = steps.gain + behind[steps.new]
        for label in kept[i]:
            own = steps.label == label
            whole = before.logs[steps.old[own]] + through[own]
            found[i, label] = np.logaddexp.reduce(whole, initial=-math.inf)
        behind = _added(steps.old, through, len(before.logs))
    weights = np.exp(found - found.max(axis=1, keepdims=True, initial=-1e9))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _units(problem: Problem[Label]) -> list[int]:
    """The increments of a state for each label, and last for "false"."""
    return list(accumulate((c + 1 for c in problem.inventory.counts), mul, initial=1))


def _kind(units: Sequence[int]) -> type:
    """A number type for all states."""
    return np.int64 if units[-1] < LARGEST else object


def _onward(
    problem: Problem[Label],
    units: Sequence[int],
    states: States,
    row: int,
    labels: Sequence[int],
    done: Sequence[int],
) -> tuple[States, Steps]:
    """The heaviest states after labelling another row, and the steps to them. The counts of ``done`` labels
    are dropped: no later row can add to them.
    """
    counts, found = problem.inventory.counts, list[tuple[NDArray[Any], ...]]()
    for name in labels:
        false = name == problem.false
        most = len(problem.scores) if false else counts[name]
        used = states.counts // units[name] if false else states.counts // units[name] % (most + 1)
        old = np.flatnonzero(used < most)
        new = states.counts[old] + units[name]
        for k in done:
            new = new - units[k] * (new // units[k] % (counts[k] + 1))
        own = 0.0 if false else float(problem.scores[row, name])
        gains = np.array([own + (0.0 if false else math.log(most - m)) for m in range(most)])
        found.append((old, np.full(len(old), name), new, gains[used[old].astype(int)]))
    old, label, new, gain = (np.concatenate(each) for each in zip(*found, strict=True))
    every, at = np.unique(new, return_inverse=True)
    logs = _added(at, states.logs[old] + gain, len(every))
    heaviest = np.sort(np.argsort(-logs, kind="stable")[:STATES])
    place = np.full(len(every), -1)
    place[heaviest] = np.arange(len(heaviest))
    goes_on = place[at] >= 0
    steps = Steps(old[goes_on], label[goes_on], place[at][goes_on], gain[goes_on])
    return States(every[heaviest], logs[heaviest]), steps


def _added(at: NDArray[np.intp], logs: Floats, count: int) -> Floats:
    """The logs of the sums of the weights at each of ``count`` places."""
    top = np.full(count, -math.inf)
    np.maximum.at(top, at, logs)
    held = np.where(top == -math.inf, 0.0, top)
    with np.errstate(divide="ignore"):
        return np.asarray(held + np.log(np.bincount(at, np.exp(logs - held[at]), count)))
