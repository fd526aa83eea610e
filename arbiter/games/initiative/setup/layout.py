"""The spots and zones of a set-up when a round of Initiative begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arbiter.games.initiative.setup.late_start import PlayOrder
from arbiter.games.initiative.setup.reading import SetupReading
from arbiter.table.appearance import look
from arbiter.table.layout import Layout, Spot, Zone, Zones
from arbiter.table.setup.by_hand import Place
from engine.pieces import Piece
from vision.track.summing import Unit


def make_layout(reading: SetupReading, made: PlayOrder, seen: Mapping[Place, Unit]) -> Layout:
    """Spots and zones of a set-up, after the plays already ``made``.

    ``seen`` gives units as they were seen, by place, where people have named something else; a pyramid that
    only people have seen is marked as lost.
    """
    assert reading.setup is not None and reading.stack_unit is not None
    plies = {id(each.unit): number for number, each in enumerate(made, 1)}
    laid = {(each.unit.x_mm, each.unit.y_mm) for each in made}
    depths = {
        seat: [abs(unit.y_mm) for unit in units if (unit.x_mm, unit.y_mm) not in laid]
        for seat, units in reading.units.items()
    }
    home = reading.stack_unit
    layout = Layout(Zones.around(depths), (), (home.x_mm, home.y_mm))
    for seat, units in reading.units.items():
        for piece, unit in zip(reading.setup.inventory(seat), units, strict=True):
            ply = plies.get(id(unit))
            zone, call = Zone.INVENTORY, False
            pieces: tuple[Piece, ...] = (piece,)
            if ply is not None:
                zone, call, pieces = Zone.ROW, made[ply - 1].play.call, made[ply - 1].play.pieces
            elif (unit.x_mm, unit.y_mm) in laid:
                continue  # sacrificed: it lies under the piece played
            spot = Spot(0, zone, seat, unit.x_mm, unit.y_mm, pieces, unit.bbox_px, call, ply)
            as_seen = seen.get((unit.x_mm, unit.y_mm), unit)
            layout = layout.adding(look(spot, as_seen) if as_seen.hits else replace(spot, lost=True))
    return layout
