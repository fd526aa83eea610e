"""Trains the bands network on strips along the sides of stacks, labelled with the lower pieces' colours."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from engine.pieces import Size
from vision.read.bands import MOST_BANDS, Floats, cut_strips, level_turn, strip_points, towards_foot
from vision.training.averaging import average
from vision.training.band_net import BandNet
from vision.training.reader_data import labelled_white
from vision.training.restart import MEASURED, load_onnx
from vision.training.samples import SIZES, LabelledUnit, Sample, held_out, list_samples, read_sample

VARIANTS = 3
"""Number of training strips per stack, each with different errors of the fit."""
OFF_MM, FAR_OFF_MM, SIDE_OFF_MM, FAR_OFF = 2.0, 6.0, 1.5, 0.15
"""Standard deviations of these errors: towards the camera (larger for the share ``FAR_OFF`` of the strips),
and across the line of sight."""
WRONG_SIZE = 0.06
"""Share of strips with a wrong size for one piece."""
UNKNOWN = -1
BATCH = 256
RATE = 2.5e-3
KEPT = 0.995
"""The share of the weights' running mean that is kept at each step."""


@dataclass(frozen=True)
class Strips:
    """Strips uint8 (N, ROWS, COLUMNS, 4) with the colour indexes of their bands (N, MOST_BANDS), bottom to
    top; ``UNKNOWN`` for missing or almost invisible bands.
    """

    pictures: np.ndarray
    colours: np.ndarray

    def __len__(self) -> int:
        return len(self.pictures)


def gather(folders: Sequence[Path], kept_out: bool, seed: int = 1) -> Strips:
    """The strips of all stacks: VARIANTS each of the training samples, or one each of the held-out ones
    (``kept_out``).
    """
    rng = np.random.default_rng(seed)
    variants = 1 if kept_out else VARIANTS
    pairs = [
        pair
        for folder in folders
        for path in list_samples(folder)
        if held_out(path) == kept_out
        for pair in _of_sample(read_sample(path), rng, variants)
    ]
    return Strips(np.stack([p for p, _ in pairs]), np.stack([c for _, c in pairs]))


def _of_sample(
    sample: Sample, rng: np.random.Generator, variants: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    stacks = [u for u in sample.units if not u.flat and len(u.levels) > 1 and u.visible >= 0.5]
    if not stacks:
        return
    image, white = sample.image(), labelled_white(sample)
    for unit in stacks:
        levels = list(reversed(unit.levels))[-(MOST_BANDS + 1) :]
        colours = np.full(MOST_BANDS, UNKNOWN)
        for k, level in enumerate(levels[:-1]):
            colours[k] = level.colour if level.visible >= 0.04 else UNKNOWN
        for _ in range(variants):
            points = _shaken(image, sample, unit, [SIZES[level.size] for level in levels], rng)
            if np.isfinite(sample.camera.project(points.reshape(-1, 3))).all():
                (strip,) = cut_strips(image, sample.camera, points, len(levels) - 1, white)
                yield strip, colours


def _shaken(
    image: np.ndarray, sample: Sample, unit: LabelledUnit, sizes: list[Size], rng: np.random.Generator
) -> Floats:
    """The points (1, ROWS, COLUMNS, 3) of a strip up a stack's side, with errors like those of the reader's
    fit."""
    turn = towards_foot(sample.camera, unit.x_mm, unit.y_mm)
    towards = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-towards[1], towards[0]])
    spread = FAR_OFF_MM if rng.random() < FAR_OFF else OFF_MM
    place = np.array([unit.x_mm, unit.y_mm])
    x, y = place + rng.normal(0, spread) * towards + rng.normal(0, SIDE_OFF_MM) * across
    if rng.random() < WRONG_SIZE:
        sizes[rng.integers(len(sizes))] = SIZES[rng.integers(len(SIZES))]
    side = np.array([level_turn(image, sample.camera, float(x), float(y), sizes)])
    return strip_points(float(x), float(y), sizes, side, np.zeros(1))


