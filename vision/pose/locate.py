"""Finds the camera of a picture without markers, its uncertainty, and a remark for the user."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.markers import Sightings
from engine.message import Message, Messages
from vision.detect.finder import Found
from vision.observation import Box
from vision.pose.freeview import (
    FocalPrior,
    NotEnoughUnits,
    Problem,
    View,
    camera_of,
    centre_of,
    refined,
    sheets_of,
    solve,
    typical_focal,
    weighed,
)
from vision.pose.marks import marks_of
from vision.pose.rectangles import MARKER, SQUARE, find_rectangles, marker_rectangles
from vision.read.reader import Reading

say = Messages("vision")

LOOKED_AT = 6  # number of views that the reader examines
REMEDY = say("view_remedy")
READER_SAYS = 0.7
"""Weight of the reader's clarity relative to the geometry: they come from the same pixels."""
SURE = 0.995  # least share of a scale that counts as certain
WORTH_TELLING = 0.02  # least share of another scale that is taken into account for sizes
CROPS = (-0.6, -0.3, 0.0, 0.3, 0.6)
"""Places of the principal point tried in cropped pictures: parts of the longer side, along the shorter."""
CROP_SIGMA = 0.3
CROPPED_SHAPE = 2.4  # a longer side of more than this many shorter ones means a cropped picture


@dataclass(frozen=True, slots=True)
class Doubt:
    """The standard deviations of a camera: relative of ``focal``, ``elevation_deg``, relative of ``scale``;
    ``scale_share`` is the probability that none of the other possible scales is right (all pieces a size
    larger or smaller). ``None``: not known.
    """

    focal: float
    elevation_deg: float | None = None
    scale: float | None = None
    scale_share: float = 1.0

    @property
    def unsure(self) -> bool:
        """Whether all sizes may be off together."""
        return self.scale_share < SURE


@dataclass(frozen=True, eq=False)
class Located:
    """A camera found without markers, or with a single one. ``source``: "markers", "cards", "paper" or
    "pieces"; ``others`` are cameras at other scales that also explain the picture, with their shares of the
    probability.
    """

    camera: Camera
    source: str
    doubt: Doubt
    remark: Message
    others: tuple[tuple[float, Camera], ...] = ()


Closer = Callable[[Camera], Mapping[Box, Reading]]
"""The reader's results at the boxes of detections, given a camera."""


def locate(
    image_bgr: NDArray[np.uint8],
    found: Iterable[Found],
    closer: Closer = lambda camera: {},
    prior: FocalPrior | None = None,
    sightings: Sightings = MappingProxyType({}),
) -> Located:
    """The likeliest camera for a picture, uint8 (H, W, 3) BGR, the units ``found`` in it and the markers, of
    which there may be one.

    Raises NotEnoughUnits with one line that says what to do.
    """
    found = tuple(found)
    height, width = image_bgr.shape[:2]
    marks = marks_of(found, width, height)
    rectangles = (*marker_rectangles(sightings), *find_rectangles(image_bgr))
    if len(marks) < 2 and not rectangles:
        raise NotEnoughUnits(say("view_none", text=REMEDY))
    middle = np.median(marks.bases if len(marks) else rectangles[0].corners, axis=0)
    first = [
        view
        for centre, cost in _centres(width, height)
        for view in solve(
            Problem(marks, rectangles, centre, middle, prior or typical_focal(width, height), cost)
        )
    ]
    second = []
    for view in sorted(first, key=lambda view: -view.evidence)[:LOOKED_AT]:
        readings = closer(camera_of(view, (width, height)))
        read = replace(view.problem, marks=marks_of(found, width, height, readings))
        view = refined(read, view.values)
        clear = READER_SAYS * clarity(closer(camera_of(view, (width, height))).values())
        second.append(replace(view, evidence=view.evidence + clear))
    views = weighed(second)
    if not views:
        raise NotEnoughUnits(say("view_untold", text=REMEDY))
    return _located(views, (width, height))


def clarity(readings: Iterable[Reading]) -> float:
    """The clarity of the reader's results: the sum of the log probabilities (at most 0) of its best guesses.

    At a wrong scale or slant the crops look like no real unit, and it doubts.
    """
    total = 0.0
    for one in readings:
        total += math.log(max(one.p_valid, 1e-6))
        if one.p_valid > 0.5:
            count = int(one.p_levels.argmax())
            total += math.log(one.p_levels[count]) + math.log(one.p_sizes[count].max())
    return total


def _centres(width: int, height: int) -> list[tuple[NDArray[np.float64], float]]:
    """Possible principal points with their costs: only the middle, unless the picture was cropped."""
    middle, longer = centre_of(width, height), max(width, height)
    if longer < CROPPED_SHAPE * min(width, height):
        return [(middle, 0.0)]
    across = np.array([0.0, 1.0]) if width > height else np.array([1.0, 0.0])
    return [(middle + part * longer * across, 0.5 * (part / CROP_SIGMA) ** 2) for part in CROPS]


def _located(views: tuple[View, ...], size: tuple[int, int]) -> Located:
    best, sheets = views[0], sheets_of(views[0])
    spread = np.sqrt(np.diag(best.covariance))
    doubt = Doubt(float(spread[0]), math.degrees(spread[1]), float(spread[3]), best.share)
    source = next((_SOURCES[sheet] for sheet in _SOURCES if sheet in sheets), "pieces")
    others = tuple((view.share, camera_of(view, size)) for view in views[1:] if view.share > WORTH_TELLING)
    remark = _remark(sheets, len(best.problem.marks), doubt)
    return Located(camera_of(best, size), source, doubt, remark, others)


def _remark(sheets: tuple[str, ...], pieces: int, doubt: Doubt) -> Message:
    """One line: the evidence for the camera, and the certainty of sizes and places."""
    names = tuple(say(_SHEETS[sheet], n=sheets.count(sheet)) for sheet in dict.fromkeys(sheets))
    whence = say("view_sheets", list=names, n=pieces) if sheets else say("view_pieces", n=pieces)
    key, share = (
        ("view_unsure", doubt.scale_share) if doubt.unsure else ("view_by", min(doubt.scale_share, 0.99))
    )
    return say(key, text=whence, raw=f"{2 * (doubt.scale or 0):.0%}", raw2=f"{share:.0%}")


_SOURCES = {
    MARKER: "markers",
    "poker card": "cards",
    "bridge card": "cards",
    "A4 sheet": "paper",
    "Letter sheet": "paper",
}
"""What gives the scale, best first."""
_SHEETS = {
    "poker card": "sheet_poker",
    "bridge card": "sheet_bridge",
    "A4 sheet": "sheet_a4",
    "Letter sheet": "sheet_letter",
    SQUARE: "sheet_square",
    MARKER: "sheet_marker",
}
"""The messages for a number of rectangles, by kind."""
