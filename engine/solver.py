"""What a search knows about a position of any game: proven bounds on its value, and the best line found.

A *value* is in points, near's minus far's, with best play by both: in Initiative the score of the round
(I10), in Logistics the difference of the final scores (L11), in Nickel 1 if near wins and -1 if far wins.
Each player maximises their own side of that difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.game import Seat


@dataclass(frozen=True)
class Judgement:
    """The value of a position, as far as a search got.

    ``low`` and ``high`` are proven, inclusive bounds of the value with best play. ``estimate`` is what the
    search believes, within the bounds. ``line`` is the best play found, beginning with the player to move;
    empty when the round is over. ``nodes`` is the number of positions examined.
    """

    low: int
    high: int
    estimate: int
    line: tuple[Any, ...]
    nodes: int

    def __post_init__(self) -> None:
        if not self.low <= self.estimate <= self.high:
            raise ValueError(f"the estimate {self.estimate} is not within {self.low} to {self.high}")

    @property
    def exact(self) -> bool:
        """Whether the value is proven."""
        return self.low == self.high

    @property
    def winner(self) -> Seat | None:
        """Who provably wins with best play; ``None`` while that is open, and in a proven draw."""
        return Seat.NEAR if self.low > 0 else Seat.FAR if self.high < 0 else None

    def secured(self, seat: Seat) -> int:
        """The least number of points by which ``seat`` provably wins; 0 if no win is proven."""
        return max(0, self.low if seat is Seat.NEAR else -self.high)


class Solver(Protocol):
    """A search of one game. It is deterministic: its limit is in positions, not in seconds."""

    def __call__(self, state: Any, nodes: int) -> Judgement:
        """The judgement of a position, after examining about ``nodes`` positions at most."""


def whoever_begins(found: Sequence[Judgement]) -> Judgement:
    """The judgement of a position in which either may begin, from those of each beginning: the bounds hold
    for both, the estimate is their mean, the line is the first one's."""
    return Judgement(
        min(each.low for each in found),
        max(each.high for each in found),
        round(sum(each.estimate for each in found) / len(found)),
        found[0].line,
        sum(each.nodes for each in found),
    )
