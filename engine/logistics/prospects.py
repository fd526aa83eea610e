"""How a Logistics position may end: proven bounds, a guess, and the sows worth searching (L1 to L11).

All values are near's points less far's. A piece is *outside* while it is in a stock or on a card; only such
pieces move, capture and give powers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from math import comb

from engine.game import Seat
from engine.logistics.cards import has_tree, makes_nest, may_sow_card, score_vault
from engine.logistics.model import POWERS, Layout, Rules, Side, Stack
from engine.logistics.state import State
from engine.pieces import Colour, Piece, Size

Bounds = tuple[int, int]

OUT_OF_A_VAULT = tuple(colour for colour, name in POWERS.items() if name == "reclaim")
BACKWARDS = tuple(colour for colour, name in POWERS.items() if name in ("reclaim", "recall"))
"""The colours whose powers move a pyramid back; everything else only moves forward."""

PYRAMID = 5 / 3
"""A third of a mixed tree: a pyramid's value in the vault in the long run."""
IN_STOCK, ON_FIRST_CARD, ON_LAST_CARD, EXPOSED, BLOCKED = 0.45, 0.5, 0.9, 0.6, 0.3
"""A pyramid's chances of reaching the vault; the last two are factors."""
TO_MOVE = 0.5


def outside(side: Side) -> Iterator[Piece]:
    """A side's pyramids that are not in its vault."""
    return chain(side.stock, *side.cards)


def has_outside(layout: Layout, colours: tuple[Colour, ...]) -> bool:
    """Whether a pyramid outside has one of these colours."""
    return any(piece.colour in colours for piece in chain(outside(layout.near), outside(layout.far)))


def gives_power(state: State, colours: tuple[Colour, ...]) -> bool:
    """Whether a pyramid outside or a due power has one of these colours."""
    due = any(colour in colours for colour in chain(*state.pending))
    return due or has_outside(state.layout, colours)


def progress(layout: Layout) -> int:
    """How far forward all pyramids are, each by its card's number or n + 1 in a vault.

    Sows, captures and advances raise it, swaps keep it, and only the powers of `BACKWARDS` lower it.
    """
    sides = (layout.near, layout.far)
    on_cards = sum(card * len(stack) for side in sides for card, stack in enumerate(side.cards, start=1))
    return on_cards + sum((len(side.cards) + 1) * len(side.vault) for side in sides)


def whole_worth(layout: Layout) -> int:
    """The value of one vault with every pyramid on the table."""
    return score_vault(layout.pieces.elements()).total


def find_bounds(state: State, whole: int) -> Bounds:
    """Bounds that hold for any play (L11); ``whole`` is the `whole_worth`, which never changes.

    While a pyramid can still be taken out of a vault (L9), each side may end with nothing or everything.
    Otherwise vaults only grow: by at most everything outside, and not at all for a player with nothing
    outside to sow and capture with. A larger vault is never worth less.
    """
    layout = state.layout
    if state.outcome is not None:
        value = state.outcome.near.total - state.outcome.far.total
        return value, value
    if gives_power(state, OUT_OF_A_VAULT):
        return -whole, whole
    (near_low, near_high), (far_low, far_high) = (_final_scores(layout, seat) for seat in Seat)
    return near_low - far_high, near_high - far_low


def _final_scores(layout: Layout, seat: Seat) -> Bounds:
    own, theirs = layout.side(seat), layout.side(seat.other)
    least = score_vault(own.vault).total
    if not any(True for _ in outside(own)):
        return least, least
    return least, score_vault((*own.vault, *outside(own), *outside(theirs))).total


def guess(state: State) -> float:
    """An estimate from what is in the vaults and how close everything else is to them."""
    near, far = (_prospects(state.layout, seat) for seat in (Seat.NEAR, Seat.FAR))
    move = 0.0 if state.mover is None else TO_MOVE if state.mover is Seat.NEAR else -TO_MOVE
    return near - far + move


def _prospects(layout: Layout, seat: Seat) -> float:
    side, facing = layout.side(seat), layout.side(seat.other).cards
    total = score_vault(side.vault).total + PYRAMID * IN_STOCK * len(side.stock)
    span = len(facing) - 1
    for number, stack in enumerate(side.cards):
        if not stack:
            continue
        chance = ON_FIRST_CARD + (ON_LAST_CARD - ON_FIRST_CARD) * number / span
        if not facing[span - number] and not has_tree(stack):
            chance *= EXPOSED
        if not may_sow_card(side, number + 1):
            chance *= BLOCKED
        total += PYRAMID * chance * len(stack)
    return total


def count_stock_sows(side: Side, rules: Rules) -> int:
    """The number of sows from the stock (L1): ordered choices from a multiset, kind by kind."""
    ways = [1] + [0] * rules.most_from_stock
    for count in Counter(side.stock).values():
        ways = [
            sum(ways[size - taken] * comb(size, taken) for taken in range(min(count, size) + 1))
            for size in range(len(ways))
        ]
    return sum(ways) - 1


def likely_stock_sows(side: Side, facing: tuple[Stack, ...], rules: Rules) -> Iterator[Stack]:
    """A few sows from the stock for each length.

    They end with the best pyramid of each colour, which decides a capture's power, and begin with whatever
    fits the stacks best.
    """
    have = Counter(side.stock)
    ranked = [
        sorted(have, key=lambda kind: (_fit(kind, stack, across), kind), reverse=True)
        for stack, across in zip(side.cards, reversed(facing), strict=True)
    ]
    for length in range(1, min(rules.most_from_stock, len(side.stock)) + 1):
        best = {kind.colour: kind for kind in reversed(ranked[length - 1])}
        for last in best.values():
            sown: Stack = ()
            for kinds in ranked[: length - 1]:
                free = (kind for kind in kinds if (*sown, last).count(kind) < have[kind])
                sown = (*sown, next(free))
            yield (*sown, last)


def _fit(kind: Piece, stack: Stack, facing: Stack) -> int:
    """How well a pyramid fits a stack: as a capturing nest, a tree, half a tree; on a tree, not at all."""
    after = (*stack, kind)
    if makes_nest((kind,), stack) and has_tree(facing):
        return 2 * len(facing)
    if has_tree(after):
        return 5 + 2 * (len({piece.colour for piece in after[-3:]}) == 1)
    if has_tree(stack):
        return -5
    if stack and stack[-1].size is Size.LARGE and kind.size is Size.MEDIUM:
        return 2 + (stack[-1].colour is kind.colour)
    return 1 if kind.size is Size.LARGE else 0
