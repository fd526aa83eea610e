"""Trains the finder on the CPU with a plain loop; resumable, and the folders may grow meanwhile."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from vision.training.averaging import average
from vision.training.finder_data import HEIGHT, WIDTH, Album, Shrunk, augmented
from vision.training.finder_net import build
from vision.training.precision import quickest
from vision.training.restart import MEASURED, load_onnx
from vision.training.schedule import rate_at, write_checkpoint

LAST_RATE = 0.01
"""The final learning rate relative to the peak."""


@dataclass(frozen=True)
class Plan:
    """How to train: for ``minutes`` of ``clock`` (in seconds; wall clock by default), while the learning rate
    falls to almost nothing.

    The checkpoint of an interrupted run has the share of its time that has passed; resuming continues there.
    """

    folders: tuple[Path, ...]
    out: Path
    minutes: float
    batch: int = 8
    rate: float = 1.5e-3
    seed: int = 1
    threads: int = 2
    refresh_s: float = 240.0
    start: Path | None = None  # an exported model to start from
    evenly: bool = False  # the same number of pictures from each folder
    clock: Callable[[], float] = time.monotonic


def collate(items: list[Shrunk]) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """A batch: pictures float (B, 3, HEIGHT, WIDTH) RGB 0..1, and targets for ultralytics' losses."""
    stack = np.stack([item.image[..., ::-1] for item in items]).transpose(0, 3, 1, 2)
    pictures = torch.from_numpy(np.ascontiguousarray(stack)).float().div_(255)
    index = np.concatenate([np.full(len(item.classes), i) for i, item in enumerate(items)])
    corners = np.concatenate([item.boxes for item in items])
    centred = np.concatenate([(corners[:, :2] + corners[:, 2:]) / 2, corners[:, 2:] - corners[:, :2]], 1)
    size = np.array([WIDTH, HEIGHT], np.float32)
    points = np.concatenate([item.points for item in items]) / size
    flags = np.concatenate([item.pointed for item in items])
    keypoints = np.concatenate([points, np.repeat(flags[:, None, None], 2, 1)], 2)
    classes = np.concatenate([item.classes for item in items])
    return pictures, {
        "batch_idx": torch.from_numpy(index).float(),
        "cls": torch.from_numpy(classes).float()[:, None],
        "bboxes": torch.from_numpy(centred / np.tile(size, 2)).float(),
        "keypoints": torch.from_numpy(keypoints).float(),
    }


class _Averaged:
    """The exponential moving average of a model's weights."""

    def __init__(self, model: torch.nn.Module, steps: int = 0) -> None:
        self.model = copy.deepcopy(model).eval().requires_grad_(False)
        self.steps = steps

    def update(self, model: torch.nn.Module) -> None:
        self.steps += 1
        average(self.model, model, 0.998 * (1 - np.exp(-self.steps / 400)))


def _optimiser(model: torch.nn.Module) -> torch.optim.Optimizer:
    decayed = [p for p in model.parameters() if p.ndim > 1]
    others = [p for p in model.parameters() if p.ndim <= 1]
    groups = [{"params": decayed, "weight_decay": 0.02}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=1e-3, betas=(0.9, 0.99))


def _batches(album: Album, plan: Plan, rng: np.random.Generator) -> Any:
    """Endless augmented batches; a thread prepares the next one."""

    def prepare(seed: int) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        own = np.random.default_rng(seed)
        return collate([augmented(album.candidates(own), own) for _ in range(plan.batch)])

    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(prepare, int(rng.integers(2**62)))
        while True:
            ready, coming = coming.result(), pool.submit(prepare, int(rng.integers(2**62)))
            yield ready


def _step(
    model: Any, loss_of: Any, optimiser: Any, batch: tuple[torch.Tensor, dict[str, torch.Tensor]]
) -> list[float]:
    pictures, targets = batch
    pictures = pictures.contiguous(memory_format=torch.channels_last)
    with quickest():
        out = model(pictures)
    full = {k: (v.float() if torch.is_tensor(v) else [f.float() for f in v]) for k, v in out.items()}
    loss, parts = loss_of(full, targets)
    optimiser.zero_grad(set_to_none=True)
    loss.sum().backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
    optimiser.step()
    return [float(v) for v in parts.values()]


def train(plan: Plan, resume: Path | None = None) -> Path:
    """Train, from the checkpoint ``resume`` if given; returns the checkpoint, written every minute."""
    torch.manual_seed(plan.seed)
    torch.set_num_threads(plan.threads)
    model = build().to(memory_format=torch.channels_last)
    album = Album(plan.folders, plan.evenly)
    print(f"{album.refresh()} pictures", flush=True)
    if plan.start is not None and resume is None:
        batches = _batches(album, plan, np.random.default_rng(plan.seed))
        load_onnx(model, plan.start, [(next(batches)[0],) for _ in range(MEASURED)])
        batches.close()
    optimiser, mean, step, share = _optimiser(model), _Averaged(model), 0, 0.0
    if resume is not None:
        saved = torch.load(resume, weights_only=True)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        mean, step = _Averaged(model, saved["averaged"]), saved["steps"]
        mean.model.load_state_dict(saved["mean"])
        share = saved.get("share", 0.0) % 1
    model.train()
    loss_of = model.init_criterion()
    plan.out.parent.mkdir(parents=True, exist_ok=True)
    _loop(plan, model, loss_of, optimiser, mean, album, step, share)
    return plan.out


def _save(plan: Plan, model: Any, mean: _Averaged, optimiser: Any, step: int, share: float) -> None:
    progress = {"steps": step, "averaged": mean.steps, "share": share}
    write_checkpoint(plan.out, model, mean.model, optimiser, **progress)


def _loop(
    plan: Plan,
    model: Any,
    loss_of: Any,
    optimiser: Any,
    mean: _Averaged,
    album: Album,
    step: int,
    share: float,
) -> None:
    saved = refreshed = time.monotonic()
    started = plan.clock() - share * plan.minutes * 60
    sums: list[list[float]] = []
    batches = _batches(album, plan, np.random.default_rng(plan.seed + step))
    while (share := (plan.clock() - started) / (plan.minutes * 60)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate_at(share, plan.rate, LAST_RATE)
        sums.append(_step(model, loss_of, optimiser, next(batches)))
        mean.update(model)
        step += 1
        now = time.monotonic()
        if now - saved > 60:
            _save(plan, model, mean, optimiser, step, share)
            parts = " ".join(f"{v:.3f}" for v in np.mean(sums, 0))
            speed = len(sums) * plan.batch / (now - saved)
            print(f"step {step} {share:.0%} box/pose/kobj/cls/dfl {parts} {speed:.0f} img/s", flush=True)
            saved, sums = now, []
        if now - refreshed > plan.refresh_s:
            print(f"{album.refresh()} pictures", flush=True)
            refreshed = now
    _save(plan, model, mean, optimiser, step, 1.0)
