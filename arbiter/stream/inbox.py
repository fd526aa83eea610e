"""What those who follow a stream have to remember so that every event is taken in order, and once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from arbiter.stream.events import Published

Game = tuple[str, str]
"""A table's name and a game of it."""


class Arrival(Enum):
    """What an event is to somebody who has taken others."""

    NEXT = auto()
    AGAIN = auto()
    """It was taken before."""
    EARLY = auto()
    """One before it has not come: what is missing has to be asked for."""


@dataclass(frozen=True)
class Inbox:
    """The number of the last event taken of each game. Immutable; keep it with what the events led to."""

    last: Mapping[Game, int] = field(default_factory=dict)

    def sees(self, table: str, event: Published) -> Arrival:
        """What an event is."""
        had = self.last.get((table, event.game), 0)
        if event.seq <= had:
            return Arrival.AGAIN
        return Arrival.NEXT if event.after <= had else Arrival.EARLY

    def takes(self, table: str, event: Published) -> Inbox:
        """The inbox with an event taken."""
        return Inbox({**self.last, (table, event.game): event.seq})
