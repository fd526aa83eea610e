"""Checks whether a record is unchanged: every row, every still, and the chain that links them."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arbiter.record import checksums
from arbiter.record.files import Unreadable, check_file, check_layout, to_read
from arbiter.record.guard import in_time
from arbiter.record.reading import (
    MOST_NAMES,
    TooMuch,
    first_link,
    has_sums,
    read_entries,
    read_header,
    read_still,
)
from arbiter.record.record import RecordError, free_name
from arbiter.record.salvage import salvage
from engine.message import Message, Messages

say = Messages("arbiter")

MOST_LINES = 20
"""Findings reported one by one; the others are only counted."""


@dataclass(frozen=True)
class Examined:
    """The result: numbers of entries and stills, whether there are checksums, and a line for each fault."""

    entries: int = 0
    stills: int = 0
    summed: bool = True
    wrong: tuple[Message, ...] = ()


def examine(path: Path) -> Examined:
    """Check everything in a record; raises ``RecordError`` if the file is no record."""
    try:
        check_file(path)
        opened = to_read(path)
    except Unreadable as error:
        if not error.damaged:
            raise RecordError(error.why) from None
        return Examined(wrong=(say("file_short"),))
    except sqlite3.Error as error:
        return Examined(wrong=(say("check_opened", raw=error),))
    try:
        check_layout(path, opened.connection)
        return _examined(opened.connection)
    except Unreadable as error:
        if not error.damaged:
            raise RecordError(error.why) from None
        return Examined(wrong=(say("file_pages"),))
    except TooMuch:
        raise RecordError(say("file_too_much", raw=path)) from None
    except sqlite3.Error as error:
        return Examined(wrong=(say("check_read", raw=error),))
    finally:
        opened.connection.close()
        if opened.copy is not None:
            opened.copy.cleanup()


def _examined(connection: sqlite3.Connection) -> Examined:
    summed = has_sums(connection)
    wrong = [say("check_header", raw=key) for key in read_header(connection, summed)[1]]
    entries, stills = list(read_entries(connection, summed)), 0
    before = first_link(connection) if summed else b""
    for row in entries:
        if row.facts is None:
            wrong.append(say("check_entry", n=row.id))
        sums, bad = _stills(connection, summed, row.id)
        stills += len(sums)
        wrong += bad
        if summed and row.facts is not None and not bad and checksums.link(before, row.sum, sums) != row.link:
            wrong.append(say("check_chain", n=row.id))
        before = row.link if isinstance(row.link, bytes) else b""
    return Examined(len(entries), stills, summed, tuple(wrong))


def _stills(connection: sqlite3.Connection, summed: bool, entry: int) -> tuple[list[bytes], list[Message]]:
    """The checksums of an entry's stills, and what is wrong with them."""
    sums, wrong = [], []
    for name in _names(connection, entry):
        try:
            jpeg = read_still(connection, summed, entry, name)
            sums.append(checksums.of_still(entry, name, jpeg or b""))
        except (sqlite3.Error, ValueError):
            wrong.append(say("check_still", raw=name, n=entry))
    return sums, wrong


def _names(connection: sqlite3.Connection, entry: int) -> Iterator[str]:
    with contextlib.suppress(sqlite3.Error), in_time(connection):
        rows = connection.execute("SELECT name FROM frames WHERE entry_id = ?", (entry,))
        yield from (str(name) for (name,) in rows.fetchmany(MOST_NAMES))


def report(path: Path, found: Examined) -> Iterator[Message]:
    """The lines to report; what is left of a damaged record is salvaged into a file beside it.

    Raises ``RecordError`` if nothing can be saved.
    """
    if not found.wrong:
        yield say("check_counts", raw=path, n=found.entries, most=found.stills)
        yield say("check_chained" if found.summed else "check_unsummed")
        return
    yield from found.wrong[:MOST_LINES]
    if len(found.wrong) > MOST_LINES:
        yield say("check_more", n=len(found.wrong) - MOST_LINES)
    target = free_name(path.with_name(f"{path.stem}-salvaged{path.suffix}"))
    yield salvage(path, target).line(path)
