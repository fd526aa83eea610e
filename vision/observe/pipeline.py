"""Turns frames into table observations.

A frame is first checked for activity. While something moves, only hands are detected, at a limited rate, and,
if a game wants them, glimpses of the parts at rest are taken (``vision.stillness.glimpse``). Once the table
is still and differs from the last reading, the changed part is read (finder, canonical crops, reader, metric
fit) a few times, so that evidence can be summed, the last of them completely and with a second look for
units. No frame does it all: what one is searched for is read in the next, and all readings but the last are
done while the table settles. Until the next change frames repeat the last units (the same tuple,
``units is before.units``).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration import drift
from calibration.camera import Camera, other_size
from calibration.store import Calibration
from calibration.white import WhiteReference
from engine.pieces import Colour
from vision.colour.colours import Certain, ColourModel, measured_pieces
from vision.colour.tints import PictureTints
from vision.detect.finder import Found, search_width
from vision.detect.hands import arms_of, believed, hands_of
from vision.detect.second_look import find_twice
from vision.fit.compatible import compatible
from vision.fit.fit import COLOURS, Seen
from vision.observation import Box, Glimpse, Place, TableObservation
from vision.observe.closer import look_closer
from vision.observe.lasting import Lasting
from vision.observe.part import Part, changed_part, looked_again, resting_beside
from vision.observe.pooled import Pooled
from vision.observe.searched import Glanced, Searched
from vision.observe.steady import FRAMES, steady
from vision.observe.units import (
    LEAST_SCORE,
    LEAST_SURE,
    NOTHING_LEARNT,
    Models,
    Units,
    apart,
    hardly_seen,
    read_units,
    units_of,
    white_of,
)
from vision.observe.white import Candidate, Whites, cell_lights, faces_of, find_white
from vision.read.reader import View
from vision.source.frames import Frame
from vision.stillness.activity import Activity, Cells, Hysteresis, Watch
from vision.stillness.glimpse import Quiet, cells_of, hidden_squares, reaches, seen_whole
from vision.stillness.lighting import GRID

LARGE = 1.65
"""Enlargement for the finder in the last reading but one, and always for parts of the picture."""
STILL_SHOWN = 0.2
"""Least confidence for a unit that was there before, where the picture has not changed since."""
AT_A_LOOK = 40
"""Most detections that are read in one frame, but for a slow camera."""
VAGUE = 0.3
"""Least confidence of what, where something has come or passed, is no reading of an empty place either."""
LATE = 6.0  # factor on the interval between detections of hands while newer frames wait
MOVING_HAND = 0.3  # least score of a hand while something moves
AHEAD = 2
"""After so many calm frames a table is read ahead: a single one shows too little in a dim, grainy picture."""
SLOW_S = 0.1
"""Seconds between the frames of a camera with which everything is searched and read in one frame, because it
shows a short rest in few frames."""
VIEWS = View.AGAIN, View.MIRRORED, View.PLAIN
"""The views for the last readings of a table, last first: their evidence is summed."""


@dataclass(frozen=True)
class Pace:
    """How often costly work is done: ``readings`` still frames are read after a change; hands are detected
    every ``hands_every_s`` while something moves; the camera's pose is checked every ``drift_every_s``."""

    readings: int = 3
    hands_every_s: float = 0.15
    drift_every_s: float = 1.0
    changed_cells: int = 1


