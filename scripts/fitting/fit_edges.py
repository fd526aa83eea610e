"""Fits the weights that combine the reader with the solids' edges (``vision.fit.fit``), and measures them.

    python scripts/fitting/fit_edges.py DATA/train [--measure FOLDER] [--models DIR] [--pictures N]

Units of which at least 40 % is visible are proposed at their places with errors of 2 mm (standard deviation
in x and in y). The weights are fitted by maximum likelihood on held-out samples and printed as ``WEIGHTS``.
``--measure`` compares on other pictures, with such proposals: the reader and its points alone, with edges
where these are uncertain, and always with edges.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from calibration.camera import Camera  # noqa: E402
from vision.fit import fit  # noqa: E402
from vision.fit.edges import FEATURES  # noqa: E402
from vision.observation import UnitObservation  # noqa: E402
from vision.observe.units import MODEL_FOLDER  # noqa: E402
from vision.read.crops import crop_transform, cut  # noqa: E402
from vision.read.reader import Reader  # noqa: E402
from vision.training.reader_data import labelled_white  # noqa: E402
from vision.training.samples import (  # noqa: E402
    SIZES,
    LabelledUnit,
    held_out,
    list_samples,
    read_sample,
)
from vision.training.scoring import LEAST_VISIBLE, report, total_of, unit_score  # noqa: E402

SPREAD_MM = 2.0
RIDGE = 1e-3
STACKS = len(fit.STACKS)
GROUPS = np.stack([fit._BOTTOMS, fit._SIZE_INDEX[:, 0] + len(SIZES)])


@dataclass(frozen=True)
class Case:
    """One labelled unit with its proposal and reading, its rough fit, and the evidence of edges."""

    unit: LabelledUnit
    seen: fit.Seen
    rough: fit.Fitted
    features: np.ndarray
    poses: np.ndarray

    @property
    def target(self) -> int | None:
        """The label's index among the 2 S alternatives; None if it is not one of them."""
        sizes = tuple(SIZES[level.size] for level in self.unit.levels)
        index = fit.STACKS.index(sizes) + STACKS * self.unit.flat if sizes in fit.STACKS else None
        return None if index is None or self.barred()[index] else index

    def barred(self) -> np.ndarray:
        """A term (2 S,) added to the alternatives' log weights that excludes those without edges."""
        return np.where(np.isnan(self.features[GROUPS, 0]), -1e3, 0.0).ravel()

    def columns(self) -> np.ndarray:
        """The terms (2 S, 4 + 2 F) of the alternatives' log weights, in the order of Weights."""
        reader = fit._reader_logs(self.seen.reading)
        flat = float(np.clip(self.rough.p_flat, 1e-6, 1 - 1e-6))
        rows = np.zeros((2, STACKS, 4 + 2 * FEATURES))
        features = np.nan_to_num(self.features)
        for lies, groups in enumerate(GROUPS):
            rows[lies, :, 0], rows[lies, :, 1] = reader, self.rough.logs[lies] - reader
            rows[lies, :, 2:4] = lies * math.log(flat / (1 - flat)), lies
            at = 4 + lies * FEATURES
            rows[lies, :, at : at + FEATURES] = features[groups]
        return rows.reshape(2 * STACKS, -1)


def gather(paths: Sequence[Path], reader: Reader, seed: int) -> list[tuple[Camera, list[Case]]]:
    """The cases of every picture, with its camera."""
    rng, found, spent, count = np.random.default_rng(seed), [], 0.0, 0
    for path in paths:
        sample = read_sample(path)
        units = [unit for unit in sample.units if unit.visible >= LEAST_VISIBLE and unit.levels]
        if not units:
            continue
        image, white, camera = sample.image(), labelled_white(sample), sample.camera
        places = [tuple(rng.normal((unit.x_mm, unit.y_mm), SPREAD_MM)) for unit in units]
        maps = [crop_transform(camera, *place) for place in places]
        crops = np.stack([cut(image, one, white) for one in maps])
        readings = reader.read(crops, np.radians([camera.elevation_deg(*place) for place in places]))
        seen = [
            fit.Seen(unit.bbox_px, 1.0, one, *place, reading, crop)
            for unit, one, place, reading, crop in zip(units, maps, places, readings, crops, strict=True)
        ]
        rough = fit.roughly(camera, seen)
        started = time.process_time()
        edges = fit.outlines(camera, seen, rough)
        spent, count = spent + time.process_time() - started, count + len(seen)
        found.append((camera, list(map(Case, units, seen, rough, edges.features, edges.poses))))
    print(f"{len(found)} pictures, {count} units, edges {1000 * spent / max(count, 1):.2f} ms a unit")
    return found


