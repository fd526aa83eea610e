"""Units followed through a whole game: a unit keeps its number while hands pass, while it is hidden, when
it is pushed or carried elsewhere, and when the camera is bumped and registered again.

Only readings count: frames in which the table was read anew, still and with the camera registered. Frames
in between repeat the last units (the very same tuple) and count for nothing; an empty reading can't be
told from its repeats and counts each time. What is seen of a unit is summed as ``vision.track.summing`` does.
Everything here is a value: ``Tracks.step`` gives the next tracks.

A unit that stands where a track is known to be but surely isn't what the track is (``log_alike`` or
``log_same_posture`` under 0) does not add to its evidence: it becomes a *candidate*, as do units in new
places. A candidate seen often enough gets a number: the old one of a track of the same kind that has not
been seen since the candidate was first seen, or a new one.
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
"""Readings of evidence kept of a track; older ones drop out."""
LAST_HITS, SHIFT_MM = 5, 3.0
"""A track stands at the median of its places. Once the median of the last so many is this far from there,
it has been pushed and stands where they are: one misread place moves nothing.
"""
GONE_KEPT = 64
"""So many of the tracks that are gone are remembered, the last seen, to be known again."""
COVERED = 0.5
"""Share of a unit's box that a resting hand's box must cover for the unit to count as hidden by it."""


@dataclass(frozen=True, slots=True)
class Persistence:
    """The hysteresis of tracks. Counts are of readings; logarithms are natural.

    A unit appears once seen in ``appear`` readings, and is forgotten as a false one when missed as often
    before. It is gone once missed in ``vanish`` readings in a row in which it should have shown, or in
    ``linger`` if no hand has been at its place since it was seen: nothing leaves a table by itself. One that
    others nearer to the camera or the picture's edge hide by ``hidden_share`` or more, or that a hand's
    box touches, is not missed. Something else seen in its place in ``vanish`` readings replaces it when a
    hand has been there since it was seen last; if none has, it is the same unit misread, and is read anew
    after ``reread`` readings. Its name changes when another is likelier by ``margin``, the shown sureness
    when it is off by ``doubt_step``. A track is known again elsewhere when it is likelier than not by
    ``agreement`` to be of the same kind, within ``push_mm`` (mm) if nothing speaks against it. Raises
    ValueError when a value makes no sense.
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
    """How a track stood at the last reading."""

    SEEN = "seen"
    MISSED = "missed"
    HIDDEN = "hidden"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Track:
    """One unit: its number ``id`` (0 for a candidate), place (table frame, mm, degrees) and name.

    ``hits`` are what was seen of it, with the number of the reading each is from; ``unit`` is their sum.
    ``settled`` is the reading since which it stands where it is, ``missed`` how many readings in a row
    missed it, ``touched`` says that a hand has been at its place since it was seen last, ``covered`` that
    one is now.
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
        """Whether it is there but can't be seen."""
        return self.covered or self.sight is Sight.HIDDEN

    @property
    def box(self) -> Box:
        """Where in the picture it was seen last, px."""
        return self.hits[-1][1].bbox_px

    def near(self, x_mm: float, y_mm: float) -> bool:
        """Whether the place is its own."""
        return math.hypot(self.x_mm - x_mm, self.y_mm - y_mm) <= GATE_MM

    @property
    def turns_deg(self) -> tuple[float | None, ...]:
        """How its pieces are turned where it stands, top to bottom, 0 to 90 degrees."""
        here = [unit for number, unit in self.hits if number >= self.settled]
        return mean_turns(here, len(self.name.pieces))

    def parts(self, camera: Camera) -> list[Floats]:
        """Corners (5, 3) mm of its solids as named, bottom to top."""
        sizes = tuple(piece.size for piece in reversed(self.name.pieces))
        heading = (self.heading_deg or 0.0) if self.name.posture is Posture.FLAT else None
        return placed(sizes, self.x_mm, self.y_mm, heading, camera, tuple(reversed(self.turns_deg)))


