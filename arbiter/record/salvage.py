"""Reading what is left of a damaged record into a new one."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbiter.record.files import MAGIC
from arbiter.record.record import DamagedRecord, Entry, Record, RecordError, free_name
from arbiter.record.schema import APPLICATION_ID

MISSES_AT_END = 2000
"""So many ids in a row that can't be read are taken for the end of the record."""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What came out: the new file, and how many entries and stills it holds."""

    path: Path
    entries: int
    stills: int

    def line(self, source: Path) -> str:
        """The one line to show."""
        return (
            f"{source} is damaged: {self.entries} entries and {self.stills} stills could be read "
            f"and are now in {self.path}"
        )


def open_or_salvage(path: Path | str) -> tuple[Record, str | None]:
    """The record to read, or if it is damaged a salvaged copy and the line that says so.

    Raises ``RecordError`` if it is no record or nothing of it is left.
    """
    path = Path(path)
    try:
        return Record.open(path, readonly=True), None
    except DamagedRecord:
        target = free_name(path.with_name(f"{path.stem}-salvaged{path.suffix}"))
        found = salvage(path, target)
        return Record.open(found.path, readonly=True), found.line(path)


def salvage(path: Path | str, target: Path | str) -> Salvaged:
    """Copy every entry and still of ``path`` that can be read to a new record; ``path`` is not touched."""
    path, target = Path(path), Path(target)
    with tempfile.TemporaryDirectory() as folder:
        copy = _padded_copy(path, Path(folder))
        connection = sqlite3.connect(copy)
        try:
            if not _is_record(connection):
                raise RecordError(f"{path} is damaged and nothing of it can be read")
            with Record.create(target, _read_header(connection) | {"salvaged_from": path.name}) as record:
                counts = []
                for entry, stills in _walk(connection):
                    record.restore(entry, stills)
                    counts.append(len(stills))
        finally:
            connection.close()
    return Salvaged(target, len(counts), sum(counts))


def _padded_copy(path: Path, folder: Path) -> Path:
    """A copy, with what its writer had not folded in yet, filled up with empty pages to its full length."""
    copy = folder / "copy.game"
    shutil.copyfile(path, copy)
    log = path.with_name(path.name + "-wal")
    if log.exists():
        shutil.copyfile(log, folder / "copy.game-wal")
    with copy.open("r+b") as file:
        start = file.read(100)
        if len(start) < 100 or not start.startswith(MAGIC):
            raise RecordError(f"{path} is damaged and nothing of it can be read")
        size, pages = int.from_bytes(start[16:18], "big"), int.from_bytes(start[28:32], "big")
        length = pages * (65536 if size == 1 else size)
        if length > file.seek(0, 2):
            file.truncate(min(length, 1 << 34))
    return copy


def _is_record(connection: sqlite3.Connection) -> bool:
    try:
        identity = connection.execute("PRAGMA application_id").fetchone()[0]
        connection.execute("SELECT id FROM entries WHERE id = 0").fetchone()
    except sqlite3.DatabaseError:
        return False
    return bool(identity == APPLICATION_ID)


def _read_header(connection: sqlite3.Connection) -> dict[str, Any]:
    try:
        return {key: json.loads(value) for key, value in connection.execute("SELECT key, value FROM header")}
    except (sqlite3.DatabaseError, ValueError):
        return {}


def _walk(connection: sqlite3.Connection) -> Iterator[tuple[Entry, dict[str, bytes]]]:
    """Every entry that can be read, asked for one by one so that a broken page costs only what lay on it."""
    number, misses = 0, 0
    while misses < MISSES_AT_END:
        number += 1
        entry = _read_entry(connection, number)
        misses = 0 if entry else misses + 1
        if entry:
            yield entry, _read_stills(connection, number)


def _read_entry(connection: sqlite3.Connection, number: int) -> Entry | None:
    query = "SELECT id, kind, time_s, wall, data FROM entries WHERE id = ?"
    try:
        row = connection.execute(query, (number,)).fetchone()
        if row is None:
            return None
        identity, kind, time_s, wall, data = row
        return Entry(identity, kind, time_s, wall, json.loads(data))
    except (sqlite3.DatabaseError, ValueError):
        return None


def _read_stills(connection: sqlite3.Connection, number: int) -> dict[str, bytes]:
    """The stills of an entry; those that are broken inside (no JPEG end) are left out."""
    try:
        rows = connection.execute("SELECT name, jpeg FROM frames WHERE entry_id = ?", (number,)).fetchall()
    except sqlite3.DatabaseError:
        return {}
    return {name: jpeg for name, jpeg in rows if jpeg[:2] == b"\xff\xd8" and jpeg[-2:] == b"\xff\xd9"}
