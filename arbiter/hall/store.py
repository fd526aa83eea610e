"""A hall's tables, games, and the rounds of an event, in one SQLite file.

SQLite is enough, since one program writes, at most some hundred times a second; and a single file is easy to
keep and copy. An event and the note that it was taken are written in one transaction: after a kill it was
either taken completely, or comes again.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from arbiter.hall.pairings import BYE, Pair, Result
from arbiter.record.guard import guarded
from arbiter.stream.events import Published, read_event
from arbiter.stream.inbox import Inbox
from arbiter.words.describe import as_name
from arbiter.words.exits import UserError
from engine.message import Messages

say = Messages("arbiter")

ENDS = frozenset({"match_over", "ended", "correction"})
"""Events that may decide a game or change its result."""
MOST_PLAYERS = 500
"""Most players of an event: pairing twice as many takes ten seconds, four times as many a minute."""
_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS taken (place TEXT, game TEXT, seq INTEGER NOT NULL, PRIMARY KEY (place, game));
CREATE TABLE IF NOT EXISTS newest (place TEXT PRIMARY KEY, event TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (
    place TEXT, game TEXT, near TEXT NOT NULL, far TEXT NOT NULL, winner TEXT, PRIMARY KEY (place, game));
CREATE TABLE IF NOT EXISTS players (at INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS pairs (
    round INTEGER, at INTEGER, near TEXT NOT NULL, far TEXT NOT NULL, place TEXT, game TEXT,
    PRIMARY KEY (round, at));
CREATE TABLE IF NOT EXISTS by_hand (
    round INTEGER, near TEXT, near_half INTEGER NOT NULL, PRIMARY KEY (round, near));
CREATE TABLE IF NOT EXISTS away (name TEXT PRIMARY KEY);
"""
_SETTLE = """
UPDATE pairs SET place = ?, game = ? WHERE (round, at) IN (
    SELECT round, at FROM pairs WHERE game IS NULL AND round = (SELECT max(round) FROM pairs)
    AND ((near = ? AND far = ?) OR (near = ? AND far = ?)) LIMIT 1)"""
_PAIRS = """
SELECT pairs.round, pairs.near, pairs.far, pairs.place, results.near, results.winner, results.game, near_half
FROM pairs LEFT JOIN results ON pairs.place = results.place AND pairs.game = results.game
LEFT JOIN by_hand ON by_hand.round = pairs.round AND by_hand.near = pairs.near
ORDER BY pairs.round, pairs.at"""


