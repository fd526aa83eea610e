"""Stores on this machine what a broker has confirmed of each game, so that a restart continues from there."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

MOST_GAMES = 50
"""Number of a table's newest games that can still be requested."""
_TABLE = """CREATE TABLE IF NOT EXISTS sent (
    place TEXT NOT NULL, game TEXT NOT NULL, path TEXT NOT NULL, seq INTEGER NOT NULL, done INTEGER NOT NULL,
    at INTEGER PRIMARY KEY AUTOINCREMENT, UNIQUE (place, game))"""


class Sent:
    """A small database file, created when first needed; a ``place`` is a broker and a table (`Address`).

    For use in one thread; raises ``sqlite3.Error``.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(path, isolation_level=None, timeout=5.0)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute(_TABLE)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def begins(self, place: str, game: str, record: Path) -> int:
        """Note that a game is published from a record; returns the number of its last confirmed event or
        0."""
        self._connection.execute(
            "INSERT INTO sent (place, game, path, seq, done) VALUES (?, ?, ?, 0, 0)"
            " ON CONFLICT (place, game) DO UPDATE SET path = excluded.path, done = 0",
            (place, game, str(record.absolute())),
        )
        found = self._connection.execute(
            "SELECT seq FROM sent WHERE place = ? AND game = ?", (place, game)
        ).fetchone()
        return int(found[0])

    def confirmed(self, place: str, game: str, seq: int, done: bool) -> None:
        """Note that a broker has this event and all before it; ``done``: it is the last one."""
        self._connection.execute(
            "UPDATE sent SET seq = max(seq, ?), done = ? WHERE place = ? AND game = ?",
            (seq, done, place, game),
        )

    def games(self, place: str, unfinished: bool = False) -> list[tuple[str, Path, int]]:
        """A table's newest games, newest first, each with its record and its last confirmed event."""
        more = "AND NOT done" if unfinished else ""
        with closing(
            self._connection.execute(
                f"SELECT game, path, seq FROM sent WHERE place = ? {more} ORDER BY at DESC LIMIT ?",
                (place, MOST_GAMES),
            )
        ) as rows:
            return [(str(game), Path(path), int(seq)) for game, path, seq in rows]
