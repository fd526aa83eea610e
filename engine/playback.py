"""Replays a record: a verdict on every move, the states, and what does not fit (``NOTATION.md``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any

from engine.definition import AnyGame, State
from engine.game import (
    AmbiguousMove,
    IllegalMove,
    MalformedMove,
    MoveError,
    Seat,
    did_you_mean,
)
from engine.games import find_game
from engine.message import Message, Messages, message_of
from engine.record.plies import Ply
from engine.record.records import TAGS, Entry, Item, Mark, Record, TextError, names_of

say = Messages("engine")


@dataclass(frozen=True)
class Playback:
    """A replayed record; ``start`` is ``None`` if its tags define no game."""

    record: Record
    game: AnyGame | None
    start: State | None
    plies: tuple[Ply, ...]
    errors: tuple[TextError, ...]

    @property
    def end(self) -> State | None:
        """The state after the last readable move."""
        return self.plies[-1].after if self.plies else self.start

    @property
    def result(self) -> str:
        """The result of the moves, ``*`` while the game continues."""
        return self.game.result(self.end) if self.game and self.end else "*"


def play_record(record: Record) -> Playback:
    """Replays a record; never raises. An unreadable move is an error and left out; an unmarked illegal move
    stands and has its verdict."""
    try:
        game, state = start_of(record)
    except MoveError as error:
        return Playback(record, None, None, (), (TextError(record.place, error.message),))
    start, plies, errors = state, list[Ply](), _draft_errors(game, record)
    for number, entry in enumerate(record.entries, start=1):
        try:
            ply = _play(game, state, number, entry)
        except MoveError as error:
            why = _stranger(record, entry) or error.message
            errors.append(TextError(entry.place, say("read_of_move", n=number, text=why)))
            continue
        if entry.mark is Mark.STOOD and ply.verdict is None:
            errors.append(TextError(entry.place, say("read_marked", n=number)))
        plies.append(ply)
        state = ply.after
    played = Playback(record, game, start, tuple(plies), ())
    claimed = " ".join(record.tag("Result", "*").split())
    if claimed not in ("*", "", played.result):
        errors.append(TextError(record.place, say("read_result", raw=claimed, raw2=played.result)))
    return Playback(record, game, start, tuple(plies), tuple(errors))


def _stranger(record: Record, entry: Entry) -> Message | None:
    """That nobody has the name before a move's colon, if somebody has a similar one."""
    name, colon, _ = entry.text.partition(":")
    names = chain.from_iterable(names_of(record.tags).values())
    meant = did_you_mean(name, names) if colon and entry.seat is None else None
    return meant and say("read_nobody", raw=name, text=meant)


def _tag(record: Record, name: str) -> str:
    """A required tag; raises `MalformedMove` if it is misspelt. It may be empty."""
    if not record.tag(name):
        for other, _ in record.tags:
            if other not in TAGS and (meant := did_you_mean(other, [name])):
                raise MalformedMove(say("read_no_tag", raw=other, text=meant))
    return record.tag(name)


def _draft_errors(game: AnyGame, record: Record) -> list[TextError]:
    """What is wrong with the Draft tag, if there is one."""
    text = record.tag("Draft")
    if not text:
        return []
    if game.drafted is None:
        return [TextError(record.place, say("read_no_draft", raw=game.name))]
    setup = game.parse_setup(record.tag("Setup"), game.parse_rules(record.tag("Rules")))
    faults = game.drafted.faults(text, setup)
    return [TextError(record.place, say("read_draft_tag", text=fault)) for fault in faults]


def start_of(record: Record) -> tuple[AnyGame, State]:
    """The game of a record and its first position; raises `MalformedMove` for missing or wrong tags."""
    game = find_game(_tag(record, "Game"))
    rules = game.parse_rules(record.tag("Rules"))
    text = _tag(record, "Setup")
    if not text:
        raise MalformedMove(say("read_no_setup"))
    leader = record.tag("Leader").strip().lower()
    if leader not in ("", *Seat):
        meant, given = did_you_mean(leader, Seat), f"{leader!r}"
        if meant:
            raise MalformedMove(say("read_leader_meant", raw=given, text=meant))
        raise MalformedMove(say("read_leader", raw=given))
    try:
        return game, game.start(game.parse_setup(text, rules), rules, Seat(leader) if leader else None)
    except MoveError:
        raise
    except ValueError as error:
        raise MalformedMove(message_of(error)) from None


def _play(game: AnyGame, state: State, number: int, entry: Entry) -> Ply:
    text = f"{entry.seat}: {entry.text}" if entry.seat and game.seated else entry.text
    move = game.parse_move(text, state)
    verdict = None
    try:
        state.check(move)
    except IllegalMove as error:
        verdict = error
    except AmbiguousMove as error:
        raise MalformedMove(error.message) from None
    if entry.mark is not None and not entry.mark.counts:
        return Ply(number, entry, move, verdict, state, state, ())
    step = state.force(move)
    return Ply(number, entry, move, verdict, state, step.state, step.events)


def record_of(
    game: AnyGame,
    setup: Any,
    rules: Any,
    leader: Seat | None,
    moves: Iterable[Any],
    tags: Iterable[tuple[str, str]] = (),
) -> Record:
    """The record of moves from a start, illegal ones marked as stood, with further tags in front."""
    state = game.start(setup, rules, leader)
    items: list[Item] = []
    for move in moves:
        mark = None
        try:
            state.check(move)
        except IllegalMove:
            mark = Mark.STOOD
        items.append(Entry(game.format_move(move), move.seat if game.seated else None, mark))
        state = state.force(move).state
    own = [("Game", game.name), ("Rules", game.format_rules(rules)), ("Setup", game.format_setup(setup))]
    own += [("Leader", leader.value)] if leader else []
    own.append(("Result", game.result(state)))
    return Record((*tags, *own), tuple(items))
