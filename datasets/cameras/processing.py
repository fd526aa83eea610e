"""A camera's processor: converts light to 8-bit pictures with a tone curve, denoising and sharpening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

STEPS = 4096
"""Entries in a tone curve's table, spaced evenly in the square root of light."""


def to_linear(picture: np.ndarray) -> np.ndarray:
    """Linear light float32 of sRGB uint8, same shape."""
    values = np.arange(256) / 255
    table = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return cv2.LUT(picture, table.astype(np.float32))


@dataclass(frozen=True)
class Tone:
    """A tone curve: sRGB's, made S-shaped by ``contrast``, with blacks lifted (or crushed) by ``lift``.

    Light above ``shoulder`` is compressed so that little clips; ``saturation`` 1 leaves colours unchanged.
    """

    contrast: float = 0.0
    lift: float = 0.0
    shoulder: float = 1.0
    saturation: float = 1.0

    def table(self) -> np.ndarray:
        """Lookup table of uint8 values: ``STEPS`` entries over the square root of light from 0 to sqrt(2)."""
        light = (np.arange(STEPS) / STEPS) ** 2 * 2
        s = self.shoulder
        if s < 1:
            light = np.where(light > s, s + (1 - s) * (1 - np.exp(-(light - s) / (1 - s))), light)
        light = np.clip(light, 0, 1)
        value = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
        bent = value * value * (3 - 2 * value)
        value = value + self.contrast * (bent - value)
        return np.round(255 * np.clip(self.lift + (1 - max(self.lift, 0)) * value, 0, 1)).astype(np.uint8)

    def developed(self, light: np.ndarray, table: np.ndarray) -> np.ndarray:
        """The 8-bit picture of linear light (h,w,3)."""
        if self.saturation != 1:
            grey = cv2.transform(light, np.float32([[0.0722, 0.7152, 0.2126]]))[..., None]
            light = grey + self.saturation * (light - grey)
        place = np.sqrt(np.clip(light, 0, 1.999) / 2) * STEPS
        return table[np.minimum(place, STEPS - 1).astype(np.uint16)]


class Filter(Protocol):
    """One step of a camera's processor on 8-bit pictures."""

    def on(self, picture: np.ndarray) -> np.ndarray:
        """The picture after it."""


@dataclass(frozen=True)
class Denoise:
    """Spatial denoising: brightness by a median of ``luma`` pixels (0: none), colours by a blur (px)."""

    luma: int = 3
    chroma_px: float = 2.0

    def on(self, picture: np.ndarray) -> np.ndarray:
        """The picture after it."""
        parts = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb)
        soft = cv2.GaussianBlur(parts, (0, 0), self.chroma_px) if self.chroma_px else parts
        soft[..., 0] = cv2.medianBlur(parts[..., 0], self.luma) if self.luma else parts[..., 0]
        return cv2.cvtColor(soft, cv2.COLOR_YCrCb2BGR)


@dataclass(frozen=True)
class Sharpen:
    """Unsharp masking: edges overshoot by ``amount`` over ``width_px``, which makes halos."""

    amount: float = 0.6
    width_px: float = 1.2

    def on(self, picture: np.ndarray) -> np.ndarray:
        """The picture after it."""
        soft = cv2.GaussianBlur(picture, (0, 0), self.width_px)
        return cv2.addWeighted(picture, 1 + self.amount, soft, -self.amount, 0)
