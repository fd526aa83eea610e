"""The recorded moves of a round, in order, with their corrections, for any game.

A line's moves are counted from 1, including those taken back or refused, as ``arbiter judge`` counts them.
All functions return a new line and raise ``CorrectionError``, in one line, for something impossible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.events.ledger import Key
from arbiter.record.record import Entry
from arbiter.words.exits import UserError
from engine.message import Messages

say = Messages("arbiter")


class CorrectionError(UserError):
    """An impossible correction; the message says why in one line."""


@dataclass(frozen=True)
class Item:
    """One entry of a round; ``move`` is ``None`` if it is not a move.

    ``key`` is the id of its entry, and its number within that entry. ``target`` is the move undone by a
    take-back, ``change`` the correction that made the item what it is, ``ruling`` the correction that
    overruled the referee about it, ``facts`` the data from later entries, which replaces its own.
    """

    key: Key
    entry: Entry
    move: Any = None
    target: Key | None = None
    change: Mapping[str, Any] | None = None
    ruling: Entry | None = None
    facts: Mapping[str, Any] | None = None


def virtual(item: Item) -> bool:
    """Whether an item is a play that moved nothing on the table (I7)."""
    return bool(getattr(item.move, "virtual", False))


@dataclass(frozen=True)
class Line:
    """The items of one round, oldest first."""

    items: tuple[Item, ...] = ()
    _places: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places = tuple(place for place, item in enumerate(self.items) if item.move is not None)
        object.__setattr__(self, "_places", places)

    @property
    def count(self) -> int:
        """The number of moves."""
        return len(self._places)

    def place(self, number: int) -> int:
        """The index of a move among the items."""
        if not 1 <= number <= self.count:
            raise CorrectionError(say("move_of_line", n=number, most=self.count))
        return self._places[number - 1]

    def move(self, number: int) -> Item:
        """The move of a number."""
        return self.items[self.place(number)]

    def number(self, key: Key | None) -> int:
        """The number of a move; 0 if it is not in the line."""
        return next((n for n, at in enumerate(self._places, 1) if self.items[at].key == key), 0)

    def add(self, *items: Item) -> Line:
        """The line with more items at its end."""
        return Line((*self.items, *items))

    def put(self, number: int, item: Item) -> Line:
        """The line with a move's item replaced."""
        at = self.place(number)
        return Line((*self.items[:at], item, *self.items[at + 1 :]))

    def insert(self, number: int, item: Item) -> Line:
        """The line with an item before a move or (``number`` one more than there are) after the last."""
        if number == self.count + 1:
            done = [each.move is not None or each.target is not None for each in self.items]
            last = [at for at, is_done in enumerate(done) if is_done]
            at = last[-1] + 1 if last else len(self.items)
        else:
            at = self.place(number)
        return Line((*self.items[:at], item, *self.items[at:]))

    def changed(self, number: int, **facts: Any) -> Line:
        """The line with some fields of a move replaced."""
        return self.put(number, replace(self.move(number), **facts))

    def since(self, entry_id: int) -> tuple[Item, ...]:
        """The items added after an entry."""
        return tuple(item for item in self.items if item.key[0] > entry_id)
