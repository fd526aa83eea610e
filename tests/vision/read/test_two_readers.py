"""Two readers side by side: each looks at its own crops, and the reading combines both."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from vision.observe.units import MODEL_FOLDER
from vision.read.crops import CROP_HEIGHT, CROP_WIDTH
from vision.read.reader import SECOND, Networks, Reader
from vision.runtime import ModelError

RNG = np.random.default_rng(4)
CROPS = RNG.integers(0, 256, (3, CROP_HEIGHT, CROP_WIDTH, 3), dtype=np.uint8)
EXTRAS = RNG.random((3, 2)).astype(np.float32)


def alone(name: str, folder: Path) -> np.ndarray:
    """The reading of the crops by one of the two."""
    shutil.copyfile(MODEL_FOLDER / name, folder / "alone.onnx")
    return Networks(folder / "alone.onnx").run(CROPS, EXTRAS)


def test_each_network_is_asked_by_itself(tmp_path: Path) -> None:
    first, second = (alone(name, tmp_path) for name in ("reader.onnx", SECOND))
    both = Networks(MODEL_FOLDER / "reader.onnx")
    np.testing.assert_allclose(both.run(CROPS, EXTRAS), first, atol=1e-4)
    np.testing.assert_allclose(both.run(CROPS, EXTRAS, second=True), second, atol=1e-4)
    assert np.abs(first - second).max() > 0.1  # two different readers


def test_a_reader_without_a_second_one_reads_by_itself(tmp_path: Path) -> None:
    shutil.copyfile(MODEL_FOLDER / "reader.onnx", tmp_path / "reader.onnx")
    (reading, *_) = Reader(tmp_path / "reader.onnx").read(CROPS, np.full(3, 0.8))
    assert reading.p_levels.sum() == pytest.approx(1)


def test_a_broken_second_reader_is_told(tmp_path: Path) -> None:
    shutil.copyfile(MODEL_FOLDER / "reader.onnx", tmp_path / "reader.onnx")
    (tmp_path / SECOND).write_bytes(b"no network")
    with pytest.raises(ModelError, match="install the package again"):
        Reader(tmp_path / "reader.onnx")
