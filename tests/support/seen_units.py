"""Units as cameras read them, made up."""

from __future__ import annotations

from dataclasses import replace

from calibration.camera import Camera
from engine.pieces import Colour, Posture, Size
from vision.observation import LevelReading, TableObservation, UnitObservation
from vision.several.joined import box_of


def seen(
    camera: Camera,
    x: float,
    y: float,
    *colours: Colour,
    size: Size = Size.MEDIUM,
    sure: float = 0.95,
    p_colour: float = 0.9,
    heading: float | None = None,
) -> UnitObservation:
    """A unit with levels of these colours, top to bottom, one red one without any."""
    levels = tuple(
        LevelReading(
            {each: p_colour if each is colour else (1 - p_colour) / (len(Colour) - 1) for each in Colour},
            {each: 0.9 if each is size else 0.05 for each in Size},
        )
        for colour in colours or (Colour.RED,)
    )
    shares = {count: 0.96 if count == len(levels) else 0.01 for count in range(1, 6)}
    posture = Posture.UPRIGHT if heading is None else Posture.FLAT
    unit = UnitObservation(
        x, y, posture, 0.95 if heading is None else 0.05, heading, levels, shares, (0, 0, 1, 1), sure
    )
    return replace(unit, bbox_px=box_of(unit, camera))


def observed(
    time_s: float, units: tuple[UnitObservation, ...], still: bool = True, hands: tuple = ()
) -> TableObservation:
    """One frame's observation."""
    return TableObservation(time_s, round(time_s * 30), units, hands, still, True)