def fitted(cases: Sequence[Case]) -> fit.Weights:
    """The weights of maximum likelihood with a weak prior around 0, by Newton's method."""
    known = [case for case in cases if case.target is not None]
    x, target = np.array([case.columns() for case in known]), np.array([case.target for case in known])
    barred = np.array([case.barred() for case in known])
    scale = x.reshape(-1, x.shape[2]).std(0) + 1e-6
    x, weights = x / scale, np.zeros(x.shape[2])
    right = x[np.arange(len(x)), target].mean(0)
    for _ in range(30):
        logs = x @ weights + barred
        p = np.exp(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True))
        mean = np.einsum("ns,nsf->nf", p, x)
        slope = mean.mean(0) - right + 2 * RIDGE * weights
        bend = np.einsum("ns,nsf,nsg->fg", p, x, x, optimize=True) / len(x) - mean.T @ mean / len(x)
        step = np.linalg.solve(bend + 2 * RIDGE * np.eye(len(weights)), slope)
        weights = weights - step * min(1.0, 3.0 / max(float(np.abs(step).max()), 1e-9))
    values = np.round(weights / scale, 3).tolist()
    return fit.Weights(*values[:4], tuple(values[4 : 4 + FEATURES]), tuple(values[4 + FEATURES :]))


def observed(case: Case, weights: fit.Weights, below: float) -> tuple[UnitObservation, float]:
    """The result if edges are used for readings with a probability below ``below``, and the probability of
    the true posture and size (of the lowest piece, or of the outermost one if they lie).
    """
    one = case.rough
    if one.shares().max() < below:
        one = fit.refit(case.seen, case.rough, case.features, case.poses, weights)
    level = case.unit.levels[0 if case.unit.flat else -1]
    share = float(one.shares()[level.size + len(SIZES) * case.unit.flat])
    return fit._read_unit(case.seen, one, frozenset(fit.COLOURS)), share


def measure(cases: Sequence[Case], weights: fit.Weights) -> None:
    """Print one line of figures for each way of using edges."""
    unsure = np.mean([case.rough.shares().max() < fit.OPEN for case in cases])
    print(f"{len(cases)} units, {unsure:.2f} of them open")
    print("edges      size  sngl lying  low  levels order posture heading   mm  p95  log loss")
    for name, below in (("never", 0.0), ("if open", fit.OPEN), ("always", 2.0)):
        pairs = [observed(case, weights, below) for case in cases]
        rows = [(case.unit, one[0]) for case, one in zip(cases, pairs, strict=True)]
        total = report(total_of(unit_score(*row)[0] for row in rows))
        single = [u.levels[0].size == SIZES.index(o.levels[0].size) for u, o in rows if len(u.levels) == 1]
        lying = [u.levels[0].size == SIZES.index(o.levels[0].size) for u, o in rows if u.flat]
        stacks = [(u, o) for u, o in rows if len(u.levels) > 1 and not u.flat]
        low = [u.levels[-1].size == SIZES.index(o.levels[-1].size) for u, o in stacks]
        levels = [len(u.levels) == len(o.levels) for u, o in stacks]
        order = [[v.size for v in u.levels] == [SIZES.index(v.size) for v in o.levels] for u, o in stacks]
        shares = " ".join(f"{np.mean(one):.3f}" for one in (single, lying, low, levels, order))
        loss = -np.mean(np.log(np.maximum([share for _, share in pairs], 1e-4)))
        print(
            f"{name:9} {total['size']:.3f} {shares}   {total['posture']:.3f}   {total['heading']:.3f}"
            f"  {total['position_median_mm']:.2f} {total['position_p95_mm']:.1f}     {loss:.3f}"
        )


def main(arguments: list[str] | None = None) -> int:
    """Fit, print, measure."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("data", type=Path, help="training pictures; those kept out of training are used")
    options.add_argument("--measure", type=Path, help="pictures to compare on")
    options.add_argument("--models", type=Path, default=MODEL_FOLDER)
    options.add_argument("--pictures", type=int, default=None, help="at most so many of each folder")
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args(arguments)
    reader = Reader(args.models / "reader.onnx")
    kept = [path for path in list_samples(args.data) if held_out(path)][: args.pictures]
    if not kept:
        print(f"{args.data}: no samples kept out of training there", file=sys.stderr)
        return 2
    weights = fitted([case for _, cases in gather(kept, reader, args.seed) for case in cases])
    print(weights)
    if args.measure is not None:
        others = gather(list_samples(args.measure)[: args.pictures], reader, args.seed + 1)
        measure([case for _, cases in others for case in cases], weights)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
