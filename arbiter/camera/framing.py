"""Pictures as they are looked at: turned so that up is up, their size that of the calibration."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.camera import CalibrationError
from calibration.markers import find_markers
from calibration.pose import solve
from calibration.store import Calibration, from_json
from calibration.turning import quarter_turns, turned
from vision.source.frames import Frame

EVERY_S = 0.5
"""How often a picture of another size is looked into."""


def fitted(calibration: Calibration, image_bgr: NDArray[np.uint8]) -> Calibration | None:
    """The calibration for a picture (h,w,3) of another size: by its markers, or scaled if the shape is the
    same; ``None`` if neither can be had.
    """
    height, width = image_bgr.shape[:2]
    sightings = find_markers(image_bgr) if calibration.markers else {}
    try:
        if len(sightings) >= 2:
            return solve(sightings, width, height, source=calibration.source).calibration
        return calibration.for_size(width, height)
    except CalibrationError:
        return None


def recorded(header: Mapping[str, Any], sent: bool) -> Calibration | None:
    """The calibration that a record's header tells of: of the pictures as they are kept, or as the source
    ``sent`` them; ``None`` without one.
    """
    try:
        kept = from_json(header.get("calibration"))
    except CalibrationError:
        return None
    turns = header.get("turns")
    return turned(kept, -turns) if sent and isinstance(turns, int) else kept


class Framing:
    """Turns what the source sends, and fits the calibration to it when its size or its way up changes."""

    def __init__(self, calibration: Calibration) -> None:
        """``calibration`` is that of the pictures as they are sent."""
        self._turns = quarter_turns(calibration.camera)
        self._tried_s = -math.inf
        self.calibration = turned(calibration, self._turns)
        """What holds for the pictures once they are turned, at the start."""

    @property
    def turns(self) -> int:
        """How often the source's pictures are turned by 90 degrees, counter-clockwise."""
        return self._turns

    def as_sent(self, now: Calibration) -> Calibration:
        """The calibration that holds now, of the pictures as the source sends them."""
        return turned(now, -self._turns)

    def facts(self, now: Calibration) -> dict[str, Any]:
        """What a record's header says of the calibration that holds now."""
        return {"calibration": now.to_json(), "turns": self._turns}

    def step(self, frame: Frame, now: Calibration) -> tuple[Frame, Calibration | None]:
        """The frame as it is to be looked at, and the calibration to look by: ``now`` as a rule, ``None``
        while the table isn't found in pictures of another size.
        """
        upright = _turned(frame, self._turns)
        if upright.image_bgr.shape[:2] == (now.camera.height, now.camera.width):
            return upright, now
        if frame.time_s - self._tried_s < EVERY_S:
            return upright, None
        self._tried_s = frame.time_s
        found = fitted(now, frame.image_bgr)
        if found is None:
            return upright, None
        self._turns = quarter_turns(found.camera)
        return _turned(frame, self._turns), turned(found, self._turns)


def _turned(frame: Frame, turns: int) -> Frame:
    if not turns:
        return frame
    return replace(frame, image_bgr=np.ascontiguousarray(np.rot90(frame.image_bgr, turns)))
