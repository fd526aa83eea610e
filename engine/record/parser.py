"""Reads records of games from text. It collects errors with line and column and goes on (``NOTATION.md``)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.game import Seat
from engine.record.records import Comment, Entry, Item, Mark, Place, Record, Ruling, TextError

_REMARK = r"(?P<remark>\{(?P<words>(?:[^}\\]|\\.)*)\})"
_OTHERS = r"""(?P<blank>\s+)
    | (?P<tag>\[\s*(?P<name>(?-i:[A-Za-z][A-Za-z0-9_]*))\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    | \$(?P<mark>[A-Za-z]*)
    | (?P<number>\d+)\.+(?=[\s{}$\[\]"]|\Z)
    | (?P<seat>near|far):
    | (?P<move>[^\s{}$\[\]"]+)
    | (?P<bad>\[[^\n]*|\{[^\n]*|.)"""
_FLAGS = re.VERBOSE | re.IGNORECASE | re.DOTALL
_TOKEN = re.compile(f"{_REMARK} | {_OTHERS}", _FLAGS)
_WITHOUT_REMARKS = re.compile(_OTHERS, _FLAGS)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True)
class Parsed:
    """The records of a text, with whatever could be read, and the errors in order."""

    records: tuple[Record, ...]
    errors: tuple[TextError, ...]


def parse_records(text: str) -> Parsed:
    """Every record of a text; a tag after a move or a remark begins the next. Never raises."""
    reader = _Reader(text)
    for match in _tokens(text):
        if match.lastgroup != "blank":
            reader.take(match)
    reader.close_record()
    errors = sorted(reader.errors, key=lambda error: (error.place.line, error.place.column))
    return Parsed(tuple(reader.records), tuple(errors))


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """Every token of a text. After one brace that nothing closes no other can be closed: none is tried, or a
    text of open braces would be read through once for each.
    """
    at, pattern = 0, _TOKEN
    while (match := pattern.match(text, at)) is not None:
        yield match
        at = match.end()
        if match.lastgroup == "bad" and match[0].startswith("{"):
            pattern = _WITHOUT_REMARKS


def parse_record(text: str) -> tuple[Record, tuple[TextError, ...]]:
    """The first record of a text, empty if there is none, and all errors; further records are an error."""
    parsed = parse_records(text)
    if not parsed.records:
        return Record(), parsed.errors
    if len(parsed.records) == 1:
        return parsed.records[0], parsed.errors
    extra = TextError(Place(1, 1), f"there are {len(parsed.records)} records here where one is wanted")
    return parsed.records[0], (*parsed.errors, extra)


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda match: {"n": "\n", "r": "\r"}.get(match[1], match[1]), text)


class _Reader:
    """What has been read so far; lives only while one text is parsed."""

    def __init__(self, text: str) -> None:
        self.lines = [0] + [match.end() for match in re.finditer("\n", text)]
        self.records: list[Record] = []
        self.errors: list[TextError] = []
        self.tags: list[tuple[str, str]] = []
        self.items: list[Item] = []
        self.seat: tuple[Seat, Place] | None = None
        self.moves = 0
        self.begin = Place()

    def place(self, offset: int) -> Place:
        line = bisect_right(self.lines, offset)
        return Place(line, offset - self.lines[line - 1] + 1)

    def take(self, match: re.Match[str]) -> None:
        """One token of the text, a blank excepted."""
        where = self.place(match.start())
        if not (self.tags or self.items):
            self.begin = where
        kind, text = match.lastgroup, match[0]
        if kind == "move":
            self._move(text, where)
        elif kind == "seat":
            self._no_lonely_seat()
            self.seat = Seat(match["seat"].lower()), where
        elif kind == "number":
            self._number(match["number"], where)
        elif kind == "tag":
            self._tag(match, where)
        elif kind == "remark":
            self._remark(match["words"])
        elif kind == "mark":
            self._mark(match["mark"], where)
        else:
            self._bad(text, where)

    def close_record(self) -> None:
        """The end of a record, if there is one."""
        self._no_lonely_seat()
        if self.tags or self.items:
            self.records.append(Record(tuple(self.tags), tuple(self.items), self.begin))
        self.tags, self.items, self.moves = [], [], 0

    def _tag(self, match: re.Match[str], where: Place) -> None:
        if self.items:
            self.close_record()
            self.begin = where
        name = match["name"]
        if any(name == known for known, _ in self.tags):
            self.errors.append(TextError(where, f"the tag {name} is there twice: the first counts"))
            return
        self.tags.append((name, _unescape(match["value"])))

    def _remark(self, words: str) -> None:
        if words.startswith("!"):
            self.items.append(Ruling(_unescape(words[1:])))
        else:
            self.items.append(Comment(_unescape(words)))

    def _mark(self, word: str, where: Place) -> None:
        known = " or ".join(f"${mark}" for mark in Mark)
        if word.lower() not in set(Mark):
            self.errors.append(TextError(where, f"cannot read the mark ${word}: write {known}"))
            return
        last = self.items[-1] if self.items else None
        if not isinstance(last, Entry) or last.mark is not None or self.seat is not None:
            self.errors.append(TextError(where, "a mark follows the move that it belongs to, once"))
            return
        self.items[-1] = replace(last, mark=Mark(word.lower()))

    def _number(self, digits: str, where: Place) -> None:
        self._no_lonely_seat()
        if digits.lstrip("0") != str(self.moves + 1):
            self.errors.append(TextError(where, f"this is move {self.moves + 1}, not {digits[:12]}"))

    def _move(self, text: str, where: Place) -> None:
        seat, at = self.seat or (None, where)
        self.items.append(Entry(text, seat, None, at))
        self.seat = None
        self.moves += 1

    def _no_lonely_seat(self) -> None:
        if self.seat is not None:
            self.errors.append(TextError(self.seat[1], f"no move follows {self.seat[0]}:"))
            self.seat = None

    def _bad(self, text: str, where: Place) -> None:
        if text.startswith("["):
            message = 'cannot read this tag: write [Name "value"]'
        elif text.startswith("{"):
            message = "this comment is not closed: write } at its end"
        else:
            message = f"cannot read {text!r} here"
        self.errors.append(TextError(where, message))
