"""How well pyramids are seen: one row an image, a summary, and a comparison with the committed baseline.

    python scripts/evaluate.py DATA [--limit N] [--palette all] [--overlays FOLDER] [--baseline]

DATA holds samples with labels (see datasets/); each is read with its labelled camera and white. The exit
code is 1 when a figure fell below scripts/baselines/accuracy.json; ``--baseline`` writes that file instead.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.pieces import PALETTES  # noqa: E402
from vision import overlay  # noqa: E402
from vision.pipeline import MODEL_FOLDER, Models, read_units  # noqa: E402
from vision.training.reader_data import labelled_white  # noqa: E402
from vision.training.samples import Sample, list_samples, read_sample  # noqa: E402
from vision.training.scoring import Score, report, score, total_of, worse_than  # noqa: E402

BASELINE = ROOT / "scripts" / "baselines" / "accuracy.json"
HEADER = (
    "image        kind        units found false pieces found false colour size post head stacks  mm   right"
)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("data", type=Path)
    options.add_argument("--models", type=Path, default=MODEL_FOLDER)
    options.add_argument("--palette", choices=sorted(PALETTES), default="all")
    options.add_argument("--limit", type=int, default=None, help="only the first N images")
    options.add_argument("--overlays", type=Path, help="write a picture with what was seen for every image")
    options.add_argument("--baseline", action="store_true", help="write the baseline instead of comparing")
    return options


def evaluate(sample: Sample, models: Models, palette: str, overlays: Path | None) -> Score:
    """The score of one sample."""
    image, white = sample.image(), labelled_white(sample)
    found = models.finder.find(image, image.shape[1] // 2)
    units = read_units(image, found, sample.camera, models, white, PALETTES[palette])
    if overlays is not None:
        overlays.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(overlays / sample.path.name), overlay.draw(image, units, sample.camera))
    return score(sample.units, units)


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
    paths = list_samples(args.data)[: args.limit]
    if not paths:
        print(f"{args.data}: no samples (*.json with *.jpg) there", file=sys.stderr)
        return 2
    models = Models.load(args.models)
    print(HEADER)
    scores = []
    for path in paths:
        sample = read_sample(path)
        scores.append(evaluate(sample, models, args.palette, args.overlays))
        print(row(sample, scores[-1]), flush=True)
    now = {name: round(value, 4) for name, value in report(total_of(scores)).items()}
    print(f"\n{len(paths)} images")
    for name, value in now.items():
        print(f"  {name:22} {value:.3f}")
    if args.baseline:
        BASELINE.parent.mkdir(parents=True, exist_ok=True)
        BASELINE.write_text(json.dumps({"images": len(paths), **now}, indent=1) + "\n")
        return 0
    if not BASELINE.exists():
        return 0
    before = json.loads(BASELINE.read_text())
    if before.pop("images") != len(paths):
        print("the baseline is for another number of images: not compared")
        return 0
    worse = worse_than(now, before)
    print("\n".join(["worse than the baseline:", *worse]) if worse else "no worse than the baseline")
    return 1 if worse else 0


if __name__ == "__main__":
    raise SystemExit(main())
