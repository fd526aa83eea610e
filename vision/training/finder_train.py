"""Trains the finder with a plain loop; resumable, and the folders may grow meanwhile."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from vision.training.averaging import average
from vision.training.finder_data import HEIGHT, WIDTH, Album, Shrunk, augmented
from vision.training.finder_net import build
from vision.training.preparing import batches
from vision.training.restart import MEASURED, load_onnx
from vision.training.samples import Share
from vision.training.schedule import quickest, rate_at, write_checkpoint

Batch = tuple[torch.Tensor, dict[str, torch.Tensor]]
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
    device: str = "cpu"  # or "cuda"
    processes: int = 0  # that prepare batches; 0: a thread
    clock: Callable[[], float] = time.monotonic


def collate(items: list[Shrunk]) -> Batch:
    """A batch: pictures uint8 (B, 3, HEIGHT, WIDTH) RGB, and targets for ultralytics' losses."""
    stack = np.stack([item.image[..., ::-1] for item in items]).transpose(0, 3, 1, 2)
    pictures = torch.from_numpy(np.ascontiguousarray(stack))
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


def _input(pictures: torch.Tensor) -> torch.Tensor:
    """The network's input of a batch's pictures: 0..1."""
    return pictures.float().div_(255).contiguous(memory_format=torch.channels_last)


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


class _Pictures:
    """Batches from an album."""

    def __init__(self, plan: Plan, share: Share) -> None:
        self._album, self._size = Album(plan.folders, plan.evenly, share), plan.batch

    def refresh(self) -> int:
        return self._album.refresh()

    def batch(self, rng: np.random.Generator) -> Batch:
        return collate([augmented(self._album.candidates(rng), rng) for _ in range(self._size)])


def _step(model: Any, loss_of: Any, optimiser: Any, batch: Batch, device: str) -> torch.Tensor:
    pictures = _input(batch[0].to(device, non_blocking=True))
    targets = {name: value.to(device, non_blocking=True) for name, value in batch[1].items()}
    with quickest(device):
        out = model(pictures)
    full = {k: (v.float() if torch.is_tensor(v) else [f.float() for f in v]) for k, v in out.items()}
    loss, parts = loss_of(full, targets)
    optimiser.zero_grad(set_to_none=True)
    loss.sum().backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
    optimiser.step()
    return torch.stack([torch.as_tensor(value).detach() for value in parts.values()])


def train(plan: Plan, resume: Path | None = None) -> Path:
    """Train, from the checkpoint ``resume`` if given; returns the checkpoint, written every minute."""
    torch.manual_seed(plan.seed)
    torch.set_num_threads(plan.threads)
    model = build().to(plan.device, memory_format=torch.channels_last)
    saved = torch.load(resume, weights_only=True, map_location=plan.device) if resume else None
    seed = plan.seed + (saved["steps"] if saved else 0)
    prepared = batches(partial(_Pictures, plan), plan.processes, seed, plan.refresh_s)
    if plan.start is not None and saved is None:
        load_onnx(model, plan.start, [(_input(next(prepared)[0].to(plan.device)),) for _ in range(MEASURED)])
    optimiser, mean, step, share = _optimiser(model), _Averaged(model), 0, 0.0
    if saved is not None:
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        mean, step = _Averaged(model, saved["averaged"]), saved["steps"]
        mean.model.load_state_dict(saved["mean"])
        share = saved.get("share", 0.0) % 1
    model.train()
    plan.out.parent.mkdir(parents=True, exist_ok=True)
    _loop(plan, model, model.init_criterion(), optimiser, mean, prepared, step, share)
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
    prepared: Iterator[Batch],
    step: int,
    share: float,
) -> None:
    saved = time.monotonic()
    started = plan.clock() - share * plan.minutes * 60
    sums: list[torch.Tensor] = []
    while (share := (plan.clock() - started) / (plan.minutes * 60)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate_at(share, plan.rate, LAST_RATE)
        sums.append(_step(model, loss_of, optimiser, next(prepared), plan.device))
        mean.update(model)
        step += 1
        now = time.monotonic()
        if now - saved > 60:
            _save(plan, model, mean, optimiser, step, share)
            parts = " ".join(f"{v:.3f}" for v in torch.stack(sums).mean(0).tolist())
            speed = len(sums) * plan.batch / (now - saved)
            print(f"step {step} {share:.0%} box/pose/kobj/cls/dfl {parts} {speed:.0f} img/s", flush=True)
            saved, sums = now, []
    _save(plan, model, mean, optimiser, step, 1.0)
