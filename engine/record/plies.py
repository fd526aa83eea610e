"""A record's move in the game it belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import Event, GameState, IllegalMove
from engine.record.records import Entry


@dataclass(frozen=True)
class Ply:
    """One move of a record.

    ``verdict`` is the rule broken, ``None`` for a legal move. ``after`` equals ``before`` if the move was
    taken back or refused.
    """

    number: int
    entry: Entry
    move: Any
    verdict: IllegalMove | None
    before: GameState[Any]
    after: GameState[Any]
    events: tuple[Event, ...]

    @property
    def counts(self) -> bool:
        """Whether the move stayed on the table."""
        return self.entry.mark is None or self.entry.mark.counts
