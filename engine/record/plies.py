"""A move of a record in the game that it is of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import Event, GameState, IllegalMove
from engine.record.records import Entry


@dataclass(frozen=True)
class Ply:
    """One move of a record.

    ``verdict`` is the rule broken, or ``None`` for a legal move; ``after`` equals ``before`` for a move that
    was taken back or refused.
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
