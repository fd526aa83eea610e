"""Two rows of cards, found among everything in a picture that looks like a card.

The model: ``count`` cards in a row, all of one size and, within a few degrees, one orientation, at equal
steps, and a second such row facing it; each card may be slightly out of place. Two neighbours and one card
opposite make a hypothesis. It is judged by the cards that it explains, by those left over at its ends, and by
the vault cards, turned by 90 degrees, beyond near's right and far's left. The best few hypotheses are
compared with the picture again, at places without a card. Where the cards' sides hardly show, such as those
of white ones on a white cloth, all of it is done again with their faces, and two clear vaults make hypotheses
too: the rows lie between them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.cards import Card, CardsSeen
from vision.cards.sides import SIZES_MM

Floats = NDArray[np.float64]
Numbers = NDArray[np.int_]
MOST_CARDS = 80
MOST_PAIRS, MOST_AISLES, MOST_WINDOWS, MOST_LOOKS = 150, 6, 6, 60
FINALISTS = 3
"""Bounds: pairs of neighbours tried of each kind, second rows tried for each, hypotheses and empty places
examined, and hypotheses of which all places are examined."""
CLEAR = 0.45
"""Least clearness of a card that counts as seen."""
ASKEW_DEG = 10.0
"""Cards of the rows, and a row and its cards, are turned against each other by less."""
TURNED = 1.0
"""The greatest slope of the rows: 45 degrees."""
UNLIKE_MM = 9.0
"""Cards of the rows differ by less in each side."""
GAP_MM, AISLE_MM = (-4.0, 45.0), (-5.0, 90.0)
"""The free space between neighbours, and between the rows."""
OFF_MM = 14.0
"""The farthest that a card is out of place, in each direction."""
TOUCH_MM = 2.0
"""If the rows are closer than this, the line between them counts as the side of one row only."""
LOOSE_MM = 4.0
"""A card this far out of place has half the weight in fitting the rows."""
CROSSED_MM, CLEARER = 25.0, 0.25
"""Two crossed cards are at one place if their centres are this close; the real one is this much clearer."""
SURER, BRIDGED = 0.04, 0.05
"""How much surer each vault makes the rows, and two clear ones besides."""
SPILL, EVEN, VAULT = 0.5, 0.3, 0.6
"""Penalty for a card next to a row's end, extra weight of the emptier row's cards, weight of each vault."""
VAULT_CLEAR, BETWEEN_MM, AISLES_MM = 0.8, (10.0, 5.0, 15.0, 0.0, 20.0), (6.0, 14.0)
"""Least clearness of vaults between which rows are looked for, the spaces tried between neighbours, and
between the rows besides what the vaults say."""
MOST_VAULTS, MOST_BETWEEN = 8, 150
"""Bounds: cards tried as vaults, and places examined for faces."""
SURE_ENOUGH, MOST_FACED, FACES_COUNT = 0.8, 4, 0.9
"""Surer rows than this are not doubted; of how many rows with the most faces the sides are examined too; and
the weight of rows found by their cards' faces: pieces on pale ground look like printed faces too."""
VAULT_OFF_DEG, VAULT_OFF_MM, VAULT_STEPS = 16.0, 32.0, (0.7, 2.3)
"""How far a vault card may be from 90 degrees, from its row, and (in steps) from the row's last card."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Two rows of cards: ``first`` (2,) mm is the centre of the near row's left card, ``step`` (2,) leads to
    the next card, ``away`` (2,) to the other row. ``clear`` (2, count) says how much of each card shows,
    near's row first; ``cards`` are the cards of the rows, ``score`` says how well all of it fits together,
    ``vaults`` (0 to 2) how clear the crossed cards beyond both ends are; ``by_face`` that only the cards'
    faces speak for them."""

    first: Floats
    step: Floats
    away: Floats
    clear: Floats
    cards: tuple[Card, ...]
    score: float
    vaults: float = 0.0
    by_face: bool = False

    @property
    def sure(self) -> float:
        """The evidence for the rows (0 to 1)."""
        bridged = BRIDGED * (self.vaults > 2 * VAULT_CLEAR**2)
        shown = float(self.clear.mean()) * (FACES_COUNT if self.by_face else 1.0)
        return min(1.0, shown + SURER * self.vaults + bridged)

    @property
    def ends(self) -> bool:
        """Whether a card is seen at both ends: nothing else shows where the rows end."""
        return bool((self.clear[:, [0, -1]] >= CLEAR).any(0).all())

    @property
    def seen(self) -> int:
        """The number of cards seen."""
        return int((self.clear >= CLEAR).sum())


