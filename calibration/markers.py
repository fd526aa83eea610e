"""Finds the printed corner markers in a picture, with a precision of a fraction of a pixel.

Four ArUco markers of OpenCV's dictionary ``DICT_4X4_50``: black square 40 mm, white paper margin 10 mm.
Ids: 0 near left, 1 near right, 2 far right, 3 far left, as seen by the near player.

A marker's corners are in OpenCV's order: its own top left, top right, bottom right, bottom left.

Detection and refinement both work in linear light: blur happens in the lens, before the camera's tone curve,
and in encoded values the paper spreads into the black (about three quarters of a pixel for a blur of one),
which moves edges and closes small black cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import CalibrationError, Floats
from engine.message import Message, Messages

say = Messages("calibration")

Picture = NDArray[np.uint8]
Sightings = Mapping[int, Floats]
"""Corners in the picture, (4, 2) px, by marker id."""

DICTIONARY = cv2.aruco.DICT_4X4_50
MARKER_MM = 40.0
MARGIN_MM = 10.0
CELLS = 6
"""Cells along a marker's edge, including the black border of one cell."""
HIDDEN_CORNER = 2.5
"""How many cells a single corner may be from where a marker was detected, if something lies on it."""
PASSES, SETTLED_PX = 4, 0.05
"""The most passes over the edges, and the shift of corners after which there is no further one. Of 58 corners
under something, two passes leave 14 more than 1 px off, and 4 with lines by Huber's weights 3; these none."""
MOST_TRIED, EDGE_PX = 40, 0.3
"""The most points of an edge that lines are tried through, and how far from it (px) another still counts."""
PLACES: Mapping[int, Message] = {
    number: say(place) for number, place in enumerate(("near_left", "near_right", "far_right", "far_left"))
}
SQUARE: Floats = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]]) * MARKER_MM
"""Corners of a marker around its middle, (4, 2) mm, seen from above with its top on the far side."""
SQUARE.flags.writeable = False

_DECODE = np.where(
    np.arange(256) <= 10.31475,
    np.arange(256) / 255 / 12.92,
    ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4,
).astype(np.float32)


def to_linear(picture: Picture) -> NDArray[np.float32]:
    """Linear light 0 to 1 of 8-bit sRGB values, same shape."""
    return np.asarray(cv2.LUT(picture, _DECODE), np.float32)


def marker_bits(marker: int) -> NDArray[np.bool_]:
    """The marker's cells (6, 6), True where white, its top row first; the border is black."""
    side = cv2.aruco.getPredefinedDictionary(DICTIONARY).generateImageMarker(marker, CELLS)
    return side > 127


@lru_cache(maxsize=4)
def _detector(thorough: bool) -> cv2.aruco.ArucoDetector:
    options = cv2.aruco.DetectorParameters()
    options.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    options.minMarkerPerimeterRate = 0.02
    options.perspectiveRemovePixelPerCell = 8
    options.perspectiveRemoveIgnoredMarginPerCell = 0.25
    if thorough:
        options.polygonalApproxAccuracyRate = 0.06
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return cv2.aruco.ArucoDetector(dictionary, options)


