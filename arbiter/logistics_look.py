"""Where the pyramids of a game of Logistics lie, and how well a layout fits what one still table shows.

Sites are the cards, ``near1`` to ``far10``, and the heaps: ``near vault``, ``near stock`` and far's. A card's
content is its stack, bottom to top; a heap's the sorted multiset, of which only kinds and numbers matter.
Log scores of cards are against knowing nothing, those of heaps against what fits them best.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from arbiter.card_pictures import LOG_ON, Picture, on_picture_log, picture_at, picture_log
from arbiter.evidence import FLOOR, SIZES, Reader, Unit
from arbiter.inventories import piece_scores
from arbiter.stack_evidence import Stack, best_log, stack_log
from arbiter.table_model import LOG_STRAY, LOG_UNSEEN, Seen
from engine.game import Seat
from engine.logistics_model import Layout
from engine.notation_pieces import format_pieces, parse_pieces
from engine.pieces import Piece

LOG_HIDDEN, MOST_HIDDEN = -0.9, 2
"""For each pyramid of a heap that is out of sight and was not, or the other way, and for how many at most:
heaps may be piled up."""
HINT = 1.5
"""From this misfit on something may be wrong with a card: a level more or less is easily overlooked."""
FITS = 3.5
"""A card looks like its stack if nothing else would fit better by as much."""
STAYS_MM = 12.0
"""A pyramid of a heap this near to where one stood has not been moved."""
UNTOUCHED = 2.0
"""A card that looks as it did speaks at most this much for something else on it."""


def card_site(seat: Seat, card: int) -> str:
    """The site of a card, counted from its owner's left (L1)."""
    return f"{seat}{card}"


def heap_site(seat: Seat, heap: str) -> str:
    """The site of a ``vault`` or a ``stock``."""
    return f"{seat} {heap}"


def is_heap(site: str) -> bool:
    """Whether a site is a vault or a stock."""
    return " " in site


def is_vault(site: str) -> bool:
    """Whether a site is a vault, where pyramids are piled up as they are taken."""
    return site.endswith(" vault")


def card_contents(layout: Layout) -> dict[str, Stack]:
    """Every card's stack by site."""
    return {
        card_site(seat, number): stack
        for seat in Seat
        for number, stack in enumerate(layout.side(seat).cards, start=1)
    }


def contents_of(layout: Layout) -> dict[str, Stack]:
    """What a layout has at every site."""
    heaps = {
        heap_site(seat, heap): pieces
        for seat in Seat
        for heap, pieces in (("vault", layout.side(seat).vault), ("stock", layout.side(seat).stock))
    }
    return {**card_contents(layout), **heaps}


def fit_card(
    reader: Reader, units: Sequence[Unit], stack: Stack, pictures: Sequence[Picture] = ()
) -> float:
    """Log ratio of the units on a card being one stack; what shows besides is a picture or a stray."""
    at = [picture_at(pictures, unit) for unit in units]
    pairs = list(zip(units, at, strict=True))
    besides = [LOG_STRAY if on is None else picture_log(reader, unit, on) for unit, on in pairs]
    if not stack:
        return sum(besides)
    ways = [LOG_UNSEEN + sum(besides)] if None not in at else []
    for k, (unit, on) in enumerate(pairs):
        own = stack_log(reader, unit, stack) if on is None else on_picture_log(reader, unit, stack)
        ways.append(own + sum(besides[:k] + besides[k + 1 :]))
    return max(ways)


def most_log(unit: Unit, pictures: Sequence[Picture]) -> float:
    """The most that any stack could score for a unit on a card."""
    return best_log(unit) if picture_at(pictures, unit) is None else LOG_ON


