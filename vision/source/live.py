"""A live camera or stream as a source.

It is read by a thread of its own into a box that holds just the newest frame. Whoever follows a game has it
hold some more, so that a short rest of the table is seen however long the look before it took; those that
nobody comes for are thinned out evenly. A camera that has gone is opened again, with longer and longer
pauses, for as long as it takes.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from engine.message import Message, Messages, Said
from vision.pictures import MOST_PIXELS
from vision.source.frames import Capture, Frame, FrameSource, SourceError, picture_size

say = Messages("vision")

SILENCE_S = 3.0
"""A live camera counts as gone after this time without a frame."""
READY_S = 0.2
PAUSES_S = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Pauses between the attempts to open a camera that is gone; the last one is repeated."""
HELD, HELD_BYTES = 24, 70_000_000
"""Largest number and memory of waiting pictures after `hold`: about the last two seconds."""
STUCK_S, MOST_STUCK = 15.0, 6
"""A read that takes this long is abandoned: a new thread tries again, unless too many are stuck."""

Reopen = Callable[[], Capture | None]
"""Opens the camera again; ``None`` while it is unavailable."""


class LiveSource(FrameSource):
    """A camera or stream, read by its own thread into a buffer for one frame, or for several (`hold`).

    ``reopen`` opens the camera again after ``silence_s`` seconds without a picture, with as many attempts as
    necessary; without it a silent camera is gone for good. ``patience_s`` is how long `read` waits. Without a
    ``capture`` the camera is not yet available and has no ``size``.
    """

    live = True

    def __init__(
        self,
        spec: str,
        capture: Capture | None,
        silence_s: float = SILENCE_S,
        notes: tuple[Said, ...] = (),
        reopen: Reopen | None = None,
        patience_s: float | None = None,
    ) -> None:
        super().__init__(spec, (0, 0) if capture is None else picture_size(capture), notes)
        self._silence_s, self._reopen = silence_s, reopen
        self._patience_s = silence_s if patience_s is None else patience_s
        self._change = threading.Condition()
        self._box: tuple[Frame, ...] = ()  # the oldest first
        self._held = 1
        self._closing = False
        self._index = 0
        self._reader: object = None  # the current reader: pictures from a thread that was stuck are dropped
        self.began_s = self._last = self._tried = time.monotonic()
        if capture is None:
            self._last = -math.inf
        self._threads: list[threading.Thread] = []
        self._read_on(capture)

    def _read_on(self, capture: Capture | None) -> None:
        """Start a thread that reads from now on, in place of the previous one."""
        self._threads = [old for old in self._threads if old.is_alive()]
        if len(self._threads) > MOST_STUCK:
            return
        me = self._reader = object()
        thread = threading.Thread(target=self._take, args=(me, capture), name="camera", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _wanted(self, me: object) -> bool:
        return not self._closing and self._reader is me

    def _take(self, me: object, capture: Capture | None) -> None:
        """The camera's thread: put each picture into the buffer, in place of the previous one."""
        while self._wanted(me):
            self._tried = time.monotonic()
            ok, image = capture.read() if capture is not None else (False, None)
            if ok and image is not None and image.shape[0] * image.shape[1] > MOST_PIXELS:
                ok, image = False, None
            if not self._wanted(me):
                break
            if ok:
                self._put(image)
            elif self._reopen is not None and self.silent:
                if capture is not None:
                    capture.release()
                capture = self._opened_again(me)
            else:
                time.sleep(0.01)
        if capture is not None:
            capture.release()

    def _put(self, image: object) -> None:
        now = time.monotonic()
        with self._change:
            frame = Frame(image, now - self.began_s, self._index)  # type: ignore[arg-type]
            room = min(self._held, HELD_BYTES // max(frame.image_bgr.nbytes, 1))
            self._box = thinned((*self._box, frame), max(1, room))
            self._last, self._index = now, self._index + 1
            self._change.notify_all()

    def _opened_again(self, me: object) -> Capture | None:
        """The camera once it is available again; ``None`` if it is no longer wanted."""
        assert self._reopen is not None
        tries = 0
        while self._wanted(me):
            self._tried = time.monotonic()
            capture = self._reopen()
            if capture is not None:
                return capture
            end = time.monotonic() + PAUSES_S[min(tries, len(PAUSES_S) - 1)]
            tries += 1
            with self._change:
                while self._wanted(me) and (left := end - time.monotonic()) > 0:
                    self._tried = time.monotonic()
                    self._change.wait(min(left, 1.0))
        return None

    @property
    def silent(self) -> bool:
        """Whether the camera counts as gone, because no picture has come for a while."""
        return self.quiet_s >= self._silence_s

    @property
    def quiet_s(self) -> float:
        return time.monotonic() - self._last

    def hold(self) -> None:
        self._held = HELD

    def due(self) -> bool:
        return bool(self._box)

    def read(self) -> Frame | None:
        with self._change:
            while not self._box:
                left = self._patience_s - (time.monotonic() - self._last)
                if self._closing:
                    return None
                if left <= 0:
                    raise SourceError(say("cam_silent", raw=self.spec, raw2=f"{self._patience_s:g}"))
                self._change.wait(left)
            frame, *newer = self._box
            self._box = tuple(newer)
            return replace(frame, late=bool(newer))

    def ready(self) -> bool:
        """Whether a picture is available; a camera that can be opened again is never given up here."""
        if self._reopen is not None and time.monotonic() - self._tried > STUCK_S:
            self._tried = time.monotonic()
            self._read_on(None)
        with self._change:
            self._change.wait_for(lambda: self._box or self._closing, READY_S)
            given_up = self._reopen is None and self.silent
            return bool(self._box) or self._closing or given_up

    def close(self) -> None:
        """End the camera's thread; it releases the device itself, because it may be stuck in it."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join(1.0)


def thinned(waiting: tuple[Frame, ...], room: int) -> tuple[Frame, ...]:
    """The waiting frames, oldest first; if there are more than ``room``, only every second one, always with
    the newest."""
    return waiting if len(waiting) <= room else waiting[::-2][::-1]


class CameraAway(SourceError):
    """A camera that cannot be opened now, but perhaps later with ``reopen``."""

    def __init__(self, message: Message, spec: str, reopen: Reopen) -> None:
        super().__init__(message)
        self._awaited = spec, message, reopen

    def awaited(self) -> LiveSource:
        """The camera as a source that sends nothing until it is available; a note names the problem."""
        spec, message, reopen = self._awaited
        return LiveSource(spec, None, notes=(message,), reopen=reopen)
