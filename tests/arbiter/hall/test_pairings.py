"""Pairings and standings: no repeats while avoidable, equals together, everybody once in a round robin."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.hall.pairings import BYE, Pair, Result, Standing, robin, round_robin, standings, swiss

HALF = {"near": (2, 0), "far": (0, 2), "draw": (1, 1)}


def named(count: int) -> list[str]:
    return [f"P{number}" for number in range(count)]


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 13), st.lists(st.sampled_from(["near", "far", "draw"]), min_size=60, max_size=60))
def test_swiss_rounds(count: int, ends: list[str]) -> None:
    names, results, before, outcome = named(count), list[Result](), list[Pair](), iter(ends)
    for number in range(1, min(count, 6)):
        pairs = swiss(standings(names, results), before)
        assert Counter(name for pair in pairs for name in pair if name) == Counter(names)
        assert sum(far == BYE for _, far in pairs) == count % 2
        for near, far in pairs:
            results.append(Result(number, (near, far), *((2, 0) if far == BYE else HALF[next(outcome)])))
        before += pairs
    met = Counter(frozenset(pair) for pair in before if pair[1])
    if count % 2 == 0 and count >= 12:  # twelve players can always play five rounds without a repeat
        assert max(met.values()) == 1
    byes = Counter(near for near, far in before if far == BYE)
    assert all(times == 1 for times in byes.values())
    assert sum(each.half_points for each in standings(names, results)) == sum(r.near + r.far for r in results)


def test_equals_play_each_other_and_sit_on_either_side() -> None:
    table = [Standing(name, points, 0, 1, 0) for name, points in zip("ABCD", (2, 2, 0, 0), strict=True)]
    assert set(map(frozenset, swiss(table, ()))) == {frozenset("AB"), frozenset("CD")}
    again = swiss(table, [("A", "B"), ("C", "D")])
    assert {frozenset(pair) for pair in again}.isdisjoint({frozenset("AB"), frozenset("CD")})
    assert all(near in "BD" or far not in "BD" for near, far in again)  # whoever sat near sits far


@given(st.integers(2, 12))
def test_round_robin_is_everybody_once(count: int) -> None:
    names = named(count)
    rounds = round_robin(names)
    assert len(rounds) == count - 1 + count % 2
    met = [frozenset(pair) for pairs in rounds for pair in pairs if BYE not in pair]
    assert Counter(met) == Counter(map(frozenset, combinations(names, 2)))
    assert all(Counter(n for pair in pairs for n in pair if n) == Counter(names) for pairs in rounds)
    assert all(near for pairs in rounds for near, _ in pairs)


@given(st.integers(2, 9), st.integers(0, 8), st.integers(1, 3), st.integers(0, 2))
def test_all_round_everybody_meets_once_though_players_come_and_leave(
    count: int, after: int, come: int, leave: int
) -> None:
    names, met = named(count), list[Pair]()
    for number in range(30):
        if number == after:
            names = [*names[min(leave, count - 1) :], *(f"N{new}" for new in range(come))]
        pairs = robin(names, met)
        if number < after and not met:
            assert set(pairs) == set(round_robin(names)[0])
        if not pairs and number > after:
            break
        assert max(Counter(name for pair in pairs for name in pair if name).values(), default=1) == 1
        met += pairs
    once = Counter(frozenset(pair) for pair in met if pair[1])
    assert all(times == 1 for times in once.values())
    assert {frozenset(pair) for pair in combinations(names, 2)} <= set(once)
    assert max(Counter(near for near, far in met if far == BYE).values(), default=1) == 1


def test_standings_by_points_then_opponents() -> None:
    results = [
        Result(1, ("A", "B"), 2, 0),
        Result(1, ("C", "D"), 2, 0),
        Result(2, ("A", "C"), 1, 1),
        Result(2, ("B", "D"), 0, 2),
        Result(3, ("A", BYE), 2, 0),
    ]
    table = standings(["D", "C", "B", "A"], results)
    assert [(each.name, each.half_points, each.buchholz, each.wins) for each in table] == [
        ("A", 5, 3, 2),
        ("C", 3, 7, 1),
        ("D", 2, 3, 1),
        ("B", 0, 7, 0),
    ]
