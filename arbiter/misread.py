"""Pieces that were misread at set-up: noticed when they are played, and then only ever asked about.

What left the inventory was believed to be one piece, what came into the row looks like another. If the
counting rule (I13) then has one kind too often, the piece that gave its name away takes the other's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from arbiter.candidates import P_SACRIFICE, Candidate, row_placement
from arbiter.evidence import SIZES, Reader
from arbiter.inventories import OF_A_KIND
from arbiter.layout import Layout, Spot, Zone
from arbiter.ledger import Ledger, judge
from arbiter.scene import Scene
from engine.game import MoveError, Seat
from engine.initiative import Play, Setup
from engine.pieces import Piece

P_MISREAD = 0.02
LEAST = -5.0
"""Most that the look at set-up can speak against a misreading: readers are wrong and sure of it."""


def misread_candidates(ledger: Ledger, layout: Layout, scene: Scene, reader: Reader) -> Iterator[Candidate]:
    """Plays of a piece that looks unlike what its spot was believed to hold, with or without a sacrifice, and
    sacrifices of such a piece."""
    gone = [spot for spot in scene.vanished if spot.zone is Zone.INVENTORY and spot.seat is not None]
    for spot in gone:
        others = [other for other in gone if other.seat is spot.seat and other.id != spot.id]
        for unit in scene.appeared:
            yield from _candidate(ledger, layout, spot, reader.best(unit), None, False, reader)
            for other in others if len(unit.levels) > 1 else ():
                yield from _candidate(ledger, layout, spot, reader.best(unit), other, False, reader)
                yield from _candidate(ledger, layout, spot, reader.best(unit, 1), other, True, reader)


def _candidate(
    ledger: Ledger, layout: Layout, spot: Spot, looks: Piece, other: Spot | None, under: bool, reader: Reader
) -> Iterator[Candidate]:
    """The piece of a spot was played, or lies ``under`` that of the other one, which else is sacrificed."""
    taken, seat = spot.pieces[0], spot.seat
    put_right = None if looks == taken else right_setup(ledger.setup, layout, spot, looks, reader)
    if put_right is None or seat is None:
        return
    setup, swap = put_right
    with_it = None if other is None else other.pieces[0]
    play = Play(seat, with_it, looks) if under and with_it is not None else Play(seat, looks, with_it)
    try:
        state = replace(ledger, setup=setup).state_if_stood
    except MoveError:
        return
    verdict = judge(state, play)
    if verdict is None:
        return
    weight = math.log(P_MISREAD / max(1, len(state.legal_pieces())) * (1.0 if verdict.legal else 0.15))
    weight += math.log(P_SACRIFICE) if other is not None else 0.0
    weight += max(LEAST, min(0.0, looked(spot, looks, reader) - looked(spot, taken, reader)))
    removed = ((seat, taken), *([(seat, with_it)] if with_it is not None else []))
    placed, onward = (row_placement(play),), ledger.waiting is not None
    yield Candidate(weight, ((play, verdict),), False, onward, removed, None, placed, setup, swap)


def right_setup(
    setup: Setup, layout: Layout, spot: Spot, looks: Piece, reader: Reader
) -> tuple[Setup, tuple[int, Piece] | None] | None:
    """The set-up with the spot's piece renamed, and the other spot that has to take its name if one has."""
    assert spot.seat is not None
    taken = spot.pieces[0]
    changed = renamed(setup, spot.seat, taken, looks)
    if within_count(changed):
        return changed, None
    other = _namesake(layout, spot, looks, taken, reader)
    if other is None or other.seat is None:
        return None
    return renamed(changed, other.seat, looks, taken), (other.id, taken)


def _namesake(layout: Layout, spot: Spot, piece: Piece, wanted: Piece, reader: Reader) -> Spot | None:
    """The inventory spot believed to hold ``piece`` that looked most like ``wanted``."""
    others = [
        s for s in layout.spots if s.zone is Zone.INVENTORY and s.pieces == (piece,) and s.id != spot.id
    ]
    return max(others, key=lambda s: looked(s, wanted, reader), default=None)


def looked(spot: Spot, piece: Piece, reader: Reader) -> float:
    """Log likelihood (not below -8) of a spot's look being that of a piece; 0 if it was never seen."""
    if not spot.seen or piece.colour not in reader.palette:
        return 0.0
    colour, size = spot.seen[0], spot.seen[1]
    share = colour[reader.palette.index(piece.colour)] * size[SIZES.index(piece.size)]
    return math.log(max(3e-4, float(share)))


def renamed(setup: Setup, seat: Seat, before: Piece, after: Piece) -> Setup:
    """The set-up with one piece of a seat's inventory taken for another."""
    pieces = list(setup.inventory(seat))
    pieces[pieces.index(before)] = after
    side = tuple(pieces)
    return replace(setup, near=side) if seat is Seat.NEAR else replace(setup, far=side)


def within_count(setup: Setup) -> bool:
    """Whether no kind is there too often (I13)."""
    counts = Counter((*setup.near, *setup.far))
    if setup.stack_size is not None:
        counts.update(Piece(setup.stack_size, colour) for colour in setup.stack)
    return all(count <= OF_A_KIND for count in counts.values())
