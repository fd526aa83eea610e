"""The light inside a camera, and the stages that process it: lens, exposure, noise.

A stage is an immutable value; its ``through`` processes pictures one after another. All randomness comes from
the generator passed in.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

POOL = 3
"""Size of the pool of normal variates, in pictures; each frame's noise starts at another offset in it."""


@dataclass(frozen=True, eq=False)
class Shot:
    """One picture and its time (s) in the film: linear light BGR float32 (h,w,3), 1.0 is white."""

    light: np.ndarray
    time_s: float


class Stage(Protocol):
    """One part of a camera."""

    def through(self, shots: Iterator[Shot], rng: np.random.Generator) -> Iterator[Shot]:
        """The processed pictures."""


def _smooth_noise(rng: np.random.Generator, every_s: float) -> _Wander:
    return _Wander(int(rng.integers(1 << 30)), every_s)


@dataclass(frozen=True)
class _Wander:
    """A smooth random function of time: about unit standard deviation, a new target at regular intervals."""

    seed: int
    every_s: float

    def at(self, time_s: float) -> float:
        k, share = divmod(time_s / self.every_s, 1.0)
        a, b = (float(np.random.default_rng([self.seed, int(k) + i]).normal()) for i in (0, 1))
        return a + (b - a) * share * share * (3 - 2 * share)


@dataclass(frozen=True)
class Exposure:
    """Multiplies light by 2 to the power of ``stops``, and darkens the corners (fraction lost there)."""

    stops: float = 0.0
    vignetting: float = 0.0

    def through(self, shots: Iterator[Shot], rng: np.random.Generator) -> Iterator[Shot]:
        """Pictures with a fixed exposure."""
        field: np.ndarray | None = None
        for shot in shots:
            if field is None:
                h, w = shot.light.shape[:2]
                y, x = np.mgrid[0:h, 0:w].astype(np.float32)
                square = ((x - w / 2) ** 2 + (y - h / 2) ** 2) / (w * w + h * h) * 4
                field = (2.0**self.stops * (1 - self.vignetting * square))[..., None].astype(np.float32)
            yield replace(shot, light=shot.light * field)


@dataclass(frozen=True)
class AutoExposure:
    """Regulates brightness with delay and overshoot; sometimes it oscillates by itself.

    ``goal`` is the target mean of linear light, ``delay_s`` the time constant, ``hunting`` the amplitude of
    the slow oscillation (stops), ``limit`` the largest correction (stops).
    """

    goal: float = 0.2
    delay_s: float = 0.6
    hunting: float = 0.0
    limit: float = 1.0

    def through(self, shots: Iterator[Shot], rng: np.random.Generator) -> Iterator[Shot]:
        """Pictures with a varying exposure."""
        wander, gain, speed, last = _smooth_noise(rng, 1.6), None, 0.0, 0.0
        for shot in shots:
            mean = float(shot.light[::8, ::8].mean())
            wanted = float(np.clip(math.log2(self.goal / max(mean, 1e-4)), -self.limit, self.limit))
            if gain is None:
                gain = wanted
            step = min(shot.time_s - last, 0.1)
            speed += step * ((wanted - gain) / self.delay_s**2 - 1.1 * speed / self.delay_s)
            gain, last = gain + step * speed, shot.time_s
            swing = self.hunting * wander.at(shot.time_s)
            yield replace(shot, light=shot.light * np.float32(2.0 ** (gain + swing)))


@dataclass(frozen=True)
class WhiteBalance:
    """Fixed gains for red, green and blue that drift by the relative amount ``drift``, at intervals in s."""

    red: float = 1.0
    blue: float = 1.0
    drift: float = 0.0
    every_s: float = 4.0

    def through(self, shots: Iterator[Shot], rng: np.random.Generator) -> Iterator[Shot]:
        """Pictures with a varying white balance."""
        warm, pink = _smooth_noise(rng, self.every_s), _smooth_noise(rng, 1.7 * self.every_s)
        for shot in shots:
            off, tint = self.drift * warm.at(shot.time_s), 0.3 * self.drift * pink.at(shot.time_s)
            factors = (self.blue * (1 - off), 1 - tint, self.red * (1 + off))
            yield replace(shot, light=shot.light * np.float32(factors))


@dataclass(frozen=True)
class Flicker:
    """Mains flicker seen through a row-by-row readout: bands that wander over the picture.

    Light oscillates at twice ``mains_hz`` (50 or 60) with relative amplitude ``depth``; the rows of a frame
    are read within ``readout_s``; the camera's clock has a relative error of ``off``.
    """

    mains_hz: float = 50.0
    depth: float = 0.08
    readout_s: float = 0.025
    off: float = 0.0007

    def through(self, shots: Iterator[Shot], rng: np.random.Generator) -> Iterator[Shot]:
        """Pictures with bands."""
        start = float(rng.uniform(0, 2 * math.pi))
        for shot in shots:
            rows = np.linspace(0, self.readout_s, shot.light.shape[0])
            phase = 4 * math.pi * self.mains_hz * (shot.time_s * (1 + self.off) + rows) + start
            swing = (1 + self.depth * np.sin(phase)).astype(np.float32)
            yield replace(shot, light=shot.light * swing[:, None, None])


