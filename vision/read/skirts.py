"""Reads the colours of the lower pieces of a stack from their skirts, each looked at where it must be.

A stacked piece shows only a band of 6 to 15 mm above its base. Once the metric fit knows the stack's place
and sizes, every band's middle on the side towards the camera is known to a millimetre or two; a small network
names the colour of a crop around that point. The reader's own opinion is joined with it.

Where the fit is off by a band, every band would be read as its neighbour. So the stack is looked at where it
would stand a little nearer and farther too, and each of these places counts by how well what is seen there
agrees with the reader, who does not depend on it. Five on each other are an initiative stack, of five colours
(reading I13): a place at which one of them is seen twice is likely a wrong one.
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
from vision.observation import UnitObservation
from vision.read.crops import PX_PER_MM, batch_of, local_frame, similarity
from vision.runtime import open_model

SIDE = 32
"""Width and height of a crop in px."""
SKIRT_PX_PER_MM = 2.0
COLOURS = tuple(Colour)
READER_SHARE = 0.5
"""Weight of the reader's log probabilities for a lower level beside the skirt's own."""
STACK_HEIGHT = 5
"""Pieces of an initiative stack."""
LEAST = 1e-4
LEAST_AGREED = 1e-3
TWICE, TWICE_IN_FIVE = 5.0, 8.0
"""Log price of a place at which two bands one above the other look alike, or any two of a stack of five."""
OFF_MM = np.arange(-6.0, 6.1, 2.0)
"""How much nearer to the camera than fitted a stack is looked at."""
USUAL_MM, AT_TIMES_MM, AT_TIMES = 1.5, 5.0, 0.3
"""Standard deviations of the fit's error towards the camera: mostly, and in that share of cases."""

Floats = NDArray[np.float64]


def skirt_points(camera: Camera, x_mm: float, y_mm: float, sizes_bottom_up: Sequence[Size]) -> Floats:
    """Middle of each lower piece's skirt on the side towards the camera, (N-1, 3) mm, bottom to top."""
    lifts = lifts_mm(sizes_bottom_up)
    towards = _towards(camera, x_mm, y_mm)
    points = []
    for k, size in enumerate(sizes_bottom_up[:-1]):
        middle = max(lifts[k + 1] - lifts[k], 1.0) / 2
        reach = 1.1 * BASE_MM[size] / 2 * (1 - middle / HEIGHT_MM[size])
        points.append([*(np.array([x_mm, y_mm]) + reach * towards), lifts[k] + middle])
    return np.array(points).reshape(-1, 3)


def _towards(camera: Camera, x_mm: float, y_mm: float) -> Floats:
    """The direction (2,) from a place on the table to the camera's foot."""
    way = camera.position[:2] - np.array([x_mm, y_mm])
    direction: Floats = way / max(float(np.linalg.norm(way)), 1e-6)
    return direction


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
    return white.apply(np.asarray(raw, np.uint8))


class Skirts:
    """The exported network, ready to run."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        self._network = open_model(path, threads)

    def colours(self, crops: NDArray[np.uint8]) -> Floats:
        """Probabilities (N, 11) in the order of ``COLOURS`` of crops (N, SIDE, SIDE, 3)."""
        logits = self._network.run({"crops": batch_of(crops)})[0].astype(np.float64)
        weights = np.exp(logits - logits.max(1, keepdims=True))
        shares: Floats = weights / weights.sum(1, keepdims=True)
        return shares

    def read(
        self,
        image_bgr: NDArray[np.uint8],
        camera: Camera,
        white: WhiteReference,
        units: Sequence[UnitObservation],
    ) -> tuple[UnitObservation, ...]:
        """The units with the colours of their lower levels read from the skirts; others as given."""
        plans = [_points_of(camera, unit) for unit in units]
        crops = [
            cut_skirt(image_bgr, skirt_transform(camera, point), white)
            for plan in plans
            for point in plan.reshape(-1, 3)
        ]
        if not crops:
            return tuple(units)
        ends = np.cumsum([plan.shape[0] * plan.shape[1] for plan in plans])
        parts = np.split(self.colours(np.stack(crops)), ends[:-1])
        return tuple(
            _joined(unit, part.reshape(*plan.shape[:2], -1)) if plan.size else unit
            for unit, plan, part in zip(units, plans, parts, strict=True)
        )


def _points_of(camera: Camera, unit: UnitObservation) -> Floats:
    """Skirt middles (O, N-1, 3) of a stack's lower levels for each of ``OFF_MM``, top to bottom as the levels
    are; none (0, 0, 3) for other units."""
    none = np.zeros((0, 0, 3))
    if unit.posture is not Posture.UPRIGHT or len(unit.levels) < 2:
        return none
    sizes = tuple(level.size for level in reversed(unit.levels))
    points = skirt_points(camera, unit.x_mm, unit.y_mm, sizes)[::-1]
    moved = points[None] + OFF_MM[:, None, None] * np.array([*_towards(camera, unit.x_mm, unit.y_mm), 0.0])
    return moved if np.isfinite(camera.project(moved.reshape(-1, 3))).all() else none


def _joined(unit: UnitObservation, shares: Floats) -> UnitObservation:
    """The unit with skirts (O, N-1, 11) and reader joined for every level below the top."""
    palette = tuple(unit.levels[0].p_colour)
    own = shares[:, :, [COLOURS.index(colour) for colour in palette]]
    reader = np.array([[level.p_colour[colour] for colour in palette] for level in unit.levels[1:]])
    top = np.array([unit.levels[0].p_colour[colour] for colour in palette])
    weights = place_weights(own, reader, top)
    seen = np.einsum("o,olc->lc", weights, own)
    logs = np.log(np.maximum(seen, LEAST)) + READER_SHARE * np.log(np.maximum(reader, LEAST))
    joined = np.exp(logs - logs.max(axis=1, keepdims=True))
    joined /= joined.sum(axis=1, keepdims=True)
    lower = [
        replace(level, p_colour=dict(zip(palette, row, strict=True)))
        for level, row in zip(unit.levels[1:], joined.tolist(), strict=True)
    ]
    return replace(unit, levels=(unit.levels[0], *lower))


def place_weights(own: Floats, reader: Floats, top: Floats) -> Floats:
    """How likely (O,) each of the places is, from its skirts (O, N-1, C), the reader's colours (N-1, C) and
    those of the ``top`` piece (C,): where bands are looked at in their middles they are named clearly, and as
    the reader names them; where they are not, one is often seen twice."""
    agreed = np.log(np.maximum((own * reader).sum(axis=2), LEAST_AGREED)).sum(axis=1)
    clear = np.log(np.maximum(own.max(axis=2), LEAST_AGREED)).sum(axis=1)
    spreads, shares = np.array([USUAL_MM, AT_TIMES_MM]), np.array([1 - AT_TIMES, AT_TIMES])
    before = (shares / spreads * np.exp(-0.5 * (OFF_MM[:, None] / spreads) ** 2)).sum(axis=1)
    from_top = np.concatenate([np.repeat(top[None, None], len(own), axis=0), own], axis=1)
    height = from_top.shape[1]
    prices = np.diag(np.full(height - 1, TWICE), 1)  # of two alike, by their levels
    if height == STACK_HEIGHT:
        prices += np.triu(np.full_like(prices, TWICE_IN_FIVE), 2)
    twice = np.einsum("oac,obc,ab->o", from_top, from_top, prices)
    logs = np.log(before) + agreed + clear - twice
    weights = np.exp(logs - logs.max())
    chances: Floats = weights / weights.sum()
    return chances
