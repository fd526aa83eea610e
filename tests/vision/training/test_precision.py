"""Networks are trained in the precision that this processor computes fastest with."""

from __future__ import annotations

import pytest
import torch

from vision.training.precision import quickest


@pytest.mark.parametrize(("native", "dtype"), [(True, torch.bfloat16), (False, torch.float32)])
def test_bfloat16_is_used_where_the_processor_has_it(
    native: bool, dtype: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.ops.mkldnn, "_is_mkldnn_bf16_supported", lambda: native)
    with quickest():
        assert torch.nn.Linear(2, 2)(torch.zeros(1, 2)).dtype is dtype
