"""Where the pyramids of a game of Logistics are, and how well a layout fits what one still table shows.

Sites are the cards, ``near1`` to ``far10``, and the heaps: ``near vault``, ``near stock``, and far's. A
card's content is its stack, bottom to top; a heap's is the sorted multiset, of which only kinds and numbers
matter. Log scores of cards are against knowing nothing, those of heaps against what fits them best.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from arbiter.games.logistics.card_pictures import LOG_ON, Picture, on_picture_log, picture_at, picture_log
from arbiter.games.logistics.heap import HeapLook, HeapNow
from arbiter.table.model import LOG_ALTERED, LOG_COVERED, LOG_UNSEEN, Seen, stray_log
from arbiter.table.scoring import Reader
from arbiter.table.stack_scoring import Stack, best_log, lower_log, stack_log
from engine.game import Seat
from engine.logistics.model import Layout, Move
from engine.logistics.state import State
from engine.pieces import Piece
from vision.track.summing import SIZES, Unit

HINT = 1.5
"""Least misfit that suggests something wrong with a card: one level more or less is easily overlooked."""
FITS = 3.5
"""A card looks like its stack if nothing else would fit better by this much."""


@cache
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


def site_parts(site: str) -> tuple[Seat, str, int]:
    """The owner of a site, its heap (empty for a card) and its card's number (0 for a heap)."""
    if is_heap(site):
        seat, heap = site.split()
        return Seat(seat), heap, 0
    seat = site.rstrip("0123456789")
    return Seat(seat), "", int(site.removeprefix(seat))


def card_contents(layout: Layout) -> dict[str, Stack]:
    """Every card's stack, by site."""
    return {
        card_site(seat, number): stack
        for seat in Seat
        for number, stack in enumerate(layout.side(seat).cards, start=1)
    }


def contents_of(layout: Layout) -> dict[str, Stack]:
    """The content of every site in a layout."""
    heaps = {
        heap_site(seat, heap): pieces
        for seat in Seat
        for heap, pieces in (("vault", layout.side(seat).vault), ("stock", layout.side(seat).stock))
    }
    return {**card_contents(layout), **heaps}


def fit_card(reader: Reader, units: Sequence[Unit], stack: Stack, pictures: Sequence[Picture]) -> float:
    """Log ratio of the units on a card being one stack; anything else there is a picture or a stray. Which
    of several units is the stack doesn't depend on how many levels each of them seems to have."""
    at = [picture_at(pictures, unit) for unit in units]
    pairs = list(zip(units, at, strict=True))
    besides = [stray_log(unit) if on is None else picture_log(reader, unit, on) for unit, on in pairs]
    if not stack:
        return sum(besides)
    ways = [LOG_UNSEEN + sum(besides)] if None not in at else []
    lower = [lower_log(unit) if on is None else 0.0 for unit, on in pairs]
    surest = max(range(len(units)), key=lambda k: units[k].confidence, default=0)
    for k, (unit, on) in enumerate(pairs):
        own = stack_log(reader, unit, stack) if on is None else on_picture_log(reader, unit, stack)
        ways.append(own - lower[k] + lower[surest] + sum(besides[:k] + besides[k + 1 :]))
    return max(ways)


def most_log(unit: Unit, pictures: Sequence[Picture]) -> float:
    """The best score that any stack could have for a unit on a card."""
    return best_log(unit) if picture_at(pictures, unit) is None else LOG_ON