@dataclass(frozen=True, eq=False)
class _Lattices:
    """Hypotheses without ends: a ``card`` on each (K, 2) mm, the direction ``along`` its row (K, 2), the
    ``step`` (K,) mm, the distance of the other row (K,) mm, the cards' ``turn`` (K,) degrees and ``size`` (K,
    2) mm."""

    card: Floats
    along: Floats
    step: Floats
    aisle: Floats
    turn: Floats
    size: Floats

    @property
    def across(self) -> Floats:
        return np.stack([-self.along[:, 1], self.along[:, 0]], 1)


def search_rows(seen: CardsSeen, count: int) -> Generator[None, None, list[Rows]]:
    """Returns the two rows of ``count`` cards that best explain what is seen, if anything looks like rows, in
    steps that are short enough for one frame each."""
    found = yield from _best_rows(seen, count)
    if _doubted(found):
        yield
        found += yield from _best_rows(seen.with_faces(), count)
    return sorted(found, key=lambda rows: -rows.sure)[:1]


def _best_rows(seen: CardsSeen, count: int) -> Generator[None, None, list[Rows]]:
    best = sorted(seen.cards, key=lambda card: -card.clear)[:MOST_CARDS]
    table = np.array([_facts(card) for card in best]).reshape(-1, 6)
    lattices = _lattices(table)
    windows = [] if lattices is None else _windows(table, best, lattices, count)
    found = [replace(_looked_at(rows, seen, CLEAR), by_face=seen.by_face) for rows in windows]
    if seen.by_face and _doubted(found):  # two clear vaults vouch for these rows, not only faces
        found += _between_vaults(table, seen, count)
    yield
    best_few = sorted(found, key=lambda rows: -rows.score)[:FINALISTS]
    drawn = [_less_crossed(_looked_at(rows, seen, 1.0), table) for rows in best_few]
    drawn = sorted(drawn, key=lambda rows: -rows.score)[:1]
    return [_less_crossed(_looked_at(rows, seen, 1.0), table) for rows in drawn]


def _doubted(found: Sequence[Rows]) -> bool:
    return all(rows.sure < SURE_ENOUGH for rows in found)


def _facts(card: Card) -> tuple[float, ...]:
    return card.x_mm, card.y_mm, card.turn_deg, card.short_mm, card.long_mm, card.clear


def _apart(one: Floats | float, other: Floats | float) -> Floats:
    """The angle between lines (degrees)."""
    return np.asarray(np.abs((one - other + 90.0) % 180.0 - 90.0))


def _midway(one: Floats, other: Floats) -> Floats:
    """The direction (degrees) of the line between two lines."""
    return np.asarray(one + ((other - one + 90.0) % 180.0 - 90.0) / 2)


def _lattices(table: Floats) -> _Lattices | None:
    """Hypotheses from two neighbours and a card opposite, the clearest neighbours of each kind first."""
    i, j = np.nonzero(~np.eye(len(table), dtype=bool))
    between = table[j, :2] - table[i, :2]
    rightward = between[:, 0] > np.abs(between[:, 1]) * TURNED
    i, j, between = i[rightward], j[rightward], between[rightward]
    far = np.hypot(*between.T)
    way = np.degrees(np.arctan2(between[:, 1], between[:, 0]))
    turn = _midway(table[i, 2], table[j, 2])
    alike = (_apart(table[i, 2], table[j, 2]) < ASKEW_DEG) & _same_size(table[i], table[j])
    found = []
    for wide in (3, 4):  # cards stand in their row, or lie
        straight = alike & (_apart(way, turn + (90.0 if wide == 3 else 0.0)) < ASKEW_DEG)
        for steps in (1, 2):
            gap = far / steps - table[i, wide]
            good = np.flatnonzero(straight & (gap > GAP_MM[0]) & (gap < GAP_MM[1]))
            clearest = np.argsort(-(table[i[good], 5] + table[j[good], 5]), kind="stable")
            for k in good[clearest[:MOST_PAIRS]]:
                along = between[k] / far[k]
                card = table[i[k]]
                for aisle in _aisles(table, card, along, turn[k], 7 - wide):
                    found.append((*card[:2], *along, far[k] / steps, aisle, turn[k], *card[3:5]))
    if not found:
        return None
    every = np.array(found)
    return _Lattices(every[:, :2], every[:, 2:4], every[:, 4], every[:, 5], every[:, 6], every[:, 7:9])


