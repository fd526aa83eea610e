"""Measures the reading of colours with and without a legend, on sets with unusual colours.

    python scripts/colours.py render FOLDER [--sets N] [--spp N]      # two legends and two tables per set
    python scripts/colours.py measure FOLDER [--white-error E]        # accuracy, log loss and reliability
    python scripts/colours.py reliability DATA                        # of all colours in labelled pictures
    python scripts/colours.py spread DATA [--pictures N]              # of colours, over labelled pictures

Every picture has its own room and camera; the pictures of a set share its tints. ``--white-error`` is the
standard deviation of the logarithm of each channel's gain. "Session": learnt from the other pieces in the
picture.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.pieces import Colour, Piece, Size  # noqa: E402
from vision.colour.colours import SURE_COLOUR, ColourModel, Measured, from_photographs  # noqa: E402
from vision.colour.faces import balanced, face_points, faces, light_at  # noqa: E402
from vision.observe.units import Models, read_units  # noqa: E402
from vision.training.reader_data import labelled_white  # noqa: E402
from vision.training.samples import COLOURS, SIZES, list_samples, read_sample  # noqa: E402
from vision.training.scoring import LEAST_VISIBLE, pairs  # noqa: E402

FIRST_SET = 100
SHOTS = (("legend0", True), ("legend1", True), ("table2", False), ("table3", False))
WHOLE = 0.9
"""Least visible share of a piece whose colour is measured."""
BANDS = ((0.0, 0.5), (0.5, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 0.97), (0.97, 1.01))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("what", choices=("render", "measure", "reliability", "spread"))
    options.add_argument("folder", type=Path)
    options.add_argument("--sets", type=int, default=6)
    options.add_argument("--spp", type=int, default=4, help="samples a pixel")
    options.add_argument("--white-error", type=float, default=0.0)
    options.add_argument("--pictures", type=int, default=250, help="how many to take, evenly spread")
    return options


# ----- rendering


def odd_tints(rng: np.random.Generator) -> dict[Colour, tuple[float, float, float]]:
    """Tints of an unusual set: every channel varies independently, more than in
    ``datasets.scene.sampling.tints``, which is used for training."""
    from datasets.scene.sampling import TINTS

    def off(rgb: tuple[float, float, float]) -> tuple[float, float, float]:
        red, green, blue = np.clip(np.array(rgb) ** rng.uniform(0.5, 1.5, 3), 0.008, 0.97).tolist()
        return red, green, blue

    return {colour: off(rgb) for colour, rgb in TINTS.items()}


def legend_units(rng: np.random.Generator, centre: np.ndarray) -> tuple[object, ...]:
    """One medium or large pyramid of each colour, in three rows."""
    from datasets.scene.scenes import upright

    units = []
    for k, i in enumerate(rng.permutation(len(COLOURS))):
        x, y = (k % 4 - 1.5) * 42 + rng.normal(0, 3), (k // 4 - 1) * 48 + rng.normal(0, 3)
        piece = Piece(Size(int(rng.integers(2, 4))), COLOURS[i])
        units.append(upright(centre[0] + x, centre[1] + y, (piece,), float(rng.uniform(0, 90))))
    return tuple(units)


def picture(number: int, shot: int, spp: int) -> tuple[np.ndarray, dict]:
    """One picture (480, 640, 3) uint8 BGR of a set, and its label."""
    from datasets.picture import lens
    from datasets.picture.build import white_paper
    from datasets.picture.labels import label
    from datasets.picture.render import Studio
    from datasets.picture.sensor import photographed, sensor
    from datasets.scene.sampling import window_scene

    of_set, rng = np.random.default_rng(number), np.random.default_rng([number, shot])
    tints, scatter = odd_tints(of_set), float(of_set.uniform(0.06, 0.32))
    taken = lens.shot(rng)
    scene = window_scene(rng, taken.view, True, "scatter" if shot % 2 else "initiative")
    scene = replace(scene, tints=tints, opaque=frozenset(), scatter=scatter)
    if SHOTS[shot][1]:
        centre = -taken.view.position[2] / taken.view.rotation[2, 2] * taken.view.rotation[2]
        centre = centre + taken.view.position
        markers = tuple(replace(m, x_mm=centre[0] + 900 + 100 * m.marker_id) for m in scene.markers)
        scene = replace(scene, units=legend_units(rng, centre), blocks=(), markers=markers)
    white = white_paper(scene.light, np.zeros(2))
    plain, places = lens.straight(taken.view)
    clean = Studio(scene).clean(plain, spp, number * 10 + shot, float(white.max()))
    camera = sensor(rng, white)
    shown = photographed(rng, camera, lens.bent(clean, places), taken.from_middle)
    name = f"{number:03d}{SHOTS[shot][0]}.jpg"
    return shown, label(scene, taken.view, camera.tone(white)[::-1] * 255, name, taken.source)


def render(folder: Path, sets: int, spp: int) -> None:
    """Render the missing pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(FIRST_SET, FIRST_SET + sets):
        for shot, (name, _) in enumerate(SHOTS):
            target = folder / f"{number:03d}{name}.json"
            if not target.exists():
                shown, labels = picture(number, shot, spp)
                cv2.imwrite(str(target.with_suffix(".jpg")), shown, [cv2.IMWRITE_JPEG_QUALITY, 95])
                target.write_text(json.dumps(labels), "utf-8")
                print(target.stem, flush=True)


# ----- measuring


@dataclass(frozen=True, eq=False)
class Row:
    """One visible piece: its unit's number, its true colour, the networks' result and the measured colour."""

    unit: int
    colour: Colour
    p_colour: dict[Colour, float]
    lab: np.ndarray | None


