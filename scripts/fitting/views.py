"""Compares the joint result of two and of three cameras with that of one, and with the committed baseline.

    python scripts/fitting/views.py DATA [--render] [--count 24] [--first-seed 3000000] [--write] [--fit]

DATA has tables seen by three cameras at once, rendered by ``--render`` (``datasets/opengl/around.py``; needs
the extra ``render``). Each picture is calibrated by its markers and read as by ``arbiter watch``. The
readings of the first camera, of the first two, and of all three are joined (``vision/several``) and compared
with everything that is visible to any of the three. ``--fit`` measures other exponents for joining; use other
tables than the baseline's for it. The exit code is 1 if a figure is worse than in
scripts/baselines/views.json; ``--write`` writes that file instead.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import cv2

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from calibration.camera import CalibrationError  # noqa: E402
from calibration.markers import find_markers  # noqa: E402
from calibration.pose import solve  # noqa: E402
from calibration.store import Calibration  # noqa: E402
from calibration.table_frame import in_frame_of  # noqa: E402
from scripts.parts.baseline import FOLDER, Figures, settle  # noqa: E402
from vision.detect.finder import search_width  # noqa: E402
from vision.detect.hands import hands_of  # noqa: E402
from vision.detect.second_look import find_twice  # noqa: E402
from vision.observe.units import LEAST_SCORE, Models, read_units, white_of  # noqa: E402
from vision.several.joined import Trust, View, joined  # noqa: E402
from vision.training.reader_data import labelled_white  # noqa: E402
from vision.training.samples import LabelledUnit, Sample, read_sample  # noqa: E402
from vision.training.scoring import Score, report, score, total_of, worse_than  # noqa: E402

BASELINE = FOLDER / "views.json"
CAMERAS = 3
SHOWN = (
    *("unit_recall", "piece_recall", "false_units_a_scene", "false_pieces_a_scene", "colour", "size"),
    *("posture", "heading", "stack_order", "position_median_mm", "scene_right"),
)
Table = tuple[tuple[LabelledUnit, ...], tuple[View, ...]]
"""The units of a table that are visible to any camera, and the reading of each camera's picture."""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("data", type=Path)
    options.add_argument("--render", action="store_true", help="render the tables that are not there yet")
    options.add_argument("--count", type=int, default=24)
    options.add_argument("--first-seed", type=int, default=3_000_000)
    options.add_argument("--fit", action="store_true", help="try other exponents")
    options.add_argument("--write", action="store_true", help="write the baseline instead of comparing")
    return options


def render(folder: Path, seeds: Sequence[int]) -> None:
    """Render the missing tables."""
    from datasets.opengl.around import Around

    folder.mkdir(parents=True, exist_ok=True)
    around = None
    for seed in seeds:
        if (folder / f"{seed:06d}-{CAMERAS - 1}.json").exists():
            continue
        around = around or Around()
        for number, seen in enumerate(around.pictures(seed, CAMERAS)):
            target = folder / f"{seed:06d}-{number}.json"
            cv2.imwrite(str(target.with_suffix(".jpg")), seen.picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
            target.write_text(json.dumps(seen.label), "utf-8")
        print(f"{seed} is there", flush=True)


def calibration_of(sample: Sample, first: Calibration | None) -> Calibration:
    """A picture's calibration from its markers, in the frame of the first picture; the labelled calibration
    if it shows fewer than two markers.
    """
    image = sample.image()
    try:
        found = solve(find_markers(image), *image.shape[1::-1]).calibration
    except CalibrationError:
        return Calibration(sample.camera)
    return found if first is None else in_frame_of(found, first.markers)


def read(samples: Sequence[Sample], models: Models) -> Iterator[View]:
    """The reading of each camera's picture."""
    first = None
    for sample in samples:
        image, calibration = sample.image(), calibration_of(sample, first)
        first = first or calibration
        white = white_of(image, calibration) or labelled_white(sample)
        found = find_twice(models.finder, image, search_width(calibration.camera), LEAST_SCORE)
        units = read_units(image, found, calibration.camera, models, white)
        yield View(calibration.camera, tuple(units), hands_of(found))


def truth(samples: Sequence[Sample]) -> tuple[LabelledUnit, ...]:
    """The units of a table, each unit and level with its largest visible fraction in any picture."""
    units = dict[tuple[float, float], LabelledUnit]()
    for unit in (unit for sample in samples for unit in sample.units):
        at = unit.x_mm, unit.y_mm
        before = units.get(at, unit)
        pairs = zip(before.levels, unit.levels, strict=True)
        levels = tuple(replace(a, visible=max(a.visible, b.visible)) for a, b in pairs)
        units[at] = replace(before, levels=levels, visible=max(before.visible, unit.visible))
    return tuple(units.values())


def tables(folder: Path, seeds: Sequence[int]) -> Iterator[Table]:
    """The tables of a folder, read."""
    models = Models.load()
    for seed in seeds:
        samples = [read_sample(folder / f"{seed:06d}-{number}.json") for number in range(CAMERAS)]
        yield truth(samples), tuple(read(samples, models))


def scored(readings: Sequence[Table], cameras: int, trust: Trust) -> Score:
    """The score of the first ``cameras`` cameras, summed over all tables."""
    return total_of(score(units, joined(views[:cameras], trust=trust)) for units, views in readings)


def fit(readings: Sequence[Table]) -> None:
    """Print one row for each way of joining."""
    print("further again alone missed cameras " + " ".join(SHOWN))
    for values in product((0.0, 0.05, 0.15), (0.5, 1.0), (0.0, 0.65), (0.0, 1.5, 2.2)):
        for cameras in (2, 3):
            row = report(scored(readings, cameras, Trust(*values)))
            figures = " ".join(f"{row[name]:6.3f}" for name in SHOWN)
            print(*(f"{value:4.2f}" for value in values), cameras, figures, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Render, read, join and compare."""
    args = parser().parse_args(arguments)
    seeds = range(args.first_seed, args.first_seed + args.count)
    if args.render:
        render(args.data, seeds)
    readings = list(tables(args.data, seeds))
    if args.fit:
        fit(readings)
        return 0
    now = dict[str, float]()
    for cameras in range(1, CAMERAS + 1):
        figures = report(scored(readings, cameras, Trust()))
        now |= {f"{cameras} {name}": round(figures[name], 4) for name in SHOWN}
    print(f"{'cameras':22}" + "".join(f"{number:>8}" for number in range(1, CAMERAS + 1)))
    for name in SHOWN:
        print(f"{name:22}" + "".join(f"{now[f'{number} {name}']:8.3f}" for number in range(1, CAMERAS + 1)))
    return settle(BASELINE, now, worse, args.write, {"tables": len(readings)})


def worse(now: Figures, before: Figures) -> list[str]:
    """Lines on figures that are worse than the baseline, for each number of cameras."""
    found = list[str]()
    for cameras in range(1, CAMERAS + 1):
        own = [{name[2:]: each[name] for name in each if name[0] == str(cameras)} for each in (now, before)]
        found += [f"{cameras} cameras: {line}" for line in worse_than(own[0], own[1])]
    return found


if __name__ == "__main__":
    raise SystemExit(main())
