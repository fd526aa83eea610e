"""Exported weights can be loaded back into their network. Needs the extra ``train``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.read.bands import COLUMNS, ROWS
from vision.read.crops import CROP_HEIGHT, CROP_WIDTH
from vision.runtime import open_model

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")
MODELS = Path(__file__).parents[3] / "vision" / "models"


@pytest.fixture(scope="module")
def crops() -> list[dict[str, np.ndarray]]:
    rng = np.random.default_rng(3)
    shapes = {"crops": (12, 3, CROP_HEIGHT, CROP_WIDTH), "extras": (12, 2)}
    return [{name: rng.random(shape, np.float32) for name, shape in shapes.items()} for _ in range(2)]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reader with random weights, in float32."""
    from vision.training.export import export_reader
    from vision.training.reader_net import ReaderNet

    torch.manual_seed(3)
    folder = tmp_path_factory.mktemp("reader")
    torch.save({"mean": ReaderNet().state_dict()}, folder / "reader.pt")
    export_reader(folder / "reader.pt", folder / "reader.onnx")
    return folder / "reader.onnx"


def went_on(path: Path, crops: list[dict[str, np.ndarray]]) -> tuple[Any, np.ndarray]:
    """A new reader with the file's weights, and the file's output for the first batch."""
    from vision.training.reader_net import ReaderNet
    from vision.training.restart import load_onnx

    model = ReaderNet()
    load_onnx(model, path, [tuple(map(torch.from_numpy, batch.values())) for batch in crops])
    return model, open_model(path).run(crops[0])[0]


def test_reader_computes_what_its_file_computes(exported: Path, crops: list[dict[str, np.ndarray]]) -> None:
    model, stored = went_on(exported, crops)
    batches = [tuple(map(torch.from_numpy, batch.values())) for batch in crops]
    with torch.no_grad():
        np.testing.assert_allclose(model.eval()(*batches[0]).numpy(), stored, atol=1e-3)
        trained = model.train()(*(torch.cat(parts) for parts in zip(*batches, strict=True)))
    close = np.corrcoef(trained[:12].numpy().ravel(), stored.ravel())[0, 1]
    assert close > 0.95, "normalising by the batch's own statistics changes little"


def test_weights_kept_in_half_precision_compute_the_same_and_go_back(
    exported: Path, crops: list[dict[str, np.ndarray]], tmp_path: Path
) -> None:
    from vision.training.quantise import halve

    path = tmp_path / "reader.onnx"
    path.write_bytes(exported.read_bytes())
    halve(path)
    assert path.stat().st_size < 0.6 * exported.stat().st_size
    model, stored = went_on(path, crops)
    np.testing.assert_allclose(stored, open_model(exported).run(crops[0])[0], atol=0.02)
    with torch.no_grad():
        batch = tuple(map(torch.from_numpy, crops[0].values()))
        np.testing.assert_allclose(model.eval()(*batch).numpy(), stored, atol=1e-3)


def test_8_bit_convolutions_compute_nearly_the_same(
    exported: Path, crops: list[dict[str, np.ndarray]], tmp_path: Path
) -> None:
    from vision.training.quantise import quantise

    smaller = tmp_path / "smaller.onnx"
    smaller.write_bytes(exported.read_bytes())
    quantise(smaller, iter(crops))
    assert smaller.stat().st_size < 0.9 * exported.stat().st_size
    before, after = (open_model(path).run(crops[0])[0] for path in (exported, smaller))
    assert np.corrcoef(before.ravel(), after.ravel())[0, 1] > 0.98
    model, stored = went_on(smaller, crops)
    with torch.no_grad():
        again = model.eval()(*(torch.from_numpy(part) for part in crops[0].values())).numpy()
    assert np.corrcoef(again.ravel(), stored.ravel())[0, 1] > 0.98


def test_another_networks_file_is_refused() -> None:
    from vision.training.band_net import BandNet
    from vision.training.restart import load_onnx

    with pytest.raises(ValueError, match="not an export of this network"):
        load_onnx(BandNet(), MODELS / "reader.onnx", [(torch.rand(2, 4, ROWS, COLUMNS),)])


def test_halfway_between_two_exports_lies_the_mean_of_their_weights(exported: Path, tmp_path: Path) -> None:
    from vision.training.averaging import halfway
    from vision.training.quantise import halve

    moved, whole = tmp_path / "moved.onnx", onnx.load(str(exported))
    for stored in whole.graph.initializer:
        weights = onnx.numpy_helper.to_array(stored)
        if weights.dtype == np.float32:
            stored.CopyFrom(onnx.numpy_helper.from_array(weights + 0.5, stored.name))
    onnx.save(whole, str(moved))
    half = tmp_path / "half.onnx"
    half.write_bytes(exported.read_bytes())
    halve(half)
    halfway(moved, half)
    pairs = zip(*(onnx.load(str(each)).graph.initializer for each in (moved, exported)), strict=True)
    for after, before in pairs:
        mean, own = map(onnx.numpy_helper.to_array, (after, before))
        if own.dtype == np.float32:
            np.testing.assert_allclose(mean, own + 0.25, atol=2e-3)
    with pytest.raises(ValueError, match="no export of the same network"):
        halfway(moved, MODELS / "finder.onnx")
