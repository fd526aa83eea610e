"""Games out of files: a recording, or text in the format of every game (``engine/NOTATION.md``)."""

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
from engine.message import Messages, Said
from engine.record.parser import parse_records
from engine.record.records import Record, TextError

say = Messages("arbiter")

STDIN = "-"


@dataclass(frozen=True)
class Found:
    """What a file holds: its records, what of a text could not be read, and a line when it was damaged."""

    records: tuple[Record, ...]
    errors: tuple[TextError, ...] = ()
    warning: Said | None = None


def read_records(source: str, language: str | None = None) -> Found:
    """The records of a recording or a text, ``-`` being the standard input.

    A recording's remarks are told in ``language``, by default the one it was played in.

    Raises ``UnreadableGame`` for what is neither, ``RecordError`` for a recording beyond saving and
    ``OSError`` for a file that cannot be opened.
    """
    data = sys.stdin.buffer.read() if source == STDIN else Path(source).read_bytes()
    if source != STDIN and data.startswith(MAGIC):
        record, warning = open_or_salvage(source)
        with record:
            story = read_story(record)
            told = in_words(story, words_of(story.header, language))
            return Found(story_records(told), warning=warning)
    try:
        parsed = parse_records(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UnreadableGame(say("file_no_game", raw=source)) from None
    if not parsed.records and not parsed.errors:
        raise UnreadableGame(say("file_empty_game", raw=source))
    return Found(parsed.records, parsed.errors)