@dataclass(frozen=True, slots=True)
class Tracks:
    """All that is followed: ``known`` tracks by number, ``candidates``, and how many ``readings`` there were.

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
        """The tracks whose unit is on the table, seen or not."""
        return tuple(track for track in self.known if track.sight is not Sight.GONE)

    def step(self, frame: TableObservation, camera: Camera) -> Tracks:
        """The tracks after one more frame, seen through ``camera``. Frames must come in order."""
        known = tuple(_under(track, frame) for track in self.known)
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


def _under(track: Track, frame: TableObservation) -> Track:
    """The track with whether a hand is at its place now; what a moving one covers is not hidden, but
    passed.
    """
    reached = [hand for hand in frame.hands if overlaps(track.box, hand)]
    covered = track.covered
    if frame.still:
        covered = any(shared_area(track.box, hand) >= COVERED * area(track.box) for hand in reached)
    touched = track.touched or bool(reached)
    if (touched, covered) == (track.touched, track.covered):
        return track
    return replace(track, touched=touched, covered=covered)


def _matched(tracks: Sequence[Track], units: Sequence[UnitObservation]) -> dict[int, int]:
    """Index of a track on the table -> index of the unit that is it: in its place and not surely
    different.
    """
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
    """A candidate."""
    units = [unit for _, unit in hits]
    unit = sum_unit(units, COLOURS)
    name = name_of(unit, _confidence(units))
    return Track(0, Sight.SEEN, hits, hits[0][0], *_place(units), unit, name)


def _seen(
    track: Track, hits: tuple[tuple[int, UnitObservation], ...], rules: Persistence, moved: bool = False
) -> Track:
    """The track with more hits added to its evidence; ``moved`` when it stands elsewhere since the first
    of them.
    """
    every = (*track.hits, *hits)[-KEPT_HITS:]
    units = [unit for _, unit in every]
    unit = sum_unit(units, COLOURS)
    settled = hits[0][0] if moved else _settled(every, track.settled)
    x, y, heading = _place([unit for number, unit in every if number >= settled])
    name = renamed(track.name, unit, _confidence(units), rules.margin, rules.doubt_step)
    return Track(track.id, Sight.SEEN, every, settled, x, y, heading, unit, name, covered=track.covered)


def _settled(hits: tuple[tuple[int, UnitObservation], ...], since: int) -> int:
    """The reading since which a track stands where it is, if it did ``since`` one before the last."""
    here = [(number, unit) for number, unit in hits if number >= since]
    x, y, _ = _place([unit for _, unit in here])
    last = here[-LAST_HITS:]
    x1, y1, _ = _place([unit for _, unit in last])
    if math.hypot(x - x1, y - y1) <= SHIFT_MM:
        return since
    return next(n for n, unit in last if math.hypot(unit.x_mm - x1, unit.y_mm - y1) <= SHIFT_MM)


def _place(units: Sequence[UnitObservation]) -> tuple[float, float, float | None]:
    """Where units stand (mm) and, of those that lie, the heading in degrees."""
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
    """The track after a reading that has nothing of its kind in its place."""
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
    """The candidates after a reading that left ``units`` over; those missed too often drop out."""
    hits = _matched(before, units)
    seen = [
        _track((*c.hits, (number, units[hits[i]]))) if i in hits else replace(c, missed=c.missed + 1)
        for i, c in enumerate(before)
    ]
    new = [_track(((number, unit),)) for j, unit in enumerate(units) if j not in hits.values()]
    return sorted((c for c in (*seen, *new) if c.missed < rules.appear), key=lambda c: (c.x_mm, c.y_mm))


def _holder(known: Sequence[Track], candidate: Track) -> Track | None:
    """The track in whose place a candidate stands."""
    near = (t for t in known if t.sight is not Sight.GONE and t.near(candidate.x_mm, candidate.y_mm))
    return next(near, None)


def _replaced(
    known: Sequence[Track], candidates: Sequence[Track], rules: Persistence
) -> tuple[list[Track], list[Track]]:
    """Tracks in whose place something else stands now: gone, or read anew with the candidate's evidence."""
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
    """Tracks not seen any more that a candidate, seen often enough, shows in another place."""
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
    """The tracks without the oldest of those that are gone."""
    gone = sorted((t for t in known if t.sight is Sight.GONE), key=lambda t: (t.hits[-1][0], t.id))
    forgotten = {track.id for track in gone[:-GONE_KEPT]}
    return tuple(track for track in known if track.id not in forgotten)