@dataclass(frozen=True)
class HeapLook:
    """How a heap looked when it was last understood: how many of its pyramids were out of sight, and by how
    many log units the others looked like other kinds.
    """

    hidden: int
    misfit: float
    shown: Stack = ()
    """The pyramids that stood there in the open, as far as they are told apart."""
    places: tuple[tuple[float, float], ...] = ()
    """Where (mm) something stood; not known after a record is taken up."""

    def to_json(self) -> list[Any]:
        return [self.hidden, round(self.misfit, 2), format_pieces(self.shown)]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> HeapLook:
        """What ``to_json`` wrote; older records have no third entry."""
        hidden, misfit, shown = (*data, "")[:3]
        return cls(hidden, misfit, parse_pieces(shown) if shown else ())


def look_of_heap(reader: Reader, units: Sequence[Unit], pieces: Stack) -> HeapLook:
    """How a heap looks that holds these pyramids."""
    if not units:
        return HeapLook(len(pieces), 0.0)
    return _match(reader, units, pieces)


def fit_heap(reader: Reader, units: Sequence[Unit], pieces: Stack, before: HeapLook | None = None) -> float:
    """Log ratio of the visible pyramids of a heap being among ``pieces``, each of which shows once at most,
    against how well it fitted ``before``; more or fewer of them out of sight cost a little, and one that
    stood in the open and should still be there costs as much as whatever else does not show.

    A heap of which nothing shows says nothing: it may lie out of the picture.
    """
    now = look_of_heap(reader, units, pieces)
    if before is None:
        return now.misfit
    if not units and before.hidden >= len(pieces):
        return 0.0
    lost = gone(reader, units, pieces, before).total()
    more = abs(now.hidden - before.hidden - lost)
    return now.misfit - before.misfit + LOG_UNSEEN * lost + LOG_HIDDEN * min(MOST_HIDDEN, more)


def gone(reader: Reader, units: Sequence[Unit], pieces: Stack, before: HeapLook | None) -> Counter[Piece]:
    """Those of ``pieces`` that stood in the open when a heap was last understood and do not show now."""
    if before is None:
        return Counter()
    return Counter(before.shown) & Counter(pieces) - Counter(look_of_heap(reader, units, pieces).shown)


def _match(reader: Reader, units: Sequence[Unit], pieces: Stack) -> HeapLook:
    """How the visible pyramids look as these, each at best 0."""
    levels = [level for unit in units for level in unit.levels]
    counts = Counter(piece for piece in pieces if piece.colour in reader.palette)
    kinds = tuple(counts)
    best = np.array([[level.kinds().max()] for level in levels])
    table = piece_scores(levels, kinds, reader.palette) - best
    most = np.array([min(counts[kind], len(levels)) for kind in kinds], int)
    copies = np.repeat(np.arange(len(kinds)), most)
    strays = np.repeat(np.array([[cost] for unit in units for cost in _stray_logs(unit)]), len(levels), 1)
    wide = np.hstack([table[:, copies], strays])
    rows, columns = linear_sum_assignment(wide, maximize=True)
    pairs = zip(rows, columns, strict=True)
    found = [(row, kinds[copies[column]]) for row, column in pairs if column < len(copies)]
    tops = {row for row, level in enumerate(levels) if any(level is unit.levels[0] for unit in units)}
    shown = tuple(sorted(kind for row, kind in found if row in tops))
    places = tuple((unit.x_mm, unit.y_mm) for unit in units)
    return HeapLook(len(pieces) - len(found), float(wide[rows, columns].sum()), shown, places)


def _stray_logs(unit: Unit) -> Iterator[float]:
    """What each level of a unit costs that is no pyramid of the heap: a lower one may not be there at all."""
    yield LOG_STRAY
    for level in range(1, len(unit.levels)):
        yield max(LOG_STRAY, math.log(max(FLOOR, sum(unit.p_levels[:level]))))


