"""A bug report in one file: enough to show a stranger what happened, and nothing private.

A zip with ``about.json`` (versions, settings, camera facts), ``doctor.txt`` and, for a game, ``log.txt`` (its
last lines); ``record.game`` and its last pictures only if people agree. Links, tokens, passwords and the
names of machines and folders are removed everywhere; people's names are removed from everything but the
record.
"""

from __future__ import annotations

import io
import json
import platform
import re
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from types import MappingProxyType
from typing import Any

from arbiter.record.record import Entry, Record, RecordError
from arbiter.record.schema import to_text
from arbiter.review.export import places_of
from arbiter.story.story import source_name
from arbiter.watch.doctor import Check, line
from arbiter.words.describe import read_names
from arbiter.words.wording import Wording, wording

PACKAGE = "pyramid-arbiter"
LAST_LINES, LAST_PICTURES = 200, 6
LONGEST = 300
"""Longest value of an entry that is logged, in characters; layouts are longer."""
KEPT = frozenset(
    {"game", "rules", "language", "palette", "source_size", "calibration", "table", "software", "schema"}
)
"""The fields of a record's header that go in; the others name people, files and addresses."""
WORDY = frozenset({"said", "setup", "move", "question", "answer", "notice", "correction", "dispute", "ended"})


def bundle(
    record: Path | None = None,
    checks: Iterable[Check] = (),
    settings: Mapping[str, Any] | None = None,
    pictures: bool = False,
    words: Wording | None = None,
    source: str | None = None,
) -> bytes:
    """The report as a zip.

    ``record`` is the game in question; the record itself and its last pictures are included only with
    ``pictures``. A record that cannot be read is reported, not raised. ``source`` is the camera that was
    checked; its address is hidden.
    """
    made = io.BytesIO()
    words = words or wording()
    about: dict[str, Any] = {"versions": versions(), "settings": dict(settings or {})}
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as zipped:
        if record is not None:
            about["record"] = _of_record(zipped, record, pictures)
        hidden = {source: _called(source)} if source else {}
        if checked := [scrubbed(line(check, words), hidden) for check in checks]:
            zipped.writestr("doctor.txt", "\n".join(checked) + "\n")
        zipped.writestr("about.json", json.dumps(about, indent=1, default=str))
    return made.getvalue()


def versions() -> dict[str, str]:
    """Versions of the program, of Python, of the system, and of every package that the program requires."""
    found = {"python": platform.python_version(), "system": f"{platform.system()} {platform.release()}"}
    found["machine"] = platform.machine()
    with suppress(metadata.PackageNotFoundError):
        found[PACKAGE] = metadata.version(PACKAGE)
        for need in metadata.requires(PACKAGE) or ():
            name = re.split(r"[^\w.-]", need)[0]
            if "extra" not in need:
                with suppress(metadata.PackageNotFoundError):
                    found[name] = metadata.version(name)
    return found


def scrubbed(text: str, hidden: Mapping[str, str] = MappingProxyType({})) -> str:
    """A text without the sender's home folder and with each ``hidden`` text replaced by its value, whether
    written plainly or as JSON.
    """
    for secret, replacement in {**hidden, str(Path.home()): "~"}.items():
        for written in (secret, json.dumps(secret, ensure_ascii=False)[1:-1]):
            text = text.replace(written, replacement) if secret else text
    return text


def _called(place: str) -> str:
    """A film's name without its folder, or a stream's scheme without its host."""
    return f"{place.partition('://')[0]}://…" if "://" in place else source_name(place)


def _of_record(zipped: zipfile.ZipFile, path: Path, pictures: bool) -> dict[str, Any]:
    """Write a record's log (and the record itself, with ``pictures``) into the zip; return its facts."""
    try:
        with Record.open(path, readonly=True) as record:
            entries = list(record.entries())
            zipped.writestr("log.txt", "\n".join(_lines(record.header, entries)) + "\n")
            if pictures:
                for entry, name, jpeg in _pictures(record, entries):
                    zipped.writestr(f"pictures/{entry}-{name}.jpg", jpeg)
                zipped.writestr("record.game", _copied(record, entries))
            facts = {name: value for name, value in record.header.items() if name in KEPT}
            if isinstance(facts.get("calibration"), Mapping):
                facts["calibration"] = {**facts["calibration"], "source": ""}
    except RecordError as error:
        return {"problem": scrubbed(str(error), {str(path): path.name})}
    return {**facts, "entries": len(entries)}


def _lines(header: Mapping[str, Any], entries: Sequence[Entry]) -> Iterator[str]:
    """The last entries as lines of a log, without pictures and layouts, with seats for people's names."""
    hidden = {name: seat.value for seat, name in read_names(header).items()}
    hidden |= _places(header, entries)
    hidden = {secret: hidden[secret] for secret in sorted(hidden, key=len, reverse=True)}
    for entry in entries[-LAST_LINES:]:
        short = {name: value for name, value in entry.data.items() if len(_shown(value)) <= LONGEST}
        shown = _shown(short) if entry.kind in WORDY else ""
        yield scrubbed(f"{entry.time_s:9.2f} {entry.kind:<12} {shown}".rstrip(), hidden)


def _places(header: Mapping[str, Any], entries: Sequence[Entry]) -> dict[str, str]:
    """The addresses of films and cameras, with their passwords, and the names that replace them."""
    facts = (header, *(entry.data for entry in entries))
    return {place: _called(place) for each in facts for place in places_of(each)}


def _copied(record: Record, entries: Sequence[Entry]) -> bytes:
    """A copy of a record without the addresses of films and cameras."""
    hidden = _places(record.header, entries)

    def clean(facts: Mapping[str, Any]) -> dict[str, Any]:
        cleaned: dict[str, Any] = json.loads(scrubbed(to_text(dict(facts)), hidden))
        return cleaned

    with tempfile.TemporaryDirectory(prefix="arbiter-report-") as folder:
        path = Path(folder) / "record.game"
        with Record.create(path, clean(record.header)) as copy:
            for entry in entries:
                copy.restore(replace(entry, data=clean(entry.data)), _stills(record, entry))
        return path.read_bytes()


def _stills(record: Record, entry: Entry) -> dict[str, bytes]:
    """The pictures of an entry, except broken ones."""
    found = dict[str, bytes]()
    for name in entry.frames:
        with suppress(RecordError):
            found[name] = record.frame(entry.id, name)
    return found


def _shown(value: Any) -> str:
    """A value as JSON, messages in English."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _pictures(record: Record, entries: list[Entry]) -> Iterator[tuple[int, str, bytes]]:
    """The newest pictures, the last first."""
    count = 0
    for entry in reversed(entries):
        for name, jpeg in _stills(record, entry).items():
            if count == LAST_PICTURES:
                return
            yield entry.id, name, jpeg
            count += 1
