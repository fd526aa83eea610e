"""What is believed to stand on the table, place by place, for the record of a game with a ``TableModel``."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arbiter.table.layout import Spot
from arbiter.table.model import Seen, TableModel
from arbiter.table.sites import STAYS_MM, Looks

Place = tuple[float, float]


def spots_of(
    looks: Looks,
    model: TableModel,
    state: Any,
    moved: Mapping[str, frozenset[int]] | None = None,
    ply: int | None = None,
) -> list[Spot]:
    """The spots of a table accepted as ``state``: places as seen, pieces as in the state. Those in ``moved``
    (indexes by site) get the number ``ply``."""
    contents, found = model.contents(state), list[Spot]()
    for site, there in sorted(looks.spots.items()):
        alone = len(there) == 1 and site in contents
        for at, spot in enumerate(there):
            pieces = model.named(site, contents[site], spot.pieces) if alone else spot.pieces
            by = ply if moved and at in moved.get(site, ()) else None
            place = model.place(site, pieces)
            found.append(replace(spot, id=len(found) + 1, pieces=pieces, ply=by, place=place))
    return found


def moved_to(spots: Sequence[Spot], places: Iterable[Place], ply: int) -> tuple[Spot, ...]:
    """The spots; those at ``places`` (mm) get the number of the ply that brought them there."""
    known = tuple(places)
    near = {
        spot.id for spot in spots if any(math.dist(at, (spot.x_mm, spot.y_mm)) < STAYS_MM for at in known)
    }
    return tuple(replace(spot, ply=ply) if spot.id in near else spot for spot in spots)


def came(seen: Seen, looks: Looks, model: TableModel) -> dict[str, frozenset[int]]:
    """The units (indexes by site) that have come or turned since ``looks``."""
    return {site: looks.fresh(site, seen.at(site), model.reader) for site in seen.changed}
