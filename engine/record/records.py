"""A game as text, in the spirit of PGN: tag pairs, then moves, comments and rulings (grammar:
``NOTATION.md``).

`engine.record.parser` reads it, and `engine.playback` plays it.


>>> print(write_record(Record((("Game", "Nickel"),), (Entry("d1", Seat.NEAR), Comment("an edge")))), end="")
[Game "Nickel"]
<BLANKLINE>
1. near: d1 {an edge}
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from engine.game import Seat
from engine.message import Message, Messages

say = Messages("engine")

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
MOVE_WORD = re.compile(r"(?!\d+\.+$)[^\s{}$\[\]\"]+")
TAGS = ("Event", "Date", "Near", "Far", "Game", "Rules", "Setup", "Draft", "Leader", "Result")
"""The tags that have a meaning, in the order in which they are written; others may follow."""
BEGINNINGS = {"table", "lienna", "unlienna"}
"""Words that moves have before a colon: a player with such a name is only called near or far."""


class Mark(StrEnum):
    """What became of a move that was not simply legal."""

    STOOD = "stood"
    BACK = "back"
    ALLOWED = "allowed"
    REFUSED = "refused"

    @property
    def counts(self) -> bool:
        """Whether the move stays on the table."""
        return self in (Mark.STOOD, Mark.ALLOWED)


@dataclass(frozen=True)
class Place:
    """A position in a text; lines and columns count from 1."""

    line: int = 0
    column: int = 0


@dataclass(frozen=True)
class Entry:
    """A move as it was typed, with single spaces, and its seat and mark if these are written."""

    text: str
    seat: Seat | None = None
    mark: Mark | None = None
    place: Place = field(default=Place(), compare=False)


@dataclass(frozen=True)
class Comment:
    """A remark without effect."""

    text: str


@dataclass(frozen=True)
class Ruling:
    """A person's decision, in words."""

    text: str


Item = Entry | Comment | Ruling


@dataclass(frozen=True)
class Record:
    """One game, or one round of a match: tag pairs, then items, both in order."""

    tags: tuple[tuple[str, str], ...] = ()
    items: tuple[Item, ...] = ()
    place: Place = field(default=Place(), compare=False)
    """Where it begins in the text it was read from."""

    def tag(self, name: str, default: str = "") -> str:
        """A tag's value."""
        return dict(self.tags).get(name, default)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The moves."""
        return tuple(item for item in self.items if isinstance(item, Entry))


@dataclass(frozen=True)
class TextError:
    """Something that cannot be read or does not fit, and where it is in the text."""

    place: Place
    message: Message

    def __str__(self) -> str:
        return str(self.located)

    @property
    def located(self) -> Message:
        """The message with its place."""
        return say("read_at", n=self.place.line, most=self.place.column, text=self.message)


def names_of(tags: Iterable[tuple[str, str]]) -> dict[Seat, tuple[str, ...]]:
    """What may stand for each seat before a colon, in small letters.

    That is the seat itself and the player's full and first names in the tags, unless both players have them.

    >>> names_of([("Near", "Ann Lee"), ("Far", "Ann Fox")])[Seat.FAR]
    ('far', 'ann fox')
    """
    values = dict(tags)
    called: dict[Seat, set[str]] = {}
    for seat in Seat:
        name = " ".join(values.get(seat.capitalize(), "").lower().split())
        called[seat] = {name, name.partition(" ")[0]} - {"", *BEGINNINGS, *Seat}
    both = called[Seat.NEAR] & called[Seat.FAR]
    return {seat: (seat.value, *sorted(called[seat] - both)) for seat in Seat}


def seat_pattern(tags: Iterable[tuple[str, str]]) -> str:
    """A regular expression for the seat before a move; its group ``near`` or ``far`` matches the name."""
    groups = []
    for seat, names in names_of(tags).items():
        words = (r"\s+".join(map(re.escape, name.split())) for name in names)
        groups.append(f"(?P<{seat}>{'|'.join(words)})")
    return f"(?:{'|'.join(groups)}):"


def write_record(record: Record) -> str:
    """A record as text, one move a line; raises ``ValueError`` for anything that the grammar cannot hold."""
    seats = re.compile(rf"(?:^|\s){seat_pattern(record.tags)}", re.IGNORECASE)
    lines = [_write_tag(name, value) for name, value in record.tags]
    lines.append("")
    number = 0
    for item in record.items:
        if isinstance(item, Entry):
            number += 1
            lines.append(f"{number}. {_write_entry(item, seats)}")
        elif number == 0:
            lines.append(_write_remark(item))
        else:
            lines[-1] += f" {_write_remark(item)}"
    return "\n".join(lines) + "\n"


def write_records(records: Iterable[Record]) -> str:
    """Several records in one text, separated by empty lines; each but the first needs a tag."""
    return "\n".join(write_record(record) for record in records)


def _write_tag(name: str, value: str) -> str:
    if not TAG_NAME.fullmatch(name):
        raise ValueError(say("read_tag_name", raw=f"{name!r}"))
    return f'[{name} "{_escape(value, chr(34))}"]'


def _escape(text: str, end: str) -> str:
    """Text with backslashes, the closing sign and line breaks escaped."""
    safe = text.replace("\\", "\\\\").replace(end, f"\\{end}")
    return safe.replace("\n", "\\n").replace("\r", "\\r")


def _write_entry(entry: Entry, seats: re.Pattern[str]) -> str:
    words = entry.text.split(" ")
    if not all(MOVE_WORD.fullmatch(word) for word in words) or seats.search(entry.text):
        raise ValueError(f"{entry.text!r} cannot be written as a move")
    seat = f"{entry.seat}: " if entry.seat else ""
    return f"{seat}{entry.text}" + (f" ${entry.mark}" if entry.mark else "")


def _write_remark(item: Comment | Ruling) -> str:
    sign = "!" if isinstance(item, Ruling) else ""
    if not sign and item.text.startswith("!"):
        sign = "\\"
    return f"{{{sign}{_escape(item.text, '}') if sign != chr(92) else _escape_first(item.text)}}}"


def _escape_first(text: str) -> str:
    """A comment that begins with the sign of a ruling, whose meaning the backslash before it cancels."""
    return "!" + _escape(text[1:], "}")
