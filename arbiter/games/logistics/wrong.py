"""What players do in Logistics besides legal turns: illegal moves, and moves that are only half made.

As with legal turns, only what the table suggests is listed. Sows carried out wrongly are arrangements (L15);
the engine's verdict finds the broken rule (``logistics.slips``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, islice, pairwise, permutations, product

from arbiter.games.logistics.look import FITS, Fit, card_site, heap_site
from arbiter.games.logistics.stock_sows import seen_stock_sows
from arbiter.games.logistics.turns import Turn, find_turns, worth_trying
from arbiter.table.budget import Search
from arbiter.table.stack_scoring import Stack
from engine.game import Seat
from engine.logistics import cards, powers
from engine.logistics.model import POWERS, Arrange, Decline, Layout, Move, Side, Sow, Stop
from engine.logistics.slips import with_capture, wrong_card_sows
from engine.logistics.state import State
from engine.message import Message, Messages

say = Messages("arbiter.games.logistics")

MOST_ADDED = 2
"""The most pyramids put on one card out of the stock by mistake."""
MOST_WAYS = 40
P_TOO_FAR = 0.05
"""How often a card is being sown that has more than may be sown, as a share of the others."""
MOST_UNFINISHED = 24
"""The most turns, those that look most like the table, that are followed by a power that is not due."""


def wrong_turns(state: State, fit: Fit) -> Iterator[Turn]:
    """Turns that begin with, or consist of, an illegal move (L1, L2, L4, L5, L7 to L9, L14).

    Worst case: what `find_turns` has for each player, and ten times as many arrangements; the budget for
    mistakes limits what is tried.
    """
    if state.outcome is not None:
        return
    yield from wrong_sows(state, fit)
    for seat in state.may_move:
        yield from _forced(state, _arrangements(state, seat, fit), fit)
    if state.to_move is None:
        return
    yield from _powers(state, (), fit)
    unfinished = (turn for turn in find_turns(state, fit, search=Search.SLIPS) if turn.state.pending)
    for turn in sorted(unfinished, key=lambda turn: -fit.cards(turn.state.layout))[:MOST_UNFINISHED]:
        yield from _powers(turn.state, turn.moves, fit)
        yield from _again(turn, fit)
    for seat in Seat:
        if seat is not state.to_move or state.pending:
            free = replace(state, mover=seat, pending=(), extra=False)
            too_far = (Sow(seat, card) for card, stack in enumerate(free.layout.side(seat).cards, 1) if stack)
            yield from _forced(
                state, (m for m in too_far if not cards.may_sow_card(state.layout.side(seat), m.card)), fit
            )
            found = find_turns(free, fit, search=Search.SLIPS)
            yield from (turn for turn in found if not isinstance(turn.moves[0], Stop))


def wrong_sows(state: State, fit: Fit) -> Iterator[Turn]:
    """Sows of the player to move that reach too far or consist of too many (L1, L2)."""
    for seat in state.may_move if state.outcome is None else ():
        yield from _forced(state, _wrong_sows(state, seat, fit), fit)


def unseen_turns(state: State, fit: Fit) -> Iterator[Turn]:
    """Apparent turns out of turn that follow an invisible turn of the player to move, made with a pyramid
    that is missing from the stock."""
    seat = state.to_move
    if seat is None or state.pending or state.extra or state.outcome is not None:
        return
    stock = state.layout.side(seat).stock
    for piece in fit.absent(heap_site(seat, "stock")):
        if piece not in stock:
            continue
        unseen = Sow(seat, 0, (piece,))
        after = state.apply(unseen).state
        if after.to_move is not seat:
            found = find_turns(after, fit, search=Search.SLIPS)
            yield from (Turn((unseen, *turn.moves), turn.state) for turn in found)


def _forced(state: State, moves: Iterator[Move], fit: Fit) -> Iterator[Turn]:
    for move in moves:
        if not fit.seen.budget.take(Search.SLIPS):
            return
        yield Turn((move,), state.force(move).state)


def _wrong_sows(state: State, seat: Seat, fit: Fit) -> Iterator[Move]:
    """Sows of cards that reach too far (L2), and of one pyramid too many from the stock (L1)."""
    side = state.layout.side(seat)
    for card, stack in enumerate(side.cards, start=1):
        if stack and not cards.may_sow_card(side, card):
            yield Sow(seat, card)
    most = state.rules.most_from_stock
    if most < len(side.cards):
        options = [list(_put_on(side, card, seat, fit, 1)) for card in range(1, most + 2)]
        for ways in islice(product(*options), MOST_WAYS):
            pieces = tuple(piece for way in ways for piece in way)
            if not Counter(pieces) - Counter(side.stock):
                yield Sow(seat, 0, pieces)


def _arrangements(state: State, seat: Seat, fit: Fit) -> Iterator[Move]:
    """Tables left by a wrong sow, or by a legal one with wrong captures."""
    layout, legal = state.layout, set[Layout]()
    taken = _emptied(layout, seat, fit)
    sides = list(_right_sides(state, seat, fit, legal))
    side = layout.side(seat)
    for card, stack in enumerate(side.cards, start=1):
        sides += [slip.side for slip in wrong_card_sows(side, card)] if stack else []
    sides += _stock_slips(side, seat, fit)
    for own in sides:
        after = with_capture(layout, seat, own, taken)
        if after not in legal and after != layout:
            yield Arrange(seat, after)


def _right_sides(state: State, seat: Seat, fit: Fit, legal: set[Layout]) -> Iterator[Side]:
    """The player's sides after legal sows without captures; adds the resulting tables to ``legal``."""
    side = state.layout.side(seat)
    sows = [Sow(seat, card) for card in cards.sowable_cards(side)]
    sows += [Sow(seat, 0, pieces) for pieces in seen_stock_sows(state, seat, fit)]
    for move in sows:
        legal.add(state.force(move).state.layout)
        yield cards.sow(side, move.card, move.pieces)[0]


