"""What goes to the live page: the state when it changes, and the newest picture with what was seen in it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from arbiter.live_state import live_state
from arbiter.session import Snapshot
from arbiter.stills import jpeg
from calibration.camera import Camera
from engine.game import Seat
from vision.observation import TableObservation
from vision.overlay import draw
from vision.source import Frame

Picture = NDArray[np.uint8]
Draw = Callable[[Picture, TableObservation, Camera], Picture]
PICTURES_PER_S = 12.0
PICTURE_WIDTH, PICTURE_QUALITY = 1280, 75


class Page(Protocol):
    """What is used of the live page's server."""

    def publish(self, state: Mapping[str, Any]) -> None:
        """Show a state."""

    def publish_frame(self, jpeg: bytes) -> None:
        """Show a picture."""


class LiveView:
    """Feeds a page. Pictures are drawn and encoded by a thread of its own, only ever the newest."""

    def __init__(self, page: Page, names: Mapping[Seat, str], draw: Draw) -> None:
        self._page, self._names, self._draw = page, dict(names), draw
        self._change = threading.Condition()
        self._newest: tuple[Frame, TableObservation, Camera] | None = None
        self._closing = False
        self._thread = threading.Thread(target=self._paint, name="painter", daemon=True)
        self._thread.start()

    def frame(self, frame: Frame, observation: TableObservation, camera: Camera) -> None:
        """Hand over a frame; returns at once."""
        with self._change:
            self._newest = frame, observation, camera
            self._change.notify()

    def state(self, snapshot: Snapshot, announcements: Sequence[str], muted: bool) -> None:
        """Publish where the game stands."""
        self._page.publish(state_of(snapshot, self._names, announcements, muted))

    def close(self) -> None:
        """End the drawing thread."""
        with self._change:
            self._closing = True
            self._change.notify()
        self._thread.join(2.0)

    def _paint(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._newest is not None or self._closing)
                if self._closing:
                    return
                assert self._newest is not None
                (frame, observation, camera), self._newest = self._newest, None
            began = time.monotonic()
            drawn = _fit(self._draw(frame.image_bgr, observation, camera))
            self._page.publish_frame(jpeg(drawn, PICTURE_QUALITY))
            time.sleep(max(0.0, 1 / PICTURES_PER_S - (time.monotonic() - began)))


def state_of(
    snapshot: Snapshot,
    names: Mapping[Seat, str],
    announcements: Sequence[str] = (),
    muted: bool = False,
) -> dict[str, Any]:
    """The page's state (see ``arbiter.live_state``) of a snapshot, with what the session does not know."""
    between = f"Set up round {snapshot.round}: the inventories change hands"
    own = snapshot.game == "Initiative"
    return live_state(
        snapshot.state if own and snapshot.phase in ("play", "over") else None,
        names,
        board=None if own else snapshot.state,
        illegal=None if own else snapshot.waiting,
        heading=snapshot.game,
        totals=snapshot.totals,
        question=snapshot.question,
        notices=tuple(snapshot.notices.values()),
        announcements=announcements,
        muted=muted,
        waiting=between if snapshot.phase == "between" else "Waiting for the set-up",
    )


def _fit(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    if width <= PICTURE_WIDTH:
        return picture
    size = (PICTURE_WIDTH, round(height * PICTURE_WIDTH / width))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def overlay(image_bgr: Picture, observation: TableObservation, camera: Camera) -> Picture:
    """A copy of the picture with everything seen drawn on it."""
    return draw(image_bgr, observation.units, camera, observation.hands)
