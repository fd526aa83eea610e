"""A live camera or stream as a source.

It is read by a thread of its own into a box that holds just the newest frame: whoever asks gets the newest,
never a queue.
"""

from __future__ import annotations

import threading
import time

from engine.message import Messages, Said
from vision.source.frames import Capture, Frame, FrameSource, SourceError, picture_size

say = Messages("vision")

SILENCE_S = 3.0
"""After so many seconds without a frame a live camera counts as gone."""
READY_S = 0.2


class LiveSource(FrameSource):
    """A camera or stream, read by its own thread into a box with room for one frame."""

    live = True

    def __init__(
        self, spec: str, capture: Capture, silence_s: float = SILENCE_S, notes: tuple[Said, ...] = ()
    ) -> None:
        super().__init__(spec, picture_size(capture), notes)
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
                    raise SourceError(say("cam_silent", raw=self.spec, raw2=f"{self._silence_s:g}"))
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
