"""Identifies the pieces of a colour legend: one pyramid of each colour, separate, or the initiative stack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.message import Messages
from engine.pieces import Colour
from vision.colour.colours import Certain, ColourSetError
from vision.labelling.account import account
from vision.labelling.inventory import Inventory, Problem
from vision.observation import LevelReading, UnitObservation

say = Messages("vision")

SMOOTHING = 0.06
"""Share of the uniform distribution in every reading: an unusual set misleads the networks."""
NAME_THEM = say("set_name")


def read_legend(
    units: Sequence[UnitObservation], palette: Sequence[Colour], order: Sequence[Colour] = ()
) -> list[Certain]:
    """Places and colours of a legend's sure units, left to right. ``order``: its colours as named by the
    user, from left to right in the picture, or a stack's from the top; they are assigned to the surest units.
    Otherwise each unit has one of the palette's colours, each of which occurs once.

    Raises ColourSetError if nothing is sure or fewer pieces are seen than named.
    """
    stack = len(units) == 1 and len(units[0].levels) > 1
    surest = sorted(units, key=lambda unit: -unit.confidence)
    shown = sorted(surest if stack or not order else surest[: len(order)], key=lambda unit: _middle(unit))
    levels = [level for unit in shown for level in unit.levels]
    named = list(order) or _distinct_colours(levels, tuple(palette))
    if len(named) != len(levels):
        raise ColourSetError(say("set_count", n=len(levels), most=len(named)))
    if stack:
        colours = tuple(colour for colour in named if colour is not None)
        sure = [(shown[0].x_mm, shown[0].y_mm, colours)] if len(colours) == len(levels) else []
    else:
        sure = [(unit.x_mm, unit.y_mm, (c,)) for unit, c in zip(shown, named, strict=True) if c is not None]
    if not sure:
        raise ColourSetError(say("set_unsure", text=NAME_THEM))
    return sure


def _middle(unit: UnitObservation) -> float:
    return unit.bbox_px[0] + unit.bbox_px[2]


def legend_units(units: Sequence[UnitObservation]) -> tuple[UnitObservation, ...]:
    """A picture's units as a legend: one stack, or separate pieces. These are single even if read as stacks,
    because the bands of an unusual set mislead the networks.
    """
    if len(units) == 1:
        return tuple(units)
    return tuple(replace(unit, levels=unit.levels[:1]) for unit in units)


def _distinct_colours(levels: Sequence[LevelReading], palette: tuple[Colour, ...]) -> list[Colour | None]:
    """The colours of pieces that all have different ones; None where not sure."""
    p = np.array([[level.p_colour.get(colour, 0.0) for colour in palette] for level in levels])
    scores = np.log(((1 - SMOOTHING) * p.reshape(-1, len(palette)) + SMOOTHING / len(palette)) * len(palette))
    found = account(Problem(scores, Inventory.of(palette)))
    return [None if i in found.unreadable else label for i, label in enumerate(found.labels)]
