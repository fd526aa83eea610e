"""Tracks units through a whole game: a unit keeps its number while hands pass, while it is hidden, when it is
pushed or carried elsewhere, and when the camera is bumped and registered again.

Only readings count: frames in which the table was read again, still and with the camera registered. Frames in
between repeat the last units (the same tuple) and are ignored; an empty reading cannot be distinguished from
its repetitions and counts each time. The evidence for a unit is summed with ``vision.track.summing``. All
values are immutable: ``Tracks.step`` returns the next tracks.

A unit in the place of a track that is certainly something else (``log_alike`` or ``log_same_posture`` below
0) does not add to the track's evidence: it becomes a *candidate*, as do units in new places. A candidate that
is seen often enough gets a number: that of a track of the same kind that has not been seen since the
candidate's first reading, or a new one.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from calibration.camera import Camera
from engine.pieces import Posture
from vision.detect.boxes import area, overlaps, shared_area
from vision.fit.solids import Floats, hidden_share, placed, solids
from vision.observation import Box, TableObservation, UnitObservation
from vision.track.matching import GATE_MM, nearest_pairs, uncovered
from vision.track.naming import COLOURS, Name, name_of, renamed
from vision.track.summing import Unit, log_alike, log_same_posture, mean_heading, mean_turns, sum_unit

KEPT_HITS = 16
"""Largest number of readings in a track's evidence; older ones drop out."""
LAST_HITS, SHIFT_MM = 5, 3.0
"""A track's place is the median of its readings. If the median of the last LAST_HITS is this far from it, the
unit has been pushed to their place: one misread place has no effect.
"""
GONE_KEPT = 64
"""Number of gone tracks, last seen first, that are remembered for recognition."""
COVERED = 0.5
"""Share of a unit's box that a resting hand's box must cover to hide the unit."""


@dataclass(frozen=True, slots=True)
class Persistence:
    """The hysteresis of tracks. Counts are of readings; logarithms are natural.

    A unit appears once it was seen in ``appear`` readings, and is dropped as false if missed as often before.
    It is gone once missed in ``vanish`` readings in a row in which it should have been visible, or in
    ``linger`` if no hand has been at its place since it was seen: nothing leaves a table by itself. It is not
    missed if nearer units or the picture's border hide ``hidden_share`` or more of it, or a hand's box
    overlaps it. Another unit in its place in ``vanish`` readings replaces it if a hand has been there since
    it was last seen; otherwise it is the same unit misread, and its evidence is replaced after ``reread``
    readings. Its name changes if another is likelier by ``margin``, the displayed sureness if it is off by
    ``doubt_step``. A track is recognised elsewhere if its log odds of being the same kind are at least
    ``agreement``, or at least 0 within ``push_mm`` (mm). Raises ValueError for senseless values.
    """

    appear: int = 2
    vanish: int = 3
    linger: int = 9
    reread: int = 4
    hidden_share: float = 0.6
    margin: float = 1.0
    doubt_step: float = 0.15
    agreement: float = 0.7
    push_mm: float = 40.0

    def __post_init__(self) -> None:
        if not 1 <= self.appear <= self.vanish <= self.linger:
            raise ValueError(f"appear, vanish and linger must be from 1 and rise: {self}")
        if self.reread < self.vanish:
            raise ValueError(f"reread ({self.reread}) must be at least vanish ({self.vanish})")
        if not 0 < self.hidden_share <= 1 or not 0 <= self.doubt_step < 1:
            raise ValueError(f"hidden_share must be over 0 to 1, doubt_step from 0 to under 1: {self}")
        if self.margin < 0 or self.agreement < 0 or self.push_mm < GATE_MM:
            raise ValueError(f"margin and agreement must be at least 0, push_mm at least {GATE_MM:g}: {self}")


