"""A game's record: one append-only file, written while the game is played.

Each append is one SQLite transaction in write-ahead mode: when ``append`` returns, the operating system has
the entry and its stills, so that killing the process loses at most the entry being written. Neither a slow
disk nor a reader, such as a review of the game in progress, delays an append: a thread checkpoints the log
(``FILE-wal``) into the file right afterwards and syncs it, so that a power cut costs seconds at most. Closing
leaves a single file (``arbiter.record.schema``).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

from arbiter.record.files import (
    BUSY_TIMEOUT_S,
    Opened,
    Unreadable,
    check_file,
    check_layout,
    connect,
    damage,
    make,
    to_read,
)
from arbiter.record.folding import Checkpointer
from arbiter.record.lock import Lock, Locked
from arbiter.record.reading import (
    TooMuch,
    facts_of,
    has_sums,
    last_id,
    last_link,
    read_entries,
    read_header,
    read_still,
)
from arbiter.record.rescue import left_over
from arbiter.record.schema import plain, to_text, wall_clock
from arbiter.record.waiting import Group, Row, Waiting, insert, passes
from engine.message import Message, Messages, message_of, of_system

say = Messages("arbiter")
T = TypeVar("T")
LAST_S = 10.0
"""How long waiting writes are retried when the record is closed."""


class RecordError(Exception):
    """A record can't be made, read or written; the message is one line that says what to do."""