@dataclass
class Fit:
    """Scores layouts against one still table, remembering single sites.

    A card that still looks as it did when it ``held`` its believed content is scored by the difference to
    that: what was misread then is misread now.
    """

    seen: Seen
    reader: Reader
    before: Mapping[str, HeapLook] = field(default_factory=dict)
    pictures: Sequence[Picture] = ()
    held: Mapping[str, Stack] = field(default_factory=dict)
    turns: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    """Earlier searches on this table, each with the state it started from (by its identity)."""
    _likely: dict[str, tuple[Piece, ...]] = field(default_factory=dict)
    _sites: dict[tuple[str, Stack], float] = field(default_factory=dict)
    _heaps_then: dict[str, tuple[HeapNow, dict[Stack, float]]] = field(default_factory=dict)
    """Hidden heaps as they were last seen, with how well contents fitted."""
    _bounds: dict[str, float] = field(default_factory=dict)
    _olds: dict[str, float] = field(default_factory=dict)
    _heaps: dict[str, HeapNow] = field(default_factory=dict)
    _sides: dict[tuple[Seat, tuple[Stack, ...]], tuple[float, Mapping[str, float]]] = field(
        default_factory=dict
    )

    def site(self, site: str, content: Stack) -> float:
        """Log score of a content at a site."""
        key = (site, content)
        if key not in self._sites:
            self._sites[key] = 0.0 if site in self.seen.hidden else self._site(site, content)
        return self._sites[key]

    def _site(self, site: str, content: Stack) -> float:
        if is_heap(site):
            return self._heap(site).fit(content)
        fit = fit_card(self.reader, self.seen.at(site), content, self.pictures)
        was = self.held.get(site)
        if was is not None and content != was and self.seen.overlooked(site, was):
            return LOG_ALTERED
        if was is None or not self._untouched(site):
            return fit
        if site in self.seen.stale:
            return 0.0 if content == was else LOG_COVERED
        return 0.0 if content == was else min(self.seen.most_changed(site), fit - self._as_held(site))

    def _untouched(self, site: str) -> bool:
        """Whether a card still looks as it did when its content was accepted."""
        return site in self.held and site not in self.seen.changed

    def likely(self, site: str) -> tuple[Piece, ...]:
        """The kinds that the visible pieces at a site may well be, in a fixed order."""
        if site not in self._likely:
            self._likely[site] = tuple(sorted(likely_pieces(self.seen.at(site), self.reader)))
        return self._likely[site]

    def went(self, seat: Seat) -> list[Piece]:
        """The kinds that showed on a player's cards a moment ago where nothing does now."""
        went = self.seen.went.items()
        cards = (units for site, units in went if site.startswith(seat) and not is_heap(site))
        return sorted({piece for units in cards for piece in likely_pieces(units, self.reader)})

    def unseen(self, site: str) -> bool:
        """Whether a card is covered and was last seen looking as before."""
        return site in self.seen.stale and self._untouched(site)

    def _as_held(self, site: str) -> float:
        """The log ratio of a card's accepted content."""
        if site not in self._olds:
            self._olds[site] = fit_card(self.reader, self.seen.at(site), self.held[site], self.pictures)
        return self._olds[site]

    def _heap(self, site: str) -> HeapNow:
        if site not in self._heaps:
            self._heaps[site] = HeapNow(self.reader, self.seen.at(site), self.before.get(site))
        return self._heaps[site]

    def gone(self, site: str, content: Stack) -> Counter[Piece]:
        """The pyramids of a heap's content that no longer show where they stood."""
        return Counter() if site in self.seen.hidden else self._heap(site).left_places(content)

    def moved_mm(self, site: str, piece: Piece) -> float:
        """How far a pyramid of this kind has moved in a heap (see `HeapNow.moved_mm`)."""
        return 0.0 if site in self.seen.hidden else self._heap(site).moved_mm(piece)

    def came(self, site: str) -> set[Piece]:
        """The kinds that pyramids at new places in a heap look like."""
        return set() if site in self.seen.hidden else self._heap(site).came()

    def absent(self, site: str) -> tuple[Piece, ...]:
        """The kinds that once stood in a heap and do not show now."""
        return () if site in self.seen.hidden else self._heap(site).absent()

    def bound(self, site: str) -> float:
        """The best score that any stack could have on a card."""
        if site not in self._bounds:
            units = () if site in self.seen.hidden or self._untouched(site) else self.seen.at(site)
            self._bounds[site] = max((most_log(unit, self.pictures) for unit in units), default=0.0)
        return self._bounds[site]

    def misfit(self, site: str, stack: Stack) -> float:
        """How much better something else would fit a card than this stack."""
        return self.bound(site) - self.site(site, stack)

    def differing(self, layout: Layout, least: float = FITS) -> tuple[str, ...]:
        """The cards with a misfit of more than ``least`` log units."""
        sides = (self._side(seat, layout) for seat in Seat)
        return tuple(site for _, misfits in sides for site, misfit in misfits.items() if misfit > least)

    def _side(self, seat: Seat, layout: Layout) -> tuple[float, Mapping[str, float]]:
        """The log score of a player's cards, and the misfit of each; cached because most moves leave one
        player's cards unchanged."""
        key = seat, layout.side(seat).cards
        if key not in self._sides:
            held = {card_site(seat, number): stack for number, stack in enumerate(key[1], start=1)}
            scores = {site: self.site(site, stack) for site, stack in held.items()}
            misfits = {site: self.bound(site) - score for site, score in scores.items()}
            self._sides[key] = sum(scores.values()), misfits
        return self._sides[key]

    def misfits(self, layout: Layout) -> float:
        """The total misfit of all cards and vaults."""
        sides = (self._side(seat, layout)[1].values() for seat in Seat)
        total = sum(max(0.0, misfit) for misfits in sides for misfit in misfits)
        return total + sum(max(0.0, -score) for score in self._vault_scores(layout))

    def explains(self, layout: Layout, slack: float = FITS) -> bool:
        """Whether all cards look like their stacks, and no heap speaks against what it should hold by
        ``slack`` log units."""
        return not self.differing(layout) and min(self._heap_scores(layout)) > -slack

    def cards(self, layout: Layout) -> float:
        """Log score of all cards."""
        return sum(self._side(seat, layout)[0] for seat in Seat)

    def _vault_scores(self, layout: Layout) -> list[float]:
        return [self.site(heap_site(seat, "vault"), layout.side(seat).vault) for seat in Seat]

    def _heap_scores(self, layout: Layout) -> list[float]:
        stocks = [self.site(heap_site(seat, "stock"), layout.side(seat).stock) for seat in Seat]
        return self._vault_scores(layout) + stocks

    def shown_then(self, state: State, moves: Sequence[Move]) -> float:
        """Log score of the hidden heaps as they were last seen: as some moment of the ``moves`` from the
        believed ``state`` left them."""
        sites = [site for site in self.seen.shown if site in self.seen.hidden and is_heap(site)]
        if not sites:
            return 0.0
        states = itertools.accumulate(moves, lambda so_far, move: so_far.force(move).state, initial=state)
        held = [contents_of(each.layout) for each in states]
        return sum(min(0.0, max(self._then(site, each[site]) for each in held)) for site in sites)

    def _then(self, site: str, content: Stack) -> float:
        if site not in self._heaps_then:
            self._heaps_then[site] = HeapNow(self.reader, self.seen.shown[site], self.before.get(site)), {}
        heap, known = self._heaps_then[site]
        if content not in known:
            known[content] = heap.fit(content)
        return known[content]

    def layout(self, layout: Layout) -> float:
        """Log score of all cards and heaps."""
        return self.cards(layout) + sum(self._heap_scores(layout))


def likely_pieces(units: Iterable[Unit], reader: Reader, most: int = 2) -> set[Piece]:
    """The kinds that the visible pieces of units may well be, at most ``most`` for each piece."""
    found: set[Piece] = set()
    for level in (level for unit in units for level in unit.levels):
        table = level.kinds()
        for flat in np.argsort(table, axis=None)[::-1][:most]:
            row, column = np.unravel_index(int(flat), table.shape)
            if table[row, column] > table.max() - 2 * FITS:
                found.add(Piece(SIZES[int(column)], reader.palette[int(row)]))
    return found