def _emptied(layout: Layout, seat: Seat, fit: Fit) -> tuple[int, ...]:
    """The opponent's cards that look empty and were not."""
    facing = enumerate(layout.side(seat.other).cards, start=1)
    return tuple(
        card
        for card, stack in facing
        if stack and fit.site(card_site(seat.other, card), ()) > fit.site(card_site(seat.other, card), stack)
    )


def _put_on(side: Side, card: int, seat: Seat, fit: Fit, most: int = MOST_ADDED) -> Iterator[Stack]:
    """What may have been put on a card out of the stock, judged by the card's look, best first."""
    site, stack = card_site(seat, card), side.cards[card - 1]
    kinds = [piece for piece in fit.likely(site) if piece in side.stock]
    ways = [way for count in range(1, most + 1) for way in permutations(kinds, count)]
    ways += [(piece, piece) for piece in kinds if most > 1]
    scored = sorted(((fit.misfit(site, (*stack, *way)), way) for way in ways), key=lambda item: item[0])
    yield from (way for misfit, way in scored[:2] if misfit <= 2 * FITS)


def _stock_slips(side: Side, seat: Seat, fit: Fit) -> list[Side]:
    """The player's sides after sows from the stock to any cards, several on one, or into the vault."""
    options: list[list[Stack]] = []
    for card, stack in enumerate(side.cards, start=1):
        as_it_was = fit.misfit(card_site(seat, card), stack) <= FITS
        options.append([()] if as_it_was else list(_put_on(side, card, seat, fit)))
    found = []
    for ways in islice(product(*options), MOST_WAYS):
        used = [piece for way in ways for piece in way]
        left = Counter(side.stock) - Counter(used)
        if used and not Counter(used) - Counter(side.stock):
            stacks = tuple((*stack, *way) for stack, way in zip(side.cards, ways, strict=True))
            found.append(Side(tuple(sorted(left.elements())), stacks, side.vault))
    return found


def _powers(state: State, made: tuple[Move, ...], fit: Fit) -> Iterator[Turn]:
    """Powers that are not due (L9): one thing moved without a right to."""
    seat = state.to_move
    if seat is None:
        return
    due = powers.names_of(state.pending[0]) if state.pending else ()
    for name in dict.fromkeys(POWERS.values()):
        for use in powers.uses(state.layout, seat, name) if name not in due else ():
            if worth_trying(state, use, fit, hint=FITS, strange=FITS):
                yield Turn((*made, use), state.force(use).state)