def find_markers(
    frame: Picture, wanted: Iterable[int] = tuple(PLACES), thorough: bool = True
) -> dict[int, Floats]:
    """The wanted markers seen in a picture, with precise corners.

    ``frame`` is (H, W, 3) BGR or (H, W) grey, uint8. After a quick pass, if ``thorough`` and while some are
    missing, there are passes on the enlarged picture: in linear light, smoothed against noise, and as encoded
    (small, blurred or dimly lit markers). Of two markers with one id the larger one counts. Raises
    CalibrationError if ``frame`` is no such picture.
    """
    grey = as_grey(frame)
    linear = to_linear(grey)
    names = set(wanted)
    light = _stretched(linear)
    found = _detect(light, names, thorough=False)
    for harder in (lambda: light, lambda: cv2.GaussianBlur(light, (0, 0), 1.0), lambda: grey):
        if not thorough or names <= found.keys():
            break
        twice = cv2.resize(harder(), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        for name, corners in _detect(
            np.asarray(twice, np.uint8), names - found.keys(), thorough=True
        ).items():
            found[name] = (corners + 0.5) / 2 - 0.5
    return {name: refine_corners(linear, corners) for name, corners in sorted(found.items())}


def as_grey(frame: Picture) -> Picture:
    """``frame`` as (H, W) uint8; raises CalibrationError if it is neither BGR nor grey uint8."""
    if isinstance(frame, np.ndarray) and frame.dtype == np.uint8 and frame.size:
        if frame.ndim == 2:
            return frame
        if frame.ndim == 3 and frame.shape[2] == 3:
            return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    shape, kind = getattr(frame, "shape", None), getattr(frame, "dtype", type(frame).__name__)
    raise CalibrationError(say("array_shape", raw="frame", raw2="(H, W, 3) uint8", raw3=f"{kind} {shape}"))


def _stretched(linear: NDArray[np.float32]) -> Picture:
    """Linear light as 8 bits, with its brightest patch (4 × 4 px) at 250."""
    small = (max(linear.shape[1] // 4, 1), max(linear.shape[0] // 4, 1))
    top = max(float(cv2.resize(linear, small, interpolation=cv2.INTER_AREA).max()), 0.004)
    return np.asarray(cv2.convertScaleAbs(linear, alpha=250 / top), np.uint8)


def _detect(grey: Picture, names: set[int], thorough: bool) -> dict[int, Floats]:
    quads, ids, _ = _detector(thorough).detectMarkers(grey)
    found: dict[int, Floats] = {}
    for quad, name in zip(quads, [] if ids is None else map(int, ids.ravel()), strict=False):
        corners = quad.reshape(4, 2).astype(np.float64)
        if name in names and (name not in found or _area(corners) > _area(found[name])):
            found[name] = corners
    return found


def _area(corners: Floats) -> float:
    return abs(float(cv2.contourArea(corners.astype(np.float32))))


def refine_corners(linear: NDArray[np.float32], corners: Floats) -> Floats:
    """Corners (4, 2) px as the intersections of lines fitted to the marker's outer edges.

    ``linear`` is the grey picture in linear light, (H, W). Each edge is sampled across the border of paper
    and black. Where corners would move by more than a cell (a hidden edge) all are left unchanged, except
    that one alone may move farther: something lies on it, and its edges lead there.
    """
    cell = _shortest_side(corners) / CELLS
    limit = max(2.0, cell)
    best = corners
    for _ in range(PASSES):
        edges = [_edge_line(linear, best[k], best[(k + 1) % 4], cell) for k in range(4)]
        lines = [line for line in edges if line is not None]
        if len(lines) < 4:
            return best
        moved = np.array([_crossing(lines[k - 1], lines[k]) for k in range(4)])
        if not np.isfinite(moved).all():
            return best
        *_, second, most = np.sort(np.abs(moved - corners).max(axis=1))
        if second > limit or most > HIDDEN_CORNER * limit:
            return best
        done = np.abs(moved - best).max() < SETTLED_PX
        best = moved
        if done:
            break
    return best


def _shortest_side(corners: Floats) -> float:
    """The marker's smaller extent in px: the least distance between opposite edges."""
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.maximum(np.linalg.norm(sides, axis=1), 1e-6)
    return float(_area(corners) / lengths.max())


def _edge_line(linear: NDArray[np.float32], start: Floats, end: Floats, cell: float) -> Floats | None:
    """The outer edge from ``start`` to ``end`` as (a, b, c), a x + b y = c; None if it is not visible.

    Corners are clockwise in the picture, so the paper is to the left of the direction from start to end.
    """
    along = end - start
    length = float(np.linalg.norm(along))
    if length < 6:
        return None
    along = along / length
    outward = np.array([along[1], -along[0]])
    reach = float(np.clip(0.6 * cell, 1.5, 6.0))
    spots = start + along * np.linspace(0.1, 0.9, max(8, int(length)))[:, None] * length
    steps = np.arange(-reach, reach + 1e-9, 0.25)
    grid = (spots[:, None] + steps[None, :, None] * outward).astype(np.float32)
    profiles = cv2.remap(linear, grid, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    offsets, good = _steps_in(np.asarray(cv2.blur(profiles, (1, 5)), np.float32), steps)
    if good.sum() < 6:
        return None
    return _fit_line(spots[good] + offsets[good, None] * outward)


def _steps_in(profiles: NDArray[np.float32], steps: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The half-way points of dark-to-light profiles (N, S), in ``steps`` units, and which are valid."""
    count = max(2, len(steps) // 6)
    dark, light = np.median(profiles[:, :count]), np.median(profiles[:, -count:])
    level = (dark + light) / 2
    above = profiles > level
    rises = ~above[:, :-1] & above[:, 1:]
    middle = np.abs(steps[:-1] + steps[1:]) / 2
    nearest = np.where(rises, middle, np.inf).argmin(axis=1)
    rows = np.arange(len(profiles))
    low, high = profiles[rows, nearest], profiles[rows, nearest + 1]
    share = (level - low) / np.maximum(high - low, 1e-9)
    offsets: Floats = steps[nearest] + share * (steps[1] - steps[0])
    clear = bool(light - dark > 0.004)
    return offsets, np.asarray(rises.any(axis=1) & clear)


def _fit_line(points: Floats) -> Floats:
    """Line (a, b, c) through points (N, 2). A finger on an edge does not affect it: the line that is nearest
    to half of the points (least median of squares, Rousseeuw 1984) tells which belong to the edge."""
    few = points[:: -(-len(points) // MOST_TRIED)]
    one, other = np.triu_indices(len(few), max(1, len(few) // 4))
    along = few[other] - few[one]
    normals = np.column_stack([-along[:, 1], along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
    apart = np.abs(normals @ points.T - (normals * few[one]).sum(axis=1)[:, None])
    half = np.median(apart, axis=1)
    best = int(half.argmin())
    points = points[apart[best] <= max(EDGE_PX, 3 * half[best])]
    vx, vy, x, y = cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0.3, 0.001, 0.001).ravel()
    return np.array([-vy, vx, -vy * x + vx * y], dtype=np.float64)


def _crossing(first: Floats, second: Floats) -> Floats:
    a = np.array([first[:2], second[:2]])
    if abs(np.linalg.det(a)) < 1e-3:
        return np.full(2, np.nan)
    return np.linalg.solve(a, [first[2], second[2]])


def combine(sightings: Sequence[Sightings]) -> dict[int, Floats]:
    """The sightings in several frames of one still view combined: the median of each corner.

    Markers seen in less than half as many frames as the most frequent one are dropped as false.
    """
    seen: dict[int, list[Floats]] = {}
    for sighting in sightings:
        for name, corners in sighting.items():
            seen.setdefault(name, []).append(corners)
    most = max((len(all_seen) for all_seen in seen.values()), default=0)
    kept = {name: corners for name, corners in sorted(seen.items()) if 2 * len(corners) >= most}
    return {name: np.median(corners, axis=0) for name, corners in kept.items()}
