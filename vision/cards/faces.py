"""Cards told by their faces: light paper, plain along the rim, with a print inside.

White cards on a white cloth hardly have sides, but a cloth's stripes or checks go on under the rim of any
outline that is no card, and a plain cloth has no print.
"""

from __future__ import annotations

import numpy as np

from vision.cards.from_above import Floats, FromAbove
from vision.cards.sides import WHITE, Outlines, whitest

ACROSS, ALONG = 14, 20
"""Samples across and along a card."""
INSET_MM, RIM_MM = 3.0, 9.0
"""The rim's distances from a side: a card may lie a little beside its outline."""
LIKE, UNLIKE = 25.0, 45.0
"""Largest difference from the paper's colour (0..255, any channel) on plain paper, and least of a print."""
PLAIN_PART, PRINT_PARTS = 0.85, (0.01, 0.6)
"""Least share of a rim that is plain, and shares of the inside that are print."""


def faces(above: FromAbove, cards: Outlines) -> Floats:
    """How plain the rims are (N,), 0 to 1, of these outlines; 0 for one that is no light, printed paper."""
    across, along = (np.linspace(-0.5, 0.5, count + 2)[1:-1] for count in (ACROSS, ALONG))
    share = np.stack(np.meshgrid(across, along, indexing="ij"), -1)  # of the short and of the long side
    at = share * cards.sizes[:, None, None]
    turn = np.radians(cards.turns)
    long = np.stack([np.cos(turn), np.sin(turn)], -1)
    short = np.stack([long[:, 1], -long[:, 0]], -1)
    axes = np.stack([short, long], 1)
    spots = cards.middles[:, None, None] + np.einsum("nijk,nkd->nijd", at, axes)
    inward = (cards.sizes[:, None, None] / 2 - np.abs(at)).min(-1)
    rim = (inward > INSET_MM) & (inward < RIM_MM) & above.in_view(spots)
    inside = (inward >= RIM_MM) & above.in_view(spots)
    colours = above.colours(spots)
    white = whitest(above)
    found = [_face(*each, white) for each in zip(colours, rim, inside, strict=True)]
    return np.array(found, float).reshape(-1)


def _face(colours: Floats, rim: Floats, inside: Floats, white: float) -> float:
    if not (rim.any() and inside.any()):
        return 0.0
    paper = np.median(colours[rim], axis=0)
    off = np.abs(colours - paper).max(-1)
    plain, printed = float((off[rim] < LIKE).mean()), float((off[inside] > UNLIKE).mean())
    light = paper.min() > WHITE * white
    fits = light and plain >= PLAIN_PART and PRINT_PARTS[0] <= printed <= PRINT_PARTS[1]
    return plain if fits else 0.0
