"""Table tops in strong colours and patterns: checked, striped and flowered cloth, tiles, marble, oilcloth.

Many figures have the colours and sizes of pyramids but are flat. Pictures are sRGB uint8 (h,w,3).
"""

from __future__ import annotations

import colorsys

import cv2
import numpy as np

SIZE_PX = 4096
"""Pixels per side, for 2400 mm: 0.6 mm per pixel."""


def _dye(rng: np.random.Generator, pale: bool = False) -> np.ndarray:
    """A colour of dyed cloth, (3,)."""
    strength, light = (
        (rng.uniform(0, 0.15), rng.uniform(0.82, 0.96)) if pale else rng.uniform((0.45, 0.3), (0.9, 0.8))
    )
    return 255 * np.array(colorsys.hsv_to_rgb(rng.uniform(), strength, light))


def _woven(picture: np.ndarray, rng: np.random.Generator, depth: float = 0.05) -> np.ndarray:
    """The picture with the threads and folds of cloth."""
    edge = len(picture)
    threads = rng.normal(0, depth, (edge, 1)) + rng.normal(0, depth, (1, edge))
    folds = cv2.resize(
        rng.normal(0, 0.05, (7, 7)).astype(np.float32), (edge, edge), interpolation=cv2.INTER_CUBIC
    )
    return np.clip(picture * (1 + threads + folds)[..., None], 3, 252).astype(np.uint8)


def checked(rng: np.random.Generator) -> np.ndarray:
    """Bands of one dye, 12 to 40 mm, in both directions on pale cloth, darkest where they cross."""
    pitch = SIZE_PX / 2400 * rng.uniform(24, 80)
    band = (np.arange(SIZE_PX) / pitch % 1 < 0.5).astype(np.float32) * 0.5
    share = (band[:, None] + band[None, :])[..., None]
    return _woven(share * _dye(rng) + (1 - share) * _dye(rng, pale=True), rng, 0.02)


def striped(rng: np.random.Generator) -> np.ndarray:
    """Stripes of several dyes and widths."""
    picture = np.tile(_dye(rng, pale=True), (SIZE_PX, SIZE_PX, 1))
    repeat = int(rng.integers(150, 400))
    for _ in range(int(rng.integers(2, 6))):
        at, wide, dye = rng.uniform(0, repeat), rng.uniform(6, 60), _dye(rng)
        picture[(np.arange(SIZE_PX) - at) % repeat < wide] = dye
    return _woven(picture, rng, 0.03)


def flowered(rng: np.random.Generator) -> np.ndarray:
    """Scattered printed flowers and leaves of 10 to 35 mm."""
    picture = np.tile(_dye(rng, pale=rng.random() < 0.8), (SIZE_PX, SIZE_PX, 1))
    dyes, leaf = [_dye(rng) for _ in range(int(rng.integers(2, 5)))], _dye(rng)
    largest, petals = rng.uniform(10, 35) * SIZE_PX / 2400, int(rng.integers(5, 9))
    for x, y in rng.uniform(0, SIZE_PX, (int(rng.uniform(1, 3) * (SIZE_PX / largest / 3) ** 2), 2)):
        size, turn = largest * rng.uniform(0.4, 1) / 2, rng.uniform(0, 360)
        dye = dyes[int(rng.integers(len(dyes)))].tolist()
        for side in (-1, 1):
            place = int(x + side * 1.5 * size), int(y + size)
            cv2.ellipse(
                picture, place, (int(size), int(size / 3)), turn, 0, 360, leaf.tolist(), -1, cv2.LINE_AA
            )
        for k in range(petals):
            angle = np.radians(turn + 360 * k / petals)
            place = int(x + 0.6 * size * np.cos(angle)), int(y + 0.6 * size * np.sin(angle))
            axes = int(0.45 * size) + 1, int(0.3 * size) + 1
            cv2.ellipse(picture, place, axes, np.degrees(angle), 0, 360, dye, -1, cv2.LINE_AA)
        cv2.circle(picture, (int(x), int(y)), int(0.25 * size) + 1, dyes[0].tolist(), -1, cv2.LINE_AA)
    return _woven(picture, rng, 0.02)


def tiled(rng: np.random.Generator) -> np.ndarray:
    """Glazed tiles with joints, in two tones."""
    edge = int(rng.integers(60, 180))
    tones = np.array([_dye(rng, pale=True), _dye(rng, pale=rng.random() < 0.5)])
    cells = SIZE_PX // edge + 1
    board = tones[(np.add.outer(np.arange(cells), np.arange(cells)) % 2)] * rng.uniform(
        0.94, 1.06, (cells, cells, 1)
    )
    picture = np.kron(board, np.ones((edge, edge, 1)))[:SIZE_PX, :SIZE_PX]
    joint = np.arange(SIZE_PX) % edge < 4
    picture[joint], picture[:, joint] = 150, 150
    return np.clip(picture, 3, 252).astype(np.uint8)


def marble(rng: np.random.Generator) -> np.ndarray:
    """Polished stone with veins."""
    picture, height = (
        np.tile(_dye(rng, pale=rng.random() < 0.7), (SIZE_PX, SIZE_PX, 1)),
        np.zeros((SIZE_PX, SIZE_PX), np.float32),
    )
    for cells in (5, 11, 23, 47):
        noise = rng.normal(0, 1, (cells, cells)).astype(np.float32)
        height += cv2.resize(noise, (SIZE_PX, SIZE_PX), interpolation=cv2.INTER_CUBIC) / cells**0.7
    vein = np.exp(-((height / 0.05) ** 2))[..., None]
    return np.clip(picture * (1 - 0.35 * vein) * (1 + 0.1 * height[..., None]), 3, 252).astype(np.uint8)


def oilcloth(rng: np.random.Generator) -> np.ndarray:
    """One strong colour, shiny."""
    return np.clip(
        np.tile(_dye(rng), (SIZE_PX, SIZE_PX, 1)) * (1 + rng.normal(0, 0.008, (SIZE_PX, SIZE_PX, 1))), 3, 252
    ).astype(np.uint8)


CLOTHS = {each.__name__: each for each in (checked, striped, flowered, tiled, marble, oilcloth)}
