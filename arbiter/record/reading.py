"""Reads a record's file row by row; a row that has been altered is left out, without costing any other."""

from __future__ import annotations

import contextlib
import math
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from arbiter.record import checksums
from arbiter.record.guard import in_time
from arbiter.record.schema import from_text
from arbiter.record.shapes import fits, fits_header
from engine.message import Messages

say = Messages("arbiter")

MOST_ENTRIES, MOST_TEXT = 100_000, 200_000_000
"""Most entries of a record, and most characters in all of them together."""
MOST_NAMES = 64
"""Most stills of an entry."""


class Facts(NamedTuple):
    """An entry as it is stored; ``frames`` are the names of its stills."""

    id: int
    kind: str
    time_s: float
    wall: str
    data: dict[str, Any]
    frames: tuple[str, ...]


class TooMuch(Exception):
    """A record holds more than any game could."""


def facts_of(
    number: int, kind: Any, time_s: Any, wall: Any, data: Any, frames: Iterable[str]
) -> Facts | None:
    """An entry from its columns; ``None`` if they are invalid."""
    try:
        said = from_text(data)
        seconds = float(time_s)
        if not isinstance(said, dict) or not isinstance(kind, str) or not math.isfinite(seconds):
            return None
        if not fits(kind, said):
            return None
        return Facts(number, kind, seconds, str(wall), said, tuple(sorted(frames)))
    except (ValueError, TypeError, OverflowError):
        return None


def read_header(connection: sqlite3.Connection, summed: bool) -> tuple[dict[str, Any], set[str]]:
    """The header's values, and the keys of unreadable ones. Raises ``sqlite3.Error``."""
    with in_time(connection):
        rows = connection.execute(
            f"SELECT key, value, {'sum' if summed else 'NULL'} FROM header LIMIT 1000"
        ).fetchall()
    header: dict[str, Any] = {}
    unread = set()
    for key, value, own in rows:
        try:
            if summed and checksums.of_header(key, value) != own:
                raise ValueError
            if not fits_header(key, said := from_text(value)):
                raise ValueError
            header[key] = said
        except (ValueError, TypeError, AttributeError):
            unread.add(str(key))
    return header, unread


class Stored(NamedTuple):
    """A row of the file: its entry, if readable, its own checksum and its link."""

    id: int
    facts: Facts | None
    sum: Any
    link: Any


def read_entries(
    connection: sqlite3.Connection, summed: bool, kind: str | None = None, after: int = 0
) -> Iterator[Stored]:
    """The entries in order, of one ``kind`` if given, with ids above ``after``.

    Raises ``sqlite3.Error`` and `TooMuch`, both before the first entry.
    """
    columns = "e.sum, e.chain" if summed else "NULL, NULL"
    query = (
        f"SELECT e.id, e.kind, e.time_s, e.wall, e.data, {columns} FROM entries e "
        "WHERE e.id > ? AND (? IS NULL OR e.kind = ?) ORDER BY e.id"
    )
    with in_time(connection):
        rows, length = [], 0
        for row in connection.execute(query, (after, kind, kind)):
            length += len(row[4]) if isinstance(row[4], str | bytes) else 0
            rows.append(row)
            if len(rows) > MOST_ENTRIES or length > MOST_TEXT:
                raise TooMuch
        stills = _stills(connection, kind, after)
    return (_stored(row, stills.get(row[0], ()), summed) for row in rows)


def _stills(connection: sqlite3.Connection, kind: str | None, after: int) -> Mapping[int, list[str]]:
    """The names of the stills, by entry."""
    query = (
        "SELECT entry_id, name FROM frames WHERE entry_id > ? "
        "AND (? IS NULL OR entry_id IN (SELECT id FROM entries WHERE kind = ?))"
    )
    found: defaultdict[int, list[str]] = defaultdict(list)
    for entry, name in connection.execute(query, (after, kind, kind)):
        if isinstance(name, str) and len(found[entry]) < MOST_NAMES:
            found[entry].append(name)
        if len(found) > MOST_ENTRIES:
            raise TooMuch
    return found


def _stored(row: tuple[Any, ...], names: Iterable[str], summed: bool) -> Stored:
    number, kind, time_s, wall, data, own, link = row
    good = not summed or is_as_written((number, kind, time_s, wall, data), own)
    facts = facts_of(number, kind, time_s, wall, data, names) if good else None
    return Stored(number, facts, own, link)


def is_as_written(columns: Sequence[Any], own: Any) -> bool:
    """Whether an entry's ``columns`` (id, kind, time_s, wall, data) match its checksum ``own``."""
    number, kind, time_s, wall, data = columns
    try:
        return bool(checksums.of_entry(number, kind, time_s, wall, data) == own)
    except (AttributeError, TypeError, ValueError, OverflowError):
        return False


def names_of(connection: sqlite3.Connection, entry: int) -> tuple[str, ...]:
    """The names of an entry's stills that can be read."""
    query = "SELECT name FROM frames WHERE entry_id = ?"
    try:
        with in_time(connection):
            rows = connection.execute(query, (entry,)).fetchmany(MOST_NAMES)
    except sqlite3.Error:
        return ()
    return tuple(name for (name,) in rows if isinstance(name, str))


def read_still(connection: sqlite3.Connection, summed: bool, entry: int, name: str) -> bytes | None:
    """A still; ``None`` if there is none. Raises ``sqlite3.Error``, and ``ValueError`` if it was altered."""
    column = "sum" if summed else "NULL"
    with in_time(connection):
        row = connection.execute(
            f"SELECT jpeg, {column} FROM frames WHERE entry_id = ? AND name = ?", (entry, name)
        ).fetchone()
    if row is None:
        return None
    if not isinstance(row[0], bytes) or (summed and checksums.of_still(entry, name, row[0]) != row[1]):
        raise ValueError(say("check_still", raw=name, n=entry))
    return row[0]


def last_link(connection: sqlite3.Connection) -> bytes:
    """The link that the next entry is chained to; empty if it can't be read."""
    with contextlib.suppress(sqlite3.Error):  # the examination finds the fault
        row = connection.execute("SELECT chain FROM entries ORDER BY id DESC LIMIT 1").fetchone()
        return first_link(connection) if row is None else row[0] if isinstance(row[0], bytes) else b""
    return b""


def first_link(connection: sqlite3.Connection) -> bytes:
    """The link that the first entry is chained to. Raises ``sqlite3.Error``."""
    sums = connection.execute("SELECT sum FROM header LIMIT 1000").fetchall()
    return checksums.chain_start(own for (own,) in sums if isinstance(own, bytes))


def last_id(connection: sqlite3.Connection) -> int:
    """The id of the last entry; 0 if there is none or it can't be read."""
    try:
        return int(connection.execute("SELECT max(id) FROM entries").fetchone()[0] or 0)
    except sqlite3.Error:
        return 0


def has_sums(connection: sqlite3.Connection) -> bool:
    """Whether a record's layout has checksums."""
    try:
        return int(connection.execute("PRAGMA user_version").fetchone()[0]) >= 2
    except sqlite3.Error:
        return False
