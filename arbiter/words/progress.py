"""Progress of long jobs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

ItemT = TypeVar("ItemT")
OnPart = Callable[[float, float], None]
"""Called with the amount done and the total."""


def nobody(done: float, most: float) -> None:
    """Ignores the progress."""


def part_of(on_part: OnPart, number: int, parts: int) -> OnPart:
    """The progress callback for one part, ``number`` (from 0) of ``parts``, of a whole job."""
    return lambda done, most: on_part(number + done / most if most else number, parts)


def counted(items: Sequence[ItemT], on_part: OnPart) -> Iterator[ItemT]:
    """The items one after another; progress is reported when each is done."""
    for number, item in enumerate(items, start=1):
        yield item
        on_part(number, len(items))
