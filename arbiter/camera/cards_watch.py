"""Looks for a game's cards in the pictures until the game begins."""

from __future__ import annotations

import math
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

    def look(self, seen: CardsSeen, camera: Camera, patient: bool) -> CardTable:
        """The table after a look at a picture; with ``patient``, unseen cards are not inferred yet."""


@dataclass
class CardsWatch:
    """Decides when to look for cards: at once, then every second, less often if nothing changes; once all are
    found, only after a hand was seen or the camera moved. A look takes several frames.
    """

    _due_s: float = -math.inf
    _looks: int = 0
    _camera: Camera | None = None
    _search: Steps[CardsSeen] | None = None

    def step(
        self, table: CardTable, frame: Frame, observation: TableObservation, camera: Camera
    ) -> CardTable | None:
        """The table after a look that ends in this frame; ``None`` if none does."""
        if observation.hands or camera is not self._camera:
            self._looks, self._camera, self._search = 0, camera, None
        if self._search is not None and self._search.result is not None:
            seen, self._search = self._search.result, None
            return table.look(seen, camera, patient=self._looks < PATIENT_LOOKS)
        if self._search is None and self._due(table, frame, observation):
            self._looks += 1
            self._due_s = frame.time_s + (AGAIN_S if self._looks < PATIENT_LOOKS else LATER_S)
            self._search = Steps(search_cards(frame.image_bgr, camera))
        if self._search is not None:
            self._search.next()
        return None

    def _due(self, table: CardTable, frame: Frame, observation: TableObservation) -> bool:
        if observation.hands or not table.looking or not observation.registered:
            return False
        return not (self._looks and table.whole) and frame.time_s >= self._due_s
