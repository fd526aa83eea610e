"""A bank of small sensor models for tests, at 640×360 px."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

WIDTH, HEIGHT = 640, 360
GAMMA = 2.2
FULL = 65535
CODES = np.round(255 * (np.arange(FULL + 1) / FULL) ** (1 / GAMMA)).astype(np.uint8)
"""The 8-bit code of linear light."""
Picture = np.ndarray


@cache
def _grain() -> Picture:
    """Standard normal noise; every frame uses another part of it, because drawing it is slow."""
    return np.random.default_rng(0).standard_normal((2 * HEIGHT, 2 * WIDTH, 3), np.float32)


@dataclass(frozen=True)
class Sensor:
    """Noise ``shot`` (at full scale) and ``read`` in linear light, after lamps are dimmed to ``light``.

    ``optics`` run before the noise and ``codec`` after it; both take (picture, frame, fps).
    """

    shot: float = 0.0
    read: float = 0.0
    light: float = 1.0
    optics: Callable[[Picture, int, float], Picture] | None = None
    codec: Callable[[Picture, int, float], Picture] | None = None

    def film(self, frames: Iterator[Picture], fps: float, seed: int = 1) -> Iterator[Picture]:
        """The frames as filmed, uint8, from pictures of codes 0 to 255."""
        rng, before, linear, spread = np.random.default_rng(seed), None, None, None
        for i, picture in enumerate(frames):
            seen = picture if self.optics is None else self.optics(picture, i, fps)
            if seen is not before:  # a table at rest is the same picture again and again
                before = seen
                linear = cv2.pow(np.clip(seen, 0, 255, dtype=np.float32) * np.float32(1 / 255), GAMMA)
                linear *= np.float32(self.light)
                spread = cv2.sqrt(self.shot**2 * linear + self.read**2)
            if self.shot or self.read:
                y, x = rng.integers(HEIGHT), rng.integers(WIDTH)
                noise = cv2.multiply(_grain()[y : y + HEIGHT, x : x + WIDTH], spread)
            else:
                noise = np.zeros_like(linear)
            image = cv2.LUT(cv2.addWeighted(linear, FULL, noise, FULL, 0, dtype=cv2.CV_16U), CODES)
            yield image if self.codec is None else self.codec(image, i, fps)


def banding(picture: Picture, i: int, fps: float) -> Picture:
    """A lamp at 100 Hz through a rolling shutter: wandering bands, three and a third per picture."""
    rows = 1 + 0.08 * np.sin(2 * np.pi * (3.3 * np.arange(HEIGHT) / HEIGHT + 0.37 * i))
    return picture * rows[:, None, None].astype(np.float32)


def pulsing(picture: Picture, i: int, fps: float) -> Picture:
    """The same lamp through a global shutter."""
    return picture * np.float32(1 + 0.06 * np.sin(2 * np.pi * 0.37 * i))


def exposing(picture: Picture, i: int, fps: float) -> Picture:
    """Auto-exposure that occasionally jumps and creeps in between."""
    time_s = i / fps
    return picture * ((1.0, 1.15, 0.88, 1.05)[int(time_s / 0.7) % 4] + 0.05 * (time_s % 0.7))


def balancing(picture: Picture, i: int, fps: float) -> Picture:
    """Oscillating auto white balance."""
    red = 0.08 * np.sin(1.3 * i / fps)
    return picture * np.array([1 + red, 1, 1 - red], np.float32)


def breathing(picture: Picture, i: int, fps: float) -> Picture:
    """Autofocus that hunts for one second in every three: scale and sharpness oscillate."""
    time_s = i / fps % 3
    swing = np.sin(2 * np.pi * time_s / 0.7) * np.exp(-2 * time_s) if time_s < 1.4 else 0.0
    scale = 1 + 0.003 * swing
    about = np.array([[scale, 0, (1 - scale) * WIDTH / 2], [0, scale, (1 - scale) * HEIGHT / 2]])
    moved = cv2.warpAffine(picture.astype(np.float32), about, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
    return cv2.GaussianBlur(moved, (0, 0), 0.5 + 0.3 * swing)


def motion_jpeg(quality: int) -> Callable[[Picture, int, float], Picture]:
    """Every picture compressed on its own."""

    def codec(image: Picture, i: int, fps: float) -> Picture:
        return cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1)

    return codec


def key_pictures(image: Picture, i: int, fps: float) -> Picture:
    """Key frames coarser than the frames in between: everything jumps slightly twice a second."""
    return motion_jpeg(35 if i % max(int(fps / 2), 1) == 0 else 60)(image, i, fps)


SENSORS: Mapping[str, Sensor] = {
    "clean": Sensor(),
    "daylight": Sensor(0.02, 0.002),
    "noisy": Sensor(0.03, 0.003),
    "evening": Sensor(0.009, 0.0009, 0.2),
    "dark": Sensor(0.005, 0.0004, 0.08),
    "motion jpeg": Sensor(0.03, 0.003, codec=motion_jpeg(40)),
    "evening by motion jpeg": Sensor(0.009, 0.0009, 0.2, codec=motion_jpeg(50)),
    "key pictures": Sensor(0.02, 0.002, codec=key_pictures),
    "banding": Sensor(0.02, 0.002, optics=banding),
    "pulsing": Sensor(0.02, 0.002, optics=pulsing),
    "exposing": Sensor(0.02, 0.002, optics=exposing),
    "balancing": Sensor(0.02, 0.002, optics=balancing),
    "breathing": Sensor(0.02, 0.002, optics=breathing),
}
