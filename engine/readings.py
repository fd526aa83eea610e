"""The sentence of each reading: the only place that turns an id into words for players.

The full text is in ``RULES.md`` or comes with the game; the sentences are in the game's folder ``messages``.

>>> str(READINGS["I9"])
'Every call of the round doubles the score of whoever wins it.'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from engine.definition import AnyGame
from engine.games import GAMES, PLAYED
from engine.message import Message

READINGS: Mapping[str, Message] = MappingProxyType(
    {reading: sentence for game in GAMES.values() for reading, sentence in game.readings.items()}
)
"""The sentence of every reading, by id."""


def meanings(ids: Iterable[str]) -> dict[str, Message]:
    """The sentences of some readings, each once, in the order of the rules; unknown ids are left out."""
    named = set(ids)
    return {reading: sentence for reading, sentence in READINGS.items() if reading in named}


def broken(reading: str) -> tuple[AnyGame, Any, Any] | None:
    """A game, a state of it, and a move in that state that breaks a reading; ``None`` without an example."""
    for game in PLAYED:
        if reading in game.broken:
            breach = game.broken[reading]
            rules = game.parse_rules(breach.rules)
            state = game.start(game.parse_setup(breach.setup, rules), rules, breach.leader)
            *before, last = breach.moves
            for text in before:
                state = state.apply(game.parse_move(text, state)).state
            return game, state, game.parse_move(last, state)
    return None
