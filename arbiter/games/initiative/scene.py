"""The differences between the expected layout and the table as it is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from arbiter.table.appearance import is_altered
from arbiter.table.budget import Budget
from arbiter.table.layout import Layout, Spot, Zone
from arbiter.table.scoring import Reader
from arbiter.table.window import Presence, Sight, Touch, Window
from engine.initiative.status import STACK_HEIGHT
from vision.labelling.matching import matched
from vision.observation import SQUARE_MM
from vision.track.matching import GATE_MM, nearest_pairs
from vision.track.summing import Unit

MOST_ALIKE = 6.0
"""The stack never repeats a colour, so repetition may not be likelier (log) than this."""


@dataclass(frozen=True)
class Scene:
    """One reading of the table.

    ``vanished``: spots that are empty now; ``appeared``: units at new places; ``kept``: pairs of spot and
    unit. A spot with different contents is both vanished and appeared. ``hidden`` are the ids of spots under
    a resting hand; ``stack`` is the five-high unit, if it shows; ``spare`` is what does not belong to the
    game, or to a stack that was taken apart. ``budget`` limits what may still be tried to explain the scene
    in this frame; ``touches`` says where hands were in the seconds before, ``sights`` what glimpses showed.
    """

    vanished: tuple[Spot, ...]
    appeared: tuple[Unit, ...]
    kept: tuple[tuple[Spot, Unit], ...]
    hidden: frozenset[int] = frozenset()
    stack: Unit | None = None
    spare: tuple[Unit, ...] = ()
    budget: Budget = field(default_factory=Budget, compare=False, repr=False)
    touches: tuple[Touch, ...] = ()
    sights: tuple[Sight, ...] = ()

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.vanished and not self.appeared

    def differs_like(self, other: Scene) -> bool:
        """Whether this scene differs from the layout in the same way as another."""
        if {spot.id for spot in self.vanished} != {spot.id for spot in other.vanished}:
            return False
        mine = [(unit.x_mm, unit.y_mm) for unit in self.appeared]
        theirs = [(unit.x_mm, unit.y_mm) for unit in other.appeared]
        return len(mine) == len(theirs) == len(list(nearest_pairs(mine, theirs, GATE_MM)))


def compare(window: Window, layout: Layout, reader: Reader, deep: bool = True) -> Scene:
    """The scene of a window; ``deep`` also checks whether spots still hold what they held."""
    tracks = window.present()
    stack_at, stack = _find_stack(window, layout, reader)
    others = [t for i, t in enumerate(tracks) if i != stack_at]
    pairs = tuple(
        nearest_pairs([(s.x_mm, s.y_mm) for s in layout.spots], [(t.x_mm, t.y_mm) for t in others], GATE_MM)
    )
    matched, used = dict(pairs), {track for _, track in pairs}
    hidden = frozenset(s.id for s in layout.spots if window.hides(s.bbox_px))
    gone = [
        s
        for i, s in enumerate(layout.spots)
        if i not in matched and s.id not in hidden and not s.lost and s.zone is not Zone.OTHER
    ]
    fresh = [t.unit(reader.palette) for i, t in enumerate(others) if i not in used]
    kept = []
    spare = [others[j].unit(reader.palette) for i, j in pairs if layout.spots[i].zone is Zone.OTHER]
    if deep:
        game = [(i, j) for i, j in pairs if layout.spots[i].zone is not Zone.OTHER]
        kept = [(layout.spots[i], others[j].unit(reader.palette)) for i, j in game]
        altered = [(spot, unit) for spot, unit in kept if is_altered(spot, unit, reader)]
        gone += [spot for spot, _ in altered]
        fresh += [unit for _, unit in altered]
        kept = [pair for pair in kept if not any(pair[0].id == spot.id for spot, _ in altered)]
    loose = [] if stack is not None else [u for u in fresh if layout.near_stack(u.x_mm, u.y_mm)]
    fresh = [u for u in fresh if not any(u is other for other in loose)]
    spare = [*loose, *spare]
    found = tuple(gone), tuple(fresh), tuple(kept)
    return Scene(*found, hidden, stack, tuple(spare), window.budget, window.touches, window.sights)


def shown_surely(scene: Scene, hidden: Iterable[tuple[float, float]]) -> Scene:
    """The scene of a glimpse without the spots that vanished beside one of the ``hidden`` places (mm)."""
    places = list(hidden)
    gone = (s for s in scene.vanished if all(math.dist((s.x_mm, s.y_mm), p) > SQUARE_MM for p in places))
    return replace(scene, vanished=tuple(gone))


def _find_stack(window: Window, layout: Layout, reader: Reader) -> tuple[int | None, Unit | None]:
    """The initiative stack: its index among the present tracks and its unit. At its place it may look lower;
    elsewhere it must show different colours."""
    best, height = None, 0.0
    tracks = window.present()
    for i, track in enumerate(tracks):
        at_home = abs(track.x_mm - layout.stack_xy[0]) + abs(track.y_mm - layout.stack_xy[1]) < 2 * GATE_MM
        levels = sum(len(hit.levels) for _, hit in track.hits) / len(track.hits)
        wanted = STACK_HEIGHT - (1.6 if at_home else 0.8)
        higher = levels >= wanted and levels + 0.5 * at_home > height
        if higher and (at_home or _all_different(track.unit(reader.palette))):
            best, height = i, levels + 0.5 * at_home
    return best, None if best is None else tracks[best].unit(reader.palette)


def _all_different(unit: Unit) -> bool:
    """Whether all levels of a unit may have different colours. A sacrifice on a print may look as high as the
    stack, but its colours repeat."""
    colours = np.stack([level.colour for level in unit.levels])
    different = colours[matched(colours)].sum()
    return bool(colours.max(axis=1).sum() - different < MOST_ALIKE)


def unsettled(window: Window, layout: Layout) -> bool:
    """Whether some unit, other than the stack, is neither surely there nor surely gone."""
    return any(
        t.presence(window.frames) is Presence.UNSURE
        for t in window.tracks
        if not layout.near_stack(t.x_mm, t.y_mm)
    )


def boxes(units: Iterable[Unit], spots: Iterable[Spot]) -> tuple[tuple[float, float, float, float], ...]:
    """The boxes in the picture of units and of emptied spots."""
    return (*(u.bbox_px for u in units), *(s.bbox_px for s in spots))
