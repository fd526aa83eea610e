"""What a hall knows, in one SQLite file: tables, games, and the rounds of an event.

SQLite and no server of databases: one program writes, at most some hundred times a second, and a file is all
there is to keep and to copy. An event and the note that it was taken are one transaction: after a kill it was
taken wholly, or comes again.
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
"""Events with which a game may be decided, or decided otherwise."""
MOST_PLAYERS = 500
"""Of an event: to pair twice as many takes ten seconds, and four times as many a minute."""
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
    that is none of a hall's.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.RLock()
        try:
            self._connection = guarded(
                sqlite3.connect(path, isolation_level=None, timeout=5.0, check_same_thread=False)
            )
            self._connection.executescript(_SCHEMA)
            odd = self._rows("SELECT name FROM sqlite_schema WHERE type NOT IN ('table', 'index')")
            if odd:
                raise UserError(say("hall_file", raw=path, raw2=odd[0][0]))
        except sqlite3.Error as error:
            raise UserError(say("hall_file", raw=path, raw2=error)) from None

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def _together(self) -> Iterator[sqlite3.Connection]:
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

    # ----- what tables send

    def take(self, place: str, event: Published) -> None:
        """Keep an event: the newest of its table, a result if it is one, and that it was taken."""
        with self._together() as to:
            to.execute("INSERT OR REPLACE INTO taken VALUES (?, ?, ?)", (place, event.game, event.seq))
            to.execute("INSERT OR REPLACE INTO newest VALUES (?, ?)", (place, event.text()))
            if event.kind in ENDS and decided(event.now):
                names = event.now["names"]
                facts = place, event.game, names["near"], names["far"], event.now["winner"]
                to.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)", facts)
                self._settle(to, place, event.game, names["near"], names["far"])

    def _settle(self, to: sqlite3.Connection, place: str, game: str, near: str, far: str) -> None:
        """A game of two who are paired and have not played yet is that of their pair."""
        if to.execute("SELECT 1 FROM pairs WHERE place = ? AND game = ?", (place, game)).fetchone():
            return
        to.execute(_SETTLE, (place, game, near, far, far, near))

    def inbox(self) -> Inbox:
        """The last events taken."""
        rows = self._rows("SELECT place, game, seq FROM taken")
        return Inbox({(str(place), str(game)): int(seq) for place, game, seq in rows})

    def newest(self) -> dict[str, Published]:
        """The newest event of each table, of those that can be read."""
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
        """Players take part from the next round on; those who do already stay, those who left are back.

        Raises ``UserError`` for more than can be paired in seconds.
        """
        known = set(self.players())
        rows = [(name,) for name in map(as_name, names) if name]
        if len(known | {name for (name,) in rows}) > MOST_PLAYERS:
            raise UserError(say("hall_many", most=MOST_PLAYERS))
        with self._together() as to:
            to.executemany("INSERT OR IGNORE INTO players (name) VALUES (?)", rows)
            to.executemany("DELETE FROM away WHERE name = ?", rows)

    def leave(self, name: str) -> None:
        """A player is not paired any more, and keeps what was won."""
        with self._together() as to:
            to.execute("INSERT OR IGNORE INTO away SELECT name FROM players WHERE name = ?", (name,))

    def away(self) -> frozenset[str]:
        """Those who have left."""
        return frozenset(str(row[0]) for row in self._rows("SELECT name FROM away"))

    def players(self) -> tuple[str, ...]:
        """Those who take part, as they were entered."""
        return tuple(str(row[0]) for row in self._rows("SELECT name FROM players ORDER BY at"))

    def pair(self, pairs: Sequence[Pair]) -> int:
        """Begin a round; its number."""
        with self._together() as to:
            number = 1 + int(to.execute("SELECT coalesce(max(round), 0) FROM pairs").fetchone()[0])
            rows = [(number, at, near, far) for at, (near, far) in enumerate(pairs)]
            to.executemany("INSERT INTO pairs (round, at, near, far) VALUES (?, ?, ?, ?)", rows)
        return number

    def settle(self, number: int, near: str, near_half: int | None) -> bool:
        """Enter a pair's result by hand: the half points of who is named first; ``None``: as it was played.

        Whether there is such a pair.
        """
        with self._together() as to:
            found = to.execute(
                "SELECT 1 FROM pairs WHERE round = ? AND near = ? AND far != ?", (number, near, BYE)
            ).fetchone()
            to.execute("DELETE FROM by_hand WHERE round = ? AND near = ?", (number, near))
            if found and near_half is not None:
                to.execute("INSERT INTO by_hand VALUES (?, ?, ?)", (number, near, near_half))
        return found is not None

    def pairs(self) -> list[dict[str, Any]]:
        """All pairs of all rounds, each with its table and its half points, ``None`` while open; what was
        entered ``by_hand`` counts before what was played.
        """
        rows = self._rows(_PAIRS)
        return [_pair(*row) for row in rows]

    def results(self) -> list[Result]:
        """The results of the pairs that have played; a bye is a win."""
        return [
            Result(each["round"], (each["near"], each["far"]), *each["half_points"])
            for each in self.pairs()
            if each["half_points"] is not None
        ]


def decided(now: Mapping[str, Any]) -> bool:
    """Whether a game or match is over, with all its rounds."""
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
    """A pair as JSON; ``first`` is who sat near in their game: they may have changed sides."""
    half: list[int] | None = None
    if far == BYE:
        half = [2, 0]
    elif by_hand is not None:
        half = [by_hand, 2 - by_hand]
    elif game is not None:
        won = winner if first == near else {"near": "far", "far": "near"}.get(winner or "")
        half = [2, 0] if won == "near" else [0, 2] if won == "far" else [1, 1]
    told = {"round": number, "near": near, "far": far, "place": place or ""}
    return {**told, "half_points": half, "by_hand": by_hand is not None}


def shown(event: Published) -> dict[str, Any]:
    """What the hall's page needs of an event: where the game stands, without the drawing."""
    now = {key: value for key, value in event.now.items() if key != "svg"}
    return {"game": event.game, "seq": event.seq, "wall": event.wall, "now": now}


def summary(place: str, event: Mapping[str, Any], status: Mapping[str, Any]) -> dict[str, Any]:
    """What the hall's page shows of a table."""
    page = str(status.get("page") or "")
    online = {"online": bool(status.get("online")), "page": page if page.startswith("http") else ""}
    return {"table": place, **online, "game": "", "seq": 0, "wall": "", "now": None, **event}
