"""Measures the calibration of tables without markers: one row per picture, a summary, and a comparison with
the committed baseline.

    python scripts/freeview.py DATA [--render] [--count 30] [--exact] [--write]

DATA has pictures rendered by ``--render`` (parts/free_scenes.py; needs the extra ``render``). Each is read as
by ``arbiter see``, with an unknown camera. ``--exact`` uses the labelled boxes and points (with half a pixel
of noise) instead of detections, to isolate the errors of the geometry. ``scale`` is the logarithm of the
relative error of lengths. ``right`` counts the standing units whose visible levels all have the right size,
and ``known`` the same with the labelled camera; ``all sizes right`` is the share of pictures with at least
five such units and no wrong one. ``within 2 sigma`` is for focal length, elevation and scale, in pictures
with a confident scale. The exit code is 1 if a figure is worse than in scripts/baselines/freeview.json;
``--write`` writes that file instead.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from calibration.camera import Camera  # noqa: E402
from engine.pieces import PALETTES  # noqa: E402
from scripts.parts.baseline import FOLDER, Figures, settle  # noqa: E402
from vision.detect.finder import Found, Kind, search_width  # noqa: E402
from vision.detect.second_look import find_twice  # noqa: E402
from vision.observation import UnitObservation  # noqa: E402
from vision.observe.see import see  # noqa: E402
from vision.observe.units import LEAST_SCORE, Models, read_units  # noqa: E402
from vision.pose.freeview import NotEnoughUnits  # noqa: E402
from vision.pose.locate import Doubt, locate  # noqa: E402
from vision.training.samples import read_sample  # noqa: E402

BASELINE = FOLDER / "freeview.json"
LEAST_PIECES = 5
SLACK = 0.02
NOISE_PX = 0.5


@dataclass(frozen=True)
class Row:
    """One picture: the source of its camera, the camera's errors, and the number of units with all sizes
    right, with this camera and with the labelled one.
    """

    name: str
    source: str
    focal: float
    elevation_deg: float
    scale: float
    doubt: Doubt
    units: int
    right: int
    known: int

    @property
    def inside(self) -> tuple[bool, ...]:
        """Whether the errors of focal length, elevation and scale are below twice their estimated sigmas."""
        doubt = self.doubt
        return (
            abs(self.focal) < 2 * doubt.focal,
            abs(self.elevation_deg) < 2 * (doubt.elevation_deg or 0),
            abs(self.scale) < 2 * (doubt.scale or 0),
        )


def exact_found(label: dict[str, Any], seed: int) -> tuple[Found, ...]:
    """The labelled units as if a perfect detector had found them."""
    rng, found = np.random.default_rng(seed), []
    for unit in label["units"]:
        kind = Kind.UPRIGHT if unit["posture"] == "upright" else Kind.FLAT
        points = [np.array(unit[name]) for name in ("bbox_px", "base_px", "apex_px")]
        box, base, apex = (tuple((p + rng.normal(0, NOISE_PX, len(p))).tolist()) for p in points)
        if unit["visible"] > 0.6:
            found.append(Found(kind, box, base, apex, 0.9))
    return tuple(found)


def sizes_right(label: dict[str, Any], units: tuple[UnitObservation, ...]) -> tuple[int, int]:
    """The number of mostly visible standing units that were found, and of those with all sizes right."""
    found = right = 0
    for true in label["units"]:
        near = [u for u in units if _overlap(u.bbox_px, true["bbox_px"]) > 0.6]
        if true["posture"] != "upright" or true["visible"] < 0.8 or not near:
            continue
        best = max(near, key=lambda u: _overlap(u.bbox_px, true["bbox_px"]))
        shown = [piece["size"] for piece in true["pieces"] if not piece["hidden"]]
        found += 1
        right += [level.size.word for level in reversed(best.levels)] == shown
    return found, right


def _overlap(a: Any, b: Any) -> float:
    a, b = np.array(a), np.array(b)
    shared = np.clip(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0, None).prod()
    return float(shared / ((a[2:] - a[:2]).prod() + (b[2:] - b[:2]).prod() - shared))


def measure(path: Path, models: Models, exact: bool) -> Row | None:
    """The row of one picture; ``None`` if the arbiter refuses it."""
    sample, label = read_sample(path), json.loads(path.read_text())
    image = sample.image()
    try:
        if exact:
            placed = locate(image, exact_found(label, int(path.stem)))
            camera, source, doubt, units = placed.camera, placed.source, placed.doubt, ()
            known = ()
        else:
            sight = see(image, models, None, PALETTES["all"])
            camera, source, doubt, units = sight.camera, sight.source, sight.doubt, sight.units
            white = sight.white
            known = read_units(
                image,
                find_twice(models.finder, image, search_width(sample.camera), LEAST_SCORE),
                sample.camera,
                models,
                white,
                PALETTES["all"],
            )
    except NotEnoughUnits:
        return None
    assert doubt is not None
    counts = (*sizes_right(label, units), sizes_right(label, known)[1])
    return _row(path.stem, sample.camera, camera, source, doubt, counts)


def _row(
    name: str, true: Camera, seen: Camera, source: str, doubt: Doubt, counts: tuple[int, int, int]
) -> Row:
    origin = seen.project([[0.0, 0.0, 0.0]])
    scale = true.px_per_mm(*true.to_table(origin)[0]) / seen.px_per_mm(0, 0)
    elevations = [math.degrees(math.asin(-one.rotation[2, 2])) for one in (seen, true)]
    focal = math.log(seen.focal_px / true.focal_px)
    return Row(name, source, focal, elevations[0] - elevations[1], math.log(scale), doubt, *counts)


def summary(rows: list[Row], refused: int) -> dict[str, float]:
    """The figures, for all pictures and for each source."""
    kinds = {"all": rows} | {
        kind: [r for r in rows if r.source == kind] for kind in ("cards", "paper", "pieces")
    }
    figures: dict[str, float] = {"refused": refused}
    for kind, some in kinds.items():
        if not some:
            continue
        full = [r for r in some if r.units >= LEAST_PIECES]
        sure = [r for r in some if not r.doubt.unsure]
        figures[f"{kind}: pictures"] = len(some)
        figures[f"{kind}: scale right"] = float(np.mean([abs(r.scale) < 0.1 for r in some]))
        figures[f"{kind}: called sure"] = len(sure) / len(some)
        if sure:
            figures[f"{kind}: sure and scale right"] = float(np.mean([abs(r.scale) < 0.1 for r in sure]))
            figures[f"{kind}: within 2 sigma"] = float(np.mean([r.inside for r in sure]))
        if full:
            figures[f"{kind}: all sizes right"] = float(np.mean([r.right == r.units for r in full]))
            figures[f"{kind}: units right, camera known"] = sum(r.known for r in full) / sum(
                r.units for r in full
            )
            figures[f"{kind}: units right"] = sum(r.right for r in full) / sum(r.units for r in full)
        for what in ("focal", "elevation_deg", "scale"):
            figures[f"{kind}: median {what} error"] = float(np.median([abs(getattr(r, what)) for r in some]))
    return {name: round(value, 4) for name, value in figures.items()}


def worse(now: Figures, before: Figures) -> list[str]:
    """The figures that are worse by more than SLACK: larger errors, more refusals, or smaller shares."""
    found = []
    for name, value in before.items():
        if name not in now or name.endswith("pictures") or name.endswith("called sure"):
            continue
        grows = name.endswith("error") or name == "refused"
        slack = max(SLACK, 0.1 * abs(value))
        if (now[name] > value + slack) if grows else (now[name] < value - slack):
            found.append(f"  {name}: {now[name]:.3f}, was {value:.3f}")
    return found


def main(arguments: list[str] | None = None) -> int:
    """Render, measure and compare."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("data", type=Path)
    options.add_argument("--render", action="store_true", help="first render missing pictures")
    options.add_argument("--count", type=int, default=30)
    options.add_argument("--exact", action="store_true", help="labelled points instead of detected ones")
    options.add_argument("--write", action="store_true", help="write the baseline instead of comparing")
    args = options.parse_args(arguments)
    if args.render:
        from scripts.parts.free_scenes import write

        for seed in write(args.data, 0, args.count):
            print(f"rendered {seed}", flush=True)
    models, rows, refused = Models.load(), [], 0
    print("picture  source  focal   elev  scale   sure  units right known")
    for path in sorted(args.data.glob("*.json"))[: args.count]:
        row = measure(path, models, args.exact)
        if row is None:
            refused += 1
            print(f"{path.stem}   refused", flush=True)
            continue
        rows.append(row)
        print(
            f"{row.name}   {row.source:6} {row.focal:+.3f} {row.elevation_deg:+6.1f} {row.scale:+.3f} "
            f"{row.doubt.scale_share:6.2f} {row.units:5d} {row.right:5d} {row.known:5d}",
            flush=True,
        )
    now = summary(rows, refused)
    for name, value in now.items():
        print(f"  {name:34} {value:.3f}")
    mode, count = "exact" if args.exact else "detected", len(rows) + refused
    return settle(BASELINE, now, worse, args.write, {"count": count}, mode)


if __name__ == "__main__":
    raise SystemExit(main())
