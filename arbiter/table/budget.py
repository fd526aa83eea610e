"""How much is tried to understand one frame; steps are counted, never timed.

Every frame that counts has a window with a new budget (``window.Window``). Each search that could grow with
the things on the table takes its steps from it, the likeliest first. So the work for a frame is bounded, the
same table is read alike on fast and slow machines, and what was skipped has a name for notices and
statistics. A search that needs many is made in several frames (`LongSearch`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from enum import StrEnum

from vision.steps import Found, Steps


class Search(StrEnum):
    """What is searched for, as people are told."""

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
    Search.TURNS: 650,
    Search.SLIPS: 300,
    Search.READINGS: 400,
}
"""Steps of each search in one frame. A step is a judged play (``BEGUN``, ``CHAINS``), a piece that may be
another (``MISREAD``), a play repeated in a corrected past (``EARLIER``), a move (``TURNS``), a possible
mistake (``SLIPS``), a reading fitted to the whole table (``READINGS``)."""


@dataclass
class Budget:
    """The steps of one frame: those ``made``, and those ``cut`` because the search had none left."""

    made: Counter[Search] = field(default_factory=Counter)
    cut: Counter[Search] = field(default_factory=Counter)

    def take(self, search: Search, steps: int = 1, kept: int = 0) -> bool:
        """Whether ``steps`` more may be made, with ``kept`` left over; counts them as made or as cut."""
        allowed = self.made[search] + steps <= MOST[search] - kept
        (self.made if allowed else self.cut)[search] += steps
        return allowed

    def separate(self) -> Budget:
        """A fresh budget for one of several things considered side by side, so that a later one does not fail
        for lack of steps. Its cuts count here."""
        return Budget(cut=self.cut)


AT_A_TIME = 300
"""Steps of a `LongSearch` in one frame: some 0.15 s."""


class LongSearch(Steps[Found]):
    """A search that is made in several frames and takes its steps from ``budget``."""

    def __init__(self, steps: Generator[None, None, Found], budget: Budget) -> None:
        super().__init__(steps)
        self.budget = budget

    def step(self, most: int) -> int:
        """Goes on until at least that many steps more are made, or there is a result; returns how many."""
        made, before = self.budget.made, self.budget.made.total()
        while self.result is None and made.total() < before + most:
            self.next()
        return made.total() - before


__all__ = ["AT_A_TIME", "MOST", "Budget", "LongSearch", "Search"]
