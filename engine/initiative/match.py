"""The match of two rounds: inventories change hands, and totals decide (I11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.game import Seat
from engine.initiative.model import Outcome, Rules, Setup
from engine.message import Messages

say = Messages("engine.initiative")

ROUNDS_PER_MATCH = 2


@dataclass(frozen=True)
class RoundResult:
    """A finished round: its set-up, who led first, how it ended."""

    setup: Setup
    leader: Seat
    outcome: Outcome


@dataclass(frozen=True)
class MatchResult:
    """The end of a match; equal totals are a draw without a winner."""

    winner: Seat | None
    near: int
    far: int


@dataclass(frozen=True)
class Match:
    """A match so far; `add` returns the next."""

    rules: Rules
    rounds: tuple[RoundResult, ...] = ()

    def add(self, result: RoundResult) -> Match:
        """The match with one more finished round; raises ``ValueError`` if it is already complete."""
        if self.result is not None:
            raise ValueError(say("match_both", n=ROUNDS_PER_MATCH))
        return Match(self.rules, (*self.rounds, result))

    def next_setup(self) -> Setup | None:
        """The second round's set-up: inventories swapped, the stack as at first; otherwise ``None``."""
        return self.rounds[0].setup.swapped() if len(self.rounds) == 1 else None

    def next_leader(self) -> Seat | None:
        """Who leads the second round: the owner of the set that led the first; otherwise ``None``."""
        return self.rounds[0].leader.other if len(self.rounds) == 1 else None

    @property
    def totals(self) -> Mapping[Seat, int]:
        """Points so far by seat."""
        points = {Seat.NEAR: 0, Seat.FAR: 0}
        for played in self.rounds:
            if played.outcome.winner is not None and played.outcome.score is not None:
                points[played.outcome.winner] += played.outcome.score.total
        return MappingProxyType(points)

    @property
    def result(self) -> MatchResult | None:
        """The result once both rounds are played."""
        if len(self.rounds) < ROUNDS_PER_MATCH:
            return None
        near, far = self.totals[Seat.NEAR], self.totals[Seat.FAR]
        winner = None if near == far else (Seat.NEAR if near > far else Seat.FAR)
        return MatchResult(winner, near, far)
