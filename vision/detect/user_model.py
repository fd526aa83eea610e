"""A user's own ultralytics model (a ``.pt`` file) in the finder's place; needs the extra ``train``.

Models that predict boxes work (detect, pose, segment). Classes are told by their names: "hand" is a hand,
names with "flat", "lying" or "side" are lying pieces, all others upright ones; the reader reads colour, size
and posture anew in any case. A pose model's first two key points are taken for the footprint's middle and the
apex; without key points the footprint is guessed from the box.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.message import Messages
from vision.detect.finder import CLASSES, DETECTION_WIDTH, LEAST_SCORE, Finder, Found, Kind, canvas, decode
from vision.runtime import ModelError

say = Messages("vision")

LYING = ("flat", "lying", "side")
BASE_ABOVE = 0.35
"""How far over the box's lower edge an upright unit's footprint has its middle, in widths of the box."""


def kind_of(name: str) -> Kind:
    """What a class of the user's model is, by its name."""
    plain = name.lower()
    if "hand" in plain:
        return Kind.HAND
    return Kind.FLAT if any(word in plain for word in LYING) else Kind.UPRIGHT


def as_finder_output(
    raw: NDArray[np.floating], names: Mapping[int, str], point_size: int
) -> NDArray[np.floating]:
    """The user's raw output (1, 4 + classes + ..., N) in the finder's layout (1, CHANNELS, N).

    ``point_size`` is how many numbers a key point has (2 or 3), 0 without key points.
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
    """Finds units with a user's ultralytics model. Raises ModelError in one line that says what to do."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        if not path.exists():
            raise ModelError(say("model_no_file", raw=path))
        self._torch, model = _loaded(path)
        self._torch.set_num_threads(threads)
        head = model.model[-1]
        self._names: Mapping[int, str] = model.names
        points = getattr(head, "kpt_shape", (0, 0))
        self._point_size = int(points[1]) if points[0] >= 2 else 0
        if getattr(head, "end2end", False):
            head.end2end = False
        self._model = model.float().eval()

    def find(
        self, image_bgr: NDArray[np.uint8], width: int = DETECTION_WIDTH, least: float = LEAST_SCORE
    ) -> tuple[Found, ...]:
        """Units and hands in a picture, uint8 (H, W, 3) BGR, of at least that score, best first."""
        ready = canvas(image_bgr, width)
        with self._torch.inference_mode():
            out = self._model(self._torch.from_numpy(ready.blob))
        while isinstance(out, tuple | list):  # predictions come first, alone, or first of a nest
            out = out[0]
        raw = as_finder_output(out.numpy(), self._names, self._point_size)
        return decode(raw, ready.factor, least)


@contextmanager
def unpatched() -> Iterator[None]:
    """Puts back what ultralytics replaces in OpenCV and Pillow when it is imported, and OpenCV's threads."""
    from PIL import Image

    threads, kept = cv2.getNumThreads(), [(cv2, name) for name in ("imread", "imwrite", "imshow")]
    before = [(of, name, getattr(of, name)) for of, name in [*kept, (Image, "open")]]
    try:
        yield
    finally:
        cv2.setNumThreads(threads)
        for of, name, own in before:
            setattr(of, name, own)


def _loaded(path: Path) -> tuple[Any, Any]:
    """torch and the model in the file."""
    os.environ.update(YOLO_AUTOINSTALL="False", YOLO_OFFLINE="True", YOLO_VERBOSE="False")
    try:
        with unpatched():
            import torch
            from ultralytics.models import YOLO
    except (ImportError, RuntimeError) as error:
        raise ModelError(say("model_extra", raw=path.name, raw2=error)) from error
    try:
        model = YOLO(str(path))
        task, network = model.task, model.model
    except Exception as error:
        raise ModelError(say("model_unread", raw=path, raw2=error)) from error
    layers = getattr(network, "model", None)
    if task not in ("detect", "pose", "segment") or layers is None or not hasattr(layers[-1], "cv2"):
        raise ModelError(say("model_task", raw=path, raw2=task))
    return torch, network


def open_finder(path: Path, threads: int = 2) -> Finder | UserFinder:
    """The finder in a file: a user's ultralytics ``.pt``, or an ONNX file exported by scripts/train.py."""
    return UserFinder(path, threads) if path.suffix == ".pt" else Finder(path, threads)
