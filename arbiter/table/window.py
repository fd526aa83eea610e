"""Units followed through the frames of one still table.

Only frames that count are added to a window: camera registered, table still, no hand over it (a hand that has
rested for ``REST_S`` is tolerated, and what it covers is left out). Any disturbance starts a new window.
Hysteresis: a unit is present if seen in ``ON_HITS`` of the last ``RECENT`` frames, absent if seen in at most
``OFF_HITS`` of them, otherwise unsure; while anything is unsure, nothing is read. A window is ready after
``READY_FRAMES`` frames that span ``READY_S`` seconds.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from arbiter.table.budget import Budget
from engine.game import Seat
from engine.pieces import Colour
from vision.detect.boxes import overlaps
from vision.observation import (
    SQUARE_MM,
    Box,
    Glimpse,
    Place,
    TableObservation,
    Tints,
    UnitObservation,
)
from vision.track.matching import GATE_MM, nearest_pairs, uncovered
from vision.track.summing import Unit, sum_unit

ON_HITS = 3
OFF_HITS = 1
RECENT = 5
READY_FRAMES = 4
READY_S = 0.1
KEEP_FRAMES = 16
"""Frames of evidence kept in a window."""
DROPOUT_S = 3.0
"""A unit that was present is believed in for this long without being seen, until the table is disturbed."""
DEEP_EVERY = 4
"""An apparently unchanged table is compared in depth once in this many frames."""
RESTLESS_EVERY = 2
"""The same after a difference was seen."""
TOUCHED_S = 10.0
MOST_TOUCHES = 120
FAR, AS_NEAR = 3.0, 0.3
"""A hand is too far from a pyramid's foot to have put it down beyond ``FAR`` of the pyramid's widths; a hand
within ``AS_NEAR`` widths of the nearest counts as equally near."""
BETWEEN = 4.0
"""An arm that comes in this many times as far to the side as to a player's own side may be anybody's."""
SAME_VISIT_S = 1.0
"""A hand seen again within this time has not left: detections of one that is drawn back are seldom."""
REST_S = 1.5
"""A hand without movement for this long counts as resting."""


class Presence(StrEnum):
    """Whether a track's unit is there."""

    PRESENT = "present"
    ABSENT = "absent"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Track:
    """One unit in a window; ``hits`` are its observations, each with its frame number."""

    x_mm: float
    y_mm: float
    hits: tuple[tuple[int, UnitObservation], ...]
    last_s: float = 0.0
    total: int = 0

    def seen(self, frames: int) -> int:
        """The number of the last ``RECENT`` of ``frames`` frames in which it was seen."""
        return sum(number >= frames - RECENT for number, _ in self.hits)

    def presence(self, frames: int) -> Presence:
        """The hysteresis: present, absent or unsure after ``frames`` frames."""
        seen = self.seen(frames)
        if seen >= ON_HITS:
            return Presence.PRESENT
        return Presence.ABSENT if seen <= OFF_HITS and frames >= READY_FRAMES else Presence.UNSURE

    def unit(self, palette: tuple[Colour, ...]) -> Unit:
        """The summed evidence."""
        return sum_unit([hit for _, hit in self.hits], palette)

    def dropped(self, now_s: float) -> bool:
        """Whether a unit that was present has only just stopped showing: nothing leaves a still table."""
        return self.total >= ON_HITS and now_s - self.last_s < DROPOUT_S

    def add(self, number: int, hit: UnitObservation, time_s: float) -> Track:
        """The track with one more observation; its position is a running mean."""
        weight = 1.0 / min(len(self.hits) + 1, 8)
        return Track(
            self.x_mm + weight * (hit.x_mm - self.x_mm),
            self.y_mm + weight * (hit.y_mm - self.y_mm),
            (*self.hits, (number, hit))[-KEEP_FRAMES:],
            time_s,
            self.total + 1,
        )


class Touch(NamedTuple):
    """When a hand was seen, its box in the picture, and from whose side its arm comes, if that is known."""

    time_s: float
    box: Box
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Touches:
    """The hands of the last ``TOUCHED_S`` seconds, at most ``MOST_TOUCHES``."""

    seen: tuple[Touch, ...] = ()

    def step(self, frame: TableObservation) -> Touches:
        """With the hands of one more frame; an exact repetition of the boxes is the same detection."""
        now = [(hand, side_of(frame.arms.get(hand))) for hand in frame.hands]
        if not now or now == [each[1:] for each in self.seen[-len(now) :]]:
            return self
        recent = [each for each in self.seen if frame.time_s - each.time_s <= TOUCHED_S]
        new = (Touch(frame.time_s, *each) for each in now)
        return Touches((*recent, *new)[-MOST_TOUCHES:])


