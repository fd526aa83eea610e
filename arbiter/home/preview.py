"""A camera's live picture before a game, with facts about light, sharpness and markers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from arbiter.camera.light import light_of
from arbiter.record.stills import jpeg
from arbiter.words.exits import one_line
from calibration.markers import find_markers
from vision.source.frames import FrameSource, SourceError
from vision.source.opening import open_source

EVERY_S = 0.25
PATIENCE_S = 6.0
"""The camera is closed after this time without a request for a picture."""
WIDTH, QUALITY = 960, 72
Picture = NDArray[np.uint8]


class Preview:
    """Watches one source at a time, in a thread of its own, while pictures are requested."""

    def __init__(self, opened: Callable[[str], FrameSource] = open_source) -> None:
        self._open = opened
        self._lock = threading.Lock()
        self._spec, self._asked_s, self._closed = "", 0.0, False
        self._picture, self._facts = b"", dict[str, Any]()
        self._thread: threading.Thread | None = None

    def newest(self, spec: str) -> tuple[bytes, dict[str, Any]]:
        """A source's newest picture (JPEG), empty before the first, and facts about it: ``problem``, or
        ``fault``, ``blurred`` and the number of ``markers``."""
        with self._lock:
            if self._closed:
                return b"", {}
            if spec != self._spec:
                self._spec, self._picture, self._facts = spec, b"", {}
            self._asked_s = time.monotonic()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._look, name="preview", daemon=True)
                self._thread.start()
            return self._picture, dict(self._facts)

    def close(self) -> None:
        """Close the camera for good."""
        with self._lock:
            self._closed = True
            self._spec, self._asked_s, thread = "", 0.0, self._thread
        if thread is not None:
            thread.join(PATIENCE_S)

    def _wanted(self, spec: str) -> bool:
        with self._lock:
            return bool(spec) and spec == self._spec and time.monotonic() - self._asked_s < PATIENCE_S

    def _look(self) -> None:
        while spec := self._next():
            try:
                with self._open(spec) as source:
                    self._watch(spec, source)
            except SourceError as error:
                self._keep(spec, b"", {"problem": one_line(error)})
                while self._wanted(spec):
                    time.sleep(EVERY_S)

    def _next(self) -> str:
        with self._lock:
            spec = self._spec
        return spec if self._wanted(spec) else ""

    def _watch(self, spec: str, source: FrameSource) -> None:
        """Keep the source's newest picture (a file's first one) while it is wanted."""
        frame = None
        while self._wanted(spec):
            if frame is None or (source.live and source.ready()):
                frame = source.read() or frame
                if frame is not None:
                    self._keep(spec, jpeg(_fit(frame.image_bgr), QUALITY), facts(frame.image_bgr))
            time.sleep(EVERY_S)

    def _keep(self, spec: str, picture: bytes, found: dict[str, Any]) -> None:
        with self._lock:
            if spec == self._spec:
                self._picture, self._facts = picture, found


def facts(picture: Picture) -> dict[str, Any]:
    """Facts about a picture, (H, W, 3) BGR."""
    light = light_of(picture)
    markers = len(find_markers(picture))
    return {"problem": "", "fault": light.fault.value, "blurred": light.blurred, "markers": markers}


def _fit(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    if width <= WIDTH:
        return picture
    return np.asarray(cv2.resize(picture, (WIDTH, round(height * WIDTH / width))), np.uint8)
