"""What makes a board of Nickel impossible, as flags and as sentences naming the pyramids (N1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Flag, auto
from itertools import product

from engine.amends import amends
from engine.game import Seat
from engine.message import Message, Messages
from engine.nickel.model import SIDE, SQUARES, Cell, Orientation, Pyramid, Setup
from engine.pieces import Colour

say = Messages("engine.nickel")


class Problem(Flag):
    """Faults of a position, combined with ``|``; zero is a sound position."""

    NONE = 0
    NOT_25 = auto()
    WRONG_COLOURS = auto()
    MISSING = auto()
    DOUBLED = auto()
    PIECES_LOST = auto()


def five_colours(board: tuple[object, ...]) -> tuple[Colour, ...]:
    """The five most frequent colours on a board, in the order of `Colour`."""
    counts = Counter(cell.colour for cell in board if isinstance(cell, Pyramid))
    common = sorted(Colour, key=lambda colour: -counts[colour])[:SIDE]
    return tuple(colour for colour in Colour if colour in common and counts[colour])


def setup_faults(setup: Setup) -> Iterator[tuple[Problem, Message]]:
    """Each fault of a set-up with a sentence: which combination is missing, duplicated or in a sixth colour.

    A board with tokens lacks the pyramids that they replaced, so only duplicates are faults there.
    """
    begun = setup.handed is not None or any(isinstance(cell, Seat) for cell in setup.board)
    empty = [name for name, cell in zip(SQUARES, setup.board, strict=False) if cell is None]
    if empty:
        yield Problem.NOT_25, say("empty", list=tuple(empty))
    counts = Counter(cell for cell in (*setup.board, setup.handed) if isinstance(cell, Pyramid))
    colours = five_colours((*setup.board, setup.handed))
    doubled = [pyramid for pyramid in sorted(counts) if counts[pyramid] > 1]
    for pyramid in sorted(counts):
        if pyramid.colour not in colours:
            where = _where(setup, pyramid)
            says = say("sixth", colour=pyramid.colour, pyramid=pyramid.message, list=where)
            yield Problem.WRONG_COLOURS, says
    for pyramid in doubled:
        where = _where(setup, pyramid)
        yield Problem.DOUBLED, say("doubled", pyramid=pyramid.message, n=counts[pyramid], list=where)
    if begun:
        return
    if len(colours) < SIDE:
        yield Problem.WRONG_COLOURS, say("few_colours", n=len(colours))
    for colour, orientation in product(colours, Orientation):
        missing = Pyramid(colour, orientation)
        if not counts[missing]:
            yield Problem.MISSING, _missing(missing, doubled)


def _where(setup: Setup, pyramid: Pyramid) -> tuple[str | Message, ...]:
    """The squares with a kind of pyramid, in words, and whether one was handed over."""
    places = [name for name, cell in zip(SQUARES, setup.board, strict=False) if cell == pyramid]
    return (*places, *([say("handed")] if setup.handed == pyramid else []))


def _missing(missing: Pyramid, doubled: list[Pyramid]) -> Message:
    same = [pyramid for pyramid in doubled if pyramid.colour is missing.colour]
    if not same:
        return say("missing", pyramid=missing.message)
    return say("missing_turn", pyramid=missing.message, pyramid2=same[0].message)


def faults(setup: Setup, board: Iterable[Cell], off: Iterable[Pyramid]) -> Iterator[tuple[Problem, Message]]:
    """Each fault of a position with a sentence; ``off`` are the pyramids that have left the board."""
    yield from setup_faults(setup)
    first = Counter(cell for cell in setup.board if isinstance(cell, Pyramid))
    first.update([setup.handed] if setup.handed else [])
    now = Counter(cell for cell in board if isinstance(cell, Pyramid))
    now.update(off)
    if first != now:
        what = amends(now, first, shown=lambda pyramid: pyramid.message)
        yield Problem.PIECES_LOST, say("pieces_lost", text=what)
