"""Pairings and standings of an event, as pure functions of names and results.

Swiss pairings are a maximum-weight matching (networkx, extra ``hall``): nobody plays an opponent twice if
that can be avoided, players with equal points meet, and whoever has sat near less often sits near. Round
robin uses the circle method (J. Schurig, 1886). The Buchholz score is the sum of the opponents' points.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from arbiter.words.exits import UsageError, installing
from engine.message import Messages

say = Messages("arbiter")

Pair = tuple[str, str]
"""Who sits near and who sits far; an empty second name is a bye."""
BYE = ""
AGAIN, APART = 1_000_000_000, 10_000
"""The cost of meeting again, and of half a point's difference (squared); a rank's difference costs one."""


@dataclass(frozen=True)
class Result:
    """A pair's result in a round; ``near`` and ``far`` are half points: 2 for a win, 1 for a draw."""

    round: int
    pair: Pair
    near: int
    far: int


@dataclass(frozen=True)
class Standing:
    """A player's standing; ``half_points`` and ``buchholz`` in half points."""

    name: str
    half_points: int
    buchholz: int
    played: int
    wins: int


def standings(names: Sequence[str], results: Iterable[Result]) -> tuple[Standing, ...]:
    """The players, best first: by points, Buchholz score, wins, and the order in which they were entered."""
    points, wins, played = Counter[str](), Counter[str](), Counter[str]()
    met: list[Pair] = []
    for result in results:
        for name, got in zip(result.pair, (result.near, result.far), strict=True):
            if name:
                points[name] += got
                wins[name] += got == 2
                played[name] += 1
        met.append(result.pair)
    against = Counter[str]()
    for near, far in met:
        if far:
            against[near] += points[far]
            against[far] += points[near]
    found = [Standing(name, points[name], against[name], played[name], wins[name]) for name in names]
    order = {name: at for at, name in enumerate(names)}
    return tuple(
        sorted(found, key=lambda each: (-each.half_points, -each.buchholz, -each.wins, order[each.name]))
    )


def swiss(table: Sequence[Standing], before: Sequence[Pair]) -> tuple[Pair, ...]:
    """The pairs of the next round; with an odd number, the lowest player who has had no bye gets one.

    ``before`` are all pairs so far. Raises ``UsageError`` if networkx has to be installed first.
    """
    graphs = _networkx()
    names = [each.name for each in table]
    points = {each.name: each.half_points for each in table}
    met = Counter(frozenset(pair) for pair in before if pair[1])
    had = {near for near, far in before if far == BYE}
    bye = next((name for name in reversed(names) if name not in had), names[-1]) if len(names) % 2 else None
    left = [name for name in names if name != bye]
    sides = Counter(near for near, far in before if far)
    graph = graphs.Graph()
    for at, one in enumerate(left):
        for other in left[at + 1 :]:
            apart = (points[one] - points[other]) ** 2
            ranks = abs(left.index(one) - left.index(other))
            graph.add_edge(one, other, weight=-(AGAIN * met[frozenset((one, other))] + APART * apart + ranks))
    matched = graphs.max_weight_matching(graph, maxcardinality=True)
    rank = {name: at for at, name in enumerate(names)}
    pairs = [
        _seated(min(pair, key=rank.__getitem__), max(pair, key=rank.__getitem__), sides) for pair in matched
    ]
    pairs.sort(key=lambda pair: min(rank[pair[0]], rank[pair[1]]))
    return (*pairs, *([(bye, BYE)] if bye else []))


def _seated(one: str, other: str, sides: Counter[str]) -> Pair:
    """The pair with the player near who has sat there less often, or else the higher-ranked one."""
    return (one, other) if sides[one] <= sides[other] else (other, one)


def round_robin(names: Sequence[str]) -> tuple[tuple[Pair, ...], ...]:
    """All rounds in which everybody meets everybody once: one player stays, the others rotate."""
    ring = [*names, *([BYE] if len(names) % 2 else [])]
    rounds = []
    for number in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = list(zip(ring[:half], reversed(ring[half:]), strict=True))
        rounds.append(tuple(_turned(pair, number % 2 == 1 and at == 0) for at, pair in enumerate(pairs)))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return tuple(rounds)


def robin(names: Sequence[str], before: Sequence[Pair]) -> tuple[Pair, ...]:
    """The next round of a round robin: the round of `round_robin` with the most pairs who have not met yet.

    So nobody meets twice, and all do meet, even if players come or leave between rounds. ``before`` are all
    pairs so far; the result is empty when all have met.
    """
    met, byes = {frozenset(pair) for pair in before if pair[1]}, {near for near, far in before if far == BYE}
    left = [
        [pair for pair in pairs if pair[1] and frozenset(pair) not in met] for pairs in round_robin(names)
    ]
    most = max(left, key=len, default=[])
    busy = {name for pair in most for name in pair}
    free = [name for name in names if name not in busy | byes][: len(names) % 2]
    return (*most, *((name, BYE) for name in free if most))


def _turned(pair: Pair, turn: bool) -> Pair:
    """The pair with sides exchanged if ``turn``; a bye is always far."""
    near, far = pair
    return (far, near) if far and (turn or not near) else pair


def _networkx() -> Any:
    try:
        return importlib.import_module("networkx")
    except ImportError:
        raise UsageError(say("hall_missing", raw=installing("networkx"))) from None
