"""Fits the prices of surprises (``prices.json``) on films of Initiative with known truth.

    python scripts/fitting/fit_prices.py FILM... [--seen DIR] [--write]

Vision processes each film once (minutes per film); its observations are stored in DIR and reused. Each film
is then followed with its truth (``parts.price_counts``); all films have equal weights, whatever their length.
The counts are printed, and how well the arbiter's probabilities agree with its accuracy; ``--write`` updates
the prices.

What never happened in these films may still happen, so every share is smoothed by ``PRIORS``, and so is the
mixture for pushes. In rendered films no piece is pushed by accident and every row grows in one direction, so
there the priors decide.
"""

from __future__ import annotations

import argparse
import json
import math
import pickle
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from arbiter.camera.observer import TableEyes  # noqa: E402
from arbiter.camera.placing import place  # noqa: E402
from arbiter.games.initiative.round.prices import FILE, Push  # noqa: E402
from calibration.store import Calibration, from_json  # noqa: E402
from scripts.films import rules_of, truth_of  # noqa: E402
from scripts.parts.price_counts import Counts, follow  # noqa: E402
from vision.observation import TableObservation  # noqa: E402
from vision.source.opening import open_source  # noqa: E402

PER_S = 15.0
"""Number of processed frames per second."""
PRIORS = {
    "stayed": (0.001, 500),
    "gone": (0.001, 500),
    "unseen": (0.001, 500),
    "stray": (0.001, 500),
    "foreign": (0.01, 50),
    "doubted": (0.05, 50),
    "else": (0.001, 500),
    "tidied": (0.01, 500),
    "covered": (0.5, 2),
    "in_line": (0.85, 200),
    "in_time": (0.95, 20),
}
"""The prior of each share, and its weight in observations."""
EFFECTIVE = 25
"""Largest effective number of observations in a film: the same pieces in the same light are not
independent."""
SHOVED, PUSHES = 0.01, 500
"""Prior share of untouched pieces that are pushed by accident, and its weight in observations."""
JITTER_MM, SHOVE_MM, SCALES = 1.5, 20.0, 20
"""Prior Rayleigh scales of jitter and pushes, and their weight in observations."""
ZONES = 4
"""The number of zones: both rows and both inventories."""
BANDS = (0.0, 0.5, 0.9, 0.99, 0.999, 1.0001)


def observations_of(film: Path, kept: Path | None) -> list[TableObservation]:
    """The observations of a film, from the folder ``kept`` if stored there, otherwise from the film."""
    file = None if kept is None else kept / f"{film.stem}.pkl"
    if file is not None and file.exists():
        return list(pickle.loads(file.read_bytes()))
    found = list(_look(film, truth_of(film)))
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(found))
    return found


def calibration_of(film: Path, truth: Mapping[str, Any]) -> Calibration:
    """The calibration of a film: as its truth says, or from the markers in it."""
    if "calibration" in truth:
        return from_json(truth["calibration"])
    source = open_source(str(film))
    try:
        return place(source, None, None).calibration
    finally:
        source.close()


def _look(film: Path, truth: Mapping[str, Any]) -> Iterator[TableObservation]:
    camera = calibration_of(film, truth)
    eyes, source, next_s = TableEyes(camera, truth.get("palette", "rainbow")), open_source(str(film)), 0.0
    try:
        for frame in source:
            if frame.time_s >= next_s - 1e-3:
                next_s = frame.time_s + 1 / PER_S
                yield eyes.look(frame)
    finally:
        source.close()


def shares(films: Sequence[Counts]) -> dict[str, dict[str, float]]:
    """For each count its possible (``of``) and actual occurrences, and the smoothed share."""
    found = {}
    for name, (prior, worth) in PRIORS.items():
        pairs = [film.seen[name] for film in films if film.seen.get(name, (0, 0))[0]]
        could, did = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        mean = sum(pair[1] / pair[0] for pair in pairs) / max(1, len(pairs))
        count = sum(min(pair[0], EFFECTIVE) for pair in pairs)
        share = (mean * count + prior * worth) / (count + worth)
        found[name] = {"of": could, "did": did, "share": share, "prior": prior, "worth": worth}
    return found


