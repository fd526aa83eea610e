"""Entries that can't be written for the moment, because the disk is full or the file is locked."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from arbiter.record import checksums

PASSING = {
    sqlite3.SQLITE_BUSY: "held",
    sqlite3.SQLITE_LOCKED: "held",
    sqlite3.SQLITE_FULL: "room",
    sqlite3.SQLITE_IOERR: "room",
    sqlite3.SQLITE_CANTOPEN: "barred",
    sqlite3.SQLITE_READONLY: "barred",
}
"""Errors that may pass, with the key of what people can do: release the file, make room, allow writing."""
MOST_BYTES = 500_000_000
"""Most memory for the stills of waiting entries; entries beyond that wait without stills."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as it is stored, with its stills."""

    id: int
    kind: str
    time_s: float
    wall: str
    data: str
    frames: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Bytes of its stills."""
        return sum(map(len, self.frames.values()))


Group = tuple[Row, ...]
"""Rows that are written together or not at all."""


def passes(error: sqlite3.Error) -> str:
    """The key of what hinders writing, if that is likely to pass, or else the empty string."""
    return PASSING.get(getattr(error, "sqlite_errorcode", -1) & 0xFF, "")


def insert(connection: sqlite3.Connection, group: Group, before: bytes | None) -> bytes | None:
    """Write rows in one transaction, chained to the link ``before``, and return the last link (``None`` for a
    record of version 1, which has no checksums). Raises ``sqlite3.Error`` if none could be written.
    """
    with connection:
        for row in group:
            sums = {name: checksums.of_still(row.id, name, bytes(jpeg)) for name, jpeg in row.frames.items()}
            facts = (row.id, row.kind, row.time_s, row.wall, row.data)
            if before is None:
                _put(connection, "entries (id, kind, time_s, wall, data)", [facts])
                stills = [(row.id, name, bytes(jpeg)) for name, jpeg in row.frames.items()]
                _put(connection, "frames (entry_id, name, jpeg)", stills)
                continue
            own = checksums.of_entry(*facts)
            before = checksums.link(before, own, sums.values())
            _put(connection, "entries (id, kind, time_s, wall, data, sum, chain)", [(*facts, own, before)])
            summed = [(row.id, name, sums[name], bytes(jpeg)) for name, jpeg in row.frames.items()]
            _put(connection, "frames (entry_id, name, sum, jpeg)", summed)
    return before


def _put(connection: sqlite3.Connection, where: str, rows: Sequence[tuple[object, ...]]) -> None:
    marks = ", ".join("?" * (where.count(",") + 1))
    connection.executemany(f"INSERT INTO {where} VALUES ({marks})", rows)


class Waiting:
    """The groups that wait to be written, in order."""

    def __init__(self) -> None:
        self._groups: deque[Group] = deque()

    def __bool__(self) -> bool:
        return bool(self._groups)

    def __len__(self) -> int:
        return sum(map(len, self._groups))

    def groups(self) -> Iterator[Group]:
        """The groups, in order."""
        return iter(self._groups)

    def rows(self) -> Iterator[Row]:
        """The rows, in order."""
        return (row for group in self._groups for row in group)

    def add(self, group: Group) -> None:
        """Add a group at the end."""
        room = MOST_BYTES - sum(row.size for row in self.rows())
        if self._groups and sum(row.size for row in group) > room:
            group = tuple(Row(row.id, row.kind, row.time_s, row.wall, row.data) for row in group)
        self._groups.append(group)

    def write(self, put: Callable[[Group], None]) -> None:
        """Write as many groups as possible; raises what ``put`` raises, and keeps what was not written."""
        while self._groups:
            put(self._groups[0])
            self._groups.popleft()

    def drop_last(self) -> None:
        """Remove the last group, which can never be written."""
        self._groups.pop()