def _same_size(ones: Floats, others: Floats) -> NDArray[np.bool_]:
    return np.asarray((np.abs(ones[..., 3:5] - others[..., 3:5]) < UNLIKE_MM).all(-1))


def _aisles(table: Floats, card: Floats, along: Floats, turn: float, deep: int) -> list[float]:
    """Possible distances of the other row from a card's row (mm, positive away from near)."""
    off = (table[:, :2] - card[:2]) @ np.array([-along[1], along[0]])
    free = np.abs(off) - card[deep]
    fits = (_apart(table[:, 2], turn) < ASKEW_DEG) & _same_size(table, card)
    fits &= (free > AISLE_MM[0]) & (free < AISLE_MM[1])
    kept = list[float]()
    for value in off[fits]:
        if len(kept) < MOST_AISLES and all(abs(value - other) > OFF_MM / 2 for other in kept):
            kept.append(float(value))
    return kept


def _windows(table: Floats, cards: Sequence[Card], on: _Lattices, count: int) -> list[Rows]:
    """The best hypotheses with their ends, each once."""
    worth, which = _placed(table, on, count)
    sums = np.cumsum(np.pad(worth[:, :, 1:-1], ((0, 0), (0, 0), (1, 0))), axis=2)
    rows = sums[:, :, count:] - sums[:, :, :-count]
    spill = (worth[:, :, : -count - 1] + worth[:, :, count + 1 :]).sum(1)
    scores = rows.sum(1) - SPILL * spill + EVEN * rows.min(1)
    found, firsts = list[Rows](), list[Floats]()
    for flat in np.argsort(-scores, axis=None, kind="stable")[: 20 * MOST_WINDOWS]:
        k, window = (int(v) for v in np.unravel_index(flat, scores.shape))
        first = on.card[k] + (window - count) * on.step[k] * on.along[k]
        if len(found) == MOST_WINDOWS:
            break
        made = _rows(cards, which[k, :, 1 + window : 1 + window + count], first, k, on)
        if all(np.abs(made.first - other).max() > OFF_MM for other in firsts):
            firsts.append(made.first)
            found.append(_scored(made, table, on.turn[k], float(spill[k, window])))
    return found


