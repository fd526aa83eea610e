"""Detects whether the table is still, and where it has changed. Cheap enough for every frame.

The frame is scaled down and compared with the table at rest (the mean of the frames since the last motion)
and with the last reference. Differences that neither light nor focus explains (``vision.stillness.lighting``)
are measured in units of this camera's noise (``vision.stillness.noise``), over cells of CELL px. Slow motion
adds up against the mean, so a creeping hand is not mistaken for a table at rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.stillness.lighting import (
    GRID,
    SMALL,
    Energies,
    Look,
    difference,
    over_cells,
    recoloured,
    refocused,
)
from vision.stillness.noise import Noise, Picture, kinds

Cells = NDArray[np.bool_]
EVERY = 4
"""For a table at rest, slow changes are updated only in every n-th frame."""
MANY, FAR, BARELY, FIRST = 6, 12.0, 0.02, 30
"""Number of moved cells, and energy of one of them, from which on a frame says little about the noise; the
weight of such a frame; and the number of first frames to which that does not apply."""
RECOLOURED = 4.0
"""Energy of a cell whose tint has changed, in units of the expected one; with the zoo's simulated cameras it
stays under 3 where nothing has."""


@dataclass(frozen=True, slots=True)
class Hysteresis:
    """When moving becomes still and still becomes moving.

    Moving: at least ``start_cells`` cells differ from the table at rest. Still: for ``settle_s`` and over
    ``settle_frames`` frames no more than ``rest_cells`` cells did. Exact repetitions of the previous frame
    are not counted, but ``stalled_s`` without another frame count as a table at rest. The mean of the table
    at rest covers ``memory_s``; the reference follows slow changes within ``drift_s``. Raises ValueError for
    senseless values.
    """

    start_cells: int = 2
    rest_cells: int = 1
    settle_s: float = 0.2
    settle_frames: int = 3
    stalled_s: float = 0.3
    memory_s: float = 0.33
    drift_s: float = 0.8

    def __post_init__(self) -> None:
        if not 0 <= self.rest_cells < self.start_cells:
            raise ValueError(f"rest_cells ({self.rest_cells}) must be under start_cells ({self.start_cells})")
        times = self.stalled_s, self.memory_s, self.drift_s
        if self.settle_s < 0 or self.settle_frames < 1 or min(times) <= 0:
            raise ValueError(f"hysteresis values must be positive: {self}")


@dataclass(frozen=True, slots=True)
class Activity:
    """The result for one frame: ``still``, the cells that ``moved`` relative to the table at rest and those
    ``changed`` since the reference, both (GRID) bool; ``changed`` is all True while there is no reference."""

    still: bool
    moved: Cells
    changed: Cells

    @property
    def changed_cells(self) -> int:
        """How many cells differ from the reference."""
        return int(self.changed.sum())


@dataclass(frozen=True, slots=True)
class Expected:
    """For a picture, the ``kind`` and ``precision`` of each pixel, the latter being the inverse of the noise
    variance, and the mean precision of the ``cells``."""

    kind: NDArray[np.uint8]
    precision: Picture
    cells: Energies


@dataclass(frozen=True, slots=True)
class Watch:
    """The state between frames; immutable, ``step`` returns the next one. ``resting`` is the table at rest so
    far (after motion the last frame), ``seen`` the result for the last frame, ``suspected`` the cells that
    differed from the reference in it: for a table at rest a second frame has to confirm a change."""

    rules: Hysteresis = Hysteresis()
    noise: Noise = field(default_factory=Noise)
    last: Look | None = None
    time_s: float = 0.0
    expected: Expected | None = None
    resting: Look | None = None
    reference: Look | None = None
    seen: Activity | None = None
    suspected: Cells = field(default_factory=lambda: np.zeros(GRID, bool))
    calm_since_s: float | None = None
    calm_frames: int = 0

    def step(self, image_bgr: NDArray[np.uint8], time_s: float) -> tuple[Watch, Activity]:
        """Process the next frame, uint8 (H, W, 3) BGR, at ``time_s``."""
        now = Look.of(image_bgr)
        if self.last is None or self.resting is None or self.seen is None:
            everywhere = np.ones(GRID, bool)
            seen = Activity(False, everywhere, everywhere)
            return replace(self, last=now, time_s=time_s, resting=now, seen=seen), seen
        if np.array_equal(now.light, self.last.light):
            return self._stalled(self.seen, time_s)
        expected = self._expected(now)
        energies, squares = self._energies(now, self.resting, expected)
        moved = self._surprising(energies)
        count, passed_s = int(np.count_nonzero(moved)), max(time_s - self.time_s, 1e-3)
        noise = self._learnt(expected.kind, squares, energies, count)
        calm = count <= self.rules.rest_cells
        since = (self.time_s if self.calm_since_s is None else self.calm_since_s) if calm else None
        frames = self.calm_frames + 1 if calm else 0
        rested = since is not None and time_s - since >= self.rules.settle_s - 1e-9
        was_still = self.seen.still and count < self.rules.start_cells
        still = was_still or (rested and frames >= self.rules.settle_frames)
        changed, suspected = self.seen.changed, self.suspected
        quiet = still and self.seen.still and not changed.any()
        if not quiet or suspected.any() or moved.any() or frames % EVERY == 0:
            suspected = self._changed(now, expected)
            changed = suspected & self.suspected if quiet else suspected
        due = still and frames % EVERY == 0
        reference = self._drifted(now, changed, EVERY * passed_s) if due else self.reference
        resting = self.resting.with_also(now, self.rules.memory_s / passed_s) if calm else now
        seen = Activity(still, moved, changed)
        following = Watch(
            self.rules, noise, now, time_s, expected, resting, reference, seen, suspected, since, frames
        )
        return following, seen

    def accepted(self) -> Watch:
        """The table at rest becomes the reference, because it has been read."""
        seen = None if self.seen is None else replace(self.seen, changed=np.zeros(GRID, bool))
        return replace(self, reference=self.resting, seen=seen, suspected=np.zeros(GRID, bool))

    def _stalled(self, seen: Activity, time_s: float) -> tuple[Watch, Activity]:
        """The last frame was repeated: nothing is learnt from it."""
        since = self.time_s if self.calm_since_s is None else self.calm_since_s
        still = seen.still or time_s - self.time_s >= self.rules.stalled_s - 1e-9
        again = Activity(still, np.zeros(GRID, bool), seen.changed | self.suspected)
        return replace(self, seen=again, calm_since_s=since), again

    def _energies(self, now: Look, before: Look, expected: Expected) -> tuple[Energies, Picture]:
        """The difference of ``now`` from ``before``: mean squares over cells, relative to the whole picture
        in this frame, and squares in units of the noise.

        An excess in all cells (a codec's key frame, a sudden gain) is noise too.
        """
        off, doubt = difference(now, before)
        both = 1 + 1 / before.frames
        squares = np.asarray(
            cv2.multiply(cv2.multiply(off, off), expected.precision, scale=1 / both), np.float32
        )
        explained = 1 + doubt * expected.cells / both
        energies = _relative(over_cells(squares) / explained)
        if np.count_nonzero(self._surprising(energies)) > self.rules.rest_cells:
            other = _relative(refocused(off, before.light, expected.precision) / (both * explained))
            if np.count_nonzero(self._surprising(other)) <= self.rules.rest_cells:
                energies = other
        return energies, squares

    def _surprising(self, energies: Energies) -> Cells:
        """Cells that noise does not explain."""
        return energies > self.noise.limit

    def _learnt(self, kind: NDArray[np.uint8], squares: Picture, energies: Energies, moved: int) -> Noise:
        """The noise with another frame, weighted by how certainly nothing moved, since codecs cause small
        differences."""
        noise = self.noise.learning(kind, squares, moved <= MANY)
        rested = self.seen is None or self.seen.still or noise.frames < FIRST
        near = float(energies.max()) < FAR
        return noise.surprised(energies, 1 / (1 + moved / MANY) if rested and near else BARELY)

    def _expected(self, now: Look) -> Expected:
        """The noise to expect; for a table at rest it may be a few frames old."""
        if self.expected is not None and self.calm_frames % EVERY:
            return self.expected
        kind = kinds(now.light)
        precision = self.noise.precision(kind)
        return Expected(kind, precision, over_cells(precision))

    def _changed(self, now: Look, expected: Expected) -> Cells:
        """The cells that differ from the reference."""
        if self.reference is None:
            return np.ones(GRID, bool)
        brighter = self._surprising(self._energies(now, self.reference, expected)[0])
        return brighter | (recoloured(now, self.reference) > RECOLOURED)

    def _drifted(self, now: Look, changed: Cells, passed_s: float) -> Look | None:
        """The reference, following slow changes of light where nothing else changed."""
        if self.reference is None:
            return None
        same = cv2.resize((~changed).astype(np.uint8), SMALL, interpolation=cv2.INTER_NEAREST)
        light, tint = self.reference.light.copy(), self.reference.tint.copy()
        for after, before in ((now.light, light), (now.tint, tint)):
            cv2.accumulateWeighted(after, before, min(passed_s / self.rules.drift_s, 1.0), same)
        return replace(self.reference, light=light, tint=tint)


def _relative(energies: Energies) -> Energies:
    return energies / max(1.0, float(np.partition(energies.ravel(), energies.size // 2)[energies.size // 2]))


def cell_box(row: int, column: int, width: int, height: int) -> tuple[float, float, float, float]:
    """Picture px (x0, y0, x1, y1) of a cell in a picture of width × height."""
    sx, sy = width / GRID[1], height / GRID[0]
    return column * sx, row * sy, (column + 1) * sx, (row + 1) * sy
