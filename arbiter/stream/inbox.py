"""What a follower has to remember so that every event is taken once and in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from arbiter.stream.events import Published

Game = tuple[str, str]
"""A table's name and the id of one of its games."""


class Arrival(Enum):
    """How an event relates to those taken before."""

    NEXT = auto()
    AGAIN = auto()
    """It was taken before."""
    EARLY = auto()
    """An event before it has not come, and has to be requested."""


@dataclass(frozen=True)
class Inbox:
    """The number of the last event taken for each game. Immutable; store it with the events' effects."""

    last: Mapping[Game, int] = field(default_factory=dict)

    def sees(self, table: str, event: Published) -> Arrival:
        """How an event relates to those taken before."""
        had = self.last.get((table, event.game), 0)
        if event.seq <= had:
            return Arrival.AGAIN
        return Arrival.NEXT if event.after <= had else Arrival.EARLY

    def takes(self, table: str, event: Published) -> Inbox:
        """The inbox after an event was taken."""
        return Inbox({**self.last, (table, event.game): event.seq})
