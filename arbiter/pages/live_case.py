"""The case of a disputed move for the live page, with its pictures by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from arbiter.corrections.move_list import Listed
from arbiter.record.record import Record, RecordError
from arbiter.story.case import case_json, find_case, picture_key
from arbiter.story.retelling import in_words
from arbiter.story.story import read_story
from arbiter.words.exits import UsageError
from arbiter.words.wording import Wording

Case = tuple[Mapping[str, Any], Mapping[str, bytes]]


def live_case(record: Record, words: Wording) -> Case | None:
    """The case of the newest dispute; ``None`` before the first, or if nothing has been played."""
    disputes = list(record.entries("dispute"))
    if not disputes:
        return None
    try:
        case = find_case(in_words(read_story(record), words), record.entries("clip"))
    except UsageError:
        return None
    shown = (*case.stills, *case.clip)
    pictures = {}
    for each in shown:
        with suppress(RecordError):  # broken stills are left out
            pictures[picture_key(each)] = record.frame(each.entry, each.name)
    return {**case_json(case), "id": disputes[-1].id}, pictures


def disputed_move(moves: Sequence[Listed], number: int = 0) -> Listed | None:
    """The move that a dispute is about: the one with that number, or else the last one that a player made."""
    made = [move for move in moves if not move.virtual]
    return next((move for move in made if move.number == number), made[-1] if made else None)
