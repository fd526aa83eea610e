"""The initiative stack: where a colour may move to, and who gains the initiative by it (I2, I5)."""

from __future__ import annotations

from functools import lru_cache

from engine.initiative.model import Swap
from engine.message import Messages
from engine.pieces import Colour, Piece

say = Messages("engine.initiative")


def rank(colour: Colour, stack: tuple[Colour, ...]) -> int:
    """The slot of a colour from the top, 0 being the highest; a missing colour ranks below all."""
    return stack.index(colour) if colour in stack else len(stack)


def move_colour(stack: tuple[Colour, ...], colour: Colour, shift: int) -> tuple[Colour, ...]:
    """The stack after ``colour`` moved ``shift`` slots, up positive, or to the end if that is nearer.

    Raises ``ValueError`` for a colour that is not on the stack (I18).
    """
    if shift == 0:
        return stack
    if colour not in stack:
        raise ValueError(say("cannot_move", colour=colour, list=stack))
    slot = stack.index(colour) - slots_moved(stack, colour, shift)
    rest = [other for other in stack if other is not colour]
    return (*rest[:slot], colour, *rest[slot:])


def room(stack: tuple[Colour, ...], colour: Colour) -> range:
    """Every shift that keeps ``colour`` on the stack; only 0 for a missing colour."""
    if colour not in stack:
        return range(0, 1)
    slot = stack.index(colour)
    return range(slot + 1 - len(stack), slot + 1)


def slots_moved(stack: tuple[Colour, ...], colour: Colour, shift: int) -> int:
    """The slots that a shift really moves, as a colour stops at either end."""
    free = room(stack, colour)
    return max(free.start, min(shift, free.stop - 1))


@lru_cache(maxsize=4096)
def legal_shifts(stack: tuple[Colour, ...], colour: Colour, pips: int, swap: Swap) -> tuple[int, ...]:
    """The shifts that a sacrifice of ``pips`` allows, ascending (I5)."""
    free = room(stack, colour)
    lowest, highest = max(free.start, -int(pips)), min(free.stop - 1, int(pips))
    if swap == "exact":
        return tuple(sorted({lowest, highest}))
    return tuple(range(lowest, highest + 1))


def gains_initiative(attack: Piece, parry: Piece, stack: tuple[Colour, ...]) -> bool:
    """Whether a parry takes the initiative, given the stack after this turn's sacrifices (I2)."""
    if parry.size == attack.size:
        return rank(parry.colour, stack) < rank(attack.colour, stack)
    return parry.colour is attack.colour and parry.size > attack.size
