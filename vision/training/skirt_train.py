"""Trains the skirts network: crops around the bands that lower pieces of stacks show, named by colour."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from engine.pieces import Size
from vision.read.skirts import COLOURS, SIDE, cut_skirt, skirt_points, skirt_transform
from vision.training.reader_data import labelled_white
from vision.training.restart import MEASURED, load_onnx
from vision.training.samples import SIZES, Sample, held_out, list_samples, read_sample

STORED = 48
"""Side of the crops kept in memory; training cuts SIDE px out of them, shaken."""
SHAKE_PX = 1.7
BATCH = 256


class SkirtNet(nn.Module):
    """Crops (N, 3, SIDE, SIDE) BGR 0..1 to colour logits (N, 11)."""

    def __init__(self) -> None:
        super().__init__()
        sizes = (3, 24, 40, 56, 72)
        layers: list[nn.Module] = []
        for inputs, outputs, stride in zip(sizes, sizes[1:], (1, 2, 1, 2), strict=False):
            layers += [
                nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
                nn.BatchNorm2d(outputs),
                nn.ReLU(),
            ]
        self.body = nn.Sequential(*layers, nn.Conv2d(72, 24, 1), nn.ReLU(), nn.Flatten(), nn.Dropout(0.2))
        self.out = nn.Sequential(nn.Linear(24 * (SIDE // 4) ** 2, 96), nn.ReLU(), nn.Linear(96, len(COLOURS)))

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.out(self.body((crops - 0.45) * 4))
        return logits


@dataclass(frozen=True)
class Crops:
    """Stored crops uint8 (N, STORED, STORED, 3) with colour indexes (N,)."""

    pictures: np.ndarray
    colours: np.ndarray


def _of_sample(sample: Sample) -> list[tuple[np.ndarray, int]]:
    found, image = [], sample.image()
    white = labelled_white(sample)
    for unit in sample.units:
        if unit.flat or len(unit.levels) < 2 or unit.visible < 0.8:
            continue
        sizes: list[Size] = [SIZES[level.size] for level in reversed(unit.levels)]
        points = skirt_points(sample.camera, unit.x_mm, unit.y_mm, sizes)
        for point, level in zip(points, list(reversed(unit.levels))[:-1], strict=True):
            at = sample.camera.project(point[None])[0]
            inside = 8 < at[0] < sample.camera.width - 8 and 8 < at[1] < sample.camera.height - 8
            if level.visible >= 0.04 and inside:
                transform = skirt_transform(sample.camera, point, STORED)
                found.append((cut_skirt(image, transform, white, STORED), level.colour))
    return found


def gather(folder: Path, kept_out: bool | None) -> Crops:
    """All skirts of a folder: training samples, held-out ones, or (``None``) both."""
    paths = [p for p in list_samples(folder) if kept_out is None or held_out(p) == kept_out]
    pairs = [pair for path in paths for pair in _of_sample(read_sample(path))]
    return Crops(np.stack([p for p, _ in pairs]), np.array([c for _, c in pairs]))


def _spoilt(pictures: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Shaken windows with gains, tints, blur and noise, float (N, 3, SIDE, SIDE) 0..1."""
    count = len(pictures)
    shift = (torch.randn(count, 2, generator=generator) * SHAKE_PX).clamp(-7.5, 7.5)
    grid = torch.arange(SIDE, dtype=torch.float32) - (SIDE - 1) / 2
    scale = torch.exp(torch.randn(count, 1, generator=generator) * 0.05)
    across = (grid[None] * scale + shift[:, :1]) / (STORED / 2)
    down = (grid[None] * scale + shift[:, 1:]) / (STORED / 2)
    mirror = torch.where(torch.rand(count, 1, generator=generator) < 0.5, -1.0, 1.0)
    places = torch.stack(
        [(across * mirror)[:, None, :].expand(-1, SIDE, -1), down[:, :, None].expand(-1, -1, SIDE)], -1
    )
    crops = nn.functional.grid_sample(pictures, places, padding_mode="border", align_corners=False)
    soft = nn.functional.avg_pool2d(crops, 3, 1, 1)
    crops = torch.lerp(crops, soft, torch.rand(count, 1, 1, 1, generator=generator))
    gain = torch.exp(torch.randn(count, 1, 1, 1, generator=generator) * 0.12)
    tint = torch.exp(torch.randn(count, 3, 1, 1, generator=generator) * 0.05)
    noise = (
        torch.randn(crops.shape, generator=generator) * torch.rand(count, 1, 1, 1, generator=generator) * 0.03
    )
    return (crops * gain * tint + noise).clamp(0, 1)


def accuracy(model: nn.Module, crops: Crops) -> tuple[float, float]:
    """Share of right colours, and mean log loss, on unshaken crops."""
    cut = (STORED - SIDE) // 2
    window = crops.pictures[:, cut : cut + SIDE, cut : cut + SIDE]
    with torch.no_grad():
        logits = model.eval()(torch.from_numpy(window.copy()).permute(0, 3, 1, 2).float() / 255)
    truth = torch.from_numpy(crops.colours)
    right = float((logits.argmax(1) == truth).float().mean())
    return right, float(nn.functional.cross_entropy(logits, truth))


def train(
    folder: Path, out: Path, minutes: float, seed: int = 1, threads: int = 1, start: Path | None = None
) -> None:
    """Trains for a time, from an exported model if given (``start``), and writes the weights to ``out``.

    Prints held-out accuracy as it goes.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    generator = torch.Generator().manual_seed(seed)
    known, kept = gather(folder, False), gather(folder, True)
    print(f"{len(known.colours)} skirts to train on, {len(kept.colours)} held out", flush=True)
    pictures = torch.from_numpy(known.pictures).permute(0, 3, 1, 2).contiguous()
    truth, model = torch.from_numpy(known.colours), SkirtNet()
    if start is not None:
        rows = torch.randint(len(truth), (MEASURED * BATCH,), generator=generator)
        load_onnx(model, start, [(_spoilt(pictures[rows].float() / 255, generator),)])
    optimiser = torch.optim.AdamW(model.parameters(), 3e-3, weight_decay=0.02)
    started = said = time.monotonic()
    while (share := (time.monotonic() - started) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * (1 - share) ** 1.2 + 2e-5
        rows = torch.randint(len(truth), (BATCH,), generator=generator)
        logits = model.train()(_spoilt(pictures[rows].float() / 255, generator))
        loss = nn.functional.cross_entropy(logits, truth[rows], label_smoothing=0.02)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if time.monotonic() - said > 20:
            said = time.monotonic()
            print(f"{share:.0%} loss {loss.item():.3f} held out {accuracy(model, kept)}", flush=True)
    print(f"held out {accuracy(model, kept)}", flush=True)
    torch.save({"mean": model.state_dict()}, out)
