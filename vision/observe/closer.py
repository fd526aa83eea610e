"""Reads the crop of each of the finder's detections with the reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.white import WhiteReference
from vision.detect.finder import Found, Kind
from vision.fit.fit import Seen
from vision.observe.white import Candidate
from vision.read.crops import crop_transform, cut
from vision.read.reader import Reader, View

FARTHEST_MM = 2500.0
MOST_IN_DOUBT = 80
"""Most crops that are read with more than one white."""
BY_EACH = View.PLAIN | View.PLAIN_AGAIN
"""One view by both networks."""


def look_closer(
    image_bgr: NDArray[np.uint8],
    found: Iterable[Found],
    camera: Camera,
    reader: Reader,
    white: WhiteReference,
    view: View = View.ALL,
) -> list[Seen]:
    """The reader's reading of every detection on the table, except hands."""
    places = _on_table(camera, [one for one in found if one.kind is not Kind.HAND])
    transforms = [crop_transform(camera, x, y) for _, x, y in places]
    kept = [i for i, transform in enumerate(transforms) if np.isfinite(transform).all()]
    if not kept:
        return []
    crops = np.stack([cut(image_bgr, transforms[i], white) for i in kept])
    elevations = np.radians([camera.elevation_deg(places[i][1], places[i][2]) for i in kept])
    readings = reader.read(crops, elevations, view)
    return [
        Seen(places[i][0].box, places[i][0].score, transforms[i], places[i][1], places[i][2], reading, crop)
        for i, reading, crop in zip(kept, readings, crops, strict=True)
    ]


def in_doubt(
    image_bgr: NDArray[np.uint8],
    camera: Camera,
    reader: Reader,
    seen: list[Seen],
    others: Sequence[Candidate],
) -> list[Seen]:
    """The readings with their colours' probabilities summed over all candidate whites: each crop is read
    again, in the plain view, with each of the ``others``.
    """
    if not others or not 0 < len(seen) <= MOST_IN_DOUBT:
        return seen
    elevations = np.radians([camera.elevation_deg(one.x_mm, one.y_mm) for one in seen])
    share = 1 - sum(other.probability for other in others)
    colours = [share * one.reading.p_colours for one in seen]
    for other in others:
        crops = np.stack([cut(image_bgr, one.transform, other.white) for one in seen])
        readings = reader.read(crops, elevations, BY_EACH)
        colours = [
            known + other.probability * reading.p_colours
            for known, reading in zip(colours, readings, strict=True)
        ]
    return [
        replace(one, reading=replace(one.reading, p_colours=each))
        for one, each in zip(seen, colours, strict=True)
    ]


def _on_table(camera: Camera, units: list[Found]) -> list[tuple[Found, float, float]]:
    """Detections with their footprints' positions on the table, mm; those too far away are left out."""
    if not units:
        return []
    spots = camera.to_table(np.array([one.base_px for one in units]))
    near = np.hypot(*(spots - camera.position[:2]).T) < FARTHEST_MM  # NaN compares false
    return [(one, float(x), float(y)) for one, (x, y), ok in zip(units, spots, near, strict=True) if ok]
