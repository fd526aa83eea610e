"""The finder's detections in labelled pictures: correct ones, a little off, and false ones.

The reader is trained on both: it must recognise that the crop around a false detection (the upper part of a
stack that looks like a piece behind it, a print, a finger) is not a unit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.detect.finder import Finder, Kind
from vision.observe.units import LEAST_SCORE
from vision.read.crops import CROP_BASE, apply_affine, crop_transform
from vision.training.samples import Sample

SAME_PX = 12.0
"""Largest distance between a unit and its detection, in crop px: 8 mm across the line of sight."""


@dataclass(frozen=True)
class Places:
    """Detections as table places (x, y) in mm: ``units`` by index of the labelled unit, and false ones
    (``strays``).
    """

    units: dict[int, tuple[float, float]]
    strays: tuple[tuple[float, float], ...]


def places_of(sample: Sample, image: np.ndarray, finder: Finder) -> Places:
    """The finder's detections in a labelled picture (h, w, 3).

    Each unit gets its nearest detection; further ones within SAME_PX of a unit are left out.
    """
    found = finder.find(image, sample.search_width, LEAST_SCORE)
    bases = np.array([one.base_px for one in found if one.kind is not Kind.HAND]).reshape(-1, 2)
    if not len(bases):
        return Places({}, ())
    spots = sample.camera.to_table(bases)
    on_table = np.isfinite(spots).all(1) & (np.hypot(*np.nan_to_num(spots, nan=1e9).T) < 3000)
    spots, off = spots[on_table], _distances(sample, bases[on_table])
    matched: dict[int, int] = {}
    for place, unit in sorted(np.argwhere(off <= SAME_PX).tolist(), key=lambda pair: off[tuple(pair)]):
        if unit not in matched and place not in matched.values():
            matched[unit] = place
    strays = np.flatnonzero(off.min(1, initial=np.inf) > SAME_PX)
    places = [(float(x), float(y)) for x, y in spots]
    return Places({unit: places[i] for unit, i in matched.items()}, tuple(places[i] for i in strays))


def _distances(sample: Sample, bases: np.ndarray) -> np.ndarray:
    """Distances (P, U) in crop px of detected bases (P, 2), in picture px, from the units' footprints."""
    transforms = [crop_transform(sample.camera, unit.x_mm, unit.y_mm) for unit in sample.units]
    return (
        np.array([np.linalg.norm(apply_affine(one, bases) - CROP_BASE, axis=1) for one in transforms])
        .reshape(len(transforms), len(bases))
        .T
    )
