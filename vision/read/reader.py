"""Reads the units in canonical crops: pieces, colours, sizes, posture, heading, exact base and apex.

Runs the exported network (``models/reader.onnx``) over all crops of a frame at once. Probabilities are
calibrated by the temperatures in ``models/reader.json``.
"""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass, replace
from enum import Flag, auto
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.pieces import Colour, Size
from vision.read.crops import CROP_BASE, CROP_WIDTH, batch_of

MAX_LEVELS = 5
_COLOURS, _SIZES = len(Colour), len(Size)
_POINT_UNIT = 8.0  # crop px per unit of the network's point outputs

_WIDTHS = {
    "levels": MAX_LEVELS,
    "colours": MAX_LEVELS * _COLOURS,
    "sizes": MAX_LEVELS * _SIZES,
    "flat": 1,
    "heading": 2,
    "points": 4,
    "spreads": 4,
    "valid": 1,
}


def _slices() -> dict[str, slice]:
    ends = np.cumsum([0, *_WIDTHS.values()])
    return {name: slice(int(ends[i]), int(ends[i + 1])) for i, name in enumerate(_WIDTHS)}


OUTPUTS = _slices()
"""The place of each head in the network's output vector."""
OUTPUT_SIZE = sum(_WIDTHS.values())
POINT_ORIGIN = (CROP_BASE[0], CROP_BASE[1] - 10.0, CROP_BASE[0], CROP_BASE[1] - 45.0)
"""Crop px for zero point outputs: base u, v, apex u, v."""


class View(Flag):
    """How crops are read: by the first network or the second, unchanged or mirrored. The four mostly misread
    different crops.
    """

    PLAIN = auto()
    """Unchanged, by the first network."""
    MIRRORED = auto()
    """Mirrored, by the second."""
    PLAIN_AGAIN = auto()
    """Unchanged, by the second."""
    MIRRORED_AGAIN = auto()
    """Mirrored, by the first."""
    BOTH = PLAIN | MIRRORED
    AGAIN = PLAIN_AGAIN | MIRRORED_AGAIN
    ALL = BOTH | AGAIN


MIRRORS = View.MIRRORED | View.MIRRORED_AGAIN
SECONDS = View.MIRRORED | View.PLAIN_AGAIN


@dataclass(frozen=True, slots=True)
class Reading:
    """The result for one crop.

    ``p_valid`` that there is a unit; ``p_levels`` (5,) for 1 to 5 visible pieces; ``p_colours`` (5, 11)
    and ``p_sizes`` (5, 3) from the top level down; ``p_flat``; ``heading`` (2,) cosine and sine relative to
    "up" in the crop, counter-clockwise from above; ``points`` (2, 2) base and apex in crop px with their
    standard deviations ``spreads`` (2, 2).
    """

    p_valid: float
    p_levels: NDArray[np.float64]
    p_colours: NDArray[np.float64]
    p_sizes: NDArray[np.float64]
    p_flat: float
    heading: NDArray[np.float64]
    points: NDArray[np.float64]
    spreads: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Temperatures:
    """The calibration on held-out data: divisors of the logits; ``spread`` multiplies the spreads, and
    ``stacks`` times log n is subtracted from the logits of n levels, because training draws units of n levels
    n times as often.
    """

    levels: float = 1.0
    colours: float = 1.0
    sizes: float = 1.0
    flat: float = 1.0
    valid: float = 1.0
    spread: float = 1.0
    stacks: float = 0.0

    @staticmethod
    def read(path: Path) -> Temperatures:
        """From the JSON file beside the model; defaults if it is missing."""
        if not path.exists():
            return Temperatures()
        return Temperatures(**json.loads(path.read_text("utf-8"))["temperatures"])


def softmax(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    """Probabilities along the last axis."""
    shifted = np.exp(logits.astype(np.float64) - logits.max(-1, keepdims=True))
    shares: NDArray[np.float64] = shifted / shifted.sum(-1, keepdims=True)
    return shares


def _sigmoid(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-np.clip(logits.astype(np.float64), -40, 40)))


def decode(raw: NDArray[np.floating], temperatures: Temperatures) -> list[Reading]:
    """Readings from the network's raw outputs (N, OUTPUT_SIZE)."""
    if raw.ndim != 2 or raw.shape[1] != OUTPUT_SIZE:
        raise ValueError(f"reader outputs: expected (N, {OUTPUT_SIZE}), got {raw.shape}")
    heads = {name: raw[:, where] for name, where in OUTPUTS.items()}
    t = temperatures
    levels = softmax((heads["levels"] - t.stacks * np.log(np.arange(1, MAX_LEVELS + 1))) / t.levels)
    colours = softmax(heads["colours"].reshape(-1, MAX_LEVELS, _COLOURS) / t.colours)
    sizes = softmax(heads["sizes"].reshape(-1, MAX_LEVELS, _SIZES) / t.sizes)
    flat, valid = _sigmoid(heads["flat"] / t.flat)[:, 0], _sigmoid(heads["valid"] / t.valid)[:, 0]
    points = heads["points"].astype(np.float64) * _POINT_UNIT + POINT_ORIGIN
    spreads = np.exp(np.clip(heads["spreads"].astype(np.float64), -4, 4)) * t.spread
    norms = np.linalg.norm(heads["heading"], axis=1, keepdims=True)
    heading = heads["heading"] / np.maximum(norms, 1e-6)
    return [
        Reading(
            float(valid[i]), levels[i], colours[i], sizes[i], float(flat[i]), heading[i].astype(np.float64),
            points[i].reshape(2, 2), spreads[i].reshape(2, 2),
        )
        for i in range(len(raw))
    ]  # fmt: skip