def _spoilt(strips: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Augment strips uint8 (N, 4, ROWS, COLUMNS) by mirroring, gain, tint, blur and noise; float 0..1."""
    count = len(strips)

    def random(*shape: int) -> torch.Tensor:
        return torch.rand(count, *shape, generator=generator)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(count, *shape, generator=generator)

    colours, marks = strips[:, :3].float() / 255, strips[:, 3:].float() / 255
    colours = torch.where(random(1, 1, 1) < 0.5, colours.flip(3), colours)
    colours = torch.lerp(colours, nn.functional.avg_pool2d(colours, 3, 1, 1), random(1, 1, 1) ** 2)
    gain = torch.exp(normal(1, 1, 1) * 0.15)
    tint = torch.exp(normal(3, 1, 1) * 0.06 * (1 + 2 * (random(1, 1, 1) < 0.1)))
    noise = normal(*colours.shape[1:]) * random(1, 1, 1) * 0.03
    return torch.cat([(colours * gain * tint + noise).clamp(0, 1), marks], 1)


def accuracy(model: nn.Module, strips: Strips) -> tuple[float, float]:
    """Share of bands with the right colour, and the mean log loss, on strips without augmentation."""
    logits, model = [], model.eval()
    with torch.no_grad():
        for start in range(0, len(strips), BATCH):
            rows = torch.from_numpy(strips.pictures[start : start + BATCH])
            logits.append(model(rows.permute(0, 3, 1, 2).float() / 255))
    truth = torch.from_numpy(strips.colours)
    known = truth >= 0
    named, truth = torch.cat(logits)[known], truth[known]
    right = float((named.argmax(1) == truth).float().mean())
    return right, float(nn.functional.cross_entropy(named, truth))


def train(
    folders: Sequence[Path], out: Path, minutes: float, seed: int = 1, threads: int = 1,
    start: Path | None = None,
) -> None:  # fmt: skip
    """Train for ``minutes`` of processor time, starting from the exported model ``start`` if given. Every
    minute, write the weights' running mean to ``out`` and print the held-out accuracy.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    generator = torch.Generator().manual_seed(seed)
    trained, tested = gather(folders, kept_out=False, seed=seed), gather(folders, kept_out=True, seed=seed)
    print(f"{len(trained)} strips to train on, {len(tested)} held out", flush=True)
    pictures = torch.from_numpy(trained.pictures).permute(0, 3, 1, 2)
    truth, model, mean = torch.from_numpy(trained.colours), BandNet(), BandNet()
    if start is not None:
        rows = torch.randint(len(truth), (MEASURED * BATCH,), generator=generator)
        load_onnx(model, start, [(_spoilt(pictures[rows], generator),)])
    mean.load_state_dict(model.state_dict())
    optimiser = torch.optim.AdamW(model.parameters(), RATE, weight_decay=0.02)
    started, reported, step = time.process_time(), 0.0, 0
    while (share := (time.process_time() - started) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1 - share) ** 1.2 + 1e-5
        rows = torch.randint(len(truth), (BATCH,), generator=generator)
        logits, colours = model.train()(_spoilt(pictures[rows], generator)), truth[rows]
        loss = nn.functional.cross_entropy(
            logits.flatten(0, 1), colours.flatten(), ignore_index=UNKNOWN, label_smoothing=0.02
        )
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
        average(mean, model, min(KEPT, step / (step + 10)))
        if time.process_time() - reported > 60:
            reported = time.process_time()
            print(f"{share:.0%} loss {loss.item():.3f} held out {accuracy(mean, tested)}", flush=True)
            torch.save({"mean": mean.state_dict()}, out)
    print(f"held out {accuracy(mean, tested)}", flush=True)
    torch.save({"mean": mean.state_dict()}, out)
