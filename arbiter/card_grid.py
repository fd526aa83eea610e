"""Two rows of cards on the table, each with its owner's vault beyond the last card and the stock behind it.

Cards of a side are numbered from their owner's left, so near's run to the right and far's to the left (as
near sees it), and the vaults lie at opposite ends. In the grid's own frame ``u`` runs along the rows to
near's right and ``v`` away from near, both in mm from the middle of all cards.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arbiter.logistics_look import card_site, heap_site
from engine.game import Seat
from vision.cards import Card

Floats = NDArray[np.float64]
FEWEST, MOST = 3, 10
"""How many cards a side has (L1)."""
EDGE_MM = 10.0
"""A piece may stand this far beyond the outer edge of a card and still be on it."""
AISLE_MM = 16.0
"""In a gap between the rows wider than this there is a strip that belongs to no card."""
SKEW_DEG = 12.0
"""Cards are laid no more crooked than this."""
OFF_LATTICE = 0.25
"""By how much of the pitch a card may be out of line."""
ROW_STEP = 0.5
"""Cards belong to one row within this share of a card's height."""


class CardsUnclear(ValueError):
    """The cards are not two rows; the message is one line that says what to do."""


@dataclass(frozen=True)
class CardGrid:
    """``count`` cards a side: the middle of all, the step from card to card, from row to row, how far a card
    reaches across the rows (mm), and how the rows are turned against the table's x.
    """

    count: int
    x_mm: float
    y_mm: float
    pitch_mm: float
    rows_mm: float
    deep_mm: float
    turn_deg: float = 0.0

    def place(self, seat: Seat, card: int) -> tuple[float, float]:
        """The middle of a card (mm)."""
        sign = 1 if seat is Seat.NEAR else -1
        return self._table(sign * (card - (self.count + 1) / 2) * self.pitch_mm, -sign * self.rows_mm / 2)

    def _table(self, u: float, v: float) -> tuple[float, float]:
        turn = math.radians(self.turn_deg)
        cos, sin = math.cos(turn), math.sin(turn)
        return self.x_mm + u * cos - v * sin, self.y_mm + u * sin + v * cos

    def site(self, x_mm: float, y_mm: float) -> str | None:
        """The site of a place: a card, a vault, a stock; ``None`` in the aisle between the rows.

        Beyond the last card of a row is the vault, everything else off the cards is the owner's stock.
        """
        turn = math.radians(self.turn_deg)
        dx, dy = x_mm - self.x_mm, y_mm - self.y_mm
        u = dx * math.cos(turn) + dy * math.sin(turn)
        v = dy * math.cos(turn) - dx * math.sin(turn)
        seat = Seat.NEAR if v < 0 else Seat.FAR
        across = abs(v) - self.rows_mm / 2
        if across > self.deep_mm / 2 + EDGE_MM:
            return heap_site(seat, "stock")
        aisle = self.rows_mm - self.deep_mm
        if aisle > AISLE_MM and abs(v) < (aisle - AISLE_MM) / 2:
            return None
        card = round((u if seat is Seat.NEAR else -u) / self.pitch_mm + (self.count + 1) / 2)
        if 1 <= card <= self.count:
            return card_site(seat, card)
        return heap_site(seat, "vault" if card > self.count else "stock")

    def to_json(self) -> dict[str, Any]:
        """The grid as JSON."""
        return {key: round(value, 2) for key, value in asdict(self).items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CardGrid:
        """The grid that `to_json` wrote, or that somebody gave; raises ``ValueError``, ``KeyError`` or
        ``TypeError``."""
        names = ("count", "x_mm", "y_mm", "pitch_mm", "rows_mm", "deep_mm", "turn_deg")
        count, *rest = (data[name] for name in names)
        if not FEWEST <= count <= MOST or min(rest[2:5]) <= 0:
            raise ValueError(f"a side has {FEWEST} to {MOST} cards at positive distances")
        return cls(int(count), *map(float, rest))

    @classmethod
    def of_corners(cls, corners: Sequence[tuple[float, float]], count: int) -> CardGrid:
        """The grid whose cards fill this rectangle (mm): its corners near left first, then counter-clockwise.

        Raises ``ValueError`` for another number of corners or a side without length.
        """
        points = np.asarray(corners, float)
        if points.shape != (4, 2):
            raise ValueError(f"the cards' outline has four corners of x and y, not {points.shape}")
        along = (points[1] - points[0] + points[2] - points[3]) / 2
        away = (points[3] - points[0] + points[2] - points[1]) / 2
        long, high = float(np.hypot(*along)), float(np.hypot(*away))
        if min(long, high) < 1.0:
            raise ValueError("the cards' outline has a side without length")
        turn = math.degrees(math.atan2(along[1], along[0]))
        middle = points.mean(axis=0)
        return cls(count, float(middle[0]), float(middle[1]), long / count, high / 2, high / 2, turn)


def find_card_grid(cards: Sequence[Card], count: int) -> CardGrid:
    """The grid of ``count`` cards a side that these cards lie in, up to a few that were not found.

    The vault cards lie turned by a quarter at opposite ends; they tell which end is short of a card where
    both rows miss one there. Raises `CardsUnclear`.
    """
    turn, level = _turn(cards)
    places = _turned(np.array([(card.x_mm, card.y_mm) for card in cards]).reshape(-1, 2), -turn)
    main = [i for i in range(len(cards)) if level[i] == _commoner(level)]
    lying = bool(_commoner(level))
    deep = float(np.median([cards[i].short_mm if lying else cards[i].long_mm for i in main]))
    rows = _rows(places[main], deep)
    step = _pitch([places[main][row, 0] for row in rows])
    origin, steps = _lattice(places[main][[i for row in rows for i in row], 0], step)
    vaults = [places[i] for i in range(len(cards)) if level[i] is not lying and i not in main]
    first = _first_step(steps, count, vaults, origin, step)
    near, far = (float(np.median(places[main][row, 1])) for row in rows)
    middle = np.array([[origin + (first + (count - 1) / 2) * step, (near + far) / 2]])
    x, y = _turned(middle, turn)[0]
    return CardGrid(count, float(x), float(y), step, far - near, deep, turn)


def _turned(points: Floats, degrees: float) -> Floats:
    turn = math.radians(degrees)
    cos, sin = math.cos(turn), math.sin(turn)
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]))


