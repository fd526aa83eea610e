"""A game while its record grows: takes entries, gives the corrected game and its steps.

Nothing is folded twice; only a correction, or a later change of the header or of a draft, starts again.
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
    """Takes a record's entries in order; ``header`` is the record's first header."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.header: Mapping[str, Any] = dict(header)
        self._entries: list[Entry] = []
        self._match_began = False
        self._draft: tuple[Entry, ...] = ()
        self._match: CorrectedGame | None = None
        """The fold of the match; ``None`` if it must start again."""
        self._replay: Replay | None = None
        self._replayed: tuple[Entry, ...] = ()

    def take(self, entry: Entry) -> None:
        """Takes the next entry."""
        self._entries.append(entry)
        if entry.kind == "header":
            self.header, self._match = {**self.header, **entry.data}, None
        elif not self._match_began or is_drafting(entry.data):
            self._match_began, self._match = self._match_began or begins(entry), None
        elif self._match is not None:
            self._match.take(entry)

    def corrected(self, ends: bool) -> Corrected:
        """The corrected game (see `arbiter.corrections.corrections.corrected`).

        Raises ``RecordError`` for a game that is not installed.
        """
        if self._match is None:
            draft, match = split(self._entries)
            before = drafting(draft).result({}, ends=False).entries if draft else ()
            self._draft, self._match = outside(before), folded(self.header, match)
        return self._match.result(self.header, ends, self._draft)

    def steps(self, ends: bool) -> tuple[Corrected, tuple[Step, ...]]:
        """The corrected game and all of its steps; raises ``RecordError``."""
        game = self.corrected(ends)
        known = len(self._replayed)
        grown = len(game.entries) >= known and all(map(is_, self._replayed, game.entries))
        if self._replay is None or not grown or self._replay.header != game.header:
            self._replay, known = Replay(game.header), 0
        for entry in game.entries[known:]:
            self._replay.take(entry)
        self._replayed = game.entries
        return game, tuple(self._replay.steps)
