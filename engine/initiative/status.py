"""What makes a position of Initiative impossible, as flags with a sentence each (I13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import Flag, auto

from engine.amends import amends
from engine.game import Seat
from engine.initiative.model import Setup
from engine.message import Message, Messages
from engine.pieces import Colour, Piece

say = Messages("engine.initiative")

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


def setup_faults(setup: Setup) -> Iterator[tuple[Problem, Message]]:
    """Each fault of a set-up, with a sentence that says what to do."""
    yield from _stack_faults(setup.stack)
    for seat in Seat:
        inventory = setup.inventory(seat)
        foreign = sorted({piece.colour for piece in inventory} - set(setup.stack))
        if foreign:
            yield Problem.COLOUR_NOT_ON_STACK, say("foreign", who=seat, list=tuple(foreign))
        more = len(inventory) - INVENTORY_SIZE
        if more:
            flag = Problem.NEAR_NOT_TEN if seat is Seat.NEAR else Problem.FAR_NOT_TEN
            which = "too_many_ten" if more > 0 else "too_few_ten"
            yield flag, say(which, who=seat, n=len(inventory), most=abs(more))
    counts = Counter(setup.near + setup.far)
    if setup.stack_size is not None:
        counts.update(Piece(setup.stack_size, colour) for colour in set(setup.stack))
    for piece, count in sorted(counts.items()):
        if count > OF_A_KIND:
            which = "too_many_alike_stack" if _on_stack(setup, piece) else "too_many_alike"
            yield Problem.TOO_MANY_ALIKE, say(which, n=count, piece=piece, most=count - OF_A_KIND)


def _stack_faults(stack: tuple[Colour, ...]) -> Iterator[tuple[Problem, Message]]:
    if len(stack) != STACK_HEIGHT:
        yield Problem.STACK_NOT_FIVE, say("stack_not_five", n=len(stack))
    for colour, count in sorted(Counter(stack).items()):
        if count > 1:
            yield Problem.STACK_REPEATS_COLOUR, say("stack_repeats", colour=colour, n=count)


def _on_stack(setup: Setup, piece: Piece) -> bool:
    return piece.size is setup.stack_size and piece.colour in setup.stack


def faults(
    setup: Setup, there: Mapping[Seat, Iterable[Piece]], stack: tuple[Colour, ...]
) -> Iterator[tuple[Problem, Message]]:
    """Each fault of a position, with a sentence: of its set-up, the pieces that are ``there``, its stack."""
    yield from setup_faults(setup)
    for seat, pieces in there.items():
        found, first = Counter(pieces), Counter(setup.inventory(seat))
        if found != first:
            yield Problem.PIECES_LOST, say("pieces_lost", who=seat, text=amends(found, first))
    if Counter(stack) != Counter(setup.stack):
        yield Problem.STACK_CHANGED_COLOURS, say("stack_changed", list=stack, list2=setup.stack)
