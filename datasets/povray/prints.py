"""Printed cards, boards and markers of the third renderer; sRGB uint8 (h,w,3) RGB."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.opengl.surfaces import marker_paper

PX = 8
"""Pixels per millimetre."""
INKS = ((150, 30, 40), (30, 60, 140), (20, 110, 60), (200, 90, 30), (40, 40, 46), (110, 50, 130))


def _blank(high: float = 88, wide: float = 63) -> np.ndarray:
    return np.full((round(high * PX), round(wide * PX), 3), 244, np.uint8)


def card_back(rng: np.random.Generator) -> np.ndarray:
    """A back inside a white rim: waves, lattice, dots or plain, in any ink."""
    picture, ink = _blank(), np.array(INKS[int(rng.integers(len(INKS)))], float)
    rim, (high, wide) = round(rng.uniform(2, 5) * PX), picture.shape[:2]
    y, x = np.mgrid[0:high, 0:wide] / PX
    pitch = rng.uniform(2.5, 6)
    pattern = {
        "waves": np.sin(2 * np.pi * (y + 1.2 * np.sin(x / 3)) / pitch),
        "lattice": np.minimum(
            np.abs(np.sin(np.pi * (x + y) / pitch)), np.abs(np.sin(np.pi * (x - y) / pitch))
        )
        - 0.2,
        "dots": 0.55 - np.cos(2 * np.pi * x / pitch) * np.cos(2 * np.pi * y / pitch),
        "plain": np.ones_like(x),
    }[str(rng.choice(["waves", "lattice", "dots", "plain"]))]
    light = (pattern < 0)[..., None]
    inside = np.where(light, 0.35 * ink + 0.65 * 255, ink)
    picture[rim:-rim, rim:-rim] = inside[rim:-rim, rim:-rim]
    return picture


def card_face(rng: np.random.Generator) -> np.ndarray:
    """A face with round pips and its number in two corners."""
    picture, count = _blank(), int(rng.integers(1, 11))
    ink = (190, 20, 30) if rng.random() < 0.5 else (20, 20, 24)
    high, wide = picture.shape[:2]
    for k in range(count):
        x = wide // 2 if count == 1 else round(wide * (0.3, 0.7)[k % 2])
        y = round(high * (0.15 + 0.7 * (k // 2 + 0.5) / ((count + 1) // 2)))
        corners = np.array([(x, y - 34), (x + 26, y), (x, y + 34), (x - 26, y)])
        cv2.fillPoly(picture, [corners], ink, cv2.LINE_AA)
    for _ in range(2):
        cv2.putText(picture, str(count), (18, 62), cv2.FONT_HERSHEY_DUPLEX, 1.6, ink, 4, cv2.LINE_AA)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    return picture


def board(rng: np.random.Generator, edge_mm: float, cells: int = 5) -> np.ndarray:
    """A board of squares: thin lines on paper, or two woods."""
    side = round(edge_mm * 4)
    rim = round((edge_mm - cells * 40.0) / 2 * 4)
    cell = (side - 2 * rim) // cells
    if rng.random() < 0.5:
        picture = np.full((side, side, 3), 238, np.uint8)
        for k in range(cells + 1):
            at = rim + k * cell
            cv2.line(picture, (at, rim), (at, rim + cells * cell), (40, 40, 44), 5)
            cv2.line(picture, (rim, at), (rim + cells * cell, at), (40, 40, 44), 5)
        return picture
    tones = np.array([[150, 105, 62], [205, 165, 110]], np.uint8)
    picture = np.full((side, side, 3), (92, 60, 36), np.uint8)
    for row in range(cells):
        for column in range(cells):
            y, x = rim + row * cell, rim + column * cell
            picture[y : y + cell, x : x + cell] = tones[(row + column) % 2]
    return picture


def marker(number: int) -> np.ndarray:
    """A printed marker on its paper."""
    return marker_paper(number)
