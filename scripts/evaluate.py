"""Evaluates the vision of pyramids: one row per image, one per kind of table, and a comparison with the
baseline.

    python scripts/evaluate.py datasets/evaluation [--limit N] [--palette all] [--failures DIR]
        [--sheet FILE] [--write]
    python scripts/evaluate.py datasets/games --palette rainbow
    python scripts/evaluate.py --videos FILM...

The samples (see datasets/DATASET.md) are read with their labelled cameras and white references. Pieces count
if at least 40 % of them is visible. ``--failures`` draws every scene with errors, worst first; ``--sheet``
draws examples of every kind of error. The exit code is 1 if a figure is worse than in
scripts/baselines/accuracy.json (accuracy_games.json for a folder called games); ``--write`` updates that
file. ``--videos`` watches whole games instead and compares with scripts/baselines/videos.json (see
scripts/films.py).
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.pieces import PALETTES  # noqa: E402
from scripts import films  # noqa: E402
from scripts.parts.baseline import FOLDER, settle  # noqa: E402
from scripts.parts.reliability import calibration_errors, reliability_rows  # noqa: E402
from scripts.parts.unit_errors import Judged, judged, label_words, sheet, strata_rows  # noqa: E402
from vision.detect.second_look import find_twice  # noqa: E402
from vision.lettering import write  # noqa: E402
from vision.observation import UnitObservation  # noqa: E402
from vision.observe import overlay  # noqa: E402
from vision.observe.units import LEAST_SCORE, MODEL_FOLDER, Models, read_units  # noqa: E402
from vision.training.reader_data import labelled_white  # noqa: E402
from vision.training.samples import Sample, list_samples, read_sample  # noqa: E402
from vision.training.scoring import Score, report, score, total_of, worse_than  # noqa: E402

BASELINES = {"games": FOLDER / "accuracy_games.json"}
BASELINE = FOLDER / "accuracy.json"
"""The baseline of folders that have none with their own name."""
HEADER = (
    "image        kind        units found false pieces found false colour size post head stacks  mm   right"
)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("data", type=Path, nargs="?", help="the folder of samples")
    options.add_argument(
        "--videos", type=Path, nargs="+", help="watch these films and compare with their truth"
    )
    options.add_argument("--models", type=Path, default=MODEL_FOLDER)
    options.add_argument("--palette", choices=sorted(PALETTES), default="all")
    options.add_argument("--limit", type=int, default=None, help="only the first N images")
    options.add_argument("--failures", type=Path, help="draw what was seen in scenes with errors here")
    options.add_argument("--sheet", type=Path, help="draw examples of every kind of error into this picture")
    options.add_argument("--write", action="store_true", help="write the baseline instead of comparing")
    return options


def read(sample: Sample, models: Models, palette: str) -> tuple[UnitObservation, ...]:
    """The units read in one sample, at the scale of its whole frame."""
    image, white = sample.image(), labelled_white(sample)
    found = find_twice(models.finder, image, sample.search_width, LEAST_SCORE)
    return tuple(read_units(image, found, sample.camera, models, white, PALETTES[palette]))


def errors_of(one: Score) -> int:
    """The number of mistakes in a scene, for sorting."""
    missed = one.pieces - one.found + one.false
    misread = 2 * one.found - one.colour_right - one.size_right
    turned = one.units_found - one.posture_right + one.flat - one.heading_right
    return missed + misread + turned + one.stacks - one.stacks_right


@dataclass(frozen=True)
class Failure:
    """A scene with errors in its reading, and their number."""

    errors: int
    sample: Sample
    seen: tuple[UnitObservation, ...]


def draw_failures(failures: list[Failure], folder: Path) -> None:
    """Write pictures of the readings beside the labels, numbered from the worst scene on."""
    folder.mkdir(parents=True, exist_ok=True)
    for rank, one in enumerate(sorted(failures, key=lambda f: (-f.errors, f.sample.path.name)), 1):
        image = one.sample.image()
        truth = image.copy()
        for unit in one.sample.units:
            low, high = (tuple(round(v) for v in unit.bbox_px[k : k + 2]) for k in (0, 2))
            cv2.rectangle(truth, low, high, (255, 255, 255), 1)
            for k, word in enumerate(label_words(unit)):
                write(truth, word, (low[0], high[1] + 9 * k), 9, overlay.PAPER)
        both = cv2.hconcat([overlay.draw(image, one.seen, one.sample.camera), truth])
        cv2.imwrite(str(folder / f"{rank:03d}-{one.errors}-{one.sample.path.stem}.jpg"), both)


def kind_rows(samples: list[tuple[str, Score]]) -> str:
    """One line of the report's figures for every kind of table."""
    names = {
        "unit_recall": "units", "piece_recall": "pieces", "false_pieces_a_scene": "false", "colour": "colour",
        "size": "size", "posture": "posture", "heading": "head", "position_median_mm": "mm",
        "stack_order": "stacks", "scene_right": "right",
    }  # fmt: skip
    lines = [f"{'kind':10} scenes " + " ".join(f"{short:>7}" for short in names.values())]
    for kind in sorted({kind for kind, _ in samples}):
        own = [one for name, one in samples if name == kind]
        figures = report(total_of(own))
        lines.append(f"{kind:10} {len(own):6d} " + " ".join(f"{figures[name]:7.3f}" for name in names))
    return "\n".join(lines)


