"""Trains the reader; resumable, and the folders may grow meanwhile."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from vision.detect.finder import Finder
from vision.observe.units import MODEL_FOLDER
from vision.read.reader import OUTPUTS, POINT_ORIGIN
from vision.training.averaging import average
from vision.training.preparing import batches
from vision.training.reader_data import Library, Target
from vision.training.reader_net import ReaderNet
from vision.training.restart import MEASURED, load_onnx
from vision.training.samples import Share
from vision.training.schedule import quickest, rate_at, write_checkpoint
from vision.training.trunk import load_imagenet

Batch = dict[str, torch.Tensor]
POINT_UNIT = 8.0
LAST_RATE = 0.005
"""The final learning rate relative to the peak."""
TRUNK_RATE = 0.3
"""The trunk's learning rate relative to the rest of the network."""


@dataclass(frozen=True)
class Plan:
    """How to train: for ``minutes`` of ``clock`` (in seconds; wall clock by default), while the learning rate
    falls to almost nothing.

    The checkpoint of an interrupted run has the share of its time that has passed; resuming continues there.
    """

    folders: tuple[Path, ...]
    out: Path
    minutes: float
    batch: int = 96
    rate: float = 1.5e-3
    seed: int = 1
    threads: int = 2
    refresh_s: float = 240.0
    start: Path | None = None  # an exported model to start from
    finder: Path = MODEL_FOLDER / "finder.onnx"  # its correct and false detections are used for training
    evenly: bool = False  # the same number of units from each folder
    trunk: bool = False  # with a second trunk, pretrained on ImageNet
    device: str = "cpu"  # or "cuda"
    processes: int = 0  # that prepare batches; 0: a thread
    clock: Callable[[], float] = time.monotonic


def collate(drawn: list[tuple[np.ndarray, Target]]) -> Batch:
    """A batch: crops uint8 (N, 3, H, W) BGR and their targets, stacked."""
    crops = np.stack([crop for crop, _ in drawn]).transpose(0, 3, 1, 2)
    targets = [target for _, target in drawn]

    def stack(name: str, kind: torch.dtype) -> torch.Tensor:
        return torch.from_numpy(np.stack([getattr(t, name) for t in targets])).to(kind)

    batch = {name: stack(name, torch.long) for name in ("valid", "levels", "colours", "sizes", "flat")}
    batch |= {name: stack(name, torch.float32) for name in ("heading", "points", "extras")}
    batch["crops"] = torch.from_numpy(np.ascontiguousarray(crops))
    return batch


