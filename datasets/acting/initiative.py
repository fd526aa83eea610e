"""Rounds of Initiative acted out at a filmed table: plays, mistakes and mishaps, each one visit of a hand.

A script consists of steps: ``play``, ``illegal`` or ``take_back`` with a play in notation; ``bump`` or
``shadow``; ``knock``, ``topple`` or ``right`` with a seat and a piece of its inventory, which is knocked over
and put back at once, or falls over and is put back only later.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from datasets.film.visits import (
    FALLS,
    MISHAPS,
    Acted,
    Carry,
    Happening,
    Point,
    Touch,
    Visit,
    carry_unit,
    grip_of,
    held_unit,
    reading_of,
)
from datasets.scene.scenes import Layout, PlacedPiece, Sheet, Unit, flat, upright
from datasets.scene.solids import moved
from engine.game import Seat
from engine.initiative.examples import ExampleRound
from engine.initiative.model import Play
from engine.initiative.notation import parse_play
from engine.initiative.state import State
from engine.notation import parse_pieces
from engine.pieces import Colour, Piece, Posture, Size

INVENTORY_Y, ROW_Y = 128.0, 44.0
FIRST_X, INVENTORY_PITCH, ROW_PITCH = -190.0, 40.0, 46.0
STACK_AT = (228.0, 6.0)
FALLEN_DEG = 25.0

Place = tuple[float, float]


@dataclass(frozen=True)
class Table:
    """The places of all pieces: inventories by slot, rows by slot (sacrifice, play), and the stack.

    ``fallen`` are slots of inventories with fallen pieces; ``beside`` are units elsewhere.
    """

    inventory: dict[Seat, tuple[Piece | None, ...]]
    rows: dict[Seat, tuple[Play, ...]]
    stack: tuple[Colour, ...]
    stack_size: Size
    fallen: frozenset[tuple[Seat, int]] = frozenset()
    beside: tuple[Unit, ...] = ()
    sheets: tuple[Sheet, ...] = ()

    @property
    def laid(self) -> Layout:
        """Everything visible to the camera."""
        return Layout(units_of(self), self.sheets)


def _sign(seat: Seat) -> int:
    return -1 if seat is Seat.NEAR else 1


def _wobble(*key: float) -> float:
    """A fixed pseudo-random number -1..1, so that things are not placed on a grid."""
    value = sum(k * w for k, w in zip(key, (12.9898, 78.233, 37.719), strict=False))
    return ((value * 0.731) % 1.0) * 2 - 1


def inventory_place(seat: Seat, slot: int) -> Place:
    """The place of a slot of an inventory."""
    x = FIRST_X + INVENTORY_PITCH * slot + 3 * _wobble(slot, _sign(seat))
    return x, _sign(seat) * INVENTORY_Y + 4 * _wobble(_sign(seat), slot, 5)


def row_place(seat: Seat, slot: int) -> Place:
    """The place of the nth play of a row."""
    x = FIRST_X + ROW_PITCH * slot + 3 * _wobble(slot, 3, _sign(seat))
    return x, _sign(seat) * ROW_Y + 3 * _wobble(_sign(seat), slot, 7)


def row_unit(seat: Seat, slot: int, play: Play) -> Unit:
    """The unit of the nth play of a row."""
    x, y = row_place(seat, slot)
    pieces = (play.piece,) if play.sacrifice is None else (play.sacrifice, play.piece)
    if play.call:
        return flat(x, y, pieces, (90.0 if seat is Seat.NEAR else 270.0) + 5 * _wobble(slot, 11))
    return upright(
        x, y, pieces, 45 + 40 * _wobble(slot, _sign(seat), 2), (0.0, 2 * _wobble(slot, 9))[: len(pieces)]
    )


def units_of(table: Table) -> tuple[Unit, ...]:
    """All units on the table."""
    units = [
        _inventory_unit(table, seat, slot)
        for seat, slots in table.inventory.items()
        for slot, piece in enumerate(slots)
        if piece
    ]
    units += [
        row_unit(seat, slot, play) for seat, plays in table.rows.items() for slot, play in enumerate(plays)
    ]
    if table.stack:
        units.append(
            upright(
                *STACK_AT,
                tuple(Piece(table.stack_size, c) for c in reversed(table.stack)),
                38.0,
                (0, 1.5, -1, 2, -1.5),
            )
        )
    return (*units, *table.beside)


def _inventory_unit(table: Table, seat: Seat, slot: int) -> Unit:
    piece, (x, y) = table.inventory[seat][slot], inventory_place(seat, slot)
    assert piece is not None
    if (seat, slot) in table.fallen:
        return flat(x + 4.0, y + 9.0 * _sign(seat), (piece,), FALLEN_DEG - 90.0 * _sign(seat))
    return upright(x, y, (piece,), 45 + 45 * _wobble(slot, _sign(seat), 1))


def opening(state: State) -> Table:
    """The table at set-up."""
    inventory: dict[Seat, tuple[Piece | None, ...]] = {seat: tuple(state.inventories[seat]) for seat in Seat}
    return Table(inventory, dict.fromkeys(Seat, ()), state.stack, state.setup.stack_size or Size.SMALL)


def _slot_of(table: Table, seat: Seat, piece: Piece) -> int:
    return table.inventory[seat].index(piece)


def with_slot(table: Table, seat: Seat, slot: int, piece: Piece | None) -> Table:
    """The table with a piece, or none, in a slot of an inventory."""
    slots = tuple(piece if i == slot else p for i, p in enumerate(table.inventory[seat]))
    return replace(table, inventory={**table.inventory, seat: slots})


def with_row(table: Table, seat: Seat, plays: tuple[Play, ...]) -> Table:
    """The table with other plays in a row."""
    return replace(table, rows={**table.rows, seat: plays})


@dataclass(frozen=True)
class Put:
    """A piece moved from one place to another, and the tables before, during and after."""

    taken: Unit
    put: Unit
    tables: tuple[Table, Table, Table]

    @property
    def forth(self) -> Carry:
        """The move there."""
        _, lifted, after = self.tables
        return carry_unit(self.taken, self.put, lifted.laid, after.laid)

    @property
    def back(self) -> Carry:
        """The move back."""
        before, lifted, _ = self.tables
        return carry_unit(self.put, self.taken, lifted.laid, before.laid)


def _puts(table: Table, play: Play) -> list[Put]:
    """The pieces put for a play, sacrifice first."""
    found, row, slot = list[Put](), table.rows[play.seat], len(table.rows[play.seat])
    parts = [play.sacrifice, play.piece] if play.sacrifice else [play.piece]
    for i, piece in enumerate(parts):
        at = _slot_of(table, play.seat, piece)
        lifted = with_slot(table, play.seat, at, None)
        shown = play if i == len(parts) - 1 else Play(play.seat, piece)
        after = with_row(lifted, play.seat, (*row, shown))
        top = row_unit(play.seat, slot, shown).pieces[-1].lift_mm
        taken = loose(piece, inventory_place(play.seat, at))
        found.append(Put(taken, loose(piece, row_place(play.seat, slot), top), (table, lifted, after)))
        table = after
    return found


def loose(piece: Piece, place: Place, lift_mm: float = 0.0) -> Unit:
    """A piece in a hand."""
    return Unit(*place, Posture.UPRIGHT, 40.0, (PlacedPiece(piece, lift_mm),))


def restack(seat: Seat, before: Table, after: Table) -> tuple[Carry, ...]:
    """Pick up the whole stack, rearrange it outside the picture and put it back, if it changes at all."""
    if before.stack == after.stack:
        return ()
    units, bare = units_of(before), units_of(replace(before, stack=()))
    old, new = (next(u for u in each if (u.x_mm, u.y_mm) == STACK_AT) for each in (units, units_of(after)))
    spot: Point = (*STACK_AT, max(p.lift_mm for p in old.pieces) + 8)
    out: Point = (spot[0] - 60, -330.0 if seat is Seat.NEAR else 500.0, 100.0)
    laid = Layout(bare, before.sheets)
    gone = Carry(held_unit(old), spot, out, laid, laid, out_s=1.0, unit=old)
    step = tuple(b - a for a, b in zip(spot, out, strict=True))
    there = tuple(replace(b, mesh=moved(b.mesh, None, step)) for b in held_unit(new))
    return gone, Carry(there, out, spot, laid, after.laid, unit=new)


@dataclass
class Actor:
    """Acts a round; ``table`` and ``state`` are the current ones."""

    state: State
    table: Table
    _done: list[tuple[State, Table, list[Put]]] = field(default_factory=list)

    def act(self, step: str) -> Happening | None:
        """The happening for a step; ``None`` for a virtual play. Raises ``ValueError`` if the rules
        contradict the step."""
        kind, _, text = step.partition(" ")
        if kind in MISHAPS:
            return MISHAPS[kind]
        if kind in FALLS:
            visit, self.table = fall(kind, text, self.table)
            return visit
        return self._back(text) if kind == "take_back" else self._play(kind, text)

    def _play(self, kind: str, text: str) -> Visit | None:
        state, before = self.state, self.table
        assert state.to_move is not None
        play = replace(parse_play(text, state, check=False), seat=state.to_move)
        reading = reading_of(state, play, kind == "illegal")
        self.state = state.force(play).state
        if play.virtual:
            return None
        puts = _puts(before, play)
        put = puts[-1].tables[-1]
        self.table = replace(put, stack=self.state.stack)
        self._done.append((state, before, puts))
        acts = (*(each.forth for each in puts), *restack(play.seat, put, self.table))
        return Visit(play.seat, kind, (text,), before.laid, acts, reading)

    def _back(self, text: str) -> Visit:
        """Take back the last play: first the stack, then its pieces from the top."""
        now = self.table
        self.state, self.table, puts = self._done.pop()
        seat = self.state.to_move
        assert seat is not None
        restacked = restack(seat, now, replace(now, stack=self.table.stack))
        acts = (*restacked, *(each.back for each in reversed(puts)))
        return Visit(seat, "take_back", (text,), now.laid, acts)


def fall(kind: str, words: str, before: Table) -> tuple[Visit, Table]:
    """A piece of an inventory falls over (``topple``), is put upright (``right``), or both (``knock``)."""
    name, piece = words.split()
    seat = Seat(name)
    slot = _slot_of(before, seat, parse_pieces(piece)[0])
    after = replace(before, fallen=before.fallen ^ {(seat, slot)})
    first = Touch(grip_of(_inventory_unit(before, seat, slot)), after.laid)
    if kind != "knock":
        return Visit(seat, kind, (), before.laid, (first,)), after
    again = Touch(grip_of(_inventory_unit(after, seat, slot)), before.laid)
    return Visit(seat, kind, (), before.laid, (first, again)), before


def perform(state: State, steps: Iterable[str], table: Table | None = None) -> Acted:
    """The opening table and all happenings, in order; raises ``ValueError`` if the rules contradict a step.

    ``table`` replaces the usual opening table.
    """
    actor = Actor(state, table or opening(state))
    start = actor.table.laid
    happenings = (actor.act(step) for step in steps)
    return Acted(start, tuple(each for each in happenings if each is not None))


def act(round_: ExampleRound) -> Acted:
    """An example round, acted."""
    return perform(round_.start(), (f"{step.kind} {step.text}" for step in round_.steps))
