"""A draft of Initiative acted out at a filmed table, and the round played with the drafted pieces.

The markers are three numbered papers across the middle. Pyramids come from a bag outside the picture. They go
back into it when a draw is taken back, and so do those left at the markers at the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from datasets.acting.initiative import Actor, Put, Table, fall, inventory_place, loose
from datasets.film.beats import SET_UP
from datasets.film.visits import FALLS, MISHAPS, Acted, Carry, Happening, Visit, away, carry_unit, reading_of
from datasets.scene.scenes import Sheet, Unit, upright
from engine.game import Seat
from engine.initiative.draft import Draft
from engine.initiative.draft_model import INVENTORY, MARKERS, Draw, Take
from engine.initiative.draft_notation import parse_action
from engine.initiative.drafting import Stack
from engine.initiative.state import State
from engine.pieces import Piece

MARKER_X = {1: -108.0, 2: 3.0, 3: 111.0}
BESIDE_MM = ((-23.0, 5.0), (24.0, -6.0), (2.0, 34.0), (-4.0, -36.0))
"""Places of pyramids relative to their marker, in order of arrival."""
PAPER_MM = 20.0

Row = tuple[tuple[Piece, int], ...]
"""The pyramids at a marker, with their indexes in ``BESIDE_MM``."""


def papers() -> tuple[Sheet, ...]:
    """The markers."""
    found = []
    for marker, x in MARKER_X.items():
        picture = np.full((48, 48, 3), (236, 232, 222), np.uint8)
        cv2.putText(
            picture, str(marker), (12, 38), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (70, 66, 60), 3, cv2.LINE_AA
        )
        found.append(Sheet(picture, x, 0.0, PAPER_MM, PAPER_MM, 4.0 * marker - 7))
    return tuple(found)


def _unit(marker: int, piece: Piece, place: int) -> Unit:
    x, y = BESIDE_MM[place]
    return upright(MARKER_X[marker] + x, y, (piece,), (marker * 37.0 + place * 23.0) % 90)


def _without(row: Row, piece: Piece) -> tuple[Row, int]:
    """A row without one of its pyramids, and the place of the removed pyramid."""
    at = next(i for i, (each, _) in enumerate(row) if each == piece)
    return (*row[:at], *row[at + 1 :]), row[at][1]


@dataclass
class _Drafter:
    """Acts a draft; ``table`` holds the pieces taken so far, ``rows`` those at the markers."""

    state: Draft
    table: Table
    rows: dict[int, Row] = field(default_factory=lambda: dict.fromkeys(MARKERS, ()))
    _done: list[tuple[Draft, Table, dict[int, Row], list[Put]]] = field(default_factory=list)

    def act(self, step: str) -> Happening:
        """The happening for a step, see `initiative.Actor`."""
        kind, _, text = step.partition(" ")
        if kind == "take_back":
            return self._back(text)
        if kind in MISHAPS:
            return MISHAPS[kind]
        if kind in FALLS:
            visit, self.table = fall(kind, text, self.table)
            return visit
        seat = self.state.mover
        assert seat is not None
        move = parse_action(f"{seat}: {text}", self.state, check=False)
        reading = reading_of(self.state, move, kind == "illegal")
        before, rows = self.table, dict(self.rows)
        pieces = (move.piece,) if isinstance(move, Draw) else move.keep or self.state.rows[move.marker - 1]
        puts = [self._put(seat, move, piece) for piece in pieces]
        self._done.append((self.state, before, rows, puts))
        self.state = self.state.force(move).state
        return Visit(seat, kind, (text,), before.laid, tuple(each.forth for each in puts), reading)

    def _put(self, seat: Seat, move: Draw | Take, piece: Piece) -> Put:
        """Move one pyramid from the bag to a marker, or from a marker to the player who takes it."""
        row, before = self.rows[move.marker], self.table
        if isinstance(move, Draw):
            place = next(i for i in range(len(BESIDE_MM)) if i not in [at for _, at in row])
            self._set_row(move.marker, (*row, (piece, place)))
            there = _unit(move.marker, piece, place)
            return Put(_from_bag(seat, there), there, (before, before, self.table))
        rest, place = _without(row, piece)
        self._set_row(move.marker, rest)
        lifted, slot = self.table, self.table.inventory[seat].index(None)
        taken = tuple(piece if i == slot else p for i, p in enumerate(lifted.inventory[seat]))
        self.table = replace(lifted, inventory={**lifted.inventory, seat: taken})
        there = loose(piece, inventory_place(seat, slot))
        return Put(_unit(move.marker, piece, place), there, (before, lifted, self.table))

    def _set_row(self, marker: int, row: Row) -> None:
        self.rows[marker] = row
        units = tuple(_unit(m, piece, at) for m, each in self.rows.items() for piece, at in each)
        self.table = replace(self.table, beside=units)

    def _back(self, text: str) -> Visit:
        """Return the last draw to the bag, or the last take to its marker."""
        now, (self.state, self.table, self.rows, puts) = self.table, self._done.pop()
        seat = self.state.mover
        assert seat is not None
        return Visit(seat, "take_back", (text,), now.laid, tuple(each.back for each in reversed(puts)))

    def put_away(self, seat: Seat) -> Visit:
        """Put the pieces left at the markers into the bag."""
        before, acts = self.table.laid, list[Carry]()
        while self.table.beside:
            unit, *rest = self.table.beside
            self.table = replace(self.table, beside=tuple(rest))
            acts.append(carry_unit(unit, _from_bag(seat, unit), self.table.laid, self.table.laid))
        return Visit(seat, SET_UP, (), before, tuple(acts))


def _from_bag(seat: Seat, unit: Unit) -> Unit:
    """A pyramid held over the bag."""
    x, y, _ = away(seat, unit.x_mm)
    return replace(unit, x_mm=x, y_mm=y)


def act(stack: Stack, steps: Iterable[str], start: State, plays: Iterable[str]) -> Acted:
    """Act a draft that leads to ``start``, clear the markers, then act the steps of the round.

    The leader of ``start`` begins both. Raises ``ValueError`` if the rules contradict a step.
    """
    empty = dict.fromkeys(Seat, (None,) * INVENTORY)
    table = Table(empty, dict.fromkeys(Seat, ()), stack.colours, stack.size, sheets=papers())  # type: ignore[arg-type]
    drafter = _Drafter(Draft.start(stack.colours, stack.size, start.to_move), table)
    happenings: list[Happening | None] = [drafter.act(step) for step in steps]
    if drafter.state.setup != start.setup:
        raise ValueError("the draft does not lead to the round's set-up")
    if drafter.table.beside:
        happenings.append(drafter.put_away(Seat.NEAR))
    player = Actor(start, drafter.table)
    happenings += [player.act(step) for step in plays]
    return Acted(table.laid, tuple(each for each in happenings if each is not None))
