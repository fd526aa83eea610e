"""Playing and index cards on the table, in millimetres."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from vision.cards.faces import faces
from vision.cards.from_above import FromAbove
from vision.cards.sides import Outlines, fitted_to_sides, outlines, outlines_of
from vision.steps import Steps

FACE = 0.6
"""The clearness of a card that shows its whole face but no side."""


@dataclass(frozen=True, slots=True)
class Card:
    """A possible card: its middle, the direction of its long side (0 to 180 degrees, table frame), its sides
    in mm, and the visible share of its four sides (0 to 1)."""

    x_mm: float
    y_mm: float
    turn_deg: float
    short_mm: float
    long_mm: float
    clear: float = 1.0

    @property
    def corners(self) -> NDArray[np.float64]:
        """Its corners (4, 2) mm, in cyclic order."""
        turn = math.radians(self.turn_deg)
        axes = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        ends = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (self.long_mm / 2, self.short_mm / 2)
        return np.asarray(ends @ axes + (self.x_mm, self.y_mm))


@dataclass(frozen=True, eq=False)
class CardsSeen:
    """The possible ``cards`` in a picture, clearest first, with a few false ones. ``above`` is the table in
    that picture, ``None`` if not available. With ``by_face`` a card that shows its face is clear, and clearer
    if its sides show too.
    """

    cards: tuple[Card, ...] = ()
    above: FromAbove | None = None
    by_face: bool = False

    def look(self, where: Sequence[Card]) -> tuple[Card, ...]:
        """These cards at their expected places, fitted to their sides, with the visible shares."""
        if self.above is None or not where:
            return tuple(Card(c.x_mm, c.y_mm, c.turn_deg, c.short_mm, c.long_mm, 0.0) for c in where)
        fitted = _cards(fitted_to_sides(self.above, _outlines(where)))
        return self._faced(fitted) if self.by_face else fitted

    def faces(self, where: Sequence[Card]) -> tuple[float, ...]:
        """How clearly each of these cards shows its face (0 to 1), whether or not its sides show."""
        if self.above is None or not where:
            return (0.0,) * len(where)
        return tuple(map(float, faces(self.above, _outlines(where))))

    def with_faces(self) -> CardsSeen:
        """The same picture, its cards told by their faces too, clearest first."""
        faced = sorted(self._faced(self.cards), key=lambda card: -card.clear)
        return replace(self, cards=tuple(faced), by_face=True)

    def _faced(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        faced = zip(cards, self.faces(cards), strict=True)
        return tuple(
            replace(c, clear=max(c.clear, face * (FACE + (1 - FACE) * c.clear))) for c, face in faced
        )


def find_cards(image_bgr: NDArray[np.uint8], camera: Camera) -> CardsSeen:
    """The possible cards in a picture, uint8 (H, W, 3) BGR."""
    return Steps(search_cards(image_bgr, camera)).finish()


def search_cards(image_bgr: NDArray[np.uint8], camera: Camera) -> Generator[None, None, CardsSeen]:
    """As `find_cards`, in steps that are short enough for one frame each."""
    above = FromAbove.of(image_bgr, camera)
    return CardsSeen() if above is None else CardsSeen(_cards((yield from outlines(above))), above)


def _outlines(cards: Sequence[Card]) -> Outlines:
    return outlines_of(np.array([(c.x_mm, c.y_mm, c.turn_deg, c.short_mm, c.long_mm, 0.0) for c in cards]))


def _cards(found: Outlines) -> tuple[Card, ...]:
    return tuple(Card(*map(float, row)) for row in found.rows)
