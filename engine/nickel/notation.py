"""Moves and boards of Nickel as players type them.

A move is its square, ``d1``. A board is its rows from far to near, separated by slashes, with five cells
each: ``Ered`` is a red pyramid pointing east, ``Ublue`` a standing blue one, ``near`` and ``far`` are tokens,
``-`` is nothing. A pyramid that was handed over follows after ``>``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.game import AmbiguousMove, MalformedMove, Seat, misspelt
from engine.message import Messages
from engine.nickel.model import SIDE, SQUARES, Cell, Orientation, Place, Pyramid, Setup
from engine.notation import colours_of, split_seat
from engine.pieces import Colour

say = Messages("engine.nickel")

if TYPE_CHECKING:
    from engine.nickel.state import State

LETTER: dict[Orientation, str] = {orientation: orientation.value[0].upper() for orientation in Orientation}
WORDS = (*Orientation, *Colour, *(f"{letter}{colour}" for letter in LETTER.values() for colour in Colour))


def format_move(move: Place) -> str:
    """A move in the typed form, without its seat; the inverse of `parse_move`."""
    return move.square


def parse_move(text: str, state: State, *, check: bool = True) -> Place:
    """The move that a text means: a square, or a pyramid that occurs only once on the board.

    Raises `MalformedMove` for a text that is not a move, `AmbiguousMove` if several fit and, unless ``check``
    is false, whatever `State.check` raises.
    """
    named, rest = split_seat(text)
    low = rest.strip().lower()
    squares = [low] if low in SQUARES else _squares_of(low, state)
    if not squares:
        how = misspelt(low, WORDS) or say("read_square")
        raise MalformedMove(say("read_move", quoted=f"{text.strip()!r}", text=how))
    seats = [named] if named else [state.mover] if state.mover else list(Seat)
    moves = [Place(seat, square) for seat in seats for square in squares]
    if len(moves) > 1:
        moves = [move for move in moves if move in state.legal_moves()] or moves
    if len(moves) > 1:
        either = tuple(f"{move.seat}: {move.square}" for move in moves)
        raise AmbiguousMove(say("read_could", raw=f"{text.strip()!r}", list=either), moves)
    if check:
        state.check(moves[0])
    return moves[0]


def _squares_of(low: str, state: State) -> list[str]:
    """The squares whose pyramid a text such as ``ered`` or ``red east`` may mean."""
    words = low.split()
    if len(words) == 2:
        kinds = [(colours_of(one), other) for one, other in (words, words[::-1])]
    else:
        kinds = [(colours_of(low[1:]), low[:1])] if len(low) > 1 else []
    wanted = {
        Pyramid(colour, orientation)
        for colours, way in kinds
        for colour in colours
        for orientation in Orientation
        if way in (orientation.value, orientation.value[0])
    }
    return [name for name, cell in zip(SQUARES, state.board, strict=True) if cell in wanted]


def format_pyramid(pyramid: Pyramid) -> str:
    """A pyramid in brief: ``Ered``."""
    return f"{LETTER[pyramid.orientation]}{pyramid.colour}"


def format_setup(setup: Setup) -> str:
    """A board on one line without blanks; the inverse of `parse_setup`."""
    rows = [setup.board[start : start + SIDE] for start in range(0, len(setup.board), SIDE)]
    text = "/".join(",".join(format_cell(cell) for cell in row) for row in reversed(rows))
    return text if setup.handed is None else f"{text}>{format_pyramid(setup.handed)}"


def format_cell(cell: Cell) -> str:
    """What is on a square: a pyramid, ``near`` or ``far`` for a token, ``-`` for nothing."""
    if cell is None:
        return "-"
    return cell.value if isinstance(cell, Seat) else format_pyramid(cell)


def parse_setup(text: str) -> Setup:
    """A board and the pyramid handed over; raises `MalformedMove` with what cannot be read."""
    board, _, handed = text.strip().lower().partition(">")
    rows = [row.split(",") for row in board.split("/")]
    if [len(row) for row in rows] != [SIDE] * SIDE:
        raise MalformedMove(say("read_board"))
    cells = tuple(_parse_cell(word.strip()) for row in reversed(rows) for word in row)
    return Setup(cells, parse_pyramid(handed.strip()) if handed else None)


def _parse_cell(word: str) -> Cell:
    if word == "-":
        return None
    return Seat(word) if word in ("near", "far") else parse_pyramid(word)


@lru_cache(maxsize=1024)
def parse_pyramid(word: str) -> Pyramid:
    """A pyramid from ``Ered``, with the colour as a word or letter; raises `MalformedMove`."""
    low = word.strip().lower()
    orientations = [orientation for orientation in Orientation if low[:1] == orientation.value[0]]
    colours = colours_of(low[1:]) if len(low) > 1 else ()
    if len(orientations) != 1 or len(colours) != 1:
        how = misspelt(low, WORDS) or say("read_direction")
        raise MalformedMove(say("read_as_piece", quoted=f"{word!r}", text=how))
    return Pyramid(colours[0], orientations[0])