class Sight(StrEnum):
    """The state of a track at the last reading."""

    SEEN = "seen"
    MISSED = "missed"
    HIDDEN = "hidden"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Track:
    """One unit: its number ``id`` (0 for a candidate), place (table frame, mm, degrees) and name.

    ``hits`` are its observations, with the numbers of their readings; ``unit`` is their sum. ``settled`` is
    the reading since which it has been in its place, ``missed`` the number of readings in a row that missed
    it; ``touched``: a hand has been at its place since it was last seen; ``covered``: one is there now.
    """

    id: int
    sight: Sight
    hits: tuple[tuple[int, UnitObservation], ...]
    settled: int
    x_mm: float
    y_mm: float
    heading_deg: float | None
    unit: Unit
    name: Name
    missed: int = 0
    touched: bool = False
    covered: bool = False

    @property
    def hidden(self) -> bool:
        """Whether it is there but not visible."""
        return self.covered or self.sight is Sight.HIDDEN

    @property
    def box(self) -> Box:
        """Its last box in the picture, px."""
        return self.hits[-1][1].bbox_px

    def near(self, x_mm: float, y_mm: float) -> bool:
        """Whether the place is its own."""
        return math.hypot(self.x_mm - x_mm, self.y_mm - y_mm) <= GATE_MM

    @property
    def turns_deg(self) -> tuple[float | None, ...]:
        """The orientations of its pieces in this place, top to bottom, 0 to 90 degrees."""
        here = [unit for number, unit in self.hits if number >= self.settled]
        return mean_turns(here, len(self.name.pieces))

    def parts(self, camera: Camera) -> list[Floats]:
        """Corners (5, 3) mm of its solids as named, bottom to top."""
        sizes = tuple(piece.size for piece in reversed(self.name.pieces))
        heading = (self.heading_deg or 0.0) if self.name.posture is Posture.FLAT else None
        return placed(sizes, self.x_mm, self.y_mm, heading, camera, tuple(reversed(self.turns_deg)))


@dataclass(frozen=True, slots=True)
class Tracks:
    """All tracks: the ``known`` ones by number, ``candidates``, and the number of ``readings`` so far.

    ``read`` are the units of the last reading.
    """

    rules: Persistence = Persistence()
    known: tuple[Track, ...] = ()
    candidates: tuple[Track, ...] = ()
    readings: int = 0
    numbered: int = 0
    read: tuple[UnitObservation, ...] | None = None

    @property
    def present(self) -> tuple[Track, ...]:
        """The tracks of units on the table, visible or not."""
        return tuple(track for track in self.known if track.sight is not Sight.GONE)

    def step(self, frame: TableObservation, camera: Camera) -> Tracks:
        """The tracks after another frame, seen through ``camera``. Frames must come in order."""
        known = tuple(_with_hands(track, frame) for track in self.known)
        same = all(new is old for new, old in zip(known, self.known, strict=True))
        now = self if same else replace(self, known=known)
        repeated = bool(frame.units) and frame.units is self.read
        if not frame.still or not frame.registered or repeated:
            return now
        return now._reading(frame, camera)

    def _reading(self, frame: TableObservation, camera: Camera) -> Tracks:
        number, rules = self.readings, self.rules
        units = sorted(uncovered(frame), key=lambda unit: (unit.x_mm, unit.y_mm, unit.bbox_px))
        hits = _matched(self.known, units)
        known = [
            _seen(track, ((number, units[hits[i]]),), rules)
            if i in hits
            else _unseen(track, frame.hands, units, camera, rules)
            for i, track in enumerate(self.known)
        ]
        left = [unit for j, unit in enumerate(units) if j not in hits.values()]
        candidates = _candidates(self.candidates, left, number, rules)
        standing = [known[i] for i in hits]
        candidates = [c for c in candidates if not any(track.near(c.x_mm, c.y_mm) for track in standing)]
        known, candidates = _replaced(known, candidates, rules)
        known, candidates = _recognised(known, candidates, rules)
        fresh = [c for c in candidates if len(c.hits) >= rules.appear and not _holder(known, c)]
        known += [replace(c, id=self.numbered + 1 + i) for i, c in enumerate(fresh)]
        return Tracks(
            rules,
            _remembered(known),
            tuple(c for c in candidates if not any(c is other for other in fresh)),
            number + 1,
            self.numbered + len(fresh),
            frame.units,
        )


