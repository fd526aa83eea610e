"""Means of a network's weights: over a training, which is what is kept of it, and of two exports."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn


def average(mean: nn.Module, model: nn.Module, keep: float) -> None:
    """Bring ``mean`` nearer to ``model``, in place: it keeps so much (0..1) of its own weights."""
    with torch.no_grad():
        for slow, value in zip(mean.state_dict().values(), model.state_dict().values(), strict=True):
            if slow.dtype.is_floating_point:
                slow.mul_(keep).add_(value, alpha=1 - keep)
            else:
                slow.copy_(value)


def halfway(one: Path, other: Path) -> None:
    """Replace an export by the mean of its weights and those of ``other``, which one was trained on from.

    What is learnt on pictures of some kinds is paid for on others; half of the way keeps most of both
    (Wortsman et al., Robust fine-tuning of zero-shot models, CVPR 2022). Weights are in single or half
    precision. Raises ``ValueError`` for exports of different networks, or in 8 bits.
    """
    import onnx

    model, mean_with = onnx.load(str(one)), onnx.load(str(other))
    found = {_plain(each.name): onnx.numpy_helper.to_array(each) for each in mean_with.graph.initializer}
    for stored in model.graph.initializer:
        own, its = onnx.numpy_helper.to_array(stored), found.get(_plain(stored.name))
        if its is None or its.shape != own.shape or not np.issubdtype(its.dtype, np.floating):
            raise ValueError(f"{other} is no export of the same network in single or half precision")
        if np.issubdtype(own.dtype, np.floating):
            mean = (own.astype(np.float32) + its.astype(np.float32)) / 2
            stored.CopyFrom(onnx.numpy_helper.from_array(mean.astype(own.dtype), stored.name))
    onnx.save(model, str(one))


def _plain(name: str) -> str:
    """The name of weights, in whatever precision they are kept."""
    return name.removesuffix("_half")
