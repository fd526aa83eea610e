"""The learning rate's schedule, the precision and the checkpoints, shared by the training loops of finder and
reader.
"""

from __future__ import annotations

import math
from pathlib import Path

import torch
from torch import nn

WARM_UP = 0.02


def rate_at(share: float, peak: float, last: float) -> float:
    """Learning rate at ``share`` (0..1) of the time: a short warm-up to ``peak``, then half a cosine down to
    ``last`` times ``peak``.
    """
    if share < WARM_UP:
        return peak * max(share / WARM_UP, 0.02)
    fall = math.pi * min((share - WARM_UP) / (1 - WARM_UP), 1.0)
    return peak * (last + (1 - last) * 0.5 * (1 + math.cos(fall)))


def quickest(device: str = "cpu") -> torch.autocast:
    """Bfloat16 autocast where the device supports it (twice as fast); emulated it would be four times as
    slow. ``device`` is a type of device (``cpu``, ``cuda``).
    """
    native = torch.ops.mkldnn._is_mkldnn_bf16_supported() if device == "cpu" else True
    return torch.autocast(device, torch.bfloat16, enabled=native)


def write_checkpoint(
    path: Path, model: nn.Module, mean: nn.Module, optimiser: torch.optim.Optimizer, **progress: float
) -> None:
    """Replace the checkpoint: the states of the network, its mean and the optimiser, and the progress."""
    states = {"model": model.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict()}
    temporary = path.with_suffix(".tmp")
    torch.save({**states, **progress}, temporary)
    temporary.replace(path)
