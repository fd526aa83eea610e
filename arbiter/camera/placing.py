"""Finds the camera's calibration before a game: a stored one, or from the markers in the first frames, cards
or paper, or the pyramids themselves, in this order.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from arbiter.events.orders import Say
from calibration.camera import CalibrationError, Camera
from calibration.corners import solve_corners
from calibration.drift import judge
from calibration.markers import PLACES, Sightings, combine, find_markers
from calibration.pose import solve
from calibration.store import Calibration, default_path, read, write
from engine.message import Message, Messages, Said, message_of
from vision.observation import Box
from vision.source.frames import Frame, FrameSource, SourceError

if TYPE_CHECKING:
    from vision.pose.locate import Located

say = Messages("arbiter")

ENOUGH = 6
"""Number of frames with all four markers after which the search ends."""
POINTED_MM = 12.0
"""Height above the table of the point that people point at: the middle of a pyramid."""
HALF_MM = 14.0
"""About half of a pyramid's width."""
SURE_FOCAL = 0.05
"""Largest relative standard deviation of the focal length with which markers are done without that contradict
each other."""
PATIENCE_S = 8.0
"""How long to look for all four markers: seconds with a live camera, tenths of that many frames in a file."""


@dataclass(frozen=True)
class Placed:
    """A calibration, what to tell about it, and the frames to watch: a film's from the first with the most
    markers on, a camera's from now on.
    """

    calibration: Calibration
    remarks: tuple[Said, ...]
    frames: Iterator[Frame]


def pointed_at(said: Say, camera: Camera) -> tuple[str | tuple[float, float], Box | None]:
    """What people pointed at: a thing by its name, or a place on the table (mm) with its box in the
    picture."""
    if isinstance(said.at, str):
        return said.at, None
    x, y = said.at
    if said.in_picture:
        pixel = np.array([said.at]) * (camera.width, camera.height) - 0.5
        ((x, y),) = camera.to_table(pixel, POINTED_MM)
    sides = itertools.product((-HALF_MM, HALF_MM), (-HALF_MM, HALF_MM), (0.0, 2 * HALF_MM))
    corners = camera.project(np.array([(x + dx, y + dy, z) for dx, dy, z in sides]))
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    return (float(x), float(y)), (float(left), float(top), float(right), float(bottom))


def place(source: FrameSource, given: Path | None = None, known: Calibration | None = None) -> Placed:
    """Find the camera's calibration.

    ``given`` is a calibration file to be used as it is. Otherwise ``known`` (from a resumed game), or else
    the calibration stored for this camera, is used if the markers agree with it; or else the pose is solved
    from the markers, and without markers, or if they contradict each other, from cards, paper or the
    pyramids. Raises ``CalibrationError``, ``NotEnoughUnits``, ``ModelError`` or ``SourceError``.
    """
    if given is not None:
        first = source.read()
        if first is None:
            raise SourceError(say("cam_none", raw=source.spec))
        calibration = read(given, _size(first))
        return Placed(calibration, (say("watch_read_from", raw=given),), _frames(source, first))
    looked = look(source)
    calibration, remarks = _found(source, looked, known)
    return Placed(calibration, remarks, _frames(source, looked.first))


def _found(
    source: FrameSource, looked: FirstLook, known: Calibration | None
) -> tuple[Calibration, tuple[Said, ...]]:
    """The calibration, and what to tell about it."""
    sightings, size = looked.sightings, _size(looked.newest)
    for stored, how in ((known, "watch_by_record"), (stored_for(source, size), "watch_by_stored")):
        found = fitting(stored, sightings, size)
        if found is not None:
            return found, (say(how),)
    if len(sightings) < 2:
        return _without_markers(source, _located(looked))
    try:
        solution = solve(sightings, *size, source=source.spec)
    except CalibrationError as wrong:
        return _in_spite_of(wrong, source, looked)
    count, error = len(solution.calibration.markers), solution.camera.reprojection_error_px
    remark = say("watch_by_markers", n=count, raw=f"{error:.2f}")
    return solution.calibration, (remark, *solution.remarks)


