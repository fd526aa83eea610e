"""Nickel from the readings N1 to N7 (see the package)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.support.plain import SEATS, options

Square = tuple[int, int]
"""Column and row, from near's left."""


class Position(NamedTuple):
    """``cells`` contains pyramids as direction and colour, and tokens as the seat's number."""

    rules: dict[str, str]
    cells: dict[Square, tuple[str, str] | int | None]
    turn: int | None
    handed: tuple[str, str] | None
    won: tuple[int, str] | None = None


def start(rules: str, setup: str, leader: str) -> Position:
    """The first position."""
    board, _, handed = setup.partition(">")
    cells: dict[Square, tuple[str, str] | int | None] = {}
    for row, words in enumerate(reversed(board.split("/"))):
        for column, word in enumerate(words.split(",")):
            cells[column, row] = SEATS.index(word) if word in SEATS else (word[0], word[1:])
    turn = SEATS.index(leader) if leader else None
    return Position(options(rules), cells, turn, (handed[0], handed[1:]) if handed else None)


def ends(position: Position) -> tuple[str, int]:
    """Winner and reading, or ``*``; there are no points."""
    if position.won:
        seat, reading = position.won
        return f"{SEATS[seat]} {reading}", 0
    if _squares(position) or position.turn is None:
        return "*", 0
    return f"{SEATS[1 - position.turn]} N6", 0


def after(position: Position) -> Iterator[Position]:
    """One position for each legal move."""
    if position.won:
        return
    for seat in (0, 1) if position.turn is None else (position.turn,):
        for square in _squares(position, seat):
            cells = {**position.cells, square: seat}
            line = won(cells, seat, position.rules["l_shape"])
            taken = position.cells[square]
            assert isinstance(taken, tuple)
            yield Position(position.rules, cells, 1 - seat, taken, (seat, line) if line else None)


def _tokens_left(position: Position, seat: int) -> bool:
    limit = position.rules.get("token_limit", "none")
    return limit == "none" or list(position.cells.values()).count(seat) < int(limit)


def _squares(position: Position, seat: int | None = None) -> list[Square]:
    """N2, N3 and N7."""
    seat = position.turn if seat is None else seat
    if seat is not None and not _tokens_left(position, seat):
        return []
    free = [(square, cell) for square, cell in position.cells.items() if isinstance(cell, tuple)]
    if position.handed is None:
        begun = len(free) < 25
        return [square for square, _ in free if begun or 0 in square or 4 in square]
    way, colour = position.handed
    return [square for square, cell in free if cell[0] == way or cell[1] == colour]


def won(cells: dict[Square, tuple[str, str] | int | None], seat: int, l_shape: str) -> str:
    """The reading by which a seat's tokens win, a line before an L, or nothing."""
    own = {square for square, cell in cells.items() if cell == seat and isinstance(cell, int)}
    every = range(5)
    lines = [{(k, n) for k in every} for n in every] + [{(n, k) for k in every} for n in every]
    lines += [{(k, k) for k in every}, {(k, 4 - k) for k in every}]
    if any(line <= own for line in lines):
        return "N4"
    arms = {"3+3": [(3, 3)], "4+2": [(4, 2)], "both": [(3, 3), (4, 2)]}[l_shape]
    return "N5" if any(_corner(own, corner, *pair) for corner in own for pair in arms) else ""


def _corner(own: set[Square], corner: Square, one: int, two: int) -> bool:
    """Whether arms of these lengths meet in a corner, with the first arm along a row or a column."""
    x, y = corner
    for right in (1, -1):
        for up in (1, -1):
            for across, along in ((one, two), (two, one)):
                arm = {(x + right * k, y) for k in range(across)} | {(x, y + up * k) for k in range(along)}
                if arm <= own:
                    return True
    return False