class Sight(NamedTuple):
    """A glimpse: its time, where units stood, and the places (mm) about which it says nothing."""

    time_s: float
    stood: tuple[Place, ...]
    hidden: tuple[Place, ...]

    def shows(self, x_mm: float, y_mm: float) -> bool | None:
        """Whether something stood at a place; ``None`` if that was hidden."""
        if any(math.dist((x_mm, y_mm), place) <= GATE_MM for place in self.stood):
            return True
        return None if any(math.dist((x_mm, y_mm), place) <= SQUARE_MM for place in self.hidden) else False


@dataclass(frozen=True, slots=True)
class Window:
    """The frames since the table was last disturbed."""

    frames: int = 0
    first_s: float = 0.0
    last_s: float = 0.0
    last_frame: int = -1
    tracks: tuple[Track, ...] = ()
    covers: tuple[Box, ...] = ()
    """Boxes of resting hands; what lies under them is not seen."""
    touches: tuple[Touch, ...] = ()
    """Where hands were seen in the seconds before."""
    sights: tuple[Sight, ...] = ()
    """What glimpses showed before, as far as a game remembers it."""
    hidden: tuple[tuple[float, float], ...] = ()
    """Places (mm) about which a glimpse says nothing."""
    glimpse: bool = False
    """Whether it is only a glimpse of the table."""
    moment: Glimpse | None = None
    """The glimpse of a single frame that it is."""
    faint: tuple[UnitObservation, ...] = ()
    """Detections in the last frame that are too weak for a track."""
    tints: Tints | None = field(default=None, compare=False, repr=False)
    """The colours of the table, if they are known."""
    budget: Budget = field(default_factory=Budget, compare=False, repr=False)
    """What may be tried to understand this frame; the next frame has its own budget."""

    @classmethod
    def glimpsed(cls, frame: TableObservation, touches: tuple[Touch, ...]) -> Window:
        """A frame's glimpse as a momentary window of still table."""
        assert frame.glimpse is not None
        at_rest = replace(frame, units=frame.glimpse.units, hands=())
        window = cls(touches=touches)
        for _ in range(READY_FRAMES):
            window = window.add(at_rest)
        places = tuple(frame.glimpse.places())
        return replace(window, hidden=places, glimpse=True, moment=frame.glimpse)

    @property
    def sight(self) -> Sight:
        """What it shows as a glimpse."""
        return Sight(self.last_s, tuple((each.x_mm, each.y_mm) for each in self.present()), self.hidden)

    @property
    def but_unsure(self) -> Window:
        """The window as a glimpse that says nothing about places where something flickers."""
        unsure = (each for each in self.tracks if each.presence(self.frames) is Presence.UNSURE)
        return replace(self, hidden=tuple((each.x_mm, each.y_mm) for each in unsure), glimpse=True)

    @property
    def ready(self) -> bool:
        """Whether enough was seen to read the table."""
        return self.frames >= READY_FRAMES and self.span_s >= READY_S

    @property
    def span_s(self) -> float:
        """Seconds from the first frame to the last."""
        return self.last_s - self.first_s

    @property
    def sure(self) -> bool:
        """Whether every track is either present or absent."""
        return all(track.presence(self.frames) is not Presence.UNSURE for track in self.tracks)

    def present(self) -> tuple[Track, ...]:
        """The tracks whose units are there, or were and dropped out of sight; a dropped one does not count
        beside a present one that may be the same unit."""
        there = [(t.x_mm, t.y_mm) for t in self.tracks if t.presence(self.frames) is Presence.PRESENT]
        return tuple(
            t
            for t in self.tracks
            if (t.x_mm, t.y_mm) in there
            or (t.dropped(self.last_s) and all(math.dist((t.x_mm, t.y_mm), at) > GATE_MM for at in there))
        )

    def hides(self, box: Box) -> bool:
        """Whether a resting hand covers part of this box."""
        return any(overlaps(box, cover) for cover in self.covers)

    def add(self, frame: TableObservation) -> Window:
        """The window with one more frame."""
        units = uncovered(frame)
        known = [(t.x_mm, t.y_mm) for t in self.tracks]
        pairs = nearest_pairs(known, [(u.x_mm, u.y_mm) for u in units], GATE_MM)
        taken = dict(pairs)
        tracks = [
            track.add(self.frames, units[taken[i]], frame.time_s) if i in taken else track
            for i, track in enumerate(self.tracks)
            if i in taken or self.frames - track.hits[-1][0] < KEEP_FRAMES or track.dropped(frame.time_s)
        ]
        used = set(taken.values())
        tracks += [
            Track(u.x_mm, u.y_mm, ((self.frames, u),), frame.time_s, 1)
            for i, u in enumerate(units)
            if i not in used
        ]
        return Window(
            self.frames + 1,
            frame.time_s if self.frames == 0 else self.first_s,
            frame.time_s,
            frame.frame_index,
            tuple(tracks),
            frame.hands,
            self.touches,
            faint=frame.faint,
            tints=frame.tints,
        )