def mirrored(reading: Reading) -> Reading:
    """The reading of a crop, from that of its mirror image."""
    points = np.array([CROP_WIDTH - 1, 0.0]) + np.array([-1.0, 1.0]) * reading.points
    return replace(reading, points=points, heading=reading.heading * np.array([1.0, -1.0]))


def joined(one: Reading, other: Reading) -> Reading:
    """Two readings of one crop, joined: means of the log probabilities, points weighted by their certainty.

    The spreads are the smaller ones, because both are from the same pixels.
    """
    weights = one.spreads**-2.0, other.spreads**-2.0
    heading = one.heading + other.heading
    return Reading(
        p_valid=_mean_odds(one.p_valid, other.p_valid),
        p_levels=_mean_shares(one.p_levels, other.p_levels),
        p_colours=_mean_shares(one.p_colours, other.p_colours),
        p_sizes=_mean_shares(one.p_sizes, other.p_sizes),
        p_flat=_mean_odds(one.p_flat, other.p_flat),
        heading=heading / max(float(np.linalg.norm(heading)), 1e-6),
        points=(one.points * weights[0] + other.points * weights[1]) / (weights[0] + weights[1]),
        spreads=np.minimum(one.spreads, other.spreads),
    )


def _mean_shares(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities (..., C) whose logs are the means of two, up to a constant."""
    return softmax((np.log(np.maximum(one, 1e-12)) + np.log(np.maximum(other, 1e-12))) / 2)


def _mean_odds(one: float, other: float) -> float:
    shares = _mean_shares(np.array([1 - one, one]), np.array([1 - other, other]))
    return float(shares[1])


SECOND = "reader-imagenet.onnx"
"""The second reader, beside the first, with a trunk trained on ImageNet."""
AT_ONCE = 16
"""Number of crops that are read together: more take more memory and are no faster."""


class Networks:
    """The reader in a file, and the second one if it is beside it."""

    def __init__(self, model: Path, threads: int = 2) -> None:
        from vision.runtime import open_model

        second = model.with_name(SECOND)
        paths = (model, second) if second.exists() else (model,)
        self._all = [open_model(path, threads) for path in paths]

    def run(
        self, crops: NDArray[np.uint8], extras: NDArray[np.float32], second: bool = False
    ) -> NDArray[np.float32]:
        """Raw outputs (N, OUTPUT_SIZE) of the first or ``second`` network for crops and their extras
        (N, 2)."""
        network, parts = self._all[-1 if second else 0], range(0, len(crops), AT_ONCE)
        inputs = [
            {"crops": batch_of(crops[at : at + AT_ONCE]), "extras": extras[at : at + AT_ONCE]} for at in parts
        ]
        return np.concatenate([network.run(some)[0] for some in inputs])


class Reader:
    """The exported networks, ready to run."""

    def __init__(self, model: Path, threads: int = 2) -> None:
        self._networks = Networks(model, threads)
        self._temperatures = Temperatures.read(model.with_suffix(".json"))

    def read(
        self, crops: NDArray[np.uint8], elevations_rad: NDArray[np.floating], view: View = View.ALL
    ) -> list[Reading]:
        """Readings of crops (N, CROP_HEIGHT, CROP_WIDTH, 3) BGR with the camera's elevations (N,) there; the
        time is proportional to the number of looks in ``view``.
        """
        if not len(crops):
            return []
        extras = np.stack([np.sin(elevations_rad), np.cos(elevations_rad)], 1).astype(np.float32)
        looks = [self._look(crops, extras, one) for one in view]
        while len(looks) > 1:
            pairs = itertools.zip_longest(looks[::2], looks[1::2])
            looks = [one if other is None else list(map(joined, one, other)) for one, other in pairs]
        return looks[0]

    def _look(self, crops: NDArray[np.uint8], extras: NDArray[np.float32], one: View) -> list[Reading]:
        mirror = one in MIRRORS
        raw = self._networks.run(crops[:, :, ::-1] if mirror else crops, extras, one in SECONDS)
        readings = decode(raw, self._temperatures)
        return [mirrored(reading) for reading in readings] if mirror else readings
