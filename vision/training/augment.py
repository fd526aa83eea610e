"""Augmentation: the effects of webcams, lamps and lenses on clean renders, with a given random generator."""

from __future__ import annotations

import functools
from collections.abc import Callable

import cv2
import numpy as np
from cv2.typing import MatLike


def jitter_colour(image: np.ndarray, rng: np.random.Generator, gain: float, tint: float) -> np.ndarray:
    """Vary exposure, tint, contrast, gamma and sometimes saturation. uint8 BGR."""
    levels = np.arange(256, dtype=np.float32) / 255
    gamma = np.exp(rng.normal(0, 0.14))
    exposure = np.exp(rng.normal(0, gain))
    contrast, pivot = 1 + rng.normal(0, 0.1), rng.uniform(0.3, 0.7)
    tints = np.exp(rng.normal(0, tint, 3))
    curve = (np.power(levels, gamma) - pivot) * contrast + pivot
    table = np.clip(curve[:, None] * exposure * tints[None] * 255, 0, 255).astype(np.uint8)
    image = cv2.LUT(image, table[:, None, :])
    if rng.random() < 0.5:  # saturation
        grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        share = float(np.clip(rng.normal(1.0, 0.22), 0.45, 1.6))
        image = cv2.addWeighted(image, share, grey, 1 - share, 0)
    return image


def blur(image: np.ndarray, rng: np.random.Generator, chance: float, strongest: float) -> np.ndarray:
    """Sometimes blur the picture (Gaussian), or sharpen it like a webcam."""
    pick = rng.random()
    if pick < chance:
        sigma = rng.uniform(0.3, strongest)
        return cv2.GaussianBlur(image, (0, 0), sigma)
    if pick > 0.85:
        soft = cv2.GaussianBlur(image, (0, 0), 1.0)
        amount = rng.uniform(0.3, 1.0)
        return cv2.addWeighted(image, 1 + amount, soft, -amount, 0)
    return image


@functools.cache
def _grain(sigma: int) -> np.ndarray:
    """A fixed tile of sensor noise, int16 (352, 416, 3), slightly smooth like demosaiced noise."""
    raw = np.random.default_rng(sigma).standard_normal((352, 416, 3), dtype=np.float32)
    soft = cv2.GaussianBlur(raw, (0, 0), 0.5)
    grain: np.ndarray = np.round(soft / soft.std() * sigma).astype(np.int16)
    return grain


def noise(image: np.ndarray, rng: np.random.Generator, strongest: float) -> np.ndarray:
    """Often add sensor noise, with a sigma of up to ``strongest`` grey levels. uint8, up to 320 by 288 px."""
    sigma = round(rng.uniform(0, strongest)) if rng.random() < 0.7 else 0
    if sigma < 1:
        return image
    height, width = image.shape[:2]
    x, y = int(rng.integers(416 - width)), int(rng.integers(352 - height))
    return cv2.add(image, np.ascontiguousarray(_grain(sigma)[y : y + height, x : x + width]), dtype=cv2.CV_8U)


def compress(image: np.ndarray, rng: np.random.Generator, chance: float) -> np.ndarray:
    """Sometimes compress the picture as JPEG, with a quality of 35 to 92."""
    if rng.random() >= chance:
        return image
    quality = int(rng.integers(35, 93))
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    decoded = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    assert decoded is not None  # it was encoded a line above
    return decoded


def shade(image: np.ndarray, rng: np.random.Generator, chance: float) -> np.ndarray:
    """Sometimes add a soft gradient of light across the picture."""
    if rng.random() >= chance:
        return image
    height, width = image.shape[:2]
    angle, depth = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.5)
    x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    ramp = (1 + depth * 0.7 * (np.cos(angle) * x[None] + np.sin(angle) * y[:, None])).astype(np.float32)
    return cv2.multiply(image, cv2.merge([ramp, ramp, ramp]), dtype=cv2.CV_8U)


