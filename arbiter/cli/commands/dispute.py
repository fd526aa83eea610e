"""``arbiter dispute``: a move with all its evidence, from a recording or a text."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.words.exits import UserError
from arbiter.words.wording import Wording, wording
from engine.message import Messages, of_system

if TYPE_CHECKING:
    from arbiter.record.record import Record

say = Messages("arbiter")


def run(options: argparse.Namespace) -> int:
    """Show the case of a move; returns 5 if it was illegal, whatever became of it.

    Raises ``UsageError`` for a move that does not exist, and ``UserError`` if the page can't be written.
    """
    from arbiter.record.files import MAGIC

    with Path(options.file).open("rb") as file:
        recorded = file.read(len(MAGIC)) == MAGIC
    return _recorded(options) if recorded else _typed(options)


def _recorded(options: argparse.Namespace) -> int:
    from arbiter.cli.layout import progress
    from arbiter.cli.terminal import warn
    from arbiter.pages.case_page import case_html
    from arbiter.record.clip import filmed
    from arbiter.record.footage import films_of
    from arbiter.record.salvage import open_or_salvage
    from arbiter.story.case import case_lines, find_case, with_seconds
    from arbiter.story.retelling import in_words
    from arbiter.story.story import read_story
    from arbiter.story.translation import words_of
    from arbiter.words.exits import ILLEGAL, OK

    record, warning = open_or_salvage(options.file)
    with record:
        words = words_of(record.header, options.language)
        if warning:
            warn(warning, words)
        with progress(words.say("progress_dispute")) as on_part:
            story = in_words(read_story(record), words)
            case = find_case(story, record.entries("clip"), options.round, options.move)
            films = () if case.clip else films_of(record.path, record.header)
            pictures = filmed(films, case.time_s, on_part)
        case = with_seconds(case, pictures) if pictures else case
        print("\n".join(case_lines(case)))
        if options.html:
            page = case_html(case, lambda entry, name: _picture(record, pictures, entry, name))
            _write(Path(options.html), page, story.words)
    return ILLEGAL if case.verdict.tone == "bad" else OK


def _picture(record: Record, filmed: Mapping[str, bytes], entry: int, name: str) -> bytes:
    """A picture from the film or from the record."""
    from arbiter.story.case import FILMED

    return filmed[name] if entry == FILMED else record.frame(entry, name)


def _typed(options: argparse.Namespace) -> int:
    """Show the move with the position before and after it: a text has no pictures."""
    from arbiter.judge.typed_game import find_ply, judge_records
    from arbiter.judge.verdict_text import move_lines
    from arbiter.story.files import read_records
    from arbiter.words.exits import ILLEGAL, OK, UsageError

    if options.html:
        raise UsageError(say("use_html"))
    judged = judge_records(read_records(options.file))
    number = options.round or len(judged.rounds) or 1
    plies = judged.rounds[number - 1].plies if number <= len(judged.rounds) else ()
    illegal = [ply.number for ply in plies if ply.verdict is not None]
    last = illegal[-1] if illegal else len(plies)
    played, ply = find_ply(judged, number, options.move or last)
    print("\n".join(move_lines(played, ply, wording(options.language or "en"))))
    return ILLEGAL if ply.verdict is not None else OK


def _write(path: Path, page: str, words: Wording) -> None:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(page)
    except FileExistsError:
        raise UserError(say("file_other_name", raw=path)) from None
    except OSError as error:
        raise UserError(say("file_cannot_write", raw=path, system=of_system(error))) from error
    print(words.say("case_written", path=path))
