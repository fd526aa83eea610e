"""Films as sequences of beats, one per frame: the still table, the hand and the things in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from datasets.film.visits import Bump, Carry, Happening, Point, Visit, away
from datasets.scene.scenes import Block, Layout
from datasets.scene.solids import moved
from engine.game import Seat


@dataclass(frozen=True)
class Beat:
    """One film frame: the still table, the things in the hand, and the hand's place (``None``: no hand).

    ``pose`` is the index of the camera position, fractional while the camera moves. ``shade`` is how far a
    shadow has passed over the table, 0 to 1.
    """

    still: Layout
    held: tuple[Block, ...] = ()
    hand: Point | None = None
    seat: Seat | None = None
    pose: float = 0.0
    shade: float | None = None


@dataclass(frozen=True)
class Pace:
    """Frames for each part of a visit."""

    fps: int = 12
    reach: int = 6
    grip: int = 2
    carry: int = 7
    rest: int = 17
    bump: int = 5
    shadow: int = 24
    start: int = 36


BRISK = Pace(reach=4, grip=1, carry=5, rest=36, start=132)
SET_UP = "put_away"
"""Kind of visit after which players wait until the set-up is announced, as they do at the beginning."""
STEADY = Pace(reach=5, grip=1, carry=6, rest=26, start=132)
SWIFT = Pace(reach=4, grip=1, carry=5, rest=26, start=96)


def _ease(a: Point, b: Point, steps: int, arch: float = 0.0) -> list[Point]:
    """Points from a (excluded) to b, slow at both ends, rising by ``arch`` in between."""
    t = (1 - np.cos(np.linspace(0, np.pi, steps + 1)[1:])) / 2
    line = np.array(a) + t[:, None] * (np.array(b) - np.array(a))
    line[:, 2] += arch * np.sin(np.pi * t)
    return [tuple(p) for p in line]


def _carry_beats(carry: Carry, seat: Seat, came_from: Point, table: Layout, pace: Pace) -> Iterator[Beat]:
    reach = pace.carry if carry.out_s else pace.reach
    for at in [*_ease(came_from, carry.start, reach, 25), *[carry.start] * pace.grip]:
        yield Beat(table, (), at, seat)
    for at in _ease(carry.start, carry.end, pace.carry, 55):
        shift = tuple(b - a for a, b in zip(carry.start, at, strict=True))
        held = tuple(Block(moved(b.mesh, None, shift), b.rgb, b.hand, b.glass) for b in carry.held)
        yield Beat(carry.during, held, at, seat)
    if carry.out_s:
        yield from [Beat(carry.after)] * round(carry.out_s * pace.fps)
        return
    for _ in range(pace.grip):
        yield Beat(carry.after, (), carry.end, seat)


def visit_beats(visit: Visit, pace: Pace) -> list[Beat]:
    """All frames of one visit, from before the hand appears until it has gone."""
    beats, table = list[Beat](), visit.before
    first = visit.acts[0]
    at = away(visit.seat, (first.start if isinstance(first, Carry) else first.at)[0])
    for act in visit.acts:
        if isinstance(act, Carry):
            beats += _carry_beats(act, visit.seat, at, table, pace)
            at = act.end
        else:
            beats += [Beat(table, (), p, visit.seat) for p in _ease(at, act.at, pace.reach, 25)]
            at = act.at
            beats += [Beat(act.after, (), at, visit.seat)] * pace.grip
        table = act.after
    beats += [Beat(table, (), p, visit.seat) for p in _ease(at, away(visit.seat, at[0]), pace.reach, 20)]
    return [*beats, *[Beat(table)] * pace.rest]


@dataclass(frozen=True)
class Shown:
    """The frames ``first`` to ``last`` of a happening in the film, without the rest that follows."""

    happening: Happening
    first: int
    last: int


def storyboard(
    opening: Layout, happenings: Iterable[Happening], pace: Pace
) -> tuple[list[Beat], list[Shown]]:
    """All frames of a film, and the frames of each happening."""
    beats, shown, pose = [Beat(opening)] * pace.start, list[Shown](), 0
    for each in happenings:
        table, first = beats[-1].still, len(beats)
        rest = [Beat(table, pose=pose)] * pace.rest
        if isinstance(each, Visit):
            found = visit_beats(each, pace)
            beats += [_posed(beat, pose) for beat in found]
        elif isinstance(each, Bump):
            beats += [Beat(table, pose=pose + share) for share in np.linspace(0, 1, pace.bump + 1)[1:-1]]
            pose += 1
            beats += [Beat(table, pose=pose)] * pace.rest
        else:
            beats += [Beat(table, pose=pose, shade=share) for share in np.linspace(0, 1, pace.shadow)]
            beats += rest
        shown.append(Shown(each, first, len(beats) - pace.rest))
        if each.kind == SET_UP:
            beats += [beats[-1]] * (pace.start - pace.rest)
    return beats + [beats[-1]] * pace.fps, shown


def _posed(beat: Beat, pose: int) -> Beat:
    return Beat(beat.still, beat.held, beat.hand, beat.seat, pose) if pose else beat
