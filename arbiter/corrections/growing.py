"""A recorded game while its record grows: entries in, the game as people put it right and its steps out.

Nothing is folded twice: only a correction, and what changes the header or a draft afterwards, begins anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import Any

from arbiter.corrections.corrections import Corrected, CorrectedGame, drafting, folded
from arbiter.record.draft_entries import begins, is_drafting, outside, split
from arbiter.record.record import Entry
from arbiter.record.replay import Replay, Step


class GrowingGame:
    """Takes a record's entries in order; ``header`` is the record's, as it was begun."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.header: Mapping[str, Any] = dict(header)
        self._entries: list[Entry] = []
        self._begun = False
        self._draft: tuple[Entry, ...] = ()
        self._match: CorrectedGame | None = None
        """The fold of the match; ``None`` when it has to begin anew."""
        self._replay: Replay | None = None
        self._replayed: tuple[Entry, ...] = ()

    def take(self, entry: Entry) -> None:
        """Takes the next entry."""
        self._entries.append(entry)
        if entry.kind == "header":
            self.header, self._match = {**self.header, **entry.data}, None
        elif not self._begun or is_drafting(entry.data):
            self._begun, self._match = self._begun or begins(entry), None
        elif self._match is not None:
            self._match.take(entry)

    def corrected(self, ends: bool) -> Corrected:
        """The game as people put it right (`arbiter.corrections.corrections.corrected`).

        Raises ``RecordError`` for a game that is not installed.
        """
        if self._match is None:
            draft, match = split(self._entries)
            told = drafting(draft).result({}, ends=False).entries if draft else ()
            self._draft, self._match = outside(told), folded(self.header, match)
        return self._match.result(self.header, ends, self._draft)

    def steps(self, ends: bool) -> tuple[Corrected, tuple[Step, ...]]:
        """That game, and every step of it; raises ``RecordError``."""
        game = self.corrected(ends)
        known = len(self._replayed)
        grown = len(game.entries) >= known and all(map(is_, self._replayed, game.entries))
        if self._replay is None or not grown or self._replay.header != game.header:
            self._replay, known = Replay(game.header), 0
        for entry in game.entries[known:]:
            self._replay.take(entry)
        self._replayed = game.entries
        return game, tuple(self._replay.steps)
