"""Pictures and targets for the finder, at its scale, augmented by rotation, scale, mirroring and webcam
artefacts.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.detect.finder import DETECTION_WIDTH
from vision.training import augment
from vision.training.samples import Sample, Share, read_sample, training_samples

WIDTH, HEIGHT = 320, 256
UPRIGHT, FLAT, HAND = 0, 1, 2
LEAST_VISIBLE = 0.22


@dataclass(frozen=True)
class Shrunk:
    """One picture at the finder's scale, with its targets in px at that scale.

    ``image`` uint8 (h, w, 3) BGR; ``classes`` (N,); ``boxes`` (N, 4) corners; ``points`` (N, 2, 2) base and
    apex; ``pointed`` (N,) 1 if the points count, 0 for hands, which have none.
    """

    image: np.ndarray
    classes: np.ndarray
    boxes: np.ndarray
    points: np.ndarray
    pointed: np.ndarray


def shrink(sample: Sample) -> Shrunk:
    """The sample, scaled so that its whole frame would be as wide as the finder's input."""
    image, scale = sample.image(), min(1.0, DETECTION_WIDTH / sample.source_width)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    units = [unit for unit in sample.units if unit.visible >= LEAST_VISIBLE]
    classes = [FLAT if unit.flat else UPRIGHT for unit in units] + [HAND] * len(sample.hands)
    boxes = [unit.bbox_px for unit in units] + list(sample.hands)
    points = [(unit.base_px, unit.apex_px) for unit in units] + [((0, 0), (0, 0))] * len(sample.hands)
    as_px = np.array(points, np.float32).reshape(-1, 2, 2)
    return Shrunk(
        small,
        np.array(classes, np.int64),
        np.array(boxes, np.float32).reshape(-1, 4) * scale,
        (as_px + 0.5) * scale - 0.5,
        np.array([1.0] * len(units) + [0.0] * len(sample.hands), np.float32),
    )


def _transform(rng: np.random.Generator, width: int, height: int, size: tuple[int, int]) -> np.ndarray:
    """A random similarity or reflection (2, 3) from a picture to a field of ``size`` px.

    If the picture is larger than the field, any part of it may be at the field's centre.
    """
    scale = float(np.exp(rng.uniform(np.log(0.72), np.log(1.3))))
    angle = np.radians(rng.normal(0, 5.0))
    linear = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        linear = linear @ np.diag([-1.0, 1.0])
    centre = np.array([width / 2, height / 2]) + rng.normal(0, [width * 0.06, height * 0.06])
    spare = np.maximum([width - size[0], height - size[1]], 0) / 2
    if spare.any():
        centre += rng.uniform(-spare, spare)
    return np.column_stack([linear, np.array(size) / 2 - linear @ centre])


def _moved_boxes(boxes: np.ndarray, transform: np.ndarray) -> np.ndarray:
    """Boxes (N, 4) with transformed centres and scaled sizes; their rotation is ignored, as it is small."""
    if not len(boxes):
        return boxes
    scale = np.sqrt(abs(np.linalg.det(transform[:, :2])))
    middle = (boxes[:, :2] + boxes[:, 2:]) / 2 @ transform[:, :2].T + transform[:, 2]
    half = (boxes[:, 2:] - boxes[:, :2]) / 2 * scale
    return np.concatenate([middle - half, middle + half], 1).astype(np.float32)


