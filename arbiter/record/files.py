"""A record's file: checking that it is one, and opening it without changing it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from arbiter.record import checksums
from arbiter.record.guard import guarded, in_time
from arbiter.record.lock import held
from arbiter.record.schema import APPLICATION_ID, VERSION, schema_sql, to_text
from engine.message import Message, Messages, Said, of_system

say = Messages("arbiter")

MAGIC = b"SQLite format 3\x00"
SCHEMA, MOST_OBJECTS = "SELECT type, name, sql FROM sqlite_master", 50
BUSY_TIMEOUT_S, READ_TIMEOUT_S = 1.0, 5.0
"""How long a writer, which must not hold up the game, and a reader wait for others."""


class Unreadable(Exception):
    """The file can't be read as a record; ``why`` is the message. ``damaged``: part of it may be saved."""

    def __init__(self, why: Message, damaged: bool = False) -> None:
        super().__init__(why)
        self.why, self.damaged = why, damaged


@dataclass(frozen=True)
class Opened:
    """A connection, and the folder of the copy that it reads if the file itself could not be read."""

    connection: sqlite3.Connection
    copy: tempfile.TemporaryDirectory[str] | None = None


def connect(path: Path, query: str = "mode=rw", timeout_s: float = BUSY_TIMEOUT_S) -> sqlite3.Connection:
    """A connection by a file's SQLite URI; read-write unless the ``query`` says otherwise."""
    address = f"{path.absolute().as_uri()}?{query}"
    connection = sqlite3.connect(address, uri=True, timeout=timeout_s, check_same_thread=False)
    try:
        return guarded(connection)
    except BaseException:
        connection.close()
        raise


def to_read(path: Path) -> Opened:
    """Open a record without changing it or the files that its writer left beside it.

    A record that is being written is read as it is; if its writer was killed, or its folder is not writable,
    a copy is read. Raises ``sqlite3.Error``.
    """
    log, index = (path.with_name(path.name + end) for end in ("-wal", "-shm"))
    if not log.exists() or not log.stat().st_size:
        return Opened(_checked(connect(path, "immutable=1", READ_TIMEOUT_S)))
    if index.exists() and held(path):
        with contextlib.suppress(sqlite3.OperationalError):
            return Opened(_checked(connect(path, "mode=ro", READ_TIMEOUT_S)))
    folder = tempfile.TemporaryDirectory(prefix="pyramid-arbiter-")
    try:
        copy = Path(folder.name) / "copy.game"
        shutil.copyfile(path, copy)
        shutil.copyfile(log, copy.with_name("copy.game-wal"))
        return Opened(_checked(connect(copy, "mode=rw", READ_TIMEOUT_S)), folder)
    except BaseException:
        folder.cleanup()
        raise


def _checked(connection: sqlite3.Connection) -> sqlite3.Connection:
    try:
        with in_time(connection):
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def damage(path: Path, what: Said) -> Message:
    """The message about a damaged record."""
    return say("file_damaged", raw=path, text=what, raw2=path)


def check_file(path: Path) -> None:
    """Refuse a file that is plainly no record before SQLite touches it; raises `Unreadable`."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise Unreadable(say("file_pipe", raw=path))
        with path.open("rb") as file:
            start = file.read(100)
    except FileNotFoundError:
        raise Unreadable(say("file_no", raw=path)) from None
    except IsADirectoryError:
        raise Unreadable(say("file_folder", raw=path)) from None
    except OSError as error:
        raise Unreadable(say("file_cannot_read", raw=path, system=of_system(error))) from error
    if not start:
        raise Unreadable(say("file_nothing_yet", raw=path))
    if not start.startswith(MAGIC):
        raise Unreadable(say("file_no_record", raw=path))
    page = int.from_bytes(start[16:18], "big") or 4096
    pages = int.from_bytes(start[28:32], "big")
    length = pages * (65536 if page == 1 else page)
    unfolded = path.with_name(path.name + "-wal").exists()
    if len(start) < 100 or (path.stat().st_size < length and not unfolded):
        raise Unreadable(damage(path, say("file_short")), damaged=True)


def make(path: Path, header: Mapping[str, Any]) -> None:
    """Create a record with its header, completely or not at all: it is written under another name first.

    Raises ``FileExistsError``, ``OSError`` and ``sqlite3.Error``.
    """
    made = path.with_name(f".{path.name}.{os.getpid()}.part")
    made.unlink(missing_ok=True)
    try:
        os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o644))
        connection = connect(made)
        try:
            connection.executescript(schema_sql())
            with connection:
                rows = [(key, to_text(value)) for key, value in header.items()]
                summed = [(*row, checksums.of_header(*row)) for row in rows]
                connection.executemany("INSERT INTO header (key, value, sum) VALUES (?, ?, ?)", summed)
        finally:
            connection.close()
        try:
            os.link(made, path)
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            if path.exists():
                raise FileExistsError(path) from None
            made.rename(path)
    finally:
        made.unlink(missing_ok=True)


def check_layout(path: Path, connection: sqlite3.Connection) -> None:
    """Refuse a file that has not this layout or an older one, or has broken pages; raises `Unreadable` and
    ``sqlite3.Error``.
    """
    with in_time(connection):
        identity = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    if identity != APPLICATION_ID:
        raise Unreadable(say("file_no_record", raw=path))
    if version > VERSION:
        raise Unreadable(say("file_newer", raw=path, raw2=version, raw3=VERSION))
    with in_time(connection):
        known, there = _known(version), set(connection.execute(SCHEMA).fetchmany(MOST_OBJECTS))
    if there != known:
        if {row[:2] for row in there} != {row[:2] for row in known}:
            raise Unreadable(say("file_tables", raw=path))
        raise Unreadable(damage(path, say("file_layout")), damaged=True)
    with in_time(connection):
        try:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            return  # too long for the time limit: each row is checked when it is read
    if found != "ok":
        raise Unreadable(damage(path, say("file_pages")), damaged=True)


@cache
def _known(version: int) -> frozenset[tuple[str, str, str]]:
    """The tables, indexes and triggers of a record of that version."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema_sql(version))
        return frozenset(connection.execute(SCHEMA))