def pushes(films: Sequence[Counts], p_tidied: float) -> Push:
    """The mixture of jitter and pushes, by expectation maximisation with conjugate priors."""
    films = [film for film in films if film.moved_mm]
    mm = np.concatenate([film.moved_mm for film in films])
    weight = np.concatenate([np.full(len(f.moved_mm), len(mm) / len(films) / len(f.moved_mm)) for f in films])
    zone = float(np.mean([np.mean(film.zones) for film in films]))
    scales, parts = np.array([JITTER_MM, SHOVE_MM]), np.array([1 - SHOVED, SHOVED])
    before, first = parts * PUSHES, scales.copy()
    for _ in range(100):
        each = parts * np.exp(-0.5 * (mm[:, None] / scales) ** 2) / scales**2 + 1e-300
        own = weight[:, None] * each / each.sum(axis=1, keepdims=True)
        parts = (own.sum(axis=0) + before) / (weight.sum() + PUSHES)
        squares = (own * mm[:, None] ** 2).sum(axis=0) + 2 * SCALES * first**2
        scales = np.sqrt(squares / (2 * (own.sum(axis=0) + SCALES)))
    return Push(*np.round(scales, 3).tolist(), round(float(parts[1]), 6), round(p_tidied, 6), round(zone))


def fitted(films: Sequence[Counts]) -> dict[str, Any]:
    """The content of ``prices.json``."""
    found = shares(films)
    log = {name: math.log(each["share"]) for name, each in found.items()}
    prices = {name: log[name] for name in ("stayed", "covered", "gone", "unseen")}
    prices["stray"] = log["stray"] - math.log(ZONES)
    prices["foreign"] = min(0.0, max(prices["stray"], log["foreign"] - math.log(ZONES) - log["doubted"]))
    prices["none"] = log["else"]
    prices |= {name: found[name]["share"] for name in ("in_line", "in_time")}
    push = pushes(films, found["tidied"]["share"])
    counted = {name: {key: round(value, 6) for key, value in each.items()} for name, each in found.items()}
    counted["moved"] = {"of": sum(len(film.moved_mm) for film in films)}
    return {
        "prices": {name: round(price, 3) for name, price in prices.items()},
        "push": {name: getattr(push, name) for name in Push.__dataclass_fields__},
        "counted": counted,
    }


def reliability(films: Sequence[Counts]) -> Iterator[str]:
    """Lines with the accuracy of the most probable reading by its probability, and the log loss."""
    sure = np.array([p for film in films for p, _ in film.sure])
    right = np.array([so for film in films for _, so in film.sure])
    for low, high in pairwise(BANDS):
        own = (sure >= low) & (sure < high)
        if own.any():
            band = f"{low:5.3f} to {min(high, 1):5.3f}: {own.sum():4d} rests"
            yield f"{band}, {sure[own].mean():.4f} sure, {right[own].mean():.4f} right"
    if len(sure):
        loss = -np.log(np.clip(np.where(right, sure, 1 - sure), 1e-9, 1)).mean()
        yield f"log loss {loss:.5f} over {len(sure)} rests"


def main(arguments: list[str] | None = None) -> int:
    """Count, fit, print, write."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("films", type=Path, nargs="+", help="films with their truth beside them")
    options.add_argument("--seen", type=Path, help="folder where what vision saw is kept")
    options.add_argument(
        "--write", action="store_true", help="renew arbiter/games/initiative/round/prices.json"
    )
    args = options.parse_args(arguments)
    films = []
    for film in args.films:
        truth = truth_of(film)
        try:
            counts = follow(truth, observations_of(film, args.seen), rules_of(truth))
        except ValueError as error:
            print(f"{film.name}: left out, {error}", file=sys.stderr)
            continue
        rare = ", ".join(f"{name} {did}" for name, (_, did) in counts.seen.items() if did)
        print(f"{film.stem}: {rare}; moved by {np.median(counts.moved_mm):.2f} mm (median)", flush=True)
        films.append(counts)
    if not films:
        print("no film could be followed", file=sys.stderr)
        return 2
    found = fitted(films)
    for name, price in found["prices"].items():
        print(f"{name:8} {price:7.3f}")
    push = Push(**found["push"])
    print("a push of", ", ".join(f"{mm} mm {push.zone([mm]):.2f}" for mm in (0, 2, 5, 12, 20, 40, 80, 190)))
    for name, each in found["counted"].items():
        print(f"{name:8} {each.get('did', '')!s:>5} of {each['of']}")
    print("\n".join(["with the prices in force:", *reliability(films)]))
    if args.write:
        FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
