"""The results of vision: pieces seen on the table, with probabilities, in the table frame.

Table frame: millimetres, origin in the middle of the corner markers, +x to the right and +y away as seen by
the near player, +z up. Angles are degrees counter-clockwise from +x seen from above.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.pieces import Colour, Posture, Size

Box = tuple[float, float, float, float]
"""Pixel box ``(x0, y0, x1, y1)``."""
Place = tuple[float, float]
"""A place on the table (mm)."""
Lab = tuple[float, float, float]
"""A colour in CIE L*, a*, b*, relative to white paper."""


@dataclass(frozen=True)
class LevelReading:
    """One visible piece of a unit: probabilities over its colour and size, each summing to one."""

    p_colour: Mapping[Colour, float]
    p_size: Mapping[Size, float]

    @cached_property
    def evidence(self) -> dict[tuple[Colour, ...], NDArray[np.float64]]:
        """A cache for ``vision.track.summing``, by palette: a still table is summed again in every frame, and
        most of its readings are those of the frame before."""
        return {}

    @property
    def colour(self) -> Colour:
        """The likeliest colour."""
        return max(self.p_colour, key=lambda colour: self.p_colour[colour])

    @property
    def size(self) -> Size:
        """The likeliest size."""
        return max(self.p_size, key=lambda size: self.p_size[size])


@dataclass(frozen=True, slots=True)
class UnitObservation:
    """A single piece or a stack.

    ``x_mm``, ``y_mm`` give the middle of its footprint; ``levels`` run from top to bottom and contain only
    the visible pieces; ``p_levels`` is the probability of each number of visible levels (1 to 5);
    ``heading_deg`` is ``None`` for upright pieces; ``turns_deg`` are their orientations, top to bottom, 0 to
    90 degrees: ``None`` where the edges do not show it, empty if not measured. ``alone`` is the reading in
    case it is a single piece, where several seem to be visible. ``elevation_deg`` is that of the camera as
    seen from there.
    """

    x_mm: float
    y_mm: float
    posture: Posture
    p_upright: float
    heading_deg: float | None
    levels: tuple[LevelReading, ...]
    p_levels: Mapping[int, float]
    bbox_px: Box
    confidence: float
    turns_deg: tuple[float | None, ...] = ()
    alone: LevelReading | None = None
    elevation_deg: float = 45.0

    @property
    def may_hide(self) -> tuple[Size, ...]:
        """Sizes of which a hidden piece may stand inside the lowest one; whether one does is not known.

        A piece put over a smaller one still reaches the table (readings, "Pieces"). Higher up a hidden piece
        would lift those above it.
        """
        return tuple(size for size in Size if self.levels and size < self.levels[-1].size)


SQUARE_MM = 20.0
"""Side of the squares in which a glimpse describes the hidden parts of the table."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The visible table where nothing moves, while something moves elsewhere.

    ``units`` are those seen completely; nothing is known about the ``hidden`` squares. The ``differing`` ones
    are hidden or look different from when the table was last read; ``None`` if that is not known. The middle
    of square (i, j) is (i + 0.5, j + 0.5) times ``SQUARE_MM``.
    """

    units: tuple[UnitObservation, ...]
    hidden: frozenset[tuple[int, int]]
    differing: frozenset[tuple[int, int]] | None = None

    def places(self) -> Iterator[tuple[float, float]]:
        """The middles of the hidden squares (mm)."""
        return (((i + 0.5) * SQUARE_MM, (j + 0.5) * SQUARE_MM) for i, j in self.hidden)

    def same(self, x_mm: float, y_mm: float) -> bool:
        """Whether a place surely looks as it did when the table was last read."""
        square = math.floor(x_mm / SQUARE_MM), math.floor(y_mm / SQUARE_MM)
        return self.differing is not None and square not in self.differing


class Tints(Protocol):
    """Measures the colours of whatever lies on the table in one picture."""

    def lab(self, x_mm: float, y_mm: float) -> Lab | None:
        """The colour at a place (mm); ``None`` outside the picture."""

    def patch(self, x_mm: float, y_mm: float) -> NDArray[np.float32] | None:
        """How the square around a place (mm) looks: (N, N, 3) BGR, 1 is full; ``None`` if it is not wholly in
        the picture."""

    def crop(self, box_px: Box) -> NDArray[np.float32] | None:
        """The same of a box of the picture (px)."""


@dataclass(frozen=True, slots=True)
class TableObservation:
    """The observation in one frame.

    ``still``: nothing on the table moves; ``registered`` is false while the camera's pose is in doubt;
    ``glimpse`` is the part of the table at rest while something moves, in those frames for which it is
    taken; ``faint`` are possible further units of a table at rest, too uncertain to count. ``arms`` says of
    a hand over which place its arm comes into the picture, where that is known. ``tints`` are the colours
    of the picture that was read last, or glimpsed at. ``unread``: the table at rest is being read again, and
    the units are those of the reading before.
    """

    time_s: float
    frame_index: int
    units: tuple[UnitObservation, ...]
    hands: tuple[Box, ...]
    still: bool
    registered: bool
    glimpse: Glimpse | None = None
    faint: tuple[UnitObservation, ...] = ()
    arms: Mapping[Box, Place] = field(default_factory=dict)
    tints: Tints | None = field(default=None, compare=False, repr=False)
    unread: bool = False
