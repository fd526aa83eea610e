"""A user's own ultralytics model, exported to ONNX, in place of the finder.

Models that predict boxes work (detect, pose, segment). Classes are recognised by their names: "hand" is a
hand, names with "flat", "lying" or "side" are lying pieces, all others upright ones; the reader determines
colour, size and posture in any case. A pose model's first two keypoints are the footprint's middle and the
apex; without keypoints the footprint is estimated from the box.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.message import Messages, in_a_line
from vision.detect.finder import (
    CHANNELS,
    CLASSES,
    DETECTION_WIDTH,
    LEAST_SCORE,
    Canvas,
    Finder,
    Found,
    Kind,
    canvas,
    decode,
)
from vision.runtime import ModelError, Network, open_model

say = Messages("vision")

TASKS = ("detect", "pose", "segment")
MOST_CLASSES, MOST_WORDS, MOST_BYTES = 1000, 100_000, 400_000_000
MOST_S = 8.0
"""Time limit of a user's network for one picture."""
LYING = ("flat", "lying", "side")
BASE_ABOVE = 0.35
"""Height of an upright unit's footprint middle above the box's lower edge, in widths of the box."""


def kind_of(name: str) -> Kind:
    """The kind of a class of the user's model, by its name."""
    plain = name.lower()
    if "hand" in plain:
        return Kind.HAND
    return Kind.FLAT if any(word in plain for word in LYING) else Kind.UPRIGHT


def as_finder_output(
    raw: NDArray[np.floating], names: Mapping[int, str], point_size: int
) -> NDArray[np.floating]:
    """The user's raw output (1, 4 + classes + ..., N) in the finder's layout (1, CHANNELS, N).

    ``point_size`` is the number of values of a keypoint (2 or 3), 0 without keypoints.
    """
    count = len(names)
    boxes, scores = raw[:, :4], raw[:, 4 : 4 + count]
    kinds = np.array([kind_of(names[i]) for i in range(count)])
    by_kind = [scores[:, kinds == kind].max(1, keepdims=True, initial=0.0) for kind in range(CLASSES)]
    points = [boxes[:, :2], boxes[:, :2]]
    if point_size:
        first = 4 + count
        points = [raw[:, first + k * point_size : first + k * point_size + 2] for k in (0, 1)]
    else:
        low = np.minimum(BASE_ABOVE * boxes[:, 2], boxes[:, 3] / 2)
        below = boxes[:, 1] + boxes[:, 3] / 2 - low
        lying = by_kind[Kind.FLAT][:, 0] > by_kind[Kind.UPRIGHT][:, 0]
        points[0] = np.stack([boxes[:, 0], np.where(lying, boxes[:, 1], below)], 1)
    return np.concatenate([boxes, *by_kind, *points], 1)


class UserFinder:
    """A finder with a user's network. Raises ModelError, in one line that says what to do."""

    def __init__(self, network: Network, path: Path) -> None:
        task = network.facts.get("task", "detect")
        if task not in TASKS:
            raise ModelError(say("model_task", raw=path, raw2=task))
        self._path, self._network = path, network
        self._names = _names(network.facts, path)
        points = _literal(network.facts.get("kpt_shape", "")) or (0, 0)
        self._point_size = int(points[1]) if task == "pose" and points[0] >= 2 else 0

    def find(
        self, image_bgr: NDArray[np.uint8], width: int = DETECTION_WIDTH, least: float = LEAST_SCORE
    ) -> tuple[Found, ...]:
        """Units and hands in a picture, uint8 (H, W, 3) BGR, of at least that score, best first."""
        ready = self._canvas(image_bgr, width)
        try:
            out = self._network.run_within(MOST_S, {self._network.inputs[0]: ready.blob})[0]
            if out.ndim != 3 or out.shape[1] < 4 + len(self._names):
                raise ValueError(f"an output of shape {out.shape}")
            return decode(as_finder_output(out, self._names, self._point_size), ready.factor, least)
        except Exception as error:  # onnxruntime raises many kinds
            raise ModelError(say("model_other", raw=self._path, raw2=in_a_line(error))) from error

    def _canvas(self, image_bgr: NDArray[np.uint8], width: int) -> Canvas:
        """The picture for the network, in its own size if that is fixed."""
        size = self._network.size
        if size is None:
            return canvas(image_bgr, width)
        high, wide = size
        full = image_bgr.shape[:2]
        narrow = min(wide, max(1, int(full[1] * high / full[0])))
        ready = canvas(image_bgr, narrow)
        blob = np.full((1, 3, high, wide), 114 / 255, np.float32)
        _, _, down, right = ready.blob.shape
        blob[:, :, : min(down, high), : min(right, wide)] = ready.blob[:, :, :high, :wide]
        return Canvas(blob, ready.factor)


def _names(facts: Mapping[str, str], path: Path) -> Mapping[int, str]:
    """The names of the classes in the file."""
    names = _literal(facts.get("names", ""))
    if not isinstance(names, dict) or not 0 < len(names) <= MOST_CLASSES:
        raise ModelError(say("model_names", raw=path))
    return {at: str(names.get(at, "")) for at in range(len(names))}


def _literal(text: str) -> Any:
    """A Python literal, as ultralytics writes them; ``None`` for anything else."""
    try:
        return ast.literal_eval(text) if len(text) < MOST_WORDS else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def open_finder(path: Path, threads: int = 2) -> Finder | UserFinder:
    """The finder in an ONNX file: a user's own, exported by ultralytics, or one from scripts/train.py.

    Other files are refused: a ``.pt`` is a pickle, and opening one runs any code in it.
    """
    if not path.is_file():
        raise ModelError(say("model_no_file", raw=path))
    if path.suffix.lower() != ".onnx":
        export = f"yolo export model={path.name} format=onnx"
        raise ModelError(say("model_kind", raw=path, raw2=export))
    if path.stat().st_size > MOST_BYTES:
        raise ModelError(say("model_bytes", raw=path, most=MOST_BYTES // 1_000_000))
    try:
        network = open_model(path, threads)
    except ModelError as error:
        raise ModelError(say("model_unread", raw=path)) from error
    ours = "names" not in network.facts and network.size is None and network.channels in (None, CHANNELS)
    return Finder(path, threads) if ours else UserFinder(network, path)
