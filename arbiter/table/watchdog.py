"""Reports what a frame skipped because it would have needed too many steps (``arbiter.table.budget``)."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from arbiter.events.types import Notice, SessionEvent
from arbiter.table.budget import Search
from arbiter.table.window import Window
from engine.message import Messages

say = Messages("arbiter")

AGAIN_S = 60.0
"""Least seconds between two notices."""
STILL_S = 1.0
"""A table that has rested for less than this may still be understood by the next look."""
CUT = say("only_likeliest")


@dataclass
class Watchdog:
    """``cut`` counts, for each search that was cut short in the last frame, the steps it lacked."""

    cut: Counter[Search] = field(default_factory=Counter)
    _reported_s: float = -math.inf

    def step(self, window: Window, clear: bool = False) -> list[SessionEvent]:
        """Checks what was left of a frame's budget; gives notice of a cut, unless it was ``clear`` what had
        happened all the same."""
        self.cut, now = window.budget.cut, window.last_s
        if not self.cut or clear or window.span_s < STILL_S or now - self._reported_s < AGAIN_S:
            return []
        self._reported_s = now
        return [Notice(time_s=now, text=CUT, topic="cut", over=True)]


__all__ = ["AGAIN_S", "CUT", "Watchdog"]
