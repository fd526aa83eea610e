"""Pieces misread at set-up, noticed when they are played; they are only ever asked about.

The piece that left the inventory was believed to be one kind, and the piece in the row looks like another;
the counting rule (I13) must allow the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from arbiter.events.ledger import Ledger, judge
from arbiter.games.initiative.putting_right import renamed, within_count
from arbiter.games.initiative.round.candidates import P_SACRIFICE, Candidate, row_placement
from arbiter.games.initiative.scene import Scene
from arbiter.table.budget import Search
from arbiter.table.layout import Layout, Spot, Zone
from arbiter.table.scoring import Reader
from engine.game import MoveError
from engine.initiative.model import Play, Setup
from engine.initiative.state import State
from engine.pieces import Piece
from vision.track.summing import SIZES

P_MISREAD = 0.02
LEAST = -5.0
"""Lowest log weight of the look at set-up against a misreading: the reader can be both wrong and sure."""


def misread_candidates(ledger: Ledger, layout: Layout, scene: Scene, reader: Reader) -> Iterator[Candidate]:
    """Plays of a piece that looks unlike what its spot was believed to hold, with or without a sacrifice, and
    sacrifices of such a piece.

    Worst case: 20 spots emptied and as many units of two levels that look like something else, 7,600 in all.
    The scene's budget limits the candidates, those without a sacrifice first.
    """
    gone = [spot for spot in scene.vanished if spot.zone is Zone.INVENTORY and spot.seat is not None]
    pasts = _Pasts(ledger, layout, reader)
    for each in dict.fromkeys(_misread(gone, scene, reader)):
        if not scene.budget.take(Search.MISREAD):
            return
        yield from pasts.candidates(gone[each.spot], each.looks, each.other, each.under)


class _Misread(NamedTuple):
    """The piece of spot number ``spot`` looks like another. With an ``other`` piece it is half of a play."""

    spot: int
    looks: Piece
    other: Piece | None = None
    under: bool = False


def _misread(gone: Sequence[Spot], scene: Scene, reader: Reader) -> Iterator[_Misread]:
    for at in range(len(gone)):
        yield from (_Misread(at, reader.best(unit)) for unit in scene.appeared)
    piled = [unit for unit in scene.appeared if len(unit.levels) > 1]
    for at, spot in enumerate(gone):
        others = [each.pieces[0] for each in gone if each.seat is spot.seat and each.id != spot.id]
        for unit, other in product(piled, others):
            yield _Misread(at, reader.best(unit), other)
            yield _Misread(at, reader.best(unit, 1), other, True)


class _Pasts:
    """The games from corrected set-ups, each replayed once."""

    def __init__(self, ledger: Ledger, layout: Layout, reader: Reader) -> None:
        self._ledger, self._layout, self._reader = ledger, layout, reader
        self._known: dict[Setup, tuple[State, int] | None] = {}

    def candidates(self, spot: Spot, looks: Piece, with_it: Piece | None, under: bool) -> Iterator[Candidate]:
        """Candidates in which the spot's piece was played on the other one, or lies ``under`` it."""
        reader, taken, seat = self._reader, spot.pieces[0], spot.seat
        setup = None if looks == taken else right_setup(self._ledger.setup, spot, looks)
        past = None if setup is None else self._past(setup)
        if past is None or seat is None:
            return
        state, legal = past
        play = Play(seat, with_it, looks) if under and with_it is not None else Play(seat, looks, with_it)
        verdict = judge(state, play)
        if verdict is None:
            return
        weight = math.log(P_MISREAD / max(1, legal) * (1.0 if verdict.legal else 0.15))
        weight += math.log(P_SACRIFICE) if with_it is not None else 0.0
        weight += max(LEAST, min(0.0, setup_look(spot, looks, reader) - setup_look(spot, taken, reader)))
        removed = ((seat, taken), *([(seat, with_it)] if with_it is not None else []))
        placed, stands = (row_placement(play),), self._ledger.waiting is not None
        yield Candidate(weight, ((play, verdict),), False, stands, removed, None, placed, setup)

    def _past(self, setup: Setup) -> tuple[State, int] | None:
        """The position after the same plays, and how many pieces may be played in it; ``None`` if the plays
        are impossible."""
        if setup not in self._known:
            try:
                state = replace(self._ledger, setup=setup).state_if_stood
                self._known[setup] = state, len(state.legal_pieces())
            except MoveError:
                self._known[setup] = None
        return self._known[setup]


def right_setup(setup: Setup, spot: Spot, looks: Piece) -> Setup | None:
    """The set-up with the spot's piece renamed; ``None`` if that gives too many of one kind."""
    assert spot.seat is not None
    changed = renamed(setup, spot.seat, spot.pieces[0], looks)
    return changed if within_count(changed) else None


def setup_look(spot: Spot, piece: Piece, reader: Reader) -> float:
    """Log likelihood (at least -8) of a piece, given its spot's look at set-up; 0 if that was never seen."""
    if not spot.seen or piece.colour not in reader.palette:
        return 0.0
    colour, size = spot.seen[0], spot.seen[1]
    share = colour[reader.palette.index(piece.colour)] * size[SIZES.index(piece.size)]
    return math.log(max(3e-4, float(share)))
