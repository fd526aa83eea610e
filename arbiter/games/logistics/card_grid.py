"""Two rows of cards on the table, each with its owner's vault beyond the last card and the stock behind it.

Each side's cards are numbered from their owner's left, so near's run to the right and far's to the left (as
near sees it), and the vaults are at opposite ends. In the grid's own frame ``u`` runs along the rows to
near's right and ``v`` away from near, both in mm from the centre of all cards.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from arbiter.games.logistics.card_rows import CLEAR, Rows, search_rows
from arbiter.games.logistics.look import card_site, heap_site
from engine.game import Seat
from engine.message import Message, Messages
from vision.cards.cards import Card, CardsSeen
from vision.steps import Steps

say = Messages("arbiter.games.logistics")

FEWEST, MOST = 3, 10
"""The number of cards on a side (L1)."""
EDGE_MM = 10.0
"""How far a piece may stand beyond the outer edge of a card and still be on it."""
AISLE_MM = 16.0
"""A gap between the rows that is wider than this contains a strip that belongs to no card."""
SURE, PLAIN = 0.72, 0.7
"""Least `Rows.sure` of rows that count as found, and least clearness of a card counted before that. Spurious
rows, on tables without any, stay below the first."""
GUESSED, TRACE = 0.6, 0.1
"""Least `Rows.sure` of rows that people are asked about, such as white cards on a white cloth, and least
clearness of each of their cards: a card that does not show at all was not laid yet."""


class CardsUnclear(ValueError):
    """The cards are not two rows; the message says in one line what to do, ``cards`` are those seen.
    ``guess`` is where they may be all the same, to be asked about."""

    def __init__(
        self, text: Message, cards: Iterable[Card] = (), guess: tuple[CardGrid, Rows] | None = None
    ) -> None:
        super().__init__(text)
        self.cards, self.guess = tuple(cards), guess


@dataclass(frozen=True)
class CardGrid:
    """``count`` cards on each side: the centre of all, the step from card to card and from row to row, the
    depth of a card across the rows (mm), and the angle of the rows against the table's x."""

    count: int
    x_mm: float
    y_mm: float
    pitch_mm: float
    rows_mm: float
    deep_mm: float
    turn_deg: float = 0.0

    def place(self, seat: Seat, card: int) -> tuple[float, float]:
        """The centre of a card (mm)."""
        sign = 1 if seat is Seat.NEAR else -1
        return self._table(sign * (card - (self.count + 1) / 2) * self.pitch_mm, -sign * self.rows_mm / 2)

    @cached_property
    def places(self) -> Mapping[str, tuple[float, float]]:
        """The centre of each card (mm), by site."""
        numbers = range(1, self.count + 1)
        return {card_site(seat, card): self.place(seat, card) for seat in Seat for card in numbers}

    def _table(self, u: float, v: float) -> tuple[float, float]:
        turn = math.radians(self.turn_deg)
        cos, sin = math.cos(turn), math.sin(turn)
        return self.x_mm + u * cos - v * sin, self.y_mm + u * sin + v * cos

    def site(self, x_mm: float, y_mm: float) -> str | None:
        """The site at a place: a card, a vault or a stock; ``None`` in the aisle between the rows.

        The vault is beyond the last card of a row, and everywhere else off the cards is the owner's stock.
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

    def off(self, x_mm: float, y_mm: float) -> float:
        """The distance of a place from the centre of the nearest card (mm)."""
        middles = (self.place(seat, card) for seat in Seat for card in range(1, self.count + 1))
        return min(math.hypot(x_mm - x, y_mm - y) for x, y in middles)

    def to_json(self) -> dict[str, Any]:
        """The grid as JSON."""
        return {key: round(value, 2) for key, value in asdict(self).items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CardGrid:
        """The grid from `to_json` or from people; raises ``ValueError``, ``KeyError`` or ``TypeError``."""
        names = ("count", "x_mm", "y_mm", "pitch_mm", "rows_mm", "deep_mm", "turn_deg")
        count, *rest = (data[name] for name in names)
        if not FEWEST <= count <= MOST or min(rest[2:5]) <= 0:
            raise ValueError(f"a side has {FEWEST} to {MOST} cards at positive distances")
        return cls(int(count), *map(float, rest))

    @classmethod
    def of_corners(cls, corners: Sequence[tuple[float, float]], count: int) -> CardGrid:
        """The grid whose cards fill this rectangle (mm): its corners near left first, then counter-clockwise.

        Raises ``ValueError`` for another number of corners or a side of no length.
        """
        points = np.asarray(corners, float)
        if points.shape != (4, 2):
            raise ValueError(f"the cards' outline has four corners of x and y, not {points.shape}")
        along = (points[1] - points[0] + points[2] - points[3]) / 2
        away = (points[3] - points[0] + points[2] - points[1]) / 2
        long, high = float(np.hypot(*along)), float(np.hypot(*away))
        if min(long, high) < 1.0:
            raise ValueError(say("page_no_length"))
        turn = math.degrees(math.atan2(along[1], along[0]))
        middle = points.mean(axis=0)
        return cls(count, float(middle[0]), float(middle[1]), long / count, high / 2, high / 2, turn)


def cards_missing(seen: int, count: int) -> Message:
    """What to say while only ``seen`` cards of two rows of ``count`` are seen."""
    return say("few_cards", n=seen, most=count)


def find_card_grid(seen: CardsSeen, count: int, whole: bool = False) -> tuple[CardGrid, Rows]:
    """The grid of ``count`` cards on each side that fits what is seen, and the cards in it.

    A few cards may be invisible, as the others show where they are, unless ``whole``. Raises `CardsUnclear`.
    """
    return Steps(search_card_grid(seen, count, whole)).finish()


def search_card_grid(
    seen: CardsSeen, count: int, whole: bool
) -> Generator[None, None, tuple[CardGrid, Rows]]:
    """As `find_card_grid`, in steps that are short enough for one frame each."""
    found = yield from search_rows(seen, count)
    if not found:
        raise CardsUnclear(cards_missing(0, count))
    rows = found[0]
    if rows.sure < SURE or not rows.ends or (whole and rows.seen < rows.clear.size):
        plain = tuple(card for card in rows.cards if card.clear >= PLAIN)
        likely = rows.sure >= GUESSED and rows.ends and rows.clear.min() >= TRACE
        guess = (_grid_of(rows), rows) if likely else None
        raise CardsUnclear(cards_missing(len(plain), count), plain, guess)
    yield
    more = (yield from search_rows(seen, count + 1)) if count < MOST else []
    if more and more[0].clear[:, [0, -1]].min() > PLAIN:
        raise CardsUnclear(say("rows_more", n=count + 1, most=count), more[0].cards)
    return _grid_of(rows), rows


def _grid_of(rows: Rows) -> CardGrid:
    count = rows.clear.shape[1]
    middle = rows.first + (count - 1) / 2 * rows.step + rows.away / 2
    turn = math.degrees(math.atan2(rows.step[1], rows.step[0]))
    lying = abs((rows.cards[0].turn_deg - turn + 90.0) % 180.0 - 90.0) < 45.0
    clear = [card for card in rows.cards if card.clear >= CLEAR]
    deep = float(np.median([card.short_mm if lying else card.long_mm for card in clear]))
    step, away = math.hypot(*rows.step), math.hypot(*rows.away)
    return CardGrid(count, float(middle[0]), float(middle[1]), step, away, deep, turn)
