"""Pictures that a phone sends from the live page, as a live source: the newest one, never a queue."""

from __future__ import annotations

import threading
from typing import Any

import cv2

from vision.pictures import PictureError, decode
from vision.source.live import LiveSource

PAGE = "page"
"""The source whose pictures a phone sends from the live page."""
WIDTH, HEIGHT = 1280, 720
"""What a phone, like any camera, is asked for, in pixels."""
PATIENCE_S = 600.0
"""How long a phone may take to send its first picture."""
WAIT_S = 0.2


class Posted:
    """The newest picture handed over, behind what is used of ``cv2.VideoCapture``."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._newest: bytes | None = None

    def offer(self, jpeg: bytes) -> None:
        """Take a picture, over the one before if nobody has read it; never waits."""
        with self._change:
            self._newest = jpeg
            self._change.notify_all()

    def read(self) -> tuple[bool, Any]:
        """The newest picture once it is new, decoded; nothing if none comes for a moment or it is broken."""
        with self._change:
            self._change.wait_for(lambda: self._newest is not None, WAIT_S)
            jpeg, self._newest = self._newest, None
        if not jpeg:
            return False, None
        try:
            return True, decode(jpeg)
        except PictureError:
            return False, None

    def get(self, prop: int) -> float:
        """The size that phones are asked for."""
        return float({cv2.CAP_PROP_FRAME_WIDTH: WIDTH, cv2.CAP_PROP_FRAME_HEIGHT: HEIGHT}.get(prop, 0))

    def release(self) -> None:
        """There is no device to let go of."""


class PageSource(LiveSource):
    """The pictures of the phone that has the live page's camera open."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        posted = self._posted = Posted()
        super().__init__(PAGE, posted, reopen=lambda: posted, patience_s=patience_s)

    def offer(self, jpeg: bytes) -> None:
        """Hand over a picture as it came (JPEG); returns at once."""
        self._posted.offer(jpeg)
