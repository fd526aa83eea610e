"""Canonical crops with targets for the reader: units with random errors of centre and scale, and places
without a unit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from calibration.camera import Camera
from calibration.markers import to_linear
from calibration.white import PAPER_VALUE, WhiteReference
from vision.detect.finder import Finder
from vision.read.crops import (
    CROP_WIDTH,
    apply_affine,
    azimuth_deg,
    crop_transform,
    cut,
)
from vision.training import augment
from vision.training.places import Places, places_of
from vision.training.samples import LabelledUnit, Sample, Share, read_sample, training_samples

MAX_LEVELS = 5
LEAST_VISIBLE = 0.25
LEAST_LEVEL = 0.08
NOT_A_UNIT_MM = 13.0
EMPTY_SHARE, STRAY_SHARE = 0.12, 0.13
"""Shares of the crops that show empty places, and false detections of the finder."""


@dataclass(frozen=True)
class Target:
    """The reader's target for one crop; -1 (not a number for points) excludes an output from the loss.

    ``levels`` 1..5 (visible pieces); ``colours`` and ``sizes`` (5,) indexes top to bottom; ``flat`` 0 or 1;
    ``heading`` (2,) cosine and sine relative to "up" in the crop, counter-clockwise from above; ``points``
    (4,) base and apex in crop px; ``extras`` (2,) sine and cosine of the camera's elevation.
    """

    valid: int
    levels: int
    colours: np.ndarray
    sizes: np.ndarray
    flat: int
    heading: np.ndarray
    points: np.ndarray
    extras: np.ndarray


@dataclass(frozen=True)
class Shake:
    """The error of a crop: shift in crop px, scale factor, rotation in degrees, mirrored or not."""

    shift: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0
    turn_deg: float = 0.0
    mirrored: bool = False

    @staticmethod
    def random(rng: np.random.Generator) -> Shake:
        """A random error, as large as those of the finder and the calibration."""
        wide = 3.0 if rng.random() < 0.8 else 6.0
        return Shake(
            tuple(rng.normal(0, wide, 2)),
            float(np.exp(rng.normal(0, 0.03))),
            float(rng.normal(0, 2.5)),
            bool(rng.random() < 0.5),
        )


def shaken(transform: np.ndarray, shake: Shake) -> np.ndarray:
    """``transform`` (2, 3) followed by the shake about the crop's footprint point."""
    angle = math.radians(shake.turn_deg)
    c, s = math.cos(angle) * shake.scale, math.sin(angle) * shake.scale
    linear = np.array([[c, -s], [s, c]]) @ np.diag([-1.0 if shake.mirrored else 1.0, 1.0])
    base = np.array([CROP_WIDTH / 2, 104.0])
    offset = base + np.array(shake.shift) - linear @ base
    return np.column_stack([linear @ transform[:, :2], linear @ transform[:, 2] + offset])


def unit_target(unit: LabelledUnit, camera: Camera, transform: np.ndarray, mirrored: bool) -> Target:
    """The target of a crop cut with ``transform`` around ``unit``."""
    colours, sizes = np.full(MAX_LEVELS, -1), np.full(MAX_LEVELS, -1)
    for i, level in enumerate(unit.levels[:MAX_LEVELS]):
        if level.visible >= LEAST_LEVEL:
            colours[i], sizes[i] = level.colour, level.size
    relative = math.radians(unit.heading_deg - azimuth_deg(camera, unit.x_mm, unit.y_mm))
    relative = -relative if mirrored else relative
    points = apply_affine(transform, np.array([unit.base_px, unit.apex_px]))
    return Target(
        1,
        min(len(unit.levels), MAX_LEVELS) if unit.visible > 0.5 else -1,
        colours,
        sizes,
        int(unit.flat),
        np.array([math.cos(relative), math.sin(relative)]),
        points.reshape(4),
        elevation_extras(camera, unit.x_mm, unit.y_mm),
    )


def elevation_extras(camera: Camera, x_mm: float, y_mm: float) -> np.ndarray:
    """Sine and cosine (2,) of the camera's elevation seen from (x, y)."""
    elevation = math.radians(camera.elevation_deg(x_mm, y_mm))
    return np.array([math.sin(elevation), math.cos(elevation)])


def empty_target(camera: Camera, x_mm: float, y_mm: float) -> Target:
    """The target of a place without a unit."""
    blank = np.full(MAX_LEVELS, -1)
    return Target(
        0, -1, blank, blank, -1, np.zeros(2), np.full(4, np.nan), elevation_extras(camera, x_mm, y_mm)
    )


def empty_place(sample: Sample, rng: np.random.Generator) -> tuple[float, float] | None:
    """A table point (mm) in view without a unit: near one, on a hand, or anywhere; None if the random choice
    fails.
    """
    camera = sample.camera
    pick = rng.random()
    if pick < 0.4 and sample.units:
        unit = sample.units[rng.integers(len(sample.units))]
        angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(NOT_A_UNIT_MM + 3, 34)
        x, y = unit.x_mm + reach * math.cos(angle), unit.y_mm + reach * math.sin(angle)
    else:
        box = (0.0, 0.0, float(camera.width), float(camera.height))
        if pick < 0.7 and sample.hands:
            box = sample.hands[rng.integers(len(sample.hands))]
        x, y = camera.to_table([[rng.uniform(box[0], box[2]), rng.uniform(box[1], box[3])]])[0]
    near = [math.hypot(unit.x_mm - x, unit.y_mm - y) for unit in sample.units]
    free = math.isfinite(x) and math.hypot(x, y) < 3000 and min(near, default=1e9) > NOT_A_UNIT_MM
    return (x, y) if free else None


