"""Statistics of missed and misread units by viewing conditions, and a sheet of pictures of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from engine.pieces import Posture
from vision.lettering import write
from vision.observation import UnitObservation
from vision.observe.overlay import PAPER
from vision.read.crops import local_frame
from vision.training.samples import COLOURS, SIZES, LabelledUnit, Sample
from vision.training.scoring import LEAST_VISIBLE, pairs, unit_score

TILE_PX, COLUMNS = 150, 8


@dataclass(frozen=True)
class Judged:
    """One sufficiently visible labelled unit, its observation (None if missed), and whether that is right."""

    sample: Sample
    unit: LabelledUnit
    seen: UnitObservation | None
    right: bool

    @property
    def px_per_mm(self) -> float:
        """Picture scale at the unit, across the line of sight."""
        return float(np.linalg.norm(local_frame(self.sample.camera, self.unit.x_mm, self.unit.y_mm)[1]))

    @property
    def elevation_deg(self) -> float:
        """The camera's elevation as seen from the unit."""
        return self.sample.camera.elevation_deg(self.unit.x_mm, self.unit.y_mm)

    @property
    def error(self) -> str | None:
        """The kind of the first error in the reading; None if there is none."""
        if self.right:
            return None
        if self.seen is None:
            return "missed"
        read, labelled = self.seen.levels, self.unit.levels
        if self.unit.flat != (self.seen.posture is Posture.FLAT):
            return "posture"
        if len(read) != len(labelled):
            return "more pieces" if len(read) > len(labelled) else "fewer pieces"
        if any(one.colour != COLOURS[level.colour] for one, level in zip(read, labelled, strict=True)):
            return "colour"
        if any(one.size != SIZES[level.size] for one, level in zip(read, labelled, strict=True)):
            return "size"
        return "heading"


def label_words(unit: LabelledUnit) -> list[str]:
    """Short words for the pieces of a label, top to bottom."""
    return [f"{SIZES[level.size].word[0]} {COLOURS[level.colour].value}" for level in unit.levels]


def judged(sample: Sample, seen: Sequence[UnitObservation]) -> tuple[Judged, ...]:
    """Every unit of a picture of which at least ``LEAST_VISIBLE`` is visible."""
    matched = dict(pairs(sample.units, seen))
    return tuple(
        Judged(sample, unit, seen[matched[i]], unit_score(unit, seen[matched[i]])[1])
        if i in matched
        else Judged(sample, unit, None, False)
        for i, unit in enumerate(sample.units)
        if unit.visible >= LEAST_VISIBLE
    )


STRATA: dict[str, tuple[Callable[[Judged], float], tuple[float, ...]]] = {
    "px a mm": (lambda one: one.px_per_mm, (0, 1, 1.5, 2, 3, 99)),
    "degrees up": (lambda one: one.elevation_deg, (0, 20, 30, 55, 70, 91)),
    "share that shows": (lambda one: one.unit.visible, (0.4, 0.6, 0.8, 0.95, 1.01)),
    "pieces": (lambda one: len(one.unit.levels), (1, 2, 3, 4, 5, 6)),
    "lies": (lambda one: one.unit.flat, (0, 1, 2)),
}
"""The viewing conditions, with the bounds of their rows."""


def strata_rows(units: Sequence[Judged]) -> str:
    """Lines with the shares of units that are found and that are completely right, by ``STRATA``."""
    lines = [f"{'':18}{'from':>6} units  found  right"]
    for name, (value, bounds) in STRATA.items():
        for low, high in pairwise(bounds):
            own = [one for one in units if low <= value(one) < high]
            if own:
                found = sum(one.seen is not None for one in own) / len(own)
                right = sum(one.right for one in own) / len(own)
                lines.append(f"{name:18}{low:6g} {len(own):5d}  {found:.3f}  {right:.3f}")
    return "\n".join(lines)


def sheet(units: Iterable[Judged], seed: int = 1) -> np.ndarray:
    """A picture with a row of random examples of each kind of error: the label above, the reading below."""
    kinds: dict[str, list[Judged]] = {}
    for one in units:
        if one.error is not None:
            kinds.setdefault(one.error, []).append(one)
    rng, rows = np.random.default_rng(seed), list[np.ndarray]()
    for kind, cases in sorted(kinds.items(), key=lambda item: -len(item[1])):
        picked = [cases[i] for i in rng.permutation(len(cases))[:COLUMNS]]
        tiles = [_tile(one) for one in picked]
        tiles += [np.zeros_like(tiles[0])] * (COLUMNS - len(tiles))
        head = np.full((20, TILE_PX * COLUMNS, 3), 60, np.uint8)
        write(head, f"{kind}: {len(cases)}", (4, 15), 13, PAPER)
        rows += [head, np.hstack(tiles)]
    return np.vstack(rows) if rows else np.zeros((20, TILE_PX * COLUMNS, 3), np.uint8)


def _tile(one: Judged) -> np.ndarray:
    """The unit with its surroundings, TILE_PX square."""
    x0, y0, x1, y1 = one.unit.bbox_px
    scale = TILE_PX / (1.5 * max(x1 - x0, y1 - y0) + 8)
    shift = TILE_PX / 2 - scale * np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    move = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    tile = cv2.warpAffine(one.sample.image(), move, (TILE_PX, TILE_PX), flags=cv2.INTER_CUBIC)
    read = [f"{v.size.word[0]} {v.colour.value}" for v in (one.seen.levels if one.seen else ())]
    for k, words in enumerate((label_words(one.unit), read)):
        at = 11 if not k else TILE_PX - 4
        tile[at - 10 : at + 4] //= 3
        write(tile, ", ".join(words), (3, at), 9, PAPER)
    return tile
