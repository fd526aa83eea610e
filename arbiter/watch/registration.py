"""Notices about the camera: it moved, its picture changed size, its signal is lost, a piece is cut by the
edge.

Vision itself looks for the markers while the table is still and follows a bumped camera
(``vision.observe.pipeline``); the session reports a table that is lost for longer and found again.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from arbiter.events.types import Notice
from arbiter.table.frames import LOST_S
from calibration.store import Calibration
from engine.message import Messages
from vision.observation import Box, TableObservation

say = Messages("arbiter")

SHIFT_PX = 3.0
"""Least shift of the table worth mentioning, in a picture 1280 px wide."""
QUIET_S = 5.0
"""A camera that is being adjusted is mentioned once in this time."""
MOVED = say("camera_moved")
SILENT = say("signal_lost")
BACK = say("signal_back")
RESIZED = say("picture_resized")
UNKNOWN = say("picture_unknown")
ASKED_S = 4.0
"""How long to look for the table in pictures of another size before people are asked."""
CUT = say("piece_at_the_edge")
CUT_S = 2.0
"""A piece cut by the picture's edge is mentioned after this time at rest."""
CUT_SURE = 0.6
"""Least confidence of such a piece: other things cut by the edge may look like a pyramid, at less than
this."""
EDGE = 1 / 400
"""A piece this near to the edge counts as cut by it, in widths of the picture."""
NEWS = {"found": "view_found", "lost": "view_lost", "back": "view_back"}
"""Messages about a camera other than the leading one."""
_AROUND = np.array([(x, y, 0.0) for x in (-150, 150) for y in (-150, 150)])


class PlaceWatch:
    """Compares each frame's calibration with the one before."""

    def __init__(self, calibration: Calibration, taken_over: bool = False) -> None:
        """``taken_over``: this camera has only just become the leading one. It was placed while another led,
        perhaps with hands in view, so its first better calibration is not worth a notice.
        """
        self._now, self._told = calibration, None if taken_over else calibration
        self._lost_s: float | None = None
        self._quiet_until_s = 0.0

    def step(
        self, calibration: Calibration, registered: bool, time_s: float
    ) -> tuple[bool, tuple[Notice, ...]]:
        """Whether the calibration has changed with this frame, and what to tell about it."""
        lost_s = self._lost_s
        if registered:
            self._lost_s = None
        elif lost_s is None:
            self._lost_s = time_s
        if calibration is self._now:
            return False, ()
        self._now = calibration
        if not registered:
            return True, ()
        limit_px = SHIFT_PX * calibration.camera.width / 1280
        if self._told is not None and shift_px(self._told, calibration) <= limit_px:
            return True, ()
        first, self._told = self._told is None, calibration
        if first:
            return True, ()
        known = lost_s is not None and time_s - lost_s >= LOST_S  # the session reports that it is back
        quiet, self._quiet_until_s = time_s < self._quiet_until_s, time_s + QUIET_S
        return True, () if known or quiet else (Notice(time_s=time_s, text=MOVED, topic="moved", over=True),)


class FitWatch:
    """Tells once that the pictures' size has changed, and once that the table can't be found in them."""

    def __init__(self) -> None:
        self._since_s: float | None = None
        self._asked = False

    def step(self, fits: bool, time_s: float) -> tuple[Notice, ...]:
        """What to tell now that the pictures fit the calibration, or don't."""
        if fits:
            self._since_s, self._asked = None, False
            return ()
        if self._since_s is None:
            self._since_s = time_s
            return (Notice(time_s=time_s, text=RESIZED, topic="camera"),)
        if self._asked or time_s - self._since_s < ASKED_S:
            return ()
        self._asked = True
        return (Notice(time_s=time_s, text=UNKNOWN, topic="camera"),)


def shift_px(before: Calibration, after: Calibration) -> float:
    """How far the table's middle part has moved in the picture, px (infinite if it is out of sight)."""
    moved = after.camera.project(_AROUND) - before.camera.project(_AROUND)
    return float(np.hypot(*moved.T).max()) if np.isfinite(moved).all() else float("inf")


def view_notices(news: Iterable[tuple[int, str]], time_s: float) -> tuple[Notice, ...]:
    """Notices about other cameras, from pairs of a camera's number (from 0) and a key of ``NEWS``."""
    return tuple(
        Notice(time_s=time_s, text=say(NEWS[what], n=number + 1), topic=f"view-{number}", over=what != "lost")
        for number, what in news
    )


class EdgeWatch:
    """Tells, once and before a game begins, that the picture's edge cuts a piece, which is then read badly or
    not at all.
    """

    def __init__(self) -> None:
        self._since_s: float | None = None
        self._told = False

    def step(self, seen: TableObservation, size: tuple[int, int]) -> tuple[Notice, ...]:
        """What to tell about an observation in a picture of this ``size``, px."""
        if self._told or not seen.still:
            return ()
        if not any(unit.confidence >= CUT_SURE and at_edge(unit.bbox_px, size) for unit in seen.units):
            self._since_s = None
            return ()
        if self._since_s is None:
            self._since_s = seen.time_s
        if seen.time_s - self._since_s < CUT_S:
            return ()
        self._told = True
        return (Notice(time_s=seen.time_s, text=CUT, topic="edge"),)


def at_edge(box: Box, size: tuple[int, int]) -> bool:
    """Whether a box reaches the edge of a picture of this size, px."""
    width, height = size
    margin, (left, top, right, bottom) = EDGE * width, box
    return left <= margin or top <= margin or right >= width - margin or bottom >= height - margin


class SignalWatch:
    """Tells once that no pictures arrive, and once that they are back."""

    def __init__(self) -> None:
        self._silent = False

    def step(self, silent: bool, time_s: float) -> tuple[Notice, ...]:
        """What to tell now that the camera is silent, or isn't."""
        if silent is self._silent:
            return ()
        self._silent = silent
        return (Notice(time_s=time_s, text=SILENT if silent else BACK, topic="signal", over=not silent),)
