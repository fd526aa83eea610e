"""What a search knows of a position, whichever the game: proven bounds on its value and the best line found.

A *value* is in points, near's less far's, with best play by both: in Initiative the score of the round
(I10), in Logistics the difference of the two final scores (L11), in Nickel 1 when near wins and -1 when far
wins. Each player maximises their own side of that difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.game import Seat


@dataclass(frozen=True)
class Judgement:
    """The value of a position, as far as a search got.

    ``low`` and ``high`` are proven: best play gives a value between them, both included. ``estimate`` is what
    the search believes, within the bounds. ``line`` is the best play found, the first move that of the player
    to move; empty when the round is over. ``nodes`` counts the positions looked at.
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
        """Who is proven to win with best play; ``None`` while that is open, and in a proven draw."""
        return Seat.NEAR if self.low > 0 else Seat.FAR if self.high < 0 else None

    def secured(self, seat: Seat) -> int:
        """By how many points ``seat`` is proven to win at least; 0 when no win is proven."""
        return max(0, self.low if seat is Seat.NEAR else -self.high)


class Solver(Protocol):
    """A search of one game. It is deterministic: the limit is in positions, not in seconds."""

    def __call__(self, state: Any, nodes: int) -> Judgement:
        """Judge a position, looking at about ``nodes`` positions at most."""


def whoever_begins(found: Sequence[Judgement]) -> Judgement:
    """One judgement of a position where either may begin, from those of each beginning: the bounds hold
    whoever does, the estimate is between the two, the line is the first's."""
    return Judgement(
        min(each.low for each in found),
        max(each.high for each in found),
        round(sum(each.estimate for each in found) / len(found)),
        found[0].line,
        sum(each.nodes for each in found),
    )
