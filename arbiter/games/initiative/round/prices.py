"""The price of each difference between the expected and the seen table: log probabilities fitted on films.

``scripts/fitting/fit_prices.py`` fits them on films with known truth and writes ``prices.json``. There
``counted`` says how often each thing could have happened (``of``), how often it did, and the ``prior`` share
with its weight in observations. All are natural logarithms on the scale of ``scoring.Reader``: 0 is neutral,
as is a unit that shows where its piece may lie in its zone.
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
"""Lowest ratio of densities."""


@dataclass(frozen=True)
class Push:
    """How far untouched pieces lie from their places at the previous rest: planar densities as log ratios to
    a uniform density over the zone (of ``zone_mm2``), at most 0.

    A piece only seems to move, by ``jitter_mm`` (Rayleigh scale), or with probability ``p_shove`` was brushed
    against and moved by ``shove_mm`` (Rayleigh scale). With probability ``p_tidied`` a player rearranged a
    zone at this rest: then each of its pieces is as likely anywhere in it as at its old place.
    """

    jitter_mm: float
    shove_mm: float
    p_shove: float
    p_tidied: float
    zone_mm2: float

    def log(self, mm: float) -> float:
        """Of a piece in a zone that was not tidied; decreases with the distance."""
        jitter = (1 - self.p_shove) * self._bell(mm, self.jitter_mm)
        return math.log(min(1.0, max(FLOOR, jitter + self.p_shove * self._bell(mm, self.shove_mm))))

    def tidied(self, mm: float) -> float:
        """Of a piece in a tidied zone; never less than ``log``."""
        return math.log(0.5 + 0.5 * math.exp(self.log(mm)))

    def zone(self, moved_mm: Sequence[float]) -> float:
        """Of all pieces of one zone, tidied or not, whichever is likelier."""
        alone, together = sum(map(self.log, moved_mm)), sum(map(self.tidied, moved_mm))
        return max(alone, math.log(self.p_tidied) + together) if moved_mm else 0.0

    def _bell(self, mm: float, scale_mm: float) -> float:
        return self.zone_mm2 * math.exp(-0.5 * (mm / scale_mm) ** 2) / (2 * math.pi * scale_mm**2)


@dataclass(frozen=True)
class Prices:
    """The prices of one reading of the table; ``prices.json`` has the counts behind each."""

    stayed: float
    """Log probability that the inventory spot of a played piece still shows one."""
    covered: float
    """Log probability that a piece was played whose spot is covered by a hand or was lost before."""
    gone: float
    """Log probability that an untouched spot shows nothing."""
    unseen: float
    """Log probability that a unit put down does not show."""
    stray: float
    """Log of the expected number of spurious units in one zone at a rest."""
    foreign: float
    """The same for doubtful units, minus the log probability that a real unit is doubtful: the price of a
    doubtful stray once every piece of the game is accounted for."""
    none: float
    """Log probability of something that no candidate covers; it explains whatever is seen."""
    in_line: float
    """Probability that a row that has grown in one direction continues that way."""
    in_time: float
    """Probability that of two pyramids the first was put down first, if hands were over its place only before
    they were over the other's."""
    push: Push

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Prices:
        """The prices that ``scripts/fitting/fit_prices.py`` wrote."""
        return cls(**data["prices"], push=Push(**data["push"]))

    @staticmethod
    def either(probability: float, so: bool) -> float:
        """Log ratio of the probability of an outcome, given ``so``, to even odds."""
        return math.log(2 * (probability if so else 1 - probability))

    @staticmethod
    def most(probability: float) -> float:
        """The maximum of ``either``."""
        return math.log(2 * max(probability, 1 - probability))


PRICES = Prices.from_json(json.loads(FILE.read_text("utf-8")))
"""The prices in force."""

__all__ = ["PRICES", "Prices", "Push"]
