"""What the arbiter held to be on the table, drawn onto a still or a frame: every piece with its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arbiter.layout import Layout, Spot
from arbiter.replay import Step
from calibration.camera import CalibrationError, Camera
from calibration.store import from_json
from engine.pieces import Posture
from vision.observation import LevelReading, UnitObservation
from vision.overlay import ENGLISH, Labels, draw


def camera_of(header: Mapping[str, Any], width: int, height: int) -> Camera | None:
    """The camera that a record's header tells of, for pictures of that size; ``None`` without one."""
    try:
        return from_json(header["calibration"]).for_size(width, height).camera
    except (KeyError, TypeError, CalibrationError):
        return None


def layout_of(step: Step) -> Layout | None:
    """What the arbiter held to be on the table after a step, where the record has it."""
    data = step.data.get("layout") or (step.data.get("observation") or {}).get("layout")
    try:
        return Layout.from_json(data) if data else None
    except (KeyError, TypeError, ValueError):
        return None


def overlaid(
    picture: NDArray[np.uint8], layout: Layout | None, camera: Camera | None, labels: Labels = ENGLISH
) -> NDArray[np.uint8]:
    """The picture (H, W, 3) RGB with the pieces of a layout drawn on it; as it is where either is unknown."""
    if layout is None or camera is None:
        return picture
    units = [_unit(spot) for spot in layout.spots if spot.pieces and not spot.lost]
    drawn = draw(np.ascontiguousarray(picture[:, :, ::-1]), units, camera, labels=labels)
    return np.ascontiguousarray(drawn[:, :, ::-1])


def _unit(spot: Spot) -> UnitObservation:
    """A spot as a thing seen for certain."""
    levels = tuple(LevelReading({piece.colour: 1.0}, {piece.size: 1.0}) for piece in spot.pieces)
    upright = spot.heading_deg is None or (spot.p_upright or 0.0) >= 0.5
    return UnitObservation(
        spot.x_mm,
        spot.y_mm,
        Posture.UPRIGHT if upright else Posture.FLAT,
        1.0 if upright else 0.0,
        None if upright else spot.heading_deg,
        levels,
        {len(levels): 1.0},
        spot.bbox_px,
        1.0,
    )
