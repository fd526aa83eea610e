"""How much is tried to understand one frame: steps are counted, never timed.

Every frame that counts brings a window with a new budget (``window.Window``), and every search that could
grow with what lies on the table takes its steps from there, the likeliest first. So a frame's work has a
bound, the same table is always read in the same way however fast the machine is, and what was left out has a
name: the session tells people, and the statistics count it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum


class Search(StrEnum):
    """What is searched for, in words that people are told."""

    BEGUN = "how the round began"
    CHAINS = "several plays at once"
    MISREAD = "pieces misread at set-up"
    EARLIER = "plays misread before"
    TURNS = "the turns that the rules allow"
    SLIPS = "what players do by mistake"
    READINGS = "what may have happened"


MOST = {
    Search.BEGUN: 2_000,
    Search.CHAINS: 4_000,
    Search.MISREAD: 400,
    Search.EARLIER: 1_000,
    Search.TURNS: 500,
    Search.SLIPS: 300,
    Search.READINGS: 400,
}
"""Steps of each search in one frame. A step is a play judged (``BEGUN``, ``CHAINS``), a piece that may be
another (``MISREAD``), a play made again in a past put right (``EARLIER``), a move made (``TURNS``), a thing
that may have gone wrong (``SLIPS``), a reading fitted to the whole table (``READINGS``)."""


@dataclass
class Budget:
    """The steps of one frame: ``made`` so far, and how many were ``cut`` because there were no more."""

    made: Counter[Search] = field(default_factory=Counter)
    cut: Counter[Search] = field(default_factory=Counter)

    def take(self, search: Search, steps: int = 1) -> bool:
        """Whether so many more steps may be made; if so they count as made, else as cut."""
        allowed = self.made[search] + steps <= MOST[search]
        (self.made if allowed else self.cut)[search] += steps
        return allowed

    def apart(self) -> Budget:
        """As many steps for one of several things that are understood beside each other: with what the first
        leaves the next would lose for want of steps, not of likeness. What is cut there is cut here."""
        return Budget(cut=self.cut)


__all__ = ["MOST", "Budget", "Search"]
