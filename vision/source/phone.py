"""Pictures that a phone sends from the live page, as a live source without a queue."""

from __future__ import annotations

import threading
from typing import Any

import cv2

from vision.pictures import PictureError, decode
from vision.source.live import LiveSource

PAGE = "page"
"""The source whose pictures a phone sends from the live page."""
WIDTH, HEIGHT = 1280, 720
"""Requested picture size in pixels, from phones as from all cameras."""
PATIENCE_S = 600.0
"""How long a phone may take to send its first picture."""
WAIT_S = 0.2


class Posted:
    """The newest picture from the page, with the interface of ``cv2.VideoCapture``."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._newest: bytes | None = None

    def offer(self, jpeg: bytes) -> None:
        """Store a picture, in place of an unread previous one; never waits."""
        with self._change:
            self._newest = jpeg
            self._change.notify_all()

    def read(self) -> tuple[bool, Any]:
        """The next new picture, decoded; nothing if none comes for a moment or it is broken."""
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
        """The requested size."""
        return float({cv2.CAP_PROP_FRAME_WIDTH: WIDTH, cv2.CAP_PROP_FRAME_HEIGHT: HEIGHT}.get(prop, 0))

    def release(self) -> None:
        """Nothing: there is no device."""


class PageSource(LiveSource):
    """The pictures of the phone that has the live page's camera open."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        posted = self._posted = Posted()
        super().__init__(PAGE, posted, reopen=lambda: posted, patience_s=patience_s)

    def offer(self, jpeg: bytes) -> None:
        """Pass on a picture (JPEG) as received; returns at once."""
        self._posted.offer(jpeg)
