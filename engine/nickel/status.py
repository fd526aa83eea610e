"""What makes a board of Nickel impossible, as flags and as sentences that name the pyramids (N1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Flag, auto
from itertools import product

from engine.game import Seat
from engine.nickel.model import SIDE, SQUARES, Cell, Orientation, Pyramid, Setup
from engine.pieces import Colour, amends


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
    empty = [name for name, cell in zip(SQUARES, setup.board, strict=False) if cell is None]
    if empty:
        yield Problem.NOT_25, f"nothing is on {' and '.join(empty)}: all 25 squares need a pyramid"
    counts = Counter(cell for cell in (*setup.board, setup.handed) if isinstance(cell, Pyramid))
    colours = five_colours((*setup.board, setup.handed))
    doubled = [pyramid for pyramid in sorted(counts) if counts[pyramid] > 1]
    for pyramid in sorted(counts):
        if pyramid.colour not in colours:
            says = f"{pyramid.colour} is a sixth colour: exchange the {pyramid}"
            yield Problem.WRONG_COLOURS, f"{says} on {_where(setup, pyramid)}"
    for pyramid in doubled:
        says = f"the {pyramid} is there {counts[pyramid]} times, on {_where(setup, pyramid)}"
        yield Problem.DOUBLED, f"{says}: there must be one"
    if begun:
        return
    if len(colours) < SIDE:
        yield Problem.WRONG_COLOURS, f"the board has {len(colours)} colours: it needs five"
    for colour, orientation in product(colours, Orientation):
        missing = Pyramid(colour, orientation)
        if not counts[missing]:
            yield Problem.MISSING, f"the {missing} is missing: {_remedy(missing, doubled)}"


def _where(setup: Setup, pyramid: Pyramid) -> str:
    """The squares of a kind of pyramid, in words, and whether one was handed over."""
    places = [name for name, cell in zip(SQUARES, setup.board, strict=False) if cell == pyramid]
    return " and ".join([*places, *(["handed over"] if setup.handed == pyramid else [])])


def _remedy(missing: Pyramid, doubled: list[Pyramid]) -> str:
    same = [pyramid for pyramid in doubled if pyramid.colour is missing.colour]
    return f"turn one that is {same[0]}" if same else "put one there"


def faults(setup: Setup, board: Iterable[Cell], off: Iterable[Pyramid]) -> Iterator[tuple[Problem, str]]:
    """Each fault of a position with a sentence; ``off`` are the pyramids that have left the board."""
    yield from setup_faults(setup)
    first = Counter(cell for cell in setup.board if isinstance(cell, Pyramid))
    first.update([setup.handed] if setup.handed else [])
    now = Counter(cell for cell in board if isinstance(cell, Pyramid))
    now.update(off)
    if first != now:
        says = "the pyramids on and off the board are not those of the set-up"
        yield Problem.PIECES_LOST, f"{says}: {amends(now, first)}"