@dataclass(frozen=True)
class Focus:
    """A lens out of focus by ``blur_px`` that sometimes hunts: more blur and a change of scale (breathing).

    It hunts for one second about every ``every_s`` seconds (0: never), with the relative change of scale
    ``breathing`` and the blur ``search_px``.
    """

    blur_px: float = 0.0
    every_s: float = 0.0
    search_px: float = 1.8
    breathing: float = 0.006

    def through(self, shots: Iterator[Shot], rng: np.random.Generator) -> Iterator[Shot]:
        """Pictures with varying blur."""
        next_s = float(rng.exponential(self.every_s)) if self.every_s else math.inf
        for shot in shots:
            while shot.time_s > next_s + 1.0:
                next_s += 1.0 + float(rng.exponential(self.every_s))
            light, blur, share = shot.light, self.blur_px, shot.time_s - next_s
            if 0 <= share < 1:
                swing = math.sin(2 * math.pi * share) * math.sin(math.pi * share)
                blur = math.hypot(blur, self.search_px * abs(swing))
                h, w = light.shape[:2]
                zoom = cv2.getRotationMatrix2D((w / 2, h / 2), 0, 1 + self.breathing * swing)
                light = cv2.warpAffine(light, zoom, (w, h), borderMode=cv2.BORDER_REPLICATE)
            if blur > 0.2:
                light = cv2.GaussianBlur(light, (0, 0), blur)
            yield replace(shot, light=light)


@dataclass(frozen=True)
class RollingShutter:
    """Rows are read one after another within ``readout_s``, so moving things are slanted."""

    readout_s: float = 0.03

    def through(self, shots: Iterator[Shot], rng: np.random.Generator) -> Iterator[Shot]:
        """Pictures whose lower rows are interpolated towards the next picture."""
        before: Shot | None = None
        for shot in shots:
            if before is not None:
                share = np.linspace(0, self.readout_s, shot.light.shape[0]) / max(
                    shot.time_s - before.time_s, 1e-3
                )
                mix = np.clip(share, 0, 1).astype(np.float32)[:, None, None]
                same = np.array_equal(before.light[::7, ::7], shot.light[::7, ::7])
                yield before if same else replace(before, light=before.light * (1 - mix) + shot.light * mix)
            before = shot
        if before is not None:
            yield before


@dataclass(frozen=True)
class Noise:
    """Sensor noise: shot noise (``electrons`` at white), read noise (electrons), row noise, fixed pattern.

    The standard deviation of linear light L is sqrt(L / electrons + (read / electrons)²) (EMVA 1288);
    ``row`` is the deviation of whole rows, drawn anew for every picture; ``pattern`` the fixed one of pixels.
    """

    electrons: float = 4000.0
    read: float = 4.0
    row: float = 0.0
    pattern: float = 0.0

    def sigma(self, light: np.ndarray) -> np.ndarray:
        """The standard deviation at linear light (any shape), without row noise and fixed pattern."""
        return np.sqrt(np.maximum(light, 0) / self.electrons + (self.read / self.electrons) ** 2)

    def through(self, shots: Iterator[Shot], rng: np.random.Generator) -> Iterator[Shot]:
        """Pictures with noise."""
        pool, fixed = np.zeros(0, np.float32), None
        for shot in shots:
            light, shape = shot.light, shot.light.shape
            if not len(pool):
                pool = rng.standard_normal(POOL * light.size, np.float32)
            if fixed is None and self.pattern:
                fixed = self.pattern * _normals_from(pool, shape, 17)
            grain = _normals_from(pool, shape, int(rng.integers(len(pool))))
            noisy = light + grain * self.sigma(light)
            if self.row:
                noisy += self.row * rng.standard_normal((shape[0], 1, 1), np.float32)
            yield replace(shot, light=noisy if fixed is None else noisy + fixed)


def _normals_from(pool: np.ndarray, shape: tuple[int, ...], start: int) -> np.ndarray:
    """An array of normal variates from an offset in the pool."""
    count = math.prod(shape)
    start %= len(pool) - count + 1
    return pool[start : start + count].reshape(shape)


@dataclass(frozen=True)
class Smear:
    """Temporal denoising: a picture is blended with the previous ones where it has hardly changed.

    ``share`` is the weight of the past where the change is below ``step`` (in the square root of light).
    """

    share: float = 0.7
    step: float = 0.05

    def through(self, shots: Iterator[Shot], rng: np.random.Generator) -> Iterator[Shot]:
        """Pictures with less noise; slow motion in the dark leaves trails."""
        past: np.ndarray | None = None
        for shot in shots:
            light = np.maximum(shot.light, 0)
            if past is not None:
                gap = np.abs(np.sqrt(cv2.blur(light, (5, 5))) - np.sqrt(cv2.blur(past, (5, 5)))).max(
                    -1, keepdims=True
                )
                trust = self.share * np.clip(2 - gap / self.step, 0, 1)
                light = light + (past - light) * trust
            past = light
            yield replace(shot, light=light)
