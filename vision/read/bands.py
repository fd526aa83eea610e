"""Reads the colours of the lower pieces of a stack from their visible bands, all bands of a stack at once.

Only a band of 6 to 15 mm above its base is visible of a stacked piece. The metric fit knows the stack's place
and sizes, and thereby to a few millimetres the line up its side towards the camera, over every base's rim.
The picture along that line is stretched so that all bands have the same height, and a small network reads all
bands at once; it also sees the table below and the top piece above. The result is joined with the reader's.

If the fit is off by a band, every band would be read as its neighbour. So strips are also cut for places a
little nearer and farther, and each place is weighted by the agreement of its bands with the reader, which
does not depend on the fit. Five pieces are an initiative stack of five colours (reading I13): a place at
which one of them is seen twice is probably wrong.
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
from vision.read.crops import batch_of, local_frame
from vision.read.reader import softmax
from vision.runtime import open_model

MOST_BANDS = 4
"""For higher stacks, the reader alone reads the lowest pieces."""
BELOW, BAND, ABOVE = 12, 8, 12
"""Rows of a strip: for the table in front of the stack, for each band, and above the last band."""
ROWS, COLUMNS = BELOW + MOST_BANDS * BAND + ABOVE, 24
ROW_MM, COLUMN_MM = 0.75, 1.0
"""Size of a row outside the bands (along the table or up the top piece), and of a column."""
REACH = 1.1 / 2
"""Distance of a rim from a base's middle, in sides of the base: between a side's middle and a corner."""
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
"""Offsets towards the camera at which a stack is read."""
USUAL_MM, AT_TIMES_MM, AT_TIMES = 1.5, 5.0, 0.3
"""Standard deviations of the fit's error towards the camera: usual, and in the given share of cases."""

Floats = NDArray[np.float64]


def strip_line(camera: Camera, x_mm: float, y_mm: float, sizes_bottom_up: Sequence[Size]) -> Floats:
    """The points of the line up a stack's side in each row of its strip, (ROWS, 3) mm, table frame.

    Rows run upwards: the rim of base k, of the highest ``MOST_BANDS`` + 1 pieces, is at row
    ``BELOW + k * BAND``.
    """
    sizes = tuple(sizes_bottom_up)[-(MOST_BANDS + 1) :]
    lifts = np.array(lifts_mm(tuple(sizes_bottom_up)))[-len(sizes) :]
    towards = towards_foot(camera, x_mm, y_mm)
    reach = np.array([REACH * BASE_MM[size] for size in sizes])
    height, bands = HEIGHT_MM[sizes[-1]], len(sizes) - 1
    beyond = ROWS - 1 - BELOW - bands * BAND
    rise = min(ROW_MM * beyond, height - 2.0)
    at = np.array([0.0, *(BELOW + BAND * np.arange(len(sizes))), ROWS - 1.0])
    out = np.array([reach[0] + BELOW * ROW_MM, *reach, reach[-1] * (1 - rise / height)])
    up = np.array([lifts[0], *lifts, lifts[-1] + rise])
    rows = np.arange(ROWS)
    reached = np.interp(rows, at, out)
    return np.column_stack(
        [x_mm + reached * towards[0], y_mm + reached * towards[1], np.interp(rows, at, up)]
    )


def towards_foot(camera: Camera, x_mm: float, y_mm: float) -> Floats:
    """The direction (2,) from a place on the table to the camera's foot."""
    way = camera.position[:2] - np.array([x_mm, y_mm])
    direction: Floats = way / max(float(np.linalg.norm(way)), 1e-6)
    return direction


def cut_strip(
    image_bgr: NDArray[np.uint8], camera: Camera, line_mm: Floats, bands: int, white: WhiteReference
) -> NDArray[np.uint8]:
    """The strip along a line (ROWS, 3) mm, uint8 (ROWS, COLUMNS, 4): balanced BGR, table first, and a channel
    that marks the rows of the bands alternately with 255 and 128.
    """
    _, right = local_frame(camera, float(line_mm[BELOW, 0]), float(line_mm[BELOW, 1]))
    across = (np.arange(COLUMNS) - (COLUMNS - 1) / 2) * COLUMN_MM
    places = (camera.project(line_mm)[:, None, :] + across[None, :, None] * right).astype(np.float32)
    raw = cv2.remap(
        image_bgr, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    strip = np.zeros((ROWS, COLUMNS, 4), np.uint8)
    strip[..., :3] = white.apply(np.asarray(raw, np.uint8))
    for band in range(bands):
        strip[BELOW + band * BAND :][:BAND, :, 3] = 255 if band % 2 == 0 else 128
    return strip


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
        lines = [_lines(camera, unit) for unit in units]
        strips = [
            cut_strip(image_bgr, camera, line, min(len(unit.levels) - 1, MOST_BANDS), white)
            for unit, places in zip(units, lines, strict=True)
            for line in places
        ]
        if not strips:
            return tuple(units)
        ends = np.cumsum([len(places) for places in lines])
        parts = np.split(self.colours(np.stack(strips)), ends[:-1])
        return tuple(
            _joined(unit, part) if len(part) else unit for unit, part in zip(units, parts, strict=True)
        )


def _lines(camera: Camera, unit: UnitObservation) -> Floats:
    """The lines (O, ROWS, 3) up a stack at each of ``OFF_MM``; none (0, ROWS, 3) for other units."""
    none = np.zeros((0, ROWS, 3))
    if unit.posture is not Posture.UPRIGHT or len(unit.levels) < 2:
        return none
    sizes = tuple(level.size for level in reversed(unit.levels))
    line = strip_line(camera, unit.x_mm, unit.y_mm, sizes)
    moved = line[None] + OFF_MM[:, None, None] * np.array([*towards_foot(camera, unit.x_mm, unit.y_mm), 0.0])
    return moved if np.isfinite(camera.project(moved.reshape(-1, 3))).all() else none


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
