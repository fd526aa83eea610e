"""Frames in, table observations out.

A frame is first checked for activity. While something moves only hands are looked for, at a limited rate,
and, where a game wants them, glimpses are taken of what is at rest beside it (``vision.stillness.glimpse``).
Once the table is still and differs from what was read last, the part that changed is read (finder, canonical
crops, reader, metric fit), in a few frames so that evidence can be summed, the last of them whole, with a
second look for units and every crop in both views. Then nothing but cheap checks until the next change: such
frames repeat the last units (the very same tuple, ``units is before.units``).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration import drift
from calibration.camera import CalibrationError, Camera, other_size
from calibration.store import Calibration
from calibration.white import WhiteReference, white_reference
from engine.pieces import Colour
from vision.colour.colours import Certain, ColourModel, alike, measured_pieces, recoloured
from vision.detect.finder import Finder, Found, Kind, search_width
from vision.detect.hands import believed
from vision.detect.second_look import find_twice
from vision.detect.user_model import UserFinder, open_finder
from vision.fit.compatible import compatible
from vision.fit.fit import COLOURS, Seen, observe
from vision.fit.turns import with_turns
from vision.observation import Box, Glimpse, TableObservation, UnitObservation
from vision.observe.closer import in_doubt, look_closer
from vision.observe.lasting import Lasting
from vision.observe.part import Part, changed_part
from vision.observe.pooled import Pooled
from vision.observe.steady import FRAMES, steady
from vision.observe.white import Candidate, faces_of, find_white, settled
from vision.read.bands import Bands
from vision.read.reader import Reader, View
from vision.source.frames import Frame
from vision.stillness.activity import Activity, Cells, Hysteresis, Watch
from vision.stillness.glimpse import Quiet, cells_of, hidden_squares, reaches, seen_whole
from vision.stillness.lighting import GRID

MODEL_FOLDER = Path(__file__).parent.parent / "models"
LEAST_SCORE = 0.12  # of the finder, for what the reader is asked about; most of it is no unit
LARGE = 1.65
"""By so much larger the finder is shown the table in the last reading but one, and parts of it always."""
LEAST_SURE = 0.44  # of finder and reader together, for what counts as a unit
FAINT, MOST_FAINT, FAINT_APART_MM = 0.15, 4, 18.0  # what is hardly seen, with room around it
LATE = 6.0  # by so much more rarely hands are looked for while newer frames wait
MOVING_HAND, RESTING_HAND = 0.3, 0.55  # least scores: what moves is likely a hand, what is still is not
APART_MM = 8.0  # no two units' footprints have middles closer than this
NOTHING_LEARNT = ColourModel()
VIEWS = View.AGAIN, View.MIRRORED, View.PLAIN
"""Of the last readings of a table, the last first: their evidence is summed."""


@dataclass(frozen=True)
class Models:
    """The networks."""

    finder: Finder | UserFinder
    reader: Reader
    bands: Bands

    @staticmethod
    def load(folder: Path = MODEL_FOLDER, threads: int = 2, finder: Path | None = None) -> Models:
        """From exported files, or with a user's own ``finder``. Raises ModelError with one clear line."""
        return Models(
            open_finder(finder, threads) if finder else Finder(folder / "finder.onnx", threads),
            Reader(folder / "reader.onnx", threads),
            Bands(folder / "bands.onnx", threads),
        )


@dataclass(frozen=True)
class Pace:
    """How often costly things are done. ``readings`` still frames are read after a change, hands are looked
    for every ``hands_every_s`` while something moves, the camera's place is checked every
    ``drift_every_s``."""

    readings: int = 3
    hands_every_s: float = 0.15
    drift_every_s: float = 1.0
    changed_cells: int = 1


def read_units(
    image_bgr: NDArray[np.uint8],
    found: Iterable[Found],
    camera: Camera,
    models: Models,
    white: WhiteReference,
    palette: Iterable[Colour] = COLOURS,
    colours: ColourModel = NOTHING_LEARNT,
    view: View = View.ALL,
    others: Sequence[Candidate] = (),
    turned: bool = True,
) -> tuple[UnitObservation, ...]:
    """Units of one picture, surest first: crops, reader, fit, repeats and what cannot be there beside others
    left out, the stacks' bands, and what is known of the set's colours. ``others`` are whites that may be
    the right one instead of ``white``; ``turned``: with the turns of what stands.
    """
    seen = look_closer(image_bgr, found, camera, models.reader, white, view)
    return units_of(image_bgr, seen, camera, models, white, palette, colours, others, turned)