def _with_hands(track: Track, frame: TableObservation) -> Track:
    """The track, updated whether a hand is at its place; only hands on a still table hide it."""
    reached = [hand for hand in frame.hands if overlaps(track.box, hand)]
    covered = track.covered
    if frame.still:
        covered = any(shared_area(track.box, hand) >= COVERED * area(track.box) for hand in reached)
    touched = track.touched or bool(reached)
    if (touched, covered) == (track.touched, track.covered):
        return track
    return replace(track, touched=touched, covered=covered)


def _matched(tracks: Sequence[Track], units: Sequence[UnitObservation]) -> dict[int, int]:
    """The indexes of units in the places of tracks and not certainly different, by the indexes of these."""
    sums: dict[int, Unit] = {}

    def fits(i: int, j: int) -> bool:
        if tracks[i].sight is Sight.GONE:
            return False
        if j not in sums:
            sums[j] = sum_unit((units[j],), COLOURS)
        known, seen = tracks[i].unit, sums[j]
        return min(log_alike(known, seen), log_same_posture(known, seen)) >= 0

    places = [(unit.x_mm, unit.y_mm) for unit in units]
    return dict(nearest_pairs([(track.x_mm, track.y_mm) for track in tracks], places, GATE_MM, fits))


def _track(hits: tuple[tuple[int, UnitObservation], ...]) -> Track:
    """A candidate from its hits."""
    units = [unit for _, unit in hits]
    unit = sum_unit(units, COLOURS)
    name = name_of(unit, _confidence(units))
    return Track(0, Sight.SEEN, hits, hits[0][0], *_place(units), unit, name)


def _seen(
    track: Track, hits: tuple[tuple[int, UnitObservation], ...], rules: Persistence, moved: bool = False
) -> Track:
    """The track with further hits; ``moved``: since the first of them it has been in another place."""
    every = (*track.hits, *hits)[-KEPT_HITS:]
    units = [unit for _, unit in every]
    unit = sum_unit(units, COLOURS)
    settled = hits[0][0] if moved else _settled(every, track.settled)
    x, y, heading = _place([unit for number, unit in every if number >= settled])
    name = renamed(track.name, unit, _confidence(units), rules.margin, rules.doubt_step)
    return Track(track.id, Sight.SEEN, every, settled, x, y, heading, unit, name, covered=track.covered)


def _settled(hits: tuple[tuple[int, UnitObservation], ...], since: int) -> int:
    """The reading since which a track has been in its place; ``since``: as known before the last one."""
    here = [(number, unit) for number, unit in hits if number >= since]
    x, y, _ = _place([unit for _, unit in here])
    last = here[-LAST_HITS:]
    x1, y1, _ = _place([unit for _, unit in last])
    if math.hypot(x - x1, y - y1) <= SHIFT_MM:
        return since
    return next(n for n, unit in last if math.hypot(unit.x_mm - x1, unit.y_mm - y1) <= SHIFT_MM)


def _place(units: Sequence[UnitObservation]) -> tuple[float, float, float | None]:
    """The place of units (mm) and the heading of lying ones in degrees."""
    lying = [unit for unit in units if unit.posture is Posture.FLAT]
    x, y = statistics.median(unit.x_mm for unit in units), statistics.median(unit.y_mm for unit in units)
    return x, y, mean_heading(lying)


def _confidence(units: Sequence[UnitObservation]) -> float:
    return statistics.fmean(unit.confidence for unit in units)


