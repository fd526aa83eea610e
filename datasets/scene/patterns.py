"""Arbitrary table patterns: mosaics, lattices of figures, writing, waves, blotches, in any colours.

They are for training: networks should learn to tell pyramids from any background.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from datasets.scene.textures import SIZE, fractal, random_colour

RGB = tuple[float, float, float]
LETTERS = "abcdefghijklmnoprstuvwyzABCDEFGHKLMNPRSTW0123456789"


def ink(rng: np.random.Generator) -> RGB:
    """A random colour, pale as often as strong."""
    strength = float(rng.uniform(0.05, 0.9))
    return tuple(float(v) for v in random_colour(rng, 15, 250, strength))  # type: ignore[return-value]


def _log_uniform(rng: np.random.Generator, low: float, high: float) -> float:
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def _corners(rng: np.random.Generator) -> np.ndarray:
    """The outline of a random figure inside the unit circle."""
    count = int(rng.integers(3, 9))
    angles = 2 * np.pi * (np.arange(count) + rng.uniform(-0.3, 0.3, count)) / count
    radii = rng.uniform(0.3, 1, count) if rng.random() < 0.4 else np.ones(count)
    squeezed = np.array([1.0, rng.uniform(0.25, 1)])
    return np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None] * squeezed


class Figure:
    """A figure for repeated drawing: a disc, a polygon or an ellipse, filled or as an outline."""

    def __init__(self, rng: np.random.Generator) -> None:
        count = 24 if rng.random() < 0.3 else 0
        angles = np.arange(count) * 2 * np.pi / max(count, 1)
        round_one = np.column_stack([np.cos(angles), np.sin(angles) * rng.uniform(0.4, 1)])
        self._outline = round_one if count else _corners(rng)
        self._thickness = -1 if rng.random() < 0.65 else int(rng.integers(1, 5))

    def draw(self, picture: np.ndarray, at: np.ndarray, radius: float, turn: float, colour: RGB) -> None:
        """Draw it on the float RGB picture, ``at`` (x, y) px, rotated by ``turn`` radians."""
        c, s = np.cos(turn), np.sin(turn)
        places = at + radius * self._outline @ np.array([[c, s], [-s, c]])
        corners = [np.round(places * 16).astype(np.int32)]
        if self._thickness < 0:
            cv2.fillPoly(picture, corners, colour, cv2.LINE_AA, 4)
        else:
            cv2.polylines(picture, corners, True, colour, self._thickness, cv2.LINE_AA, 4)


def _ground(rng: np.random.Generator) -> np.ndarray:
    return np.tile(np.float32(ink(rng)), (SIZE, SIZE, 1))


def _mosaic(rng: np.random.Generator) -> np.ndarray:
    """Cells around random points, each in one of a few colours, with or without joints."""
    seeds = np.full((SIZE, SIZE), 255, np.uint8)
    places = rng.integers(0, SIZE, (round(_log_uniform(rng, 30, 3000)), 2))
    seeds[places[:, 0], places[:, 1]] = 0
    metric = int(rng.choice([cv2.DIST_L1, cv2.DIST_L2, cv2.DIST_C]))
    _, cells = cv2.distanceTransformWithLabels(seeds, metric, 3, labelType=cv2.DIST_LABEL_PIXEL)
    inks = np.array([ink(rng) for _ in range(int(rng.integers(2, 9)))], np.float32)
    picture = inks[rng.integers(len(inks), size=int(cells.max()) + 1)][cells]
    if rng.random() < 0.5:
        edges = cv2.morphologyEx(cells.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3))) > 0
        picture[edges] = ink(rng)
    return picture


def _lattice(rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Slightly perturbed points (x, y) of a lattice over the picture; its rows may be staggered."""
    pitch = np.array([_log_uniform(rng, 9, 90)] * 2) * rng.uniform(0.8, 1.6, 2)
    shift, shake = float(rng.choice([0, 0.5])), float(rng.choice([0, 0, 0.1, 0.4]))
    for row in range(int(SIZE / pitch[1]) + 2):
        for column in range(int(SIZE / pitch[0]) + 2):
            yield (np.array([column + shift * (row % 2), row]) + rng.normal(0, shake, 2)) * pitch


