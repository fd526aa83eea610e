"""Reads the colours of the lower pieces of a stack from their visible bands, all bands of a stack at once.

Only a band of 6 to 15 mm above its base is visible of a stacked piece. The metric fit knows the stack's place
and sizes, and thereby to a few millimetres the side towards the camera, over every base's rim. The picture of
that side is stretched so that all bands are level and have the same height, and a small network reads all
bands at once; it also sees the table below and the top piece above. The result is joined with the reader's.

How the stack is turned shows in the strip itself: only along a side are the bands level. So the turn whose
bands vary least from left to right is read.

If the fit is off by a band, every band would be read as its neighbour. So strips are also cut for places a
little nearer and farther, and each place is weighted by the agreement of its bands with the reader, which
does not depend on the fit. Five pieces are an initiative stack of five colours (reading I13): a place at
which one of them is seen twice is probably wrong.
"""

from __future__ import annotations

import math
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
from vision.read.crops import batch_of
from vision.read.reader import softmax
from vision.runtime import open_model

MOST_BANDS = 4
"""For higher stacks, the reader alone reads the lowest pieces."""
BELOW, BAND, ABOVE = 12, 8, 12
"""Rows of a strip: for the table in front of the stack, for each band, and above the last band."""
ROWS, COLUMNS = BELOW + MOST_BANDS * BAND + ABOVE, 24
ROW_MM = 0.75
"""Size of a row outside the bands, along the table or up the top piece."""
SHOWN = 0.84
"""The part of a side's width that a strip shows."""
TURNS_RAD = np.radians(np.arange(-45.0, 45.0, 9.0))
"""Turns that are tried, of a side's normal relative to the direction towards the camera's foot. Reading the
two most level ones instead of one names no stack better."""
COLOURS = tuple(Colour)
READER_SHARE = 0.5
"""Weight of the reader's log probabilities for a lower level, relative to the bands'."""
STACK_HEIGHT = 5
"""Pieces of an initiative stack."""
LEAST = 1e-4
LEAST_AGREED = 1e-3
TWICE, TWICE_IN_FIVE = 5.0, 8.0
"""Log penalty for a place at which two adjacent bands look alike, or any two of a stack of five."""
OFF_MM = np.arange(-6.0, 6.1, 2.0)
"""Offsets along a side's normal at which a stack is read."""
USUAL_MM, AT_TIMES_MM, AT_TIMES = 1.5, 5.0, 0.3
"""Standard deviations of the fit's error along it: usual, and in the given share of cases."""

Floats = NDArray[np.float64]


def strip_points(
    x_mm: float, y_mm: float, sizes_bottom_up: Sequence[Size], turns_rad: Floats, off_mm: Floats
) -> Floats:
    """The points of each pixel of strips up a stack's side, (N, ROWS, COLUMNS, 3) mm, table frame.

    ``turns_rad`` (N,) are the directions of the side's normal, counter-clockwise from +x, ``off_mm`` (N,)
    how much farther along it the side is taken to be. Rows run upwards: the rim of base k, of the highest
    ``MOST_BANDS`` + 1 pieces, is at row ``BELOW + k * BAND``.
    """
    sizes = tuple(sizes_bottom_up)[-(MOST_BANDS + 1) :]
    lifts = np.array(lifts_mm(tuple(sizes_bottom_up)))[-len(sizes) :]
    reach = np.array([BASE_MM[size] / 2 for size in sizes])
    height, bands = HEIGHT_MM[sizes[-1]], len(sizes) - 1
    beyond = ROWS - 1 - BELOW - bands * BAND
    rise = min(ROW_MM * beyond, height - 2.0)
    at = np.array([0.0, *(BELOW + BAND * np.arange(len(sizes))), ROWS - 1.0])
    top = reach[-1] * (1 - rise / height)
    out = np.interp(np.arange(ROWS), at, [reach[0] + BELOW * ROW_MM, *reach, top])
    up = np.interp(np.arange(ROWS), at, [lifts[0], *lifts, lifts[-1] + rise])
    half = np.interp(np.arange(ROWS), at, [reach[0], *reach, top])  # a pyramid is as wide as it is deep
    across = half[:, None] * np.linspace(-SHOWN, SHOWN, COLUMNS)
    cos, sin = (f(turns_rad)[:, None, None] for f in (np.cos, np.sin))
    away = (out + off_mm[:, None])[..., None]
    x, y = x_mm + away * cos - across * sin, y_mm + away * sin + across * cos
    return np.stack([x, y, np.broadcast_to(up[:, None], x.shape)], axis=-1)


def towards_foot(camera: Camera, x_mm: float, y_mm: float) -> float:
    """The direction from a place on the table to the camera's foot: radians, counter-clockwise from +x."""
    return math.atan2(camera.position[1] - y_mm, camera.position[0] - x_mm)


def cut_strips(
    image_bgr: NDArray[np.uint8], camera: Camera, points_mm: Floats, bands: int, white: WhiteReference
) -> NDArray[np.uint8]:
    """Strips at points (N, ROWS, COLUMNS, 3) mm, uint8 (N, ROWS, COLUMNS, 4): balanced BGR, table first, and
    a channel that marks the rows of the bands alternately with 255 and 128.
    """
    strips = np.zeros((*points_mm.shape[:3], 4), np.uint8)
    raw = _sampled(image_bgr, camera, points_mm)
    strips[..., :3] = white.apply(raw.reshape(-1, COLUMNS, 3)).reshape(raw.shape)
    for band in range(bands):
        strips[:, BELOW + band * BAND :][:, :BAND, :, 3] = 255 if band % 2 == 0 else 128
    return strips


