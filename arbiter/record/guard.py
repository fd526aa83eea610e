"""SQLite's protection against untrusted files (https://sqlite.org/security.html)."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator

READ_S = 8.0
"""Longest time for a single query."""
STEPS = 20_000
"""SQLite's virtual machine instructions between two checks of the clock."""
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 64_000_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 20_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 32,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 32,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 3,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 25_000,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 8,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 50,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 16,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 2,
}


def guarded(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The connection, with all of SQLite's safeguards against untrusted files.

    Invalid UTF-8 is read with replacement characters, so that it spoils no other row.
    """
    for limit, most in LIMITS.items():
        connection.setlimit(limit, most)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA mmap_size = 0")
    connection.text_factory = _text
    return connection


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


@contextlib.contextmanager
def in_time(connection: sqlite3.Connection, most_s: float = READ_S) -> Iterator[None]:
    """Queries in this context end after ``most_s`` with ``sqlite3.OperationalError``; an error message of
    SQLite's with undecodable bytes becomes a ``sqlite3.DatabaseError`` like others.
    """
    end = time.monotonic() + most_s
    connection.set_progress_handler(lambda: time.monotonic() > end, STEPS)
    try:
        yield
    except UnicodeDecodeError as error:  # Python could not decode SQLite's message
        raise sqlite3.DatabaseError("some of it is no text") from error
    finally:
        with contextlib.suppress(sqlite3.ProgrammingError):  # it was closed inside
            connection.set_progress_handler(None, 0)
