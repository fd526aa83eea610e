"""Where the finder says that units stand in labelled pictures: right places, a little off, and wrong ones.

The reader learns from both. A crop around a wrong place (the upper part of a stack taken for a piece behind
it, a print, a finger) must be told for what it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.detect.finder import Finder, Kind
from vision.observe.pipeline import LEAST_SCORE
from vision.read.crops import CROP_BASE, apply_affine, crop_transform
from vision.training.samples import Sample

SAME_PX = 12.0
"""Crop px (8 mm across the line of sight) within which a place is meant for a unit."""


@dataclass(frozen=True)
class Places:
    """Table places (x, y) in mm: ``units`` by the index of the unit that is meant, and ``strays``."""

    units: dict[int, tuple[float, float]]
    strays: tuple[tuple[float, float], ...]


def places_of(sample: Sample, image: np.ndarray, finder: Finder) -> Places:
    """What the finder reports in a labelled picture (h, w, 3), each unit's nearest place first.

    A place within SAME_PX of a unit that has a nearer one already is neither.
    """
    found = finder.find(image, sample.search_width, LEAST_SCORE)
    bases = np.array([one.base_px for one in found if one.kind is not Kind.HAND]).reshape(-1, 2)
    if not len(bases):
        return Places({}, ())
    spots = sample.camera.to_table(bases)
    sure = np.isfinite(spots).all(1) & (np.hypot(*np.nan_to_num(spots, nan=1e9).T) < 3000)
    spots, off = spots[sure], _distances(sample, bases[sure])
    taken: dict[int, int] = {}
    for place, unit in sorted(np.argwhere(off <= SAME_PX).tolist(), key=lambda pair: off[tuple(pair)]):
        if unit not in taken and place not in taken.values():
            taken[unit] = place
    strays = np.flatnonzero(off.min(1, initial=np.inf) > SAME_PX)
    where = [(float(x), float(y)) for x, y in spots]
    return Places({unit: where[place] for unit, place in taken.items()}, tuple(where[i] for i in strays))


def _distances(sample: Sample, bases: np.ndarray) -> np.ndarray:
    """Crop px (P, U) from every unit's footprint to every base (P, 2) in picture px."""
    transforms = [crop_transform(sample.camera, unit.x_mm, unit.y_mm) for unit in sample.units]
    return (
        np.array([np.linalg.norm(apply_affine(one, bases) - CROP_BASE, axis=1) for one in transforms])
        .reshape(len(transforms), len(bases))
        .T
    )
