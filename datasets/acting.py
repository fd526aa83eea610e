"""An example round of Initiative acted out at a filmed table: each step becomes one visit of a hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from datasets.scenes import Layout, PlacedPiece, Unit, flat, upright
from datasets.solids import moved
from datasets.visits import Acted, Carry, Point, Visit, grip_of, held_unit
from engine.examples import ExampleRound, ExampleStep
from engine.game import IllegalMove, Seat
from engine.initiative import State
from engine.initiative_model import Play
from engine.notation_initiative import parse_play
from engine.pieces import Colour, Piece, Posture, Size

INVENTORY_Y, ROW_Y = 128.0, 44.0
FIRST_X, INVENTORY_PITCH, ROW_PITCH = -190.0, 40.0, 46.0
STACK_AT = (228.0, 6.0)

Place = tuple[float, float]


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
    parts = [play.sacrifice, play.piece] if play.sacrifice else [play.piece]
    for i, piece in enumerate(parts):
        at = _slot_of(table, play.seat, piece)
        taken = _loose(piece, inventory_place(play.seat, at))
        lifted = _with_slot(table, play.seat, at, None)
        shown = play if i == len(parts) - 1 else Play(play.seat, piece)
        table = _with_row(lifted, play.seat, (*row, shown))
        top = _row_unit(play.seat, slot, shown).pieces[-1].lift_mm
        put = _loose(piece, row_place(play.seat, slot), top)
        carries.append(_carry(taken, put, lifted, table))
    return tuple(carries), table


def _loose(piece: Piece, place: Place, lift_mm: float = 0.0) -> Unit:
    """A piece as it is held."""
    return Unit(*place, Posture.UPRIGHT, 40.0, (PlacedPiece(piece, lift_mm),))


def _carry(taken: Unit, put: Unit, during: Table, after: Table) -> Carry:
    laid = Layout(units_of(during)), Layout(units_of(after))
    return Carry(held_unit(taken), grip_of(taken), grip_of(put), *laid)


def _take_back(table: Table, play: Play, home: int) -> tuple[tuple[Carry, ...], Table]:
    row = table.rows[play.seat]
    start, end = row_place(play.seat, len(row) - 1), inventory_place(play.seat, home)
    lifted = _with_row(table, play.seat, row[:-1])
    back = _with_slot(lifted, play.seat, home, play.piece)
    return (_carry(_loose(play.piece, start), _loose(play.piece, end), lifted, back),), back


def _restack(seat: Seat, before: Table, after: Table) -> tuple[Carry, Carry]:
    """The stack is picked up whole, rearranged out of the picture and put back."""
    units, bare = units_of(before), units_of(replace(before, stack=()))
    old, new = (next(u for u in each if (u.x_mm, u.y_mm) == STACK_AT) for each in (units, units_of(after)))
    spot: Point = (*STACK_AT, max(p.lift_mm for p in old.pieces) + 8)
    out: Point = (spot[0] - 60, -330.0 if seat is Seat.NEAR else 500.0, 100.0)
    gone = Carry(held_unit(old), spot, out, Layout(bare), Layout(bare), out_s=1.0)
    step = tuple(b - a for a, b in zip(spot, out, strict=True))
    there = tuple(replace(b, mesh=moved(b.mesh, None, step)) for b in held_unit(new))
    return gone, Carry(there, out, spot, Layout(bare), Layout(units_of(after)))


def act(round_: ExampleRound) -> Acted:
    """The opening table and every visit of a hand, in order."""
    state = round_.start()
    table = opening(state)
    start, visits, home = Layout(units_of(table)), list[Visit](), 0
    for step in round_.steps:
        play = _play_of(step, state)
        before = Layout(units_of(table))
        if play.virtual:
            state = state.apply(play).state
            continue
        if step.kind == "take_back":
            carries, table = _take_back(table, play, home)
            visits.append(Visit(step.seat, step.kind, (step.text,), before, carries))
            continue
        home = _slot_of(table, play.seat, play.piece)
        carries, table = _put(table, play)
        reading = ""
        if step.kind == "play":
            state = state.apply(play).state
            if state.stack != table.stack:
                restacked = replace(table, stack=state.stack)
                carries, table = (*carries, *_restack(step.seat, table, restacked)), restacked
        else:
            reading = _reading(state, play)
        visits.append(Visit(step.seat, step.kind, (step.text,), before, carries, reading))
    return Acted(start, tuple(visits))


def _reading(state: State, play: Play) -> str:
    """The rule that an illegal play breaks."""
    try:
        state.check(play)
    except IllegalMove as error:
        return error.reading
    raise ValueError(f"{play} is legal")


def _play_of(step: ExampleStep, state: State) -> Play:
    """The step's play; an illegal one is read with its seat given, since the position does not allow it."""
    return replace(parse_play(step.text, state, check=False), seat=step.seat)
