"""Networks are trained in this processor's fastest precision. Needs the extra ``train``."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from vision.training.schedule import quickest  # noqa: E402


@pytest.mark.parametrize(("native", "dtype"), [(True, "bfloat16"), (False, "float32")])
def test_bfloat16_is_used_where_the_processor_has_it(
    native: bool, dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.ops.mkldnn, "_is_mkldnn_bf16_supported", lambda: native)
    with quickest():
        assert torch.nn.Linear(2, 2)(torch.zeros(1, 2)).dtype is getattr(torch, dtype)
