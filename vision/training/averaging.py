"""The exponential moving average of a network's weights, which is what is kept of a training."""

from __future__ import annotations

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
