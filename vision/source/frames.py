"""A frame, and the interface of all sources of frames."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.message import Messages, Said
from vision.pictures import MOST_PIXELS

say = Messages("vision")


class SourceError(Exception):
    """No (more) frames are available; the message is one line that says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: ``image_bgr`` (height, width, 3) uint8, seconds since the source's start, running number.

    The indices of a live source count the camera's pictures, including skipped ones; ``late``: newer frames
    are waiting, so optional work should be skipped.
    """

    image_bgr: NDArray[np.uint8]
    time_s: float
    index: int
    late: bool = False


def without_secrets(address: str) -> str:
    """A stream's address without user name, password and query, for display and logs."""
    if "://" not in address:
        return address
    scheme, _, rest = address.partition("://")
    place, mark, path = rest.partition("/")
    place = place.rpartition("@")[2]
    return f"{scheme}://{place}{mark}{re.split(r'[?#]', path)[0]}"


class Capture(Protocol):
    """The part of ``cv2.VideoCapture`` in use."""

    def read(self) -> tuple[bool, Any]:
        """The next picture, if there is one."""

    def get(self, prop: int) -> float:
        """A property's value."""

    def release(self) -> None:
        """Release the device or file."""


class FrameSource:
    """Base of the sources; also a context manager and an iterator over the next frames.

    ``spec`` is the requested source, ``live`` whether frames come in real time, ``size`` (width, height) in
    pixels, ``notes`` are lines about rejected camera settings.
    """

    live: bool = False
    began_s: float = 0.0
    """Start of its clock in the machine's time (``time.monotonic``); 0 for a film."""

    def __init__(self, spec: str, size: tuple[int, int], notes: tuple[Said, ...] = ()) -> None:
        self.spec, self.size, self.notes = spec, size, notes

    def read(self) -> Frame | None:
        """The next frame (live: the newest, after `hold` the oldest that waits); ``None`` at the end.

        Raises `SourceError` if the camera is gone or the file is truncated.
        """
        raise NotImplementedError

    def rewind(self) -> None:
        """Restart a film at its first frame."""
        raise NotImplementedError

    def seek(self, time_s: float) -> None:
        """Continue a film at that time or a little before it."""
        raise NotImplementedError

    def hold(self) -> None:
        """From now on keep several waiting pictures of a camera, not only the newest."""

    def ready(self) -> bool:
        """Whether ``read`` will return at once; waits a moment for that."""
        return True

    def due(self) -> bool:
        """Whether ``read`` will return at once; never waits."""
        return True

    @property
    def silent(self) -> bool:
        """Whether a camera that should send pictures sends none."""
        return False

    @property
    def quiet_s(self) -> float:
        """Seconds since a camera's last picture; 0 for a film."""
        return 0.0

    def close(self) -> None:
        """Release the device or file; may be called twice."""
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


def check_size(spec: str, width: int, height: int) -> None:
    """Raises `SourceError` for pictures that would take more memory than any camera's."""
    if width * height > MOST_PIXELS:
        shown, most = f"{width}x{height}", MOST_PIXELS // 1_000_000
        raise SourceError(say("cam_large", raw=spec, raw2=shown, most=most))


def picture_size(capture: Capture) -> tuple[int, int]:
    """The size of a capture's pictures, (width, height) in pixels."""
    return int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
