"""The layout of a game's file, and how values become JSON.

A record is a SQLite database with ``application_id`` 0x50594152 ("PYAR") and ``user_version`` ``VERSION``:

- ``header(key, value, sum)``: what was known at the start, one JSON value for each key: ``game``, ``rules``,
  ``players`` (seat to name), ``palette``, ``table`` (``arbiter.games.catalog``), ``colours`` (the file of the
  set's colours), ``source`` (with several cameras the first one; then ``sources`` names all, ``lead`` is the
  index of the leading one, and for films ``offsets_s`` is what is added to the times of each),
  ``calibration`` (for the pictures as they are kept), ``turns`` (the quarter turns counter-clockwise from the
  source's pictures to those), ``setup``, ``software``, ``created``.
- ``entries(id, kind, time_s, wall, data, sum, chain)``: what happened, in that order. ``time_s`` is the video
  time in seconds, ``wall`` the wall-clock time (ISO 8601, UTC), ``data`` a JSON object.
- ``frames(entry_id, name, sum, jpeg)``: the stills of an entry, such as ``before`` and ``after``. For each of
  them, ``stills`` in the entry's data gives its ``frame``, and whether the table was at ``rest`` from then
  until the frame that the entry is based on.

``sum`` is the row's own checksum, ``chain`` links an entry to the one before (``arbiter.record.checksums``).

Triggers refuse every change to an existing row: a correction is a new entry (kind ``correction``, see
``arbiter.corrections.corrections``). A ``dispute`` has the stills of the last seconds, with the detections in
each as ``seen`` in its data; it is followed by a ``clip`` with the seconds after it. A draft has round 0.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from engine.bounded import read_json, writable
from engine.message import Message, is_message
from engine.pieces import Size

APPLICATION_ID = 0x50594152
VERSION = 2
"""Version 1 had no checksums (``sum``, ``chain``); such records are read and resumed as they are."""
TABLES = ("header", "entries", "frames")

_TABLES_SQL = """
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL{header_sum});
CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL, time_s REAL NOT NULL, wall TEXT NOT NULL, data TEXT NOT NULL{entry_sums}
);
CREATE TABLE frames (
    entry_id INTEGER NOT NULL REFERENCES entries(id), name TEXT NOT NULL, {still_sum}jpeg BLOB NOT NULL,
    PRIMARY KEY (entry_id, name)
);
"""


def schema_sql(version: int = VERSION) -> str:
    """The statements that create an empty record of a version, in one transaction."""
    sums = {
        "header_sum": ", sum BLOB NOT NULL",
        "entry_sums": ",\n    sum BLOB NOT NULL, chain BLOB NOT NULL",
        "still_sum": "sum BLOB NOT NULL, ",
    }
    tables = _TABLES_SQL.format(**(sums if version >= 2 else dict.fromkeys(sums, "")))
    guards = "".join(
        f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table} "
        "BEGIN SELECT RAISE(ABORT, 'a record is only ever added to'); END;\n"
        for table in TABLES
        for verb in ("UPDATE", "DELETE")
    )
    return (
        f"BEGIN;{tables}{guards}"
        f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {version}; COMMIT;"
    )


def wall_clock() -> str:
    """The time now, ISO 8601 in UTC to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def plain(value: Any) -> Any:
    """``value`` as JSON data: sizes as words, other enums by value, dataclasses as objects, sequences as
    lists.

    Never fails, because everything that happens must be written down: numbers that JSON lacks (NaN,
    infinities) become ``None``, and unknown objects become their text.
    """
    if isinstance(value, Size):
        return value.word
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Message):
        return value.to_json()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    return str(value)


def to_text(value: Any) -> str:
    """``value`` as one line of JSON."""
    return writable(json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def from_text(text: str) -> Any:
    """The value that `to_text` wrote, with its messages; raises ``ValueError`` for invalid or too large
    JSON."""
    value = read_json(text)
    return _with_messages(value) if '"message"' in text else value


def _with_messages(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_messages(item) for item in value]
    if not isinstance(value, dict):
        return value
    if is_message(value):
        return Message.from_json(value)
    return {key: _with_messages(item) for key, item in value.items()}
