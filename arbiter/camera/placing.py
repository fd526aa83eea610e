"""Placing the table before a game: by a stored calibration, the markers in the first frames, cards or paper,
or the pyramids themselves, in this order.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

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

say = Messages("arbiter")

ENOUGH = 6
"""Frames that show all four markers, after which no more are looked at."""
POINTED_MM = 12.0
"""People point at a pyramid's middle: so far above the table."""
HALF_MM = 14.0
"""About half of a pyramid's width."""
PATIENCE_S = 8.0
"""Seconds (of a live camera) or, times ten, frames of a file to look for all four markers."""


@dataclass(frozen=True)
class Placed:
    """The table is placed: the calibration, what to tell about it, and the frames to come: of a film all from
    the first on that shows as many markers as any, of a camera those that it sends from now on.
    """

    calibration: Calibration
    remarks: tuple[Said, ...]
    frames: Iterator[Frame]


def on_table(said: Say, camera: Camera) -> tuple[str | tuple[float, float], Box | None]:
    """What people pointed at, a thing by its name or a place on the table (mm), and about where that is in
    the picture."""
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
    """Place the table.

    ``given`` is a calibration file to be taken as it is; ``known`` one to prefer as long as the markers
    agree with it (of a resumed game). Without either, the stored one of this camera is preferred in the
    same way, and otherwise the markers are solved anew; without any marker, the camera is found by cards,
    paper or the pyramids. Raises ``CalibrationError``, ``NotEnoughUnits``, ``ModelError`` or ``SourceError``.
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
    source: FrameSource, looked: Looked, known: Calibration | None
) -> tuple[Calibration, tuple[Said, ...]]:
    """The calibration, and what to tell about it."""
    sightings, size = looked.sightings, _size(looked.newest)
    for stored, how in ((known, "watch_by_record"), (stored_for(source, size), "watch_by_stored")):
        found = fitting(stored, sightings, size)
        if found is not None:
            return found, (say(how),)
    if len(sightings) < 2:
        return _without_markers(source, looked.newest)
    solution = solve(sightings, *size, source=source.spec)
    count, error = len(solution.calibration.markers), solution.camera.reprojection_error_px
    remark = say("watch_by_markers", n=count, raw=f"{error:.2f}")
    return solution.calibration, (remark, *solution.remarks)


def _without_markers(source: FrameSource, newest: Frame) -> tuple[Calibration, tuple[Said, ...]]:
    """Place the table by what lies on it, in the newest of the frames looked at."""
    from vision.observe.pipeline import Models
    from vision.pose.locate import locate

    picture = newest.image_bgr
    located = locate(picture, Models.load().finder.find(picture))
    return Calibration(located.camera, {}, source.spec, "camera"), (located.remark,)


def by_hand(
    corners: Iterable[tuple[float, float]],
    size_mm: tuple[float, float],
    picture: tuple[int, int],
    source: str,
) -> Calibration:
    """The calibration that four corners (parts of the picture's width and height) give; ``picture`` is its
    size (width, height) in px. Raises ``CalibrationError``.
    """
    pixels = np.array(list(corners)) * picture - 0.5
    return solve_corners(pixels, size_mm, *picture, source).calibration


def kept(calibration: Calibration) -> Message:
    """Store a calibration, made by hand, for its camera's next game; says where."""
    camera = calibration.camera
    path = default_path(calibration.source.removeprefix("camera "), camera.width, camera.height)
    try:
        write(path, calibration)
    except CalibrationError as error:
        return say("watch_by_hand_now", text=message_of(error))
    return say("watch_by_hand_stored", raw=path)


def stored_for(source: FrameSource, size: tuple[int, int]) -> Calibration | None:
    """What ``arbiter calibrate`` has stored for a source, if it can be read."""
    try:
        return read(default_path(source.spec.removeprefix("camera "), *size), size)
    except CalibrationError:
        return None


@dataclass(frozen=True)
class Looked:
    """The first frames: the markers in the best of them together, the ``first`` that shows as many as any,
    and the ``newest``."""

    sightings: Sightings
    first: Frame
    newest: Frame


def look(source: FrameSource) -> Looked:
    """Look for the markers in the first frames; raises ``SourceError`` where there are none."""
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
    return Looked(combine(best), first, newest)


def fitting(stored: Calibration | None, sightings: Sightings, size: tuple[int, int]) -> Calibration | None:
    """The stored calibration where the markers now show it to be; ``None`` if they contradict it.

    Without any of its markers in view it is taken on trust.
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
    """The frames to come; a film is begun anew, from that frame on: it holds the set-up, and may be short."""
    if source.live:
        return iter(source)
    source.rewind()
    return itertools.dropwhile(lambda frame: frame.index < first.index, source)


def _size(frame: Frame) -> tuple[int, int]:
    return frame.image_bgr.shape[1], frame.image_bgr.shape[0]
