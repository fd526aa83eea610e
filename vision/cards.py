"""Playing and index cards that lie on the table, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from vision.rectangles import Rectangle, find_rectangles

SHORT_MM, LONG_MM = (48.0, 80.0), (76.0, 132.0)
"""What a card's sides may be: bridge, poker and tarot cards, index cards up to 3 by 5 inches."""
SQUARE_OFF = 0.12
"""By how much opposite sides may differ, as a part of them, in a card seen askew."""
MOST_CARDS = 26
"""Two rows of ten, two vaults, and a few more."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its middle, the direction of its long side (0 to 180 degrees, table frame), its sides in mm."""

    x_mm: float
    y_mm: float
    turn_deg: float
    short_mm: float
    long_mm: float


def find_cards(image_bgr: NDArray[np.uint8], camera: Camera) -> tuple[Card, ...]:
    """The cards wholly in view in a picture, uint8 (H, W, 3) BGR, that nothing on them keeps from being
    outlined."""
    return cards_of(find_rectangles(image_bgr, MOST_CARDS), camera)


def cards_of(rectangles: Iterable[Rectangle], camera: Camera) -> tuple[Card, ...]:
    """The rectangles that have a card's size on the table of this camera."""
    placed = (_card(camera.to_table(each.corners)) for each in rectangles)
    return tuple(card for card in placed if card is not None)


def _card(corners: NDArray[np.float64]) -> Card | None:
    """The card with these corners (4, 2) mm, in order; ``None`` when it is none."""
    if not np.isfinite(corners).all():
        return None
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(*sides.T)
    pairs = (lengths[:2] + lengths[2:]) / 2
    if (np.abs(lengths[:2] - lengths[2:]) > SQUARE_OFF * pairs).any():
        return None
    long = int(pairs.argmax())
    short_mm, long_mm = float(pairs[1 - long]), float(pairs[long])
    if not (SHORT_MM[0] <= short_mm <= SHORT_MM[1] and LONG_MM[0] <= long_mm <= LONG_MM[1]):
        return None
    along = sides[long] - sides[long + 2]
    turn = float(np.degrees(np.arctan2(along[1], along[0])) % 180.0)
    middle = corners.mean(axis=0)
    return Card(float(middle[0]), float(middle[1]), turn, short_mm, long_mm)
