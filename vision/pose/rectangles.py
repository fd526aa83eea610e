"""Cards, paper and boards: finds bright quadrilaterals in a picture, and rates their fit to a camera.

White areas are outlined, their four sides fitted by lines (which meet at the rounded corners) and moved to
the steepest gradient. Those without an even white rim along all four sides or darker surroundings, or with
crooked sides, are left out: no card is better than a wrong one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.corners import SIZES_MM
from calibration.markers import MARKER_MM, Sightings

Floats = NDArray[np.float64]
LONGEST_PX = 1280  # larger pictures are searched at this size
LEAST_PART, MOST_PART = 0.0008, 0.6  # area relative to the picture
MOST = 8
LEVELS = 14  # number of brightness thresholds
NOISE_PX, NOISE_PART = 0.8, 0.004  # of a corner: px, and relative to the longer side
OUTLIER, OUTLIER_LOG = 0.1, -12.0  # share of rectangles of no known kind, and their log likelihood
SQUARE_LOG = -2.5
"""Log likelihood of a square's size, which may be any: of boards, mats and coasters."""
MARKER_NOISE_PX = 0.7  # of a marker's corner
TAIL, FREEDOM = 4.0, 5
RIM_EVEN, RIM_GREY, CONTRAST = 0.22, 0.42, 0.07
"""Largest spread of the rim's log brightness, largest saturation, least drop of brightness (0..1) outside."""
STRAIGHT = 0.75  # least share of a side with an edge on its line
STRAIGHTEST = math.cos(math.radians(22))  # least difference of a corner from 180 and from 0 degrees
_SAMPLES = 48


@dataclass(frozen=True, eq=False)
class Rectangle:
    """A white quadrilateral, or certainly a ``marker``: ``corners`` (4, 2) px clockwise in the picture,
    ``noise`` of each in px.
    """

    corners: Floats
    noise: float
    marker: bool = False


def marker_rectangles(sightings: Sightings) -> tuple[Rectangle, ...]:
    """The markers seen, as rectangles of known kind."""
    return tuple(Rectangle(corners, MARKER_NOISE_PX, True) for corners in sightings.values())


def find_rectangles(image_bgr: NDArray[np.uint8], most: int = MOST) -> tuple[Rectangle, ...]:
    """The ``most`` largest bright four-sided sheets completely inside a picture, uint8 (H, W, 3) BGR."""
    scale = min(1.0, LONGEST_PX / max(image_bgr.shape[:2]))
    size = (round(image_bgr.shape[1] * scale), round(image_bgr.shape[0] * scale))
    small = cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA) if scale < 1 else image_bgr
    calm = cv2.bilateralFilter(small, 5, 24, 3).astype(np.float32) / np.float32(255)
    kept: list[Floats] = []
    for corners in sorted(_candidates(calm), key=_area, reverse=True):
        fitted = _drawn_to_edges(calm, corners)
        if fitted is None or not _is_sheet(calm, fitted):
            continue
        if all(
            np.linalg.norm(fitted.mean(0) - other.mean(0)) > 0.2 * math.sqrt(_area(other)) for other in kept
        ):
            kept.append(fitted)
    return tuple(_rectangle((corners + 0.5) / scale - 0.5) for corners in kept[:most])


def _rectangle(corners: Floats) -> Rectangle:
    sides = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
    return Rectangle(corners, math.hypot(NOISE_PX, NOISE_PART * float(sides.max())))


def _area(corners: Floats) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))


def _candidates(calm: NDArray[np.float32]) -> Iterable[Floats]:
    """Quadrilaterals (4, 2) around areas whose darkest channel is above each of several thresholds."""
    whiteness = calm.min(-1)
    total = whiteness.size
    for level in np.quantile(whiteness, np.linspace(0.3, 0.985, LEVELS)):
        mask = (whiteness > level).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        outlines = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
        for outline in outlines:
            hull = cv2.convexHull(outline)
            area = cv2.contourArea(hull)
            if not LEAST_PART * total < area < MOST_PART * total or cv2.contourArea(outline) < 0.75 * area:
                continue
            corners = _four_corners(np.asarray(hull, np.int32))
            if corners is not None and _inside(corners, mask.shape) and _has_corners(corners):
                yield corners


def _four_corners(hull: NDArray[np.int32]) -> Floats | None:
    """The quadrilateral that approximates a hull, if there is one of nearly the same area."""
    length = cv2.arcLength(hull, True)
    for part in (0.02, 0.03, 0.045, 0.06):
        corners = cv2.approxPolyDP(hull, part * length, True)
        if len(corners) == 4:
            close = cv2.contourArea(corners) > 0.88 * cv2.contourArea(hull)
            return _clockwise(corners[:, 0].astype(np.float64)) if close else None
    return None


