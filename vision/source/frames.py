"""Where frames come from: a webcam, a phone's stream, or a recorded file.

A recorded file gives every frame, in order, however long each takes to process. A live camera is read by a
thread of its own into a box that holds just the newest frame: whoever asks gets the newest, never a queue.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT, FPS = 1280, 720, 30
"""What a camera is asked for, in pixels and frames a second."""
SILENCE_S = 3.0
"""After so many seconds without a frame a live camera counts as gone."""
READY_S = 0.2
STREAM_OPEN_MS = 6000
PAGE = "page"
"""The source whose pictures a phone sends from the live page."""
VIDEO_NAMES = Path("/sys/class/video4linux")
BACKENDS = {"linux": cv2.CAP_V4L2, "win32": cv2.CAP_DSHOW, "darwin": cv2.CAP_AVFOUNDATION}

os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # OpenCV reads it once: no chatter beside our own line


class SourceError(Exception):
    """No frames can be had (any more); the message is one line that says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: ``image_bgr`` (height, width, 3) uint8, seconds since the source began, running number.

    The numbers of a live source count what the camera took, so that a gap shows what was skipped.
    """

    image_bgr: NDArray[np.uint8]
    time_s: float
    index: int


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera on this machine, with the name that the platform gives it."""

    index: int
    name: str


class Capture(Protocol):
    """What is used of ``cv2.VideoCapture``."""

    def read(self) -> tuple[bool, Any]:
        """The next picture, if there is one."""

    def get(self, prop: int) -> float:
        """A property's value."""

    def release(self) -> None:
        """Let go of the device or file."""


class FrameSource:
    """Base of the sources; also a context manager and an iterator over the frames to come.

    ``spec`` is what was asked for, ``live`` whether frames come by the clock, ``size`` (width, height) in
    pixels, ``notes`` lines about what the camera would not do.
    """

    live: bool = False

    def __init__(self, spec: str, size: tuple[int, int], notes: tuple[str, ...] = ()) -> None:
        self.spec, self.size, self.notes = spec, size, notes

    def read(self) -> Frame | None:
        """The next frame (live: the newest not yet handed out); ``None`` at the end of a file.

        Raises `SourceError` when the camera has gone or the file breaks off.
        """
        raise NotImplementedError

    def ready(self) -> bool:
        """Whether ``read`` gives an answer at once; waits a moment for that (`READY_S`)."""
        return True

    def close(self) -> None:
        """Let go of the device or file; may be called twice."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Frame]:
        while (frame := self.read()) is not None:
            yield frame

    def __enter__(self) -> FrameSource:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class FileSource(FrameSource):
    """A recorded video; see `open_source`."""

    def __init__(self, spec: str, capture: Capture) -> None:
        super().__init__(spec, _size(capture))
        self._capture = capture
        fps = capture.get(cv2.CAP_PROP_FPS)
        self.fps: float = fps if 0 < fps < 1000 else float(FPS)
        self.frame_count = max(0, round(capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        """Frames that the file claims to have; 0 when it doesn't say."""
        self._next = 0
        self._time_s = -1.0

    def read(self) -> Frame | None:
        ok, image = self._capture.read()
        if not ok:
            self._check_end()
            return None
        stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        self._time_s = stamp if stamp > self._time_s else max(self._time_s, 0) + 1 / self.fps
        frame = Frame(image, self._time_s, self._next)
        self._next += 1
        return frame

    def _check_end(self) -> None:
        """Raise if the file ended long before its own count."""
        if self._next == 0:
            raise SourceError(f"{self.spec} holds no picture that can be read: the file is broken")
        if self._next < self.frame_count - max(2, 0.02 * self.frame_count):
            raise SourceError(
                f"{self.spec} breaks off after {self._next} of {self.frame_count} frames (truncated file); "
                "what was seen until then is kept"
            )

    def close(self) -> None:
        self._capture.release()


