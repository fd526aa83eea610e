"""The announcement of each session event: pure functions from events to utterances.

Announcements that are the same in every game are here; each game has its own for set-ups, moves and results
(`arbiter.telling`). The words come from messages; these functions decide whether anything is said, in which
order, on which topic, and what it makes stale.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from arbiter.events import types as ev
from arbiter.events.game_notation import game_in
from arbiter.telling.found import telling_of
from arbiter.words.utterance import Priority, Utterance
from arbiter.words.wording import Names, Wording, sentence, wording
from engine.definition import AnyGame


def say(event: ev.SessionEvent, game: AnyGame, names: Names, language: str = "en") -> Utterance | None:
    """The utterance for an event of a game, or ``None`` if there is nothing to say.

    ``names`` gives the players' names by seat. Raises ``ValueError`` for an unknown language.
    """
    words = wording(language)
    make = _MAKERS.get(type(event))
    if make is not None:
        return make(event, names, words)
    if isinstance(event, ev.SetupSeen) and event.problems:
        return _not_ready(event, names, words)
    return telling_of(game_in(_facts(event), game)).say(event, names, words)


def _facts(event: ev.SessionEvent) -> ev.JsonDict:
    """An event's set-up or move, which may name the draft instead of the game."""
    facts = event.setup if isinstance(event, ev.SetupSeen) else getattr(event, "play", None)
    return facts or {}


def _not_ready(event: ev.SetupSeen, names: Names, words: Wording) -> Utterance:
    problems = [sentence(words.tell(problem, names)) for problem in event.problems]
    text = _text([*problems, words.tell(event.how, names) if event.how else ""])
    return Utterance(text, "setup", Priority.NOTICE)


def _by_hand(event: ev.SetByHand, names: Names, words: Wording) -> Utterance:
    return Utterance(words.say("noted"), "setup", Priority.CHATTER)


def _question(event: ev.Question, names: Names, words: Wording) -> Utterance:
    options = [
        sentence(words.say("option", n=words.number(n), text=words.tell(option, names).rstrip(".")))
        for n, option in enumerate(event.options, start=1)
    ]
    text = sentence(words.tell(event.text, names))
    return Utterance(_text([text, *options]), "question", Priority.QUESTION)


def _withdrawn(event: ev.QuestionWithdrawn, names: Names, words: Wording) -> Utterance:
    if event.taken:
        what = words.tell(event.taken, names).rstrip(".")
        phrase = "assumed" if event.assumed else "played_on"
        return Utterance(sentence(words.say(phrase, text=what)), "question", Priority.NOTICE)
    return Utterance(words.say("withdrawn"), "question", Priority.CHATTER)


def _answer(event: ev.Answer, names: Names, words: Wording) -> Utterance:
    return Utterance(words.say("noted"), "question", Priority.CHATTER)


def _notice(event: ev.Notice, names: Names, words: Wording) -> Utterance:
    return Utterance(sentence(words.tell(event.text, names)), f"notice/{event.topic}", Priority.NOTICE)


def _correction(event: ev.Correction, names: Names, words: Wording) -> Utterance:
    key = f"said_{event.op}" if event.op in ("allow", "refuse", "undo", "back") else "said_correction"
    return Utterance(words.say(key), "ruling", Priority.RULING, "play")


def _text(parts: Sequence[str]) -> str:
    return " ".join(part for part in parts if part)


_MAKERS: Mapping[type[ev.SessionEvent], Callable[[Any, Names, Wording], Utterance | None]] = {
    ev.SetByHand: _by_hand,
    ev.Question: _question,
    ev.QuestionWithdrawn: _withdrawn,
    ev.Answer: _answer,
    ev.Notice: _notice,
    ev.Correction: _correction,
}
"""Announcements that are the same in every game."""
