"""Says what a frame left out because too much would have had to be tried (``arbiter.table.budget``)."""

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
"""People are not told more often than that."""
STILL_S = 1.0
"""A table that has rested for less may be understood by the next look, whatever this one left out."""
CUT = say("only_likeliest")


@dataclass
class Watchdog:
    """``cut`` are the searches that were cut short in the last frame, with the steps that they lacked."""

    cut: Counter[Search] = field(default_factory=Counter)
    _told_s: float = -math.inf

    def step(self, window: Window, clear: bool = False) -> list[SessionEvent]:
        """Looks at what was left of a frame's budget; tells people if that was nothing, unless it was
        ``clear`` all the same what had happened."""
        self.cut, now = window.budget.cut, window.last_s
        if not self.cut or clear or window.span_s < STILL_S or now - self._told_s < AGAIN_S:
            return []
        self._told_s = now
        return [Notice(time_s=now, text=CUT, topic="cut", over=True)]


__all__ = ["AGAIN_S", "CUT", "Watchdog"]
