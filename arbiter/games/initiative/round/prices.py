"""What each difference between the table expected and the table seen costs: log probabilities from films.

``scripts/fitting/fit_prices.py`` fits them on films whose truth is known and writes ``prices.json``; there
``counted`` says how often each thing could have happened (``of``), how often it did, and which share was
believed in before (``prior``, worth so many observations). All are natural logarithms on the scale of
``scoring.Reader``: 0 says nothing, as does a unit that shows where its piece may lie in its zone.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("prices.json")
FLOOR = 1e-12
"""Least ratio of densities."""


@dataclass(frozen=True)
class Push:
    """How far untouched pieces lie from where they lay at the rest before: densities in the plane, each a log
    ratio to one that is the same all over the zone (of ``zone_mm2``), and at most 0.

    A piece only seems to move, by ``jitter_mm`` (Rayleigh scale), or it was brushed against (the share
    ``p_shove``) and moved by ``shove_mm`` (Rayleigh scale). But with ``p_tidied`` a player has moved the
    pieces of a zone about at this rest: then each lies anywhere in it as likely as where it lay.
    """

    jitter_mm: float
    shove_mm: float
    p_shove: float
    p_tidied: float
    zone_mm2: float

    def log(self, mm: float) -> float:
        """Of a piece in a zone that nobody tidied; it falls with the distance."""
        jitter = (1 - self.p_shove) * self._bell(mm, self.jitter_mm)
        return math.log(min(1.0, max(FLOOR, jitter + self.p_shove * self._bell(mm, self.shove_mm))))

    def tidied(self, mm: float) -> float:
        """Of a piece in a zone that a player tidied: never less than ``log``."""
        return math.log(0.5 + 0.5 * math.exp(self.log(mm)))

    def zone(self, moved_mm: Sequence[float]) -> float:
        """Of the pieces of one zone together, whether it was tidied or not."""
        alone, together = sum(map(self.log, moved_mm)), sum(map(self.tidied, moved_mm))
        return max(alone, math.log(self.p_tidied) + together) if moved_mm else 0.0

    def _bell(self, mm: float, scale_mm: float) -> float:
        return self.zone_mm2 * math.exp(-0.5 * (mm / scale_mm) ** 2) / (2 * math.pi * scale_mm**2)


@dataclass(frozen=True)
class Prices:
    """The prices of one reading of the table; ``prices.json`` has the counts behind each."""

    stayed: float
    """Log probability that the inventory spot of a piece that was played still shows one."""
    covered: float
    """Log probability that a piece was played, of those whose spot a hand covers or that were lost before."""
    gone: float
    """Log probability that nothing shows at a spot that nobody touched."""
    unseen: float
    """Log probability that a unit that was put down does not show."""
    stray: float
    """Log of how many units show in one zone that are none, at a rest."""
    foreign: float
    """The same of doubtful units, over the log probability that a real unit is doubtful: the price of a
    doubtful one where every piece of the game is accounted for."""
    none: float
    """Log probability that something happened that no candidate says; it explains whatever is seen."""
    in_line: float
    """Probability that a row that has grown one way goes on that way."""
    in_time: float
    """Probability, of two pyramids, that one was put down first over whose place hands were only before they
    were over the other's."""
    push: Push

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Prices:
        """The prices that ``scripts/fitting/fit_prices.py`` wrote."""
        return cls(**data["prices"], push=Push(**data["push"]))

    @staticmethod
    def either(probability: float, so: bool) -> float:
        """Log ratio to even odds of a thing that is so with a probability."""
        return math.log(2 * (probability if so else 1 - probability))

    @staticmethod
    def most(probability: float) -> float:
        """The most that ``either`` can give."""
        return math.log(2 * max(probability, 1 - probability))


PRICES = Prices.from_json(json.loads(FILE.read_text("utf-8")))
"""The prices in force."""

__all__ = ["PRICES", "Prices", "Push"]
