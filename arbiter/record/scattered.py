"""Reads rows directly from a database file's leaf pages, without the interior pages that index them.

A truncated record has lost its end, and with it, often, the interior pages of B-trees whose leaves are all
there, so that SQLite finds nothing. Leaf pages identify themselves ("B-tree Pages" and "Record Format" in
https://sqlite.org/fileformat2.html). A row is accepted only if it matches its own checksum.
"""

from __future__ import annotations

import mmap
import struct
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from arbiter.record import checksums
from arbiter.record.reading import Facts, facts_of, is_as_written
from arbiter.record.schema import from_text

LEAF = 0x0D
MOST_CELLS = 400_000
"""Most rows that are examined; no record has as many."""
MOST_COPIES = 4
"""Most rows with the same key that are examined."""
MOST_BYTES = 64_000_000
"""Longest row."""
ENTRY, STILL, HEADER = 7, 4, 3
"""Numbers of columns, which tell the tables' rows apart."""
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


class Cell(NamedTuple):
    """A row's place: its rowid, its length, and its offset in the file."""

    number: int
    length: int
    at: int


class Scattered:
    """The rows on complete pages within a file's first ``length`` bytes. Has to be closed.

    ``ids`` are the numbers of possible entries, ``names`` the names of their possible stills; ``entry``,
    ``still`` and ``header`` give only intact ones.
    """

    def __init__(self, path: Path, length: int) -> None:
        self._file = path.open("rb")
        self._data = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        size = int.from_bytes(self._data[16:18], "big")
        self._size = 65536 if size == 1 else size
        self._usable = self._size - self._data[20]
        self._length = min(length, len(self._data))
        self._entries: defaultdict[int, list[Cell]] = defaultdict(list)
        self._stills: defaultdict[tuple[int, str], list[Cell]] = defaultdict(list)
        self.names: defaultdict[int, set[str]] = defaultdict(set)
        self.header: dict[str, Any] = {}
        if self._size >= 512 and self._size & (self._size - 1) == 0 and self._usable >= 480:
            self._look()

    @property
    def ids(self) -> list[int]:
        """The numbers of possible entries, in order."""
        return sorted(self._entries)

    def entry(self, number: int) -> Facts | None:
        """An intact entry with the names of its stills; ``None`` if there is none."""
        for cell in self._entries.get(number, ()):
            row = self._row(cell, whole=True)
            if row is None or not isinstance(row[2], int | float):
                continue
            _, kind, time_s, wall, data, own, _ = row
            if is_as_written((number, kind, float(time_s), wall, data), own):
                return facts_of(number, kind, float(time_s), wall, data, self.names.get(number, ()))
        return None

    def still(self, entry: int, name: str) -> bytes | None:
        """An intact still; ``None`` if there is none."""
        for cell in self._stills.get((entry, name), ()):
            row = self._row(cell, whole=True)
            jpeg = None if row is None else row[3]
            if row and isinstance(jpeg, bytes) and checksums.of_still(entry, name, jpeg) == row[2]:
                return jpeg
        return None

    def close(self) -> None:
        """Close the file."""
        self._data.close()
        self._file.close()

    def _look(self) -> None:
        for seen, cell in enumerate(self._cells()):
            if seen >= MOST_CELLS:
                return
            row = self._row(cell, whole=False)
            if row is None:
                continue
            if len(row) == ENTRY and row[0] is None and len(self._entries[cell.number]) < MOST_COPIES:
                self._entries[cell.number].append(cell)
            elif len(row) == STILL and isinstance(row[0], int) and isinstance(row[1], str):
                copies = self._stills[row[0], row[1]]
                if len(copies) < MOST_COPIES:
                    copies.append(cell)
                    self.names[row[0]].add(row[1])
            elif len(row) == HEADER:
                self._keep(self._row(cell, whole=True))

    def _keep(self, row: list[Any] | None) -> None:
        """Keep an intact row of the header."""
        if row is None or not isinstance(row[0], str) or not isinstance(row[1], str):
            return
        if checksums.of_header(row[0], row[1]) == row[2]:
            self.header[row[0]] = from_text(row[1])

    def _cells(self) -> Iterator[Cell]:
        """All rows on all leaf pages of tables."""
        data, size = self._data, self._size
        for page in range(self._length // size):
            begin = page * size
            head = begin + (100 if page == 0 else 0)
            if data[head] != LEAF:
                continue
            count = int.from_bytes(data[head + 3 : head + 5], "big")
            first, end = head + 8, begin + self._usable
            for slot in range(first, min(first + 2 * count, end - 1), 2):
                at = begin + int.from_bytes(data[slot : slot + 2], "big")
                if first + 2 * count <= at < end:
                    length, at = self._varint(at)
                    number, at = self._varint(at)
                    if 0 < length <= MOST_BYTES:
                        yield Cell(number, length, at)

    def _varint(self, at: int) -> tuple[int, int]:
        """A variable-length integer of one to nine bytes, and the offset after it."""
        return varint(self._data[at : at + 9], 0, at)

    def _row(self, cell: Cell, whole: bool) -> list[Any] | None:
        """A row's columns; unless ``whole``, the last one may be incomplete."""
        raw = self._payload(cell, whole)
        return None if raw is None else columns(raw, whole)

    def _payload(self, cell: Cell, whole: bool) -> bytes | None:
        """A row's bytes; with ``whole``, including those on its overflow pages."""
        data, usable = self._data, self._usable
        local = cell.length
        if local > usable - 35:
            least = (usable - 12) * 32 // 255 - 23
            local = least + (cell.length - least) % (usable - 4)
            local = local if local <= usable - 35 else least
        found = data[cell.at : cell.at + local]
        if not whole or cell.length == local:
            return found
        parts, left = [found], cell.length - local
        page = int.from_bytes(data[cell.at + local : cell.at + local + 4], "big")
        while left > 0:
            begin = (page - 1) * self._size
            if page < 1 or begin + self._size > self._length:
                return None
            parts.append(data[begin + 4 : begin + 4 + min(left, usable - 4)])
            left -= usable - 4
            page = int.from_bytes(data[begin : begin + 4], "big")
        return b"".join(parts)


def varint(data: bytes, at: int, shown: int = 0) -> tuple[int, int]:
    """A variable-length integer of one to nine bytes, and the offset after it plus ``shown``."""
    value = 0
    for used, byte in enumerate(data[at : at + 9], 1):
        if used == 9:
            return (value << 8) | byte, shown + at + used
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:
            return value, shown + at + used
    return value, shown + len(data)


def columns(raw: bytes, whole: bool) -> list[Any] | None:
    """The values of a row; ``None`` if it is not a row. Unless ``whole``, its end may be missing."""
    head, at = varint(raw, 0)
    if not 1 < head <= min(len(raw), 100):
        return None
    body, found = head, []
    while at < head:
        kind, at = varint(raw, at)
        value, body = _value(kind, raw, body)
        if body > len(raw) and whole:
            return None
        found.append(value)
    return found


def _value(kind: int, raw: bytes, at: int) -> tuple[Any, int]:
    """A value of a serial type, and the offset of the next one."""
    if kind in _INTEGERS:
        end = at + _INTEGERS[kind]
        return int.from_bytes(raw[at:end], "big", signed=True), end
    if kind == 7:
        return (struct.unpack(">d", raw[at : at + 8])[0] if at + 8 <= len(raw) else None), at + 8
    if kind in (8, 9):
        return kind - 8, at
    if kind >= 12:
        end = at + (kind - 12) // 2
        return (raw[at:end].decode("utf-8", "replace") if kind % 2 else raw[at:end]), end
    return None, at