class TableWatcher:
    """Watches one table through one camera.

    ``calibration`` may change over time: a bumped camera is registered again from the markers. Only the
    watcher has state; everything that it calls is a pure function.
    """

    def __init__(
        self,
        calibration: Calibration,
        models: Models,
        palette: Iterable[Colour] = COLOURS,
        rules: Hysteresis | None = None,
        pace: Pace | None = None,
        colours: ColourModel = NOTHING_LEARNT,
    ) -> None:
        self.calibration, self.colours = calibration, colours
        self._models, self._palette, self._pace = models, tuple(palette), pace or Pace()
        self._watch = Watch(rules or Hysteresis())
        self._whites = Whites()
        self._last: tuple[NDArray[np.uint8], WhiteReference] | None = None  # the last picture that was read
        self._tints: PictureTints | None = None
        self._recent: deque[NDArray[np.uint8]] = deque(maxlen=FRAMES)
        self._left = self._pace.readings  # remaining readings of this state of the table
        self._once: tuple[Found, ...] | None = None  # detections of the first look at the whole picture
        self._units: Units = ()
        self._faint: Units = ()  # faint units of this state
        self._read_through: Camera | None = None  # the camera's pose when these units were read
        self._hands: tuple[Box, ...] = ()
        self._believed: tuple[Box, ...] = ()  # hands of the last reading
        self._arms: tuple[tuple[Box, ...], Mapping[Box, Place]] = (), {}  # of which hands, from where
        self._lasting, self._pooled = Lasting(), Pooled()
        self._passed: Cells = np.zeros(GRID, bool)  # cells with motion since the last state was read
        self._stirred: Cells = np.zeros(GRID, bool)  # cells with motion before the first reading
        self._hands_at_s = self._drift_at_s = -math.inf
        self._registered = True
        self._markers_seen = False
        self._searched: Searched | None = None  # until it is read
        self._glanced: Glanced | None = None  # until it is read
        self._ahead = False  # whether the table has been read while it settled
        self._rests = False  # whether this state of the table at rest has been read
        self.glimpses = False  # whether glimpses are taken
        self.detected = False  # whether a network ran on the last frame
        self._quiet = Quiet()

    def place(self, calibration: Calibration) -> None:
        """Use another calibration and read the table again; for pictures of another size, also reset the
        state."""
        other_size = calibration.camera.size != self.calibration.camera.size
        self._whites = replace(self._whites, lights=None)
        self.calibration, self._left, self._registered = calibration, self._pace.readings, True
        self._searched, self._glanced, self._ahead = None, None, False
        if other_size:
            self._watch, self._last, self._quiet = Watch(self._watch.rules), None, Quiet()
            self._recent.clear()
            self._units, self._hands, self._believed = (), (), ()
            self._read_through, self._stirred = None, np.zeros(GRID, bool)

    def process(self, frame: Frame) -> TableObservation:
        """The observation in ``frame``. Frames must come in order. Raises CalibrationError on another
        size."""
        known, (height, width) = self.calibration.camera.size, frame.image_bgr.shape[:2]
        if known != (width, height):
            raise other_size(known, (width, height))
        first, unread, before_s = self._watch.last is None, self._watch.reference is None, self._watch.time_s
        self._watch, activity = self._watch.step(frame.image_bgr, frame.time_s)
        self._recent.append(frame.image_bgr)
        if unread and not first:
            self._stirred = self._stirred | activity.moved
        changed = self._stirred if unread else activity.changed
        self._quiet = self._quiet.step(activity.moved, frame.time_s)
        self._passed = self._passed | activity.moved
        self.detected, slow = False, frame.time_s - before_s >= SLOW_S
        if not activity.still:
            return self._unsettled(frame, activity, changed, slow)
        self._glanced = None
        if not self._reading and activity.changed_cells >= self._pace.changed_cells:
            self._left = self._pace.readings
        reading = self._reading
        if not reading:
            self._check_drift(frame)
        read = (reading and self._read_on(frame, changed, slow)) or self._ahead
        self._ahead = False
        self._rests = self._rests or read or not reading
        return replace(self._observation(frame, activity), still=self._rests, unread=reading and not read)

    def _unsettled(self, frame: Frame, activity: Activity, changed: Cells, slow: bool) -> TableObservation:
        """The observation in a frame with movement, or soon after it. All readings of the table at rest but
        the last are done ahead, while the time passes until it counts as such."""
        self._rests, glimpse = False, None
        if self._watch.calm_frames >= AHEAD and self._glanced is None:
            if self._left > 1 or self._searched is not None:
                self._ahead = self._read_on(frame, changed, slow) or self._ahead
            return self._observation(frame, activity)
        self._searched, self._ahead = None, False
        if self._glanced is not None:
            glimpse, self._glanced = self._glimpse(self._glanced), None
        elif (glanced := self._glance(frame, activity)) is not None:
            self._glanced = glanced
        else:
            self._look_for_hands(frame)
        return replace(self._observation(frame, activity), glimpse=glimpse)

    @property
    def _reading(self) -> bool:
        """Whether this state of the table is still to be read, or found and not read yet."""
        return self._left > 0 or self._searched is not None

    def learn(self, certain: Iterable[Certain], time_s: float) -> None:
        """Learn the set's colours from pieces that were certainly there at the last reading."""
        if self._last is not None:
            camera = self.calibration.camera
            pieces = measured_pieces(self._last[0], camera, self._last[1], self._units, certain)
            self.colours = self.colours.learning(pieces, time_s)

    def _look_for_hands(self, frame: Frame) -> None:
        self._left = self._pace.readings
        if frame.time_s - self._hands_at_s >= self._pace.hands_every_s * (LATE if frame.late else 1.0):
            self._hands_at_s, self.detected = frame.time_s, True
            self._hands = hands_of(self._models.finder.find(frame.image_bgr), MOVING_HAND)

    def _glance(self, frame: Frame, activity: Activity) -> Glanced | None:
        """A search for what has come to rest beside something that moves, if this frame is due for a
        glimpse."""
        wanted = (
            self.glimpses
            and self._registered
            and self._whites.candidates
            and self._watch.reference is not None
        )
        if not wanted or not self._quiet.due(activity, frame.time_s):
            return None
        self._left, self._hands_at_s, self.detected = self._pace.readings, frame.time_s, True
        restless = self._quiet.restless(frame.time_s)
        self._quiet = self._quiet.after(activity, frame.time_s)
        width, size = search_width(self.calibration.camera), frame.image_bgr.shape[1::-1]
        found = self._models.finder.find(frame.image_bgr, width, LEAST_SCORE / 2)
        self._hands = hands_of(found, MOVING_HAND)
        resting = believed(hands_of(found), activity.changed, size, ())
        plain = resting_beside(found, self._hands, self._recent[0], frame.image_bgr)
        hidden = (restless | (cells_of(resting, size) & activity.changed)) & ~cells_of(plain, size)
        return Glanced(frame.image_bgr, activity.changed, hidden, found)

    def _glimpse(self, glanced: Glanced) -> Glimpse:
        """Read what was searched for in the frame before."""
        self.detected = True
        image_bgr, found, hidden = glanced.image_bgr, glanced.found, glanced.hidden
        camera, size = self.calibration.camera, image_bgr.shape[1::-1]
        white = self._whites.candidates[0].white
        self._tints = PictureTints.of(image_bgr, camera, white)
        new = glanced.changed & ~hidden
        width, finder = round(LARGE * search_width(camera)), self._models.finder
        near = looked_again(finder, image_bgr, found, new, self._units, width, LEAST_SCORE)
        known, eyes = (self._palette, self.colours), (camera, self._models, white)
        units = read_units(image_bgr, near, *eyes, *known, View.BOTH, turned=False)
        left = [unit for unit in self._units if not reaches(unit.bbox_px, new, size)]
        both = compatible(apart((*left, *units)), camera, LEAST_SURE)
        differing = hidden_squares(camera, hidden | glanced.changed)
        return Glimpse(seen_whole(both, hidden, size), hidden_squares(camera, hidden), differing)

    def _read_on(self, frame: Frame, changed: Cells, slow: bool) -> bool:
        """Read the table at rest: search for units and, unless that was enough for one frame (of a camera
        that is not ``slow``), read what was found, otherwise in the next frames. Returns whether it was read.
        """
        self.detected = True
        if self._searched is None:
            self._searched = self._begin(frame, changed)
            if self._searched.large and not slow:
                return False
        late = self._searched.known
        if not late:
            self._searched = self._look_closer(self._searched, None if slow else AT_A_LOOK)
            twice = self._searched.twice and self._left == 1  # others are few, or may not be delayed
            if not slow and (twice or not self._searched.known):
                return False
        self._finish(self._searched)
        seen, self._searched = self._watch.seen, None
        if late and seen is not None and seen.still:  # the last reading begins no later for it
            self._searched = self._begin(frame, changed)
        return True

    def _begin(self, frame: Frame, changed: Cells) -> Searched:
        """Begin a reading, with the mean of the last frames."""
        picture = steady(tuple(self._recent)[-max(self._watch.calm_frames, 1) :])
        frame = replace(frame, image_bgr=picture)
        if self._left == self._pace.readings:
            seen = self._check_drift(frame, whatever=True)
            placed = seen.visible if seen is not None and seen.camera is not None else None
            measured = white_of(frame.image_bgr, self.calibration, placed)
            self._whites = Whites((Candidate(measured, 1.0),)) if measured is not None else self._whites
            self._pooled = Pooled()
        self._left -= 1
        part = self._part_to_read(changed)
        found = self._search(frame.image_bgr, part)
        size = frame.image_bgr.shape[1::-1]
        self._hands = self._believed = believed(hands_of(found), changed, size, self._believed)
        return Searched(frame.image_bgr, changed, part, (*found, *self._pooled.overlooked(found)))

    def _look_closer(self, searched: Searched, most: int | None) -> Searched:
        """Read ``most`` more of what was found, or all of it."""
        whites = searched.whites or self._weighed(searched.image_bgr)
        some = searched.found[searched.read :][:most]
        camera, view = self.calibration.camera, VIEWS[self._left % len(VIEWS)]
        seen = look_closer(searched.image_bgr, some, camera, self._models.reader, whites[0].white, view)
        known = (*searched.seen, *seen)
        return replace(searched, whites=whites, seen=known, read=searched.read + len(some))

    def _finish(self, searched: Searched) -> None:
        """Finish a reading."""
        image_bgr, part = searched.image_bgr, searched.part
        white, *others = searched.whites
        self._last = image_bgr, white.white
        camera = self.calibration.camera
        self._tints = PictureTints.of(image_bgr, camera, white.white)
        known = self._palette, self.colours
        inside = part.inside if part else None
        self._pooled, closer = self._pooled.step(searched.found, searched.seen, inside)
        eyes = camera, self._models, white.white
        units = units_of(image_bgr, closer, *eyes, *known, others, turned=self._left == 0)
        if part is not None:
            units = compatible(apart((*part.untouched(self._units), *units)), camera, LEAST_SURE)
        else:
            units = self._lasting_units(units, closer, searched.changed)
        self._units = units
        self._faint = hardly_seen(closer, camera, self._palette, units) if self._left == 0 else ()
        self._read_through = camera
        if self._left == 0:
            self._watch, self._passed = self._watch.accepted(), np.zeros(GRID, bool)

    def _lasting_units(self, units: Units, seen: Iterable[Seen], changed: Cells) -> Units:
        """The units of a reading of the whole picture, together with earlier readings of unchanged places."""
        camera, size = self.calibration.camera, self.calibration.camera.size
        if self._read_through is not camera:
            self._lasting = Lasting()
        faint = [(one.x_mm, one.y_mm) for one in seen if STILL_SHOWN <= one.confidence < LEAST_SURE]
        vague = cells_of(tuple(one.box for one in seen if VAGUE <= one.confidence < LEAST_SURE), size)
        unread = vague & (changed | self._passed)
        after, lasting = self._lasting.step(units, changed, size, self._passed, faint, unread)
        if self._left == 0:  # all readings of this state count for the belief, not only this one
            for _ in range(self._pace.readings - 1):
                after, lasting = after.step(units, np.zeros(GRID, bool), size, None, faint, unread)
            self._lasting = after
        return compatible(apart(lasting), camera, LEAST_SURE)

    def _part_to_read(self, changed: Cells) -> Part | None:
        """The part to be searched in this reading; ``None`` (the whole picture) in the last two."""
        camera = self.calibration.camera
        if self._left <= 1 or self._read_through is not camera:
            return None
        return changed_part(changed, camera.size, self._units)

    def _search(self, image_bgr: NDArray[np.uint8], part: Part | None) -> tuple[Found, ...]:
        """Detect units and hands; in the last reading, a second look is joined with that of the reading
        before."""
        finder, width = self._models.finder, search_width(self.calibration.camera)
        if part is not None:
            return tuple(part.find(finder, image_bgr, round(LARGE * width), LEAST_SCORE))
        if self._left == 0:
            once, self._once = self._once, None
            return find_twice(finder, image_bgr, width, LEAST_SCORE, once)
        if self._left == 1:
            width = round(LARGE * width)
        self._once = tuple(finder.find(image_bgr, width, LEAST_SCORE / 2))
        # faint detections are included, because a later look may see them plainly: see ``Pooled``
        return self._once

    def _weighed(self, image_bgr: NDArray[np.uint8]) -> tuple[Candidate, ...]:
        """The candidate whites: from markers, or else estimated from the table and the known pieces, again in
        each reading but the last of a state.
        """
        known = self._whites
        if known.measured or (known.candidates and not self._left):
            return known.candidates
        lights, camera = cell_lights(image_bgr), self.calibration.camera
        faces = faces_of(image_bgr, camera, self._units, self._palette, self.colours)
        now = Whites(find_white(image_bgr, self._units, faces), len(faces.lights), lights)
        self._whites = known.followed(lights).settled(now)
        return self._whites.candidates

    def _check_drift(self, frame: Frame, whatever: bool = False) -> drift.Drift | None:
        """Follow a bumped camera; returns the markers' drift, if they were checked."""
        early = not whatever and frame.time_s - self._drift_at_s < self._pace.drift_every_s
        if early or not self.calibration.markers:
            return None
        self._drift_at_s = frame.time_s
        seen = drift.check(self.calibration, frame.image_bgr, search=whatever)
        if not seen.known:
            self._registered = not self._markers_seen or not whatever
            return seen
        self._markers_seen = True
        self._registered = seen.camera is not None
        if seen.calibration is not self.calibration:
            self.calibration = seen.calibration
            self._left = self._pace.readings
        return seen

    def _observation(self, frame: Frame, activity: Activity) -> TableObservation:
        known = self._units, self._hands, activity.still, self._registered
        if self._arms[0] is not self._hands:
            changed = activity.changed if self._watch.reference is not None else self._stirred
            self._arms = self._hands, arms_of(self._hands, self.calibration.camera, changed)
        arms = self._arms[1]
        return TableObservation(
            frame.time_s, frame.index, *known, faint=self._faint, arms=arms, tints=self._tints
        )
