"""Draws what was seen onto a frame: outlines of the fitted solids, labels, hands.

Colours are Okabe and Ito's palette, told apart with every kind of colour vision: sky blue for standing
pieces, orange for lying ones, vermilion for hands. Every line has a dark rim, so that it shows on any table.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from engine.pieces import BASE_MM, HEIGHT_MM, Posture, Size, apex_height_mm, half_apex_angle
from vision.crops import azimuth_deg
from vision.observation import Box, UnitObservation

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
STANDING = (233, 180, 86)
LYING = (0, 159, 230)
HAND = (0, 94, 213)
INK = (20, 20, 20)
PAPER = (250, 250, 250)
UNSURE = 0.9
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def label_lines(unit: UnitObservation) -> tuple[str, ...]:
    """The unit in words, top to bottom, such as ``("S red", "M blue 71%")``: unsure ones with their
    probability.
    """
    lines = []
    for level in unit.levels:
        sure = level.p_colour[level.colour] * level.p_size[level.size] * unit.confidence
        percent = "" if sure >= UNSURE else f" {sure:.0%}"
        lines.append(f"{level.size.name[0]} {level.colour.value}{percent}")
    return tuple(lines)


def solids(unit: UnitObservation, camera: Camera) -> list[Floats]:
    """Corners (5, 3) mm, base then apex, of each visible piece from bottom to top.

    The turn of standing pieces is not observed: they are drawn facing the camera.
    """
    sizes = tuple(level.size for level in reversed(unit.levels))
    lifts = [apex_height_mm(sizes[: i + 1]) - HEIGHT_MM[size] for i, size in enumerate(sizes)]
    upright = [pyramid(size, lift) for size, lift in zip(sizes, lifts, strict=True)]
    if unit.posture is Posture.FLAT:
        return [_turned(laid(solid, sizes), unit.heading_deg or 0.0, unit) for solid in upright]
    return [_turned(solid, azimuth_deg(camera, unit.x_mm, unit.y_mm), unit) for solid in upright]


def pyramid(size: Size, lift: float) -> Floats:
    """Corners (5, 3) mm, base then apex, of a standing piece whose base is ``lift`` mm over the origin."""
    half = BASE_MM[size] / 2
    corners = [(x * half, y * half, lift) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return np.array([*corners, (0.0, 0.0, lift + HEIGHT_MM[size])])


def laid(solid: Floats, sizes: tuple[Size, ...]) -> Floats:
    """A standing solid on its side, apex to +x, shifted so that the whole shadow's middle is the origin."""
    tilt = math.pi / 2 + half_apex_angle(sizes[0])
    c, s = math.cos(tilt), math.sin(tilt)
    lying = solid @ np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]).T
    drop = -s * BASE_MM[sizes[0]] / 2
    return lying - [apex_height_mm(sizes) * s / 2, 0, drop]


def _turned(solid: Floats, degrees: float, unit: UnitObservation) -> Floats:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return solid @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]).T + [unit.x_mm, unit.y_mm, 0.0]


def draw(
    image_bgr: Image, units: Iterable[UnitObservation], camera: Camera, hands: Iterable[Box] = ()
) -> Image:
    """A copy of the frame, uint8 (H, W, 3) BGR, with everything seen drawn on it."""
    image = image_bgr.copy()
    units = list(units)
    scale = max(0.55, image.shape[1] / 1280)
    for box in hands:
        _line(image, np.array([box[:2], (box[2], box[1]), box[2:], (box[0], box[3])]), HAND, scale, True)
        _words(image, ("hand",), (box[0] + 4, box[1] + 4), HAND, scale)
    taken: list[Box] = []
    for unit in units:
        colour = STANDING if unit.posture is Posture.UPRIGHT else LYING
        for solid in solids(unit, camera):
            _outline(image, camera.project(solid), colour, scale)
    for unit in units:
        colour = STANDING if unit.posture is Posture.UPRIGHT else LYING
        lines = label_lines(unit)
        place = _free_place(unit.bbox_px, _extent(lines, scale), taken, image.shape[1], image.shape[0])
        taken.append(place)
        _words(image, lines, place[:2], colour, scale)
    return image


def _outline(image: Image, corners: Floats, colour: tuple[int, int, int], scale: float) -> None:
    """Hull of a solid's corners (5, 2) px and the edges to its apex that face the viewer."""
    if not np.isfinite(corners).all() or np.abs(corners).max() > 2e4:
        return
    hull = cv2.convexHull(corners.astype(np.float32))[:, 0]
    _line(image, hull, colour, scale, True)
    nearest = corners[:4][np.argsort(-corners[:4, 1])[:2]]
    for corner in nearest:
        _line(image, np.array([corner, corners[4]]), colour, scale * 0.6, False)


def _line(image: Image, points: Floats, colour: tuple[int, int, int], scale: float, closed: bool) -> None:
    pixels = [np.round(np.asarray(points) * 8).astype(np.int32)]
    thin = max(1, round(1.2 * scale))
    cv2.polylines(image, pixels, closed, INK, thin + 2, cv2.LINE_AA, 3)
    cv2.polylines(image, pixels, closed, colour, thin, cv2.LINE_AA, 3)


def _extent(lines: tuple[str, ...], scale: float) -> tuple[float, float]:
    """Width and height in px of a label."""
    widths = [cv2.getTextSize(line, _FONT, 0.45 * scale, 1)[0][0] for line in lines]
    return max(widths) + 6 * scale, len(lines) * 15 * scale + 4 * scale


def _free_place(box: Box, extent: tuple[float, float], taken: list[Box], width: int, height: int) -> Box:
    """Where a label covers the least of other labels: above, below, right or left of its box."""
    w, h = extent
    middle = (box[0] + box[2]) / 2 - w / 2
    options = [(middle, box[1] - h - 2), (middle, box[3] + 2), (box[2] + 2, box[1]), (box[0] - w - 2, box[1])]
    options += [(middle, box[1] - 2 * h - 4), (middle, box[3] + h + 4)]

    def cost(option: tuple[float, float]) -> tuple[float, int]:
        place = (option[0], option[1], option[0] + w, option[1] + h)
        outside = max(0, -place[0]) + max(0, -place[1]) + max(0, place[2] - width) + max(0, place[3] - height)
        return outside * 50 + sum(_shared(place, other) for other in taken), options.index(option)

    x, y = min(options, key=cost)
    x, y = min(max(x, 0), max(width - w, 0)), min(max(y, 0), max(height - h, 0))
    return x, y, x + w, y + h


def _shared(a: Box, b: Box) -> float:
    """Area in px that two boxes share."""
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def _words(
    image: Image,
    lines: tuple[str, ...],
    at: tuple[float, float],
    colour: tuple[int, int, int],
    scale: float,
) -> None:
    """Lines of text on a dark plate with a coloured edge, its top left corner ``at`` px."""
    w, h = _extent(lines, scale)
    x, y = round(at[0]), round(at[1])
    cv2.rectangle(image, (x, y), (round(x + w), round(y + h)), INK, -1)
    cv2.rectangle(image, (x, y), (x + max(1, round(2 * scale)), round(y + h)), colour, -1)
    for i, line in enumerate(lines):
        base = (round(x + 4 * scale), round(y + (i + 1) * 15 * scale - 2 * scale))
        cv2.putText(image, line, base, _FONT, 0.45 * scale, PAPER, 1, cv2.LINE_AA)
