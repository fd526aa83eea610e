"""Exports checkpoints as ONNX files for run time."""

from __future__ import annotations

import logging
import warnings
from pathlib import Path

import torch

from vision.read.crops import CROP_HEIGHT, CROP_WIDTH

OPSET = 17


def export_finder(checkpoint: Path, out: Path) -> None:
    """Write a finder checkpoint's averaged weights as ONNX, for pictures of any size divisible by 32."""
    from vision.training.finder_net import build

    model = build()
    model.load_state_dict(torch.load(checkpoint, weights_only=True)["mean"])
    model = model.float().eval().fuse(verbose=False)
    head = model.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    axes = {"images": {2: "height", 3: "width"}, "found": {2: "places"}}
    _write(model, (torch.zeros(1, 3, 384, 640),), out, ["images"], ["found"], axes)


def export_reader(checkpoint: Path, out: Path) -> None:
    """Write a reader checkpoint's averaged weights, with or without a trunk, as ONNX for any number of
    crops.
    """
    from vision.training.reader_net import ReaderNet

    weights = torch.load(checkpoint, weights_only=True)["mean"]
    model = ReaderNet(trunk=any(name.startswith("beside.") for name in weights))
    model.load_state_dict(weights)
    inputs = (torch.zeros(2, 3, CROP_HEIGHT, CROP_WIDTH), torch.zeros(2, 2))
    axes = {name: {0: "units"} for name in ("crops", "extras", "read")}
    _write(model.eval(), inputs, out, ["crops", "extras"], ["read"], axes)


def export_bands(checkpoint: Path, out: Path) -> None:
    """Write a bands checkpoint's averaged weights as ONNX for any number of strips."""
    from vision.read.bands import COLUMNS, ROWS
    from vision.training.band_net import BandNet

    model = BandNet()
    model.load_state_dict(torch.load(checkpoint, weights_only=True)["mean"])
    axes = {"strips": {0: "stacks"}, "colours": {0: "stacks"}}
    _write(model.eval(), (torch.zeros(2, 4, ROWS, COLUMNS),), out, ["strips"], ["colours"], axes)


def _write(
    model: torch.nn.Module,
    inputs: tuple[torch.Tensor, ...],
    out: Path,
    names_in: list[str],
    names_out: list[str],
    axes: dict[str, dict[int, str]],
) -> None:
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    out.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model, inputs, str(out), input_names=names_in, output_names=names_out, dynamic_axes=axes,
            opset_version=OPSET, dynamo=False,
        )  # fmt: skip
