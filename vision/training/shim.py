"""Imports ultralytics despite a torchvision build whose compiled operators do not load.

Only the training set-up needs this, and only where the installed torch and torchvision do not match (some
CPU-only machines). The product never imports ultralytics, torch or this module. The operators are declared,
not implemented: training uses none of them, and calling one fails loudly.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import cv2

_LIBRARIES: list[object] = []  # torch.library registrations live as long as the object that made them
_SCHEMAS = (
    "nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "roi_align(Tensor a, Tensor b, float c, SymInt d, SymInt e, int f, bool g) -> Tensor",
    "_roi_align_backward(Tensor a, Tensor b, float c, int d, int e, int f, int g, int h, int i, int j, "
    "bool k) -> Tensor",
)


def quiet_environment() -> None:
    """Keep ultralytics from using the network or installing packages when it is imported."""
    os.environ["YOLO_AUTOINSTALL"] = "False"
    os.environ["YOLO_OFFLINE"] = "True"
    os.environ["YOLO_VERBOSE"] = "False"


def _declare_missing_operators() -> None:
    import torch

    library = torch.library.Library("torchvision", "FRAGMENT")
    for schema in _SCHEMAS:
        name = schema.split("(", 1)[0]
        if not hasattr(torch.ops.torchvision, name):
            library.define(schema)
    _LIBRARIES.append(library)


@contextmanager
def unpatched() -> Iterator[None]:
    """Restore the functions of OpenCV and Pillow that importing ultralytics replaces, and OpenCV's number of
    threads.
    """
    from PIL import Image

    threads, replaced = cv2.getNumThreads(), [(cv2, name) for name in ("imread", "imwrite", "imshow")]
    originals = [(module, name, getattr(module, name)) for module, name in [*replaced, (Image, "open")]]
    try:
        yield
    finally:
        cv2.setNumThreads(threads)
        for module, name, original in originals:
            setattr(module, name, original)


def import_ultralytics() -> ModuleType:
    """Import and return ``ultralytics``, restoring what its import changes elsewhere."""
    quiet_environment()
    with unpatched():
        try:
            import torchvision
        except RuntimeError:
            _declare_missing_operators()
            import torchvision  # noqa: F401
        import ultralytics
    module: ModuleType = ultralytics
    return module
