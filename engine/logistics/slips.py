"""Sows carried out wrongly: the tables they leave, and the rules such tables break (L1 to L5, L7).

An arrangement that stood (`Arrange`) only says what the table looks like. If it is what a slip in sowing a
card or from the stock, or in capturing, would leave, the verdict names that rule and not just L15.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.game import Fault, Seat
from engine.logistics.cards import (
    Landing,
    find_captures,
    has_tree,
    may_sow_card,
    sow,
    steps_to_vault,
    units_of,
)
from engine.logistics.model import Layout, Rules, Side, Stack
from engine.message import Messages
from engine.pieces import Piece

say = Messages("engine.logistics")

SAME_CARD = Fault("L2", "same_card", say("slip_own"))
SKIPPED = Fault("L2", "skipped_card", say("slip_skip"))
TWO_ON_ONE = Fault("L2", "two_on_one", say("slip_two"))
WRONG_ORDER = Fault("L2", "wrong_order", say("slip_down"))
BACKWARDS = Fault("L2", "backwards", say("slip_back"))
SPLIT_TREE = Fault("L5", "split_tree", say("slip_tree"))
STOCK_SKIPPED = Fault(
    "L1",
    "skipped_card",
    say("slip_first"),
)
STOCK_TWO = Fault("L1", "two_on_one", say("slip_stock_two"))
STOCK_VAULT = Fault("L1", "into_vault", say("slip_vault"))
GUARDED = Fault("L5", "guarded", say("slip_guard"))
ON_OCCUPIED = Fault("L4", "on_occupied", say("slip_empty"))
NOT_FACING = Fault("L4", "not_facing", say("slip_facing"))
NOT_TAKEN = Fault("L4", "not_captured", say("slip_taken"))
NEST_NOT_TAKEN = Fault("L7", "not_captured", say("slip_nest"))


@dataclass(frozen=True)
class Slip:
    """A wrong sow: its owner's side afterwards, the last landing (or ``None``), and the rule broken."""

    side: Side
    last: Landing | None
    fault: Fault


def wrong_card_sows(side: Side, card: int) -> Iterator[Slip]:
    """The ways to sow an occupied card wrongly that leave a different table."""
    units = units_of(side.cards[card - 1])
    count, span = len(units), len(side.cards)
    right = range(card + 1, card + 1 + count)
    ways: list[tuple[tuple[Stack, ...], Iterable[int], Fault]] = [
        (units, range(card, card + count), SAME_CARD),
        (tuple(reversed(units)), right, WRONG_ORDER),
        (units, range(card - 1, card - 1 - count, -1), BACKWARDS),
        (units, [card + 1] * count, TWO_ON_ONE),
    ]
    for at in range(count):
        ways.append((units, [place + (k >= at) for k, place in enumerate(right)], SKIPPED))
        if at:
            ways.append((units, [place - (k >= at) for k, place in enumerate(right)], TWO_ON_ONE))
    if has_tree(side.cards[card - 1]):
        singles = tuple((piece,) for piece in reversed(side.cards[card - 1]))
        ways.append((singles, range(card + 1, card + 1 + len(singles)), SPLIT_TREE))
    done = {sow(side, card, ())[0]}
    for pieces, spots, fault in ways:
        places = list(spots)
        if places and min(places) >= 1 and max(places) <= span + 1:
            slip = _put_down(side.with_card(card, ()), pieces, places, fault)
            if slip.side not in done:
                done.add(slip.side)
                yield slip


def _put_down(side: Side, units: Iterable[Stack], places: Iterable[int], fault: Fault) -> Slip:
    last = None
    for unit, place in zip(units, places, strict=True):
        if place > len(side.cards):
            last, side = Landing(place, unit, side.vault), side.with_vault(*unit)
        else:
            was = side.cards[place - 1]
            last, side = Landing(place, unit, was), side.with_card(place, (*was, *unit))
    return Slip(side, last, fault)


