"""Nickel in Piecepack notation: the board's squares are the notation's own, a1 to e5.

Near's tokens are Suns coins, far's are Moons coins. The pyramid handed to near waits on g1, and what near has
set aside is piled on i1; far uses g5 and i5. Pyramids are smalls, as the game asks for.
"""

from __future__ import annotations

from engine.game import Seat
from engine.nickel.model import SQUARES, Cell, Discarded, HandedOver, Orientation, Pyramid, TokenPlaced
from engine.nickel.state import State
from engine.pieces import Piece, Size
from engine.record.plies import Ply
from engine.record.ppn_pieces import DOWN, LEFT, RIGHT, UP, pyramid

WAYS = {
    Orientation.NORTH: UP,
    Orientation.WEST: LEFT,
    Orientation.SOUTH: DOWN,
    Orientation.EAST: RIGHT,
    Orientation.UP: "",
}
TOKENS = {Seat.NEAR: "cS", Seat.FAR: "cM"}
HANDED = {Seat.NEAR: "g1", Seat.FAR: "g5"}
ASIDE = {Seat.NEAR: "i1", Seat.FAR: "i5"}


def start_moves(state: State) -> list[str]:
    """The board and the pyramid that was handed over."""
    tokens = [f"{_spec(cell)}@{square}" for square, cell in zip(SQUARES, state.board, strict=True) if cell]
    if state.handed is not None and state.mover is not None:
        tokens.append(f"{_spec(state.handed)}@{HANDED[state.mover]}")
    return tokens


def ply_moves(ply: Ply) -> list[str]:
    """The pyramid to match is set aside, the one on the square handed over, and a token takes its place."""
    square, tokens = ply.move.square, []
    for event in ply.events:
        if isinstance(event, Discarded):
            tokens.append(f"{HANDED[event.seat]}-{ASIDE[event.seat]}")
        elif isinstance(event, HandedOver):
            tokens.append(f"{square}-{HANDED[event.to]}")
    placed = [event for event in ply.events if isinstance(event, TokenPlaced)]
    return tokens + [f"{TOKENS[event.seat]}@{event.square}" for event in placed]


def _spec(cell: Cell) -> str:
    if isinstance(cell, Pyramid):
        return pyramid(Piece(Size.SMALL, cell.colour), WAYS[cell.orientation])
    assert cell is not None
    return TOKENS[cell]