def _unseen(
    track: Track,
    hands: Sequence[Box],
    units: Sequence[UnitObservation],
    camera: Camera,
    rules: Persistence,
) -> Track:
    """The track after a reading without its kind in its place."""
    taken = any(track.near(unit.x_mm, unit.y_mm) for unit in units)
    if track.sight is Sight.GONE or taken or any(overlaps(track.box, hand) for hand in hands):
        return track
    others = [solids(unit, camera) for unit in units]
    if hidden_share(track.parts(camera), others, camera) >= rules.hidden_share:
        return replace(track, sight=Sight.HIDDEN)
    missed = track.missed + 1
    gone = missed >= (rules.vanish if track.touched else rules.linger)
    return replace(track, missed=missed, sight=Sight.GONE if gone else Sight.MISSED)


def _candidates(
    before: Sequence[Track], units: Sequence[UnitObservation], number: int, rules: Persistence
) -> list[Track]:
    """The candidates after a reading with ``units`` that match no track; those missed too often drop out."""
    hits = _matched(before, units)
    seen = [
        _track((*c.hits, (number, units[hits[i]]))) if i in hits else replace(c, missed=c.missed + 1)
        for i, c in enumerate(before)
    ]
    new = [_track(((number, unit),)) for j, unit in enumerate(units) if j not in hits.values()]
    return sorted((c for c in (*seen, *new) if c.missed < rules.appear), key=lambda c: (c.x_mm, c.y_mm))


def _holder(known: Sequence[Track], candidate: Track) -> Track | None:
    """The track in a candidate's place."""
    near = (t for t in known if t.sight is not Sight.GONE and t.near(candidate.x_mm, candidate.y_mm))
    return next(near, None)


def _replaced(
    known: Sequence[Track], candidates: Sequence[Track], rules: Persistence
) -> tuple[list[Track], list[Track]]:
    """The tracks after replacing those with a candidate in their place, and the other candidates."""
    changed: dict[int, Track] = {}
    waiting = []
    for candidate in candidates:
        holder = _holder(known, candidate)
        if holder and not holder.touched and len(candidate.hits) >= rules.reread:
            changed[holder.id] = replace(candidate, id=holder.id)
            continue
        if holder and holder.touched and len(candidate.hits) >= rules.vanish:
            changed[holder.id] = replace(holder, sight=Sight.GONE)
        waiting.append(candidate)
    return [changed.get(track.id, track) for track in known], waiting


def _recognised(
    known: Sequence[Track], candidates: Sequence[Track], rules: Persistence
) -> tuple[list[Track], list[Track]]:
    """The tracks after recognising lost ones in candidates elsewhere, and the other candidates."""
    lost = [track for track in known if track.sight in (Sight.MISSED, Sight.GONE)]
    due = [c for c in candidates if len(c.hits) >= rules.appear and not _holder(known, c)]

    def fits(i: int, j: int) -> bool:
        track, candidate = lost[i], due[j]
        if track.hits[-1][0] >= candidate.hits[0][0]:
            return False
        apart = math.hypot(track.x_mm - candidate.x_mm, track.y_mm - candidate.y_mm)
        return log_alike(track.unit, candidate.unit) >= (0 if apart <= rules.push_mm else rules.agreement)

    left, right = ([(track.x_mm, track.y_mm) for track in tracks] for tracks in (lost, due))
    moved = {
        lost[i].id: (j, _seen(lost[i], due[j].hits, rules, moved=True))
        for i, j in nearest_pairs(left, right, math.inf, fits)
    }
    used = [due[j] for j, _ in moved.values()]
    now = [moved[track.id][1] if track.id in moved else track for track in known]
    return now, [c for c in candidates if not any(c is other for other in used)]


def _remembered(known: Sequence[Track]) -> tuple[Track, ...]:
    """The tracks without the oldest gone ones."""
    gone = sorted((t for t in known if t.sight is Sight.GONE), key=lambda t: (t.hits[-1][0], t.id))
    forgotten = {track.id for track in gone[:-GONE_KEPT]}
    return tuple(track for track in known if track.id not in forgotten)
