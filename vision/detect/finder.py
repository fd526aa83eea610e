"""Detects units and hands in a frame: boxes, the middle of each footprint, and each apex.

Runs the exported network (``models/finder.onnx``) on the frame scaled to a width of at most DETECTION_WIDTH
px. One detection is one unit: a single piece or a whole stack.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from vision.observation import Box
from vision.runtime import open_model

DETECTION_WIDTH = 768
FAR_OFF, FAR_SCALE, FAR_WIDTH = 0.8, 1.2, 1600
"""If a millimetre of the table would be smaller than the first (network px), the frame is enlarged to the
second, up to the third width (px): a row of ten cards is filmed from far away. At 0.8 px the network misses
every third pyramid of a crowded stock on dark cloth, from 1.2 px on every twentieth."""
STRIDE = 32
CLASSES = 3
CHANNELS = 4 + CLASSES + 4  # box, class scores, base and apex
LEAST_SCORE = 0.25
MOST = 120


class Kind(IntEnum):
    """The kind of a detection."""

    UPRIGHT = 0
    FLAT = 1
    HAND = 2


@dataclass(frozen=True, slots=True)
class Found:
    """A detection in picture px; ``base_px`` and ``apex_px`` are meaningless for hands."""

    kind: Kind
    box: Box
    base_px: tuple[float, float]
    apex_px: tuple[float, float]
    score: float


@dataclass(frozen=True, slots=True)
class Canvas:
    """A frame prepared for the network: ``blob`` (1, 3, h, w) RGB 0..1, and picture px per network px."""

    blob: NDArray[np.float32]
    factor: float


def search_width(camera: Camera) -> int:
    """The width (px) of a camera's frames for the network, from the scale at the middle of the table."""
    middle = camera.to_table([[camera.width / 2, camera.height / 2]])[0]
    if not np.isfinite(middle).all():
        return DETECTION_WIDTH
    ends = camera.project([[middle[0] + step, middle[1], 0.0] for step in (-10.0, 10.0)])
    scale = float(np.hypot(*(ends[1] - ends[0]))) / 20.0 / camera.width
    if scale * DETECTION_WIDTH >= FAR_OFF:
        return DETECTION_WIDTH
    return round(min(FAR_SCALE / scale, FAR_WIDTH)) if scale > 0 else FAR_WIDTH


def canvas(image_bgr: NDArray[np.uint8], width: int = DETECTION_WIDTH) -> Canvas:
    """The frame scaled to ``width`` (never enlarged), padded at the right and bottom to the network's
    stride."""
    height, full = image_bgr.shape[:2]
    scale = min(1.0, width / full)
    size = (max(round(full * scale), 1), max(round(height * scale), 1))
    small = cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA) if scale < 1 else image_bgr
    down, right = -size[1] % STRIDE, -size[0] % STRIDE
    padded = cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_CONSTANT, value=(114, 114, 114))
    blob = np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True), np.float32)
    return Canvas(blob, full / size[0])


def overlaps(boxes: NDArray[np.floating]) -> NDArray[np.floating]:
    """Intersection over union (N, N) of corner boxes (N, 4)."""
    x0, y0, x1, y1 = boxes.T
    across = np.minimum(x1[:, None], x1) - np.maximum(x0[:, None], x0)
    down = np.minimum(y1[:, None], y1) - np.maximum(y0[:, None], y0)
    shared = np.maximum(across, 0) * np.maximum(down, 0)
    area = (x1 - x0) * (y1 - y0)
    shares: NDArray[np.floating] = shared / np.maximum(area[:, None] + area[None] - shared, 1e-9)
    return shares


def nearness(
    boxes: NDArray[np.floating], bases: NDArray[np.floating]
) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Overlaps (N, N) of corner boxes (N, 4), and the distances between their footprints (N, 2), in sizes of
    the smaller box.
    """
    size = np.sqrt(np.maximum((boxes[:, 2:] - boxes[:, :2]).prod(-1), 1.0))
    off = np.hypot(bases[:, None, 0] - bases[:, 0], bases[:, None, 1] - bases[:, 1])
    return overlaps(boxes), off / np.minimum(size[:, None], size)


def suppress(boxes: NDArray[np.floating], bases: NDArray[np.floating], hands: NDArray[np.bool_]) -> list[int]:
    """Non-maximum suppression: the indices kept of detections, given best first.

    Units are duplicates if their boxes overlap by 0.75, or by 0.4 with footprints closer than a quarter of
    the box's size: units that stand behind each other overlap a lot, but never share a footprint. Hands are
    duplicates at 0.5, and never of units.
    """
    if not len(boxes):
        return []
    shared, apart = nearness(boxes, bases)
    same_unit = (shared > 0.75) | ((shared > 0.4) & (apart < 0.25))
    both_hands, both_units = hands[:, None] & hands[None], ~hands[:, None] & ~hands[None]
    repeats = (both_units & same_unit) | (both_hands & (shared > 0.5))
    kept, gone = [], np.zeros(len(boxes), bool)
    for i in range(len(boxes)):
        if not gone[i]:
            kept.append(i)
            gone |= repeats[i]
    return kept


def decode(raw: NDArray[np.floating], factor: float, least: float = LEAST_SCORE) -> tuple[Found, ...]:
    """Detections, best first, from the network's raw output (1, CHANNELS, N); ``factor``: picture px per
    network px.

    Raises ValueError on another shape.
    """
    if raw.ndim != 3 or raw.shape[:2] != (1, CHANNELS):
        raise ValueError(f"finder output: expected (1, {CHANNELS}, N), got {raw.shape}")
    scores = raw[0, 4 : 4 + CLASSES]
    best = scores.max(0)
    order = np.flatnonzero(best >= least)
    order = order[np.argsort(-best[order], kind="stable")][: 4 * MOST]
    rows, kinds, best = raw[0][:, order].T, scores[:, order].argmax(0), best[order]
    boxes = np.concatenate([rows[:, :2] - rows[:, 2:4] / 2, rows[:, :2] + rows[:, 2:4] / 2], 1)
    points = rows[:, 4 + CLASSES :]
    kept = suppress(boxes, points[:, :2], kinds == Kind.HAND)[:MOST]
    to_box = (boxes * factor).astype(float)
    to_points = ((points + 0.5) * factor - 0.5).astype(float)
    return tuple(
        Found(
            Kind(int(kinds[i])), tuple(to_box[i].tolist()), tuple(to_points[i, :2].tolist()),
            tuple(to_points[i, 2:].tolist()), float(best[i]),
        )
        for i in kept
    )  # fmt: skip


class Finder:
    """The exported network."""

    def __init__(self, model: Path, threads: int = 2) -> None:
        self._network = open_model(model, threads)

    def find(
        self, image_bgr: NDArray[np.uint8], width: int = DETECTION_WIDTH, least: float = LEAST_SCORE
    ) -> tuple[Found, ...]:
        """Units and hands in a picture, uint8 (H, W, 3) BGR, of at least that score, best first."""
        ready = canvas(image_bgr, width)
        return decode(self._network.run({"images": ready.blob})[0], ready.factor, least)
