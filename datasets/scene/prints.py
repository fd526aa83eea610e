"""Random printed things: playing cards, boards, score sheets, screens, mats. sRGB uint8 (h,w,3) RGB."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.scene.textures import random_colour

PX_PER_MM = 2.0
CARD_MM = (63.0, 88.0)
INK = (32.0, 30.0, 34.0)

RGB = tuple[float, float, float]


def _paint(rng: np.random.Generator, low: float = 30, high: float = 250, saturation: float = 0.9) -> RGB:
    return tuple(float(v) for v in random_colour(rng, low, high, saturation))  # type: ignore[return-value]


def _blank(width_mm: float, height_mm: float, rgb: RGB) -> np.ndarray:
    size = max(2, round(height_mm * PX_PER_MM)), max(2, round(width_mm * PX_PER_MM))
    return np.tile(np.uint8(rgb), (*size, 1))


def _done(picture: np.ndarray) -> np.ndarray:
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.6), 3, 250).astype(np.uint8)


def _suit(picture: np.ndarray, at: tuple[int, int], radius: int, suit: int, colour: RGB) -> None:
    x, y = at
    if suit == 0:
        corners = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
        cv2.fillPoly(picture, [np.array(corners, np.int32)], colour, cv2.LINE_AA)
    elif suit == 1:
        for dx in (-1, 1):
            cv2.circle(picture, (x + dx * radius // 2, y - radius // 3), radius // 2, colour, -1, cv2.LINE_AA)
        tip = [(x - radius, y - radius // 6), (x + radius, y - radius // 6), (x, y + radius)]
        cv2.fillPoly(picture, [np.array(tip, np.int32)], colour, cv2.LINE_AA)
    elif suit == 2:
        for dx, dy in ((-0.5, 0.1), (0.5, 0.1), (0, -0.5)):
            spot = (round(x + dx * radius), round(y + dy * radius))
            cv2.circle(picture, spot, max(1, radius // 2), colour, -1, cv2.LINE_AA)
        cv2.line(picture, (x, y), (x, y + radius), colour, max(1, radius // 4))
    else:
        cv2.ellipse(picture, (x, y), (radius, radius // 2), 30, 0, 360, colour, -1, cv2.LINE_AA)


def card_face(rng: np.random.Generator, held_out: bool = False, ink: RGB | None = None) -> np.ndarray:
    """A playing card's face: a number with pips, a court picture, or a ruled index card.

    ``held_out``: one large sign in a frame, kept for evaluation. ``ink``: pips in this colour, never others.
    """
    picture = _blank(*CARD_MM, _paint(rng, 215, 250, 0.08))
    height, width = picture.shape[:2]
    colour: RGB = ink or ((190.0, 25.0, 30.0) if rng.random() < 0.5 else INK)
    kind = "pips" if ink else rng.choice(["pips", "court", "index"], p=[0.6, 0.25, 0.15])
    suit, count = int(rng.integers(4)), int(rng.integers(1, 11))
    if held_out:
        cv2.rectangle(picture, (14, 30), (width - 15, height - 31), colour, 2)
        _suit(picture, (width // 2, height // 2), 30, suit, colour)
    elif kind == "pips":
        for k in range(count):
            column, row = (k % 2, k // 2) if count > 3 else (0.5, k)
            at = (
                round(width * (0.32 + 0.36 * column)),
                round(height * (0.2 + 0.6 * row / max(1, (count - 1) // 2))),
            )
            _suit(picture, at, 9, suit, colour)
    elif kind == "court":
        low, high = (round(width * 0.2), round(height * 0.12)), (round(width * 0.8), round(height * 0.88))
        cv2.rectangle(picture, low, high, _paint(rng, 90, 240), -1)
        for _ in range(14):
            corners = rng.uniform(low, high, (3, 2)).astype(np.int32)
            cv2.fillPoly(picture, [corners], _paint(rng), cv2.LINE_AA)
        cv2.rectangle(picture, low, high, INK, 1)
    else:
        for y in range(18, height - 6, 13):
            cv2.line(picture, (4, y), (width - 4, y), (150.0, 170.0, 210.0), 1)
    for x, y in ((5, 20), (width - 20, height - 6)):
        cv2.putText(
            picture, "A23456789"[count % 9], (x, y), cv2.FONT_HERSHEY_DUPLEX, 0.6, colour, 1, cv2.LINE_AA
        )
    return _done(picture)


def card_back(rng: np.random.Generator, held_out: bool = False) -> np.ndarray:
    """A playing card's back: lattices, stripes, dots; ``held_out``: rings and rays, kept for evaluation."""
    ground, ink = _paint(rng, 40, 220), _paint(rng, 60, 250, 0.7)
    picture = _blank(*CARD_MM, ground)
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    pitch = rng.uniform(6, 22)
    if held_out:
        radius, angle = np.hypot(x - width / 2, y - height / 2), np.arctan2(y - height / 2, x - width / 2)
        mask = (radius / pitch % 1 < 0.4) if rng.random() < 0.5 else (angle * rng.integers(5, 15) % 1 < 0.5)
    else:
        lattice = (((x + y) / pitch % 1 < 0.3) | ((x - y) / pitch % 1 < 0.3), (y / pitch % 1 < 0.5))
        dots = np.hypot(x % pitch - pitch / 2, y % pitch - pitch / 2) < pitch * 0.3
        mask = (*lattice, dots)[int(rng.integers(3))]
    picture[mask] = ink
    edge = round(rng.uniform(2, 9))
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (240.0, 240.0, 236.0), edge)
    return _done(picture)


