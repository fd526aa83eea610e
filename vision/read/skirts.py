"""Reads the colours of the lower pieces of a stack from their skirts, each looked at where it must be.

A stacked piece shows only a band of 6 to 15 mm above its base. Once the metric fit knows the stack's place
and sizes, every band's middle on the side towards the camera is known to a millimetre or two; a small network
names the colour of a crop around that point. The reader's own opinion is joined with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.white import WhiteReference
from engine.pieces import BASE_MM, HEIGHT_MM, Colour, Posture, Size, lifts_mm
from vision.observation import LevelReading, UnitObservation
from vision.read.crops import PX_PER_MM, batch_of, local_frame, similarity
from vision.runtime import open_model

SIDE = 32
"""Width and height of a crop in px."""
SKIRT_PX_PER_MM = 2.0
COLOURS = tuple(Colour)
READER_SHARE = 0.3
"""Weight of the reader's log probabilities for a lower level beside the skirt's own."""
LEAST = 1e-4

Floats = NDArray[np.float64]


def skirt_points(camera: Camera, x_mm: float, y_mm: float, sizes_bottom_up: Sequence[Size]) -> Floats:
    """Middle of each lower piece's skirt on the side towards the camera, (N-1, 3) mm, bottom to top."""
    lifts = lifts_mm(sizes_bottom_up)
    towards = camera.position[:2] - np.array([x_mm, y_mm])
    towards = towards / max(float(np.linalg.norm(towards)), 1e-6)
    points = []
    for k, size in enumerate(sizes_bottom_up[:-1]):
        middle = max(lifts[k + 1] - lifts[k], 1.0) / 2
        reach = 1.1 * BASE_MM[size] / 2 * (1 - middle / HEIGHT_MM[size])
        points.append([*(np.array([x_mm, y_mm]) + reach * towards), lifts[k] + middle])
    return np.array(points).reshape(-1, 3)


def skirt_transform(camera: Camera, point_mm: Floats, side: int = SIDE) -> Floats:
    """Similarity (2, 3) from picture px to a crop of ``side`` px centred on a table point (3,) mm."""
    _, right = local_frame(camera, float(point_mm[0]), float(point_mm[1]))
    centre = camera.project(point_mm[None])[0]
    middle = (side - 1) / 2
    return similarity(centre, right * (PX_PER_MM / SKIRT_PX_PER_MM), (middle, middle))


def cut_skirt(
    image_bgr: NDArray[np.uint8], transform: Floats, white: WhiteReference, side: int = SIDE
) -> NDArray[np.uint8]:
    """The balanced crop, uint8 (side, side, 3) BGR."""
    raw = cv2.warpAffine(
        image_bgr, transform, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return white.apply(raw)


class Skirts:
    """The exported network, ready to run."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        self._network = open_model(path, threads)

    def colours(self, crops: NDArray[np.uint8]) -> Floats:
        """Probabilities (N, 11) in the order of ``COLOURS`` of crops (N, SIDE, SIDE, 3)."""
        logits = self._network.run({"crops": batch_of(crops)})[0].astype(np.float64)
        weights = np.exp(logits - logits.max(1, keepdims=True))
        return weights / weights.sum(1, keepdims=True)

    def read(
        self,
        image_bgr: NDArray[np.uint8],
        camera: Camera,
        white: WhiteReference,
        units: Sequence[UnitObservation],
    ) -> tuple[UnitObservation, ...]:
        """The units with the colours of their lower levels read from the skirts; others as given."""
        plans = [_points_of(camera, unit) for unit in units]
        points = [point for plan in plans for point in plan]
        if not points:
            return tuple(units)
        crops = np.stack([cut_skirt(image_bgr, skirt_transform(camera, p), white) for p in points])
        shares = iter(self.colours(crops))
        return tuple(
            _joined(unit, [next(shares) for _ in plan]) for unit, plan in zip(units, plans, strict=True)
        )


def _points_of(camera: Camera, unit: UnitObservation) -> Floats:
    """Skirt middles of a stack's lower levels, top to bottom as the levels are; none for other units."""
    if unit.posture is not Posture.UPRIGHT or len(unit.levels) < 2:
        return np.zeros((0, 3))
    sizes = tuple(level.size for level in reversed(unit.levels))
    points = skirt_points(camera, unit.x_mm, unit.y_mm, sizes)[::-1]
    seen = camera.project(points) if len(points) else points
    return points if np.isfinite(seen).all() else np.zeros((0, 3))


def _joined(unit: UnitObservation, shares: list[Floats]) -> UnitObservation:
    """The unit with skirt and reader joined for every level below the top."""
    if not shares:
        return unit
    lower = [_level(level, share) for level, share in zip(unit.levels[1:], shares, strict=True)]
    return replace(unit, levels=(unit.levels[0], *lower))


def _level(level: LevelReading, share: Floats) -> LevelReading:
    """Both opinions over the reader's palette, as a normalised product of powers."""
    palette = tuple(level.p_colour)
    own = np.array([share[COLOURS.index(colour)] for colour in palette])
    reader = np.array([level.p_colour[colour] for colour in palette])
    logs = np.log(np.maximum(own, LEAST)) + READER_SHARE * np.log(np.maximum(reader, LEAST))
    weights = np.exp(logs - logs.max())
    return replace(level, p_colour=dict(zip(palette, (weights / weights.sum()).tolist(), strict=True)))
