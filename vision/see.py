"""The pyramids in a single picture, with corner markers, a stored calibration, or neither."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera import CalibrationError, Camera
from calibration.colour import WhiteReference, white_reference
from calibration.markers import find_markers
from calibration.solve import solve
from calibration.store import Calibration
from engine.pieces import Colour
from vision.finder import Found
from vision.fit import COLOURS, Seen, evidence
from vision.freeview import best_camera
from vision.observation import Box, UnitObservation
from vision.pipeline import Models, guessed_white, hands_of, look_closer, read_units, white_of

SCALES = (640, 480, 384, 320, 256, 200)  # detection widths tried where the pieces' scale is unknown
MIDDLING_SCORE = 0.5  # detections over it speak for a scale, those under it against


@dataclass(frozen=True)
class Sight:
    """What one picture shows. ``source`` says where the camera is from: "calibration", "markers" or "pieces".

    ``error_px`` is the markers' reprojection error, or for "pieces" the median distance of apexes beside the
    verticals through their bases. ``units`` run from left to right, table frame.
    """

    camera: Camera
    source: str
    error_px: float
    units: tuple[UnitObservation, ...]
    hands: tuple[Box, ...]
    remarks: tuple[str, ...] = ()


def see(
    image_bgr: NDArray[np.uint8],
    models: Models,
    calibration: Calibration | None = None,
    palette: Iterable[Colour] = COLOURS,
) -> Sight:
    """The units in a picture, uint8 (H, W, 3) BGR.

    Raises vision.freeview.NotEnoughUnits when there is neither a calibration nor markers nor at least two
    standing pieces, and CalibrationError when the markers in view contradict each other.
    """
    palette = tuple(palette)
    height, width = image_bgr.shape[:2]
    remarks: tuple[str, ...] = ()
    source = "calibration"
    if calibration is not None:
        calibration = calibration.for_size(width, height)
    else:
        markers = find_markers(image_bgr)
        if len(markers) < 2:
            return _without_markers(image_bgr, models, palette)
        solution = solve(markers, width, height)
        calibration, remarks, source = solution.calibration, solution.remarks, "markers"
    white = white_of(image_bgr, calibration) or guessed_white(image_bgr)
    found = models.finder.find(image_bgr)
    units = read_units(image_bgr, found, calibration.camera, models, white, palette)
    error = calibration.camera.reprojection_error_px
    return Sight(calibration.camera, source, error, left_to_right(units), hands_of(found), remarks)


def _without_markers(image_bgr: NDArray[np.uint8], models: Models, palette: tuple[Colour, ...]) -> Sight:
    height, width = image_bgr.shape[:2]
    found = _found_at_any_scale(image_bgr, models)
    white = _single_marker_white(image_bgr) or guessed_white(image_bgr)

    def read(camera: Camera) -> tuple[UnitObservation, ...]:
        return read_units(image_bgr, found, camera, models, white, palette)

    def score(camera: Camera) -> float:
        return _plausibility(camera, look_closer(image_bgr, found, camera, models.reader, white))

    best = best_camera(found, width, height, score)
    remark = f"no markers: the camera is guessed from {len(found)} pieces; millimetres are rough"
    return Sight(
        best.camera, "pieces", best.error_px, left_to_right(read(best.camera)), hands_of(found), (remark,)
    )


def _plausibility(camera: Camera, seen: list[Seen]) -> float:
    """How much of a picture makes sense at one camera: units that are valid, standing, and as high as
    they look.
    """
    valid = np.array([one.reading.p_valid * (1 - 0.5 * one.reading.p_flat) for one in seen])
    return float(np.log(0.02 + valid * np.exp(evidence(camera, seen))).sum()) if len(seen) else -math.inf


def _found_at_any_scale(image_bgr: NDArray[np.uint8], models: Models) -> tuple[Found, ...]:
    """Detections at the width where many are sure and few are not."""
    tries = [models.finder.find(image_bgr, width) for width in SCALES if width <= image_bgr.shape[1]]
    tries = tries or [models.finder.find(image_bgr)]
    return max(tries, key=lambda found: sum(one.score - MIDDLING_SCORE for one in found) if found else -1e3)


def _single_marker_white(image_bgr: NDArray[np.uint8]) -> WhiteReference | None:
    try:
        return white_reference(image_bgr, find_markers(image_bgr, thorough=False))
    except CalibrationError:
        return None


def left_to_right(units: Iterable[UnitObservation]) -> tuple[UnitObservation, ...]:
    """Units in the order of their boxes from the picture's left edge."""
    return tuple(sorted(units, key=lambda unit: unit.bbox_px[0]))
