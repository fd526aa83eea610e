"""The layout renamed after a game has been corrected.

Places stay as they are; their contents follow the ledger. A piece without a place went missing: it takes the
place of whatever turns up. A place that is not needed is dropped, so that what stands there counts as new.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from difflib import SequenceMatcher

import numpy as np

from arbiter.events.ledger import Ledger
from arbiter.games.initiative.round.misread_pieces import setup_look
from arbiter.table.layout import Layout, Spot, Zone
from arbiter.table.scoring import Reader
from engine.game import Seat
from engine.initiative.model import Play
from engine.pieces import Piece
from vision.labelling.matching import matched

KEPT_NAME = 1.0
"""Log units in favour of a spot keeping its name."""
NOWHERE_MM = 1e4
"""Where the spot of an unseen piece is put: off the table."""


def relabel(layout: Layout, ledger: Ledger, reader: Reader | None = None) -> Layout:
    """The layout with the contents of every spot as the ledger has them; with ``reader``, inventory pieces go
    to the spots that look like them."""
    state = ledger.state_if_stood
    for seat in Seat:
        wanted = Counter(state.inventories[seat])
        if reader is not None:
            layout = _by_looks(layout, seat, wanted, reader)
        layout = _inventory(layout, seat, wanted)
        layout = _row(layout, seat, _plays(ledger, seat))
    return layout


def _plays(ledger: Ledger, seat: Seat) -> list[tuple[int, Play]]:
    """The plays of a seat that put pyramids on the table, with their ply numbers."""
    plies = [*ledger.plies, *([ledger.waiting] if ledger.waiting else [])]
    numbered = ((number, ply.play) for number, ply in enumerate(plies, 1))
    return [(number, play) for number, play in numbered if play.seat is seat and not play.virtual]


def _spots(layout: Layout, zone: Zone, seat: Seat) -> list[Spot]:
    return [spot for spot in layout.spots if spot.zone is zone and spot.seat is seat]


def _by_looks(layout: Layout, seat: Seat, wanted: Counter[Piece], reader: Reader) -> Layout:
    """An inventory's spots renamed to the assignment of wanted pieces that fits their looks best."""
    spots, pieces = _spots(layout, Zone.INVENTORY, seat), list(wanted.elements())
    table = [
        [
            setup_look(spot, piece, reader) + (KEPT_NAME if spot.pieces == (piece,) else 0.0)
            for piece in pieces
        ]
        for spot in spots
    ]
    scores = np.array(table).reshape(len(spots), len(pieces))
    for row, column in zip(*matched(scores), strict=True):
        spot, piece = spots[row], pieces[column]
        if spot.pieces != (piece,):
            layout = layout.changing(replace(spot, pieces=(piece,), seen=()))
    return layout


def _inventory(layout: Layout, seat: Seat, wanted: Counter[Piece]) -> Layout:
    missing, spare = Counter(wanted), list[Spot]()
    for spot in sorted(_spots(layout, Zone.INVENTORY, seat), key=lambda spot: spot.lost):
        if missing[spot.pieces[0]] > 0:
            missing[spot.pieces[0]] -= 1
        else:
            spare.append(spot)
    for piece in missing.elements():
        if spare:
            layout = layout.changing(replace(spare.pop(0), pieces=(piece,), seen=()))
        else:
            layout = layout.adding(nowhere(layout, Zone.INVENTORY, seat, (piece,)))
    return layout.without(frozenset(spot.id for spot in spare))


def _row(layout: Layout, seat: Seat, plays: list[tuple[int, Play]]) -> Layout:
    """A row's spots aligned with the plays in order; a play without a spot gets one, in its turn."""
    spots = sorted(_spots(layout, Zone.ROW, seat), key=lambda spot: spot.ply or 0)
    old = [(spot.pieces, spot.call) for spot in spots]
    new = [(play.pieces, play.call) for _, play in plays]
    gone = list[Spot]()
    for _, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for spot, (number, play) in zip(spots[a:b], plays[c:d], strict=False):
            same = (spot.pieces, spot.call) == (play.pieces, play.call)
            named = replace(spot, pieces=play.pieces, call=play.call, ply=number)
            layout = layout.changing(named if same else replace(named, seen=()))
        for number, play in plays[c + b - a : d]:
            layout = layout.adding(nowhere(layout, Zone.ROW, seat, play.pieces, play.call, number))
        gone += spots[a + d - c : b]
    return layout.without(frozenset(spot.id for spot in gone))


def nowhere(
    layout: Layout,
    zone: Zone,
    seat: Seat,
    pieces: tuple[Piece, ...],
    call: bool = False,
    ply: int | None = None,
) -> Spot:
    """A spot of unknown place: far off to the side of its zone, marked lost."""
    sign = -1 if seat is Seat.NEAR else 1
    y_mm = sign * layout.zones.limits[seat] * (0.5 if zone is Zone.ROW else 1.5)
    return Spot(0, zone, seat, NOWHERE_MM, y_mm, pieces, (0.0, 0.0, 0.0, 0.0), call, ply, lost=True)
