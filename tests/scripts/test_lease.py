"""The trainings of a lent graphics card, on the processor and with a budget of seconds. Needs ``train``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.drawn_table import save_example

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from scripts.lease import commands, main, parser, running  # noqa: E402
from vision.training.learning import progress  # noqa: E402
from vision.training.reader_net import ReaderNet  # noqa: E402

SMALL = ("--networks", "reader", "--device", "cpu", "--batch", "8", "--renderers", "0", "--processes", "1")


def test_a_step_ends_with_weights_and_the_next_one_goes_on(tmp_path: Path) -> None:
    samples, run, out = save_example(tmp_path / "samples"), tmp_path / "run", tmp_path / "out"
    order = [str(run), "--pictures", str(samples), "--to", str(out), *SMALL]
    assert main([*order, "--minutes", "0.05", "--step", "2"]) == 0
    steps, share = progress(run / "reader.pt")
    assert steps > 0
    assert share == 1
    assert not running(run, "reader")
    weights = torch.load(out / "reader.pt", weights_only=True)["mean"]
    assert set(weights) == set(ReaderNet().state_dict())
    assert all(value.isfinite().all() for value in weights.values())

    assert main([*order, "--minutes", "0.05", "--step", "2"]) == 0
    assert progress(run / "reader.pt") == (steps, 1), "a training that is over is not begun again"

    saved = torch.load(run / "reader.pt", weights_only=True)
    torch.save({**saved, "share": 0.5}, run / "reader.pt")
    assert main([*order, "--minutes", "0.05", "--step", "2"]) == 0
    assert progress(run / "reader.pt")[0] > steps


def test_renderers_draw_different_pictures_and_all_networks_learn_of_them(tmp_path: Path) -> None:
    args = parser().parse_args([str(tmp_path), "--pictures", "a", "b", "--to", "out", "--renderers", "3"])
    found = dict(commands(args))
    seeds = [
        command[command.index("--first-seed") + 1] for name, command in found.items() if "render" in name
    ]
    assert len(set(seeds)) == 3
    for name in ("reader", "second", "finder"):
        assert {"a", "b", str(tmp_path / "opengl"), "cuda"} <= set(found[name])
