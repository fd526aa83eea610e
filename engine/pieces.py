"""Looney pyramids: their names and dimensions.

Dimensions are in millimetres, from the table "Pieces" of the readings: base edge and height by size, a wall
of about 1.7 mm, and the rise of one piece stacked over another with the same apex angle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum
from typing import NamedTuple


class Colour(StrEnum):
    """The eleven colours in which pyramids are made."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    CYAN = "cyan"
    BLUE = "blue"
    PURPLE = "purple"
    PINK = "pink"
    BLACK = "black"
    WHITE = "white"
    CLEAR = "clear"


class Size(IntEnum):
    """A pyramid's size; the value is its pips (points)."""

    SMALL = 1
    MEDIUM = 2
    LARGE = 3

    @property
    def word(self) -> str:
        """The size as players say it: ``small``, ``medium`` or ``large``."""
        return self.name.lower()


class Posture(StrEnum):
    """How a piece rests on the table."""

    UPRIGHT = "upright"
    FLAT = "flat"


class Piece(NamedTuple):
    """A kind of pyramid; two pieces of one colour and size are equal."""

    size: Size
    colour: Colour

    def __str__(self) -> str:
        return f"{self.size.word} {self.colour.value}"


PALETTES: dict[str, tuple[Colour, ...]] = {
    "rainbow": (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE, Colour.BLACK),
    "xeno": (Colour.ORANGE, Colour.CYAN, Colour.PURPLE, Colour.WHITE, Colour.CLEAR),
    "all": tuple(Colour),
}

BASE_MM: dict[Size, float] = {Size.SMALL: 14.29, Size.MEDIUM: 19.84, Size.LARGE: 25.40}
HEIGHT_MM: dict[Size, float] = {Size.SMALL: 25.40, Size.MEDIUM: 34.93, Size.LARGE: 44.45}
WALL_MM = 1.7
OPAQUE: frozenset[Colour] = frozenset({Colour.BLACK, Colour.WHITE})


def half_apex_angle(size: Size) -> float:
    """The angle (radians) between the axis and the middle of a side."""
    return math.atan2(BASE_MM[size] / 2, HEIGHT_MM[size])


def apex_rise_mm(upper: Size) -> float:
    """How far the apex of a stacked piece rests above the apex of the lower one, in mm.

    The wall's thickness divided by the sine of the half apex angle (readings, "Pieces"): about 6 mm.
    """
    return WALL_MM / math.sin(half_apex_angle(upper))


def lifts_mm(sizes_bottom_up: Sequence[Size]) -> tuple[float, ...]:
    """The height (mm) of each base of a stack above the table, bottom to top (readings, "Pieces").

    A piece put over a smaller one stands on the table (a nest): its apex is never lower than its own height.
    """
    lifts: list[float] = []
    apex = 0.0
    for size in sizes_bottom_up:
        own = HEIGHT_MM[size]
        apex = max(apex + apex_rise_mm(size), own) if lifts else own
        lifts.append(apex - own)
    return tuple(lifts)


def apex_height_mm(sizes_bottom_up: tuple[Size, ...]) -> float:
    """The height (mm) of the highest apex of a stack, given bottom to top."""
    if not sizes_bottom_up:
        raise ValueError("a stack has at least one piece")
    return lifts_mm(sizes_bottom_up)[-1] + HEIGHT_MM[sizes_bottom_up[-1]]


def colours_named(words: Iterable[str]) -> list[Colour]:
    """The colours with these names; raises ``ValueError`` with one clear line."""
    try:
        return [Colour(str(word)) for word in words]
    except ValueError as error:
        known = ", ".join(colour.value for colour in Colour)
        raise ValueError(f"{error}: the colours are {known}") from None
