"""Verdicts on the games of a file, as facts: what ``verdict_text`` and ``verdict_json`` show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from arbiter.story.files import Found
from arbiter.story.translation import told, told_finding
from arbiter.telling.found import telling_for
from arbiter.words.describe import Comment, Finding
from arbiter.words.exits import ILLEGAL, OK, UNREADABLE, UnreadableGame, UsageError
from arbiter.words.wording import Wording, wording
from engine.definition import AnyGame, State
from engine.game import Seat
from engine.message import Message, Messages
from engine.playback import Playback, play_record
from engine.record.plies import Ply
from engine.record.records import Mark, Record, TextError

say = Messages("arbiter")
ENGLISH = wording()
FATES = {
    Mark.STOOD: say("w_stood"),
    Mark.BACK: say("w_taken_back"),
    Mark.ALLOWED: say("w_allowed"),
    Mark.REFUSED: say("w_refused"),
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


def player_names(record: Record, words: Wording = ENGLISH) -> Mapping[Seat, str]:
    """The players' names by seat; where the tags give none the seats, or what a language calls them."""
    english = words.language == ENGLISH.language
    unnamed = {seat: str(seat) if english else words.say(f"unnamed-{seat}") for seat in Seat}
    return {seat: record.tag(seat.capitalize()) or unnamed[seat] for seat in Seat}


def ply_verdict(ply: Ply, names: Mapping[Seat, str], words: Wording = ENGLISH) -> Comment:
    """The verdict on a move: why it is illegal, or what it leads to, with the readings that decide."""
    made = told_finding(_verdict(ply), names, words)
    return replace(made, word=made.word.lower())


def _verdict(ply: Ply) -> Finding:
    fate = (FATES[ply.entry.mark],) if ply.entry.mark else ()
    if ply.verdict is not None:
        return Finding("bad", say("v_illegal"), (ply.verdict.message, *fate), (ply.verdict.reading,))
    if not ply.counts:
        return Finding("undo", say("v_legal"), fate)
    made = telling_for(ply.before).verdict(ply.before, ply.move, ply.after, ply.events)
    return replace(made, said=(*made.said, *fate))


def next_words(game: AnyGame, state: State, names: Mapping[Seat, str], words: Wording = ENGLISH) -> str:
    """Who is to move, or how it ended."""
    return told(_next_words(game, state), names, words)


def _next_words(game: AnyGame, state: State) -> Message:
    if state.outcome is not None:
        winner = state.outcome.winner
        return say("x_won", who=winner) if winner else say("x_drawn")
    if state.to_move is not None:
        return say("tt_to_move", who=state.to_move)
    return say("x_either" if game.seated else "x_on")


def move_words(game: AnyGame, move: Any, either: bool) -> str:
    """A move in the typed form, its seat in front where ``either`` player may move."""
    text = game.format_move(move)
    return f"{move.seat}: {text}" if either and game.seated else text


def find_ply(judged: Judged, number: int, move: int) -> tuple[Playback, Ply]:
    """A move of the ``number``-th game of the file, by its own number; ``UsageError`` if it is not there."""
    if number > len(judged.rounds):
        raise UsageError(say("game_number", n=number, most=len(judged.rounds)))
    played = judged.rounds[number - 1]
    for ply in played.plies:
        if ply.number == move:
            return played, ply
    if 0 < move <= len(played.record.entries):
        raise UnreadableGame(say("move_unread", n=move))
    raise UsageError(say("move_of_game", n=move, most=len(played.record.entries)))