def _clipped(boxes: np.ndarray, width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """Boxes clipped to ``width`` by ``height`` px, and a mask of those that are still larger than 5 px each
    way and 30 % of their area.
    """
    clipped = boxes.copy()
    clipped[:, 0::2] = boxes[:, 0::2].clip(0, width)
    clipped[:, 1::2] = boxes[:, 1::2].clip(0, height)
    size, before = clipped[:, 2:] - clipped[:, :2], boxes[:, 2:] - boxes[:, :2]
    keep = (size.min(1) > 5) & (size.prod(1) > 0.3 * before.prod(1))
    return clipped, keep


def spoil(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Vary the light of every picture, and the blur, noise and compression of every second one: the pictures
    already have those of their camera (``datasets.picture.sensor``), and too much of them teaches little.
    """
    image = augment.shade(image, rng, 0.2)
    image = augment.jitter_colour(image, rng, 0.15, 0.06)
    if rng.random() < 0.5:
        return image
    image = augment.blur(image, rng, 0.3, 1.1)
    image = augment.noise(image, rng, 9.0)
    image = augment.patches(image, rng, 0.08, 40)
    return augment.compress(image, rng, 0.35)


def _placed(item: Shrunk, rng: np.random.Generator, size: tuple[int, int]) -> Shrunk:
    """``item`` under a random similarity or reflection, in a field of ``size`` (width, height) px."""
    height, width = item.image.shape[:2]
    transform = _transform(rng, width, height, size)
    border = tuple(int(v) for v in rng.integers(40, 200, 3))
    image = cv2.warpAffine(
        item.image,
        transform,
        size,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=border,
    )
    boxes, keep = _clipped(_moved_boxes(item.boxes, transform), *size)
    points = item.points @ transform[:, :2].T.astype(np.float32) + transform[:, 2].astype(np.float32)
    return Shrunk(image, item.classes[keep], boxes[keep], points[keep], item.pointed[keep])


def _joined(parts: list[tuple[Shrunk, tuple[int, int]]]) -> Shrunk:
    """One picture of the input's size from fields, each with its top left corner (x, y)."""
    image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    for part, (x, y) in parts:
        image[y : y + part.image.shape[0], x : x + part.image.shape[1]] = part.image
    corners = [np.array(corner, np.float32) for _, corner in parts]
    return Shrunk(
        image,
        np.concatenate([part.classes for part, _ in parts]),
        np.concatenate([part.boxes + np.tile(c, 2) for (part, _), c in zip(parts, corners, strict=True)]),
        np.concatenate([part.points + c for (part, _), c in zip(parts, corners, strict=True)]),
        np.concatenate([part.pointed for part, _ in parts]),
    )


def augmented(items: Sequence[Shrunk], rng: np.random.Generator) -> Shrunk:
    """A random version of one of ``items``, or of several side by side, at the network's input size.

    Windows of large frames are small at the finder's scale and would leave most of the input empty, so up to
    four are combined.
    """
    first = items[int(rng.integers(len(items)))]
    height, width = first.image.shape[:2]
    right = round(float(rng.uniform(0.4, 0.6)) * WIDTH) if width < 0.8 * WIDTH else WIDTH
    below = round(float(rng.uniform(0.4, 0.6)) * HEIGHT) if height < 0.8 * HEIGHT else HEIGHT
    fields = [
        ((x, y), (to_x - x, to_y - y))
        for x, to_x in ((0, right), (right, WIDTH))
        for y, to_y in ((0, below), (below, HEIGHT))
        if to_x > x and to_y > y
    ]
    picked = [first] + [items[i] for i in rng.integers(len(items), size=len(fields) - 1)]
    whole = _joined([(_placed(item, rng, size), at) for item, (at, size) in zip(picked, fields, strict=True)])
    return replace(whole, image=spoil(augment.spots(whole.image, rng, 0.45, whole.boxes), rng))


class Album:
    """Folders of samples, which may grow, with every picture decoded at the finder's scale. ``evenly``: all
    folders have the same weight, whatever their size.
    """

    def __init__(self, folders: tuple[Path, ...], evenly: bool = False, share: Share | None = None) -> None:
        self._folders, self._evenly, self._share = folders, evenly, share or Share()
        self._by_folder: tuple[tuple[Shrunk, ...], ...] = ()
        self._loaded: dict[Path, Shrunk] = {}
        self.items: tuple[Shrunk, ...] = ()  # sorted by path

    def refresh(self) -> int:
        """Load new samples; returns the number of pictures."""
        fresh = [
            path
            for folder in self._folders
            for path in training_samples(folder)
            if path not in self._loaded and self._share.holds(path)
        ]
        with ThreadPoolExecutor(2) as pool:
            for path, item in zip(fresh, pool.map(_load, fresh), strict=True):
                if item is not None:
                    self._loaded[path] = item
        self.items = tuple(self._loaded[path] for path in sorted(self._loaded))
        by_folder = (
            tuple(self._loaded[path] for path in sorted(self._loaded) if path.parent == folder)
            for folder in self._folders
        )
        self._by_folder = tuple(items for items in by_folder if items)
        return len(self.items)

    def candidates(self, rng: np.random.Generator) -> tuple[Shrunk, ...]:
        """The pictures to choose the next one from: all, or those of a random folder."""
        return self._by_folder[rng.integers(len(self._by_folder))] if self._evenly else self.items


def _load(path: Path) -> Shrunk | None:
    try:
        return shrink(read_sample(path))
    except (ValueError, KeyError, OSError) as error:  # perhaps it is still being written
        print(f"skipped {path.name}: {error}", flush=True)
        return None