def find_slip(before: Layout, after: Layout, seat: Seat, rules: Rules) -> Fault | None:
    """The rule that a seat broke if a wrong sow turned one layout into the other; otherwise ``None``."""
    taken = _taken(before, after, seat)
    if taken is None:
        return None
    captured = Counter(piece for number in taken for piece in before.side(seat.other).cards[number - 1])
    own = after.side(seat)
    if captured - Counter(own.vault):
        return None
    own = replace(own, vault=tuple(sorted((Counter(own.vault) - captured).elements())))
    for landings in _right_sows(before.side(seat), own, rules):
        return _capture_fault(before, seat, landings, taken, rules)
    return _sow_fault(before.side(seat), own)


def _taken(before: Layout, after: Layout, seat: Seat) -> tuple[int, ...] | None:
    """The opponent's cards that were emptied; ``None`` if anything else changed on that side."""
    was, now = before.side(seat.other), after.side(seat.other)
    pairs = tuple(zip(was.cards, now.cards, strict=True))
    if was.stock != now.stock or was.vault != now.vault or any(new and new != old for old, new in pairs):
        return None
    return tuple(number for number, (old, new) in enumerate(pairs, start=1) if old and not new)


def _right_sows(was: Side, now: Side, rules: Rules) -> Iterator[tuple[Landing, ...]]:
    """The landings of the legal sows that turn one side into the other."""
    for card in range(1, len(was.cards) + 1):
        if may_sow_card(was, card):
            side, landings = sow(was, card, ())
            if side == now:
                yield landings
    added = _added(was, now)
    pieces = tuple(each[0] for each in added or () if each)
    counts = [len(each) for each in added or ()]
    if pieces and len(pieces) <= rules.most_from_stock and counts == _in_a_row(len(pieces), len(counts)):
        side, landings = sow(was, 0, pieces)
        if side == now:
            yield landings


def _in_a_row(pieces: int, cards: int) -> list[int]:
    return [1] * pieces + [0] * (cards - pieces)


def _added(was: Side, now: Side) -> tuple[Stack, ...] | None:
    """What was added to each card from the stock, then to the vault; ``None`` if anything else changed."""
    added = []
    for old, new in zip(was.cards, now.cards, strict=True):
        if new[: len(old)] != old:
            return None
        added.append(new[len(old) :])
    vaulted = Counter(now.vault) - Counter(was.vault)
    gone = Counter(was.stock) - Counter(now.stock)
    if Counter(was.vault) - Counter(now.vault) or Counter(now.stock) - Counter(was.stock):
        return None
    if Counter(piece for each in added for piece in each) + vaulted != gone:
        return None
    return (*added, tuple(vaulted.elements()))


def _sow_fault(was: Side, now: Side) -> Fault | None:
    """What is wrong with a sow, apart from its captures."""
    added = _added(was, now)
    if added is not None and any(added):
        if added[-1]:
            return STOCK_VAULT
        counts = [len(each) for each in added]
        return STOCK_TWO if max(counts) > 1 else STOCK_SKIPPED
    for card, stack in enumerate(was.cards, start=1):
        for slip in wrong_card_sows(was, card) if stack else ():
            if slip.side == now:
                return slip.fault
    return None


def _capture_fault(
    before: Layout, seat: Seat, landings: tuple[Landing, ...], taken: tuple[int, ...], rules: Rules
) -> Fault | None:
    """What is wrong with the captures of a correct sow."""
    facing = before.side(seat.other).cards
    due = {each.card: each.how for each in find_captures(landings, facing, rules.tree_power)}
    for number in taken:
        if number not in due:
            last = landings[-1]
            if number != steps_to_vault(last.card, len(facing)):
                return NOT_FACING
            return GUARDED if has_tree(facing[number - 1]) else ON_OCCUPIED
    left = [how for number, how in due.items() if number not in taken]
    return (NOT_TAKEN if left[0] == "sow" else NEST_NOT_TAKEN) if left else None


def with_capture(before: Layout, seat: Seat, own: Side, taken: Iterable[int]) -> Layout:
    """The layout in which a seat has the side ``own`` and has captured these cards of the opponent."""
    theirs, pieces = before.side(seat.other), list[Piece]()
    for number in taken:
        pieces += theirs.cards[number - 1]
        theirs = theirs.with_card(number, ())
    return before.with_side(seat, own.with_vault(*pieces)).with_side(seat.other, theirs)