def row(sample: Sample, one: Score) -> str:
    """One line of the table."""
    errors = sorted(one.position_mm)
    middle = f"{errors[len(errors) // 2]:4.1f}" if errors else "   -"
    return (
        f"{sample.path.stem:12} {sample.kind:10} {one.units:6d} {one.units_found:5d} "
        f"{one.false_units:5d} {one.pieces:6d} "
        f"{one.found:5d} {one.false:5d} {one.colour_right:6d} {one.size_right:4d} {one.posture_right:4d} "
        f"{one.heading_right:2d}/{one.flat:<2d}{one.stacks_right:4d}/{one.stacks:<2d} "
        f"{middle}   {'yes' if one.right else 'no'}"
    )


def main(arguments: list[str] | None = None) -> int:
    """Evaluate and compare."""
    args = parser().parse_args(arguments)
    if args.videos:
        return films.table(args.videos, write=args.write)
    if args.data is None:
        print("name a folder of samples, or films with --videos", file=sys.stderr)
        return 2
    paths = list_samples(args.data)[: args.limit]
    if not paths:
        print(f"{args.data}: no samples (*.json with *.jpg) there", file=sys.stderr)
        return 2
    models = Models.load(args.models)
    print(HEADER)
    scores, failures, units = list[tuple[str, Score]](), list[Failure](), list[Judged]()
    for path in paths:
        sample = read_sample(path)
        seen = read(sample, models, args.palette)
        one = score(sample.units, seen)
        scores.append((sample.kind, one))
        units.extend(judged(sample, seen))
        if not one.right:
            failures.append(Failure(errors_of(one), sample, seen))
        print(row(sample, one), flush=True)
    if args.failures is not None:
        draw_failures(failures, args.failures)
    if args.sheet is not None:
        cv2.imwrite(str(args.sheet), sheet(units))
    print(f"\n{kind_rows(scores)}\n\n{strata_rows(units)}\n\n{reliability_rows(units)}")
    baseline = BASELINES.get(args.data.resolve().name, BASELINE)
    figures = report(total_of(one for _, one in scores)) | calibration_errors(units)
    return compare(figures, len(scores), baseline, args.write)


def compare(figures: dict[str, float], images: int, baseline: Path, write: bool) -> int:
    """Print the summary, then write it as the baseline or compare; returns 1 if a figure got worse."""
    now = {name: round(value, 4) for name, value in figures.items()}
    print(f"\n{images} images")
    for name, value in now.items():
        print(f"  {name:22} {value:.3f}")
    return settle(baseline, now, worse_than, write, {"images": images})


if __name__ == "__main__":
    raise SystemExit(main())