@dataclass
class Cadence:
    """How often an undisturbed table is looked at closely: as soon as it is ready, then every ``DEEP_EVERY``
    frames, or every ``RESTLESS_EVERY`` after a difference was seen."""

    first_s: float = -1.0
    frames: int = -1

    def due(self, window: Window, restless: bool) -> bool:
        """Whether to look closely at this frame; if so, the next ones are counted from it."""
        wait = RESTLESS_EVERY if restless else DEEP_EVERY
        if self.first_s == window.first_s and window.frames - self.frames < wait:
            return False
        self.first_s, self.frames = window.first_s, window.frames
        return True


@dataclass(frozen=True, slots=True)
class Gate:
    """Lets frames that count pass; ``resting_since`` is when a hand came to rest, if one did."""

    resting_since: float | None = None

    def step(self, frame: TableObservation) -> tuple[Gate, bool]:
        """The next gate, and whether ``frame`` counts as evidence."""
        if not frame.registered or not frame.still:
            return Gate(), False
        if not frame.hands:
            return Gate(), True
        since = frame.time_s if self.resting_since is None else self.resting_since
        return Gate(since), frame.time_s - since >= REST_S


def side_of(arm: Place | None) -> Seat | None:
    """The player from whose side an arm comes, given where it comes into the picture; ``None`` if it comes
    from between them."""
    if arm is None or abs(arm[1]) * BETWEEN < abs(arm[0]):
        return None
    return Seat.NEAR if arm[1] < 0 else Seat.FAR


def touches_since(touches: Iterable[Touch], time_s: float) -> tuple[Touch, ...]:
    """The hands since a move was booked. A hand that was over the table then is still drawn back from it: as
    long as it stays it is nobody's."""
    found, here = list[Touch](), dict[Seat | None, float]()
    for each in touches:
        here = {seat: last_s for seat, last_s in here.items() if each.time_s - last_s < SAME_VISIT_S}
        stays = each.time_s >= time_s and each.seat in here
        if each.time_s >= time_s:
            found.append(each._replace(seat=None) if stays else each)
        if stays or each.time_s < time_s:
            here[each.seat] = each.time_s
        if each.seat is None:  # whoever it is
            here = dict.fromkeys(here, each.time_s)
    return tuple(found)


def whose_hands(touches: Iterable[Touch]) -> list[Seat]:
    """From whose side hands came, one after the other; those that are not known are left out."""
    seats = (each.seat for each in touches if each.seat is not None)
    return [seat for seat, _ in itertools.groupby(seats)]


def touched(box: Box, touches: Sequence[Touch]) -> list[float]:
    """The times when hands were over the foot of a pyramid, or as near to it as they were seen, in order.

    ``box`` is the pyramid's in the picture. Hands are searched for only a few times a second, so the moment
    when a pyramid is put down may be missed.
    """
    x, y = (box[0] + box[2]) / 2, 0.25 * box[1] + 0.75 * box[3]
    wide = box[2] - box[0]
    away = [(each.time_s, _distance(x, y, each.box) / max(wide, 1.0)) for each in touches]
    least = min((far for _, far in away), default=math.inf)
    return sorted(time_s for time_s, far in away if far <= min(FAR, least + AS_NEAR))


def _distance(x: float, y: float, box: Box) -> float:
    """The distance of a point from a box (px); 0 inside."""
    return math.hypot(max(box[0] - x, 0.0, x - box[2]), max(box[1] - y, 0.0, y - box[3]))
