"""The reader's network: a small residual CNN over a canonical crop, with the camera's elevation as extra
input.

There is one flat output vector per crop; ``vision.read.reader.OUTPUTS`` names its slices (also at run time).
Colour logits are the sum of two sources: the fully connected layer, and one attention map per level over
features at stride 4. One small classifier for all levels gets the mean features under each map, so it learns
the colours of bands once, independently of their place and stack.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from engine.pieces import Colour
from vision.read.crops import CROP_HEIGHT, CROP_WIDTH
from vision.read.reader import MAX_LEVELS, OUTPUT_SIZE, OUTPUTS
from vision.training.trunk import Trunk

WIDTHS = (16, 40, 64, 112)  # channels at strides 2, 4, 8 and 16
FINE_AFTER = 5  # the layer at stride 8 that the fully connected layer gets too: bands are only 5 px high
FINE_CHANNELS = 16
LOOK_AFTER = 2  # the layer at stride 4 with the features for the attention maps
LOOK_CHANNELS = 32
TRUNK_NEAR, TRUNK_WIDE, TRUNK_FAR = 16, 16, 32  # channels joined from the trunk at strides 4, 8 and 16


def _conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    layer = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class _Block(nn.Module):
    """A residual block of two 3x3 convolutions, with half the channels between them."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.inner = nn.Sequential(_conv(channels, channels // 2), _conv(channels // 2, channels))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = x + self.inner(x)
        return out


class _ColourAttention(nn.Module):
    """One attention map per level: features at stride 4 (N, near, 32, 20) and 8 (N, wide, 16, 10) to colour
    logits (N, 5, 11).
    """

    def __init__(self, near: int, wide: int) -> None:
        super().__init__()
        self.values = _conv(near, LOOK_CHANNELS, 1, 3)
        self.where_wide = nn.Conv2d(wide, MAX_LEVELS, 1)
        self.where_near = nn.Conv2d(LOOK_CHANNELS, MAX_LEVELS, 1)
        self.where_place = nn.Parameter(torch.zeros(1, MAX_LEVELS, CROP_HEIGHT // 4, CROP_WIDTH // 4))
        self.name = nn.Sequential(
            nn.Linear(LOOK_CHANNELS, 64), nn.ReLU(inplace=True), nn.Linear(64, len(Colour))
        )

    def forward(self, near: torch.Tensor, wide: torch.Tensor) -> torch.Tensor:
        values = self.values(near)
        wide_map = F.interpolate(self.where_wide(wide), scale_factor=2.0, mode="nearest")
        maps = (wide_map + self.where_near(values) + self.where_place).flatten(2).softmax(2)
        colours: torch.Tensor = self.name(torch.matmul(maps, values.flatten(2).transpose(1, 2)))
        return colours


class _TrunkFeatures(nn.Module):
    """The trunk's features of crops (N, 3, h, w), with fewer channels, at strides 4 (joined with those at 8),
    8 and 16.
    """

    def __init__(self) -> None:
        super().__init__()
        self.trunk = Trunk()
        self.far, self.wide = _conv(112, TRUNK_FAR, 1, 1), _conv(40, TRUNK_WIDE, 1, 1)
        self.near = _conv(24 + TRUNK_WIDE, TRUNK_NEAR, 1, 1)

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        near, wide, far = self.trunk(crops)
        wide = self.wide(wide)
        up = F.interpolate(wide, scale_factor=2.0, mode="nearest")
        return self.near(torch.cat([near, up], 1)), wide, self.far(far)


class ReaderNet(nn.Module):
    """Crops (N, 3, 128, 80) BGR 0..1 and extras (N, 2) to (N, OUTPUT_SIZE) raw outputs.

    ``trunk`` adds the features of a second trunk, pretrained on ImageNet.
    """

    def __init__(self, trunk: bool = False) -> None:
        super().__init__()
        a, b, c, d = WIDTHS
        self.body = nn.Sequential(
            _conv(3, a, 2, 5), _conv(a, b, 2), _Block(b),
            _conv(b, c, 2), _Block(c), _Block(c),
            _conv(c, d, 2), _Block(d), _Block(d),
            _conv(d, 48, 1, 1),
        )  # fmt: skip
        self.fine = _conv(c, FINE_CHANNELS, 1, 1)
        self.beside = _TrunkFeatures() if trunk else None
        near, wide, far = (TRUNK_NEAR, TRUNK_WIDE, TRUNK_FAR) if trunk else (0, 0, 0)
        self.looks = _ColourAttention(b + near, c + wide)
        cells = (CROP_WIDTH // 16) * (CROP_HEIGHT // 16) * (48 + far)
        cells += (CROP_WIDTH // 8) * (CROP_HEIGHT // 8) * (FINE_CHANNELS + wide)
        self.joined = nn.Sequential(nn.Linear(cells + 2, 256), nn.ReLU(inplace=True), nn.Dropout(0.1))
        self.out = nn.Linear(256 + 2, OUTPUT_SIZE)

    def forward(self, crops: torch.Tensor, extras: torch.Tensor) -> torch.Tensor:
        x, kept = (crops - 0.45) * 4, {}
        for i, layer in enumerate(self.body):
            x = layer(x)
            if i in (LOOK_AFTER, FINE_AFTER):
                kept[i] = x
        parts = [x.flatten(1), extras, self.fine(kept[FINE_AFTER]).flatten(1)]
        near, wide = kept[LOOK_AFTER], kept[FINE_AFTER]
        if self.beside is not None:
            beside, beside_wide, far = self.beside(crops)
            parts += [far.flatten(1), beside_wide.flatten(1)]
            near, wide = torch.cat([near, beside], 1), torch.cat([wide, beside_wide], 1)
        hidden = self.joined(torch.cat(parts, 1))
        out = self.out(torch.cat([hidden, extras], 1))
        attended = self.looks(near, wide).flatten(1)
        before, colours, after = OUTPUTS["colours"].start, OUTPUTS["colours"], OUTPUTS["colours"].stop
        return torch.cat([out[:, :before], out[:, colours] + attended, out[:, after:]], 1)
