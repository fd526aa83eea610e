"""Measures the estimate of white without markers, and its effect on colours: one row per light, and a
comparison with the baseline.

    python scripts/whites.py DATA [--step 6] [--write]

DATA has labelled pictures (datasets/evaluation). Their markers are painted over, and each picture is read
with the estimated white under several lights (given as log red/green and log blue/green, in linear light).
``error`` is the distance of the estimated tint from the labelled paper's, in log units (median and 90th
percentile); ``within 2 sigma`` is the share of errors below twice their estimated sigma; ``right`` is the
share of pieces with the right colour, ``right when sure`` that among confident readings, and ``oracle`` that
with the labelled white. The exit code is 1 if a figure is worse than in scripts/baselines/whites.json.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from calibration.markers import find_markers, to_linear  # noqa: E402
from calibration.white import PAPER_VALUE, WhiteReference, encode  # noqa: E402
from scripts.parts.baseline import FOLDER, Figures, settle  # noqa: E402
from vision.colour.colours import SURE_COLOUR  # noqa: E402
from vision.detect.finder import search_width  # noqa: E402
from vision.detect.second_look import find_twice  # noqa: E402
from vision.fit.fit import COLOURS  # noqa: E402
from vision.observation import UnitObservation  # noqa: E402
from vision.observe.see import read_unmarked  # noqa: E402
from vision.observe.units import LEAST_SCORE, Models, read_units  # noqa: E402
from vision.training.samples import Sample, list_samples, read_sample  # noqa: E402
from vision.training.scoring import LEAST_VISIBLE, pairs  # noqa: E402

BASELINE = FOLDER / "whites.json"
LIGHTS = {"as it is": (0.0, 0.0), "warm": (0.3, -0.55), "very warm": (0.5, -1.0), "cool": (-0.35, 0.35)}
HIDDEN = 1.75  # side of the painted-over square, relative to a marker's black square
SLACK = 0.015
PAPER = float(to_linear(np.array([[PAPER_VALUE]], np.uint8)).item())


@dataclass(frozen=True)
class Row:
    """One picture in one light: the error of the tint and its estimated sigma, (right, sure) for each piece,
    and whether each is right with the labelled white.
    """

    error: float
    sigma: float
    pieces: tuple[tuple[bool, bool], ...]
    oracle: tuple[bool, ...]


def unmarked(image: np.ndarray) -> np.ndarray:
    """The picture with its markers painted over in the surrounding colours."""
    mask = np.zeros(image.shape[:2], np.uint8)
    for corners in find_markers(image).values():
        middle = corners.mean(axis=0)
        cv2.fillConvexPoly(mask, np.round(middle + HIDDEN * (corners - middle)).astype(np.int32), 255)
    small = cv2.resize(image, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    hole = cv2.resize(mask, small.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    filled = cv2.resize(cv2.inpaint(small, hole, 3, cv2.INPAINT_TELEA), image.shape[1::-1])
    return np.where(mask[..., None] > 0, filled, image)


def lit(image: np.ndarray, red: float, blue: float) -> np.ndarray:
    """The picture in another light."""
    light = to_linear(np.arange(256, dtype=np.uint8)[None])[0].ravel()[:, None] * np.exp([blue, 0, red])
    return cv2.LUT(image, encode(light)[None])


def shown(sample: Sample, units: tuple[UnitObservation, ...]) -> tuple[tuple[bool, bool], ...]:
    """For each visible piece whether its colour is right, and whether the reading is confident."""
    found = []
    for i, j in pairs(sample.units, units):
        for true, level in zip(sample.units[i].levels, units[j].levels, strict=False):
            if sample.units[i].visible >= LEAST_VISIBLE and true.visible >= LEAST_VISIBLE:
                sure = max(level.p_colour.values()) >= SURE_COLOUR
                found.append((level.colour is COLOURS[true.colour], sure))
    return tuple(found)


def measure(sample: Sample, image: np.ndarray, models: Models, light: tuple[float, float]) -> Row:
    """The row of one picture, with its markers painted over, in one light."""
    picture, camera = lit(image, *light), sample.camera
    found = find_twice(models.finder, picture, search_width(camera), LEAST_SCORE)
    units, whites = read_unmarked(picture, found, camera, models, COLOURS)
    paper = to_linear(np.array([[sample.white]]).round().clip(0, 255).astype(np.uint8))[0, 0].astype(float)
    paper = np.minimum(paper * np.exp([light[1], 0, light[0]]), 1.0)
    off = np.log(PAPER / whites[0].white.gain_bgr) - np.log(np.maximum(paper, 1e-3))
    error = math.hypot(off[2] - off[1], off[0] - off[1])
    by_label = read_units(picture, found, camera, models, WhiteReference(PAPER / paper))
    right = tuple(right for right, _ in shown(sample, by_label))
    return Row(error, whites[0].white.off, shown(sample, units), right)


def summary(name: str, rows: list[Row]) -> dict[str, float]:
    """The figures of one light."""
    errors = np.array([row.error for row in rows])
    pieces = np.array([piece for row in rows for piece in row.pieces])
    return {
        f"{name}: median error": float(np.median(errors)),
        f"{name}: 90 % error": float(np.percentile(errors, 90)),
        f"{name}: within 2 sigma": float(np.mean([row.error < 2 * row.sigma for row in rows])),
        f"{name}: right": float(pieces[:, 0].mean()),
        f"{name}: right when sure": float(pieces[pieces[:, 1], 0].mean()),
        f"{name}: oracle": float(np.mean([right for row in rows for right in row.oracle])),
    }


def worse(now: Figures, before: Figures) -> list[str]:
    """The figures that are worse by more than the slack: larger errors or smaller shares."""
    lines = []
    for name, value in before.items():
        grown = now.get(name, value) - value
        if (grown if name.endswith("error") else -grown) > SLACK:
            lines.append(f"  {name}: {now[name]:.3f}, was {value:.3f}")
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Measure and compare."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("data", type=Path)
    options.add_argument("--step", type=int, default=6, help="take only every STEP-th picture")
    options.add_argument("--write", action="store_true", help="write the baseline instead of comparing")
    args = options.parse_args(arguments)
    models, now = Models.load(), dict[str, float]()
    samples = [read_sample(path) for path in list_samples(args.data)[:: args.step]]
    bare = [(sample, unmarked(sample.image())) for sample in samples]
    for name, light in LIGHTS.items():
        now |= summary(name, [measure(sample, image, models, light) for sample, image in bare])
        print(
            "\n".join(f"  {key:28} {now[key]:.3f}" for key in now if key.startswith(f"{name}:")), flush=True
        )
    now = {name: round(value, 4) for name, value in now.items()}
    return settle(BASELINE, now, worse, args.write, {"step": args.step, "pictures": len(samples)})


if __name__ == "__main__":
    raise SystemExit(main())