class LiveSource(FrameSource):
    """A camera or stream, read by its own thread into a box with room for one frame; see `open_source`."""

    live = True

    def __init__(
        self, spec: str, capture: Capture, silence_s: float = SILENCE_S, notes: tuple[str, ...] = ()
    ) -> None:
        super().__init__(spec, _size(capture), notes)
        self._capture, self._silence_s = capture, silence_s
        self._change = threading.Condition()
        self._box: Frame | None = None
        self._closing = self._ended = False
        self._began = self._last = time.monotonic()
        self._thread = threading.Thread(target=self._take, name="camera", daemon=True)
        self._thread.start()

    def _take(self) -> None:
        """The camera's thread: put each picture in the box, over the one before."""
        index, misses = 0, 0
        while not self._closing:
            ok, image = self._capture.read()
            if not ok:
                misses += 1
                time.sleep(0.01)
                continue
            now = time.monotonic()
            with self._change:
                self._box, self._last = Frame(image, now - self._began, index), now
                self._change.notify_all()
            index += 1
        self._capture.release()

    def read(self) -> Frame | None:
        with self._change:
            while self._box is None:
                left = self._silence_s - (time.monotonic() - self._last)
                if self._closing:
                    return None
                if left <= 0:
                    raise SourceError(
                        f"{self.spec} has sent no picture for {self._silence_s:g} s: is it still connected?"
                    )
                self._change.wait(left)
            frame, self._box = self._box, None
            return frame

    def ready(self) -> bool:
        with self._change:
            self._change.wait_for(lambda: self._box is not None or self._closing, READY_S)
            silent = time.monotonic() - self._last >= self._silence_s
            return self._box is not None or self._closing or silent

    def close(self) -> None:
        """End the camera's thread; it lets go of the device itself, for it may be stuck in it."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        self._thread.join(1.0)


def cameras(folder: Path = VIDEO_NAMES) -> tuple[Camera, ...]:
    """The cameras that the platform names (Linux only), by index."""
    found = []
    for name in sorted(folder.glob("video*/name"), key=lambda path: int(path.parent.name[5:] or 0)):
        found.append(Camera(int(name.parent.name[5:]), name.read_text(errors="replace").strip()))
    return tuple(found)


def open_source(spec: str, silence_s: float = SILENCE_S, names: Path = VIDEO_NAMES) -> FrameSource:
    """Open a device index (``"0"``), a device name or a part of it, a video file, a stream's address, or
    ``page`` for the pictures that a phone sends from the live page.

    Raises `SourceError` with one line that says what to do. ``names`` is where Linux lists its cameras.
    """
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    path = Path(spec).expanduser()
    if spec == PAGE:
        from vision.source.phone import PageSource

        return PageSource()
    if spec.isdecimal():
        return _open_camera(spec, (int(spec),), silence_s)
    if "://" in spec:
        return _open_stream(spec, silence_s)
    if path.exists():
        return _open_file(spec, path)
    return _open_camera(spec, _indexes(spec, names), silence_s)


def _indexes(spec: str, names: Path) -> tuple[int, ...]:
    """The devices of the one camera that ``spec`` names; a camera may have several."""
    known = cameras(names)
    matching = [camera for camera in known if spec.lower() in camera.name.lower()]
    exact = [camera for camera in matching if camera.name.lower() == spec.lower()] or matching
    called = sorted({camera.name for camera in exact})
    if len(called) > 1:
        raise SourceError(f"{spec!r} fits several cameras: {', '.join(called)}; give more of the name")
    if called:
        return tuple(camera.index for camera in exact)
    there = ", ".join(f"{camera.index} ({camera.name})" for camera in known) or "none found"
    raise SourceError(f"there is no file and no camera called {spec!r}; cameras here: {there}")


def _open_camera(spec: str, indexes: tuple[int, ...], silence_s: float) -> LiveSource:
    backend = BACKENDS.get(sys.platform, cv2.CAP_ANY)
    for index in indexes:
        capture = cv2.VideoCapture(index, backend)
        if capture.isOpened():
            notes = _ask(capture, sys.platform != "darwin")
            ok, _ = capture.read()
            if ok:
                return LiveSource(f"camera {spec}", capture, silence_s, notes)
        capture.release()
    raise SourceError(f"camera {spec} cannot be opened: plug it in, or close the program that uses it")


def _ask(capture: cv2.VideoCapture, compressed: bool) -> tuple[str, ...]:
    """Ask for size and pace and say what came of it; few webcams give 720p at 30/s uncompressed."""
    if compressed:
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
    capture.set(cv2.CAP_PROP_FPS, FPS)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return refusals(_size(capture), capture.get(cv2.CAP_PROP_FPS))


def refusals(size: tuple[int, int], fps: float) -> tuple[str, ...]:
    """One line for each wish that a camera with this size (width, height) and pace didn't fulfil."""
    lines = []
    if size != (WIDTH, HEIGHT):
        lines.append(f"the camera gives {size[0]}x{size[1]} pixels, not {WIDTH}x{HEIGHT}")
    if 0 < fps < FPS / 2:
        lines.append(f"the camera gives {fps:.0f} pictures a second, not {FPS}: more light may help")
    return tuple(lines)


def _open_stream(spec: str, silence_s: float) -> LiveSource:
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, STREAM_OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, STREAM_OPEN_MS]
    capture = cv2.VideoCapture(spec, cv2.CAP_FFMPEG, limits)
    if not capture.isOpened():
        raise SourceError(f"no pictures come from {spec}: check the address and the network")
    return LiveSource(spec, capture, silence_s)


def _open_file(spec: str, path: Path) -> FileSource:
    if path.is_dir():
        raise SourceError(f"{spec} is a folder: give a video file")
    if path.stat().st_size == 0:
        raise SourceError(f"{spec} is empty")
    if cv2.haveImageReader(str(path)):
        raise SourceError(f"{spec} is a picture, not a video: use `arbiter see {spec}`")
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    if not capture.isOpened():
        raise SourceError(f"{spec} cannot be read as a video: it is broken, truncated or of an unknown kind")
    return FileSource(spec, capture)


def _size(capture: Capture) -> tuple[int, int]:
    return int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