def _again(turn: Turn, fit: Fit) -> Iterator[Turn]:
    """A legal turn after which the same player sows a card (L14)."""
    seat = turn.moves[0].seat
    sows = (Sow(seat, card) for card in cards.sowable_cards(turn.state.layout.side(seat)))
    yield from (Turn((*turn.moves, *each.moves), each.state) for each in _forced(turn.state, sows, fit))


def half_made(state: State, fit: Fit) -> Iterator[tuple[Layout, Message, float]]:
    """Tables in the middle of a move, with what remains to be done in words, and how often that comes.

    The rest of a card being sown, legally or too far (L2), is in somebody's hand or still on it; after a sow
    that captures, the captured card is not yet cleared.
    """
    for then in passing_over(state):
        yield from _half_made(then, fit)


def passing_over(state: State) -> Iterator[State]:
    """The state, and those in which the opponent is to move because what was still due is passed over."""
    while state.outcome is None:
        yield state
        if state.to_move is None or not (state.pending or state.extra):
            return
        state = state.apply((Decline if state.pending else Stop)(state.to_move)).state


def _half_made(state: State, fit: Fit) -> Iterator[tuple[Layout, Message, float]]:
    seats = tuple(Seat) if state.to_move is None else (state.to_move,)
    for seat in seats if not state.pending else ():
        side = state.layout.side(seat)
        for card in range(1, len(side.cards) + 1):
            often = 1.0 if cards.may_sow_card(side, card) else P_TOO_FAR
            for part in _parts(side, card):
                yield state.layout.with_side(seat, part), say("half_sown", who=seat, card=card), often
        sows = [Sow(seat, card) for card in cards.sowable_cards(side)]
        sows += [Sow(seat, 0, pieces) for pieces in seen_stock_sows(state, seat, fit)]
        for move in sows:
            if not fit.seen.budget.take(Search.SLIPS):
                return
            after = state.force(move).state
            own = cards.sow(side, move.card, move.pieces)[0]
            if after.layout.side(seat.other) != state.layout.side(seat.other):
                left = state.layout.with_side(seat, own)
                yield left, say("not_yet_taken", who=seat), 1.0


def between(state: State, after: Layout) -> bool:
    """Whether a table may be an intermediate state of a legal sow of the player to move: each of the player's
    cards holds what it held or will hold, the sown card what remains of it, and the opponent's cards what
    they held or nothing."""
    return not state.pending and any(_between(state, after, seat) for seat in state.may_move)


def _between(state: State, after: Layout, seat: Seat) -> bool:
    side, now = state.layout.side(seat), after.side(seat)
    across = zip(state.layout.side(seat.other).cards, after.side(seat.other).cards, strict=True)
    if now.cards == side.cards or any(there not in ((), was) for was, there in across):
        return False
    added = [there[len(was) :] for was, there in zip(side.cards, now.cards, strict=True)]
    grown = [was == there[: len(was)] for was, there in zip(side.cards, now.cards, strict=True)]
    most = state.rules.most_from_stock
    if all(grown) and max(map(len, added)) == 1 and not any(added[most:]):
        return not all(added[: sum(map(bool, added))])  # pyramids from the stock, with a gap before the last
    return any(_sowing(side, now, card) for card in cards.sowable_cards(side))


def _sowing(side: Side, now: Side, card: int) -> bool:
    """Whether a card may be in the middle of being sown, its pyramids put down in any order."""
    done, stack = cards.sow(side, card, ())[0], side.cards[card - 1]
    pairs = zip(side.cards, now.cards, done.cards, strict=True)
    rest = now.cards[card - 1]
    others = all(there in (was, will) for at, (was, there, will) in enumerate(pairs, 1) if at != card)
    return others and now.cards != done.cards and rest == stack[: len(rest)]


def _parts(side: Side, card: int) -> Iterator[Side]:
    """A side while one of its cards is being sown, at least one unit short: with the rest in somebody's hand,
    with the next unit there, and with all of the rest on the card."""
    stack = side.cards[card - 1]
    lefts = [len(stack), *(len(stack) - n for n in accumulate(map(len, cards.units_of(stack))))]
    for count, (left, next_left) in enumerate(pairwise(lefts)):
        part = cards.sow(side.with_card(card, stack[left:]), card, ())[0]
        yield part
        if next_left:
            yield part.with_card(card, stack[:next_left])
        if count:
            yield part.with_card(card, stack[:left])
