"""The cards of a game looked for in its pictures, until it begins: what isn't found yet is waited for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from vision.observation import TableObservation
from vision.source.frames import Frame

Floats = NDArray[np.float64]
AGAIN_S, LATER_S = 1.0, 4.0
"""Between two looks, and after the first few without a hand in between."""
PATIENT_LOOKS = 4
"""So many looks without a hand in between, and a card that isn't seen is filled in from the others."""


@dataclass(frozen=True, eq=False)
class Outline:
    """A place on the table: its corners (4, 2) mm, and whether what it is for is ``seen`` or filled in."""

    corners: Floats
    seen: bool


@runtime_checkable
class CardTable(Protocol):
    """A table whose cards are found by looking at pictures."""

    @property
    def looking(self) -> bool:
        """Whether the cards are still to be found by looking: nobody has shown where they lie."""

    @property
    def whole(self) -> bool:
        """Whether the cards are found, and all of them were seen."""

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """The cards as they are taken now."""

    def look(self, image_bgr: NDArray[np.uint8], camera: Camera, patient: bool) -> CardTable:
        """The table after a look at a picture; ``patient``: a card that isn't seen is still waited for."""


@dataclass
class CardsWatch:
    """When to look for cards: at once, then every second, more rarely where nothing changes, and not at all
    once all are found until a hand or the camera was there again.
    """

    _due_s: float = -math.inf
    _looks: int = 0
    _camera: Camera | None = None

    def step(
        self, table: CardTable, frame: Frame, observation: TableObservation, camera: Camera
    ) -> CardTable | None:
        """The table after a look at this frame; ``None`` where it isn't looked at."""
        if observation.hands or camera is not self._camera:
            self._looks, self._camera = 0, camera
        elif self._looks and table.whole:
            return None
        if observation.hands or not table.looking or not observation.registered:
            return None
        if frame.time_s < self._due_s:
            return None
        self._looks += 1
        self._due_s = frame.time_s + (AGAIN_S if self._looks < PATIENT_LOOKS else LATER_S)
        return table.look(frame.image_bgr, camera, patient=self._looks < PATIENT_LOOKS)
