"""Pieces and places in Portable Piecepack Notation, as far as needed for pyramids on a table.

``NOTATION.md`` lists the statements of the specification that this relies on.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import MalformedMove
from engine.message import Messages
from engine.pieces import Colour, Piece, Size

say = Messages("engine")

SUITS: dict[Colour, str] = {
    Colour.RED: "R",
    Colour.BLACK: "K",
    Colour.GREEN: "G",
    Colour.BLUE: "B",
    Colour.YELLOW: "Y",
    Colour.WHITE: "W",
}
"""The colours that the notation has signs for."""
UP, LEFT, DOWN, RIGHT = "^", "<", "v", ">"
"""The direction in which a lying pyramid points; up is away from the near player."""


def pyramid(piece: Piece, lying: str = "") -> str:
    """A pyramid, standing (``▲R2``) or lying and pointing one of the four ways (``▲fR2^``).

    Raises `MalformedMove` for a colour without a sign.
    """
    suit = SUITS.get(piece.colour)
    if suit is None:
        known = ", ".join(SUITS)
        raise MalformedMove(say("read_ppn", raw=piece.colour, raw2=known))
    return f"▲f{suit}{int(piece.size)}{lying}" if lying else f"▲{suit}{int(piece.size)}"


def place(x: int, y: int) -> str:
    """Coordinates as in chess: column ``x`` (from 1) in letters, then row ``y``: ``a1``, ``z1``, ``aa1``."""
    letters = ""
    while x > 0:
        x, letter = divmod(x - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{y}"


def kind_place(piece: Piece, left: int, bottom: int) -> str:
    """The place for a heap of one kind of pyramid: a column for each suit, a row for each size."""
    column = list(SUITS).index(piece.colour) if piece.colour in SUITS else len(SUITS)
    return place(left + column, bottom + list(Size).index(piece.size))


def drops(pieces: Iterable[Piece], at: str) -> list[str]:
    """New pyramids put on a place, in order."""
    return [f"{pyramid(piece)}@{at}" for piece in pieces]


def top(count: int, at: str) -> str:
    """The topmost pieces of a place."""
    return f"{count}{at}" if count > 1 else at
