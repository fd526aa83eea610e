"""Pictures in which units were searched for, and that are read in later frames."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detect.boxes import area
from vision.detect.finder import Found
from vision.fit.fit import Seen
from vision.observe.part import Part
from vision.observe.white import Candidate
from vision.stillness.activity import Cells

AT_ONCE = 0.15
"""Largest share of the picture that is searched and read in one frame."""


@dataclass(frozen=True, eq=False)
class Searched:
    """A picture of the table at rest, uint8 (H, W, 3) BGR, in which units were searched for, perhaps only in
    the ``part`` with the ``changed`` cells. Of what was ``found`` the first ``read`` have been read, as
    ``seen``, with the first of the candidate ``whites`` (empty until then)."""

    image_bgr: NDArray[np.uint8]
    changed: Cells
    part: Part | None
    found: tuple[Found, ...]
    whites: tuple[Candidate, ...] = ()
    seen: tuple[Seen, ...] = ()
    read: int = 0

    @property
    def known(self) -> bool:
        """Whether all that was found has been read."""
        return bool(self.whites) and self.read >= len(self.found)

    @property
    def twice(self) -> bool:
        """Whether much of it will be read once more, with the other whites."""
        return self.large and len(self.whites) > 1

    @property
    def large(self) -> bool:
        """Whether a large part of the picture was searched."""
        whole = self.image_bgr.shape[0] * self.image_bgr.shape[1]
        return self.part is None or area(self.part.shown) > AT_ONCE * whole


@dataclass(frozen=True, eq=False)
class Glanced:
    """A picture with movement, uint8 (H, W, 3) BGR, in which units were searched for; what was ``found`` is
    not read yet. Cells ``changed`` since the last reading; nothing will be known of the ``hidden`` ones."""

    image_bgr: NDArray[np.uint8]
    changed: Cells
    hidden: Cells
    found: tuple[Found, ...]
