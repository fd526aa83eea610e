"""Which piece of a colour legend is which: one pyramid of each colour, standing apart, or the initiative
stack."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.pieces import Colour
from vision.account import account
from vision.colours import Certain, ColourSetError
from vision.inventory import Inventory, Problem
from vision.observation import LevelReading, UnitObservation

SMOOTHING = 0.06
"""Share of every reading that is taken to say nothing: an unusual set misleads the networks."""
NAME_THEM = "name their colours with --order, in the picture from left to right (a stack from the top)"


def read_legend(
    units: Sequence[UnitObservation], palette: Sequence[Colour], order: Sequence[Colour] = ()
) -> list[Certain]:
    """Place and colours of the legend's units. ``order``: its colours as people named them, from left to
    right in the picture, a stack's from the top; otherwise the palette's, each once.

    Raises ColourSetError when the pieces and the colours do not fit each other for sure.
    """
    stacks = [unit for unit in units if len(unit.levels) > 1]
    if stacks and len(units) > 1:
        raise ColourSetError("show one pyramid of each colour, apart from each other, or one stack alone")
    shown = sorted(units, key=lambda unit: unit.bbox_px[0] + unit.bbox_px[2])
    levels = [level for unit in shown for level in unit.levels]
    named = list(order) or _told(levels, tuple(palette))
    if len(named) != len(levels):
        raise ColourSetError(f"{len(levels)} pyramids are seen, {len(named)} are named")
    if stacks:
        return [(shown[0].x_mm, shown[0].y_mm, tuple(named))]
    return [(unit.x_mm, unit.y_mm, (colour,)) for unit, colour in zip(shown, named, strict=True)]


def _told(levels: Sequence[LevelReading], palette: tuple[Colour, ...]) -> list[Colour]:
    """The colours of pieces of which there is one of each colour."""
    p = np.array([[level.p_colour.get(colour, 0.0) for colour in palette] for level in levels])
    scores = np.log(((1 - SMOOTHING) * p + SMOOTHING / len(palette)) * len(palette))
    told = account(Problem(scores.reshape(-1, len(palette)), Inventory.of(palette)))
    if told.missing or told.doubled or told.unreadable or None in told.labels:
        absent = ", ".join(told.unseen) or "none"
        count = f"{len(levels)} pyramids are seen for {len(palette)} colours (without a pyramid: {absent})"
        raise ColourSetError(f"I cannot tell for sure which colour is which, {count}: {NAME_THEM}")
    return [label for label in told.labels if label is not None]
