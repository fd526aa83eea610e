"""Printed, woven and natural surfaces: table tops, cards, a board, marker paper; sRGB uint8 (h,w,3) RGB."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from calibration.markers import marker_bits

TOP_MM, TOP_PX = 2400.0, 2048
CARD_PX_PER_MM = 6.0


def _field(rng: np.random.Generator, wide: float, high: float, size: int = TOP_PX) -> np.ndarray:
    """Smooth noise (size,size) of about unit standard deviation; features have this width and height (px)."""
    small = rng.normal(0, 1, (max(4, round(size / high)), max(4, round(size / wide)))).astype(np.float32)
    return cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)


def _coloured(
    rgb: tuple[float, float, float], shade: np.ndarray, tilt: np.ndarray | float = 0.0
) -> np.ndarray:
    """A colour whose lightness varies by ``shade`` and whose warmth varies by ``tilt`` (relative)."""
    picture = np.array(rgb, np.float32) * (1 + shade[..., None])
    picture = picture * (1 + np.array([0.5, 0.0, -0.6], np.float32) * np.asarray(tilt)[..., None])
    return np.clip(picture, 4, 250).astype(np.uint8)


def plain(rng: np.random.Generator) -> np.ndarray:
    """A painted table, faintly uneven."""
    shade = 0.012 * _field(rng, 300, 300) + 0.006 * rng.normal(0, 1, (TOP_PX, TOP_PX))
    return _coloured((196, 190, 178), shade)


def planks(rng: np.random.Generator) -> np.ndarray:
    """Boards of light wood side by side, each with its own tone and grain."""
    y = np.arange(TOP_PX)
    board = y // 150
    tones = rng.normal(0, 0.06, 40)[board][:, None]
    grain = np.zeros((TOP_PX, TOP_PX), np.float32)
    rings = _field(rng, 900, 26)
    for number in range(board.max() + 1):
        rows = slice(number * 150, (number + 1) * 150)
        bend = np.roll(rings, int(rng.integers(TOP_PX)), axis=1)[rows]
        grain[rows] = np.sin(6 * bend + 0.05 * (y[rows, None] % 150))
    fine = _field(rng, 240, 1.6)
    seams = np.where(y % 150 < 2, -0.35, 0.0)[:, None]
    return _coloured((186, 146, 100), tones + 0.05 * grain + 0.035 * fine + seams, 0.02 * grain)


def walnut(rng: np.random.Generator) -> np.ndarray:
    """One dark wooden top."""
    rings = np.sin(9 * _field(rng, 1300, 60) + np.linspace(0, 30, TOP_PX)[:, None])
    shade = 0.14 * rings + 0.06 * _field(rng, 200, 2)
    return _coloured((88, 62, 46), shade)


def linen(rng: np.random.Generator) -> np.ndarray:
    """A woven cloth divided into squares by coloured stripes."""
    y, x = np.mgrid[0:TOP_PX, 0:TOP_PX]
    weave = (
        0.05 * np.where((x + y) % 4 < 2, 1.0, -1.0) + 0.03 * _field(rng, 90, 2) + 0.03 * _field(rng, 2, 90)
    )
    picture = _coloured((206, 202, 188), weave).astype(np.float32)
    band = ((x % 340) < 16) | ((y % 340) < 16)
    thin = ((x % 340 - 26) % 340 < 4) | ((y % 340 - 26) % 340 < 4)
    picture[band] *= (0.62, 0.72, 0.80)
    picture[thin] *= (0.80, 0.70, 0.66)
    return np.clip(picture, 4, 250).astype(np.uint8)


def felt(rng: np.random.Generator) -> np.ndarray:
    """The green-grey felt of a games table."""
    fibres = 0.06 * _field(rng, 7, 2) + 0.06 * _field(rng, 2, 7) + 0.05 * rng.normal(0, 1, (TOP_PX, TOP_PX))
    return _coloured((86, 118, 104), fibres + 0.03 * _field(rng, 400, 400))


def slate(rng: np.random.Generator) -> np.ndarray:
    """A dark grey mat."""
    return _coloured((58, 60, 66), 0.05 * rng.normal(0, 1, (TOP_PX, TOP_PX)) + 0.06 * _field(rng, 240, 240))


TOPS: dict[str, Callable[[np.random.Generator], np.ndarray]] = {
    each.__name__: each for each in (plain, planks, walnut, linen, felt, slate)
}


def _card(rgb: tuple[int, int, int] = (240, 238, 232)) -> np.ndarray:
    size = round(88 * CARD_PX_PER_MM), round(63 * CARD_PX_PER_MM)
    return np.tile(np.uint8(rgb), (*size, 1))


def card_back(rng: np.random.Generator) -> np.ndarray:
    """A playing card's back: lozenges in one ink with a wheel in the middle, inside a white rim."""
    picture = _card()
    height, width = picture.shape[:2]
    ink = [(150, 36, 44), (36, 62, 130), (60, 60, 66)][int(rng.integers(3))]
    rim = 26
    inner = np.tile(np.uint8(ink), (height - 2 * rim, width - 2 * rim, 1))
    for shift in range(-height, width + height, 18):
        for way in (1, -1):
            start, end = (shift, 0), (shift + way * height, height)
            cv2.line(inner, start, end, (226, 222, 214), 2, cv2.LINE_AA)
    middle = inner.shape[1] // 2, inner.shape[0] // 2
    for radius, fill in ((74, ink), (66, (226, 222, 214)), (58, ink)):
        cv2.circle(inner, middle, radius, fill, -1, cv2.LINE_AA)
    for spoke in range(8):
        angle = spoke * np.pi / 4
        tip = round(middle[0] + 56 * np.cos(angle)), round(middle[1] + 56 * np.sin(angle))
        cv2.line(inner, middle, tip, (226, 222, 214), 3, cv2.LINE_AA)
    picture[rim:-rim, rim:-rim] = inner
    return picture