def _turn(cards: Sequence[Card]) -> tuple[float, list[bool]]:
    """How the rows are turned (within 45 degrees of the table's x), and of each card whether its long side
    lies along them."""
    if len(cards) < FEWEST:
        raise CardsUnclear(f"I see {len(cards)} cards: lay two rows of cards with nothing on them")
    quarter = np.exp(4j * np.radians([card.turn_deg for card in cards]))
    turn = math.degrees(float(np.angle(quarter.sum()))) / 4
    return turn, [abs((card.turn_deg - turn + 90.0) % 180.0 - 90.0) < 45.0 for card in cards]


def _commoner(level: Sequence[bool]) -> bool:
    """The way in which most cards lie: the vaults lie the other way."""
    return sum(level) * 2 > len(level)


def _rows(places: Floats, deep: float) -> tuple[list[int], list[int]]:
    """The indexes of near's and of far's cards: the two fullest lines of them."""
    order = sorted(range(len(places)), key=lambda i: places[i, 1])
    groups: list[list[int]] = [[order[0]]]
    for before, i in pairwise(order):
        if places[i, 1] - places[before, 1] > ROW_STEP * deep:
            groups.append([])
        groups[-1].append(i)
    fullest = sorted(groups, key=len)[-2:]
    if len(fullest) < 2 or min(map(len, fullest)) < 2:
        raise CardsUnclear("I do not see two rows of cards: lay them in two straight rows")
    near, far = sorted(fullest, key=lambda group: float(np.median(places[group, 1])))
    return near, far


def _pitch(rows: Sequence[Floats]) -> float:
    """The step from card to card: the smallest that most neighbours are apart, or a multiple of it."""
    gaps = np.concatenate([np.diff(np.sort(row)) for row in rows])
    least = float(np.median(gaps[gaps < 1.5 * gaps.min()]))
    counts = np.maximum(1, np.rint(gaps / least))
    return float(gaps.sum() / counts.sum())


def _lattice(along: Floats, step: float) -> tuple[float, set[int]]:
    """Where the lattice of both rows begins, and on which of its places a card was found."""
    turns = np.exp(2j * np.pi * along / step)
    phase = float(np.angle(turns.sum())) / (2 * np.pi) * step
    off = along - phase
    steps = np.rint(off / step)
    good = np.abs(off / step - steps) < OFF_LATTICE
    if good.mean() < 0.7:
        raise CardsUnclear("the cards of the two rows do not face each other: straighten them")
    return phase, {int(k) for k in steps[good]}


def _first_step(steps: set[int], count: int, vaults: Sequence[Floats], origin: float, step: float) -> int:
    """On which place of the lattice the row begins."""
    wide = max(steps) - min(steps) + 1
    if wide > count:
        raise CardsUnclear(f"I see rows of {wide} cards, not of {count}: take the others away")
    if wide == count:
        return min(steps)
    ends = [(float(place[0]) - origin) / step for place in vaults]
    fitting = [
        first
        for first in range(max(steps) - count + 1, min(steps) + 1)
        if all(end < first - 0.5 or end > first + count - 0.5 for end in ends)
        and any(abs(end - edge) < 1.3 for end in ends for edge in (first - 1, first + count))
    ]
    if len(fitting) != 1:
        raise CardsUnclear(f"I see rows of {wide} cards, not of {count}: clear the cards, or mark them")
    return fitting[0]
