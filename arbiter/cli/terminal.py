"""A command's warnings, in the user's language."""

from __future__ import annotations

import argparse
import sys

from arbiter.record.record import Record, RecordError
from arbiter.story.translation import words_of
from arbiter.words.wording import Wording, wording
from engine.message import Said


def words_for(options: argparse.Namespace) -> Wording:
    """The wording asked for with ``--language``, or else that of the recording among the arguments."""
    asked = getattr(options, "language", None)
    return wording(asked) if asked else recorded_words(options)


def recorded_words(options: argparse.Namespace) -> Wording:
    """The wording that the recording among the arguments was played in; English by default."""
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