def grid_board(rng: np.random.Generator, cells: int, pitch_mm: float, held_out: bool = False) -> np.ndarray:
    """A square board of ``cells`` by ``cells``: ruled, chequered or framed squares; ``held_out``: discs."""
    margin = rng.uniform(2, 14)
    picture = _blank(*(cells * pitch_mm + 2 * margin,) * 2, _paint(rng, 60, 245, 0.6))
    dark, line = _paint(rng, 30, 230, 0.6), _paint(rng, 10, 120, 0.5)
    style = "discs" if held_out else str(rng.choice(["ruled", "chequered", "framed"]))
    thick, gap = int(rng.integers(1, 4)), float(rng.uniform(0.5, 3))
    for row in range(cells):
        for column in range(cells):
            low = np.array([column, row]) * pitch_mm + margin
            a, b = (
                (round(float(v * PX_PER_MM)) for v in low),
                (round(float((v + pitch_mm) * PX_PER_MM)) for v in low),
            )
            (left, top), (right, bottom) = a, b
            if style == "chequered" and (row + column) % 2:
                cv2.rectangle(picture, (left, top), (right, bottom), dark, -1)
            elif style == "discs":
                middle = (left + right) // 2, (top + bottom) // 2
                cv2.circle(picture, middle, round(0.45 * pitch_mm * PX_PER_MM), dark, -1, cv2.LINE_AA)
            elif style == "framed":
                inset = round(gap * PX_PER_MM)
                cv2.rectangle(
                    picture, (left + inset, top + inset), (right - inset, bottom - inset), line, thick
                )
            else:
                cv2.rectangle(picture, (left, top), (right, bottom), line, thick)
    return _done(picture)


def paper(rng: np.random.Generator, width_mm: float, height_mm: float, held_out: bool = False) -> np.ndarray:
    """A sheet with lines and handwriting; ``held_out``: squared paper, kept for evaluation."""
    picture = _blank(width_mm, height_mm, _paint(rng, 200, 248, 0.12))
    height, width = picture.shape[:2]
    ink, step = _paint(rng, 20, 140, 0.8), int(rng.integers(9, 18))
    ruled = rng.random() < 0.5
    if held_out:
        picture[::step] = picture[:, ::step] = ink
        return _done(picture)
    for y in range(step, height - 3, step):
        if ruled:
            cv2.line(picture, (4, y), (width - 4, y), (165.0, 180.0, 205.0), 1)
        for x in range(8, width - 16, 22):
            if rng.random() < 0.45:
                steps = np.cumsum(rng.uniform([1, -4], [4, 4], (6, 2)), 0) * [1, 0.7] + [x, y - 2]
                cv2.polylines(picture, [steps.astype(np.int32)], False, ink, 1, cv2.LINE_AA)
    return _done(picture)


def screen(rng: np.random.Generator, width_mm: float, height_mm: float) -> np.ndarray:
    """A phone's front: a bright picture of bars and tiles in a dark rim, or switched off."""
    picture = _blank(width_mm, height_mm, (12.0, 12.0, 14.0))
    height, width = picture.shape[:2]
    if rng.random() < 0.5:
        cv2.rectangle(picture, (5, 10), (width - 6, height - 11), _paint(rng, 150, 250, 0.4), -1)
        for _ in range(int(rng.integers(3, 12))):
            x, y = rng.integers(8, width - 30), rng.integers(14, height - 40)
            far = (int(x + rng.integers(8, 60)), int(y + rng.integers(6, 36)))
            cv2.rectangle(picture, (int(x), int(y)), (min(far[0], width - 8), far[1]), _paint(rng), -1)
    return _done(picture)


def mat(rng: np.random.Generator, width_mm: float, height_mm: float) -> np.ndarray:
    """A patterned place mat or napkin: one small figure repeated, with a border."""
    picture = _blank(width_mm, height_mm, _paint(rng, 50, 245, 0.7))
    inks, cell = [_paint(rng) for _ in range(3)], int(rng.integers(18, 60))
    spots = rng.uniform(0, cell, (4, 2))
    for y in range(0, picture.shape[0], cell):
        for x in range(0, picture.shape[1], cell):
            for k, spot in enumerate(spots):
                at = (int(x + spot[0]), int(y + spot[1]))
                _suit(picture, at, max(3, cell // 6), k, inks[k % 3])
    cv2.rectangle(picture, (0, 0), (picture.shape[1] - 1, picture.shape[0] - 1), inks[0], cell // 3)
    return _done(picture)


def legend_strip(rng: np.random.Generator, width_mm: float, height_mm: float, places: int) -> np.ndarray:
    """A strip of paper with a word under each of ``places`` pieces."""
    picture = _blank(width_mm, height_mm, _paint(rng, 215, 250, 0.06))
    height, width = picture.shape[:2]
    for k in range(places):
        x = round((k + 0.2) * width / places)
        word = "".join(rng.choice(list("abcdegilnoprsuwy"), int(rng.integers(3, 7))))
        cv2.putText(picture, word, (x, height - 5), cv2.FONT_HERSHEY_SIMPLEX, 0.4, INK, 1, cv2.LINE_AA)
    return _done(picture)
