"""The layout of the table after an explanation has been accepted."""

from __future__ import annotations

from arbiter.games.initiative.relabel import nowhere
from arbiter.games.initiative.round.inference import Explanation
from arbiter.games.initiative.scene import Scene
from arbiter.table.appearance import look
from arbiter.table.layout import Layout, Zone


def as_explained(layout: Layout, best: Explanation, numbers: list[int], scene: Scene) -> Layout:
    """The layout after an explanation has been accepted; ``numbers`` are the ply numbers of its plays."""
    layout = layout.without(frozenset(spot.id for spot in best.emptied))
    for spot, unit in (*best.moved, *scene.kept):
        known = next((other for other in layout.spots if other.id == spot.id), None)
        if known is not None:
            layout = layout.changing(look(known, unit))
    rows = iter(numbers)
    for placement, place in zip(best.candidate.placed, best.units, strict=False):
        ply = next(rows) if placement.zone is Zone.ROW else None
        spot = nowhere(layout, placement.zone, placement.seat, placement.pieces, placement.call, ply)
        layout = layout.adding(spot if place is None else look(spot, place))
    return layout
