"""Reads what is left of a damaged record into a new one."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbiter.record.files import MAGIC
from arbiter.record.guard import guarded, in_time
from arbiter.record.reading import (
    MOST_ENTRIES,
    MOST_NAMES,
    Facts,
    facts_of,
    has_sums,
    is_as_written,
    names_of,
    read_header,
    read_still,
)
from arbiter.record.record import DamagedRecord, Entry, Record, RecordError, free_name
from arbiter.record.scattered import Scattered
from arbiter.record.schema import APPLICATION_ID
from engine.message import Message, Messages, message_of

say = Messages("arbiter")

MISSES_AT_END = 2000
"""This many unreadable ids in a row count as the end of the record."""
MOST_BYTES = 1 << 34
"""A truncated file is padded to no more than this."""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """The result: the new file, and how many entries and stills it holds."""

    path: Path
    entries: int
    stills: int

    def line(self, source: Path) -> Message:
        """The message to show."""
        return say("file_saved", raw=str(source), n=self.entries, most=self.stills, raw2=str(self.path))


def open_or_salvage(path: Path | str) -> tuple[Record, Message | None]:
    """Open a record for reading, or a salvaged copy if its file is damaged; with a message about the damage.

    Raises ``RecordError`` if it is no record or nothing of it is left.
    """
    path = Path(path)
    try:
        return _opened(path)
    except DamagedRecord:
        target = free_name(path.with_name(f"{path.stem}-salvaged{path.suffix}"))
        found = salvage(path, target)
        return Record.open(found.path, readonly=True), found.line(path)


@contextlib.contextmanager
def open_for_reading(path: Path | str) -> Iterator[tuple[Record, Message | None]]:
    """Like `open_or_salvage`, as a context that leaves no salvaged copy behind."""
    path = Path(path)
    with contextlib.ExitStack() as stack:
        try:
            record, line = _opened(path)
        except DamagedRecord as error:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pyramid-arbiter-"))
            found = salvage(path, Path(folder) / path.name)
            record, line = Record.open(found.path, readonly=True), message_of(error)
        yield stack.enter_context(record), line


def _opened(path: Path) -> tuple[Record, Message | None]:
    """An undamaged record, with a message if some rows were altered."""
    record = Record.open(path, readonly=True)
    try:
        for _ in record.entries():
            pass
        return record, altered_line(record)
    except BaseException:
        record.close()
        raise


def altered_line(record: Record) -> Message | None:
    """A message about entries and header values left out because they were altered; ``None`` if none were."""
    header = record.header
    count = len(record.unread) + len(record.unread_header)
    if not count:
        return None
    if {"game", "rules"} & record.unread_header and not header.get("game"):
        raise RecordError(say("file_which_game", raw=str(record.path)))
    return say("file_altered", raw=str(record.path), n=count, raw2=str(record.path))


def salvage(path: Path | str, target: Path | str) -> Salvaged:
    """Copy every intact entry and still of ``path`` to a new record; ``path`` is not changed.

    Raises ``RecordError`` if nothing is left.
    """
    path, target = Path(path), Path(target)
    with tempfile.TemporaryDirectory(prefix="pyramid-arbiter-") as folder, contextlib.ExitStack() as stack:
        copy, length = _padded_copy(path, Path(folder))
        connection = stack.enter_context(contextlib.closing(guarded(sqlite3.connect(copy))))
        if not _is_record(connection):
            raise RecordError(say("file_nothing", raw=str(path)))
        summed = has_sums(connection)
        scattered = (
            stack.enter_context(contextlib.closing(_scattered(connection, copy, length))) if summed else None
        )
        found = {} if scattered is None else scattered.header
        header = found | _header(connection, summed) | {"salvaged_from": path.name}
        counts = []
        with Record.create(target, header) as record:
            for facts in _all(connection, summed, scattered):
                stills = _read_stills(connection, summed, facts, scattered)
                record.restore(Entry(*facts), stills)
                counts.append(len(stills))
    return Salvaged(target, len(counts), sum(counts))


def _scattered(connection: sqlite3.Connection, copy: Path, length: int) -> Scattered:
    """The rows on the copy's pages, including those in its write-ahead log if that can be checkpointed."""
    with contextlib.suppress(sqlite3.Error), in_time(connection):
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return Scattered(copy, length)


