"""Reads one picture, calibrated by a stored calibration, markers, cards, paper or the pyramids themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera import CalibrationError, Camera
from calibration.markers import Sightings, find_markers
from calibration.pose import solve
from calibration.store import Calibration
from calibration.white import WhiteReference, white_reference
from engine.message import Said
from engine.pieces import Colour, Size
from vision.detect.finder import DETECTION_WIDTH, Found, search_width
from vision.detect.hands import hands_of
from vision.detect.second_look import find_twice
from vision.fit.fit import COLOURS
from vision.observation import Box, UnitObservation
from vision.observe.closer import look_closer
from vision.observe.units import LEAST_SCORE, Models, read_units, white_of
from vision.observe.white import Candidate, differ, faces_of, find_white
from vision.pose.freeview import FocalPrior
from vision.pose.locate import Doubt, locate
from vision.pose.marks import without_repeats
from vision.read.reader import Reading

SCALES = (640, 480, 384, 320, 256, 200)  # detection widths to try if the pieces' scale is unknown
MIDDLING_SCORE = 0.5  # detections with a higher score speak for a scale, others against it


@dataclass(frozen=True)
class Sight:
    """The result for one picture. ``source`` says what the camera was found from: "calibration", "markers",
    "cards", "paper" or "pieces".

    ``error_px`` is the reprojection error of markers or of a stored calibration, ``None`` without them.
    ``doubt`` is the camera's uncertainty, if known. ``units`` are in the table frame, from left to right in
    the picture; ``white`` is the reference that they were read with.
    """

    camera: Camera
    source: str
    error_px: float | None
    units: tuple[UnitObservation, ...]
    hands: tuple[Box, ...]
    white: WhiteReference
    remarks: tuple[Said, ...] = ()
    doubt: Doubt | None = None


def see(
    image_bgr: NDArray[np.uint8],
    models: Models,
    calibration: Calibration | None = None,
    palette: Iterable[Colour] = COLOURS,
    prior: FocalPrior | None = None,
) -> Sight:
    """The units in a picture, uint8 (H, W, 3) BGR; ``prior`` is the focal length's prior from its file.

    Raises vision.pose.freeview.NotEnoughUnits if there is neither a calibration nor markers nor a card, a
    sheet of paper or at least two standing pieces, and CalibrationError if the markers in view contradict
    each other.
    """
    palette = tuple(palette)
    height, width = image_bgr.shape[:2]
    remarks: tuple[Said, ...] = ()
    source, doubt = "calibration", None
    if calibration is not None:
        calibration = calibration.for_size(width, height)
    else:
        markers = find_markers(image_bgr)
        if len(markers) < 2:
            return _without_markers(image_bgr, models, palette, prior, markers)
        solution = solve(markers, width, height)
        calibration, remarks, source = solution.calibration, solution.remarks, "markers"
        doubt = Doubt(solution.focal_sigma)
    measured = white_of(image_bgr, calibration)
    found = find_twice(models.finder, image_bgr, search_width(calibration.camera), LEAST_SCORE)
    units, white = _read(image_bgr, found, calibration.camera, models, measured, palette)
    error = calibration.camera.reprojection_error_px
    shown = left_to_right(units), hands_of(found)
    return Sight(calibration.camera, source, error, *shown, white, remarks, doubt)


def read_unmarked(
    image_bgr: NDArray[np.uint8],
    found: Iterable[Found],
    camera: Camera,
    models: Models,
    palette: tuple[Colour, ...],
) -> tuple[tuple[UnitObservation, ...], tuple[Candidate, ...]]:
    """The units, and the whites that they were read with: estimated from the table and then, if that makes a
    difference, also from the pieces.
    """
    found = tuple(found)
    first = find_white(image_bgr)
    units = read_units(image_bgr, found, camera, models, first[0].white, palette, others=first[1:])
    whites = find_white(image_bgr, units, faces_of(image_bgr, camera, units, palette))
    if not differ(first, whites):
        return units, first
    units = read_units(image_bgr, found, camera, models, whites[0].white, palette, others=whites[1:])
    return units, whites


def _read(
    image_bgr: NDArray[np.uint8],
    found: Iterable[Found],
    camera: Camera,
    models: Models,
    measured: WhiteReference | None,
    palette: tuple[Colour, ...],
) -> tuple[tuple[UnitObservation, ...], WhiteReference]:
    """The units and the white that they were read with, which is the one ``measured`` by markers if there is
    one."""
    if measured is not None:
        return read_units(image_bgr, found, camera, models, measured, palette), measured
    units, whites = read_unmarked(image_bgr, found, camera, models, palette)
    return units, whites[0].white


def _without_markers(
    image_bgr: NDArray[np.uint8],
    models: Models,
    palette: tuple[Colour, ...],
    prior: FocalPrior | None,
    sightings: Sightings,
) -> Sight:
    found = _found_at_any_scale(image_bgr, models)
    measured = _single_marker_white(image_bgr)
    about = measured or find_white(image_bgr)[0].white

    def closer(camera: Camera) -> dict[Box, Reading]:
        return {one.box: one.reading for one in look_closer(image_bgr, found, camera, models.reader, about)}

    placed = locate(image_bgr, found, closer, prior, sightings)
    units, white = _read(image_bgr, found, placed.camera, models, measured, palette)
    others = [
        (share, read_units(image_bgr, found, camera, models, white, palette))
        for share, camera in placed.others
    ]
    return Sight(
        placed.camera,
        placed.source,
        None,
        left_to_right(blended(units, placed.doubt.scale_share, others)),
        hands_of(found),
        white,
        (placed.remark,),
        placed.doubt,
    )


def blended(
    units: Iterable[UnitObservation],
    share: float,
    others: Iterable[tuple[float, tuple[UnitObservation, ...]]],
) -> tuple[UnitObservation, ...]:
    """The units with their sizes' probabilities averaged over all views of the picture, weighted by the
    shares.

    A view with another number of levels at the same box, or nothing, does not count for that unit.
    """
    views = [(weight, {unit.bbox_px: unit for unit in seen}) for weight, seen in others]
    joined = []
    for unit in units:
        voices = [(share, unit)]
        voices += [(weight, seen[unit.bbox_px]) for weight, seen in views if unit.bbox_px in seen]
        voices = [(weight, one) for weight, one in voices if len(one.levels) == len(unit.levels)]
        total = sum(weight for weight, _ in voices)
        levels = tuple(
            replace(
                level,
                p_size={
                    size: sum(weight * one.levels[k].p_size.get(size, 0.0) for weight, one in voices) / total
                    for size in Size
                },
            )
            for k, level in enumerate(unit.levels)
        )
        joined.append(replace(unit, levels=levels))
    return tuple(joined)


def _found_at_any_scale(image_bgr: NDArray[np.uint8], models: Models) -> tuple[Found, ...]:
    """Detections at the width with many sure and few unsure ones."""

    def promise(width: int) -> float:
        found = models.finder.find(image_bgr, width)
        return sum(one.score - MIDDLING_SCORE for one in found) if found else -1e3

    widths = [width for width in SCALES if width <= image_bgr.shape[1]] or [DETECTION_WIDTH]
    best = max(widths, key=promise) if len(widths) > 1 else widths[0]
    return tuple(without_repeats(find_twice(models.finder, image_bgr, best)))


def _single_marker_white(image_bgr: NDArray[np.uint8]) -> WhiteReference | None:
    try:
        return white_reference(image_bgr, find_markers(image_bgr, thorough=False))
    except CalibrationError:
        return None


def left_to_right(units: Iterable[UnitObservation]) -> tuple[UnitObservation, ...]:
    """Units in the order of their boxes' left edges."""
    return tuple(sorted(units, key=lambda unit: unit.bbox_px[0]))