def _figures(rng: np.random.Generator) -> np.ndarray:
    """One or two figures repeated on a lattice."""
    picture, figures = _ground(rng), [Figure(rng) for _ in range(int(rng.integers(1, 3)))]
    inks, turned = [ink(rng) for _ in range(int(rng.integers(1, 4)))], rng.random() < 0.4
    points = list(_lattice(rng))
    radius = _log_uniform(rng, 0.2, 0.7) * float(np.sqrt(SIZE * SIZE / len(points)))
    turn = float(rng.uniform(0, 6.28))
    for k, point in enumerate(points):
        own = float(rng.uniform(0, 6.28)) if turned else turn
        figures[k % len(figures)].draw(picture, point, radius, own, inks[int(rng.integers(len(inks)))])
    return picture


def _strewn(rng: np.random.Generator) -> np.ndarray:
    """Overlapping figures of all sizes, anywhere."""
    picture, figures = _ground(rng), [Figure(rng) for _ in range(4)]
    inks = [ink(rng) for _ in range(int(rng.integers(2, 7)))]
    largest = _log_uniform(rng, 8, 70)
    for _ in range(round(min(1500, (SIZE / largest) ** 2))):
        figure, colour = figures[int(rng.integers(4))], inks[int(rng.integers(len(inks)))]
        turn, size = float(rng.uniform(0, 6.28)), largest * float(rng.uniform(0.3, 1))
        figure.draw(picture, rng.uniform(0, SIZE, 2), size, turn, colour)
    return picture


def _writing(rng: np.random.Generator) -> np.ndarray:
    """Lines of words in one handwriting, some of them headings."""
    picture, colour, font = _ground(rng), ink(rng), int(rng.integers(0, 8))
    y, scale = 0.0, _log_uniform(rng, 0.25, 0.9)
    while y < SIZE:
        own = scale * (2.2 if rng.random() < 0.07 else 1.0)
        y += 32 * own
        words = ["".join(rng.choice(list(LETTERS), int(rng.integers(1, 10)))) for _ in range(40)]
        start = (int(rng.integers(-60, 40)), round(y))
        cv2.putText(picture, " ".join(words), start, font, own, colour, max(1, round(own * 2)), cv2.LINE_AA)
    return picture