def units_of(
    image_bgr: NDArray[np.uint8],
    seen: Sequence[Seen],
    camera: Camera,
    models: Models,
    white: WhiteReference,
    palette: Iterable[Colour] = COLOURS,
    colours: ColourModel = NOTHING_LEARNT,
    others: Sequence[Candidate] = (),
    turned: bool = False,
) -> tuple[UnitObservation, ...]:
    """As ``read_units``, from what the reader has seen; ``turned``: with the turns of what stands."""
    fitted = fitted_units(image_bgr, seen, camera, models, palette, others, turned)
    units = models.bands.read(image_bgr, camera, white, fitted)
    known = camera, white, recoloured(image_bgr, camera, white, units, colours), colours
    return alike(image_bgr, *known)


def fitted_units(
    image_bgr: NDArray[np.uint8],
    seen: Sequence[Seen],
    camera: Camera,
    models: Models,
    palette: Iterable[Colour] = COLOURS,
    others: Sequence[Candidate] = (),
    turned: bool = False,
) -> tuple[UnitObservation, ...]:
    """As ``units_of``, with colours as the reader alone has them."""
    valid = [one for one in seen if one.confidence >= LEAST_SURE]
    valid = in_doubt(image_bgr, camera, models.reader, valid, others)
    units = observe(camera, valid, palette)
    return compatible(apart(with_turns(camera, valid, units) if turned else units), camera, LEAST_SURE)


def apart(units: Iterable[UnitObservation]) -> tuple[UnitObservation, ...]:
    """Surest first, without units that share a footprint with a surer one."""
    kept: list[UnitObservation] = []
    for unit in sorted(units, key=lambda u: -u.confidence):
        if all(math.hypot(unit.x_mm - o.x_mm, unit.y_mm - o.y_mm) >= APART_MM for o in kept):
            kept.append(unit)
    return tuple(kept)


def hardly_seen(
    seen: Iterable[Seen], camera: Camera, palette: Iterable[Colour], units: Sequence[UnitObservation]
) -> tuple[UnitObservation, ...]:
    """What is too faint to count as one of the ``units`` and stands clear of them all, surest first."""
    faint = sorted((one for one in seen if FAINT <= one.confidence < LEAST_SURE), key=_least_sure_last)
    clear = [
        unit
        for unit in apart(observe(camera, faint[: 2 * MOST_FAINT], palette))
        if all(math.hypot(unit.x_mm - o.x_mm, unit.y_mm - o.y_mm) >= FAINT_APART_MM for o in units)
    ]
    return tuple(clear[:MOST_FAINT])


def _least_sure_last(one: Seen) -> float:
    return -one.confidence


def white_of(
    image_bgr: NDArray[np.uint8], calibration: Calibration, visible: Iterable[int] | None = None
) -> WhiteReference | None:
    """White from the calibration's markers where they must appear; None when none is in view.

    ``visible``: the markers that are known to be in their places, if that has been looked at already.
    """
    if not calibration.markers:
        return None
    corners = drift.expected_corners(calibration)
    if visible is None:
        visible = [name for name, at in corners.items() if drift.local_shift(image_bgr, name, at) is not None]
    try:
        return white_reference(image_bgr, {name: corners[name] for name in visible})
    except CalibrationError:
        return None


