"""What makes a position of Logistics impossible, as flags with a sentence each (L1)."""

from __future__ import annotations

from collections import Counter
from enum import Flag, auto
from typing import TYPE_CHECKING

from engine.game import Seat
from engine.logistics_model import Layout, Rules
from engine.pieces import Colour, Piece, Size

if TYPE_CHECKING:
    from engine.logistics import State

COLOURS = 5
"""A stock has five colours (L1)."""


class Problem(Flag):
    """Faults of a position; combine with ``|``, zero is a sound position."""

    NONE = 0
    NEAR_STOCK = auto()
    FAR_STOCK = auto()
    UNEVEN = auto()
    NUMBER = auto()
    PIECES_LOST = auto()


LINES: dict[Problem, str] = {
    Problem.NEAR_STOCK: "the near stock must be full trios of five colours at the start",
    Problem.FAR_STOCK: "the far stock must be full trios of five colours at the start",
    Problem.UNEVEN: "the pyramids on the table are not full trios of their colours",
    Problem.NUMBER: "the number of pyramids on the table is not that of two stocks",
    Problem.PIECES_LOST: "the pyramids on the table are not those of the set-up",
}


def problem_lines(problems: Problem) -> tuple[str, ...]:
    """One sentence for each flag that is set."""
    return tuple(line for flag, line in LINES.items() if flag in problems)


def setup_problems(setup: Layout, rules: Rules) -> Problem:
    """What is wrong with a set-up: each stock when nothing is sown yet, otherwise the whole table."""
    found = Problem.NONE
    if not any(any(setup.side(seat).cards) or setup.side(seat).vault for seat in Seat):
        for seat, flag in ((Seat.NEAR, Problem.NEAR_STOCK), (Seat.FAR, Problem.FAR_STOCK)):
            stock = Counter(setup.side(seat).stock)
            if not _trios_of(stock, rules.trios) or len(_colours(stock)) != COLOURS:
                found |= flag
        return found
    pieces = setup.pieces
    if not _trios_of(pieces, rules.trios):
        found |= Problem.UNEVEN
    if pieces.total() != 2 * COLOURS * len(Size) * rules.trios:
        found |= Problem.NUMBER
    return found


def _colours(pieces: Counter[Piece]) -> set[Colour]:
    return {piece.colour for piece in pieces}


def _trios_of(pieces: Counter[Piece], trios: int) -> bool:
    """Whether every colour comes in a whole number of stocks' trios, or twice that for both players."""
    kinds = [[pieces[Piece(size, colour)] for size in Size] for colour in _colours(pieces)]
    return all(len(set(counts)) == 1 and counts[0] in (trios, 2 * trios) for counts in kinds)


def find_problems(state: State) -> Problem:
    """What is wrong with a position: its set-up and its pyramids."""
    found = setup_problems(state.setup, state.rules)
    if state.layout.pieces != state.setup.pieces:
        found |= Problem.PIECES_LOST
    return found
