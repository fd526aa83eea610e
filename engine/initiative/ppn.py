"""Initiative in the Piecepack notation: inventories, rows and the initiative stack as places on a table.

Near's inventory lies in row 1, near's row in row 3, far's row in row 5, far's inventory in row 7, each from
column a; the initiative stack stands in row 4, two columns to the right of the longer inventory.
"""

from __future__ import annotations

from engine.game import Seat
from engine.initiative.model import Play
from engine.initiative.stack import slots_moved
from engine.initiative.state import State
from engine.pieces import Colour, Piece, Size
from engine.record.plies import Ply
from engine.record.ppn_pieces import DOWN, UP, drops, place, pyramid

INVENTORY_Y = {Seat.NEAR: 1, Seat.FAR: 7}
ROW_Y = {Seat.NEAR: 3, Seat.FAR: 5}
POINTS_AT = {Seat.NEAR: UP, Seat.FAR: DOWN}


def start_moves(state: State) -> list[str]:
    """The moves that put everything on the table; a stack of unknown size is shown in smalls."""
    tokens = [
        f"{pyramid(piece)}@{place(slot, INVENTORY_Y[seat])}"
        for seat in Seat
        for slot, piece in enumerate(sorted(state.setup.inventory(seat)), start=1)
    ]
    size = state.setup.stack_size or Size.SMALL
    return tokens + drops([Piece(size, colour) for colour in reversed(state.stack)], _stack_place(state))


def ply_moves(ply: Ply) -> list[str]:
    """The moves of a play: first a sacrifice, the piece on it, laid flat for a call, then the colour on the
    stack.

    A virtual play moves nothing (I7).
    """
    play, state = ply.move, ply.before
    assert isinstance(play, Play) and isinstance(state, State)
    slots = _slots(state, play.seat)
    at = place(len(state.rows[play.seat]) + 1, ROW_Y[play.seat])
    tokens = []
    for piece in reversed(play.pieces):
        slot = slots.index(piece)
        slots[slot] = None
        tokens.append(f"{place(slot + 1, INVENTORY_Y[play.seat])}-{at}")
    if play.call:
        tokens.append(f"{at}~f{POINTS_AT[play.seat]}")
    if moved := slots_moved(state.stack, play.piece.colour, play.shift):
        tokens.append(_shift(state, play.piece.colour, moved))
    return tokens


def _stack_place(state: State) -> str:
    return place(max(len(state.setup.near), len(state.setup.far)) + 2, 4)


def _slots(state: State, seat: Seat) -> list[Piece | None]:
    """What is left in each slot of an inventory; of equal pieces, the first is played first."""
    slots: list[Piece | None] = [*sorted(state.setup.inventory(seat))]
    for play in state.rows[seat]:
        for piece in reversed(play.pieces):
            slots[slots.index(piece)] = None
    return slots


def _shift(state: State, colour: Colour, slots: int) -> str:
    """The move of a colour directly above (or below) the one whose slot it takes; slots count from above."""
    at, slot = _stack_place(state), state.stack.index(colour) + 1
    way = "-" if slots > 0 else "_"
    return f"{at}[{slot}]{way}%{at}[{slot - slots}]"
