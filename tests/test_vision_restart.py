"""Exported weights go back into their network: needs the extra ``train``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.crops import CROP_HEIGHT, CROP_WIDTH
from vision.runtime import open_model
from vision.skirts import SIDE

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
MODELS = Path(__file__).parent.parent / "vision" / "models"


def test_reader_computes_what_its_file_computes() -> None:
    from vision.training.reader_net import ReaderNet
    from vision.training.restart import load_onnx

    torch.manual_seed(3)
    model = ReaderNet()
    batches = [(torch.rand(12, 3, CROP_HEIGHT, CROP_WIDTH), torch.rand(12, 2)) for _ in range(2)]
    load_onnx(model, MODELS / "reader.onnx", batches)
    crops, extras = batches[0]
    stored = open_model(MODELS / "reader.onnx").run({"crops": crops.numpy(), "extras": extras.numpy()})
    with torch.no_grad():
        np.testing.assert_allclose(model.eval()(crops, extras).numpy(), stored[0], atol=1e-3)
        trained = model.train()(torch.cat([b[0] for b in batches]), torch.cat([b[1] for b in batches]))
    close = np.corrcoef(trained[:12].numpy().ravel(), stored[0].ravel())[0, 1]
    assert close > 0.95, "normalising by the batch's own statistics changes little"


def test_another_networks_file_is_refused() -> None:
    from vision.training.restart import load_onnx
    from vision.training.skirt_train import SkirtNet

    with pytest.raises(ValueError, match="not an export of this network"):
        load_onnx(SkirtNet(), MODELS / "reader.onnx", [(torch.rand(2, 3, SIDE, SIDE),)])
