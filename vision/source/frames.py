"""A frame, and what every source of frames can do."""

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
    """No frames can be had (any more); the message is one line that says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: ``image_bgr`` (height, width, 3) uint8, seconds since the source began, running number.

    The numbers of a live source count what the camera took, so that a gap shows what was skipped; ``late``:
    newer ones wait already, so what can be left out is better left out.
    """

    image_bgr: NDArray[np.uint8]
    time_s: float
    index: int
    late: bool = False


def without_secrets(address: str) -> str:
    """A stream's address without name and password of who may see it, to be shown and written down."""
    if "://" not in address:
        return address
    scheme, _, rest = address.partition("://")
    place, mark, path = rest.partition("/")
    place = place.rpartition("@")[2]
    return f"{scheme}://{place}{mark}{re.split(r'[?#]', path)[0]}"


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
    began_s: float = 0.0
    """When its clock began, on the machine's own (``time.monotonic``); 0 of a film."""

    def __init__(self, spec: str, size: tuple[int, int], notes: tuple[Said, ...] = ()) -> None:
        self.spec, self.size, self.notes = spec, size, notes

    def read(self) -> Frame | None:
        """The next frame (live: the newest, after `hold` the oldest that waits); ``None`` at its end.

        Raises `SourceError` when the camera has gone or the file breaks off.
        """
        raise NotImplementedError

    def rewind(self) -> None:
        """Begin a film anew, with its first frame."""
        raise NotImplementedError

    def seek(self, time_s: float) -> None:
        """Go on in a film from that time, or from a little before it."""
        raise NotImplementedError

    def hold(self) -> None:
        """From now on keep some of a camera's pictures for whoever comes late, not the newest alone."""

    def ready(self) -> bool:
        """Whether ``read`` gives an answer at once; waits a moment for that."""
        return True

    def due(self) -> bool:
        """Whether ``read`` gives an answer at once; never waits."""
        return True

    @property
    def silent(self) -> bool:
        """Whether a camera that should send pictures sends none."""
        return False

    @property
    def quiet_s(self) -> float:
        """For how long (s) a camera has sent no picture; 0 of a film."""
        return 0.0

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


def check_size(spec: str, width: int, height: int) -> None:
    """Raises `SourceError` for pictures that would take more memory than any camera's."""
    if width * height > MOST_PIXELS:
        shown, most = f"{width}x{height}", MOST_PIXELS // 1_000_000
        raise SourceError(say("cam_large", raw=spec, raw2=shown, most=most))


def picture_size(capture: Capture) -> tuple[int, int]:
    """The size of a capture's pictures, (width, height) in pixels."""
    return int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
