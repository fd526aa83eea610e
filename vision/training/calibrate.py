"""Calibrates the reader's probabilities: one temperature per head, fitted on held-out samples."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from vision.detect.finder import Finder
from vision.read.crops import CROP_HEIGHT, CROP_WIDTH, crop_transform, cut
from vision.read.reader import MAX_LEVELS, OUTPUTS, POINT_ORIGIN, Networks, Temperatures
from vision.training.places import places_of
from vision.training.reader_data import (
    LEAST_VISIBLE,
    Shake,
    Target,
    empty_place,
    empty_target,
    labelled_white,
    shaken,
    unit_target,
)
from vision.training.samples import held_out, list_samples, read_sample

_POINT_UNIT = 8.0
_TRIES = np.geomspace(0.5, 4.0, 43)
STACKS = 1.0
"""``Temperatures.stacks``: it undoes all of the effect of drawing stacks more often in training; with it the
log loss on held-out samples is least. vision/MODELS.md has a table of the effects of other values."""


def gather(
    folders: Sequence[Path], finder: Path, seed: int = 3, all_samples: bool = False
) -> tuple[np.ndarray, list[Target]]:
    """Crops (N, H, W, 3) of held-out samples and their targets: units around their detections (with a small
    random shift around their places if not detected), false detections, and a few empty places.
    """
    search = Finder(finder)
    rng, crops, targets = np.random.default_rng(seed), [], []
    for path in (path for folder in folders for path in list_samples(folder)):
        if not (all_samples or held_out(path)):
            continue
        sample = read_sample(path)
        image, white = sample.image(), labelled_white(sample)
        detected = places_of(sample, image, search)
        for i, unit in enumerate(sample.units):
            if unit.visible < LEAST_VISIBLE or not unit.levels:
                continue
            turned = (float(np.exp(rng.normal(0, 0.02))), float(rng.normal(0, 1.5)))
            shift = (0.0, 0.0) if i in detected.units else tuple(rng.normal(0, 2.0, 2))
            at = detected.units.get(i, (unit.x_mm, unit.y_mm))
            transform = shaken(crop_transform(sample.camera, *at), Shake(shift, *turned))
            crops.append(cut(image, transform, white))
            targets.append(unit_target(unit, sample.camera, transform, False))
        for place in (*detected.strays, *filter(None, (empty_place(sample, rng) for _ in range(3)))):
            crops.append(cut(image, crop_transform(sample.camera, *place), white))
            targets.append(empty_target(sample.camera, *place))
    stacked = np.array(crops, np.uint8).reshape(-1, CROP_HEIGHT, CROP_WIDTH, 3)
    return stacked, targets


def raw_outputs(model: Path, crops: np.ndarray, targets: list[Target]) -> np.ndarray:
    """The outputs (N, OUTPUT_SIZE) for crops: means of the first network's output for each crop and the
    second's for its mirror image, like ``vision.read.reader``.
    """
    networks, out = Networks(model), []
    for at in range(0, len(crops), 64):
        extras = np.array([t.extras for t in targets[at : at + 64]], np.float32)
        some = crops[at : at + 64]
        plain = networks.run(some, extras).astype(np.float64)
        turned = networks.run(some[:, :, ::-1], extras, second=True).astype(np.float64)
        out.append((plain + mirrored(turned)) / 2)
    return np.concatenate(out)


def mirrored(raw: np.ndarray) -> np.ndarray:
    """Convert outputs (N, OUTPUT_SIZE) for mirror images to outputs for the crops themselves."""
    turned = raw.copy()
    turned[:, OUTPUTS["heading"].start + 1] *= -1
    across = OUTPUTS["points"].start + np.array([0, 2])
    turned[:, across] = (CROP_WIDTH - 1 - 2 * np.array(POINT_ORIGIN)[[0, 2]]) / _POINT_UNIT - raw[:, across]
    return turned


def _log_loss(logits: np.ndarray, labels: np.ndarray) -> float:
    shifted = logits - logits.max(1, keepdims=True)
    chosen = np.take_along_axis(shifted, labels[:, None], 1)[:, 0]
    return float((np.log(np.exp(shifted).sum(1)) - chosen).mean())


def _temperature(logits: np.ndarray, labels: np.ndarray) -> float:
    """The divisor of logits (N, C) with the least log loss on labels (N,), without those that are -1."""
    known = labels >= 0
    if known.sum() < 20:
        return 1.0
    logits, labels = logits[known], labels[known]
    return float(min(_TRIES, key=lambda t: _log_loss(logits / t, labels)))


def _binary(logits: np.ndarray) -> np.ndarray:
    return np.concatenate([np.zeros_like(logits), logits], 1)


def temperatures(raw: np.ndarray, targets: list[Target]) -> Temperatures:
    """All temperatures from raw outputs (N, OUTPUT_SIZE) and their targets."""
    heads = {name: raw[:, where] for name, where in OUTPUTS.items()}
    valid = np.array([t.valid for t in targets])
    levels = np.array([t.levels for t in targets]) - 1
    flat = np.array([t.flat for t in targets])
    many = {name: np.array([getattr(t, name) for t in targets]).ravel() for name in ("colours", "sizes")}
    found = {
        name: _temperature(heads[name].reshape(len(labels), -1), labels) for name, labels in many.items()
    }
    points = np.array([t.points for t in targets])
    off = heads["points"] * _POINT_UNIT + POINT_ORIGIN - points
    scaled = np.abs(off[valid == 1]) / np.exp(np.clip(heads["spreads"][valid == 1], -4, 4))
    spread = float(np.quantile(scaled, 0.683)) if len(scaled) else 1.0
    fewer = heads["levels"] - STACKS * np.log(np.arange(1, MAX_LEVELS + 1))
    return Temperatures(
        levels=_temperature(fewer, np.maximum(levels, -1)),
        stacks=STACKS,
        flat=_temperature(_binary(heads["flat"]), np.where(valid == 1, flat, -1)),
        valid=_temperature(_binary(heads["valid"]), valid),
        spread=spread,
        **found,
    )


def accuracies(raw: np.ndarray, targets: list[Target]) -> dict[str, float]:
    """The accuracies of the heads, and the median errors of base and apex in crop px."""
    heads = {name: raw[:, where] for name, where in OUTPUTS.items()}
    report = {}
    for name, width in (("levels", 1), ("colours", MAX_LEVELS), ("sizes", MAX_LEVELS)):
        labels = np.array([np.atleast_1d(getattr(t, name)) for t in targets]).ravel() - (name == "levels")
        guess = heads[name].reshape(len(targets) * width, -1).argmax(1)
        report[name] = float((guess == labels)[labels >= 0].mean())
    valid = np.array([t.valid for t in targets]) == 1
    flat = np.array([t.flat for t in targets])[valid]
    report["flat"] = float(((heads["flat"][valid, 0] > 0) == flat).mean())
    report["valid"] = float(((heads["valid"][:, 0] > 0) == valid).mean())
    off = heads["points"] * _POINT_UNIT + POINT_ORIGIN - np.array([t.points for t in targets])
    report["base_px"] = float(np.median(np.linalg.norm(off[valid, :2], axis=1)))
    report["apex_px"] = float(np.median(np.linalg.norm(off[valid, 2:], axis=1)))
    return report


def calibrate(model: Path, folders: Sequence[Path], finder: Path, all_samples: bool = False) -> Temperatures:
    """Fit the temperatures on the held-out samples of ``folders``, with the detections of ``finder``, and
    write them beside the model as JSON.
    """
    crops, targets = gather(folders, finder, all_samples=all_samples)
    raw = raw_outputs(model, crops, targets)
    found = temperatures(raw, targets)
    report = {"temperatures": {k: round(v, 4) for k, v in asdict(found).items()}, "units": len(targets),
              "held_out": {k: round(v, 4) for k, v in accuracies(raw, targets).items()}}  # fmt: skip
    model.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n")
    print(json.dumps(report), flush=True)
    return found