class Store:
    """An open file; safe to share between threads. Raises ``sqlite3.Error``, and ``UserError`` for a file
    that is not a hall's.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.RLock()
        try:
            self._connection = guarded(
                sqlite3.connect(path, isolation_level=None, timeout=5.0, check_same_thread=False)
            )
            self._connection.executescript(_SCHEMA)
            foreign = self._rows("SELECT name FROM sqlite_schema WHERE type NOT IN ('table', 'index')")
            if foreign:
                raise UserError(say("hall_file", raw=path, raw2=foreign[0][0]))
        except sqlite3.Error as error:
            raise UserError(say("hall_file", raw=path, raw2=error)) from None

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._connection.execute(statement, values).fetchall()

    # ----- events from tables

    def take(self, place: str, event: Published) -> None:
        """Store an event as its table's newest, its result if it has one, and that it was taken."""
        with self._transaction() as to:
            to.execute("INSERT OR REPLACE INTO taken VALUES (?, ?, ?)", (place, event.game, event.seq))
            to.execute("INSERT OR REPLACE INTO newest VALUES (?, ?)", (place, event.text()))
            if event.kind in ENDS and decided(event.now):
                names = event.now["names"]
                facts = place, event.game, names["near"], names["far"], event.now["winner"]
                to.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)", facts)
                self._settle(to, place, event.game, names["near"], names["far"])

    def _settle(self, to: sqlite3.Connection, place: str, game: str, near: str, far: str) -> None:
        """Assign a game to the pair of its players in the present round, if they have not played yet."""
        if to.execute("SELECT 1 FROM pairs WHERE place = ? AND game = ?", (place, game)).fetchone():
            return
        to.execute(_SETTLE, (place, game, near, far, far, near))

    def inbox(self) -> Inbox:
        """The last events taken."""
        rows = self._rows("SELECT place, game, seq FROM taken")
        return Inbox({(str(place), str(game)): int(seq) for place, game, seq in rows})

    def newest(self) -> dict[str, Published]:
        """The newest event of each table, except unreadable ones."""
        found: dict[str, Published] = {}
        for place, text in self._rows("SELECT place, event FROM newest ORDER BY place"):
            with suppress(ValueError):
                found[str(place)] = read_event(str(text))
        return found

    def newest_of(self, place: str) -> str | None:
        """The newest event of a table as text."""
        rows = self._rows("SELECT event FROM newest WHERE place = ?", place)
        return str(rows[0][0]) if rows else None

    # ----- the event

    def enter(self, names: Iterable[str]) -> None:
        """Enter players from the next round on; those who had left are back.

        Raises ``UserError`` for more than ``MOST_PLAYERS``.
        """
        known = set(self.players())
        rows = [(name,) for name in map(as_name, names) if name]
        if len(known | {name for (name,) in rows}) > MOST_PLAYERS:
            raise UserError(say("hall_many", most=MOST_PLAYERS))
        with self._transaction() as to:
            to.executemany("INSERT OR IGNORE INTO players (name) VALUES (?)", rows)
            to.executemany("DELETE FROM away WHERE name = ?", rows)

    def leave(self, name: str) -> None:
        """Pair a player no more; the results stay."""
        with self._transaction() as to:
            to.execute("INSERT OR IGNORE INTO away SELECT name FROM players WHERE name = ?", (name,))

    def away(self) -> frozenset[str]:
        """The players who have left."""
        return frozenset(str(row[0]) for row in self._rows("SELECT name FROM away"))

    def players(self) -> tuple[str, ...]:
        """The players, in the order in which they were entered."""
        return tuple(str(row[0]) for row in self._rows("SELECT name FROM players ORDER BY at"))

    def pair(self, pairs: Sequence[Pair]) -> int:
        """Begin a round; returns its number."""
        with self._transaction() as to:
            number = 1 + int(to.execute("SELECT coalesce(max(round), 0) FROM pairs").fetchone()[0])
            rows = [(number, at, near, far) for at, (near, far) in enumerate(pairs)]
            to.executemany("INSERT INTO pairs (round, at, near, far) VALUES (?, ?, ?, ?)", rows)
        return number

    def settle(self, number: int, near: str, near_half: int | None) -> bool:
        """Enter a pair's result by hand, as the near player's half points; ``None`` restores the played
        result.

        Returns whether there is such a pair.
        """
        with self._transaction() as to:
            found = to.execute(
                "SELECT 1 FROM pairs WHERE round = ? AND near = ? AND far != ?", (number, near, BYE)
            ).fetchone()
            to.execute("DELETE FROM by_hand WHERE round = ? AND near = ?", (number, near))
            if found and near_half is not None:
                to.execute("INSERT INTO by_hand VALUES (?, ?, ?)", (number, near, near_half))
        return found is not None

    def pairs(self) -> list[dict[str, Any]]:
        """All pairs of all rounds, each with its table and its half points (``None`` while open); a result
        entered ``by_hand`` takes precedence.
        """
        return [_pair(*row) for row in self._rows(_PAIRS)]

    def results(self) -> list[Result]:
        """The results so far; a bye is a win."""
        return [
            Result(each["round"], (each["near"], each["far"]), *each["half_points"])
            for each in self.pairs()
            if each["half_points"] is not None
        ]


def decided(now: Mapping[str, Any]) -> bool:
    """Whether a game or match is over, including all its rounds."""
    return bool(now["over"]) and int(now["round"]) >= int(now["rounds"] or 1)


def _pair(
    number: int,
    near: str,
    far: str,
    place: str | None,
    first: str | None,
    winner: str | None,
    game: object,
    by_hand: int | None,
) -> dict[str, Any]:
    """A pair as JSON; ``first`` is who sat near in their game, since they may have exchanged sides."""
    half: list[int] | None = None
    if far == BYE:
        half = [2, 0]
    elif by_hand is not None:
        half = [by_hand, 2 - by_hand]
    elif game is not None:
        won = winner if first == near else {"near": "far", "far": "near"}.get(winner or "")
        half = [2, 0] if won == "near" else [0, 2] if won == "far" else [1, 1]
    pair = {"round": number, "near": near, "far": far, "place": place or ""}
    return {**pair, "half_points": half, "by_hand": by_hand is not None}


def shown(event: Published) -> dict[str, Any]:
    """The part of an event that the hall's page needs: the state of the game without the drawing."""
    now = {key: value for key, value in event.now.items() if key != "svg"}
    return {"game": event.game, "seq": event.seq, "wall": event.wall, "now": now}


def summary(place: str, event: Mapping[str, Any], status: Mapping[str, Any]) -> dict[str, Any]:
    """A table as the hall's page shows it."""
    page = str(status.get("page") or "")
    online = {"online": bool(status.get("online")), "page": page if page.startswith("http") else ""}
    return {"table": place, **online, "game": "", "seq": 0, "wall": "", "now": None, **event}
