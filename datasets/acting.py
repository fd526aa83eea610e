"""What happens at a filmed table: an example round acted out as carries of pieces between places.

Places are table millimetres (near player at -y). Each step of the round becomes one visit of a hand; the
result is a list of visits with the table before, the pieces carried one after another, and the table after.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from datasets.scenes import Unit, flat, upright
from engine.examples import ExampleRound, ExampleStep
from engine.game import Seat
from engine.initiative import State
from engine.initiative_model import Play
from engine.notation_initiative import parse_play
from engine.pieces import Colour, Piece, Size

INVENTORY_Y, ROW_Y = 128.0, 44.0
FIRST_X, INVENTORY_PITCH, ROW_PITCH = -190.0, 40.0, 46.0
STACK_AT = (228.0, 6.0)

Place = tuple[float, float]


@dataclass(frozen=True)
class Carry:
    """One piece taken from a place and put down at another, on top of ``onto`` pieces already there."""

    piece: Piece
    start: Place
    end: Place
    table_during: tuple[Unit, ...]
    table_after: tuple[Unit, ...]
    start_lift_mm: float = 0.0
    end_lift_mm: float = 0.0


@dataclass(frozen=True)
class Visit:
    """One reach of a seat's hand: carries, then (maybe) the initiative stack rebuilt under the other hand."""

    seat: Seat
    kind: str
    text: str
    before: tuple[Unit, ...]
    carries: tuple[Carry, ...]
    restacked: tuple[Unit, ...] | None = None

    @property
    def after(self) -> tuple[Unit, ...]:
        """The table when the hand has gone."""
        return self.restacked or self.carries[-1].table_after


@dataclass(frozen=True)
class Table:
    """Which piece stands where: inventories by slot, rows by slot (sacrifice, play), and the stack."""

    inventory: dict[Seat, tuple[Piece | None, ...]]
    rows: dict[Seat, tuple[Play, ...]]
    stack: tuple[Colour, ...]
    stack_size: Size


def _sign(seat: Seat) -> int:
    return -1 if seat is Seat.NEAR else 1


def _wobble(*key: float) -> float:
    """A fixed pseudo-random number -1..1, so that people don't place things on a grid."""
    value = sum(k * w for k, w in zip(key, (12.9898, 78.233, 37.719), strict=False))
    return ((value * 0.731) % 1.0) * 2 - 1


def inventory_place(seat: Seat, slot: int) -> Place:
    """Where a slot of an inventory stands."""
    x = FIRST_X + INVENTORY_PITCH * slot + 3 * _wobble(slot, _sign(seat))
    return x, _sign(seat) * INVENTORY_Y + 4 * _wobble(_sign(seat), slot, 5)


def row_place(seat: Seat, slot: int) -> Place:
    """Where the nth play of a row stands."""
    x = FIRST_X + ROW_PITCH * slot + 3 * _wobble(slot, 3, _sign(seat))
    return x, _sign(seat) * ROW_Y + 3 * _wobble(_sign(seat), slot, 7)


def _row_unit(seat: Seat, slot: int, play: Play) -> Unit:
    x, y = row_place(seat, slot)
    pieces = (play.piece,) if play.sacrifice is None else (play.sacrifice, play.piece)
    if play.call:
        return flat(x, y, pieces, (90.0 if seat is Seat.NEAR else 270.0) + 5 * _wobble(slot, 11))
    return upright(
        x, y, pieces, 45 + 40 * _wobble(slot, _sign(seat), 2), (0.0, 2 * _wobble(slot, 9))[: len(pieces)]
    )


def units_of(table: Table) -> tuple[Unit, ...]:
    """Everything that stands on the table."""
    units = [
        upright(*inventory_place(seat, slot), (piece,), 45 + 45 * _wobble(slot, _sign(seat), 1))
        for seat, slots in table.inventory.items()
        for slot, piece in enumerate(slots)
        if piece
    ]
    units += [
        _row_unit(seat, slot, play) for seat, plays in table.rows.items() for slot, play in enumerate(plays)
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
    return tuple(units)


def opening(state: State) -> Table:
    """The table at set-up."""
    inventory: dict[Seat, tuple[Piece | None, ...]] = {seat: tuple(state.inventories[seat]) for seat in Seat}
    return Table(inventory, dict.fromkeys(Seat, ()), state.stack, state.setup.stack_size or Size.SMALL)


def _slot_of(table: Table, seat: Seat, piece: Piece) -> int:
    return table.inventory[seat].index(piece)


def _with_slot(table: Table, seat: Seat, slot: int, piece: Piece | None) -> Table:
    slots = tuple(piece if i == slot else p for i, p in enumerate(table.inventory[seat]))
    return replace(table, inventory={**table.inventory, seat: slots})


def _with_row(table: Table, seat: Seat, plays: tuple[Play, ...]) -> Table:
    return replace(table, rows={**table.rows, seat: plays})


def _put(table: Table, play: Play) -> tuple[tuple[Carry, ...], Table]:
    """The carries that make a play, sacrifice first."""
    carries, row, slot = [], table.rows[play.seat], len(table.rows[play.seat])
    end = row_place(play.seat, slot)
    parts = [play.sacrifice, play.piece] if play.sacrifice else [play.piece]
    for i, piece in enumerate(parts):
        at = _slot_of(table, play.seat, piece)
        lifted = _with_slot(table, play.seat, at, None)
        shown = play if i == len(parts) - 1 else Play(play.seat, piece)
        table = _with_row(lifted, play.seat, (*row, shown))
        onto = units_of(table)
        lift = next(
            u.pieces[-1].lift_mm for u in onto if abs(u.x_mm - end[0]) < 0.01 and abs(u.y_mm - end[1]) < 0.01
        )
        carries.append(Carry(piece, inventory_place(play.seat, at), end, units_of(lifted), onto, 0.0, lift))
    return tuple(carries), table


def _take_back(table: Table, play: Play, home: int) -> tuple[tuple[Carry, ...], Table]:
    row = table.rows[play.seat]
    start, end = row_place(play.seat, len(row) - 1), inventory_place(play.seat, home)
    lifted = _with_row(table, play.seat, row[:-1])
    back = _with_slot(lifted, play.seat, home, play.piece)
    return (Carry(play.piece, start, end, units_of(lifted), units_of(back)),), back


def act(round_: ExampleRound) -> tuple[tuple[Unit, ...], tuple[Visit, ...]]:
    """The opening table and every visit of a hand, in order."""
    state = round_.start()
    table = opening(state)
    start, visits, home = units_of(table), [], 0
    for step in round_.steps:
        play = _play_of(step, state)
        before = units_of(table)
        if play.virtual:
            state = state.apply(play).state
            continue
        if step.kind == "take_back":
            carries, table = _take_back(table, play, home)
            visits.append(Visit(step.seat, step.kind, step.text, before, carries))
            continue
        home = _slot_of(table, play.seat, play.piece)
        carries, table = _put(table, play)
        restacked = None
        if step.kind == "play":
            state = state.apply(play).state
            if state.stack != table.stack:
                table = replace(table, stack=state.stack)
                restacked = units_of(table)
        visits.append(Visit(step.seat, step.kind, step.text, before, carries, restacked))
    return start, tuple(visits)


def _play_of(step: ExampleStep, state: State) -> Play:
    """The step's play; an illegal one is read with its seat given, since the position does not allow it."""
    return replace(parse_play(step.text, state, check=False), seat=step.seat)