def _all(connection: sqlite3.Connection, summed: bool, scattered: Scattered | None) -> Iterator[Facts]:
    """Every entry in order: found by SQLite, or only on a page that no index leads to any more."""
    ids = deque(() if scattered is None else scattered.ids[:MOST_ENTRIES])
    for facts in _walk(connection, summed):
        yield from _orphans(scattered, ids, facts.id)
        if ids and ids[0] == facts.id:
            ids.popleft()
        yield facts
    yield from _orphans(scattered, ids, None)


def _orphans(scattered: Scattered | None, ids: deque[int], below: int | None) -> Iterator[Facts]:
    """The entries with the first of ``ids``, those smaller than ``below``; they are removed from ``ids``."""
    while scattered is not None and ids and (below is None or ids[0] < below):
        facts = scattered.entry(ids.popleft())
        if facts is not None:
            yield facts


def _padded_copy(path: Path, folder: Path) -> tuple[Path, int]:
    """A copy, with the write-ahead log, padded with empty pages to its full length; and its number of bytes
    without the padding.
    """
    copy = folder / "copy.game"
    shutil.copyfile(path, copy)
    there = copy.stat().st_size
    log = path.with_name(path.name + "-wal")
    if log.exists():
        shutil.copyfile(log, folder / "copy.game-wal")
        there += log.stat().st_size
    with copy.open("r+b") as file:
        start = file.read(100)
        if len(start) < 100 or not start.startswith(MAGIC):
            raise RecordError(say("file_nothing", raw=str(path)))
        size, pages = int.from_bytes(start[16:18], "big"), int.from_bytes(start[28:32], "big")
        length = pages * (65536 if size == 1 else size)
        if length > file.seek(0, 2):
            file.truncate(min(length, MOST_BYTES))
    return copy, there


def _is_record(connection: sqlite3.Connection) -> bool:
    """Whether there is a table (not another object) called ``entries``."""
    try:
        with in_time(connection):
            identity = connection.execute("PRAGMA application_id").fetchone()[0]
            kinds = connection.execute("SELECT type FROM sqlite_master WHERE name = 'entries'").fetchmany(2)
    except sqlite3.Error:
        return False
    return bool(identity == APPLICATION_ID and kinds == [("table",)])


def _header(connection: sqlite3.Connection, summed: bool) -> dict[str, Any]:
    try:
        return read_header(connection, summed)[0]
    except sqlite3.Error:
        return {}


def _walk(connection: sqlite3.Connection, summed: bool) -> Iterator[Facts]:
    """Every readable entry, queried one by one so that a broken page costs only its own rows."""
    number, misses, found = 0, 0, 0
    while misses < MISSES_AT_END and found < MOST_ENTRIES:
        number += 1
        facts = _read_entry(connection, summed, number)
        misses = 0 if facts else misses + 1
        if facts:
            found += 1
            yield facts


def _read_entry(connection: sqlite3.Connection, summed: bool, number: int) -> Facts | None:
    columns = f"id, kind, time_s, wall, data, {'sum' if summed else 'NULL'}"
    try:
        with in_time(connection):
            row = connection.execute(f"SELECT {columns} FROM entries WHERE id = ?", (number,)).fetchone()
            names = names_of(connection, number)
    except sqlite3.Error:
        return None
    if row is None or (summed and not is_as_written(row[:5], row[5])):
        return None
    number, kind, time_s, wall, data, _ = row
    return facts_of(number, kind, time_s, wall, data, names)


def _read_stills(
    connection: sqlite3.Connection, summed: bool, facts: Facts, scattered: Scattered | None
) -> dict[str, bytes]:
    """The stills of an entry, except broken ones (without JPEG markers at both ends)."""
    more = set() if scattered is None else scattered.names.get(facts.id, set())
    found = {}
    for name in sorted({*facts.frames, *more})[:MOST_NAMES]:
        jpeg = None
        with contextlib.suppress(sqlite3.Error, ValueError):
            jpeg = read_still(connection, summed, facts.id, name)
        if jpeg is None and scattered is not None:
            jpeg = scattered.still(facts.id, name)
        if jpeg is not None and jpeg[:2] == b"\xff\xd8" and jpeg[-2:] == b"\xff\xd9":
            found[name] = jpeg
    return found