def inputs_of(batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    """The network's inputs: crops (N, 3, H, W) BGR 0..1 and extras (N, 2)."""
    crops = batch["crops"].float().div_(255)
    return crops.contiguous(memory_format=torch.channels_last), batch["extras"]


def losses(raw: torch.Tensor, batch: Batch) -> dict[str, torch.Tensor]:
    """Each head's mean loss over the targets that are given; raw (N, OUTPUT_SIZE) float32."""
    heads = {name: raw[:, where] for name, where in OUTPUTS.items()}
    valid, flat = batch["valid"] == 1, batch["flat"] == 1
    found = {"valid": F.binary_cross_entropy_with_logits(heads["valid"][:, 0], batch["valid"].float())}
    found["levels"] = _cross_entropy(heads["levels"], batch["levels"] - 1, batch["levels"] > 0)
    for name in ("colours", "sizes"):
        target = batch[name].reshape(-1)
        logits = heads[name].reshape(len(target), -1)
        found[name] = _cross_entropy(logits, target, target >= 0)
    posture = F.binary_cross_entropy_with_logits(heads["flat"][:, 0], flat.float(), reduction="none")
    found["flat"] = _mean(posture, valid)
    found["heading"] = _mean((heads["heading"] - batch["heading"]).square().sum(1), flat & valid)
    wanted = (batch["points"] - torch.tensor(POINT_ORIGIN, device=raw.device)) / POINT_UNIT
    off = (heads["points"] - torch.nan_to_num(wanted)).abs() * POINT_UNIT
    spread = heads["spreads"].clamp(-4, 4)
    # Negative log likelihood of a Laplace distribution, each term weighted by its own detached spread
    # (beta-NLL of Seitzer and others, beta 1), so that uncertain points have the same gradients as certain
    # ones; without this the tips of lying pieces are not learnt.
    held = torch.exp(spread).detach().clamp(max=15.0)
    found["points"] = _mean(((off * torch.exp(-spread) + spread) * held).mean(1), valid)
    return found


def _mean(values: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return (values * mask).sum() / mask.sum().clamp(min=1)


def _cross_entropy(logits: torch.Tensor, target: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return _mean(F.cross_entropy(logits, target.clamp(min=0), reduction="none", label_smoothing=0.01), mask)


WEIGHTS = {
    "valid": 1.0, "levels": 1.0, "colours": 2.5, "sizes": 1.0, "flat": 0.7, "heading": 0.7, "points": 0.25,
}  # fmt: skip


class _Crops:
    """Batches from a library."""

    def __init__(self, plan: Plan, share: Share) -> None:
        self._library = Library(plan.folders, Finder(plan.finder, plan.threads), plan.evenly, share)
        self._size = plan.batch

    def refresh(self) -> tuple[int, int]:
        return self._library.refresh()

    def batch(self, rng: np.random.Generator) -> Batch:
        return collate([self._library.draw(rng) for _ in range(self._size)])


def train(plan: Plan, resume: Path | None = None) -> Path:
    """Train, from the checkpoint ``resume`` if given; returns the checkpoint, written every minute."""
    torch.manual_seed(plan.seed)
    torch.set_num_threads(plan.threads)
    model = ReaderNet(plan.trunk)
    model.to(plan.device, memory_format=torch.channels_last)  # type: ignore[call-overload]  # not in torch's types
    saved = torch.load(resume, weights_only=True, map_location=plan.device) if resume else None
    seed = plan.seed + (saved["steps"] if saved else 0)
    prepared = batches(partial(_Crops, plan), plan.processes, seed, plan.refresh_s)
    if plan.start is not None and saved is None:
        measured = [_on(next(prepared), plan.device) for _ in range(MEASURED)]
        load_onnx(model, plan.start, [inputs_of(batch) for batch in measured])
    elif saved is None and model.beside is not None:
        load_imagenet(model.beside.trunk)
    optimiser = _optimiser(model)
    mean, step, share = copy.deepcopy(model).eval(), 0, 0.0
    if saved is not None:
        model.load_state_dict(saved["model"])
        mean.load_state_dict(saved["mean"])
        optimiser.load_state_dict(saved["optimiser"])
        step, share = saved["steps"], saved.get("share", 0.0) % 1
    plan.out.parent.mkdir(parents=True, exist_ok=True)
    _loop(plan, model.train(), mean, optimiser, prepared, step, share)
    return plan.out


def _optimiser(model: ReaderNet) -> torch.optim.Optimizer:
    """AdamW with a lower learning rate for the pretrained trunk than for the rest."""
    trunk = [p for name, p in model.named_parameters() if ".trunk." in name and p.requires_grad]
    others = [p for name, p in model.named_parameters() if ".trunk." not in name]
    groups = [{"params": others, "part": 1.0}, {"params": trunk, "part": TRUNK_RATE}]
    return torch.optim.AdamW([g for g in groups if g["params"]], weight_decay=0.02)


def _on(batch: Batch, device: str) -> Batch:
    return {name: value.to(device, non_blocking=True) for name, value in batch.items()}


def _step(
    model: ReaderNet, optimiser: torch.optim.Optimizer, batch: Batch, device: str
) -> dict[str, torch.Tensor]:
    batch = _on(batch, device)
    with quickest(device):
        raw = model(*inputs_of(batch))
    parts = losses(raw.float(), batch)
    loss = torch.stack([WEIGHTS[name] * value for name, value in parts.items()]).sum()
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
    optimiser.step()
    return {name: value.detach() for name, value in parts.items()}


def _loop(
    plan: Plan,
    model: ReaderNet,
    mean: ReaderNet,
    optimiser: torch.optim.Optimizer,
    prepared: Iterator[Batch],
    step: int,
    share: float,
) -> None:
    saved = time.monotonic()
    started = plan.clock() - share * plan.minutes * 60
    sums: list[dict[str, torch.Tensor]] = []
    while (share := (plan.clock() - started) / (plan.minutes * 60)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate_at(share, plan.rate, LAST_RATE) * group.get("part", 1.0)
        sums.append(_step(model, optimiser, next(prepared), plan.device))
        step += 1
        average(mean, model, 0.998 * (1 - np.exp(-step / 300)))
        now = time.monotonic()
        if now - saved > 60:
            write_checkpoint(plan.out, model, mean, optimiser, steps=step, share=share)
            parts = " ".join(f"{name} {torch.stack([s[name] for s in sums]).mean():.3f}" for name in sums[0])
            print(
                f"step {step} {share:.0%} {parts} {len(sums) * plan.batch / (now - saved):.0f}/s", flush=True
            )
            saved, sums = now, []
    write_checkpoint(plan.out, model, mean, optimiser, steps=step, share=1.0)