def _between_vaults(table: Floats, seen: CardsSeen, count: int) -> list[Rows]:
    """The rows that may lie between two clear cards, the vaults. White cards on a white cloth hardly have
    sides, so the picture is examined for faces too, wherever a card would lie."""
    clear = table[table[:, 5] >= VAULT_CLEAR][:MOST_VAULTS]
    bridges = (each for left in clear for right in clear for each in _bridges(left, right, count))
    made = list(itertools.islice(bridges, MOST_BETWEEN // (2 * count)))
    faces, rows = seen.faces([card for cards in made for card in cards]), list[Rows]()
    shown = np.reshape(faces, (len(made), 2 * count)).sum(1)
    for k in np.argsort(-shown, kind="stable")[:MOST_FACED]:
        rows.append(_scored(_fitted(seen.look(made[k])), table, made[k][0].turn_deg, 0.0))
    return rows


def _bridges(left: Floats, right: Floats, count: int) -> Iterator[tuple[Card, ...]]:
    """The cards of both rows (near's first) between far's vault and near's, at each possible step."""
    turn = float(_midway(left[2], right[2]))
    lying = _apart(turn, 0.0) < 45.0  # vaults lie along the rows, or stand across them
    along = math.radians((turn if lying else turn - 90) % 180)
    along = along - math.pi if along > math.pi / 2 else along
    step, across = np.array([math.cos(along), math.sin(along)]), np.array([-math.sin(along), math.cos(along)])
    wide, deep = (left[3], left[4]) if lying else (left[4], left[3])
    far, aisle = float((right - left)[:2] @ step), float((left - right)[:2] @ across)
    alike = _apart(left[2], right[2]) < ASKEW_DEG and _same_size(left, right)
    if not alike or not AISLE_MM[0] < aisle - deep < AISLE_MM[1]:
        return
    aisles = (aisle, *(deep + gap for gap in AISLES_MM if abs(deep + gap - aisle) < VAULT_OFF_MM))
    for away, gap in itertools.product(aisles, BETWEEN_MM):
        pitch = wide + gap
        beyond = (far - (count - 1) * pitch) / 2 / pitch
        if VAULT_STEPS[0] < beyond < VAULT_STEPS[1]:
            first = (left + right)[:2] / 2 - (count - 1) / 2 * pitch * step - away / 2 * across
            places = _places(first, pitch * step, away * across, count).reshape(-1, 2).tolist()
            short, long = map(float, left[3:5])
            yield tuple(Card(x, y, (turn + 90) % 180, short, long, 0.0) for x, y in places)


def _placed(table: Floats, on: _Lattices, count: int) -> tuple[Floats, Numbers]:
    """The weights of the cards on each lattice and their indexes (K, 2, 2 · count + 3): rows, and steps from
    the lattice's own card, which is in the middle."""
    between = table[None, :, :2] - on.card[:, None]
    along = np.einsum("knd,kd->kn", between, on.along) / on.step[:, None]
    across = np.einsum("knd,kd->kn", between, on.across)
    step = np.rint(along)
    off = np.abs(along - step) * on.step[:, None] / OFF_MM
    alike = _apart(table[None, :, 2], on.turn[:, None]) < ASKEW_DEG
    alike &= (np.abs(table[None, :, 3:5] - on.size[:, None]) < UNLIKE_MM).all(2)
    here = np.arange(len(on.step))
    index = np.clip(step + count + 1, 0, 2 * count + 2).astype(int)
    worth = np.zeros((len(here), 2, 2 * count + 3))
    which = np.full(worth.shape, -1)
    for row in (0, 1):
        aside = np.abs(across - row * on.aisle[:, None]) / OFF_MM
        each = alike * table[:, 5] ** 2 * np.clip(1 - off**2, 0, None) * np.clip(1 - aside**2, 0, None)
        for card in range(len(table)):
            better = each[:, card] > worth[here, row, index[:, card]]
            worth[here[better], row, index[better, card]] = each[better, card]
            which[here[better], row, index[better, card]] = card
    return worth, which


def _rows(cards: Sequence[Card], which: Numbers, first: Floats, k: int, on: _Lattices) -> Rows:
    """The rows of one hypothesis, fitted to their cards; near's row first."""
    away = on.aisle[k] * on.across[k]
    if on.aisle[k] < 0:
        first, away, which = first + away, -away, which[::-1]
    places = _places(first, on.step[k] * on.along[k], away, which.shape[1])
    made = []
    for (row, number), card in np.ndenumerate(which):
        (x, y), (long, wide) = places[row, number].tolist(), on.size[k].tolist()
        lying = Card(x, y, float(on.turn[k] % 180), long, wide, 0.0)
        made.append(cards[int(card)] if card >= 0 else lying)
    return _fitted(tuple(made))


def _places(first: Floats, step: Floats, away: Floats, count: int) -> Floats:
    """The centres (2, count, 2) mm of all cards."""
    steps = first + np.arange(count)[:, None] * step
    return np.stack([steps, steps + away])


def _fitted(cards: tuple[Card, ...]) -> Rows:
    """The rows that best fit these cards (near's, then far's), by least squares."""
    facts = np.array([_facts(card) for card in cards])
    count = len(cards) // 2
    row, number = np.divmod(np.arange(2 * count), count)
    design = np.column_stack([np.ones(2 * count), number, row]).astype(float)
    weights = np.maximum(facts[:, 5], 0.02) ** 2
    for _ in range(3):
        fit = np.linalg.lstsq(design * weights[:, None], facts[:, :2] * weights[:, None], rcond=None)[0]
        off = np.hypot(*(design @ fit - facts[:, :2]).T)
        weights = np.maximum(facts[:, 5], 0.02) ** 2 / (1.0 + (off / LOOSE_MM) ** 2)
    first, step, away = fit
    across = np.array([-step[1], step[0]]) / np.hypot(*step)
    slip = (away @ step) / (step @ step) * step  # the rows need not face each other exactly
    clear, away = facts[:, 5].reshape(2, count), (away @ across) * across
    if float(np.hypot(*away)) < _deep(facts, step) + TOUCH_MM:  # the line between belongs to one row only
        clear[clear.sum(1).argmin()] -= 0.25
    return Rows(first + slip / 2, step, away, np.clip(clear, 0, 1), cards, float((clear**2).sum()))


def _deep(facts: Floats, step: Floats) -> float:
    """The depth of such cards across their rows (mm), from the known card sizes."""
    middling = np.median(facts[:, 3:5], axis=0)
    short, long = min(SIZES_MM, key=lambda size: float(np.abs(middling - size).sum()))
    along = math.degrees(math.atan2(step[1], step[0]))
    return short if _apart(facts[:1, 2], along)[0] < 45.0 else long


def _scored(rows: Rows, table: Floats, turn: float, spill: float) -> Rows:
    """The rows with their score: their cards, what they leave over, and the vaults."""
    vaults = _vaults(rows, table, turn)
    return replace(rows, score=_worth(rows) - SPILL * spill + VAULT * vaults, vaults=vaults)


def _vaults(rows: Rows, table: Floats, turn: float) -> float:
    """The weight of the crossed cards beyond near's right and far's left."""
    step = float(np.hypot(*rows.step))
    along = (table[:, :2] - rows.first) @ rows.step / step**2
    across = (table[:, :2] - rows.first) @ rows.away / np.hypot(*rows.away)
    worth = table[:, 5] ** 2 * (_apart(table[:, 2], turn) > 90.0 - VAULT_OFF_DEG)
    beyond = along - (rows.clear.shape[1] - 1), -along
    off = np.abs(across), np.abs(across - np.hypot(*rows.away))
    least, most = VAULT_STEPS
    fits = ((out > least) & (out < most) & (o < VAULT_OFF_MM) for out, o in zip(beyond, off, strict=True))
    return float(sum((worth * fit).max(initial=0.0) for fit in fits))


def _looked_at(rows: Rows, seen: CardsSeen, below: float) -> Rows:
    """The rows after examining the picture at the places of cards that are less clear than ``below``."""
    places = _places(rows.first, rows.step, rows.away, rows.clear.shape[1]).reshape(-1, 2)
    weak = [n for n in np.argsort(rows.clear, axis=None, kind="stable") if rows.cards[n].clear < below]
    weak = weak[: MOST_LOOKS // MOST_WINDOWS] if below < 1.0 else weak
    where = [replace(rows.cards[n], x_mm=float(places[n, 0]), y_mm=float(places[n, 1])) for n in weak]
    cards = list(rows.cards)
    for n, card in zip(weak, seen.look(where), strict=True):
        cards[n] = max(card, cards[n], key=lambda each: _in_place(each, places[n]))
    return _again(rows, _fitted(tuple(cards)))


def _less_crossed(rows: Rows, table: Floats) -> Rows:
    """The rows without cards at places where a crossed card, a vault's, is clearer."""
    cards = list(rows.cards)
    for n, card in enumerate(cards):
        over = np.hypot(table[:, 0] - card.x_mm, table[:, 1] - card.y_mm) < CROSSED_MM
        crossed = over & (_apart(table[:, 2], card.turn_deg) > 90.0 - VAULT_OFF_DEG)
        if (table[crossed, 5] > card.clear + CLEARER).any():
            cards[n] = replace(card, clear=0.0)
    return _again(rows, _fitted(tuple(cards)))


def _again(rows: Rows, fitted: Rows) -> Rows:
    """The rows with their cards fitted anew."""
    score = rows.score + _worth(fitted) - _worth(rows)
    return replace(fitted, score=score, vaults=rows.vaults, by_face=rows.by_face)


def _in_place(card: Card, place: Floats) -> float:
    """How much of a card shows, reduced if it is out of place."""
    off = np.hypot(card.x_mm - place[0], card.y_mm - place[1]) / (2 * OFF_MM)
    return card.clear * max(0.0, 1.0 - float(off) ** 2)


def _worth(rows: Rows) -> float:
    worth = (rows.clear**2).sum(1)
    return float(worth.sum() + EVEN * worth.min())
