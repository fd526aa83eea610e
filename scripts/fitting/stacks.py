"""Measures the reading of the lower pieces of stacks, by the reader alone and with the bands network.

    python scripts/fitting/stacks.py FOLDER... [--models DIR] [--limit N]

It uses held-out samples (see ``vision.training.samples.held_out``), the labelled white, and the places, sizes
and numbers of levels from the fit. It prints, by the height of stacks, the share of correct bands (of which
at least 8 % is visible), their mean log loss, and the share of stacks with only correct bands.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.pieces import Posture  # noqa: E402
from vision.detect.second_look import find_twice  # noqa: E402
from vision.observation import UnitObservation  # noqa: E402
from vision.observe.closer import look_closer  # noqa: E402
from vision.observe.units import LEAST_SCORE, MODEL_FOLDER, Models, fitted_units  # noqa: E402
from vision.training.reader_data import labelled_white  # noqa: E402
from vision.training.samples import COLOURS, LabelledUnit, Sample, held_out, list_samples, read_sample  # noqa: E402
from vision.training.scoring import LEAST_BAND, LEAST_VISIBLE, pairs  # noqa: E402

Pair = tuple[LabelledUnit, UnitObservation, UnitObservation]
"""A labelled stack, the result of the reader alone, and that with the bands network."""


def stacks_of(sample: Sample, models: Models) -> Iterator[Pair]:
    """The stacks of a sample that are read with the right number of levels."""
    image, white, camera = sample.image(), labelled_white(sample), sample.camera
    found = find_twice(models.finder, image, sample.search_width, LEAST_SCORE)
    seen = look_closer(image, found, camera, models.reader, white)
    units = fitted_units(image, seen, camera, models)
    joined = models.bands.read(image, camera, white, units)
    for i, j in pairs(sample.units, units):
        labelled, unit = sample.units[i], units[j]
        standing = not labelled.flat and unit.posture is Posture.UPRIGHT
        height = len(labelled.levels)
        if standing and height == len(unit.levels) > 1 and labelled.visible >= LEAST_VISIBLE:
            yield labelled, unit, joined[j]


def bands_of(labelled: LabelledUnit, read: UnitObservation) -> list[float]:
    """The probability of each visible lower level's true colour, negated if another is more probable."""
    found = []
    for level, reading in zip(labelled.levels[1:], read.levels[1:], strict=True):
        if level.visible >= LEAST_BAND:
            share = reading.p_colour.get(COLOURS[level.colour], 0.0)
            found.append(share if reading.colour == COLOURS[level.colour] else -share)
    return found


def row(name: str, stacks: Sequence[list[float]]) -> str:
    """One line of figures."""
    bands = np.array([share for stack in stacks for share in stack])
    whole = sum(all(share > 0 for share in stack) for stack in stacks)
    loss = float(np.mean([-math.log(max(abs(share), 1e-4)) for share in bands])) if len(bands) else math.nan
    return f"{name:20} {np.mean(bands > 0):.3f}  {loss:.3f}  {whole:4d} of {len(stacks)}"


def main() -> int:
    """Read the samples and print the table."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("data", type=Path, nargs="+", help="folders of samples")
    options.add_argument("--models", type=Path, default=MODEL_FOLDER)
    options.add_argument("--limit", type=int, help="only the first N samples")
    args = options.parse_args()
    models = Models.load(args.models)
    paths = [path for folder in args.data for path in list_samples(folder) if held_out(path)][: args.limit]
    found = [pair for path in paths for pair in stacks_of(read_sample(path), models)]
    print(f"{len(paths)} pictures\n{'':20} bands  loss   stacks")
    for height in (None, 2, 3, 4, 5):
        own = [pair for pair in found if height in (None, len(pair[0].levels))]
        if own:
            label = "all" if height is None else f"of {height}"
            print(row(f"{label}, reader", [bands_of(labelled, unit) for labelled, unit, _ in own]))
            print(row(f"{label}, with bands", [bands_of(labelled, unit) for labelled, _, unit in own]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
