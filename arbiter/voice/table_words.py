"""The table in words, for players who can't see it."""

from __future__ import annotations

from typing import Any

from arbiter.telling.found import telling_for
from arbiter.words.describe import Names
from arbiter.words.utterance import Priority, Utterance
from arbiter.words.wording import Wording


def whole(state: Any, names: Names, words: Wording) -> str:
    """All that lies there; empty before a set-up."""
    return "" if state is None else telling_for(state).whole(state, names, words)


def next_up(state: Any, names: Names, words: Wording) -> str:
    """What matters for the next move; everything while nothing is played yet, nothing when it is over."""
    return "" if state is None else telling_for(state).next_up(state, names, words)


def described(state: Any, names: Names, words: Wording) -> Utterance | None:
    """The utterance on the table after a play, if there is one."""
    text = next_up(state, names, words)
    return Utterance(text, "table", Priority.CHATTER) if text else None
