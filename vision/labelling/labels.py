"""Labels a photograph in which every piece and its place are known (format: ``datasets/``).

The visible part of a piece follows from the solids alone, which are painted from far to near. The orientation
of an upright piece is unknown: its base is replaced by a circle with the square's mean width.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.markers import to_linear
from calibration.white import PAPER_VALUE, WhiteReference, encode
from engine.pieces import BASE_MM, HEIGHT_MM, Piece, Posture, Size, lifts_mm
from vision.fit.solids import laid, pyramid
from vision.observation import Box

Floats = NDArray[np.float64]
CORNERS = 24
MEAN_WIDTH = 4 / math.pi
"""Width of a unit square seen from the side, averaged over its orientations."""


@dataclass(frozen=True, slots=True)
class KnownUnit:
    """A unit of known pieces (bottom to top) at a known place (table frame, mm).

    ``heading_deg`` of a lying piece, ``None`` for a standing one; only single pieces lie. ``box_px`` is the
    detected box, if any, which fits better than the one computed from the place.
    """

    x_mm: float
    y_mm: float
    pieces: tuple[Piece, ...]
    heading_deg: float | None = None
    box_px: Box | None = None

    def __post_init__(self) -> None:
        if not self.pieces or (self.heading_deg is not None and len(self.pieces) > 1):
            raise ValueError("a unit is one lying piece, or one or more that stand")

    @property
    def sizes(self) -> tuple[Size, ...]:
        """Sizes, bottom to top."""
        return tuple(piece.size for piece in self.pieces)

    def outlines(self) -> list[Floats]:
        """Points (P, 3) mm of each piece, bottom to top; the apex is the last."""
        if self.heading_deg is not None:
            return [_lying(self.x_mm, self.y_mm, self.pieces[0].size, math.radians(self.heading_deg))]
        lifts = lifts_mm(self.sizes)
        return [_standing(self.x_mm, self.y_mm, s, z) for s, z in zip(self.sizes, lifts, strict=True)]


def _standing(x_mm: float, y_mm: float, size: Size, lift_mm: float) -> Floats:
    turns = np.linspace(0, 2 * math.pi, CORNERS, endpoint=False)
    reach = BASE_MM[size] / 2 * MEAN_WIDTH
    base = np.stack([np.cos(turns) * reach, np.sin(turns) * reach, np.zeros(CORNERS)], 1)
    return np.vstack([base, [0.0, 0.0, HEIGHT_MM[size]]]) + (x_mm, y_mm, lift_mm)


def _lying(x_mm: float, y_mm: float, size: Size, turn: float) -> Floats:
    c, s = math.cos(turn), math.sin(turn)
    own = laid(pyramid(size, 0.0), (size,))
    placed: Floats = own @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + (x_mm, y_mm, 0.0)
    return placed


def label(
    camera: Camera, white_bgr: Sequence[float], units: Sequence[KnownUnit], file: str, kind: str
) -> dict[str, Any]:
    """The label of a whole frame seen by ``camera`` with exactly these units and no hand.

    ``white_bgr``: the colour of paper for this camera, 0..255. Units completely outside are left out.
    """
    hulls = [[_hull(camera.project(points)) for points in unit.outlines()] for unit in units]
    shown = _shown(camera, units, hulls)
    found = [_unit(camera, *one) for one in zip(units, hulls, shown, strict=True)]
    return {
        "image": {
            "file": file,
            "width": camera.width,
            "height": camera.height,
            "source": [camera.width, camera.height],
        },
        "camera": {
            "K": camera.K.tolist(),
            "rvec": camera.rvec.tolist(),
            "tvec": camera.tvec.tolist(),
            "distortion": camera.distortion.tolist(),
        },
        "white": [round(float(value), 1) for value in white_bgr],
        "kind": kind,
        "units": [unit for unit in found if _is_in(unit["bbox_px"])],
        "hands": [],
    }


def paper_bgr(white: WhiteReference) -> tuple[float, float, float]:
    """BGR (0..255) of paper under this white reference, for labels."""
    target = float(to_linear(np.array([[PAPER_VALUE]], np.uint8)).item())
    blue, green, red = (float(value) for value in encode(target / white.gain_bgr))
    return blue, green, red


def _unit(camera: Camera, unit: KnownUnit, hulls: list[Floats], shown: Sequence[int]) -> dict[str, Any]:
    apex = unit.outlines()[-1][-1]
    base, tip = camera.project([(unit.x_mm, unit.y_mm, 0.0), apex])
    lying = unit.heading_deg is not None
    return {
        "x_mm": round(unit.x_mm, 2),
        "y_mm": round(unit.y_mm, 2),
        "posture": (Posture.FLAT if lying else Posture.UPRIGHT).value,
        "heading_deg": round((unit.heading_deg or 0.0) % 360, 1),
        "visible": _share(sum(shown), hulls),
        "bbox_px": _box(hulls if unit.box_px is None else [np.reshape(unit.box_px, (2, 2))], camera),
        "apex_px": tip.round(2).tolist(),
        "base_px": base.round(2).tolist(),
        "pieces": [
            {
                "colour": piece.colour.value,
                "size": piece.size.word,
                "visible": _share(seen, [hull]),
                "hidden": any(other.size > piece.size for other in unit.pieces[level + 1 :]),
            }
            for level, (piece, hull, seen) in enumerate(zip(unit.pieces, hulls, shown, strict=True))
        ],
    }


def _hull(points_px: Floats) -> Floats:
    return np.asarray(cv2.convexHull(points_px.astype(np.float32))[:, 0], float)


def _fill(canvas: NDArray[np.int32], hull: Floats, value: int) -> None:
    cv2.fillConvexPoly(canvas, np.round(hull * 8).astype(np.int32), value, shift=3)


def _shown(camera: Camera, units: Sequence[KnownUnit], hulls: list[list[Floats]]) -> list[list[int]]:
    """The number of visible pixels of each piece, bottom to top; smaller pieces hide inside larger ones."""
    depths = camera.depth([(unit.x_mm, unit.y_mm, 0.0) for unit in units]) if units else np.zeros(0)
    canvas = np.zeros((camera.height, camera.width), np.int32)
    order = [(u, level) for u in np.argsort(-depths) for level in range(len(hulls[u]))]
    for number, (u, level) in enumerate(order, 1):
        _fill(canvas, hulls[u][level], number)
    counts = dict(zip(order, np.bincount(canvas.ravel(), minlength=len(order) + 1)[1:].tolist(), strict=True))
    return [[counts[u, level] for level in range(len(own))] for u, own in enumerate(hulls)]


def _share(shown: int, hulls: list[Floats]) -> float:
    """``shown`` pixels relative to the area of all hulls, including parts outside the picture."""
    points = np.concatenate(hulls)
    low = np.floor(points.min(0)) - 1
    width, height = (np.ceil(points.max(0) - low) + 2).astype(int)
    canvas = np.zeros((height, width), np.int32)
    for hull in hulls:
        _fill(canvas, hull - low, 1)
    return round(min(1.0, shown / max(1, int(canvas.sum()))), 3)


def _box(hulls: list[Floats], camera: Camera) -> Box:
    points, size = np.concatenate(hulls), (camera.width, camera.height)
    low, high = np.clip(points.min(0), 0, size), np.clip(points.max(0), 0, size)
    left, top, right, bottom = (round(float(value), 2) for value in (*low, *high))
    return left, top, right, bottom


def _is_in(box: Box) -> bool:
    return box[2] - box[0] > 2 and box[3] - box[1] > 2
