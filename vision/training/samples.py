"""Reads rendered crops with their labels (see datasets/ for the format) for training and evaluation."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.camera import Camera
from engine.pieces import Colour, Size
from vision.detect.finder import DETECTION_WIDTH

COLOURS = tuple(Colour)
SIZES = tuple(Size)


@dataclass(frozen=True)
class Level:
    """The label of one visible piece: indexes into COLOURS and SIZES, and its visible fraction (0..1)."""

    colour: int
    size: int
    visible: float


@dataclass(frozen=True)
class LabelledUnit:
    """The label of one unit; lengths in mm (table frame) or px (picture); levels run top to bottom."""

    x_mm: float
    y_mm: float
    flat: bool
    heading_deg: float
    visible: float
    bbox_px: tuple[float, float, float, float]
    apex_px: tuple[float, float]
    base_px: tuple[float, float]
    levels: tuple[Level, ...]


@dataclass(frozen=True)
class Sample:
    """One labelled picture, decoded on demand: a window of a frame that is ``source_width`` px wide."""

    path: Path
    kind: str
    camera: Camera
    white: tuple[float, float, float]
    units: tuple[LabelledUnit, ...]
    hands: tuple[tuple[float, float, float, float], ...]
    source_width: int = 1280

    @property
    def search_width(self) -> int:
        """The picture's width in px at the finder's scale, which makes whole frames DETECTION_WIDTH wide."""
        return round(self.camera.width * min(1.0, DETECTION_WIDTH / self.source_width))

    def image(self) -> np.ndarray:
        """The picture, uint8 (H, W, 3) BGR."""
        image = cv2.imdecode(np.fromfile(self.path, np.uint8), cv2.IMREAD_COLOR)
        if image is None:
            raise ValueError(f"{self.path}: not a picture")
        return image


def _unit(data: dict[str, Any]) -> LabelledUnit:
    shown = [piece for piece in data["pieces"] if not piece.get("hidden", False)]
    levels = tuple(
        Level(
            COLOURS.index(Colour(piece["colour"])),
            SIZES.index(_size(piece["size"])),
            float(piece.get("visible", 1.0)),
        )
        for piece in reversed(shown)
    )
    return LabelledUnit(
        x_mm=float(data["x_mm"]),
        y_mm=float(data["y_mm"]),
        flat=data["posture"] == "flat",
        heading_deg=float(data["heading_deg"] or 0.0),
        visible=float(data["visible"]),
        bbox_px=tuple(data["bbox_px"]),
        apex_px=tuple(data["apex_px"]),
        base_px=tuple(data["base_px"]),
        levels=levels,
    )


def _size(value: str | int) -> Size:
    """A size from its number of pips, its word, or the word's first letter."""
    if isinstance(value, int):
        return Size(value)
    return next(size for size in Size if size.word.startswith(value.lower()[0]))


def read_sample(path: Path) -> Sample:
    """The sample with the label file ``path`` (``*.json``); the picture is in the same folder."""
    data = json.loads(path.read_text())
    camera, size = data["camera"], data["image"]
    view = Camera(
        K=camera["K"],
        distortion=camera.get("distortion", [0.0] * 5),
        rvec=np.ravel(camera["rvec"]),
        tvec=np.ravel(camera["tvec"]),
        width=int(size["width"]),
        height=int(size["height"]),
    )
    return Sample(
        path=path.parent / size["file"],
        kind=data.get("kind", ""),
        camera=view,
        white=tuple(data["white"]),
        units=tuple(_unit(unit) for unit in data["units"]),
        hands=tuple(tuple(hand["bbox_px"]) for hand in data.get("hands", [])),
        source_width=int(size.get("source", (1280, 720))[0]),
    )


def list_samples(folder: Path) -> list[Path]:
    """The label files of a folder that have their picture beside them, by name."""
    return [path for path in sorted(folder.glob("*.json")) if path.with_suffix(".jpg").exists()]


def held_out(path: Path) -> bool:
    """True for one sample in 25, which is used to calibrate probabilities instead of for training."""
    digits = "".join(c for c in path.stem if c.isdigit())
    return int(digits or 0) % 25 == 7


def training_samples(folder: Path) -> list[Path]:
    """The samples of a folder for training: all but the held-out ones."""
    return [path for path in list_samples(folder) if not held_out(path)]


@dataclass(frozen=True)
class Share:
    """The share of the samples that one of ``of`` processes reads."""

    number: int = 0
    of: int = 1

    def holds(self, path: Path) -> bool:
        """Whether the sample with this label file is in the share."""
        return zlib.crc32(path.stem.encode()) % self.of == self.number
