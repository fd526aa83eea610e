"""Opens a source that the user names: a webcam, a phone's stream or page, or a recorded file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2

from engine.message import Messages, Said
from vision.source.file import FileSource
from vision.source.frames import (
    Capture,
    FrameSource,
    SourceError,
    check_size,
    picture_size,
    without_secrets,
)
from vision.source.live import SILENCE_S, CameraAway, LiveSource, Reopen
from vision.source.phone import HEIGHT, PAGE, WIDTH, PageSource
from vision.source.video import FILE, STREAM, WAIT_S, Video
from vision.source.web import OPEN, SEALED, UNREAD, NoPictures, WebCapture

say = Messages("vision")

MOST_DIGITS = 5
"""Largest number of digits of a camera's number."""
FPS = 30
"""Requested frames per second, for pictures as large as a phone's."""
VIDEO_NAMES = Path("/sys/class/video4linux")
BACKENDS = {"linux": cv2.CAP_V4L2, "win32": cv2.CAP_DSHOW, "darwin": cv2.CAP_AVFOUNDATION}


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera of this machine, with the platform's name for it."""

    index: int
    name: str


def cameras(folder: Path = VIDEO_NAMES) -> tuple[Camera, ...]:
    """The cameras listed by the platform (Linux only), by index."""
    found = []
    for name in sorted(folder.glob("video*/name"), key=lambda path: int(path.parent.name[5:] or 0)):
        found.append(Camera(int(name.parent.name[5:]), name.read_text(errors="replace").strip()))
    return tuple(found)


def open_source(spec: str, silence_s: float = SILENCE_S, names: Path = VIDEO_NAMES) -> FrameSource:
    """Open a device index (``"0"``), a device name or a part of it, a video file, a stream's address, or
    ``page`` for the pictures that a phone sends from the live page.

    Raises `SourceError` with one line that says what to do; `CameraAway` if the camera may come later.
    ``names`` is the folder in which Linux lists its cameras.
    """
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    path = Path(os.path.expanduser(spec))
    if spec == PAGE:
        return PageSource()
    if spec.isdecimal() and len(spec) <= MOST_DIGITS:
        return _open_camera(spec, (int(spec),), silence_s, names)
    if "://" in spec:
        return _open_stream(spec, silence_s)
    if _is_there(path):
        return _open_file(spec, path)
    return _open_camera(spec, _indexes(spec, names), silence_s, names)


def _is_there(path: Path) -> bool:
    """Whether the path exists; an impossible file name does not."""
    try:
        return path.exists()
    except OSError:
        return False


def _indexes(spec: str, names: Path) -> tuple[int, ...]:
    """The devices of the one camera with the name ``spec``; a camera may have several."""
    known = cameras(names)
    matching = [camera for camera in known if spec.lower() in camera.name.lower()]
    exact = [camera for camera in matching if camera.name.lower() == spec.lower()] or matching
    called = sorted({camera.name for camera in exact})
    if len(called) > 1:
        raise SourceError(say("cam_several", raw=f"{spec!r}", raw2=", ".join(called)))
    if called:
        return tuple(camera.index for camera in exact)
    there = ", ".join(f"{camera.index} ({camera.name})" for camera in known) or say("none_found")
    raise CameraAway(say("cam_unknown", raw=f"{spec!r}", raw2=there), spec, _named(spec, names))


def _named(spec: str, names: Path) -> Reopen:
    """Opens the camera of that name once it is available."""

    def opened() -> cv2.VideoCapture | None:
        try:
            found = _first_that_opens(_indexes(spec, names))
        except SourceError:
            return None
        return found and found[0]

    return opened


def _open_camera(spec: str, indexes: tuple[int, ...], silence_s: float, names: Path) -> LiveSource:
    found = _first_that_opens(indexes)
    first = indexes[0] if found is None else found[1]
    name = next((camera.name for camera in cameras(names) if camera.index == first), None)

    def reopen() -> cv2.VideoCapture | None:
        again = _first_that_opens(_plugged_in_again(indexes, name, names))
        return again and again[0]

    called = f"camera {spec}"
    if found is None:
        raise CameraAway(say("cam_closed", raw=spec), called, reopen)
    return LiveSource(called, found[0], silence_s, found[2], reopen)


def _first_that_opens(indexes: Iterable[int]) -> tuple[cv2.VideoCapture, int, tuple[Said, ...]] | None:
    """The first of some devices that yields a picture, its index, and the settings that it rejected."""
    backend = BACKENDS.get(sys.platform, cv2.CAP_ANY)
    for index in indexes:
        capture = cv2.VideoCapture(index, backend)
        if capture.isOpened():
            notes = _ask(capture, sys.platform != "darwin")
            ok, _ = capture.read()
            if ok:
                return capture, index, notes
        capture.release()
    return None


def _plugged_in_again(indexes: tuple[int, ...], name: str | None, names: Path) -> tuple[int, ...]:
    """The devices of a replugged camera: by its name, whatever its index is now; else the previous ones."""
    called = tuple(camera.index for camera in cameras(names) if camera.name == name)
    return called or indexes


def _ask(capture: cv2.VideoCapture, compressed: bool) -> tuple[Said, ...]:
    """Request size and frame rate; returns rejections. Few webcams support 720p at 30/s uncompressed."""
    if compressed:
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
    capture.set(cv2.CAP_PROP_FPS, FPS)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return refusals(picture_size(capture), capture.get(cv2.CAP_PROP_FPS))


def refusals(size: tuple[int, int], fps: float) -> tuple[Said, ...]:
    """One line for each request that a camera with this size (width, height) and frame rate rejected."""
    lines: list[Said] = []
    if size != (WIDTH, HEIGHT):
        wanted = f"{WIDTH}x{HEIGHT}"
        lines.append(say("cam_size", raw=f"{size[0]}x{size[1]}", raw2=wanted))
    if 0 < fps < FPS / 2:
        lines.append(say("cam_speed", n=f"{fps:.0f}", most=FPS))
    return tuple(lines)


def _open_stream(spec: str, silence_s: float) -> LiveSource:
    name = without_secrets(spec)
    if spec.lower().startswith(UNREAD):
        raise SourceError(say("https_other", raw=name))

    def reopen() -> Capture | None:
        try:
            return capture_of(spec)
        except SourceError:
            return None

    try:
        stream = capture_of(spec)
    except SourceError as error:
        raise CameraAway(error.args[0], name, reopen) from error
    return LiveSource(name, stream, silence_s, reopen=reopen)


def capture_of(spec: str) -> Capture:
    """Single pictures if that is what the address sends, otherwise a video. Raises `SourceError`."""
    if spec.lower().startswith((SEALED, OPEN)):
        try:
            return WebCapture(spec)
        except NoPictures:
            if spec.lower().startswith(SEALED):
                raise
    return Video(spec, STREAM, WAIT_S)


def _open_file(spec: str, path: Path) -> FileSource:
    if path.is_dir():
        raise SourceError(say("cam_folder", raw=spec))
    if path.stat().st_size == 0:
        raise SourceError(say("cam_empty", raw=spec))
    if cv2.haveImageReader(str(path)):
        raise SourceError(say("cam_picture", raw=spec, raw2=spec))

    def opened() -> Video:
        capture = Video(str(path), FILE)
        try:
            check_size(spec, *picture_size(capture))
        except SourceError:
            capture.release()
            raise
        return capture

    return FileSource(spec, opened)
