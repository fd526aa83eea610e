"""The sows from the stock that a still table of Logistics may show (L3, L4, L7).

There are tens of thousands, so they are not enumerated: for each card only those kinds are tried that look
right on top of its stack, and those that a power may have moved on from there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

from arbiter.games.logistics.look import FITS, HINT, Fit, card_contents, card_site, heap_site
from arbiter.table.stack_scoring import Stack
from engine.game import Seat
from engine.logistics import cards
from engine.logistics.model import POWERS
from engine.logistics.state import State
from engine.pieces import Piece

MARGIN = 7.0
"""Kinds that fit a card worse than the best one by more than this (log units) are not tried."""
LEFT_MARGIN = 10.0
"""The same for kinds that left their places in the stock, which counts ``MARGIN`` for them: a translucent
blue pyramid on a yellow one looks black in the dark."""
MOST_KINDS, MOST_SOWS = 5, 30
"""The most kinds tried on a card, and the most sows from the stock of each length."""
MOST_MOVED_ON = 150
"""The most sows of each length of which something was moved afterwards."""


def may_capture(state: State, seat: Seat, count: int) -> bool:
    """Whether a sow of this many from the stock captures, given the right pieces (L4, L7)."""
    own, facing = state.layout.side(seat).cards, state.layout.side(seat.other).cards
    if not own[count - 1] and facing[-count] and not cards.has_tree(facing[-count]):
        return True
    sizes = (tuple(piece.size for piece in stack[-2:]) for stack in own[:count])
    return any(
        pair == cards.UNDER_A_NEST and cards.has_tree(facing[-number]) for number, pair in enumerate(sizes, 1)
    )


def seen_stock_sows(state: State, seat: Seat, fit: Fit, later: bool = False) -> Iterator[Stack]:
    """The sows from the stock that look like the table, including those with pieces that a power has moved
    since and, if another turn may have come ``later``, with any that left the stock. On a card under a hand,
    only what has come to the vault may have been sown and moved on (see ``covered``)."""
    side = state.layout.side(seat)
    heap = heap_site(seat, "stock")
    back = fit.came(heap)
    lost = tuple(sorted(fit.gone(heap, side.stock), key=lambda kind: kind not in back))
    options = [
        _kinds_on(fit, card_site(seat, card), side.cards[card - 1], side.stock, lost, later)
        for card in range(1, state.rules.most_from_stock + 1)
    ]
    arrived = sorted(fit.came(heap_site(seat, "vault")).intersection(side.stock))
    sizes_mixed_up = [kind for kind in arrived if kind.colour in {each.colour for each in lost}]
    elsewhere = _kinds_elsewhere(state, seat, fit, (*lost, *sizes_mixed_up), later)
    unseen = [fit.unseen(card_site(seat, card)) for card in range(1, len(options) + 1)]
    further = [arrived if covered else elsewhere for covered in unseen]
    have = Counter(side.stock)
    for count in range(1, state.rules.most_from_stock + 1):
        found = dict.fromkeys(_ranked([list(each.items()) for each in options[:count]], have, Counter(lost)))
        if may_capture(state, seat, count):
            moved_on = _moved_on(options[:count], further, have) if arrived or not any(unseen[:count]) else ()
            found |= dict.fromkeys(islice(moved_on, MOST_MOVED_ON))
        yield from found


def _kinds_on(
    fit: Fit, site: str, stack: Stack, stock: Stack, lost: Stack, later: bool
) -> dict[Piece, float]:
    """The kinds of the stock that look right on top of a stack, or clearly more right than the stack alone
    (of a tall one not every band is read), best first, with their log scores. If there are none, or something
    may have been done ``later``, also all that left their places in the stock: they may be there and not
    show, or have moved on. Only those are tried where the stack alone looks clearly more right. Nothing is
    believed to be under a hand yet."""
    if fit.unseen(site):
        return {}
    scored = {kind: fit.site(site, (*stack, kind)) for kind in dict.fromkeys(stock)}
    best = max(scored.values(), default=0.0)
    ranked = sorted(scored, key=lambda kind: -scored[kind])[:MOST_KINDS]
    near = [kind for kind in ranked if scored[kind] > best - MARGIN]
    alone = fit.site(site, stack)

    def least(kind: Piece) -> float:
        easily = alone - (FITS if _overlooked(kind, stack) else HINT)
        return min(max(fit.bound(site) - 2 * FITS, easily), alone + FITS)

    fits = {kind: scored[kind] for kind in near if scored[kind] >= least(kind)}
    gone = {kind: scored[kind] for kind in lost if kind in scored}
    if later or not fits:
        return fits | gone
    return fits | {kind: score for kind, score in gone.items() if score > best - LEFT_MARGIN}


def _overlooked(kind: Piece, stack: Stack) -> bool:
    """Whether a pyramid hardly shows on a stack: on a larger one of its colour."""
    return bool(stack) and stack[-1].colour == kind.colour and kind.size < stack[-1].size


def _ranked(
    options: list[list[tuple[Piece, float]]], have: Counter[Piece], lost: Counter[Piece]
) -> Iterator[Stack]:
    """The best combinations that the stock allows, better by ``MARGIN`` for each piece that it has lost."""
    if any(not each for each in options):
        return
    while math.prod(map(len, options)) > 10 * MOST_SOWS:
        longest = max(options, key=len)
        longest.pop()
    ways = [(tuple(kind for kind, _ in way), sum(score for _, score in way)) for way in product(*options)]
    held = [(stack, score) for stack, score in ways if not Counter(stack) - have]
    held.sort(key=lambda way: -way[1] - MARGIN * (Counter(way[0]) & lost).total())
    yield from (stack for stack, _ in held[:MOST_SOWS])


def _kinds_elsewhere(state: State, seat: Seat, fit: Fit, gone: Stack, later: bool) -> list[Piece]:
    """Kinds that a power may have moved off the card on which they were sown: they showed on a card a moment
    ago, are at new places in the stock, are ``gone`` from it (and may be under what was moved onto them),
    look wrong on another card, or left no trace; those that visibly moved come first. If another turn may
    have come ``later``, one of each colour represents all."""
    stock = state.layout.side(seat).stock
    contents = card_contents(state.layout)
    sites = [site for site in fit.differing(state.layout) if site.startswith(seat)]
    shown = [*fit.went(seat), *(piece for site in sites for piece in fit.likely(site))]
    shown += [stack[-1] for site, stack in contents.items() if site in sites and stack]
    heap = heap_site(seat, "stock")
    back = {piece for piece in stock if POWERS.get(piece.colour) == "recall"}
    moved = sorted(back, key=lambda piece: (-fit.moved_mm(heap, piece), piece))
    moved = list({piece.colour: piece for piece in reversed(moved)}.values()) if later else moved
    common = Counter(stock).most_common(1)
    known = dict.fromkeys((*sorted(fit.came(heap)), *shown, *gone, *moved, *(p for p, _ in common)))
    return [piece for piece in known if piece in stock]


def _moved_on(
    options: list[dict[Piece, float]], further: Sequence[list[Piece]], have: Counter[Piece]
) -> Iterator[Stack]:
    """Sows of which one or two pieces are no longer on top of their cards but are among ``further``, one list
    for each card. On the other cards is what fits best; after that, on one of them what fits nearly as well.
    """
    count, close = len(options), [_closest(each) for each in options]
    for second, moved in product((None, *range(count)), _one_or_two(count)):
        if second in moved or any(not close[i] for i in range(count) if i not in moved):
            continue
        shown = [kinds[1:] if i == second else kinds[:1] for i, kinds in enumerate(close)]
        for way in product(*(further[i] if i in moved else shown[i] for i in range(count))):
            if not Counter(way) - have:
                yield way


def _one_or_two(count: int) -> Iterator[tuple[int, ...]]:
    yield from combinations(range(count), 1)
    yield from combinations(range(count), 2)


def _closest(kinds: dict[Piece, float]) -> list[Piece]:
    """The kind that fits a card best, and the next one if the difference is small."""
    best = max(kinds.values(), default=0.0)
    return sorted((kind for kind in kinds if kinds[kind] > best - HINT), key=lambda kind: -kinds[kind])[:2]
