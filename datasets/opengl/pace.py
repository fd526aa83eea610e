"""Films at a natural pace: short rests between two hands, sometimes both players' hands at once.

A visit (`datasets.film.visits`) becomes the path of a hand, with minimum-jerk movements that are fastest in
the middle (Flash and Hogan 1985), and the moments at which the table changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from datasets.film.visits import Carry, Point, Touch, Visit, grip_of
from datasets.scene.scenes import Block, Layout, Unit
from engine.game import Seat


@dataclass(frozen=True)
class Pace:
    """Seconds of each part of a film; ``together`` is the chance that the other player's hand comes early."""

    fps: int = 30
    start_s: float = 5.0
    reach_s: float = 0.24
    grip_s: float = 0.067
    carry_s: float = 0.30
    leave_s: float = 0.22
    rest_s: float = 0.6
    regret_s: float = 1.3
    end_s: float = 3.0
    together: float = 0.3


@dataclass(frozen=True)
class Reach:
    """A hand in one frame: its pinch's place (mm), its opening (0..1), and the things in it."""

    seat: Seat
    at: Point
    opened: float
    unit: Unit | None = None
    tokens: tuple[Block, ...] = ()


@dataclass(frozen=True)
class Moment:
    """One frame: the table, and the hands over it."""

    layout: Layout
    hands: tuple[Reach, ...] = ()


@dataclass(frozen=True)
class Timed:
    """The frames of a visit, from the hand's appearance (``first``) until it has gone (``last``)."""

    visit: Visit
    first: int
    last: int


@dataclass(frozen=True)
class _Path:
    """A visit: the hand in each frame, and the tables keyed by their first frames."""

    hands: tuple[Reach | None, ...]
    tables: tuple[tuple[int, Layout], ...]


def away(seat: Seat, x: float) -> Point:
    """The place outside the picture that a hand comes from and returns to."""
    return (0.6 * x + 30, -430.0, 120.0) if seat is Seat.NEAR else (0.6 * x - 30, 640.0, 150.0)


def _eased(a: Point, b: Point, frames: int, arch_mm: float) -> list[Point]:
    """Places from a (excluded) to b, rising in between."""
    t = np.linspace(0, 1, frames + 1)[1:]
    share = t**3 * (10 - 15 * t + 6 * t * t)
    line = np.array(a) + share[:, None] * (np.array(b) - np.array(a))
    line[:, 2] += arch_mm * np.sin(np.pi * share)
    return [tuple(float(v) for v in place) for place in line]


def _path(visit: Visit, pace: Pace) -> _Path:
    """The hand of a visit, counted from frame 0."""
    hands, tables = list[Reach | None](), list[tuple[int, Layout]]()
    frames = {name: max(2, round(getattr(pace, name) * pace.fps)) for name in _PARTS}

    def move(
        to: Point, count: int, arch: float, opened: tuple[float, float], held: Carry | None = None
    ) -> None:
        start = hands[-1].at if hands and hands[-1] else away(visit.seat, to[0])
        unit, tokens = (held.unit, held.held if held.unit is None else ()) if held else (None, ())
        for k, at in enumerate(_eased(start, to, count, arch), 1):
            wide = opened[0] + (opened[1] - opened[0]) * k / count
            hands.append(Reach(visit.seat, at, wide, unit, tokens))

    for act in visit.acts:
        place = act.start if isinstance(act, Carry) else act.at
        if hands[-1:] != [None]:
            move(place, frames["reach_s"], 30, (0.9, 0.9))
            move(place, frames["grip_s"], 0, (0.9, 0.0))
        else:
            hands.append(Reach(visit.seat, place, 0.0, act.unit if isinstance(act, Carry) else None))
        if isinstance(act, Touch):
            tables.append((len(hands), act.after))
            continue
        tables.append((len(hands), act.during))
        move(act.end, frames["carry_s"], 45, (0.0, 0.0), act)
        tables.append((len(hands), act.after))
        if act.out_s:
            hands += [None] * round(0.5 * act.out_s * pace.fps)
        else:
            move(act.end, frames["grip_s"], 0, (0.0, 0.8))
    last = hands[-1]
    assert last is not None
    move(away(visit.seat, last.at[0]), frames["leave_s"], 25, (0.9, 0.6))
    return _Path(tuple(hands), tuple(tables))


_PARTS = ("reach_s", "grip_s", "carry_s", "leave_s")


def timed(visits: Iterable[Visit], pace: Pace, seed: int) -> tuple[list[Timed], list[_Path]]:
    """The times of all visits; the other player's hand may come while the previous one is still leaving."""
    rng, found, paths, now = np.random.default_rng(seed), list[Timed](), list[_Path](), 0
    free, before = round(pace.start_s * pace.fps), None
    for visit in visits:
        path = _path(visit, pace)
        if before is not None:
            regret = visit.kind == "take_back"
            rest = pace.regret_s if regret else pace.rest_s * float(rng.uniform(1.0, 1.25))
            now = found[-1].last + round(rest * pace.fps)
            if visit.seat is not before.seat and not regret and rng.random() < pace.together:
                now = free
        else:
            now = free
        found.append(Timed(visit, now, now + len(path.hands)))
        paths.append(path)
        free, before = now + path.tables[-1][0] + 1, visit
    return found, paths


def moments(opening: Layout, found: list[Timed], paths: list[_Path], pace: Pace) -> Iterator[Moment]:
    """The film's frames, in order."""
    changes = [
        (t.first + k, layout) for t, path in zip(found, paths, strict=True) for k, layout in path.tables
    ]
    changes.sort(key=lambda change: change[0])
    length = (found[-1].last if found else 0) + round(pace.end_s * pace.fps)
    layout, waiting = opening, iter([*changes, (length + 1, opening)])
    when, then = next(waiting)
    for frame in range(length):
        while when <= frame:
            layout = then
            when, then = next(waiting)
        hands = [
            path.hands[frame - t.first]
            for t, path in zip(found, paths, strict=True)
            if t.first <= frame < t.last
        ]
        yield Moment(layout, tuple(each for each in hands if each is not None))


def held_lift(reach: Reach) -> Point:
    """The offset of the held thing from its old place, or of a token from the origin."""
    if reach.unit is None:
        return reach.at
    return tuple(a - b for a, b in zip(reach.at, grip_of(reach.unit), strict=True))  # type: ignore[return-value]
