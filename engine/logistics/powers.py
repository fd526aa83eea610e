"""The powers of captures: what they can do and what they lead to (L9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from engine.game import MalformedMove, Seat
from engine.logistics.model import (
    POWERS,
    Advance,
    Layout,
    Power,
    PowerName,
    Recall,
    Reclaim,
    Spot,
    Swap,
)
from engine.message import Messages
from engine.pieces import Colour, Piece

say = Messages("engine.logistics")


def names_of(colours: Iterable[Colour]) -> tuple[PowerName, ...]:
    """The powers that capturing colours give, without repetition."""
    return tuple(dict.fromkeys(POWERS[colour] for colour in colours))


def uses(layout: Layout, seat: Seat, name: PowerName) -> Iterator[Power]:
    """Every use of a power; none if there is nothing to act on."""
    if name in ("swap_own", "swap_theirs"):
        owner = seat if name == "swap_own" else seat.other
        for first, second in combinations(_spots(layout, owner), 2):
            yield Swap(seat, owner, first, second)
        return
    for owner in Seat:
        side = layout.side(owner)
        if name == "reclaim":
            for piece in dict.fromkeys(side.vault):
                yield Reclaim(seat, owner, piece)
            continue
        for card, stack in enumerate(side.cards, start=1):
            if stack:
                yield Recall(seat, owner, card) if name == "recall" else Advance(seat, owner, card)


def _spots(layout: Layout, owner: Seat) -> Iterator[Spot]:
    for card, stack in enumerate(layout.side(owner).cards, start=1):
        for level in range(1, len(stack) + 1):
            yield Spot(card, level)


def use(layout: Layout, power: Power) -> Layout:
    """The layout after a power is used; raises `MalformedMove` if what it acts on does not exist."""
    side = layout.side(power.owner)
    if isinstance(power, Reclaim):
        if power.piece not in side.vault:
            raise MalformedMove(say("not_in_vault", piece=power.piece, who=power.owner))
        vault = list(side.vault)
        vault.remove(power.piece)
        return layout.with_side(power.owner, replace(side, vault=tuple(vault)).with_stock(power.piece))
    if isinstance(power, Swap):
        return _swap(layout, power)
    if not 1 <= power.card <= len(side.cards) or not side.cards[power.card - 1]:
        raise MalformedMove(say("card_empty", who=power.owner, n=power.card))
    *rest, top = side.cards[power.card - 1]
    without = side.with_card(power.card, tuple(rest))
    if isinstance(power, Recall):
        after = without.with_stock(top)
    elif power.card == len(side.cards):
        after = without.with_vault(top)
    else:
        after = without.with_card(power.card + 1, (*without.cards[power.card], top))
    return layout.with_side(power.owner, after)


def _swap(layout: Layout, power: Swap) -> Layout:
    side = layout.side(power.owner)
    if power.first == power.second:
        raise MalformedMove(say("swap_two"))
    one, two = piece_at(layout, power.owner, power.first), piece_at(layout, power.owner, power.second)
    for spot, piece in ((power.first, two), (power.second, one)):
        stack = list(side.cards[spot.card - 1])
        stack[spot.level - 1] = piece
        side = side.with_card(spot.card, tuple(stack))
    return layout.with_side(power.owner, side)


def pieces_moved(layout: Layout, power: Power) -> tuple[Piece, ...]:
    """The pyramids that a possible power would move."""
    if isinstance(power, Reclaim):
        return (power.piece,)
    if isinstance(power, Swap):
        return tuple(piece_at(layout, power.owner, spot) for spot in (power.first, power.second))
    return (layout.side(power.owner).cards[power.card - 1][-1],)


def piece_at(layout: Layout, owner: Seat, spot: Spot) -> Piece:
    """The pyramid in a place; raises `MalformedMove` if there is none."""
    cards = layout.side(owner).cards
    if 1 <= spot.card <= len(cards) and 1 <= spot.level <= len(cards[spot.card - 1]):
        return cards[spot.card - 1][spot.level - 1]
    raise MalformedMove(say("no_level", who=owner, card=spot.card, n=spot.level))
