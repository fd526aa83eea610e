"""The table in words, for players who can't see it: all of it, what matters next, and answers to
questions."""

from __future__ import annotations

from typing import Any

from arbiter.telling.found import telling_for
from arbiter.words.describe import Names
from arbiter.words.utterance import Priority, Utterance
from arbiter.words.wording import Wording, titled
from engine.message import Messages, as_sentence

say = Messages("arbiter")

ASKED = ("table", "legal", "turn", "again")
"""The possible questions: what is on the table, which moves are legal, whose turn it is and the score (with
what the game adds), and the last announcement again."""


def whole(state: Any, names: Names, words: Wording) -> str:
    """A description of the whole table; empty before a set-up."""
    return "" if state is None else telling_for(state).whole(state, names, words)


def next_up(state: Any, names: Names, words: Wording) -> str:
    """What matters for the next move: everything before the first one, nothing after the last one."""
    return "" if state is None else telling_for(state).next_up(state, names, words)


def described(state: Any, names: Names, words: Wording) -> Utterance | None:
    """The utterance that describes the table after a play, if there is one."""
    text = next_up(state, names, words)
    return Utterance(text, "table", Priority.CHATTER) if text else None


def answer_to(what: str, state: Any, names: Names, words: Wording, last: str = "") -> str:
    """The spoken answer to a question (see ``ASKED``); ``last`` is the last announcement.

    Raises ``KeyError`` for an unknown question.
    """
    if what not in ASKED:
        raise KeyError(what)
    if what == "again":
        return last or words.tell(say("asked_nothing_said"))
    if state is None:
        return words.tell(say("asked_not_begun"))
    if what == "table":
        return telling_for(state).in_short(state, names, words)
    return _legal(state, names, words) if what == "legal" else _turn(state, names, words)


def _legal(state: Any, names: Names, words: Wording) -> str:
    """Whose turn it is, and the legal moves."""
    telling = telling_for(state)
    if state.outcome is not None:
        return as_sentence(words.tell(state.outcome.reason, names))
    if not telling.options(state):
        return next_up(state, names, words) or words.tell(say("asked_no_moves"))
    who = as_sentence(titled(words.tell(telling.standing(state), names)))
    return f"{who} {telling.may_be_played(state, names, words)}".rstrip()


def _turn(state: Any, names: Names, words: Wording) -> str:
    """Whose turn it is, the score, and what the game adds."""
    telling = telling_for(state)
    parts = [as_sentence(titled(words.tell(telling.standing(state), names)))]
    for seat, score in telling.scores(state).items():
        points = words.tell(say("asked_score", raw=names[_seat(names, seat)], n=score["total"]))
        parts.append(as_sentence(points))
    return " ".join([*parts, telling.with_turn(state, names, words)]).rstrip()


def _seat(names: Names, seat: str) -> Any:
    return next(each for each in names if str(each) == seat)