@dataclass
class Fit:
    """Scores layouts against one still table and remembers what single sites gave.

    Of a card that looks as it did when it ``held`` what was believed in only the difference to that counts,
    up to ``UNTOUCHED``: what was misread then is misread now.
    """

    seen: Seen
    reader: Reader
    before: Mapping[str, HeapLook] = field(default_factory=dict)
    pictures: Sequence[Picture] = ()
    held: Mapping[str, Stack] = field(default_factory=dict)
    _sites: dict[tuple[str, Stack], float] = field(default_factory=dict)
    _bounds: dict[str, float] = field(default_factory=dict)
    _olds: dict[str, float] = field(default_factory=dict)

    def site(self, site: str, content: Stack) -> float:
        """Log score of a content at a site."""
        key = (site, content)
        if key not in self._sites:
            self._sites[key] = 0.0 if site in self.seen.hidden else self._site(site, content)
        return self._sites[key]

    def _site(self, site: str, content: Stack) -> float:
        if is_heap(site):
            return fit_heap(self.reader, self.seen.at(site), content, self.before.get(site))
        fit = fit_card(self.reader, self.seen.at(site), content, self.pictures)
        if not self._untouched(site):
            return fit
        was = self.held[site]
        return 0.0 if content == was else min(UNTOUCHED, fit - self._as_held(site))

    def _untouched(self, site: str) -> bool:
        """Whether a card looks as it did when what it held was accepted."""
        return site in self.held and site not in self.seen.changed

    def _as_held(self, site: str) -> float:
        """How well a card fits what it held."""
        if site not in self._olds:
            self._olds[site] = fit_card(self.reader, self.seen.at(site), self.held[site], self.pictures)
        return self._olds[site]

    def gone(self, site: str, content: Stack) -> Counter[Piece]:
        """The pyramids of a heap's content that stood in the open and do not show now."""
        hidden = site in self.seen.hidden
        return Counter() if hidden else gone(self.reader, self.seen.at(site), content, self.before.get(site))

    def came(self, site: str) -> set[Piece]:
        """What the pyramids of a heap that stand where none stood look like."""
        before = self.before.get(site)
        if before is None or not before.places:
            return set()
        fresh = (
            unit
            for unit in self.seen.at(site)
            if all(math.dist(at, (unit.x_mm, unit.y_mm)) > STAYS_MM for at in before.places)
        )
        return {self.reader.best(unit) for unit in fresh}

    def bound(self, site: str) -> float:
        """The most that any stack could score on a card."""
        if site not in self._bounds:
            units = () if site in self.seen.hidden or self._untouched(site) else self.seen.at(site)
            self._bounds[site] = max((most_log(unit, self.pictures) for unit in units), default=0.0)
        return self._bounds[site]

    def misfit(self, site: str, stack: Stack) -> float:
        """By how much something else would fit a card better than this stack."""
        return self.bound(site) - self.site(site, stack)

    def differing(self, layout: Layout, least: float = FITS) -> tuple[str, ...]:
        """The cards that do not look like their stacks, by more than so many log units."""
        contents = card_contents(layout).items()
        return tuple(site for site, stack in contents if self.misfit(site, stack) > least)

    def explains(self, layout: Layout) -> bool:
        """Whether all cards look like their stacks and no heap has what it should not have."""
        heaps = [self.site(site, content) for site, content in contents_of(layout).items() if is_heap(site)]
        return not self.differing(layout) and min(heaps) > -FITS

    def cards(self, layout: Layout) -> float:
        """Log score of all cards."""
        return sum(self.site(site, stack) for site, stack in card_contents(layout).items())

    def layout(self, layout: Layout) -> float:
        """Log score of all cards and heaps."""
        return sum(self.site(site, content) for site, content in contents_of(layout).items())


def likely_pieces(units: Iterable[Unit], reader: Reader, most: int = 2) -> set[Piece]:
    """The kinds that the visible pieces of units may well be, at most so many a piece."""
    found: set[Piece] = set()
    for level in (level for unit in units for level in unit.levels):
        table = level.kinds()
        for flat in np.argsort(table, axis=None)[::-1][:most]:
            row, column = np.unravel_index(int(flat), table.shape)
            if table[row, column] > table.max() - 2 * FITS:
                found.add(Piece(SIZES[int(column)], reader.palette[int(row)]))
    return found