def _has_corners(corners: Floats) -> bool:
    """Whether no corner is nearly straight or very sharp."""
    to_next = np.roll(corners, -1, 0) - corners
    to_last = np.roll(corners, 1, 0) - corners
    cosines = (to_next * to_last).sum(1) / np.linalg.norm(to_next, axis=1) / np.linalg.norm(to_last, axis=1)
    return bool((np.abs(cosines) < STRAIGHTEST).all())


def _clockwise(corners: Floats) -> Floats:
    return corners if cv2.contourArea(corners.astype(np.float32), True) > 0 else corners[::-1]


def _inside(corners: Floats, shape: tuple[int, ...]) -> bool:
    return bool((corners > 2).all() and (corners < [shape[1] - 3, shape[0] - 3]).all())


def _sample(picture: NDArray[np.float32], points: Floats) -> NDArray[np.float32]:
    """Values (...) or (..., C) of the picture at points (..., 2) px, interpolated."""
    flat = points.reshape(-1, 1, 2).astype(np.float32)
    got = cv2.remap(picture, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(got, np.float32).reshape(*points.shape[:-1], *picture.shape[2:])


def _drawn_to_edges(calm: NDArray[np.float32], corners: Floats) -> Floats | None:
    """The quadrilateral with sides at the steepest falls of brightness; ``None`` if they are crooked."""
    grey = calm.mean(-1)
    for reach in (5.0, 2.5):
        lines = []
        for start, end in pairwise([*corners, corners[0]]):
            line = _side(grey, start, end, reach)
            if line is None:
                return None
            lines.append(line)
        corners = np.array([_meet(lines[i - 1], lines[i]) for i in range(4)])
        if not np.isfinite(corners).all() or not _inside(corners, grey.shape):
            return None
    return corners


def _side(
    grey: NDArray[np.float32], start: Floats, end: Floats, reach: float
) -> tuple[Floats, Floats] | None:
    """A point and a direction of the line along the edge near a side; ``None`` if few samples agree."""
    along = end - start
    length = float(np.linalg.norm(along))
    if length < 12:
        return None
    along = along / length
    outward = np.array([along[1], -along[0]])
    spots = start + np.linspace(0.12, 0.88, _SAMPLES)[:, None] * (end - start)
    offsets = np.arange(-reach, reach + 0.01, 0.5)
    profile = _sample(grey, spots[:, None] + offsets[None, :, None] * outward)
    fall = profile[:, :-4] - profile[:, 4:]  # over 2 px, from inside to outside
    steepest = fall.argmax(1)
    strong = fall.max(1) > CONTRAST / 2
    at = offsets[2 + steepest]
    if strong.mean() < 0.5:
        return None
    line = np.polyfit(np.linspace(0.12, 0.88, _SAMPLES)[strong], at[strong], 1)
    for _ in range(4):
        off = np.abs(at - np.polyval(line, np.linspace(0.12, 0.88, _SAMPLES)))
        near = strong & (off < max(0.75, 1.5 * float(np.median(off[strong]))))
        line = np.polyfit(np.linspace(0.12, 0.88, _SAMPLES)[near], at[near], 1)
    near = strong & (np.abs(at - np.polyval(line, np.linspace(0.12, 0.88, _SAMPLES))) < 1.0)
    if near.mean() < STRAIGHT * (0.6 if length < 40 else 1.0):
        return None
    first, last = start + np.polyval(line, 0.0) * outward, end + np.polyval(line, 1.0) * outward
    return first, last - first


def _meet(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Floats:
    across = one[1][0] * other[1][1] - one[1][1] * other[1][0]
    if abs(across) < 1e-6:
        return np.full(2, np.nan)
    gap = other[0] - one[0]
    return np.asarray(one[0] + one[1] * ((gap[0] * other[1][1] - gap[1] * other[1][0]) / across))


def _is_sheet(calm: NDArray[np.float32], corners: Floats) -> bool:
    """Whether the rim just inside all four sides is evenly white and everything just outside is darker."""
    middle = corners.mean(0)
    share = np.linspace(0.14, 0.86, _SAMPLES)[:, None]
    inner, outer = [], []
    for start, end in pairwise([*corners, corners[0]]):
        spots = start + share * (end - start)
        inward = (middle - spots) / np.linalg.norm(middle - spots, axis=1, keepdims=True)
        depth = max(1.5, 0.012 * float(np.linalg.norm(end - start)))
        inner.append(np.median(_sample(calm, spots + depth * inward), axis=0))
        outer.append(np.median(_sample(calm, spots - (depth + 1.5) * inward), axis=0))
    inside, outside = np.array(inner), np.array(outer)
    brightness = inside.mean(-1)
    even = float(np.log(np.maximum(brightness, 1e-3)).std()) < RIM_EVEN
    grey = float((1 - inside.min(-1) / np.maximum(inside.max(-1), 1e-3)).max()) < RIM_GREY
    return (
        even
        and grey
        and bool(((inside - outside).min(-1) > CONTRAST / 2).all())
        and bool((brightness - outside.mean(-1) > CONTRAST).all())
    )


def fit_logs(one: Rectangle, matrix: Floats, turn: Floats, eye_mm: float) -> Floats:
    """Log likelihood (K,) that the rectangle is each of KINDS, for a camera ``eye_mm`` above the table."""
    rays = np.column_stack([one.corners, np.ones(4)]) @ np.linalg.inv(matrix).T @ turn
    if (rays[:, 2] > -1e-3).any():
        return np.full(len(KINDS), -1e3)
    spots = rays[:, :2] / -rays[:, 2:] * eye_mm
    middle = spots.mean(0)
    mapping = matrix @ np.column_stack([turn[:, :2], -eye_mm * turn[:, 2]])
    spread = spots - middle
    solids = _SOLIDS.copy()
    solids[KINDS.index(SQUARE)] *= float(np.hypot(*spread.T).mean()) * math.sqrt(2)
    turned = solids * np.exp(1j * np.angle(solids.conj() @ (spread @ (1, 1j))))[..., None]
    placed = np.stack([turned.real, turned.imag], axis=-1) + middle
    seen = placed @ mapping[:, :2].T + mapping[:, 2]
    off = ((seen[..., :2] / seen[..., 2:] - one.corners) ** 2).sum((-1, -2)).min(-1)
    return np.asarray(_SIZE_LOGS - (TAIL + FREEDOM) / 2 * np.log1p(off / one.noise**2 / TAIL))


def _solid(width: float, height: float) -> Floats:
    """Corners (4, 2) mm in the order in which a camera above the table sees them clockwise."""
    solid: Floats = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array([width, height]) / 2
    return solid


SQUARE, MARKER = "square", "marker"
KINDS = (*SIZES_MM, SQUARE, MARKER)
_SIDES_MM = (*SIZES_MM.values(), (1.0, 1.0), (MARKER_MM, MARKER_MM))
_SIZE_LOGS = np.array([SQUARE_LOG if kind == SQUARE else 0.0 for kind in KINDS])
_SOLIDS = np.array(
    [
        [_solid(*sides) @ (1, 1j) for sides in ((width, height), (height, width))]
        for width, height in _SIDES_MM
    ]
)
"""The corners of each of KINDS (K, 2, 4), in landscape and portrait, as complex numbers, so that the
rotation closest to other corners is a single angle; the square's for a side of 1 mm."""


def fit_log(one: Rectangle, matrix: Floats, turn: Floats, eye_mm: float) -> float:
    """Log likelihood of the rectangle over all kinds that it may be."""
    logs = fit_logs(one, matrix, turn, eye_mm)
    if one.marker:
        return float(logs[KINDS.index(MARKER)])
    known = math.log((1 - OUTLIER) / (len(KINDS) - 1)) + float(np.logaddexp.reduce(logs[:-1]))
    return float(np.logaddexp(known, math.log(OUTLIER) + OUTLIER_LOG))


def kind_of(one: Rectangle, matrix: Floats, turn: Floats, eye_mm: float) -> str | None:
    """The rectangle's kind, one of KINDS, or ``None`` if an unknown kind is likelier."""
    if one.marker:
        return MARKER
    logs = fit_logs(one, matrix, turn, eye_mm)[:-1]
    best = int(logs.argmax())
    known = math.log((1 - OUTLIER) / len(logs)) + logs[best]
    return KINDS[best] if known > math.log(OUTLIER) + OUTLIER_LOG else None


def poses(one: Rectangle, matrix: Floats) -> Iterable[tuple[Floats, Floats]]:
    """The possible poses for each kind of known size: rotations (3, 3) and places (3,) mm in the camera's
    frame."""
    sides = ((MARKER_MM, MARKER_MM),) if one.marker else SIZES_MM.values()
    for width, height in sides:
        for solid in (_solid(width, height), _solid(height, width)):
            flat = np.column_stack([solid, np.zeros(4)])
            count, rvecs, tvecs, _ = cv2.solvePnPGeneric(
                flat, one.corners, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE
            )
            for rvec, tvec in zip(rvecs[:count], tvecs[:count], strict=True):
                yield np.asarray(cv2.Rodrigues(rvec)[0], float), np.asarray(tvec, float).reshape(3)
