"""The bands network: its training samples, and one second of training. Needs the extra ``train``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.pieces import Colour, Piece, Size
from tests.support.cameras import look_at
from tests.support.drawn_table import Drawn, save_two
from vision.read.bands import COLOURS, COLUMNS, MOST_BANDS, ROWS, Bands

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from vision.training.band_train import UNKNOWN, VARIANTS, gather, train  # noqa: E402
from vision.training.export import export_bands  # noqa: E402

CAMERA = look_at([0, -420, 400], [0, 0, 0], 35, 640, 480)
LOWER = (Colour.BLUE, Colour.YELLOW)
UNITS = [
    Drawn(-60, 10, tuple(Piece(Size.LARGE, colour) for colour in (*LOWER, Colour.RED))),
    Drawn(50, -20, (Piece(Size.MEDIUM, Colour.YELLOW),)),
]


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_two(tmp_path_factory.mktemp("samples"), UNITS, CAMERA)


@pytest.mark.parametrize(("kept_out", "count"), [(False, VARIANTS), (True, 1)])
def test_each_stack_gives_strips_with_its_lower_colours(samples: Path, kept_out: bool, count: int) -> None:
    strips = gather([samples], kept_out)
    assert strips.pictures.shape == (count, ROWS, COLUMNS, 4)
    named = [COLOURS.index(colour) for colour in LOWER]
    assert strips.colours.tolist() == [[*named, *[UNKNOWN] * (MOST_BANDS - 2)]] * count
    marked = strips.pictures[..., 0, 3] > 0
    assert np.all(marked.sum(axis=1) == 2 * 8)


def test_what_is_learnt_is_exported_and_goes_on(
    samples: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    train([samples], tmp_path / "bands.pt", 2 / 60)
    export_bands(tmp_path / "bands.pt", tmp_path / "bands.onnx")
    strips = gather([samples], kept_out=True)
    shares = Bands(tmp_path / "bands.onnx").colours(strips.pictures)
    assert shares.shape == (1, MOST_BANDS, len(COLOURS)) and np.allclose(shares.sum(axis=2), 1)
    capsys.readouterr()
    train([samples], tmp_path / "more.pt", 1e-9, start=tmp_path / "bands.onnx")
    before = -np.log(shares[0, [0, 1], strips.colours[0, :2]]).mean()
    said = capsys.readouterr().out.splitlines()[-1]
    assert float(said.rstrip(")").split(", ")[1]) == pytest.approx(before, abs=1e-3)
