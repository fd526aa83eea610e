"""How far a long job is, told to whoever wants to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

ItemT = TypeVar("ItemT")
OnPart = Callable[[float, float], None]
"""Told how much of how much is done."""


def nobody(done: float, most: float) -> None:
    """Nobody wants to know."""


def part_of(on_part: OnPart, number: int, parts: int) -> OnPart:
    """Tells how far a whole job is when one part is done here: its ``number``, from 0, of ``parts``."""
    return lambda done, most: on_part(number + done / most if most else number, parts)


def counted(items: Sequence[ItemT], on_part: OnPart) -> Iterator[ItemT]:
    """The items one after the other, each told of when it is done with."""
    for number, item in enumerate(items, start=1):
        yield item
        on_part(number, len(items))
