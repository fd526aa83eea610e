"""Draws detections onto a frame: outlines of the fitted solids, labels, hands.

Colours are from Okabe and Ito's palette, which is distinguishable with every kind of colour vision: sky blue
for standing pieces, orange for lying ones, vermilion for hands. Every line has a dark rim, so that it is
visible on any table. Hidden pieces are dashed and dimmed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from engine.pieces import Piece, Posture
from vision.detect.boxes import shared_area
from vision.fit.solids import FARTHEST_PX, Floats, silhouette, solids
from vision.lettering import Colour3, width_of, write
from vision.observation import Box, UnitObservation
from vision.track.tracks import Tracks

Image = NDArray[np.uint8]
"""Blue, green, red, 0 to 255."""
STANDING: Colour3 = (233, 180, 86)
LYING: Colour3 = (0, 159, 230)
HAND: Colour3 = (0, 94, 213)
INK: Colour3 = (20, 20, 20)
PAPER: Colour3 = (250, 250, 250)
SOFT: Colour3 = (150, 150, 150)
UNSURE = 0.9
DASH_PX = 5.0
BOLD = 3.0
STAY = 0.25
"""A label moves only if it would cover less of others elsewhere by more than this fraction of its area."""
NOWHERE: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels' names of pieces and hands."""

    piece: Callable[[Piece], str]
    hand: str


ENGLISH = Labels(lambda piece: f"{piece.size.name[0]} {piece.colour.value}", "hand")


