"""What may be played on a board or on cards as pictures, for people who don't type moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.logistics import state as logistics
from engine.logistics.model import Advance, Layout, Recall, Reclaim, Sow, Swap
from engine.nickel import state as nickel
from engine.pieces import Piece


def option_pictures(move: Any, state: object) -> list[str]:
    """The names of the pictures (``/piece/NAME.svg``) of the pyramids that a move is about.

    A pyramid of Nickel's board is called by its direction and colour (``north-red``), others by their size
    (``small-red``); those on a card from the top down.
    """
    if isinstance(state, nickel.State):
        there = state.board[nickel.SQUARES.index(move.square)]
        return [f"{there.orientation}-{there.colour}"] if isinstance(there, nickel.Pyramid) else []
    if isinstance(state, logistics.State):
        return [f"{piece.size.word}-{piece.colour}" for piece in _moved(move, state.layout)]
    return []


def _moved(move: Any, layout: Layout) -> Iterable[Piece]:
    """The pyramids that a move of Logistics takes in hand."""
    if isinstance(move, Sow):
        return layout.side(move.seat).cards[move.card - 1][::-1] if move.card else move.pieces
    if isinstance(move, Reclaim):
        return (move.piece,)
    if isinstance(move, Recall | Advance):
        return layout.side(move.owner).cards[move.card - 1][-1:]
    if isinstance(move, Swap):
        cards = layout.side(move.owner).cards
        return [cards[spot.card - 1][spot.level - 1] for spot in (move.first, move.second)]
    return ()