def patches(image: np.ndarray, rng: np.random.Generator, chance: float, largest: int) -> np.ndarray:
    """Sometimes cover parts of the picture with one or two plain rectangles, as occluders."""
    if rng.random() >= chance:
        return image
    image = image.copy()
    height, width = image.shape[:2]
    for _ in range(int(rng.integers(1, 3))):
        w, h = rng.integers(4, largest, 2)
        x, y = rng.integers(-w // 2, width - w // 2), rng.integers(-h // 2, height - h // 2)
        colour = rng.integers(0, 256, 3)
        image[max(y, 0) : y + h, max(x, 0) : x + w] = colour
    return image


Outline = Callable[[np.random.Generator, np.ndarray, float], np.ndarray]


def _shape(rng: np.random.Generator, middle: np.ndarray, size: float) -> np.ndarray:
    """Corners (N, 2) int32 of a random convex shape with three to eight corners."""
    angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 9))))
    stretch = np.exp(rng.normal(0, 0.3, 2))
    around = np.stack([np.cos(angles), np.sin(angles)], 1) * stretch * size / 2
    return np.round(middle + around).astype(np.int32)


def _print_outline(rng: np.random.Generator) -> Outline:
    """Outlines of the parts of one print: parallelograms with a common slant and varying length."""
    turn, skew, flat = rng.uniform(0, np.pi), rng.normal(0, 0.4), rng.uniform(0.3, 1.0)
    across = np.array([np.cos(turn), np.sin(turn)])
    along = np.array([-np.sin(turn), np.cos(turn)]) + skew * across

    def outline(own: np.random.Generator, middle: np.ndarray, size: float) -> np.ndarray:
        a, b = across * size / 2 * own.uniform(0.6, 1.8), along * size / 2 * flat
        corners: np.ndarray = np.round(middle + np.array([a + b, a - b, -a - b, b - a])).astype(np.int32)
        return corners

    return outline


def _painted(image: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The picture with a random, usually dark colour blended over it by ``mask`` (uint8, 255 is opaque)."""
    share = mask.astype(np.float32)[..., None] / 255
    dark = rng.random() < 0.6
    colour = rng.uniform(5, 70, 3) if dark else rng.uniform(0, 255, 3)
    return (image * (1 - share) + colour.astype(np.float32) * share).astype(np.uint8)


def spot(image: np.ndarray, rng: np.random.Generator, middle: np.ndarray, size: float) -> np.ndarray:
    """Paint one plain shape at ``middle`` (2,) px, with a sharp or blurred outline."""
    mask: MatLike = np.zeros(image.shape[:2], np.uint8)
    outline = _shape if rng.random() < 0.5 else _print_outline(rng)
    cv2.fillConvexPoly(mask, outline(rng, middle, size), int(255 * rng.uniform(0.5, 1.0)), cv2.LINE_AA)
    if rng.random() < 0.7:
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 5.0))
    return _painted(image, mask, rng)


def spots(image: np.ndarray, rng: np.random.Generator, chance: float, keep: np.ndarray) -> np.ndarray:
    """Sometimes paint spots, prints or soft shadows on the table: plain shapes of one colour, with sharp or
    blurred outlines.

    The boxes ``keep`` (N, 4; corners in px) are left unchanged.
    """
    if rng.random() >= chance:
        return image
    height, width = image.shape[:2]
    mask: MatLike = np.zeros((height, width), np.uint8)
    size = float(np.exp(rng.uniform(np.log(8), np.log(45))))
    outline = _shape if rng.random() < 0.5 else _print_outline(rng)
    for _ in range(int(rng.integers(2, 45))):
        middle = rng.uniform((0, 0), (width, height))
        opaque = int(255 * rng.uniform(0.4, 1.0))
        cv2.fillConvexPoly(mask, outline(rng, middle, size * rng.uniform(0.6, 1.4)), opaque, cv2.LINE_AA)
    if rng.random() < 0.7:
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.6, 3.0))
    for x0, y0, x1, y1 in keep.astype(int):
        mask[max(y0 - 1, 0) : y1 + 2, max(x0 - 1, 0) : x1 + 2] = 0
    return _painted(image, mask, rng)