class DamagedRecord(RecordError):
    """Part of a record is lost; ``arbiter.record.salvage`` may still read the rest."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened. ``time_s``: seconds of video; ``wall``: ISO 8601 UTC; ``frames``: names."""

    id: int
    kind: str
    time_s: float
    wall: str
    data: dict[str, Any]
    frames: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The entry as a JSON object, without the pictures."""
        facts: dict[str, Any] = plain(self)
        return facts


def free_name(path: Path | str) -> Path:
    """``path`` if nothing is there, else the first of ``name-2``, ``name-3``, ... that is free."""
    path = Path(path)
    candidate, number = path, 1
    while candidate.exists():
        number += 1
        candidate = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return candidate


class Record:
    """An open record; use as a context manager or call ``close``. Safe to share between threads."""

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        writable: bool,
        lock: Lock | None = None,
        copy: tempfile.TemporaryDirectory[str] | None = None,
    ) -> None:
        self.path = path
        self.writable = writable
        self.tell: Callable[[Message], None] = lambda line: None
        """Gets a message when entries have to wait for the disk, and one when all of them are written."""
        self.noted: Callable[[], None] = lambda: None  # called after each append; must not block
        self.unread: set[int] = set()
        """Ids of entries that were found to be altered."""
        self.unread_header: set[str] = set()
        """Keys of header values that were found to be altered."""
        self._connection = connection
        self._lock = threading.RLock()
        self._held, self._copy = lock, copy
        self._checkpointer: Checkpointer | None = None
        self._waiting, self._told_to_wait = Waiting(), False
        self._group: list[Row] | None = None
        self.summed = has_sums(connection)
        """Whether the rows have checksums; an older layout has none."""
        self._next, self._link = 1, None
        if writable:
            self._next += last_id(connection)
            self._link = last_link(connection) if self.summed else None

    # -- opening and closing ---

    @classmethod
    def create(cls, path: Path | str, header: Mapping[str, Any]) -> Self:
        """Create a record. Raises ``RecordError`` if the path exists: a game is never overwritten."""
        path = Path(path)
        if path.exists():
            raise _there_already(path)
        lock = _lock(path)
        try:
            make(path, {"created": wall_clock(), **header})
            record = cls(path, connect(path), writable=True, lock=lock)
            record._write_ahead()
        except FileExistsError:
            lock.release()
            raise _there_already(path) from None
        except (OSError, sqlite3.Error) as error:
            lock.release()
            raise _unwritten(path, error) from error
        return record

    @classmethod
    def open(cls, path: Path | str, readonly: bool = False) -> Self:
        """Open a record to read it and, unless ``readonly``, to go on with its game.

        Raises ``RecordError`` for a missing or foreign file and ``DamagedRecord`` for a broken one.
        """
        path = Path(path)
        try:
            check_file(path)
        except Unreadable as error:
            raise _refused(error) from error.__cause__
        if not readonly and not (os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)):
            raise RecordError(say("record_protected", raw=path))
        lock = None if readonly else _lock(path)
        try:
            opened = to_read(path) if readonly else Opened(connect(path))
            record = cls(path, opened.connection, writable=not readonly, lock=lock, copy=opened.copy)
        except sqlite3.Error as error:
            _release(lock)
            raise _reading_error(path, error) from error
        try:
            check_layout(path, record._connection)
            record._connection.execute("PRAGMA query_only = ON") if readonly else record._write_ahead()
        except (Unreadable, sqlite3.Error) as error:
            record._let_go()
            raise _refused(error) if isinstance(error, Unreadable) else _reading_error(path, error) from error
        return record

    def close(self) -> None:
        """Write everything into the one file and close it. Closing twice does no harm.

        Raises ``RecordError`` if the disk would not take all of it; it says where the whole record is then.
        """
        checkpointer, self._checkpointer = self._checkpointer, None
        if checkpointer is not None:  # outside the lock, which its thread takes to retry writes
            checkpointer.stop()
        with self._lock:
            if checkpointer is not None:
                self._wait_out()
                try:
                    self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    self._connection.execute("PRAGMA journal_mode = DELETE")
                except sqlite3.Error:
                    pass  # somebody is reading, or it is closed: the entries are safe in the log
            left, self._waiting = left_over(self._connection, self.path, self._waiting, self._link), Waiting()
            self._let_go()
        if left is not None:
            raise RecordError(left)

    def _wait_out(self) -> None:
        """Retry waiting writes for up to ``LAST_S``."""
        end = time.monotonic() + LAST_S
        while self._waiting and time.monotonic() < end:
            self._flush()
            if self._waiting:
                time.sleep(0.2)

    def _let_go(self) -> None:
        self._connection.close()
        self.writable = False
        _release(self._held)
        self._held = None
        if self._copy is not None:
            self._copy.cleanup()
            self._copy = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # -- writing ---

    def append(
        self, kind: str, time_s: float, data: Mapping[str, Any], frames: Mapping[str, bytes] | None = None
    ) -> int:
        """Add an entry and return its id. When this returns the entry is written, or waits in memory because
        the disk is full or the file is locked (``tell`` gets a message).

        ``frames`` are JPEG stills by name. Raises ``RecordError``, leaving the record as it was.
        """
        return self.restore(Entry(0, kind, time_s, wall_clock(), dict(data)), frames or {})

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Entries appended in this context are written in one transaction: all of them or none.

        After an exception none is written. Raises ``RecordError`` at the end if they can't be written.
        """
        with self._lock:
            group: list[Row] = []
            self._group, first = group, self._next
            try:
                yield
            except BaseException:
                self._next = first
                raise
            finally:
                self._group = None
            self._put(tuple(group))

    def restore(self, entry: Entry, frames: Mapping[str, bytes]) -> int:
        """Write an entry as it is, for example from another record; an id of 0 stands for the next free
        one."""
        with self._lock:
            if not self.writable:
                raise RecordError(say("file_read_only", raw=self.path))
            number = entry.id or self._next
            self._next = max(self._next, number + 1)
            data = to_text(entry.data)
            row = Row(number, entry.kind, float(entry.time_s), entry.wall, data, dict(frames))
            if self._group is not None:
                self._group.append(row)
            else:
                self._put((row,))
        return number

    def amend_header(self, time_s: float, data: Mapping[str, Any]) -> int:
        """Add facts learned later (kind ``header``); in ``header`` they replace earlier values."""
        return self.append("header", time_s, data)

    def _put(self, group: tuple[Row, ...]) -> None:
        """Write a group after those that wait, or let it wait, too."""
        if not group:
            return
        self._waiting.add(group)
        try:
            self._flush()
        except RecordError:
            self._waiting.drop_last()
            raise
        if self._checkpointer is not None:
            self._checkpointer.wake()
        self.noted()

    def _flush(self) -> None:
        """Write the waiting groups as far as possible; ``RecordError`` if waiting would not help."""
        with self._lock:
            patience_s = 0.05 if self._told_to_wait else BUSY_TIMEOUT_S
            try:
                self._connection.execute(f"PRAGMA busy_timeout = {round(1000 * patience_s)}")
                self._waiting.write(self._insert_group)
            except sqlite3.Error as error:
                if not (why := passes(error)):
                    raise RecordError(say("file_room", raw=self.path, system=str(error))) from error
                self._say(say("record_waits", raw=self.path, raw2=str(error), why=why), waits=True)
                return
            self._say(say("record_written", raw=self.path), waits=False)

    def _insert_group(self, group: Group) -> None:
        self._link = insert(self._connection, group, self._link)

    def _say(self, line: Message, waits: bool) -> None:
        if waits is not self._told_to_wait:
            self._told_to_wait = waits
            self.tell(line)

    def _write_ahead(self) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL").fetchall()
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.execute("PRAGMA wal_autocheckpoint = 0")
        self._checkpointer = Checkpointer(self.path, self._retry)

    def _retry(self) -> bool:
        """Retry waiting writes; returns whether any still wait."""
        with contextlib.suppress(RecordError):
            if self._waiting:
                self._flush()
        return bool(self._waiting)

    # -- reading ---

    @property
    def header(self) -> dict[str, Any]:
        """The facts about the game as a whole, including later amendments."""
        return self.header_at(None)

    def header_at(self, entry_id: int | None) -> dict[str, Any]:
        """The header as it was when an entry was written (``None``: as it is now)."""
        with self._lock:
            header, self.unread_header = self._fetch(lambda: read_header(self._connection, self.summed))
        for entry in self.entries("header"):
            if entry_id is None or entry.id < entry_id:
                header.update(entry.data)
                self.unread_header -= set(entry.data)
        return header

    def entries(self, kind: str | None = None, after: int = 0) -> Iterator[Entry]:
        """The entries in order, of one ``kind`` if given, with ids above ``after``.

        An altered entry is left out and noted in ``unread``.
        """
        with self._lock:
            stored = self._fetch(lambda: read_entries(self._connection, self.summed, kind, after))
            found = [(row.id, row.facts) for row in stored]
            found += [
                (row.id, facts_of(row.id, row.kind, row.time_s, row.wall, row.data, row.frames))
                for row in (*self._waiting.rows(), *(self._group or ()))
                if row.id > after and kind in (None, row.kind)
            ]
        self.unread |= {number for number, facts in found if facts is None}
        return (Entry(*facts) for _, facts in found if facts is not None)

    def frame(self, entry_id: int, name: str) -> bytes:
        """The JPEG still ``name`` of an entry; raises ``RecordError`` if there is none or it was altered."""
        with self._lock:
            waiting = [row.frames.get(name) for row in self._waiting.rows() if row.id == entry_id]
            if waiting and waiting[0] is not None:
                return waiting[0]
            jpeg = self._fetch(lambda: read_still(self._connection, self.summed, entry_id, name))
        if jpeg is None:
            raise RecordError(say("file_no_still", raw=str(self.path), raw2=f"{name!r}", raw3=entry_id))
        return jpeg

    def _fetch(self, read: Callable[[], T]) -> T:
        try:
            return read()
        except sqlite3.Error as error:
            raise _reading_error(self.path, error) from error
        except TooMuch as error:
            raise RecordError(say("file_too_much", raw=self.path)) from error
        except ValueError as error:
            raise RecordError(say("check_still_of", raw=self.path, text=message_of(error))) from error


def _lock(path: Path) -> Lock:
    try:
        return Lock(path)
    except Locked:
        raise RecordError(say("record_played", raw=path)) from None
    except OSError as error:
        raise _unwritten(path, error) from error


def _unwritten(path: Path, error: OSError | sqlite3.Error) -> RecordError:
    why = of_system(error) if isinstance(error, OSError) else str(error)
    return RecordError(say("file_place", raw=path, system=why))


def _release(lock: Lock | None) -> None:
    if lock is not None:
        lock.release()


def _there_already(path: Path) -> RecordError:
    return RecordError(say("file_there", raw=str(path), raw2=str(free_name(path))))


def _refused(error: Unreadable) -> RecordError:
    return (DamagedRecord if error.damaged else RecordError)(error.why)


def _reading_error(path: Path, error: sqlite3.Error) -> RecordError:
    if getattr(error, "sqlite_errorcode", -1) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return RecordError(say("file_in_use", raw=path))
    return DamagedRecord(damage(path, str(error)))
