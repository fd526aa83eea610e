"""What each reading says, in one sentence: the only place that turns an id into words for players.

The full text is in ``RULES.md``; the sentences are in each game's folder ``messages``.

>>> str(READINGS["I9"])
'Every call of the round doubles the score of whoever wins it.'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.message import Message, Messages

_GAMES = (("I", "initiative", 19), ("L", "logistics", 16), ("N", "nickel", 9), ("S", "sanctum", 7))
"""Every game's letter, folder and how many readings it has."""
READINGS: Mapping[str, Message] = MappingProxyType(
    {
        f"{letter}{number}": Messages(f"engine.{game}")(f"reading-{letter}{number}")
        for letter, game, most in _GAMES
        for number in range(1, most + 1)
    }
)
"""The sentence of every reading, by id."""


def meanings(ids: Iterable[str]) -> dict[str, Message]:
    """The sentences of some readings, each once, in the order of the rules; ids unknown here are left out."""
    named = set(ids)
    return {reading: sentence for reading, sentence in READINGS.items() if reading in named}