def card_face(rng: np.random.Generator) -> np.ndarray:
    """A playing card's face: squares and drops in columns, and its corners' numbers."""
    picture = _card()
    height, width = picture.shape[:2]
    ink = (186, 30, 38) if rng.random() < 0.5 else (28, 28, 34)
    count, square = int(rng.integers(2, 11)), bool(rng.random() < 0.5)
    rows = int(np.ceil(count / 2))
    for k in range(count):
        x = width * (0.32 if k % 2 == 0 else 0.68) if count > 1 else width / 2
        y = height * (0.16 + 0.68 * (k // 2 + 0.5) / rows)
        if square:
            turned = cv2.boxPoints(((x, y), (44, 44), 45.0))
            cv2.fillPoly(picture, [np.round(turned).astype(np.int32)], ink, cv2.LINE_AA)
        else:
            cv2.circle(picture, (round(x), round(y)), 19, ink, -1, cv2.LINE_AA)
            tip = [(x - 17, y - 8), (x + 17, y - 8), (x, y - 42)]
            cv2.fillPoly(picture, [np.round(tip).astype(np.int32)], ink, cv2.LINE_AA)
    for flip in (False, True):
        cv2.putText(picture, str(count), (16, 52), cv2.FONT_HERSHEY_SIMPLEX, 1.4, ink, 4, cv2.LINE_AA)
        picture = np.ascontiguousarray(picture[::-1, ::-1]) if not flip else picture
    return picture


def board(cells: int, pitch_mm: float) -> np.ndarray:
    """A board of squares in two pale tones between thin lines, with a dark frame."""
    cell, rim = round(pitch_mm * 4), 30
    edge = cells * cell + 2 * rim
    picture = np.tile(np.uint8((96, 82, 66)), (edge, edge, 1))
    for row in range(cells):
        for column in range(cells):
            tone = (222, 214, 194) if (row + column) % 2 else (198, 190, 172)
            corner = rim + column * cell, rim + row * cell
            cv2.rectangle(picture, corner, (corner[0] + cell - 3, corner[1] + cell - 3), tone, -1)
    return picture


def marker_paper(marker: int, cell_px: int = 20, margin: float = 1.5) -> np.ndarray:
    """A printed marker on its paper; ``margin`` in cells."""
    bits = np.asarray(marker_bits(marker), np.uint8)
    code = np.kron(bits, np.ones((cell_px, cell_px), np.uint8)) * 200 + 32
    edge = round(margin * cell_px)
    grey = cv2.copyMakeBorder(code, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=232)
    return np.repeat(grey[..., None], 3, 2)
