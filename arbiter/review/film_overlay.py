"""Draws the arbiter's reading of the table onto a still or a frame: every piece with its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arbiter.record.replay import Step
from arbiter.table.layout import Spot
from calibration.camera import CalibrationError, Camera
from calibration.store import from_json
from engine.pieces import Posture
from vision.observation import LevelReading, UnitObservation
from vision.observe.overlay import ENGLISH, Labels, draw_marks, unit_marks

Spots = tuple[Spot, ...]


def camera_of(header: Mapping[str, Any], width: int, height: int) -> Camera | None:
    """The camera in a record's header, for pictures of that size (px); ``None`` if there is none."""
    try:
        return from_json(header["calibration"]).for_size(width, height).camera
    except (KeyError, TypeError, CalibrationError):
        return None


def spots_of(step: Step, before: Spots | None = None) -> Spots | None:
    """The pieces on the table after a step, or those ``before`` it if the record does not say."""
    data = step.data.get("layout") or (step.data.get("observation") or {}).get("layout")
    if data is None:
        return before
    try:
        return tuple(Spot.from_json(spot) for spot in data["spots"])
    except (KeyError, TypeError, ValueError):
        return before


def overlaid(
    picture: NDArray[np.uint8], spots: Spots | None, camera: Camera | None, labels: Labels = ENGLISH
) -> NDArray[np.uint8]:
    """The picture (H, W, 3) RGB with the pieces drawn on it, those of the last ply with bolder outlines; the
    unchanged picture if spots or camera are unknown.
    """
    if spots is None or camera is None:
        return picture
    shown = [spot for spot in spots if spot.pieces and not spot.lost]
    last = max((spot.ply for spot in shown if spot.ply is not None), default=None)
    marks = [
        replace(mark, bold=last is not None and spot.ply == last)
        for spot, mark in zip(shown, unit_marks(map(_unit, shown), camera, labels), strict=True)
    ]
    drawn, _ = draw_marks(np.ascontiguousarray(picture[:, :, ::-1]), marks, camera)
    return np.ascontiguousarray(drawn[:, :, ::-1])


def _unit(spot: Spot) -> UnitObservation:
    """A spot as an observation without any uncertainty."""
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