class TableWatcher:
    """Watches one table through one camera.

    ``calibration`` may change over time: a bumped camera is registered again from the markers. The watcher is
    the only thing here with state; everything it calls is a function of what it is given.
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
        self._whites: tuple[Candidate, ...] = ()  # that the table may be seen by, best first
        self._last: tuple[NDArray[np.uint8], WhiteReference] | None = None  # the picture read last
        self._recent: deque[NDArray[np.uint8]] = deque(maxlen=FRAMES)
        self._left = self._pace.readings  # readings still to be made of this state of the table
        self._once: tuple[Found, ...] | None = None  # what the whole picture showed at the first look
        self._units: tuple[UnitObservation, ...] = ()
        self._faint: tuple[UnitObservation, ...] = ()  # what of this state is hardly seen
        self._read_through: Camera | None = None  # the camera as it was placed for these units
        self._hands: tuple[Box, ...] = ()
        self._believed: tuple[Box, ...] = ()  # hands of the last reading
        self._lasting, self._pooled = Lasting(), Pooled()
        self._passed: Cells = np.zeros(GRID, bool)  # what has moved since the last state was read
        self._stirred: Cells = np.zeros(GRID, bool)  # what has moved before anything was read
        self._hands_at_s = self._drift_at_s = -math.inf
        self._registered = True
        self._markers_seen = False
        self.glimpses = False
        """Whether glimpses are taken."""
        self._quiet = Quiet()

    def place(self, calibration: Calibration) -> None:
        """Take another calibration and read the table anew through it; one for pictures of another size
        begins anew with what is at rest, too.
        """
        other_size = calibration.camera.size != self.calibration.camera.size
        self.calibration, self._left, self._registered = calibration, self._pace.readings, True
        if other_size:
            self._watch, self._last, self._quiet = Watch(self._watch.rules), None, Quiet()
            self._recent.clear()
            self._units, self._hands, self._believed = (), (), ()
            self._read_through, self._stirred = None, np.zeros(GRID, bool)

    def process(self, frame: Frame) -> TableObservation:
        """What ``frame`` shows. Frames must come in order. Raises CalibrationError on another picture
        size.
        """
        self._refuse_other_size(frame)
        first, unread = self._watch.last is None, self._watch.reference is None
        self._watch, activity = self._watch.step(frame.image_bgr, frame.time_s)
        self._recent.append(frame.image_bgr)
        if unread and not first:
            self._stirred = self._stirred | activity.moved
        changed = self._stirred if unread else activity.changed
        if self.glimpses:
            self._quiet = self._quiet.step(activity.moved, frame.time_s)
        self._passed = self._passed | activity.moved
        if not activity.still:
            glimpse = self._glimpse(frame, activity)
            if glimpse is None:
                self._look_for_hands(frame)
            return replace(self._observation(frame, activity), glimpse=glimpse)
        if activity.changed_cells >= self._pace.changed_cells and self._left == 0:
            self._left = self._pace.readings
        if self._left > 0:
            picture = steady(tuple(self._recent)[-max(self._watch.calm_frames, 1) :])
            self._read(replace(frame, image_bgr=picture), changed)
        else:
            self._check_drift(frame)
        return self._observation(frame, activity)

    def learn(self, certain: Iterable[Certain], time_s: float) -> None:
        """Learns the set's colours from pieces that are certain to have stood there when the table was read
        last.
        """
        if self._last is not None:
            camera = self.calibration.camera
            pieces = measured_pieces(self._last[0], camera, self._last[1], self._units, certain)
            self.colours = self.colours.learning(pieces, time_s)

    def _refuse_other_size(self, frame: Frame) -> None:
        camera, (height, width) = self.calibration.camera, frame.image_bgr.shape[:2]
        if (camera.width, camera.height) != (width, height):
            raise other_size((camera.width, camera.height), (width, height))

    def _look_for_hands(self, frame: Frame) -> None:
        self._left = self._pace.readings
        every_s = self._pace.hands_every_s * (LATE if frame.late else 1.0)
        if frame.time_s - self._hands_at_s >= every_s:
            self._hands_at_s = frame.time_s
            self._hands = hands_of(self._models.finder.find(frame.image_bgr), MOVING_HAND)

    def _glimpse(self, frame: Frame, activity: Activity) -> Glimpse | None:
        """What has come to rest beside something that moves, if that is to be looked at in this frame."""
        wanted = self.glimpses and self._registered and self._whites and self._watch.reference is not None
        if not wanted or not self._quiet.due(activity, frame.time_s):
            return None
        self._left, self._hands_at_s = self._pace.readings, frame.time_s
        restless = self._quiet.restless(frame.time_s)
        self._quiet = self._quiet.after(activity, frame.time_s)
        camera, size = self.calibration.camera, frame.image_bgr.shape[1::-1]
        found = self._models.finder.find(frame.image_bgr, search_width(camera), LEAST_SCORE)
        self._hands = hands_of(found, MOVING_HAND)
        resting = believed(hands_of(found), activity.changed, size, ())
        hidden = restless | (cells_of(resting, size) & activity.changed)
        new = activity.changed & ~hidden
        near = [one for one in found if reaches(one.box, new, size)]
        eyes = camera, self._models, self._whites[0].white
        known = self._palette, self.colours
        units = read_units(frame.image_bgr, near, *eyes, *known, View.BOTH, turned=False)
        left = [unit for unit in self._units if not reaches(unit.bbox_px, new, size)]
        both = compatible(apart((*left, *units)), camera, LEAST_SURE)
        return Glimpse(seen_whole(both, hidden, size), hidden_squares(camera, hidden))

    def _read(self, frame: Frame, changed: Cells) -> None:
        if self._left == self._pace.readings:
            seen = self._check_drift(frame, whatever=True)
            placed = seen.visible if seen is not None and seen.camera is not None else None
            measured = white_of(frame.image_bgr, self.calibration, placed)
            self._whites = (Candidate(measured, 1.0),) if measured is not None else self._whites
            self._pooled = Pooled()
        self._left -= 1
        white, *others = self._weighed(frame.image_bgr)
        self._last = frame.image_bgr, white.white
        camera = self.calibration.camera
        part = self._part_to_read(changed)
        found = self._search(frame.image_bgr, part)
        self._hands = self._believed = believed(
            hands_of(found), changed, frame.image_bgr.shape[1::-1], self._believed
        )
        known = self._palette, self.colours
        view = VIEWS[self._left % len(VIEWS)]
        found = (*found, *self._pooled.overlooked(found))
        closer = look_closer(frame.image_bgr, found, camera, self._models.reader, white.white, view)
        self._pooled, closer = self._pooled.step(found, closer, part.inside if part else None)
        eyes = camera, self._models, white.white
        units = units_of(frame.image_bgr, closer, *eyes, *known, others, turned=self._left == 0)
        if part is not None:
            units = compatible(apart((*part.untouched(self._units), *units)), camera, LEAST_SURE)
        else:
            units = self._lasting_units(units, changed | self._passed)
        self._units = units
        self._faint = hardly_seen(closer, camera, self._palette, units) if self._left == 0 else ()
        self._read_through = camera
        if self._left == 0:
            self._watch, self._passed = self._watch.accepted(), np.zeros(GRID, bool)

    def _lasting_units(
        self, units: tuple[UnitObservation, ...], changed: Cells
    ) -> tuple[UnitObservation, ...]:
        """What counts of a reading of the whole picture beside earlier ones of what has not changed."""
        camera = self.calibration.camera
        if self._read_through is not camera:
            self._lasting = Lasting()
        size = camera.width, camera.height
        after, lasting = self._lasting.step(units, changed, size)
        if self._left == 0:  # the readings of a state are believed together, not the first for itself
            for _ in range(self._pace.readings - 1):
                after, lasting = after.step(units, np.zeros(GRID, bool), size)
            self._lasting = after
        return compatible(apart(lasting), camera, LEAST_SURE)

    def _part_to_read(self, changed: Cells) -> Part | None:
        """What is to be searched in this reading; the whole picture in the last two."""
        camera = self.calibration.camera
        if self._left <= 1 or self._read_through is not camera:
            return None
        return changed_part(changed, (camera.width, camera.height), self._units)

    def _search(self, image_bgr: NDArray[np.uint8], part: Part | None) -> tuple[Found, ...]:
        """Units and hands; in the last reading the second look joins the first one of the reading before."""
        finder, width = self._models.finder, search_width(self.calibration.camera)
        if part is not None:
            return tuple(part.find(finder, image_bgr, round(LARGE * width), LEAST_SCORE))
        if self._left == 0:
            once, self._once = self._once, None
            return find_twice(finder, image_bgr, width, LEAST_SCORE, once)
        if self._left == 1:
            width = round(LARGE * width)
        self._once = tuple(finder.find(image_bgr, width, LEAST_SCORE / 2))
        # what is faint here is not believed alone, but a later look may see it plainly: see ``Pooled``
        return self._once

    def _weighed(self, image_bgr: NDArray[np.uint8]) -> tuple[Candidate, ...]:
        """The whites by which a picture may be seen: by markers, or else weighed anew, but for the last
        reading of a state, by the table and the pieces that are known to stand there.
        """
        known = self._whites
        if known and (not known[0].white.off or not self._left):
            return known
        camera = self.calibration.camera
        faces = faces_of(image_bgr, camera, self._units, self._palette, self.colours)
        self._whites = settled(known, find_white(image_bgr, self._units, faces))
        return self._whites

    def _check_drift(self, frame: Frame, whatever: bool = False) -> drift.Drift | None:
        """Follow a bumped camera; returns how the markers lie, if they were looked at."""
        if not self.calibration.markers:
            return None
        if not whatever and frame.time_s - self._drift_at_s < self._pace.drift_every_s:
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
        return TableObservation(frame.time_s, frame.index, *known, faint=self._faint)


def hands_of(found: Iterable[Found], least: float = RESTING_HAND) -> tuple[Box, ...]:
    """Boxes of the hands among detections with at least this score."""
    return tuple(one.box for one in found if one.kind is Kind.HAND and one.score >= least)
