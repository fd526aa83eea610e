"""From detections in a picture to the table's units: canonical crops, reader, metric fit, bands, colours."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration import drift
from calibration.camera import CalibrationError, Camera
from calibration.store import Calibration
from calibration.white import WhiteReference, white_reference
from engine.pieces import Colour
from vision.colour.colours import ColourModel, alike, recoloured
from vision.detect.finder import Finder, Found
from vision.detect.user_model import UserFinder, open_finder
from vision.fit.compatible import compatible
from vision.fit.fit import COLOURS, Seen, observe
from vision.fit.turns import with_turns
from vision.observation import UnitObservation
from vision.observe.closer import in_doubt, look_closer
from vision.observe.white import Candidate
from vision.read.bands import Bands
from vision.read.reader import Reader, View

MODEL_FOLDER = Path(__file__).parent.parent / "models"
LEAST_SCORE = 0.12  # least finder score of detections for the reader; most of them are no units
LEAST_SURE = 0.44  # least joint confidence of finder and reader for a unit
FAINT, MOST_FAINT, FAINT_APART_MM = 0.15, 4, 18.0  # faint units: least confidence, number, distance to others
APART_MM = 8.0  # least distance between the middles of two units' footprints
Units = tuple[UnitObservation, ...]
NOTHING_LEARNT = ColourModel()


@dataclass(frozen=True)
class Models:
    """The networks."""

    finder: Finder | UserFinder
    reader: Reader
    bands: Bands

    @staticmethod
    def load(folder: Path = MODEL_FOLDER, threads: int = 2, finder: Path | None = None) -> Models:
        """Load the exported networks, perhaps with a user's own ``finder``. Raises ModelError, one clear
        line."""
        return Models(
            open_finder(finder, threads) if finder else Finder(folder / "finder.onnx", threads),
            Reader(folder / "reader.onnx", threads),
            Bands(folder / "bands.onnx", threads),
        )


def read_units(
    image_bgr: NDArray[np.uint8],
    found: Iterable[Found],
    camera: Camera,
    models: Models,
    white: WhiteReference,
    palette: Iterable[Colour] = COLOURS,
    colours: ColourModel = NOTHING_LEARNT,
    view: View = View.ALL,
    others: Sequence[Candidate] = (),
    turned: bool = True,
) -> Units:
    """The units in one picture, surest first, from the detections ``found``: crops, reader, fit, without
    duplicates and impossible neighbours, with the stacks' bands and the set's learnt colours. ``others`` are
    alternatives to ``white``; ``turned``: with the orientations of standing units.
    """
    seen = look_closer(image_bgr, found, camera, models.reader, white, view)
    return units_of(image_bgr, seen, camera, models, white, palette, colours, others, turned)


def units_of(
    image_bgr: NDArray[np.uint8],
    seen: Sequence[Seen],
    camera: Camera,
    models: Models,
    white: WhiteReference,
    palette: Iterable[Colour] = COLOURS,
    colours: ColourModel = NOTHING_LEARNT,
    others: Sequence[Candidate] = (),
    turned: bool = False,
) -> Units:
    """As ``read_units``, from the reader's results."""
    fitted = fitted_units(image_bgr, seen, camera, models, palette, others, turned)
    units = models.bands.read(image_bgr, camera, white, fitted)
    units = recoloured(image_bgr, camera, white, units, colours)
    return alike(image_bgr, camera, white, units, colours)


def fitted_units(
    image_bgr: NDArray[np.uint8],
    seen: Sequence[Seen],
    camera: Camera,
    models: Models,
    palette: Iterable[Colour] = COLOURS,
    others: Sequence[Candidate] = (),
    turned: bool = False,
) -> Units:
    """As ``units_of``, with the colours of the reader alone."""
    valid = [one for one in seen if one.confidence >= LEAST_SURE]
    valid = in_doubt(image_bgr, camera, models.reader, valid, others)
    units = observe(camera, valid, palette)
    return compatible(apart(with_turns(camera, valid, units) if turned else units), camera, LEAST_SURE)


def apart(units: Iterable[UnitObservation]) -> Units:
    """The units, surest first, without those that share a footprint with a surer one."""
    kept: list[UnitObservation] = []
    for unit in sorted(units, key=lambda u: -u.confidence):
        if all(math.hypot(unit.x_mm - o.x_mm, unit.y_mm - o.y_mm) >= APART_MM for o in kept):
            kept.append(unit)
    return tuple(kept)


def hardly_seen(
    seen: Iterable[Seen], camera: Camera, palette: Iterable[Colour], units: Sequence[UnitObservation]
) -> Units:
    """Units too faint to count that are clear of all ``units``, surest first."""
    found = (one for one in seen if FAINT <= one.confidence < LEAST_SURE)
    faint = sorted(found, key=lambda one: -one.confidence)
    clear = [
        unit
        for unit in apart(observe(camera, faint[: 2 * MOST_FAINT], palette))
        if all(math.hypot(unit.x_mm - o.x_mm, unit.y_mm - o.y_mm) >= FAINT_APART_MM for o in units)
    ]
    return tuple(clear[:MOST_FAINT])


def white_of(
    image_bgr: NDArray[np.uint8], calibration: Calibration, visible: Iterable[int] | None = None
) -> WhiteReference | None:
    """White from the calibration's markers at their expected places; None if none is in view.

    ``visible``: the markers known to be in place, if that has been checked already.
    """
    if not calibration.markers:
        return None
    corners = drift.expected_corners(calibration)
    if visible is None:
        visible = [name for name, at in corners.items() if drift.local_shift(image_bgr, name, at) is not None]
    try:
        return white_reference(image_bgr, {name: corners[name] for name in visible})
    except CalibrationError:
        return None
