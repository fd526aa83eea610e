"""A game's record: one file, written as things happen, only ever added to.

Each append is one SQLite transaction in write-ahead mode: once ``append`` is back the entry and its
stills are with the operating system, and killing the process loses at most what was being handed over.
Neither a slow disk nor a reader, such as a review of the game in progress, holds up an append: a thread
of its own folds what was written into the file right after and has the disk keep it, so that a power cut
costs seconds at most. Until then it lies beside the file in ``FILE-wal``; closing leaves the one file.
The layout is described in ``arbiter.record.schema``.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from arbiter.record.schema import APPLICATION_ID, VERSION, from_text, schema_sql, to_text, wall_clock
from arbiter.words.exits import of_system
from engine.message import Messages, Said

say = Messages("arbiter")

MAGIC = b"SQLite format 3\x00"
BUSY_TIMEOUT_S = 5.0


class RecordError(Exception):
    """A record can't be made, read or written; the message is one line that says what to do."""


class DamagedRecord(RecordError):
    """A record of which some part is gone; ``arbiter.record.salvage`` may still read the rest."""


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
        return {
            "id": self.id,
            "kind": self.kind,
            "time_s": self.time_s,
            "wall": self.wall,
            "data": self.data,
            "frames": list(self.frames),
        }


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

    def __init__(self, path: Path, connection: sqlite3.Connection, writable: bool) -> None:
        self.path = path
        self.writable = writable
        self._joined = False
        self._connection = connection
        self._lock = threading.RLock()
        self._folder: _Folder | None = None

    # -- opening and closing ---

    @classmethod
    def create(cls, path: Path | str, header: Mapping[str, Any]) -> Self:
        """Begin a record. ``RecordError`` if something is there already: a game is never overwritten."""
        path = Path(path)
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o644))
        except FileExistsError:
            raise RecordError(say("file_there", raw=str(path), raw2=str(free_name(path)))) from None
        except OSError as error:
            raise RecordError(say("file_place", raw=str(path), system=of_system(error))) from error
        try:
            connection = _connect(path)
            connection.executescript(schema_sql())
            record = cls(path, connection, writable=True)
            record._write_header({"created": wall_clock(), **header})
            record._write_ahead()
        except sqlite3.Error as error:
            raise RecordError(say("file_place", raw=str(path), system=str(error))) from error
        return record

    @classmethod
    def open(cls, path: Path | str, readonly: bool = False) -> Self:
        """Open a record to read it and, unless ``readonly``, to go on with its game.

        Raises ``RecordError`` for a missing or foreign file and ``DamagedRecord`` for a broken one.
        """
        path = Path(path)
        _check_file(path)
        try:
            record = cls(path, _connect_existing(path), writable=not readonly)
        except sqlite3.Error as error:
            raise _reading_error(path, error) from error
        try:
            record._check()
            record._connection.execute("PRAGMA query_only = ON") if readonly else record._write_ahead()
        except (RecordError, sqlite3.Error) as error:
            record._connection.close()
            raise error if isinstance(error, RecordError) else _reading_error(path, error) from error
        return record

    def close(self) -> None:
        """Fold everything into the one file and let go of it. Closing twice does no harm."""
        with self._lock:
            if self._folder is not None:
                self._folder.stop()
                self._folder = None
                try:
                    self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                    self._connection.execute("PRAGMA journal_mode = DELETE")
                except sqlite3.Error:
                    pass  # somebody is reading, or it is closed: the entries are in the file all the same
            self._connection.close()
            self.writable = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- writing ---

    def append(
        self, kind: str, time_s: float, data: Mapping[str, Any], frames: Mapping[str, bytes] | None = None
    ) -> int:
        """Write down that something happened; when this returns it is on the disk. Returns the entry's id.

        ``frames`` are JPEG stills by name. ``RecordError`` if it can't be written; what was there stays.
        """
        return self._insert((kind, float(time_s), wall_clock(), to_text(dict(data))), frames or {}, None)

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """What is appended inside is written as one: after a kill all of it is there, or none.

        ``RecordError`` at the end if it can't be written.
        """
        with self._lock:
            self._joined = True
            try:
                with self._connection:
                    yield
            except sqlite3.Error as error:
                raise self._writing_error(error) from error
            finally:
                self._joined = False

    def restore(self, entry: Entry, frames: Mapping[str, bytes]) -> int:
        """Write an entry of another record with the id and clock that it has there."""
        row = (entry.kind, entry.time_s, entry.wall, to_text(entry.data))
        return self._insert(row, frames, entry.id)

    def amend_header(self, time_s: float, data: Mapping[str, Any]) -> int:
        """Note facts learned later (kind ``header``); ``header`` shows them over the first ones."""
        return self.append("header", time_s, data)

    def _insert(self, row: tuple[Any, ...], frames: Mapping[str, bytes], entry_id: int | None) -> int:
        with self._lock:
            if not self.writable:
                raise RecordError(say("file_read_only", raw=str(self.path)))
            try:
                with contextlib.nullcontext() if self._joined else self._connection:
                    cursor = self._connection.execute(
                        "INSERT INTO entries (id, kind, time_s, wall, data) VALUES (?, ?, ?, ?, ?)",
                        (entry_id, *row),
                    )
                    number = int(cursor.lastrowid or 0)
                    self._connection.executemany(
                        "INSERT INTO frames (entry_id, name, jpeg) VALUES (?, ?, ?)",
                        [(number, name, bytes(jpeg)) for name, jpeg in frames.items()],
                    )
            except sqlite3.Error as error:
                raise self._writing_error(error) from error
            if self._folder is not None:
                self._folder.wake()
        return number

    def _writing_error(self, error: sqlite3.Error) -> RecordError:
        return RecordError(say("file_room", raw=str(self.path), system=str(error)))

    def _write_header(self, header: Mapping[str, Any]) -> None:
        with self._connection:
            self._connection.executemany(
                "INSERT INTO header (key, value) VALUES (?, ?)",
                [(key, to_text(value)) for key, value in header.items()],
            )

    def _write_ahead(self) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL").fetchall()
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.execute("PRAGMA wal_autocheckpoint = 0")
        self._folder = _Folder(self.path)

    # -- reading ---

    @property
    def header(self) -> dict[str, Any]:
        """What the record says about the game as a whole, later amendments included."""
        return self.header_at(None)

    def header_at(self, entry_id: int | None) -> dict[str, Any]:
        """The header as it was when an entry was written (``None``: as it is now)."""
        with self._lock:
            rows = self._connection.execute("SELECT key, value FROM header").fetchall()
        header = {key: from_text(value) for key, value in rows}
        for entry in self.entries("header"):
            if entry_id is None or entry.id < entry_id:
                header.update(entry.data)
        return header

    def entries(self, kind: str | None = None, after: int = 0) -> Iterator[Entry]:
        """The entries in order, of one ``kind`` if given, with ids above ``after``."""
        query = (
            "SELECT e.id, e.kind, e.time_s, e.wall, e.data, "
            "(SELECT json_group_array(f.name) FROM frames f WHERE f.entry_id = e.id) "
            "FROM entries e WHERE e.id > ? AND (? IS NULL OR e.kind = ?) ORDER BY e.id"
        )
        with self._lock:
            rows = self._fetch(query, (after, kind, kind))
        return (
            Entry(number, kind, time_s, wall, from_text(data), tuple(sorted(json.loads(names))))
            for number, kind, time_s, wall, data, names in rows
        )

    def frame(self, entry_id: int, name: str) -> bytes:
        """The JPEG still ``name`` of an entry; ``RecordError`` if there is none."""
        with self._lock:
            rows = self._fetch("SELECT jpeg FROM frames WHERE entry_id = ? AND name = ?", (entry_id, name))
        if not rows:
            raise RecordError(say("file_no_still", raw=str(self.path), raw2=f"{name!r}", raw3=entry_id))
        return bytes(rows[0][0])

    def _fetch(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise _reading_error(self.path, error) from error

    def _check(self) -> None:
        identity = self._connection.execute("PRAGMA application_id").fetchone()[0]
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if identity != APPLICATION_ID:
            raise RecordError(say("file_no_record", raw=str(self.path)))
        if version > VERSION:
            raise RecordError(say("file_newer", raw=str(self.path), raw2=version, raw3=VERSION))
        if self._connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise _damaged(self.path, say("file_pages"))


class _Folder:
    """Folds a record's write-ahead log into its file, in a thread of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._work = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="record", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There is something to fold."""
        self._work.set()

    def stop(self) -> None:
        """Finish what is being folded and end."""
        self._stopped = True
        self._work.set()
        self._thread.join()

    def _run(self) -> None:
        connection = _connect(self._path)
        try:
            while self._work.wait() and not self._stopped:
                self._work.clear()
                with contextlib.suppress(sqlite3.Error):  # it stays in the log, and is tried again
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        finally:
            connection.close()


def _connect(path: Path, query: str = "mode=rw") -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{query}", uri=True, timeout=BUSY_TIMEOUT_S, check_same_thread=False
    )


