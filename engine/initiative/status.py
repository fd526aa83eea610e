"""What makes a position of Initiative impossible, as flags with a sentence each (I13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import Flag, auto

from engine.game import Seat
from engine.initiative.model import Setup
from engine.pieces import Colour, Piece, amends

INVENTORY_SIZE = 10
STACK_HEIGHT = 5
OF_A_KIND = 2
"""Two trios of five colours: at most two equal pieces on the table (I13)."""


class Problem(Flag):
    """Faults of a position; combine with ``|``, zero is a sound position."""

    NONE = 0
    STACK_NOT_FIVE = auto()
    STACK_REPEATS_COLOUR = auto()
    COLOUR_NOT_ON_STACK = auto()
    NEAR_NOT_TEN = auto()
    FAR_NOT_TEN = auto()
    TOO_MANY_ALIKE = auto()
    PIECES_LOST = auto()
    STACK_CHANGED_COLOURS = auto()


def setup_faults(setup: Setup) -> Iterator[tuple[Problem, str]]:
    """Each fault of a set-up with a sentence that says what to do."""
    yield from _stack_faults(setup.stack)
    for seat in Seat:
        inventory = setup.inventory(seat)
        foreign = sorted({piece.colour for piece in inventory} - set(setup.stack))
        if foreign:
            says = f"{seat} has {' and '.join(foreign)} pyramids but the initiative stack has no such colour"
            yield Problem.COLOUR_NOT_ON_STACK, f"{says}: exchange them"
        more = len(inventory) - INVENTORY_SIZE
        if more:
            flag = Problem.NEAR_NOT_TEN if seat is Seat.NEAR else Problem.FAR_NOT_TEN
            what = f"put {more} back into the bag" if more > 0 else f"draw {-more} more"
            yield flag, f"{seat} has {len(inventory)} pyramids instead of ten: {what}"
    counts = Counter(setup.near + setup.far)
    if setup.stack_size is not None:
        counts.update(Piece(setup.stack_size, colour) for colour in set(setup.stack))
    for piece, count in sorted(counts.items()):
        if count > OF_A_KIND:
            stacked = ", one of them on the stack" if _on_stack(setup, piece) else ""
            says = f"there are {count} {piece} pyramids{stacked}: two trios have two"
            yield Problem.TOO_MANY_ALIKE, f"{says}, so exchange {count - OF_A_KIND}"


def _stack_faults(stack: tuple[Colour, ...]) -> Iterator[tuple[Problem, str]]:
    if len(stack) != STACK_HEIGHT:
        says = f"the initiative stack has {len(stack)} pyramids"
        yield Problem.STACK_NOT_FIVE, f"{says}: build it of five, one of each colour"
    for colour, count in sorted(Counter(stack).items()):
        if count > 1:
            says = f"{colour} is on the initiative stack {count} times"
            yield Problem.STACK_REPEATS_COLOUR, f"{says}: each of the five colours belongs there once"


def _on_stack(setup: Setup, piece: Piece) -> bool:
    return piece.size is setup.stack_size and piece.colour in setup.stack


def faults(
    setup: Setup, there: Mapping[Seat, Iterable[Piece]], stack: tuple[Colour, ...]
) -> Iterator[tuple[Problem, str]]:
    """Each fault of a position with a sentence: its set-up, the pieces that are ``there``, its stack."""
    yield from setup_faults(setup)
    for seat, pieces in there.items():
        found, first = Counter(pieces), Counter(setup.inventory(seat))
        if found != first:
            yield Problem.PIECES_LOST, f"{seat} has not the pyramids of the set-up: {amends(found, first)}"
    if Counter(stack) != Counter(setup.stack):
        says = f"the initiative stack is {', '.join(stack)}"
        wanted = ", ".join(setup.stack)
        yield Problem.STACK_CHANGED_COLOURS, f"{says}: build it of the colours that it began with, {wanted}"
