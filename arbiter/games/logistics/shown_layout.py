"""The layout that a table of Logistics shows, so that people can continue after the thread was lost.

Cards that look like what they held keep it. The others get the known pyramids that look most like them, and
every pyramid that is not on a card goes into a stock or a vault: where it was, or where it fits best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from arbiter.games.logistics.look import FITS, Fit, card_contents, card_site, heap_site, site_parts
from arbiter.table.scoring import Reader
from arbiter.table.stack_scoring import MOST_LEVELS, Stack
from engine.game import Seat
from engine.logistics.model import Layout, Side
from engine.pieces import Piece
from vision.track.summing import Unit

HEAPS = ("stock", "vault")
LOG_ELSEWHERE = -2.0
"""A pyramid is not in the likeliest heap: for captured ones, the vault of the player who faced them."""


def shown_layout(layout: Layout, fit: Fit, reader: Reader) -> Layout | None:
    """The layout that a still table shows, made of the pyramids of the last known one; ``None`` if it is the
    same.

    Worst case: some 30 stacks for each card, and four heaps for each pyramid.
    """
    cards = _on_cards(layout, fit, reader)
    heaps = _in_heaps(layout, cards, fit)
    sides = {
        seat: Side(
            tuple(sorted(heaps[heap_site(seat, "stock")].elements())),
            tuple(cards[card_site(seat, card + 1)] for card in range(len(layout.side(seat).cards))),
            tuple(sorted(heaps[heap_site(seat, "vault")].elements())),
        )
        for seat in Seat
    }
    found = Layout(sides[Seat.NEAR], sides[Seat.FAR])
    return None if found == layout else found


def _on_cards(layout: Layout, fit: Fit, reader: Reader) -> dict[str, Stack]:
    """What the cards hold, starting with those that look as before."""
    held, differing = card_contents(layout), fit.differing(layout)
    cards = {site: stack for site, stack in held.items() if site not in differing}
    left = _all_of(layout)
    for stack in cards.values():
        left -= Counter(stack)
    for site in differing:
        ways = [way for way in _ways(held[site], fit.seen.at(site), reader) if not Counter(way) - left]
        cards[site] = max(ways, key=lambda way: fit.site(site, way), default=())
        left -= Counter(cards[site])
    return cards


def _ways(stack: Stack, units: tuple[Unit, ...], reader: Reader) -> Iterator[Stack]:
    """What a card may hold: some of what it held, at the bottom, and what shows on top of it."""
    shown = [reader.pieces(unit)[::-1][-MOST_LEVELS:] for unit in units]
    yield ()
    for kept in range(len(stack) + 1):
        if kept:
            yield stack[:kept]
        yield from (stack[:kept] + top[-count:] for top in shown for count in range(1, len(top) + 1))


def _in_heaps(layout: Layout, cards: dict[str, Stack], fit: Fit) -> dict[str, Counter[Piece]]:
    """What the stocks and vaults hold."""
    heaps = {
        heap_site(seat, heap): Counter(getattr(layout.side(seat), heap)) for seat in Seat for heap in HEAPS
    }
    was = card_contents(layout)
    for site in was:
        seat = site_parts(site)[0]
        own = [heap_site(seat, "stock"), heap_site(seat, "vault")]
        theirs = [heap_site(seat.other, "stock"), heap_site(seat.other, "vault")]
        for piece in (Counter(cards[site]) - Counter(was[site])).elements():
            if heap := next((heap for heap in (*own, *theirs) if heaps[heap][piece]), None):
                heaps[heap][piece] -= 1
    for site, stack in was.items():
        seat = site_parts(site)[0]
        for piece in (Counter(stack) - Counter(cards[site])).elements():
            _put(heaps, piece, heap_site(seat.other, "vault"), fit)
    return _counted(layout, cards, heaps, fit)


def _counted(
    layout: Layout, cards: dict[str, Stack], heaps: dict[str, Counter[Piece]], fit: Fit
) -> dict[str, Counter[Piece]]:
    """The heaps with every pyramid counted once: what moved from card to card left no heap."""
    wanted = _all_of(layout) - sum((Counter(stack) for stack in cards.values()), Counter())
    for piece in (sum(heaps.values(), Counter()) - wanted).elements():
        there = [each for each in heaps if heaps[each][piece]]
        heap = min(there, key=lambda each: _worth(heaps, each, piece, fit))
        heaps[heap][piece] -= 1
    for piece in (wanted - sum(heaps.values(), Counter())).elements():
        _put(heaps, piece, "", fit)
    return {site: +held for site, held in heaps.items()}


def _put(heaps: dict[str, Counter[Piece]], piece: Piece, likely: str, fit: Fit) -> None:
    """Puts a pyramid into the heap that looks most like holding it."""
    worth = {
        site: _worth(heaps, site, piece, fit) + (0.0 if site == likely else LOG_ELSEWHERE) for site in heaps
    }
    heaps[max(worth, key=lambda site: worth[site])][piece] += 1


def _worth(heaps: dict[str, Counter[Piece]], site: str, piece: Piece, fit: Fit) -> float:
    """How much more a heap looks like holding one pyramid more."""
    more = heaps[site] + Counter([piece])
    return max(-FITS, fit.site(site, _stack(more)) - fit.site(site, _stack(heaps[site])))


def _stack(held: Counter[Piece]) -> Stack:
    return tuple(sorted(held.elements()))


def _all_of(layout: Layout) -> Counter[Piece]:
    sides = (layout.side(seat) for seat in Seat)
    stacks = (stack for side in sides for stack in (side.stock, side.vault, *side.cards))
    return sum(map(Counter, stacks), Counter())