def _connect_existing(path: Path) -> sqlite3.Connection:
    """Connect to write if the place allows it (that folds in what a killed process left), else to read."""
    for query in ("mode=rw", "mode=ro", "immutable=1"):
        connection = _connect(path, query)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return connection
        except sqlite3.OperationalError as error:
            connection.close()
            last = error
    raise last


def _check_file(path: Path) -> None:
    """Refuse what is plainly no record before SQLite touches it."""
    try:
        with path.open("rb") as file:
            start = file.read(100)
    except FileNotFoundError:
        raise RecordError(say("file_no", raw=str(path))) from None
    except IsADirectoryError:
        raise RecordError(say("file_folder", raw=str(path))) from None
    except OSError as error:
        raise RecordError(say("file_cannot_read", raw=str(path), system=of_system(error))) from error
    if not start:
        raise RecordError(say("file_nothing_yet", raw=str(path)))
    if not start.startswith(MAGIC):
        raise RecordError(say("file_no_record", raw=str(path)))
    page = int.from_bytes(start[16:18], "big") or 4096
    pages = int.from_bytes(start[28:32], "big")
    length = pages * (65536 if page == 1 else page)
    unfolded = path.with_name(path.name + "-wal").exists()
    if len(start) < 100 or (path.stat().st_size < length and not unfolded):
        raise _damaged(path, say("file_short"))


def _damaged(path: Path, what: Said) -> DamagedRecord:
    return DamagedRecord(say("file_damaged", raw=str(path), text=what, raw2=str(path)))


def _reading_error(path: Path, error: sqlite3.Error) -> RecordError:
    if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
        return RecordError(say("file_in_use", raw=str(path)))
    return _damaged(path, str(error))