def spoil(crop: np.ndarray, rng: np.random.Generator, scale: float) -> np.ndarray:
    """Vary the light of every crop, and the blur, noise and compression of every second one: the pictures
    already have those of their camera (``datasets.picture.sensor``). ``scale`` is camera px per crop px; if
    it is small the crop is coarse already.
    """
    crop = augment.shade(crop, rng, 0.2)
    crop = augment.jitter_colour(crop, rng, 0.09, 0.04)
    if rng.random() < 0.5:
        return crop
    crop = augment.patches(crop, rng, 0.15, 26)
    crop = augment.blur(crop, rng, 0.35, 1.4 if scale > 0.8 else 0.9)
    crop = augment.noise(crop, rng, 9.0)
    return augment.compress(crop, rng, 0.3)


class Library:
    """Decoded samples of folders that may grow, with their readable units and the finder's detections.
    ``evenly``: all folders have the same weight, whatever their size.
    """

    def __init__(
        self, folders: tuple[Path, ...], finder: Finder, evenly: bool = False, share: Share | None = None
    ) -> None:
        self._folders, self._finder, self._evenly = folders, finder, evenly
        self._share = share or Share()
        self._by_folder: dict[Path, list[tuple[int, int]]] = {folder: [] for folder in folders}
        self._places: list[Places] = []
        self._strays: list[tuple[int, tuple[float, float]]] = []  # sample index, table place in mm
        self._loaded: set[Path] = set()
        self.samples: list[tuple[Sample, np.ndarray]] = []
        self.units: list[tuple[int, int]] = []
        """Sample index and unit index; a unit of n levels is listed n times."""

    def refresh(self) -> tuple[int, int]:
        """Load new samples; returns the numbers of pictures and units."""
        for path in (
            path
            for folder in self._folders
            for path in training_samples(folder)
            if path not in self._loaded and self._share.holds(path)
        ):
            try:
                sample = read_sample(path)
                image = sample.image()
            except (ValueError, KeyError, OSError) as error:
                print(f"skipped {path.name}: {error}", flush=True)
                continue
            self._loaded.add(path)
            index = len(self.samples)
            self.samples.append((sample, image))
            self._places.append(places_of(sample, image, self._finder))
            self._strays.extend((index, place) for place in self._places[index].strays)
            for i, unit in enumerate(sample.units):
                listed = [(index, i)] * (len(unit.levels) if _readable(unit) else 0)
                self.units.extend(listed)
                self._by_folder[path.parent].extend(listed)
        return len(self.samples), len(self.units)

    def draw(self, rng: np.random.Generator) -> tuple[np.ndarray, Target]:
        """A random augmented crop with its target."""
        pick = rng.random()
        if pick < EMPTY_SHARE:
            index = int(rng.integers(len(self.samples)))
            place = empty_place(self.samples[index][0], rng)
            if place is not None:
                return self._empty(rng, index, place, spotted=0.5)
        elif pick < EMPTY_SHARE + STRAY_SHARE and self._strays:
            return self._empty(rng, *self._strays[rng.integers(len(self._strays))])
        folders = [units for units in self._by_folder.values() if units]
        units = folders[rng.integers(len(folders))] if self._evenly else self.units
        return self._unit(rng, *units[rng.integers(len(units))])

    def _empty(
        self, rng: np.random.Generator, index: int, place: tuple[float, float], spotted: float = 0.0
    ) -> tuple[np.ndarray, Target]:
        sample, image = self.samples[index]
        transform = shaken(crop_transform(sample.camera, *place), Shake.random(rng))
        return self._spoilt(sample, image, transform, rng, spotted), empty_target(sample.camera, *place)

    def _unit(self, rng: np.random.Generator, index: int, number: int) -> tuple[np.ndarray, Target]:
        """A unit's crop, around its detection with a small error or around its place with a larger one."""
        sample, image = self.samples[index]
        unit, shake = sample.units[number], Shake.random(rng)
        at, detected = (unit.x_mm, unit.y_mm), self._places[index].units.get(number)
        if detected is not None and rng.random() < 0.5:
            at, shake = detected, replace(shake, shift=tuple(rng.normal(0, 1.0, 2)))
        transform = shaken(crop_transform(sample.camera, *at), shake)
        target = unit_target(unit, sample.camera, transform, shake.mirrored)
        return self._spoilt(sample, image, transform, rng), target

    @staticmethod
    def _spoilt(
        sample: Sample,
        image: np.ndarray,
        transform: np.ndarray,
        rng: np.random.Generator,
        spotted: float = 0.0,
    ) -> np.ndarray:
        scale = 1 / math.sqrt(abs(np.linalg.det(transform[:, :2])))
        white = labelled_white(sample, np.exp(rng.normal(0, 0.07, 3)))
        crop = cut(image, transform, white)
        if rng.random() < spotted:
            crop = _with_spot(crop, rng)
        return spoil(crop, rng, scale)


def _with_spot(crop: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The crop of an empty place with a spot approximately where a unit would be."""
    return augment.spot(crop, rng, rng.normal((CROP_WIDTH / 2, 92), 6), float(rng.uniform(14, 60)))


def labelled_white(sample: Sample, error: np.ndarray | float = 1.0) -> WhiteReference:
    """The white reference of the sample's labelled paper, with its linear gains multiplied by ``error``
    (3,).
    """
    paper = to_linear(np.array([[sample.white]]).round().clip(0, 255).astype(np.uint8))[0, 0]
    target = float(to_linear(np.array([[PAPER_VALUE]], np.uint8)).item())
    return WhiteReference(target / np.maximum(paper, 1e-3) * error)


def _readable(unit: LabelledUnit) -> bool:
    return unit.visible >= LEAST_VISIBLE and len(unit.levels) > 0
