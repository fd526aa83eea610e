"""Reads records of games from text, collecting errors with line and column (``NOTATION.md``)."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.game import Seat, did_you_mean
from engine.message import Message, Messages
from engine.record.records import Comment, Entry, Item, Mark, Place, Record, Ruling, TextError, seat_pattern

say = Messages("engine")

MOST_TAGS, MOST_MOVES = 200, 2000
"""No record of a game has more; the rest is reported once and left out."""
LONG = 12
"""No number is this long; of a longer one, this many digits are shown."""

_REMARK = r"(?P<remark>\{(?P<words>(?:[^}\\]|\\.)*)\}) | "
_OTHERS = r"""(?P<blank>\s+)
    | (?P<tag>\[\s*(?P<name>(?-i:[A-Za-z][A-Za-z0-9_]*))\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    | \$(?P<mark>[A-Za-z]*)
    | (?P<number>\d+)\.+(?=[\s{}$\[\]"]|\Z)
    | (?P<seat>%s)
    | (?P<move>[^\s{}$\[\]"]+)
    | (?P<bad>\[[^\n]*|\{[^\n]*|.)"""
_FLAGS = re.VERBOSE | re.IGNORECASE | re.DOTALL
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


@lru_cache(maxsize=16)
def _token(seats: str, remarks: bool) -> re.Pattern[str]:
    """A pattern for any token; ``seats`` is the record's `seat_pattern`."""
    return re.compile((_REMARK if remarks else "") + _OTHERS % seats, _FLAGS)


@dataclass(frozen=True)
class Parsed:
    """The records of a text, as far as it could be read, and the errors in order."""

    records: tuple[Record, ...]
    errors: tuple[TextError, ...]


def parse_records(text: str) -> Parsed:
    """Every record of a text; a tag after a move or a remark begins the next one. Never raises."""
    reader = _Reader(text)
    reader.read()
    errors = sorted(reader.errors, key=lambda error: (error.place.line, error.place.column))
    return Parsed(tuple(reader.records), tuple(errors))


def parse_record(text: str) -> tuple[Record, tuple[TextError, ...]]:
    """The first record of a text (empty if there is none) and all errors; further records are an error."""
    parsed = parse_records(text)
    if not parsed.records:
        return Record(), parsed.errors
    if len(parsed.records) == 1:
        return parsed.records[0], parsed.errors
    extra = TextError(Place(1, 1), say("read_records", n=len(parsed.records)))
    return parsed.records[0], (*parsed.errors, extra)


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda match: {"n": "\n", "r": "\r"}.get(match[1], match[1]), text)


class _Reader:
    """What has been read so far; exists only while a text is parsed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = [0] + [match.end() for match in re.finditer("\n", text)]
        self.records: list[Record] = []
        self.errors: list[TextError] = []
        self.too_many = -1
        """How many records there were when the last overlong one was reported."""
        self.tags: list[tuple[str, str]] = []
        self.seats = seat_pattern(())
        self.items: list[Item] = []
        self.seat: tuple[Seat, Place] | None = None
        self.words: list[str] = []
        """The current move, which begins at ``move_at`` and is ``numbered`` or not."""
        self.move_at, self.numbered = Place(), False
        self.moves = self.number = 0
        self.begin = Place()

    def read(self) -> None:
        """Read the whole text.

        After a brace that is never closed, no other brace is tried: a text of open braces would otherwise be
        scanned to its end once for each.
        """
        at, remarks = 0, True
        while (match := _token(self.seats, remarks).match(self.text, at)) is not None:
            at = match.end()
            remarks = remarks and not (match.lastgroup == "bad" and match[0].startswith("{"))
            self.take(match)
        self.close_record()

    def place(self, offset: int) -> Place:
        line = bisect_right(self.lines, offset)
        return Place(line, offset - self.lines[line - 1] + 1)

    def take(self, match: re.Match[str]) -> None:
        """Process one token."""
        where = self.place(match.start())
        kind, text = match.lastgroup, match[0]
        if kind == "blank":
            if "\n" in text and not self.numbered:
                self._close_move()
            return
        if kind == "move":
            self._word(text, where)
            return
        self._close_move()
        self._note_begin(where)
        if kind == "seat":
            self._no_lonely_seat()
            self.seat = Seat.NEAR if match["near"] else Seat.FAR, where
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
        """End the current record, if there is one."""
        self._close_move()
        self._no_lonely_seat()
        if self.tags or self.items:
            self.records.append(Record(tuple(self.tags), tuple(self.items), self.begin))
        self.tags, self.items, self.moves, self.number = [], [], 0, 0
        self.seats = seat_pattern(())

    def _note_begin(self, where: Place) -> None:
        if not (self.tags or self.items or self.words):
            self.begin = where

    def _tag(self, match: re.Match[str], where: Place) -> None:
        if self.items:
            self.close_record()
            self.begin = where
        name = match["name"]
        if len(self.tags) >= MOST_TAGS:
            self._too_many(where, say("read_tags_many", n=MOST_TAGS))
            return
        if any(name == known for known, _ in self.tags):
            self.errors.append(TextError(where, say("read_tag_twice", raw=name)))
            return
        self.tags.append((name, _unescape(match["value"])))
        self.seats = seat_pattern(self.tags)

    def _remark(self, words: str) -> None:
        if words.startswith("!"):
            self.items.append(Ruling(_unescape(words[1:])))
        else:
            self.items.append(Comment(_unescape(words)))

    def _mark(self, word: str, where: Place) -> None:
        if word.lower() not in set(Mark):
            marks = [f"${mark}" for mark in Mark]
            how = did_you_mean(f"${word}", marks) or say("read_marks", list=tuple(marks))
            self.errors.append(TextError(where, say("read_mark", raw=f"${word}", text=how)))
            return
        last = self.items[-1] if self.items else None
        if not isinstance(last, Entry) or last.mark is not None or self.seat is not None:
            self.errors.append(TextError(where, say("read_mark_follows")))
            return
        self.items[-1] = replace(last, mark=Mark(word.lower()))

    def _number(self, digits: str, where: Place) -> None:
        """A number is right if it continues from the moves or from the last number."""
        self._no_lonely_seat()
        number = int(digits) if len(digits) < LONG else 0
        if number not in (self.moves + 1, self.number + 1):
            self.errors.append(TextError(where, say("read_numbered", n=self.moves + 1, raw=digits[:LONG])))
        self.number, self.numbered = number, True

    def _word(self, text: str, where: Place) -> None:
        """A move, or the rest of one."""
        self._note_begin(where)
        if not self.words:
            self.move_at = self.seat[1] if self.seat else where
        self.words.append(text)

    def _close_move(self) -> None:
        """A move ends at a number, seat, mark or remark and, if it has no number, at the end of its line."""
        if not self.words:
            return
        if self.moves >= MOST_MOVES:
            self._too_many(self.move_at, say("read_moves_many", n=MOST_MOVES))
            self.seat, self.words, self.numbered = None, [], False
            return
        self.items.append(
            Entry(" ".join(self.words), self.seat[0] if self.seat else None, None, self.move_at)
        )
        self.seat, self.words, self.numbered = None, [], False
        self.moves += 1

    def _too_many(self, where: Place, message: Message) -> None:
        """Reported once for each record."""
        if self.too_many != len(self.records):
            self.too_many = len(self.records)
            self.errors.append(TextError(where, message))

    def _no_lonely_seat(self) -> None:
        if self.seat is not None:
            self.errors.append(TextError(self.seat[1], say("read_lonely", raw=f"{self.seat[0]}:")))
            self.seat = None

    def _bad(self, text: str, where: Place) -> None:
        if text.startswith("["):
            message = say("read_tag")
        elif text.startswith("{"):
            message = say("read_comment")
        else:
            message = say("read_here", raw=f"{text!r}")
        self.errors.append(TextError(where, message))
