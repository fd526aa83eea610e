"""What a game is certain of: single pieces and the initiative stack in Initiative; in other games the pieces
of the accepted set-up."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.table.frames import Snapshot
from arbiter.table.layout import Zone
from arbiter.table.setup.by_hand import Thing
from vision.colour.colours import Certain


def certain(snapshot: Snapshot) -> tuple[Certain, ...]:
    """Places (mm) and colours, top to bottom, from which vision may learn colours; none while something is
    asked, waits or is provisional."""
    open_ = snapshot.question is not None or snapshot.waiting is not None or snapshot.provisional
    if open_ or snapshot.layout is None or snapshot.state is None:
        return () if open_ else snapshot.known
    alone = [
        (spot.x_mm, spot.y_mm, (spot.pieces[0].colour,))
        for spot in snapshot.layout.spots
        if len(spot.pieces) == 1 and not spot.lost and spot.zone in (Zone.INVENTORY, Zone.ROW)
    ]
    return (*alone, (*snapshot.layout.stack_xy, snapshot.state.stack))


def certain_at_setup(things: Iterable[Thing]) -> tuple[Certain, ...]:
    """The same for an accepted set-up: what was read without doubt or named by people."""
    return tuple(
        (*thing.place, tuple(piece.colour for piece in thing.pieces))
        for thing in things
        if thing.pieces and (thing.sure or thing.said)
    )
