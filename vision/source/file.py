"""A recorded video as a source: all frames in order, however long their processing takes."""

from __future__ import annotations

from collections.abc import Callable

import cv2

from engine.message import Messages
from vision.source.frames import Frame, FrameSource, SourceError, check_size, picture_size
from vision.source.video import Video

say = Messages("vision")

FPS = 30
"""Assumed frames per second of a file without that information."""


class FileSource(FrameSource):
    """A recorded video, opened with ``opened``, for `rewind` again."""

    def __init__(self, spec: str, opened: Callable[[], Video]) -> None:
        self._opened, self._capture = opened, opened()
        capture = self._capture
        super().__init__(spec, picture_size(capture))
        fps = capture.get(cv2.CAP_PROP_FPS)
        self.fps: float = fps if 0 < fps < 1000 else float(FPS)
        self.frame_count = max(0, round(capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        """Number of frames according to the file; 0 if unknown."""
        self._next = 0
        self._time_s = -1.0
        self._sought = False

    def read(self) -> Frame | None:
        ok, image = self._capture.read()
        if not ok:
            self._check_end()
            return None
        check_size(self.spec, image.shape[1], image.shape[0])
        stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        self._time_s = stamp if stamp > self._time_s else max(self._time_s, 0) + 1 / self.fps
        frame = Frame(image, self._time_s, self._next)
        self._next += 1
        return frame

    def _check_end(self) -> None:
        """Raise if the file ended long before its own count, unless it was not read from the beginning."""
        if self._sought:
            return
        if self._next == 0:
            raise SourceError(say("cam_no_frame", raw=self.spec))
        if self._next < self.frame_count - max(2, 0.02 * self.frame_count):
            raise SourceError(say("cam_breaks", raw=self.spec, n=self._next, most=self.frame_count))

    def rewind(self) -> None:
        self._capture.release()
        self._capture, self._next, self._time_s, self._sought = self._opened(), 0, -1.0, False

    def seek(self, time_s: float) -> None:
        self._capture.seek(time_s)
        self._time_s, self._sought = -1.0, True

    def close(self) -> None:
        self._capture.release()
