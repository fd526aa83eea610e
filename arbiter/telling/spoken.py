"""The announcements of events in most games (see ``arbiter.voice.phrases``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from arbiter.events import types as ev
from arbiter.words.utterance import Priority, Utterance
from arbiter.words.wording import Names, Wording, sentence, titled
from engine.message import Said, read_back


class Told(Protocol):
    """The part of `arbiter.telling.telling.Telling` that is used here."""

    def said_deed(self, seat: str, text: str) -> Said:
        """Who does what, from a move in notation."""

    def parts_said(self, event: Any, names: Names, words: Wording) -> list[str]:
        """The effects of a legal move, without full stops; if empty, the move itself is announced."""


def say(game: Told, event: ev.SessionEvent, names: Names, words: Wording) -> Utterance | None:
    """The utterance for an event, or ``None`` if there is nothing to say."""
    make = _MAKERS.get(type(event))
    return make(game, event, names, words) if make else None


def _setup(game: Told, event: ev.SetupSeen, names: Names, words: Wording) -> Utterance:
    key = "setup_again" if event.corrected else f"ready_{event.setup['game'].lower()}"
    text = words.say(key if words.has(key) else "ready_game")
    return Utterance(text, "setup", Priority.NOTICE)


def _move(game: Told, event: ev.MoveSeen, names: Names, words: Wording) -> Utterance:
    supersedes = "question" if event.answered else None
    if event.agreed:
        return Utterance(words.say("board_goes_on"), "play", Priority.PLAY, "question")
    if not event.legal:
        rule = words.tell(event.reason, names) if event.reason else words.say("no_rule")
        text = _about(game, "board_illegal", event, names, words, rule=rule.rstrip("."))
        return Utterance(text, "ruling", Priority.RULING, supersedes)
    parts = game.parts_said(event, names, words) or [move_words(game, event, names, words)]
    return Utterance(" ".join(map(sentence, parts)), "play", Priority.PLAY, supersedes)


def _amended(game: Told, event: ev.MoveAmended, names: Names, words: Wording) -> Utterance:
    text = _about(game, "board_was", event, names, words, n=event.ply)
    return Utterance(text, "play/correction", Priority.PLAY, "play")


def _take_back(game: Told, event: ev.TakeBack, names: Names, words: Wording) -> Utterance:
    text = _about(game, "board_back", event, names, words)
    return Utterance(sentence(text), "play", Priority.PLAY, "ruling")


def _stood(game: Told, event: ev.IllegalStood, names: Names, words: Wording) -> Utterance | None:
    if event.agreed:
        return None
    text = _about(game, "board_stood", event, names, words)
    return Utterance(text, "ruling", Priority.RULING)


def _about(game: Told, key: str, event: Any, names: Names, words: Wording, **slots: object) -> str:
    """A sentence about a move."""
    return words.say(key, move=titled(move_words(game, event, names, words)), **slots)


def _over(game: Told, event: ev.RoundOver, names: Names, words: Wording) -> Utterance:
    reason = sentence(words.tell(read_back(event.outcome["reason"]), names))
    winner = event.outcome["winner"]
    end = words.say("game_won", name=names[winner]) if winner else words.say("game_drawn")
    return Utterance(f"{reason} {end}", "round", Priority.RESULT)


_MAKERS: Mapping[type[ev.SessionEvent], Callable[[Told, Any, Names, Wording], Utterance | None]] = {
    ev.SetupSeen: _setup,
    ev.MoveSeen: _move,
    ev.MoveAmended: _amended,
    ev.TakeBack: _take_back,
    ev.IllegalStood: _stood,
    ev.RoundOver: _over,
}


def move_words(game: Told, event: Any, names: Names, words: Wording) -> str:
    """The move of an event in words, with the players' names, without a full stop."""
    return words.tell(game.said_deed(event.seat, event.text), names)