def _in_spite_of(
    error: CalibrationError, source: FrameSource, looked: FirstLook
) -> tuple[Calibration, tuple[Said, ...]]:
    """The calibration by what else is on the table, where the markers contradict each other: the game need
    not wait until they are put right. Raises the ``error`` if that is not enough."""
    from vision.pose.freeview import NotEnoughUnits

    try:
        located = _located(looked)
    except NotEnoughUnits:
        raise error from None
    if located.doubt.focal > SURE_FOCAL:
        raise error
    calibration, remarks = _without_markers(source, located)
    return calibration, (message_of(error), *remarks)


def _without_markers(source: FrameSource, located: Located) -> tuple[Calibration, tuple[Said, ...]]:
    """The calibration by what else was found on the table, and what to tell about it."""
    return Calibration(located.camera, {}, source.spec, "camera"), (located.remark,)


def _located(looked: FirstLook) -> Located:
    """The camera by what is on the table in the newest frame."""
    from vision.observe.units import Models
    from vision.pose.locate import locate

    picture = looked.newest.image_bgr
    return locate(picture, Models.load().finder.find(picture), sightings=looked.sightings)


def by_hand(
    corners: Iterable[tuple[float, float]],
    size_mm: tuple[float, float],
    picture: tuple[int, int],
    source: str,
) -> Calibration:
    """The calibration from four corners (as fractions of the picture's width and height); ``picture`` is its
    size (width, height) in px. Raises ``CalibrationError``.
    """
    pixels = np.array(list(corners)) * picture - 0.5
    return solve_corners(pixels, size_mm, *picture, source).calibration


def keep_calibration(calibration: Calibration) -> Message:
    """Store a calibration made by hand for its camera's next game; returns a message that says where."""
    camera = calibration.camera
    path = default_path(calibration.source.removeprefix("camera "), camera.width, camera.height)
    try:
        write(path, calibration)
    except CalibrationError as error:
        return say("watch_by_hand_now", text=message_of(error))
    return say("watch_by_hand_stored", raw=path)


def stored_for(source: FrameSource, size: tuple[int, int]) -> Calibration | None:
    """The calibration that ``arbiter calibrate`` has stored for a source, if it can be read."""
    try:
        return read(default_path(source.spec.removeprefix("camera "), *size), size)
    except CalibrationError:
        return None


@dataclass(frozen=True)
class FirstLook:
    """The result of the search for markers: those in the frames that show most of them, the ``first`` of
    these frames, and the ``newest`` frame of all."""

    sightings: Sightings
    first: Frame
    newest: Frame


def look(source: FrameSource) -> FirstLook:
    """Look for the markers in the first frames; raises ``SourceError`` if there are no frames."""
    seen: list[Sightings] = []
    first: Frame | None = None
    end = math.inf
    for number in itertools.count():
        frame = source.read()
        if frame is None:
            break
        end = min(end, time.monotonic() + PATIENCE_S)
        found = find_markers(frame.image_bgr)
        if first is None or len(found) > max(map(len, seen)):
            first = frame
        seen.append(found)
        newest = frame
        late = time.monotonic() > end if source.live else number >= 10 * PATIENCE_S
        if late or sum(len(one) == len(PLACES) for one in seen) >= ENOUGH:
            break
    if first is None:
        raise SourceError(say("cam_none", raw=source.spec))
    most = max(map(len, seen))
    best = [found for found in seen if len(found) == most]
    return FirstLook(combine(best), first, newest)


def fitting(stored: Calibration | None, sightings: Sightings, size: tuple[int, int]) -> Calibration | None:
    """The stored calibration, adjusted to the markers now; ``None`` if they contradict it.

    It is used unchecked if no markers are in view.
    """
    if stored is None:
        return None
    try:
        scaled = stored.for_size(*size)
        if not scaled.markers or not any(name in scaled.markers for name in sightings):
            return scaled if not sightings else None
        drift = judge(scaled, sightings)
    except CalibrationError:
        return None
    return drift.calibration if drift.camera is not None else None


def _frames(source: FrameSource, first: Frame) -> Iterator[Frame]:
    """The frames to watch; a film is rewound to ``first``, since it may be short and shows the set-up."""
    if source.live:
        return iter(source)
    source.rewind()
    return itertools.dropwhile(lambda frame: frame.index < first.index, source)


def _size(frame: Frame) -> tuple[int, int]:
    return frame.image_bgr.shape[1], frame.image_bgr.shape[0]
