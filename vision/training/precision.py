"""In which precision a network is trained on this processor."""

from __future__ import annotations

import torch


def quickest() -> torch.autocast:
    """Bfloat16 where the processor computes with it: twice as fast there, four times as slow elsewhere."""
    native = torch.ops.mkldnn._is_mkldnn_bf16_supported()
    return torch.autocast("cpu", torch.bfloat16, enabled=native)
