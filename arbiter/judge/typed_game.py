"""Verdicts on the games of a file, as data for ``verdict_text`` and ``verdict_json``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from arbiter.story.files import Found
from arbiter.story.translation import comment_of
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
    """A file's games, replayed, and the errors in its text."""

    rounds: tuple[Playback, ...]
    errors: tuple[TextError, ...]

    @property
    def illegal(self) -> int:
        """Number of illegal moves, including those taken back or refused."""
        return sum(ply.verdict is not None for played in self.rounds for ply in played.plies)

    @property
    def exit_code(self) -> int:
        """`UNREADABLE` if anything could not be read or does not fit, or else `ILLEGAL` or `OK`."""
        if self.errors or any(played.errors for played in self.rounds):
            return UNREADABLE
        return ILLEGAL if self.illegal else OK


def judge_records(found: Found) -> Judged:
    """Replay all games; never raises."""
    return Judged(tuple(map(play_record, found.records)), found.errors)


def player_names(record: Record, words: Wording = ENGLISH) -> Mapping[Seat, str]:
    """The players' names by seat; without tags, the seats, or their names in another language."""
    english = words.language == ENGLISH.language
    unnamed = {seat: str(seat) if english else words.say(f"unnamed-{seat}") for seat in Seat}
    return {seat: record.tag(seat.capitalize()) or unnamed[seat] for seat in Seat}


def ply_verdict(ply: Ply, names: Mapping[Seat, str], words: Wording = ENGLISH) -> Comment:
    """The verdict on a move: why it is illegal, or its effects, with the readings it is based on."""
    made = comment_of(_verdict(ply), names, words)
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
    """Who is to move, or how the game ended."""
    return words.tell(_next_words(game, state), names)


def _next_words(game: AnyGame, state: State) -> Message:
    if state.outcome is not None:
        winner = state.outcome.winner
        return say("x_won", who=winner) if winner else say("x_drawn")
    if state.to_move is not None:
        return say("tt_to_move", who=state.to_move)
    return say("x_either" if game.seated else "x_on")


def move_words(game: AnyGame, move: Any, either: bool) -> str:
    """A move in notation, with its seat in front if ``either`` player may move."""
    text = game.format_move(move)
    return f"{move.seat}: {text}" if either and game.seated else text


def find_ply(judged: Judged, number: int, move: int) -> tuple[Playback, Ply]:
    """A move of the ``number``-th game of the file, by its own number; raises ``UsageError`` if there is
    none."""
    if number > len(judged.rounds):
        raise UsageError(say("game_number", n=number, most=len(judged.rounds)))
    played = judged.rounds[number - 1]
    for ply in played.plies:
        if ply.number == move:
            return played, ply
    if 0 < move <= len(played.record.entries):
        raise UnreadableGame(say("move_unread", n=move))
    raise UsageError(say("move_of_game", n=move, most=len(played.record.entries)))
