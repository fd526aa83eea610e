"""Looks for a game's cards in the pictures until the game begins."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from vision.cards.cards import CardsSeen, search_cards
from vision.observation import TableObservation
from vision.source.frames import Frame
from vision.steps import Steps

Floats = NDArray[np.float64]
AGAIN_S, LATER_S = 1.0, 4.0
"""Interval between two looks: for the first few without a hand in between, and later."""
PATIENT_LOOKS = 4
"""After this many looks without a hand in between, an unseen card is inferred from the others."""


@dataclass(frozen=True, eq=False)
class Outline:
    """A card's place on the table: its corners (4, 2) mm, and whether it was ``seen`` or inferred."""

    corners: Floats
    seen: bool


@runtime_checkable
class CardTable(Protocol):
    """A table whose cards are found by looking at pictures."""

    @property
    def looking(self) -> bool:
        """Whether the cards have to be looked for: nobody has marked their places."""

    @property
    def whole(self) -> bool:
        """Whether all cards were seen."""

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """The present places of the cards."""

    def look(self, seen: CardsSeen, camera: Camera, patient: bool) -> Generator[None, None, CardTable]:
        """Returns, in steps, the table after a look at a picture; with ``patient``, unseen cards are not
        inferred yet."""


@dataclass
class CardsWatch:
    """Decides when to look for cards: at once, then every second, less often if nothing changes; once all are
    found, only after a hand was seen or the camera moved. A look takes several frames.
    """

    _due_s: float = -math.inf
    _looks: int = 0
    _camera: Camera | None = None
    _table: CardTable | None = None
    _search: Steps[CardTable] | None = None

    def step(
        self, table: CardTable, frame: Frame, observation: TableObservation, camera: Camera
    ) -> CardTable | None:
        """The table after a look that ends in this frame; ``None`` if none does."""
        if observation.hands or camera is not self._camera:
            self._looks, self._camera, self._search = 0, camera, None
        if table is not self._table:
            self._table, self._search = table, None
        if self._search is None and self._due(table, frame, observation):
            self._looks += 1
            patient = self._looks < PATIENT_LOOKS
            self._due_s = frame.time_s + (AGAIN_S if patient else LATER_S)
            self._search = Steps(_looked(table, frame.image_bgr, camera, patient))
        if self._search is None:
            return None
        self._search.next()
        found = self._search.result
        self._search = self._search if found is None else None
        return found

    def _due(self, table: CardTable, frame: Frame, observation: TableObservation) -> bool:
        if observation.hands or not table.looking or not observation.registered:
            return False
        return not (self._looks and table.whole) and frame.time_s >= self._due_s


def _looked(
    table: CardTable, image_bgr: NDArray[np.uint8], camera: Camera, patient: bool
) -> Generator[None, None, CardTable]:
    """Returns the table after a look at a picture, uint8 (H, W, 3) BGR."""
    seen = yield from search_cards(image_bgr, camera)
    yield
    return (yield from table.look(seen, camera, patient))
