"""Reads games from files: a recording, or text in the common format (``engine/NOTATION.md``)."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from arbiter.record.files import MAGIC
from arbiter.record.salvage import open_or_salvage
from arbiter.story.records import story_records
from arbiter.story.retelling import in_words
from arbiter.story.story import read_story
from arbiter.story.translation import words_of
from arbiter.words.exits import UnreadableGame
from calibration.text_file import LENGTH, as_text, read_text
from engine.message import Messages, Said
from engine.record.parser import parse_records
from engine.record.records import Record, TextError

say = Messages("arbiter")

STDIN = "-"


@dataclass(frozen=True)
class Found:
    """The content of a file: its records, the errors in a text, and a message if a recording was damaged."""

    records: tuple[Record, ...]
    errors: tuple[TextError, ...] = ()
    warning: Said | None = None


def read_records(source: str, language: str | None = None) -> Found:
    """The records of a recording or a text; ``-`` is standard input.

    A recording's remarks are in ``language``, by default the one it was played in.

    Raises ``UnreadableGame`` for any other file, ``RecordError`` for a recording beyond salvage and
    ``OSError`` for a file that can't be opened.
    """
    if source != STDIN and _is_recording(Path(source)):
        record, warning = open_or_salvage(source)
        with record:
            story = read_story(record)
            story = in_words(story, words_of(story.header, language))
            return Found(story_records(story), warning=warning)
    try:
        text = as_text(sys.stdin.buffer.read(LENGTH + 1)) if source == STDIN else read_text(Path(source))
    except UnicodeDecodeError:
        raise UnreadableGame(say("file_no_game", raw=source)) from None
    except ValueError as error:
        raise UnreadableGame(say("text_no_game", raw=source, text=error)) from None
    parsed = parse_records(text)
    if not parsed.records and not parsed.errors:
        raise UnreadableGame(say("file_empty_game", raw=source))
    return Found(parsed.records, parsed.errors)


def _is_recording(path: Path) -> bool:
    """Whether a file begins like a recording. Raises ``OSError``."""
    if path.exists() and not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC
