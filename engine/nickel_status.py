"""What makes a board of Nickel impossible, as flags and as sentences that name the pyramids (N1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Flag, auto
from itertools import product
from typing import TYPE_CHECKING

from engine.game import Seat
from engine.nickel_model import SIDE, SQUARES, Orientation, Pyramid, Setup
from engine.pieces import Colour

if TYPE_CHECKING:
    from engine.nickel import State


class Problem(Flag):
    """Faults of a position; combine with ``|``, zero is a sound position."""

    NONE = 0
    NOT_25 = auto()
    WRONG_COLOURS = auto()
    MISSING = auto()
    DOUBLED = auto()
    PIECES_LOST = auto()


def five_colours(board: tuple[object, ...]) -> tuple[Colour, ...]:
    """The five colours that a board is of: the most frequent, in the order of `Colour`."""
    counts = Counter(cell.colour for cell in board if isinstance(cell, Pyramid))
    common = sorted(Colour, key=lambda colour: -counts[colour])[:SIDE]
    return tuple(colour for colour in Colour if colour in common and counts[colour])


def setup_faults(setup: Setup) -> Iterator[tuple[Problem, str]]:
    """Each fault of a set-up with a sentence: which combination is missing, doubled or of a sixth colour.

    A board with tokens on it lacks what they replaced, so only doubled pyramids are faults there.
    """
    begun = setup.handed is not None or any(isinstance(cell, Seat) for cell in setup.board)
    pyramids = [cell for cell in (*setup.board, setup.handed) if isinstance(cell, Pyramid)]
    if len(setup.board) != len(SQUARES) or None in setup.board:
        yield Problem.NOT_25, f"the board has {len(pyramids)} of its 25 squares filled"
    counts = Counter(pyramids)
    colours = five_colours((*setup.board, setup.handed))
    for pyramid in sorted(counts):
        if pyramid.colour not in colours:
            yield Problem.WRONG_COLOURS, f"{pyramid.colour} is a sixth colour: the {pyramid} does not belong"
        if counts[pyramid] > 1:
            yield Problem.DOUBLED, f"there are {counts[pyramid]} of the {pyramid}"
    if begun:
        return
    if len(colours) < SIDE:
        yield Problem.WRONG_COLOURS, f"the board has {len(colours)} colours instead of five"
    for colour, orientation in product(colours, Orientation):
        if not counts[Pyramid(colour, orientation)]:
            yield Problem.MISSING, f"the {Pyramid(colour, orientation)} is missing"


def faults(state: State) -> Iterator[tuple[Problem, str]]:
    """Each fault of a position with a sentence."""
    yield from setup_faults(state.setup)
    first = Counter(cell for cell in state.setup.board if isinstance(cell, Pyramid))
    first.update([state.setup.handed] if state.setup.handed else [])
    now = Counter(cell for cell in state.board if isinstance(cell, Pyramid))
    now.update((*state.discarded, *([state.handed] if state.handed else [])))
    if first != now:
        yield Problem.PIECES_LOST, "the pyramids are not those of the set-up"