@dataclass(frozen=True, slots=True)
class Mark:
    """One unit to draw: ``key`` (which identifies its label from picture to picture), ``lines`` of its label,
    ``parts`` from ``vision.fit.solids``, and whether it lies flat, is hidden, and has a ``bold`` outline.
    """

    key: int
    lines: tuple[str, ...]
    parts: list[Floats]
    flat: bool
    hidden: bool = False
    bold: bool = False

    @property
    def colour(self) -> Colour3:
        """The colour of its lines, paler if it is hidden."""
        colour = LYING if self.flat else STANDING
        return (colour[0] // 2 + 60, colour[1] // 2 + 60, colour[2] // 2 + 60) if self.hidden else colour


def label_lines(unit: UnitObservation, labels: Labels = ENGLISH) -> tuple[str, ...]:
    """The unit's pieces in words, top to bottom, such as ``("S red", "M blue 71%")``: unsure ones with their
    probability.
    """
    pieces = [Piece(level.size, level.colour) for level in unit.levels]
    sure = [level.p_colour[level.colour] * level.p_size[level.size] for level in unit.levels]
    surely = (p * unit.confidence for p in sure)
    return tuple(_words_for(piece, p, labels) for piece, p in zip(pieces, surely, strict=True))


def _words_for(piece: Piece, sure: float, labels: Labels) -> str:
    percent = "" if sure >= UNSURE else f" {sure:.0%}"
    return f"{labels.piece(piece)}{percent}"


def track_marks(tracks: Tracks, camera: Camera, labels: Labels = ENGLISH) -> list[Mark]:
    """The marks of all tracks on the table, including hidden ones."""
    return [
        Mark(
            track.id,
            tuple(_words_for(*each, labels) for each in zip(track.name.pieces, track.name.sure, strict=True)),
            track.parts(camera),
            track.name.posture is Posture.FLAT,
            track.hidden,
        )
        for track in tracks.present
    ]


def unit_marks(units: Iterable[UnitObservation], camera: Camera, labels: Labels = ENGLISH) -> list[Mark]:
    """The marks of a single reading."""
    return [
        Mark(i, label_lines(unit, labels), solids(unit, camera), unit.posture is Posture.FLAT)
        for i, unit in enumerate(units)
    ]


def draw(
    image_bgr: Image,
    units: Iterable[UnitObservation],
    camera: Camera,
    hands: Iterable[Box] = (),
    labels: Labels = ENGLISH,
) -> Image:
    """A copy of one picture, uint8 (H, W, 3) BGR, with all detections drawn on it."""
    return draw_marks(image_bgr, unit_marks(units, camera, labels), camera, hands, hand=labels.hand)[0]


def draw_marks(
    image_bgr: Image,
    marks: Sequence[Mark],
    camera: Camera,
    hands: Iterable[Box] = (),
    sides: Mapping[int, int] = NOWHERE,
    hand: str = ENGLISH.hand,
) -> tuple[Image, dict[int, int]]:
    """A copy of the picture with ``marks`` and hands drawn, and the side of its unit at which each label is,
    by the mark's key: passed as ``sides`` with the next picture, it keeps labels in place.
    """
    image = image_bgr.copy()
    scale = _scale(camera)
    for box in hands:
        _line(image, np.array([box[:2], (box[2], box[1]), box[2:], (box[0], box[3])]), HAND, scale, True)
        _words(image, (hand,), (box[0] + 4, box[1] + 4), HAND, scale)
    for mark in marks:
        for part in mark.parts:
            _outline(image, camera.project(part), mark, scale)
    plates = label_plates(marks, camera, sides)
    for mark in marks:
        if mark.key in plates:
            ink = SOFT if mark.hidden else PAPER
            _words(image, mark.lines, plates[mark.key][0][:2], mark.colour, scale, ink)
    return image, {key: side for key, (_, side) in plates.items()}


def label_plates(
    marks: Sequence[Mark], camera: Camera, sides: Mapping[int, int] = NOWHERE
) -> dict[int, tuple[Box, int]]:
    """The box (px) of each mark's label and its side, by the mark's key; ``sides`` are those in the previous
    picture. Marks that can't be drawn have none.
    """
    plates: dict[int, tuple[Box, int]] = {}
    for mark in marks:
        outline = silhouette(mark.parts, camera)
        if len(outline):
            (x0, y0), (x1, y1) = outline.min(0).tolist(), outline.max(0).tolist()
            extent, taken = _extent(mark.lines, _scale(camera)), [box for box, _ in plates.values()]
            size = camera.width, camera.height
            plates[mark.key] = _free_place((x0, y0, x1, y1), extent, taken, size, sides.get(mark.key))
    return plates


def _size(scale: float) -> int:
    """Size of the letters, px."""
    return round(12 * scale)


def _scale(camera: Camera) -> float:
    return max(0.55, camera.width / 1280)


def _outline(image: Image, corners: Floats, mark: Mark, scale: float) -> None:
    """Draw the hull of a solid's corners (5, 2) px and the edges to its apex that face the viewer; dashed if
    hidden.
    """
    if not np.isfinite(corners).all() or np.abs(corners).max() > FARTHEST_PX:
        return
    hull = cv2.convexHull(corners.astype(np.float32))[:, 0].astype(float)
    if mark.hidden:
        for dash in _dashes(hull, DASH_PX * scale):
            _line(image, dash, mark.colour, scale * 0.6, False)
        return
    nearest = corners[:4][np.argsort(-corners[:4, 1])[:2]]
    for corner in nearest:
        _line(image, np.array([corner, corners[4]]), mark.colour, scale * 0.6, False)
    _line(image, hull, mark.colour, scale * (BOLD if mark.bold else 1), True)


def _dashes(hull: Floats, length: float) -> Iterator[Floats]:
    """Dashes of about ``length`` px along a closed outline (N, 2)."""
    for start, end in zip(hull, np.roll(hull, -1, axis=0), strict=True):
        count = max(1, round(float(np.hypot(*(end - start))) / (2 * length)))
        for i in range(count):
            yield np.array([start + (end - start) * (i / count), start + (end - start) * ((i + 0.5) / count)])


def _line(image: Image, points: Floats, colour: Colour3, scale: float, closed: bool) -> None:
    pixels = [np.round(np.asarray(points) * 8).astype(np.int32)]
    thin = max(1, round(1.2 * scale))
    cv2.polylines(image, pixels, closed, INK, thin + 2, cv2.LINE_AA, 3)
    cv2.polylines(image, pixels, closed, colour, thin, cv2.LINE_AA, 3)


def _extent(lines: tuple[str, ...], scale: float) -> tuple[float, float]:
    """Width and height in px of a label."""
    wide = max(width_of(line, _size(scale)) for line in lines)
    return wide + 7 * scale, len(lines) * 15 * scale + 4 * scale


def _free_place(
    box: Box,
    extent: tuple[float, float],
    taken: list[Box],
    size: tuple[int, int],
    before: int | None = None,
) -> tuple[Box, int]:
    """The place in a picture of ``size`` (width, height) where a label covers the least of other labels, and
    its side: above, below, right or left of its box, or further away; it stays where it was ``before`` unless
    that is much worse.
    """
    (w, h), (width, height) = extent, size
    middle = (box[0] + box[2]) / 2 - w / 2
    options = [(middle, box[1] - h - 2), (middle, box[3] + 2), (box[2] + 2, box[1]), (box[0] - w - 2, box[1])]
    options += [(middle, box[1] - 2 * h - 4), (middle, box[3] + h + 4)]

    def cost(side: int) -> float:
        x, y = options[side]
        outside = max(0, -x) + max(0, -y) + max(0, x + w - width) + max(0, y + h - height)
        return outside * 50 + sum(shared_area((x, y, x + w, y + h), other) for other in taken)

    side = min(range(len(options)), key=cost)
    if before is not None and cost(before) <= cost(side) + STAY * w * h:
        side = before
    x, y = options[side]
    x, y = min(max(x, 0), max(width - w, 0)), min(max(y, 0), max(height - h, 0))
    return (x, y, x + w, y + h), side


def _words(
    image: Image,
    lines: tuple[str, ...],
    at: tuple[float, float],
    colour: Colour3,
    scale: float,
    ink: Colour3 = PAPER,
) -> None:
    """Draw lines of text on a dark plate with a coloured edge, with its top left corner ``at`` px."""
    w, h = _extent(lines, scale)
    x, y = round(at[0]), round(at[1])
    cv2.rectangle(image, (x, y), (round(x + w), round(y + h)), INK, -1)
    cv2.rectangle(image, (x, y), (x + max(1, round(2 * scale)), round(y + h)), colour, -1)
    for i, line in enumerate(lines):
        base = (round(x + 4 * scale), round(y + (i + 1) * 15 * scale - 2 * scale))
        write(image, line, base, _size(scale), ink)
