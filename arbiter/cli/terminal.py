"""The lines of a command that are no part of its result, in the language of who reads them."""

from __future__ import annotations

import argparse
import sys

from arbiter.record.record import Record, RecordError
from arbiter.story.translation import words_of
from arbiter.words.wording import Wording, wording
from engine.message import Said


def words_for(options: argparse.Namespace) -> Wording:
    """The words asked for with ``--language``, else those of the recording that a command is about."""
    asked = getattr(options, "language", None)
    return wording(asked) if asked else recorded_words(options)


def recorded_words(options: argparse.Namespace) -> Wording:
    """The words that the recording among a command's arguments was played in, else English."""
    for name in (getattr(options, "resume", None), getattr(options, "file", None)):
        if name is None:
            continue
        try:
            with Record.open(name, readonly=True) as record:
                return words_of(record.header)
        except (RecordError, OSError, TypeError, ValueError):
            continue
    return wording()


def warn(line: Said, words: Wording) -> None:
    """Print a line on the error stream."""
    print(f"arbiter: {words.tell(line)}", file=sys.stderr, flush=True)
