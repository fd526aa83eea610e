"""Who plays whom in an event, and how they stand. Pure functions of names and results.

Swiss rounds are a matching of greatest weight (networkx, extra ``hall``): no two play twice while that can be
had, those of equal points play each other, and near sits who has sat there less often. Round robin is the
circle method (J. Schurig, 1886). Buchholz: the sum of the opponents' points.
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
"""Who sits near and who sits far; the second empty: a bye."""
BYE = ""
AGAIN, APART = 1_000_000_000, 10_000
"""What it costs to play twice, and to be half a point apart (squared); a rank apart costs one."""


@dataclass(frozen=True)
class Result:
    """How a pair of a round has played: ``near`` and ``far`` are half points, 2 a win, 1 a draw."""

    round: int
    pair: Pair
    near: int
    far: int


@dataclass(frozen=True)
class Standing:
    """How a player stands; ``half_points`` and ``buchholz`` in half points."""

    name: str
    half_points: int
    buchholz: int
    played: int
    wins: int


def standings(names: Sequence[str], results: Iterable[Result]) -> tuple[Standing, ...]:
    """The players, the best first: by points, then Buchholz, then wins, then as they were entered."""
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
    """The pairs of the next round; with an odd number the lowest who has had none has a bye.

    ``before`` are all pairs so far. Raises ``UsageError`` that says what to install where it is missing.
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
    """Near is who has sat there less often, else the better placed."""
    return (one, other) if sides[one] <= sides[other] else (other, one)


def round_robin(names: Sequence[str]) -> tuple[tuple[Pair, ...], ...]:
    """All rounds in which each meets each once: one stays, the others go round."""
    ring = [*names, *([BYE] if len(names) % 2 else [])]
    rounds = []
    for number in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = list(zip(ring[:half], reversed(ring[half:]), strict=True))
        rounds.append(tuple(_turned(pair, number % 2 == 1 and at == 0) for at, pair in enumerate(pairs)))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return tuple(rounds)


def robin(names: Sequence[str], before: Sequence[Pair]) -> tuple[Pair, ...]:
    """The next round all round: of those of `round_robin` the one with the most who have not met yet.

    So nobody meets twice, and all do meet, where players come or leave between two rounds as well. ``before``
    are all pairs so far; empty when all have met.
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
    """The pair the other way round if wanted; a bye is always far."""
    near, far = pair
    return (far, near) if far and (turn or not near) else pair


def _networkx() -> Any:
    try:
        return importlib.import_module("networkx")
    except ImportError:
        raise UsageError(say("hall_missing", raw=installing("networkx"))) from None
