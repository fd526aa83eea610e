"""Checks corrections of a record, appends them, and reports what they change."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from arbiter.corrections.corrections import correcting
from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.events.types import Correction
from arbiter.record.record import Entry, Record, RecordError
from arbiter.record.replay import Step
from arbiter.record.schema import wall_clock
from arbiter.story.correction_words import mark_words
from arbiter.story.retelling import in_words
from arbiter.story.story import Story, read_story, step_title, step_verdict
from arbiter.story.translation import names_in, words_of
from engine.message import Messages, message_of

say = Messages("arbiter")


def correct_file(
    path: Path | str, op: str, number: int, move: int = 0, text: str = "", language: str | None = None
) -> list[str]:
    """Append a correction to a record; returns its changes as lines.

    Raises ``CorrectionError`` for an impossible one, with nothing written, and ``RecordError``.
    """
    with Record.open(path) as record:
        if not any(entry.kind == "setup" for entry in record.entries()):
            raise CorrectionError(say("fix_no_round", raw=path))
        before = read_story(record)
        words = words_of(before.header, language)
        try:
            append_correction(record, before, op, number, move, text)
        except CorrectionError as error:
            names = {seat.value: name for seat, name in names_in(before.names, words).items()}
            raise CorrectionError(words.tell(message_of(error), names)) from error
        return list(changes(in_words(before, words), in_words(read_story(record), words)))


def append_correction(record: Record, story: Story, op: str, number: int, move: int, text: str) -> int:
    """Check a correction and append it; ``story`` is the game before it. Returns the entry's id."""
    if not record.writable:
        raise RecordError(say("fix_read_only", raw=record.path))
    time_s = _time_of(story, number, move)
    event = Correction(time_s=time_s, round=number, op=op, move=move, text=text)
    entries = tuple(record.entries())
    newest = entries[-1].id + 1 if entries else 1
    correcting(record.header, entries, Entry(newest, event.kind, time_s, wall_clock(), event.to_json()))
    return record.append(event.kind, time_s, event.to_json())


def moves_of(story: Story, number: int) -> list[Step]:
    """The moves of a round, in the order in which they are numbered."""
    return [step for step in story.steps if step.kind == "move" and step.round == number]


def _time_of(story: Story, number: int, move: int) -> float:
    """The video time of the move that a correction is about."""
    moves = moves_of(story, number)
    if moves:
        return moves[min(move or len(moves), len(moves)) - 1].entry.time_s
    return max((step.entry.time_s for step in story.steps), default=0.0)


def changes(before: Story, after: Story) -> Iterator[str]:
    """The differences between two stories of a game, a line for each step, and a summary."""
    old = [_line(before, step) for step in before.steps]
    new = [_line(after, step) for step in after.steps]
    parts = [each[1:] for each in SequenceMatcher(None, old, new, False).get_opcodes() if each[0] != "equal"]
    yield from (f"- {line}" for first, last, _, _ in parts for line in old[first:last])
    yield from (f"+ {line}" for _, _, first, last in parts for line in new[first:last])
    count = sum(max(last - first, end - begin) for first, last, begin, end in parts)
    yield after.words.say("correct_sum", n=count, all=len(new))


def _line(story: Story, step: Step) -> str:
    where = f"{story.words.page('round', n=step.round)}, " if step.round > 1 else ""
    verdict = step_verdict(step, story.names, story.words)
    rules = f" [{', '.join(verdict.rules)}]" if verdict.rules else ""
    line = f"{where}{step_title(step, story.names, story.words)}: {verdict.word}{rules}"
    put_right = mark_words(step, story.names, story.words)
    more = " ".join(filter(None, (verdict.sentence, put_right)))
    return f"{line}. {more}" if more else line


def correction_facts(data: dict[str, Any]) -> tuple[str, int, str]:
    """A page's correction as op, move and text; raises ``CorrectionError`` if it is invalid."""
    try:
        op, move, text = str(data["op"]), int(data.get("move", 0)), str(data.get("text", ""))
    except (KeyError, TypeError, ValueError):
        raise CorrectionError(say("fix_send")) from None
    if len(text) > 400 or any(ord(sign) < 32 for sign in text):
        raise CorrectionError(say("fix_short"))
    return op, move, text
