"""A bug report in one file: what shows a stranger what happened, and nothing that is nobody's business.

A zip with ``about.json`` (versions, settings, camera facts), ``doctor.txt`` and, of a game, ``log.txt`` (the
last lines), and only where people agree ``record.game`` and its last pictures. Links, tokens and the names of
people, machines and folders are left out of what is written besides.
"""

from __future__ import annotations

import io
import json
import platform
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

from arbiter.record.record import Entry, Record, RecordError
from arbiter.watch.doctor import Check, line
from arbiter.words.wording import Wording, wording

PACKAGE = "pyramid-arbiter"
LAST_LINES, LAST_PICTURES = 200, 6
KEPT = frozenset(
    {"game", "rules", "language", "palette", "source_size", "calibration", "table", "software", "schema"}
)
"""What of a record's header is told; the rest names people, files and addresses."""
WORDY = frozenset({"said", "setup", "move", "question", "answer", "notice", "correction", "dispute", "ended"})


def bundle(
    record: Path | None = None,
    checks: Iterable[Check] = (),
    settings: Mapping[str, Any] | None = None,
    pictures: bool = False,
    words: Wording | None = None,
) -> bytes:
    """The report as a zip. ``record`` is the game in question; it goes in itself, with its last pictures,
    only with ``pictures``. A record that cannot be read is told as such, never raised.
    """
    made = io.BytesIO()
    words = words or wording()
    about: dict[str, Any] = {"versions": versions(), "settings": dict(settings or {})}
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as zipped:
        for check in checks:
            about.setdefault("checks", []).append(scrubbed(line(check, words)))
        if record is not None:
            about["record"] = _of_record(zipped, record, pictures)
        zipped.writestr("about.json", json.dumps(about, indent=1, default=str))
        zipped.writestr("doctor.txt", "\n".join(about.get("checks", ())) + "\n")
    return made.getvalue()


def versions() -> dict[str, str]:
    """Of the program, of Python, of the system, and of every package that the program asks for."""
    found = {"python": platform.python_version(), "system": f"{platform.system()} {platform.release()}"}
    found["machine"] = platform.machine()
    with suppress(metadata.PackageNotFoundError):
        found[PACKAGE] = metadata.version(PACKAGE)
        for need in metadata.requires(PACKAGE) or ():
            name = (
                need.split(";")[0]
                .split("[")[0]
                .split(">")[0]
                .split("<")[0]
                .split("=")[0]
                .split("!")[0]
                .strip()
            )
            if "extra" not in need:
                with suppress(metadata.PackageNotFoundError):
                    found[name] = metadata.version(name)
    return found


def scrubbed(text: str) -> str:
    """A line without the folders of whoever sends it."""
    return text.replace(str(Path.home()), "~")


def _of_record(zipped: zipfile.ZipFile, path: Path, pictures: bool) -> dict[str, Any]:
    """Writes what is told of a record; gives its facts."""
    try:
        with Record.open(path, readonly=True) as record:
            entries = list(record.entries())
            people = {str(name): str(seat) for seat, name in (record.header.get("players") or {}).items()}
            zipped.writestr("log.txt", "\n".join(_lines(entries[-LAST_LINES:], people)) + "\n")
            if pictures:
                for entry, name, jpeg in _pictures(record, entries):
                    zipped.writestr(f"pictures/{entry}-{name}.jpg", jpeg)
            facts = {name: value for name, value in record.header.items() if name in KEPT}
    except RecordError as error:
        return {"problem": scrubbed(str(error))}
    if pictures:
        zipped.write(path, "record.game")
    return {**facts, "entries": len(entries)}


def _lines(entries: Iterable[Entry], people: Mapping[str, str]) -> Iterator[str]:
    """The last entries as lines of a log, without pictures and layouts, people called by their seats."""
    for entry in entries:
        told = {name: value for name, value in entry.data.items() if _is_short(value)}
        shown = json.dumps(told, ensure_ascii=False, default=str) if entry.kind in WORDY else ""
        for name, seat in people.items():
            shown = shown.replace(name, seat) if name else shown
        yield scrubbed(f"{entry.time_s:9.2f} {entry.kind:<12} {shown}".rstrip())


def _is_short(value: Any) -> bool:
    return isinstance(value, bool | int | float) or (isinstance(value, str) and len(value) <= 300)


def _pictures(record: Record, entries: list[Entry]) -> Iterator[tuple[int, str, bytes]]:
    """The newest pictures, the last first."""
    count = 0
    for entry in reversed(entries):
        for name in entry.frames:
            if count == LAST_PICTURES:
                return
            with suppress(RecordError):  # one that is broken is left out
                yield entry.id, name, record.frame(entry.id, name)
                count += 1
