"""The finder's network: yolo11n-pose without the block of its second stage and without its stride-32 output.

Two outputs (strides 8 and 16) suffice: at detection scale units are 10 to 60 px large, and hands fit stride
16. vision/MODELS.md has the measurements.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from vision.training.shim import import_ultralytics

CLASSES = 3
POINTS = [2, 2]
POINT_SPREAD = 0.06  # relative to the box: tolerance of the loss for base and apex


def layout(width: float = 0.25) -> dict[str, Any]:
    """The network in ultralytics' format: a stem to stride 4, stages at 8, 16 and 32, outputs at 8 and 16."""
    return {
        "nc": CLASSES,
        "kpt_shape": POINTS,
        "scales": {"n": [0.5, width, 1024]},
        "scale": "n",
        "backbone": [
            [-1, 1, "Conv", [64, 3, 2]],
            [-1, 1, "Conv", [128, 3, 2]],
            [-1, 1, "Conv", [256, 3, 2]],
            [-1, 2, "C3k2", [256, False]],  # 3: stride 8
            [-1, 1, "Conv", [512, 3, 2]],
            [-1, 2, "C3k2", [512, True]],  # 5: stride 16
            [-1, 1, "Conv", [512, 3, 2]],
            [-1, 2, "C3k2", [512, True]],
            [-1, 1, "SPPF", [512, 5]],  # 8: stride 32
        ],
        "head": [
            [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
            [[-1, 5], 1, "Concat", [1]],
            [-1, 2, "C3k2", [512, False]],  # 11
            [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
            [[-1, 3], 1, "Concat", [1]],
            [-1, 2, "C3k2", [256, False]],  # 14: out at stride 8
            [-1, 1, "Conv", [256, 3, 2]],
            [[-1, 11], 1, "Concat", [1]],
            [-1, 2, "C3k2", [512, False]],  # 17: out at stride 16
            [[14, 17], 1, "Pose", ["nc", "kpt_shape"]],
        ],
    }


def build() -> Any:
    """A new network with random weights (seed torch first) and the gains of its losses."""
    import_ultralytics()
    import torch
    from ultralytics.nn.tasks import PoseModel

    model: Any = PoseModel(layout(), ch=3, nc=CLASSES, verbose=False)
    model.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, pose=8.0, kobj=1.0)
    model.kpt_oks_sigmas = torch.full((POINTS[0],), POINT_SPREAD)
    return model
