"""The precision for training on a processor or a graphics card."""

from __future__ import annotations

import torch


def quickest(device: str = "cpu") -> torch.autocast:
    """Bfloat16 autocast where the device supports it (twice as fast); emulated it would be four times as
    slow. ``device`` is a type of device (``cpu``, ``cuda``).
    """
    native = torch.ops.mkldnn._is_mkldnn_bf16_supported() if device == "cpu" else True
    return torch.autocast(device, torch.bfloat16, enabled=native)
