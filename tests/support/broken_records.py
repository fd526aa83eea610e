"""Records with rows changed behind their backs, and records of the first layout."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arbiter.record.schema import schema_sql


def change(path: Path, statement: str, *values: object) -> None:
    """Run a statement on a closed record as if nothing guarded it."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement, values)
        for _, sql in guards:
            connection.execute(sql)
        connection.commit()


def first_layout(path: Path, header: Mapping[str, Any], moves: int = 3) -> Path:
    """A record as it was before there were checksums."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(schema_sql(1))
        rows = [(key, json.dumps(value)) for key, value in header.items()]
        connection.executemany("INSERT INTO header VALUES (?, ?)", rows)
        for n in range(moves):
            facts = ("move", float(n), "2026-01-01T00:00:00.000+00:00", json.dumps({"n": n}))
            connection.execute("INSERT INTO entries (kind, time_s, wall, data) VALUES (?, ?, ?, ?)", facts)
            still = (n + 1, "after", b"\xff\xd8" + bytes([n]) * 50 + b"\xff\xd9")
            connection.execute("INSERT INTO frames VALUES (?, ?, ?)", still)
        connection.commit()
    return path
