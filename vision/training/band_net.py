"""The network that classifies the colours of a stack's bands in a strip along its side."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import nn

from vision.read.bands import BAND, BELOW, COLOURS, COLUMNS, MOST_BANDS

WIDE = 96
ALONG = (1, 2, 4, 8, 16)
"""Dilations of the convolutions along the strip, which give every row the context of the whole strip."""


def _normalised(layer: nn.Conv2d) -> list[nn.Module]:
    return [layer, nn.BatchNorm2d(layer.out_channels)]


def _step(dilation: int) -> nn.Sequential:
    """A dilated convolution along the strip, then a pointwise one; (N, WIDE, ROWS, 1) to the same shape."""
    along = nn.Conv2d(WIDE, WIDE, (3, 1), padding=(dilation, 0), dilation=(dilation, 1), bias=False)
    single = nn.Conv2d(WIDE, WIDE, 1, bias=False)
    return nn.Sequential(*_normalised(along), nn.ReLU(), *_normalised(single))


class BandNet(nn.Module):
    """Strips (N, 4, ROWS, COLUMNS) 0..1 to colour logits (N, MOST_BANDS, 11), bottom to top.

    Convolutions of neighbouring rows (``body``) reduce the strip to one column of features (``flat``); then
    residual convolutions run along that column.
    """

    def __init__(self) -> None:
        super().__init__()
        sizes = (4, 32, 48, 64)
        layers: list[nn.Module] = []
        for inputs, outputs in pairwise(sizes):
            layers += [*_normalised(nn.Conv2d(inputs, outputs, 3, (1, 2), 1, bias=False)), nn.ReLU()]
        self.body = nn.Sequential(*layers)
        across = nn.Conv2d(sizes[-1], WIDE, (1, COLUMNS // 8), bias=False)
        self.flat = nn.Sequential(*_normalised(across), nn.ReLU())
        self.along = nn.ModuleList(_step(dilation) for dilation in ALONG)
        head = (nn.Conv2d(2 * WIDE, 64, 1), nn.ReLU(), nn.Conv2d(64, len(COLOURS), 1))
        self.out = nn.Sequential(nn.Dropout(0.15), *head)

    def forward(self, strips: torch.Tensor) -> torch.Tensor:
        rows = self.flat(self.body((strips - 0.45) * 4))
        for step in self.along:
            rows = torch.relu(rows + step(rows))
        bands = rows[:, :, BELOW : BELOW + MOST_BANDS * BAND]
        pooled = torch.cat(
            [nn.functional.avg_pool2d(bands, (BAND, 1)), nn.functional.max_pool2d(bands, (BAND, 1))], 1
        )
        logits: torch.Tensor = self.out(pooled)[..., 0].transpose(1, 2)
        return logits