def read_rows(path: Path, models: Models, white_error: float) -> list[Row]:
    """The detected and sufficiently visible pieces of a labelled picture."""
    sample = read_sample(path)
    image = sample.image()
    rng = np.random.default_rng(list(path.stem.encode()))
    white = labelled_white(sample, np.exp(rng.normal(0, white_error, 3)))
    found = models.finder.find(image, image.shape[1] // 2)
    units = read_units(image, found, sample.camera, models, white)
    rows = []
    for i, j in pairs(sample.units, units):
        measured = faces(image, sample.camera, white, units[j])
        levels = zip(sample.units[i].levels, units[j].levels, measured, strict=False)
        rows += [
            Row(j, COLOURS[true.colour], dict(level.p_colour), lab)
            for true, level, lab in levels
            if sample.units[i].visible >= LEAST_VISIBLE and true.visible >= LEAST_VISIBLE
        ]
    return rows


def measured_colours(rows: Iterable[Row]) -> list[Measured]:
    """The measured colours of certain pieces."""
    return [(row.colour, row.lab) for row in rows if row.lab is not None]


def readings(pictures: dict[str, list[Row]], photographs: int, session: bool) -> Iterator[tuple[Row, dict]]:
    """Every piece on the tables with its colour probabilities, for one way of learning the colours."""
    for name, rows in pictures.items():
        if "table" not in name:
            continue
        base = from_photographs(
            [measured_colours(pictures[f"{name[:3]}legend{k}"]) for k in range(photographs)]
        )
        for row in rows:
            others = measured_colours(other for other in rows if other.unit != row.unit)
            model: ColourModel = base.learning(others) if session else base
            yield row, row.p_colour if row.lab is None else model.adjusted(row.p_colour, row.lab)


def line(found: list[tuple[Row, dict]]) -> str:
    """One line: accuracy, log loss, share of confident readings, accuracy of these and of the others."""
    right = np.array([max(p, key=lambda c: p[c]) is row.colour for row, p in found])
    sure = np.array([max(p.values()) >= SURE_COLOUR for _, p in found])
    loss = float(np.mean([-math.log(max(p[row.colour], 1e-4)) for row, p in found]))
    parts = f"right {right.mean():.3f}  log loss {loss:.3f}  sure {sure.mean():.3f}"
    return f"{len(found):4d} pieces  {parts}  right when sure {right[sure].mean():.3f}"


def measure(folder: Path, white_error: float) -> None:
    """Print one line per way of learning the colours."""
    models = Models.load()
    pictures = {path.stem: read_rows(path, models, white_error) for path in list_samples(folder)}
    for photographs in (0, 1, 2):
        for session in (False, True):
            name = f"{photographs} photographs{', session' if session else ''}"
            print(f"{name:24} {line(list(readings(pictures, photographs, session)))}")


def reliability(folder: Path) -> None:
    """Print the accuracy of colour readings by their probability."""
    models = Models.load()
    rows = [row for path in list_samples(folder) for row in read_rows(path, models, 0.0)]
    print(line([(row, row.p_colour) for row in rows]))
    said = np.array([max(row.p_colour.values()) for row in rows])
    right = np.array([row.p_colour.get(row.colour, 0.0) == max(row.p_colour.values()) for row in rows])
    for low, high in BANDS:
        band = (said >= low) & (said < high)
        if band.any():
            means = f"said {said[band].mean():.3f}, right {right[band].mean():.3f}"
            print(f"{low:.2f} to {min(high, 1):.2f}: {band.sum():4d} pieces, {means}")


def spread(folder: Path, pictures: int) -> None:
    """Print how the L*, a*, b* of each colour's plainly visible pieces scatter: their mean from picture to
    picture (standard deviation, and 1.48 times the median deviation), and the pieces about it."""
    every = list_samples(folder)
    looks: dict[Colour, list[np.ndarray]] = {}
    for path in every[:: max(1, len(every) // pictures)][:pictures]:
        for colour, labs in plain_pieces(path).items():
            looks.setdefault(colour, []).append(np.array(labs))
    for colour, tables in sorted(looks.items()):
        means = np.array([each.mean(axis=0) for each in tables])
        robust = 1.48 * np.median(np.abs(means - np.median(means, axis=0)), axis=0)
        own = np.concatenate(
            [(e - e.mean(axis=0)) ** 2 * len(e) / (len(e) - 1) for e in tables if len(e) > 1]
        )
        shown = (means.std(axis=0).round(1), robust.round(1), np.sqrt(own.mean(axis=0)).round(1))
        print(f"{colour:8} {sum(map(len, tables)):5} pieces", *(each.tolist() for each in shown), flush=True)


def plain_pieces(path: Path) -> dict[Colour, list[np.ndarray]]:
    """The measured L*a*b* (3,) of the single pieces in a labelled picture that show whole."""
    sample = read_sample(path)
    whole = [unit for unit in sample.units if unit.visible >= WHOLE and len(unit.levels) == 1]
    image, white, found = sample.image() if whole else None, labelled_white(sample), dict[Colour, list]()
    for unit in whole:
        heading = unit.heading_deg if unit.flat else None
        points = face_points(sample.camera, (unit.x_mm, unit.y_mm), (SIZES[unit.levels[0].size],), heading)
        light = None if image is None else light_at(image, sample.camera, points[0])
        if light is not None:
            found.setdefault(COLOURS[unit.levels[0].colour], []).append(balanced(light, white))
    return found


def main(arguments: list[str] | None = None) -> int:
    """Render or measure."""
    args = parser().parse_args(arguments)
    if args.what == "render":
        render(args.folder, args.sets, args.spp)
    elif args.what == "measure":
        measure(args.folder, args.white_error)
    elif args.what == "spread":
        spread(args.folder, args.pictures)
    else:
        reliability(args.folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
