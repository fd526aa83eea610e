"""Verdicts on the games of a file, as facts: what `arbiter.verdict_text` and `arbiter.verdict_json` show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arbiter.describe import Verdict, judge, sentence
from arbiter.exits import ILLEGAL, OK, UNREADABLE, UnreadableGame, UsageError
from arbiter.record_files import Found
from engine import logistics_events as logistics
from engine import sanctum_model as sanctum
from engine.game import Event, Seat
from engine.games import Game, State
from engine.initiative import State as InitiativeState
from engine.playback import Playback, Ply, play_record
from engine.records import Mark, Record, TextError

FATES = {
    Mark.STOOD: "It stood.",
    Mark.BACK: "It was taken back.",
    Mark.ALLOWED: "It was allowed all the same.",
    Mark.REFUSED: "It was refused.",
}


@dataclass(frozen=True)
class Judged:
    """A file's games played through, and what of its text could not be read at all."""

    rounds: tuple[Playback, ...]
    errors: tuple[TextError, ...]

    @property
    def illegal(self) -> int:
        """How many moves broke a rule, those taken back or refused too."""
        return sum(ply.verdict is not None for played in self.rounds for ply in played.plies)

    @property
    def exit_code(self) -> int:
        """`UNREADABLE` if anything could not be read or does not fit, else `ILLEGAL` or `OK`."""
        if self.errors or any(played.errors for played in self.rounds):
            return UNREADABLE
        return ILLEGAL if self.illegal else OK


def judge_records(found: Found) -> Judged:
    """Play everything through; never raises."""
    return Judged(tuple(map(play_record, found.records)), found.errors)


def player_names(record: Record) -> Mapping[Seat, str]:
    """The players' names by seat, the seats themselves where the tags give none."""
    return {seat: record.tag(seat.capitalize()) or seat.value for seat in Seat}


def ply_verdict(ply: Ply, names: Mapping[Seat, str]) -> Verdict:
    """The verdict on a move: why it is illegal, or what it leads to, with the readings that decide."""
    fate = FATES[ply.entry.mark] if ply.entry.mark else ""
    if ply.verdict is not None:
        why = sentence(ply.verdict.message, names)
        return Verdict("bad", "illegal", f"{why} {fate}".rstrip(), (ply.verdict.reading,))
    if not ply.counts:
        return Verdict("undo", "legal", fate)
    if isinstance(ply.before, InitiativeState):
        made = judge(ply.before, ply.move, ply.after, names)
        return Verdict("good", "legal", f"{made.sentence} {fate}".rstrip(), made.rules)
    happened = list(_happenings(ply))
    words = " ".join(sentence(text, names) for text, _ in happened)
    rules = dict.fromkeys(reading for _, reading in happened)
    return Verdict("good", "legal", f"{words} {fate}".strip(), tuple(rules))


_PHRASES: Mapping[type[Event], tuple[str, str]] = {
    logistics.Captured: ("{by} captures the opponent's card {card}", "L4"),
    logistics.TreeMade: ("a tree guards {seat}'s card {card}", "L5"),
    logistics.NestMade: ("a nest is on {seat}'s card {card}", "L7"),
    logistics.PowerLapsed: ("the power finds nothing to act on", "L9"),
    logistics.ExtraTurn: ("{seat} may sow again", "L3"),
    logistics.ExtraTurnLapsed: ("{seat} has nothing left for the extra turn", "L3"),
    logistics.TurnSkipped: ("{seat} has nothing to sow and is passed over", "L10"),
    sanctum.InitiativeGained: ("{by} takes the initiative: {reason}", "S3"),
    sanctum.InitiativeKept: ("{by} keeps the initiative: {reason}", "S3"),
}
"""How an event is told, and the reading it rests on unless it names its own."""


def _happenings(ply: Ply) -> Iterator[tuple[str, str]]:
    """What a legal move set off in the games without a lead, a phrase and its reading each."""
    for event in ply.events:
        if type(event) not in _PHRASES:
            continue
        phrase, reading = _PHRASES[type(event)]
        facts = vars(event)
        own = "L7" if facts.get("how") == "nest" else facts.get("reading", reading)
        yield phrase.format(**facts), own
    if ply.after.outcome is not None:
        yield ply.after.outcome.reason, ply.after.outcome.reading


def next_words(game: Game, state: State, names: Mapping[Seat, str]) -> str:
    """Who is to move, or how it ended."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return f"over: {names[winner]} wins" if winner else "over: a draw"
    if state.to_move is not None:
        return f"{names[state.to_move]} to move"
    return "either may begin" if game.seated else "the game goes on"


def move_words(game: Game, move: Any, either: bool) -> str:
    """A move in the typed form, its seat in front where ``either`` player may move."""
    text = game.format_move(move)
    return f"{move.seat}: {text}" if either and game.seated else text


def find_ply(judged: Judged, number: int, move: int) -> tuple[Playback, Ply]:
    """A move of the ``number``-th game of the file, by its own number; ``UsageError`` if it is not there."""
    if number > len(judged.rounds):
        raise UsageError(f"there is no game {number} in it: it has {len(judged.rounds)}")
    played = judged.rounds[number - 1]
    for ply in played.plies:
        if ply.number == move:
            return played, ply
    if 0 < move <= len(played.record.entries):
        raise UnreadableGame(f"move {move} cannot be read: judge the whole game to see why")
    raise UsageError(f"there is no move {move}: the game has {len(played.record.entries)}")