def _waves(rng: np.random.Generator) -> np.ndarray:
    """Stripes, rings and their superpositions, hard or soft."""
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    field = np.zeros((SIZE, SIZE), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        pitch, angle = _log_uniform(rng, 7, 140), float(rng.uniform(0, 6.28))
        along = x * np.cos(angle) + y * np.sin(angle)
        if rng.random() < 0.25:
            along = np.hypot(x - rng.uniform(0, SIZE), y - rng.uniform(0, SIZE))
        field += np.sin(2 * np.pi * along / pitch + rng.uniform(0, 2) * fractal(rng, 3))
    share = np.clip(field * _log_uniform(rng, 0.5, 8) + 0.5, 0, 1)[..., None]
    return np.float32(ink(rng)) * share + np.float32(ink(rng)) * (1 - share)


def _blotches(rng: np.random.Generator) -> np.ndarray:
    """Clouds quantised to a few colours, like camouflage or a map."""
    field = fractal(rng, int(rng.integers(3, 24)), int(rng.integers(1, 6)))
    cuts = np.sort(rng.uniform(-0.7, 0.7, int(rng.integers(1, 6))))
    inks = np.array([ink(rng) for _ in range(len(cuts) + 1)], np.float32)
    return inks[np.digitize(field, cuts)]


GAUDY: tuple[RGB, ...] = (
    (196, 30, 40), (230, 170, 30), (30, 140, 60), (40, 70, 170), (235, 120, 40), (120, 60, 160),
    (230, 120, 160),
)  # fmt: skip
"""Colours of printed cloth that pyramids also have."""


def gaudy(rng: np.random.Generator) -> RGB:
    """One of the ``GAUDY`` colours, slightly varied."""
    return tuple(
        np.clip(np.array(GAUDY[int(rng.integers(len(GAUDY)))]) + rng.normal(0, 16, 3), 8, 250).tolist()
    )


def _flowers(rng: np.random.Generator) -> np.ndarray:
    """Bunches of flowers in a few colours on a ground that is usually pale."""
    picture = _ground(rng)
    if rng.random() < 0.7:
        picture[:] = rng.uniform(190, 248, 3)
    inks = [gaudy(rng) for _ in range(int(rng.integers(2, 6)))]
    petals, largest = int(rng.integers(4, 8)), _log_uniform(rng, 6, 22)
    for middle in rng.uniform(0, SIZE, (round(SIZE * SIZE / (largest * 11) ** 2) + 4, 2)):
        for _ in range(int(rng.integers(1, 7))):
            at, radius = middle + rng.normal(0, 2.5 * largest, 2), largest * rng.uniform(0.35, 1)
            colour, heart = (inks[int(rng.integers(len(inks)))] for _ in range(2))
            for k in range(petals):
                angle = 2 * np.pi * k / petals
                leaf = at + 0.6 * radius * np.array([np.cos(angle), np.sin(angle)])
                _disc(picture, leaf, 0.42 * radius, colour)
            _disc(picture, at, 0.3 * radius, heart)
    return picture


def _disc(picture: np.ndarray, at: np.ndarray, radius: float, colour: RGB) -> None:
    x, y = (round(float(v) * 16) for v in at)
    cv2.circle(picture, (x, y), max(8, round(float(radius) * 16)), colour, -1, cv2.LINE_AA, 4)


def _gingham(rng: np.random.Generator) -> np.ndarray:
    """Checked cloth: bands in both directions, darkest at their crossings."""
    pitch, share = _log_uniform(rng, 16, 90), float(rng.uniform(0.35, 0.65))
    band = (np.arange(SIZE) / pitch % 1 < share).astype(np.float32) / 2
    dark = (band[:, None] + band[None, :])[..., None]
    colour = gaudy(rng) if rng.random() < 0.7 else ink(rng)
    return np.float32(colour) * dark + np.float32(rng.uniform(185, 245, 3)) * (1 - dark)


MAKERS: tuple[Callable[[np.random.Generator], np.ndarray], ...] = (
    _mosaic, _figures, _figures, _strewn, _writing, _waves, _blotches, _flowers, _flowers, _gingham,
)  # fmt: skip


def _made(rng: np.random.Generator) -> np.ndarray:
    return MAKERS[int(rng.integers(len(MAKERS)))](rng).astype(np.float32)


def medley(rng: np.random.Generator) -> np.ndarray:
    """A table top with a random pattern, rotated, softened and mottled; uint8 sRGB RGB (SIZE, SIZE, 3)."""
    picture = _made(rng)
    if rng.random() < 0.3:
        veil = np.float32(rng.uniform(0.2, 0.8))
        picture = picture * veil + _made(rng) * (1 - veil)
    turn = cv2.getRotationMatrix2D((SIZE / 2, SIZE / 2), float(rng.uniform(0, 360)), 1.0)
    picture = cv2.warpAffine(picture, turn, (SIZE, SIZE), borderMode=cv2.BORDER_REFLECT)
    if rng.random() < 0.5:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.5, 2)))
    picture *= 1 + rng.uniform(0, 0.15) * fractal(rng, 4)[..., None]
    return np.clip(picture, 4, 250).astype(np.uint8)


def spotted(
    rng: np.random.Generator, size_px: tuple[int, int], places: np.ndarray, radii: np.ndarray
) -> np.ndarray:
    """A board, uint8 RGB (h,w,3), with a figure under each unit.

    ``size_px`` is its width and height, ``places`` (N,2) px and ``radii`` (N,) px are those of the units.
    """
    picture = np.tile(np.float32(ink(rng)), (size_px[1], size_px[0], 1))
    if rng.random() < 0.3:
        picture = cv2.resize(medley(rng), size_px).astype(np.float32)
    figure, inks = Figure(rng), [ink(rng) for _ in range(int(rng.integers(1, 4)))]
    factor, turn = float(rng.uniform(0.8, 2.2)), float(rng.uniform(0, 6.28))
    for place, radius in zip(places, radii, strict=True):
        if rng.random() < 0.9:
            colour = inks[int(rng.integers(len(inks)))]
            figure.draw(picture, place + rng.normal(0, 4, 2), float(radius) * factor, turn, colour)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7), 3, 250).astype(np.uint8)
