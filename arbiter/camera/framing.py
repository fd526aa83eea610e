"""Turns pictures upright and keeps the calibration fitted to their size and orientation."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.camera import CalibrationError
from calibration.markers import find_markers
from calibration.pose import solve
from calibration.recognised import alike, recognised
from calibration.store import Calibration, from_json
from calibration.table_frame import in_frame_of
from calibration.turning import quarter_turns, turned
from vision.source.frames import Frame

EVERY_S = 0.5
"""Interval for searching a picture of another size, or one that shows something else, for the table."""
UNLIKE, STEADY = 0.35, 0.9
"""The camera was turned if the similarity to the table at rest is below the first, and that to the previous
picture at least the second."""
TRIES = 4
"""Number of failed searches after which a different picture is accepted as the table at rest."""
Picture = NDArray[np.uint8]


def fitted(calibration: Calibration, image_bgr: Picture, rest: Rest | None = None) -> Calibration | None:
    """The calibration for a picture (H, W, 3) of another size: from its markers, or scaled if the aspect
    ratio is the same, or by recognising the table as it was at ``rest``; ``None`` if all fail.
    """
    height, width = image_bgr.shape[:2]
    sightings = find_markers(image_bgr) if calibration.markers else {}
    try:
        if len(sightings) >= 2:
            found = solve(sightings, width, height, source=calibration.source).calibration
            return in_frame_of(found, calibration.markers)
        return calibration.for_size(width, height)
    except CalibrationError:
        return None if rest is None else recognised(rest.calibration, rest.image_bgr, image_bgr)


@dataclass(frozen=True, eq=False)
class Rest:
    """A picture of the table at rest, and its calibration."""

    image_bgr: Picture
    calibration: Calibration


def recorded(header: Mapping[str, Any], sent: bool) -> Calibration | None:
    """The calibration in a record's header, for the pictures as they are kept or as the source ``sent`` them;
    ``None`` if there is none.
    """
    try:
        kept = from_json(header.get("calibration"))
    except CalibrationError:
        return None
    turns = header.get("turns")
    return turned(kept, -turns) if sent and isinstance(turns, int) else kept


class Framing:
    """Turns the source's pictures upright, and fits the calibration when their size or orientation
    changes."""

    def __init__(self, calibration: Calibration) -> None:
        """``calibration`` is for the pictures as they are sent."""
        self._turns = quarter_turns(calibration.camera)
        self._tried_s = self._looked_s = self._rested_s = -math.inf
        self._failed = 0
        self._rest: Rest | None = None
        self._before: Picture | None = None
        self.calibration = turned(calibration, self._turns)
        """The initial calibration, for the upright pictures."""

    @property
    def turns(self) -> int:
        """The number of quarter turns, counter-clockwise, from the source's pictures to the upright ones."""
        return self._turns

    def as_sent(self, now: Calibration) -> Calibration:
        """The present calibration, for the pictures as the source sends them."""
        return turned(now, -self._turns)

    def facts(self, now: Calibration) -> dict[str, Any]:
        """The fields of a record's header for the present calibration."""
        return {"calibration": now.to_json(), "turns": self._turns}

    def at_rest(self, frame: Frame, calibration: Calibration) -> None:
        """Take an upright frame of the table at rest, with its calibration.

        A frame that looks quite different is kept only after ``TRIES`` failed searches for the table: the
        camera may have been turned.
        """
        if frame.time_s - self._rested_s < EVERY_S:
            return
        self._rested_s = frame.time_s
        image, rest = frame.image_bgr, self._rest
        same_size = rest is not None and rest.image_bgr.shape == image.shape
        if rest is None or not same_size or self._failed >= TRIES or alike(rest.image_bgr, image) > UNLIKE:
            self._rest, self._failed = Rest(image, calibration), 0

    def step(self, frame: Frame, now: Calibration) -> tuple[Frame, Calibration | None]:
        """The upright frame and its calibration: normally ``now``, ``None`` until the table has been found in
        pictures of another size.
        """
        if turns := quarter_turns(now.camera):  # the camera was turned, in pictures of the same size
            self._turns, now = (self._turns + turns) % 4, turned(now, turns)
        upright = _turned(frame, self._turns)
        same_size = upright.image_bgr.shape[:2] == (now.camera.height, now.camera.width)
        if same_size:
            found = self._turned_away(upright, frame, now)
        elif frame.time_s - self._tried_s < EVERY_S:
            return upright, None
        else:
            self._tried_s = frame.time_s
            found = fitted(now, frame.image_bgr, self._rest)
        if found is None:
            return upright, now if same_size else None
        self._turns = quarter_turns(found.camera)
        return _turned(frame, self._turns), turned(found, self._turns)

    def _turned_away(self, upright: Frame, sent: Frame, now: Calibration) -> Calibration | None:
        """The calibration, for the picture as sent, of a camera that was turned but sends pictures of the
        same size; ``None`` if it was not, or if there are markers, by which that is found more cheaply.
        """
        rest, image = self._rest, upright.image_bgr
        if now.markers or rest is None or sent.time_s - self._looked_s < EVERY_S:
            return None
        self._looked_s = sent.time_s
        before, self._before = self._before, image
        if before is None or not before.shape == image.shape == rest.image_bgr.shape:
            return None
        if alike(rest.image_bgr, image) > UNLIKE or alike(before, image) < STEADY:
            return None
        found = recognised(rest.calibration, rest.image_bgr, sent.image_bgr)
        self._failed += found is None
        return found


def _turned(frame: Frame, turns: int) -> Frame:
    if not turns:
        return frame
    return replace(frame, image_bgr=np.ascontiguousarray(np.rot90(frame.image_bgr, turns)))
