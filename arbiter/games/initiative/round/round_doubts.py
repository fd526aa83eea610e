"""Was something misread earlier? Questions about earlier readings while a round is played.

They are asked before anything is called illegal or taken back, on a quiet table, and before a round ends for
good, if a misread play or set-up piece explains the table better than an offence does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from arbiter.events.types import Question, SessionEvent
from arbiter.games.initiative.round.book import RoundBook
from arbiter.games.initiative.round.doubts import doubted
from arbiter.games.initiative.round.earlier_mistakes import misread_before, unlike
from arbiter.games.initiative.round.excuses import excused
from arbiter.games.initiative.round.inference import Explanation, Verdicts, infer
from arbiter.games.initiative.scene import Scene, compare
from arbiter.table.thresholds import ASK_S, WORTH_ASKING
from arbiter.table.window import Window

MAX_GAP = 3.0
"""A unit that looks this much (log units) more like another piece than its own is asked about."""
SURELY_WRONG = 0.9
"""Least probability of an earlier misreading to be asked about while nothing happens."""
WONDER_S = 2.0
"""Seconds of still table before an earlier play that looks like another piece is doubted."""


@dataclass
class RoundDoubts(RoundBook):
    """The part of a round that doubts earlier readings; it asks through ``_ask``."""

    asked: Any = None
    _excused: frozenset[int] = frozenset()
    _wondered: set[tuple[object, ...]] = field(default_factory=set)

    def _ask(self, verdicts: Verdicts, scene: Scene) -> Question:
        raise NotImplementedError

    def _doubt(self, scene: Scene, window: Window, verdicts: Verdicts) -> list[SessionEvent]:
        """Asks about an earlier misreading before anything is called illegal or taken back."""
        if not verdicts.best.grave:
            return []
        again = doubted(self.ledger, self.layout, scene, self.reader, window, verdicts)
        if again.best.earlier is not None:
            return [self._ask(again, scene)]
        return self._excuse(verdicts.best, scene, window)

    def _excuse(self, best: Explanation, scene: Scene, window: Window) -> list[SessionEvent]:
        """Asks, once for each piece, about an illegal play that a set-up misreading would make legal."""
        if best.candidate.take_back or not best.candidate.plays:
            return []
        asked, spots = excused(self.ledger, self.layout, self.reader, window, best)
        fresh, self._excused = spots - self._excused, self._excused | spots
        return [self._ask(asked, scene)] if asked is not None and fresh else []

    def _wonder(self, scene: Scene, window: Window, after_s: float = WONDER_S) -> list[SessionEvent]:
        """Asks once about a play that looks like another piece on a quiet table."""
        if self.asked is not None or window.span_s < after_s or self.ledger.waiting is not None:
            return []
        found = (
            *unlike(self.ledger, self.layout, scene, self.reader),
            *misread_before(self.ledger, self.layout, scene, self.reader),
        )
        keys = {each.key for each in found}
        if not keys - self._wondered:
            return []
        self._wondered |= keys
        usual = infer(self.ledger, self.layout, scene, self.reader)
        again = doubted(self.ledger, self.layout, scene, self.reader, window, usual)
        sure = again.best.earlier is not None and again.best.probability >= SURELY_WRONG
        return [self._ask(again, scene)] if sure else []

    def _second_thoughts(self, window: Window) -> list[SessionEvent]:
        """Checks the plays in the rows once more before a round ends for good."""
        if not self.over or self.ledger.waiting is not None:
            return []
        events = self._wonder(compare(window, self.layout, self.reader), window, 0.0)
        self.over = not events
        return events

    def _altered(self, best: Explanation) -> bool:
        """Whether a reading without plays still has a piece that now looks like another."""
        pushed = [(spot, unit) for spot, unit in best.moved if spot.pieces]
        gaps = [self.reader.gap(unit, spot.pieces[:1]) for spot, unit in pushed]
        return best.candidate.nothing and max(gaps, default=0.0) > MAX_GAP

    def _misread(self, scene: Scene, window: Window, verdicts: Verdicts) -> list[SessionEvent]:
        """Nobody played, yet a piece looks like another: asks whether it was misread at set-up."""
        if window.span_s < ASK_S:
            return []
        again = doubted(self.ledger, self.layout, scene, self.reader, window, verdicts)
        likely = any(e.earlier and e.earlier.misread and e.probability >= WORTH_ASKING for e in again.ranked)
        return [self._ask(again, scene)] if likely else []
