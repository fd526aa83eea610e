"""A match of Initiative acted out at a filmed table: two rounds, and the set-up of the second between them.

The initiative stack is put back into its first order, and every pyramid changes sides (I11): first those in
the rows, to free places, then those in the inventories. To make room, the near player stands the pyramids
that still belong to the other side in near's own row until places are free.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from datasets.acting.initiative import (
    Actor,
    Place,
    Put,
    Table,
    inventory_place,
    loose,
    opening,
    restack,
    row_place,
    row_unit,
    with_row,
    with_slot,
)
from datasets.film.beats import SET_UP
from datasets.film.visits import Acted, Carry, Happening, Visit
from datasets.scene.scenes import Layout, Unit
from engine.game import Seat
from engine.initiative.model import Play
from engine.initiative.state import State
from engine.pieces import Colour

COLLECT = "collect"
"""Kind of every visit between the rounds except the last one."""


@dataclass
class _Exchange:
    """Acts the change from the end of a round to the set-up of the next; ``table`` is the current one."""

    table: Table
    left: dict[Seat, list[int]] = field(init=False)
    """Slots of each inventory whose pyramids still have to change sides."""

    def __post_init__(self) -> None:
        slots = self.table.inventory
        self.left = {seat: [i for i, piece in enumerate(slots[seat]) if piece] for seat in Seat}

    def visits(self, first: tuple[Colour, ...]) -> list[Visit]:
        """The visits of both seats, alternating; ``first`` is the stack's initial order."""
        before, now, seat = self.table.laid, self.table, Seat.NEAR
        self.table = replace(now, stack=first)
        acts = (*restack(seat, now, self.table), *self._fetch(seat))
        found = [Visit(seat, COLLECT, (), before, acts)]
        while any(self.table.rows.values()) or any(self.left.values()) or self.table.beside:
            seat, before = seat.other, self.table.laid
            found.append(Visit(seat, COLLECT, (), before, tuple(self._fetch(seat))))
        return [*found[:-1], replace(found[-1], kind=SET_UP)]

    def _fetch(self, seat: Seat) -> list[Carry]:
        """A seat's carries in one visit: the opponent's pyramids, and those near moves out of the way."""
        acts = list[Carry]()
        while (free := self._free(seat)) and (taken := self._lifted(seat)):
            acts.append(self._carry(*taken, inventory_place(seat, free[0]), (seat, free[0])))
        crowded = not (any(self.table.rows.values()) or any(self._free(each) for each in Seat))
        while seat is Seat.NEAR and crowded and (taken := self._lifted(seat)):
            acts.append(self._carry(*taken, row_place(seat, len(self.table.beside)), None))
        return acts

    def _free(self, seat: Seat) -> list[int]:
        return [slot for slot, piece in enumerate(self.table.inventory[seat]) if piece is None]

    def _lifted(self, seat: Seat) -> tuple[Unit, Table] | None:
        """The next pyramid that a seat takes, in its place, and the table without it."""
        table, other = self.table, seat.other
        if table.beside and seat is Seat.NEAR and self._free(seat):
            return table.beside[0], replace(table, beside=table.beside[1:])
        if table.rows[other]:
            *rest, last = table.rows[other]
            top, place = row_unit(other, len(rest), last).pieces[-1], row_place(other, len(rest))
            under = (Play(other, last.sacrifice),) if last.sacrifice else ()
            return loose(last.piece, place, top.lift_mm), with_row(table, other, (*rest, *under))
        if not self.left[other]:
            return None
        slot = self.left[other].pop(0)
        piece = table.inventory[other][slot]
        assert piece is not None
        return loose(piece, inventory_place(other, slot)), with_slot(table, other, slot, None)

    def _carry(self, taken: Unit, lifted: Table, place: Place, slot: tuple[Seat, int] | None) -> Carry:
        """Put the pyramid into a slot, or temporarily in the row."""
        before, put = self.table, loose(taken.pieces[0].piece, place)
        if slot is None:
            self.table = replace(lifted, beside=(*lifted.beside, put))
        else:
            self.table = with_slot(lifted, *slot, put.pieces[0].piece)
        return Put(taken, put, (before, lifted, self.table)).forth


def act(first: State, steps: Iterable[str], second: State, plays: Iterable[str]) -> tuple[Acted, Layout]:
    """Both rounds with the set-up in between, and the table at the start of the second.

    Raises ``ValueError`` if the rules contradict a step.
    """
    player = Actor(first, opening(first))
    start = player.table.laid
    happenings: list[Happening | None] = [player.act(step) for step in steps]
    exchange = _Exchange(player.table)
    happenings += exchange.visits(first.setup.stack)
    again = Actor(second, exchange.table)
    between = again.table.laid
    happenings += [again.act(step) for step in plays]
    return Acted(start, tuple(each for each in happenings if each is not None)), between
