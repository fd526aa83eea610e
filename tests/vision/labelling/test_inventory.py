"""Labelling by inventory, compared with brute force; missing, duplicate and doubtful pieces."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.labelling.account import account, shares
from vision.labelling.inventory import Inventory, Problem, Rates, least_costs


@st.composite
def problems(draw: st.DrawFn) -> Problem[str]:
    """Small problems: up to four detections and four kinds; scores are quantised so that ties occur."""
    counts = draw(st.lists(st.integers(0, 2), min_size=1, max_size=4))
    n = draw(st.integers(0, 4))
    apart = draw(st.integers(0, min(2, sum(counts))))
    scores = draw(st.lists(st.integers(-8, 8), min_size=n * len(counts), max_size=n * len(counts)))
    inventory = Inventory(tuple("abcd"[: len(counts)]), tuple(counts), apart)
    rates = Rates(draw(st.sampled_from([0.02, 0.5])), draw(st.sampled_from([0.02, 0.4])))
    return Problem(np.reshape(scores, (n, len(counts))) / 2.0, inventory, rates)


def everything(problem: Problem[str]) -> dict[tuple[int, ...], float]:
    """All labellings with their weights, by brute force."""
    options = product(range(problem.false + 1), repeat=len(problem.scores))
    weights = {chosen: problem.weight(chosen) for chosen in options}
    return {chosen: weight for chosen, weight in weights.items() if weight > -math.inf}


@settings(max_examples=60, deadline=None)
@given(problems())
def test_the_best_labelling_is_that_of_trying_everything(problem: Problem[str]) -> None:
    assert problem.weight(problem.best()) == pytest.approx(max(everything(problem).values()))


@settings(max_examples=60, deadline=None)
@given(problems())
def test_shares_are_those_of_trying_everything_and_no_cost_is_too_high(problem: Problem[str]) -> None:
    weights = everything(problem)
    chosen = problem.best()
    costs = least_costs(problem, chosen)
    total = sum(math.exp(weight) for weight in weights.values())
    summed = shares(problem, np.zeros(costs.shape))
    for row, label in np.ndindex(costs.shape):
        with_it = [weight for labels, weight in weights.items() if labels[row] == label]
        assert costs[row, label] <= problem.weight(chosen) - max(with_it, default=-math.inf) + 1e-9
        assert summed[row, label] == pytest.approx(sum(map(math.exp, with_it)) / total, abs=1e-9)
    assert np.abs(shares(problem, costs) - summed).max(initial=0.0) < 0.02


def test_a_weight_is_the_probability_of_a_blind_draw() -> None:
    """Two red and one blue, one of them in the bag, none missed or false: 4 of 6 draws show red and blue."""
    inventory = Inventory.of(["red", "red", "blue"], apart=1)
    problem = Problem(np.zeros((2, 2)), inventory, Rates(1e-9, 1e-9))
    counted = Counter(tuple(draw[:2]) for draw in permutations(["red", "red", "blue"]))
    weights = {chosen: math.exp(weight) for chosen, weight in everything(problem).items()}
    total = sum(weights.values())
    for chosen, weight in weights.items():
        names = tuple("false" if k == 2 else inventory.labels[k] for k in chosen)
        assert weight / total == pytest.approx(counted[names] / 6, abs=1e-6)


def sure_of(*labels: int, kinds: int, sure: float = 6.0) -> np.ndarray:
    """Scores of detections that clearly look like these labels."""
    return sure * (np.arange(kinds) == np.array(labels)[:, None]) - sure / 2


CASES = {
    "all there": ((0, 1, 2, 3), (), 0, ()),
    "one missing": ((0, 1, 3), ("c",), 1, ()),
    "one twice": ((0, 1, 2, 2), ("d",), 1, ("c",)),
    "one too many": ((0, 1, 2, 3, 3), (), 0, ("d",)),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_missing_and_doubled_is_told(name: str) -> None:
    seen, unseen, missing, doubled = CASES[name]
    inventory = Inventory.of("abcd")
    told = account(Problem(sure_of(*seen, kinds=4, sure=24.0), inventory))
    assert tuple(told.unseen) == unseen and told.missing == missing
    assert tuple(told.doubled) == doubled
    settled = [i for i, k in enumerate(seen) if seen.count(k) == 1]
    assert not set(settled) & set(told.unreadable)
    assert all(told.labels[i] == "abcd"[seen[i]] for i in settled)


def test_the_last_one_is_named_by_what_the_others_leave() -> None:
    scores = np.vstack([sure_of(0, 1, 2, kinds=4), np.zeros((1, 4))])
    told = account(Problem(scores, Inventory.of("abcd")))
    assert told.labels == ("a", "b", "c", "d") and told.unreadable == ()
    assert told.shares[3, 3] > 0.9


def test_two_that_look_alike_stay_open() -> None:
    scores = np.vstack([sure_of(0, 1, kinds=4), [[-3, -3, 3, 3], [-3, -3, 3, 3]]])
    told = account(Problem(scores, Inventory.of("abcd")))
    assert told.unreadable == (2, 3) and told.missing == 0
    assert told.shares[2, 2] == pytest.approx(0.5, abs=0.01)


def test_pieces_that_lie_apart_by_rule_are_not_missing() -> None:
    told = account(Problem(sure_of(0, 2, kinds=4), Inventory.of("abcd", apart=2)))
    assert set(told.unseen) == {"b", "d"} and told.missing == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Inventory(("a", "a"), (1, 1)), "not all different"),
        (lambda: Inventory(("a",), (1,), apart=2), "no such counts"),
        (lambda: Problem(np.zeros((2, 3)), Inventory.of("ab")), r"expected \(n, 2\)"),
        (lambda: Rates(missed=0.0), "rates"),
    ],
)
def test_nonsense_is_refused(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()  # type: ignore[operator]
