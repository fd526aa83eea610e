"""Exports a game: a recording as JSON or as a film, any game as text."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from arbiter.record.footage import films_of
from arbiter.record.record import Record, RecordError
from arbiter.record.salvage import open_or_salvage
from arbiter.record.schema import plain
from arbiter.review.film import write_film
from arbiter.review.soundtrack import read_sound, spoken
from arbiter.review.turning import write_turning
from arbiter.story.files import STDIN, read_records
from arbiter.story.retelling import in_words
from arbiter.story.story import read_story, source_name
from arbiter.story.translation import words_of
from arbiter.words.exits import UsageError
from arbiter.words.progress import OnPart, nobody
from engine.bounded import writable
from engine.message import Messages, Said, of_system
from engine.ppn import ppn_text
from engine.record.records import Record as GameRecord
from engine.record.records import write_records

say = Messages("arbiter")


@dataclass(frozen=True)
class FilmOptions:
    """How a film is made: ``voice`` is a saved sound file (empty: spoken now, ``None``: silent), ``film`` the
    film that the game was watched from (``None``: the record's stills).
    """

    voice: str | None = None
    film: str | None = None


SUFFIXES = {"text": ".txt", "ppn": ".ppn", "json": ".json", "mp4": ".mp4", "clip": "-clip.mp4"}


def clip_of(record: Path) -> Path:
    """The path of the clip that is made automatically at the end of a game."""
    return record.with_name(f"{record.stem}{SUFFIXES['clip']}")


def export(
    path: Path | str,
    form: str,
    target: Path | str | None = None,
    film: FilmOptions | None = None,
    language: str | None = None,
    on_part: OnPart = nobody,
) -> tuple[Path, Said | None]:
    """Write a game as ``text``, ``ppn``, ``json`` or ``mp4``, or the ``clip`` of the play that lost or
    decided it; by default beside the game, with the form's suffix.

    The last three need a recording; ``film`` is for ``mp4`` and ``clip``. ``language`` is by default the one
    that a recording was played in. Returns the file written, and a message if the recording was damaged or
    part of a text could not be read.

    Raises ``RecordError`` for an unreadable recording, an unknown form, an existing target, a game that the
    form cannot hold, a film without a single still and a clip of a game that is neither lost nor over;
    ``UserError`` and ``SourceError`` if a film or a voice is not available; and what `read_records` raises.
    """
    if form not in SUFFIXES:
        raise RecordError(say("form_unknown", raw=f"{form!r}", raw2=", ".join(SUFFIXES)))
    if str(path) == STDIN and target is None:
        raise UsageError(say("file_stdin"))
    path = Path(path)
    target = Path(target) if target is not None else path.with_name(f"{path.stem}{SUFFIXES[form]}")
    if target.exists():
        raise RecordError(say("file_other_name_o", raw=target))
    try:
        if form in ("mp4", "clip"):
            how, write = film or FilmOptions(), _write_film if form == "mp4" else _write_clip
            written = partial(write, options=how, language=language, on_part=on_part)
            return target, _of_recording(path, written, target)
        if form == "json":
            return target, _of_recording(path, _write_json, target)
        return target, _of_game(path, _TEXTS[form], target, language)
    except OSError as error:
        if error.filename == str(path):
            raise
        target.unlink(missing_ok=True)
        raise RecordError(say("file_cannot_write", raw=target, system=of_system(error))) from error
    except BaseException:  # Ctrl-C as well
        target.unlink(missing_ok=True)
        raise


def _of_recording(path: Path, writer: Callable[[Record, Path], None], target: Path) -> Said | None:
    record, warning = open_or_salvage(path)
    with record:
        writer(record, target)
    return warning


def _of_game(
    path: Path, text_of: Callable[[Sequence[GameRecord]], str], target: Path, language: str | None
) -> Said | None:
    found = read_records(str(path), language)
    if not found.records:
        raise RecordError(say("of_file", path=path, text=found.errors[0].located))
    try:
        text = text_of(found.records)
    except ValueError as error:
        raise RecordError(say("of_file", path=path, text=error)) from error
    target.write_text(writable(text), encoding="utf-8")
    unread = say("file_tells_more", raw=path, text=found.errors[0]) if found.errors else None
    return found.warning or unread


def record_json(record: Record, with_stills: bool = True) -> dict[str, Any]:
    """Everything in a record: ``{"header", "entries"}``, the stills as base64 JPEG by name in each entry.

    Films, streams and files of colours are named without folders, passwords and addresses, so that the result
    can be shared (``source_name``).
    """
    entries = tuple(record.entries())
    facts = [record.header, *(entry.data for entry in entries)]
    hidden = {place: source_name(place) for each in facts for place in places_of(each)}
    return {
        "format": "pyramid-arbiter-record",
        "version": 1,
        "header": _renamed(record.header, hidden),
        "entries": [
            {
                **_renamed(entry.to_json(), hidden),
                "frames": {
                    name: base64.b64encode(record.frame(entry.id, name)).decode() if with_stills else None
                    for name in entry.frames
                },
            }
            for entry in entries
        ],
    }


def places_of(facts: Mapping[str, Any]) -> Iterator[str]:
    """The files and streams that an entry or the header names."""
    yield from (str(facts[key]) for key in ("source", "colours") if isinstance(facts.get(key), str))
    yield from map(str, facts["sources"] if isinstance(facts.get("sources"), list) else ())
    if isinstance(facts.get("calibration"), Mapping):
        yield from places_of(facts["calibration"])


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A JSON value with the places in its texts replaced by their names, the longest first."""
    if isinstance(value, Mapping):
        return {key: _renamed(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    if isinstance(value, str):
        for place in sorted(names, key=len, reverse=True):
            value = value.replace(place, names[place]) if place != names[place] else value
    return value


def _write_json(record: Record, target: Path) -> None:
    with target.open("x", encoding="utf-8") as file:
        json.dump(plain(record_json(record)), file, ensure_ascii=False, indent=1)


def _write_film(
    record: Record, target: Path, options: FilmOptions, language: str | None, on_part: OnPart
) -> None:
    story = read_story(record)
    story = in_words(story, words_of(story.header, language))
    sound = None
    if options.voice is not None:
        said = (str(remark.text) for step in story.steps for remark in step.remarks if remark.kind == "said")
        sound = read_sound(Path(options.voice)) if options.voice else spoken(said, story.words.say("voice"))
    film = films_of(record.path, record.header, options.film)[0] if options.film else None
    write_film(record, story, target, sound, film, on_part)


def _write_clip(
    record: Record, target: Path, options: FilmOptions, language: str | None, on_part: OnPart
) -> None:
    story = read_story(record)
    story = in_words(story, words_of(story.header, language))
    films = films_of(record.path, record.header, options.film)
    write_turning(record, story, target, films[0] if films else None, on_part=on_part)


_TEXTS: Mapping[str, Callable[[Sequence[GameRecord]], str]] = {"text": write_records, "ppn": ppn_text}