def _sampled(image_bgr: NDArray[np.uint8], camera: Camera, points_mm: Floats) -> NDArray[np.uint8]:
    """The picture, uint8 BGR (..., 3), at points (..., 3) mm; at its rim for points behind the camera."""
    pixels = np.nan_to_num(camera.project(points_mm.reshape(-1, 3)), nan=-1.0).astype(np.float32)
    flat = pixels.reshape(-1, points_mm.shape[-2], 2)
    raw = cv2.remap(image_bgr, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(raw, np.uint8).reshape(*points_mm.shape[:-1], 3)


def level_turn(
    image_bgr: NDArray[np.uint8], camera: Camera, x_mm: float, y_mm: float, sizes_bottom_up: Sequence[Size]
) -> float:
    """The direction of a side's normal, in radians, in which a stack's bands are most level."""
    turns = towards_foot(camera, x_mm, y_mm) + TURNS_RAD
    points = strip_points(x_mm, y_mm, sizes_bottom_up, turns, np.zeros(len(turns)))
    bands = min(len(sizes_bottom_up) - 1, MOST_BANDS)
    sparse = points[:, BELOW : BELOW + bands * BAND : 2, 1::3]
    uneven = _sampled(image_bgr, camera, sparse).astype(np.float64).std(axis=2).mean(axis=(1, 2))
    return float(turns[uneven.argmin()])


class Bands:
    """The exported network, ready to run."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        self._network = open_model(path, threads)

    def colours(self, strips: NDArray[np.uint8]) -> Floats:
        """Probabilities (N, MOST_BANDS, 11) for strips (N, ROWS, COLUMNS, 4), bottom to top and in the order
        of ``COLOURS``; meaningless for bands that a strip does not have.
        """
        return softmax(self._network.run({"strips": batch_of(strips)})[0])

    def read(
        self,
        image_bgr: NDArray[np.uint8],
        camera: Camera,
        white: WhiteReference,
        units: Sequence[UnitObservation],
    ) -> tuple[UnitObservation, ...]:
        """The units, with the colours of stacks' lower levels read from the bands."""
        strips = [_strips(image_bgr, camera, white, unit) for unit in units]
        if not any(map(len, strips)):
            return tuple(units)
        ends = np.cumsum([len(each) for each in strips])
        parts = np.split(self.colours(np.concatenate(strips)), ends[:-1])
        return tuple(
            _joined(unit, part) if len(part) else unit for unit, part in zip(units, parts, strict=True)
        )


def _strips(
    image_bgr: NDArray[np.uint8], camera: Camera, white: WhiteReference, unit: UnitObservation
) -> NDArray[np.uint8]:
    """The strips up a stack's side, one at each of ``OFF_MM``; none of other units."""
    if unit.posture is Posture.UPRIGHT and len(unit.levels) > 1:
        sizes = tuple(level.size for level in reversed(unit.levels))
        turn = level_turn(image_bgr, camera, unit.x_mm, unit.y_mm, sizes)
        points = strip_points(unit.x_mm, unit.y_mm, sizes, np.full(len(OFF_MM), turn), OFF_MM)
        return cut_strips(image_bgr, camera, points, min(len(sizes) - 1, MOST_BANDS), white)
    return np.zeros((0, ROWS, COLUMNS, 4), np.uint8)


def _joined(unit: UnitObservation, shares: Floats) -> UnitObservation:
    """The unit after joining bands (O, MOST_BANDS, 11), bottom to top, and reader for the bands' levels."""
    count = min(len(unit.levels) - 1, MOST_BANDS)
    palette = tuple(unit.levels[0].p_colour)
    own = shares[:, :count, [COLOURS.index(colour) for colour in palette]][:, ::-1]
    top, *rows = [[level.p_colour[colour] for colour in palette] for level in unit.levels[: count + 1]]
    reader = np.array(rows)
    weights = place_weights(own, reader, np.array(top))
    seen = np.einsum("o,olc->lc", weights, own)
    logs = np.log(np.maximum(seen, LEAST)) + READER_SHARE * np.log(np.maximum(reader, LEAST))
    lower = [
        replace(level, p_colour=dict(zip(palette, row, strict=True)))
        for level, row in zip(unit.levels[1:], softmax(logs).tolist(), strict=False)
    ]
    return replace(unit, levels=(unit.levels[0], *lower, *unit.levels[count + 1 :]))


def place_weights(own: Floats, reader: Floats, top: Floats) -> Floats:
    """The probability (O,) of each place, from its bands (O, N-1, C), the reader's colours (N-1, C) and those
    of the ``top`` piece (C,): at the right place the bands are read clearly and agree with the reader; at
    wrong ones, one is often seen twice."""
    agreed = np.log(np.maximum((own * reader).sum(axis=2), LEAST_AGREED)).sum(axis=1)
    clear = np.log(np.maximum(own.max(axis=2), LEAST_AGREED)).sum(axis=1)
    spreads, shares = np.array([USUAL_MM, AT_TIMES_MM]), np.array([1 - AT_TIMES, AT_TIMES])
    before = (shares / spreads * np.exp(-0.5 * (OFF_MM[:, None] / spreads) ** 2)).sum(axis=1)
    from_top = np.concatenate([np.repeat(top[None, None], len(own), axis=0), own], axis=1)
    height = from_top.shape[1]
    prices = np.diag(np.full(height - 1, TWICE), 1)  # of two alike bands, by level
    if height == STACK_HEIGHT:
        prices += np.triu(np.full_like(prices, TWICE_IN_FIVE), 2)
    twice = np.einsum("oac,obc,ab->o", from_top, from_top, prices)
    return softmax(np.log(before) + agreed + clear - twice)
