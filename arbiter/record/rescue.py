"""When a record can't be written at the end of a game, saves all of it to a folder that has room."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from arbiter.record.waiting import Group, Waiting, insert
from calibration.store import user_data_folder
from engine.message import Message, Messages

say = Messages("arbiter")


def left_over(
    connection: sqlite3.Connection, path: Path, waiting: Waiting, link: bytes | None
) -> Message | None:
    """Save the record at ``path``, whose last link is ``link``, with the entries still ``waiting``.

    Returns a message that says where, or ``None`` if nothing is waiting.
    """
    if not waiting:
        return None
    groups = tuple(waiting.groups())
    for place in places():
        made = _saved(connection, place, path, groups, link)
        if made is not None:
            return say("record_rescued", n=len(waiting), raw=path, raw2=made)
    return say("record_left", n=len(waiting), raw=path)


def places() -> tuple[Path, ...]:
    """Where there may be room: the folder of games that the home page lists, or else the temporary folder."""
    return user_data_folder() / "games", Path(tempfile.gettempdir())


def _saved(
    connection: sqlite3.Connection, place: Path, path: Path, groups: Sequence[Group], link: bytes | None
) -> Path | None:
    """Write the record and the waiting entries into a new file in a folder; ``None``, without leaving
    anything behind, if that fails.
    """
    try:
        place.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(".part", f"{path.stem}-", place)
    except OSError:
        return None
    os.close(handle)
    part = Path(name)
    try:
        with closing(sqlite3.connect(part)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            for group in groups:
                link = insert(copy, group, link)
        return part.replace(part.with_suffix(path.suffix))
    except (OSError, sqlite3.Error):
        for each in (part, Path(f"{part}-journal"), Path(f"{part}-wal"), Path(f"{part}-shm")):
            with suppress(OSError):
                each.unlink(missing_ok=True)
        return None
