"""What vision makes of the newest frame, for those who want to know why: figures beside a picture with all
that was detected.
"""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from arbiter.camera.light import light_of
from calibration.camera import Camera
from vision.observation import TableObservation
from vision.source.frames import Frame

SPAN_S = 3.0
"""Frames a second are counted over this long."""


class Pace:
    """How many frames a second there have been lately."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=256)

    def step(self, now: float | None = None) -> None:
        """One more frame; ``now`` in seconds of any clock that is used throughout."""
        self._times.append(time.monotonic() if now is None else now)
        while self._times[-1] - self._times[0] > SPAN_S:
            self._times.popleft()

    @property
    def per_s(self) -> float:
        """Frames a second."""
        span = self._times[-1] - self._times[0] if self._times else 0.0
        return (len(self._times) - 1) / span if span > 0 else 0.0


def diagnosis(frame: Frame, observation: TableObservation, camera: Camera, per_s: float) -> dict[str, Any]:
    """The figures of a frame: pyramids and hands detected, whether the table lies still and the camera is
    placed, frames a second, the light (see ``arbiter.camera.light``), the error of the calibration in px."""
    light = light_of(frame.image_bgr)
    return {
        "units": len(observation.units),
        "hands": len(observation.hands),
        "still": observation.still,
        "placed": observation.registered,
        "per_s": round(per_s, 1),
        "light": round(light.middle),
        "fault": light.fault.value,
        "edge_px": round(light.edge_px, 1),
        "blurred": light.blurred,
        "error_px": round(camera.reprojection_error_px, 2),
        "size": [camera.width, camera.height],
    }
