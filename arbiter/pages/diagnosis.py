"""Diagnostics of the newest frame: figures for the page, beside a picture with all detections."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from arbiter.camera.light import light_of
from calibration.camera import Camera
from vision.observation import TableObservation
from vision.source.frames import Frame

SPAN_S = 3.0
"""The frame rate is averaged over this time."""


class Pace:
    """Measures the recent frame rate."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=256)

    def step(self, now: float | None = None) -> None:
        """Count a frame; ``now`` is in seconds of any one clock."""
        self._times.append(time.monotonic() if now is None else now)
        while self._times[-1] - self._times[0] > SPAN_S:
            self._times.popleft()

    @property
    def per_s(self) -> float:
        """Frames a second."""
        span = self._times[-1] - self._times[0] if self._times else 0.0
        return (len(self._times) - 1) / span if span > 0 else 0.0


def diagnosis(frame: Frame, observation: TableObservation, camera: Camera, per_s: float) -> dict[str, Any]:
    """A frame's figures: detected units and hands, whether the table is still and registered, the frame rate,
    the light (see ``arbiter.camera.light``), the calibration's reprojection error in px."""
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
