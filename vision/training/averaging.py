"""Averages of a network's weights: over a training (the average is exported), and of two exports."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import get_ema_multi_avg_fn


def average(mean: nn.Module, model: nn.Module, keep: float) -> None:
    """Update an exponential moving average in place: ``mean`` becomes keep * mean + (1 - keep) * model."""
    pairs = list(zip(mean.state_dict().values(), model.state_dict().values(), strict=True))
    floats = [pair for pair in pairs if pair[0].dtype.is_floating_point]
    with torch.no_grad():
        get_ema_multi_avg_fn(keep)([slow for slow, _ in floats], [value for _, value in floats], None)
        for slow, value in pairs:
            if not slow.dtype.is_floating_point:
                slow.copy_(value)


def halfway(tuned: Path, original: Path) -> None:
    """Replace the export ``tuned`` by the mean of its weights and those of ``original``, from which it was
    fine-tuned.

    Fine-tuning gains on the new kinds of pictures and loses on the others; the mean keeps most of both
    (Wortsman et al., Robust fine-tuning of zero-shot models, CVPR 2022). Weights are in single or half
    precision. Raises ``ValueError`` for exports of different networks, or in 8 bits.
    """
    import onnx

    model, before = onnx.load(str(tuned)), onnx.load(str(original))
    originals = {_base_name(each.name): onnx.numpy_helper.to_array(each) for each in before.graph.initializer}
    for stored in model.graph.initializer:
        new, old = onnx.numpy_helper.to_array(stored), originals.get(_base_name(stored.name))
        if old is None or old.shape != new.shape or not np.issubdtype(old.dtype, np.floating):
            raise ValueError(f"{original} is no export of the same network in single or half precision")
        if np.issubdtype(new.dtype, np.floating):
            mean = (new.astype(np.float32) + old.astype(np.float32)) / 2
            stored.CopyFrom(onnx.numpy_helper.from_array(mean.astype(new.dtype), stored.name))
    onnx.save(model, str(tuned))


def _base_name(name: str) -> str:
    """The name of weights without the suffix of ``quantise.halve``."""
    return name.removesuffix("_half")
