"""How sure it is that a unit stands there, over all readings of one state of the table.

The readings look by other networks and in a mirror, and a faint piece that one of them passes over another
sees plainly. So what counts is their mean, not the last one's word.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from vision.detect.boxes import overlaps
from vision.fit.fit import Seen
from vision.observation import Box

SAME_MM = 10.0
"""Readings of one place lie no further apart than this."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What one reading saw, places (mm) and confidences: all over, or only what reaches into a box."""

    found: tuple[tuple[float, float, float], ...]
    inside: Box | None

    def of(self, one: Seen) -> float | None:
        """How sure it was of a place; ``None`` if it did not look there."""
        if self.inside is not None and not overlaps(one.box, self.inside):
            return None
        near = [sure for x, y, sure in self.found if math.hypot(x - one.x_mm, y - one.y_mm) < SAME_MM]
        return max(near, default=0.0)


@dataclass(frozen=True, slots=True)
class Pooled:
    """The readings of a state of the table so far."""

    looks: tuple[_Look, ...] = ()

    def step(self, seen: Sequence[Seen], inside: Box | None) -> tuple[Pooled, list[Seen]]:
        """After one more reading, of the whole picture or of what reaches into a box (px): what it saw, each
        as sure as all readings together."""
        look = _Look(tuple((one.x_mm, one.y_mm, one.confidence) for one in seen), inside)
        pooled = [replace(one, believed=fmean((one.confidence, *self._before(one)))) for one in seen]
        return Pooled((*self.looks, look)), pooled

    def _before(self, one: Seen) -> Iterable[float]:
        return (sure for look in self.looks if (sure := look.of(one)) is not None)
