"""Takes the grain of path tracing out of a picture and leaves its edges: non-local means over two halves.

The two halves of the samples tell how noisy each pixel is; weights come from one half and are applied to the
other, so that noise does not choose its own company (Rousselle, Knaus and Zwicker 2012).
"""

from __future__ import annotations

import cv2
import numpy as np

SEARCH_PX, PATCH_PX, STRENGTH = 3, 1, 0.6


def _box(values: np.ndarray, radius: int) -> np.ndarray:
    return cv2.blur(values, (2 * radius + 1,) * 2, borderType=cv2.BORDER_REFLECT)


def _weights(picture: np.ndarray, spread: np.ndarray, here: tuple, there: tuple) -> np.ndarray:
    """How alike the surroundings of pixels ``here`` and ``there`` are beyond their noise, 0..1 (h,w)."""
    apart = picture[here] - picture[there]
    noise = spread[here] + spread[there]
    far = _box(np.einsum("hwc,hwc->hw", apart, apart) / 3 - noise, PATCH_PX)
    return cv2.exp(-np.maximum(far, 0) / (STRENGTH**2 * noise))


def calm(first: np.ndarray, second: np.ndarray, white: float) -> np.ndarray:
    """The picture, float32 (h,w,3) linear, from two noisy ones of the same scene.

    ``white`` is paper's light.
    """
    halves = [np.sqrt(np.clip(half / white, 0, 6)).astype(np.float32) for half in (first, second)]
    apart = halves[0] - halves[1]
    spread = _box(np.einsum("hwc,hwc->hw", apart, apart) / 6, 2) + np.float32(1e-5)
    height, width = spread.shape
    sums, totals = [half.copy() for half in halves], [np.ones_like(spread), np.ones_like(spread)]
    ways = [(dy, dx) for dy in range(SEARCH_PX + 1) for dx in range(-SEARCH_PX, SEARCH_PX + 1)]
    for dy, dx in ways[SEARCH_PX + 1 :]:  # each pair of pixels once
        rows = slice(0, height - dy), slice(dy, height)
        columns = slice(max(0, -dx), width - max(0, dx)), slice(max(0, dx), width - max(0, -dx))
        here, there = (rows[0], columns[0]), (rows[1], columns[1])
        for k in (0, 1):  # each half is averaged with the other's weights
            weight = _weights(halves[1 - k], spread, here, there)
            totals[k][here] += weight
            totals[k][there] += weight
            sums[k][here] += weight[..., None] * halves[k][there]
            sums[k][there] += weight[..., None] * halves[k][here]
    means = [total / count[..., None] for total, count in zip(sums, totals, strict=True)]
    return ((means[0] + means[1]) / 2) ** 2 * white
