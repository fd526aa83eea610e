"""Makes a story, like a recording's but without times, of any game written as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arbiter.record.record import Entry
from arbiter.record.replay import Remark, Step
from arbiter.story.story import Story
from arbiter.words.describe import unnamed
from engine.game import Seat, plain
from engine.playback import Playback, play_record
from engine.record.plies import Ply
from engine.record.records import Comment, Record, Ruling


def text_story(records: Sequence[Record]) -> Story:
    """The story of a text's records; errors in a record come at the end of its game."""
    played = [play_record(record) for record in records]
    steps = [
        replace(step, game=each.game)
        for number, each in enumerate(played, start=1)
        for step in _steps(each, number)
    ]
    numbered = (replace(step, entry=replace(step.entry, id=at)) for at, step in enumerate(steps, start=1))
    return Story(_header(played[0]), _names(played[0].record), tuple(numbered))


def _header(played: Playback) -> Mapping[str, Any]:
    record = played.record
    rules = played.game.parse_rules(record.tag("Rules")) if played.game and played.start else None
    facts = {
        "game": played.game.name.lower() if played.game else record.tag("Game", "game"),
        "created": record.tag("Date").replace(".", "-").replace("?", ""),
        "source": record.tag("Source"),
        "timed": False,
    }
    if rules is not None and played.game and played.game.rounds:
        facts["rules"] = plain(rules)
    return facts


def _names(record: Record) -> dict[Seat, str]:
    return {seat: record.tag(seat.capitalize()) or unnamed(seat) for seat in Seat}


def _steps(played: Playback, number: int) -> Iterator[Step]:
    if played.start is not None:
        yield Step(_entry("setup"), "setup", number, {}, played.start, played.start)
    remarks = _remarks(played.record)
    for ply in played.plies:
        *first, last = _move(ply, number, played)
        yield from (*first, replace(last, remarks=remarks.get(ply.number, ())))
    end = played.end
    if end is not None and end.outcome is not None:
        outcome: dict[str, Any] = {"winner": end.outcome.winner, "reason": end.outcome.reason}
        outcome["reading"] = end.outcome.reading
        points = played.game.points(end) if played.game else None
        if points is not None:
            outcome["points"] = dict(zip(("near", "far"), points, strict=True))
        yield Step(_entry("round_over"), "round_over", number, {"outcome": outcome}, before=end, after=end)
    for error in played.errors:
        yield Step(_entry("unreadable"), "unreadable", number, {"text": error.located}, before=end, after=end)


def _move(ply: Ply, number: int, played: Playback) -> Iterator[Step]:
    """The step of a move; if it is illegal and counts, a second step in which it stands."""
    seat = str(ply.move.seat) if played.game and played.game.seated else None
    legal = ply.verdict is None
    data: dict[str, Any] = {"ply": ply.number, "seat": seat, "text": ply.entry.text, "legal": legal}
    if ply.verdict is not None:
        data |= {"reading": ply.verdict.reading, "reason": ply.verdict.message}
    made = Step(_entry("move"), "move", number, data, ply.before, ply.after, ply.move, ply.events)
    if not ply.counts:
        yield replace(made, fate="taken_back")
    elif ply.verdict is None:
        yield made
    else:
        yield replace(made, after=ply.before, events=(), fate="stood")
        yield replace(made, entry=_entry("illegal_stood"), kind="illegal_stood")


def _entry(kind: str) -> Entry:
    return Entry(0, kind, 0.0, "", {})


def _remarks(record: Record) -> dict[int, tuple[Remark, ...]]:
    """Comments and rulings by the number of the move that they follow; earlier ones belong to the first."""
    found: dict[int, tuple[Remark, ...]] = {}
    number = 0
    for item in record.items:
        if isinstance(item, Comment | Ruling):
            kind = "said" if isinstance(item, Comment) else "ruling"
            found[max(number, 1)] = (*found.get(max(number, 1), ()), Remark(kind, 0.0, item.text))
        else:
            number += 1
    return found
