"""Verdicts on moves of Logistics: which are legal, and what is wrong with the others (L1 to L14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from engine.game import Fault, IllegalMove, MalformedMove, Seat
from engine.logistics import cards, powers
from engine.logistics.model import (
    POWERS,
    Arrange,
    Decline,
    Layout,
    Move,
    Outcome,
    Power,
    Rules,
    Side,
    Sow,
    Stack,
    Stop,
    power_name,
)
from engine.logistics.position import Situation
from engine.logistics.slips import find_slip
from engine.message import Messages
from engine.pieces import Piece

say = Messages("engine.logistics")

ARRANGED = Fault("L15", "arranged", say("no_rule"))
REPEATS = 3
"""How many times a position comes up before the game ends (L13)."""


def moves_of(state: Situation, seat: Seat) -> Iterator[Move]:
    """The legal moves of the seat to move in an unfinished game; sows from the stock come last."""
    if state.pending:
        for name in powers.names_of(state.pending[0]):
            yield from powers.uses(state.layout, seat, name)
        yield Decline(seat)
        return
    if state.extra:
        yield Stop(seat)
    side = state.layout.side(seat)
    for card in cards.sowable_cards(side):
        yield Sow(seat, card)
    for pieces in stock_sows(side, state.rules):
        yield Sow(seat, 0, pieces)


def stock_sows(side: Side, rules: Rules) -> Iterator[Stack]:
    """Every ordered choice from the stock, without repetition, shorter ones first (L1)."""
    have = Counter(side.stock)
    layer: list[tuple[Stack, Stack]] = [((), tuple(have))]
    for size in range(1, rules.most_from_stock + 1):
        for sown, kinds in layer:
            for piece in kinds:
                yield (*sown, piece)
        if size < rules.most_from_stock:
            layer = [
                ((*sown, piece), _kinds_left(kinds, piece, have[piece] - sown.count(piece) - 1))
                for sown, kinds in layer
                for piece in kinds
            ]


def _kinds_left(kinds: Stack, used: Piece, left: int) -> Stack:
    return kinds if left else tuple(kind for kind in kinds if kind is not used)


def suggestions(state: Situation) -> tuple[Move, ...]:
    """The legal moves; from the stock only single pyramids, as there are tens of thousands of such sows."""
    found: list[Move] = []
    for seat in state.may_move:
        for move in moves_of(state, seat):
            if isinstance(move, Sow) and len(move.pieces) > 1:
                break
            found.append(move)
    return tuple(found)


def find_outcome(state: Situation) -> Outcome | None:
    """How the game ended: with nothing left to sow (L10) or a position for the third time (L13)."""
    if state.pending:
        return None
    if not (cards.can_sow(state.layout.near) or cards.can_sow(state.layout.far)):
        reading, why = "L10", say("neither")
    elif state.seen.count(state.seen[-1]) >= REPEATS:
        reading, why = "L13", say("third")
    else:
        return None
    near, far = (cards.score_vault(state.layout.side(seat).vault) for seat in (Seat.NEAR, Seat.FAR))
    ahead = near.total - far.total
    winner = None if ahead == 0 else Seat.NEAR if ahead > 0 else Seat.FAR
    return Outcome(winner, why, reading, near, far)


def check_possible(state: Situation, move: Move) -> None:
    """Raise `MalformedMove` if the pyramids or cards rule a move out."""
    if isinstance(move, Sow):
        _check_sow(state, move)
    elif isinstance(move, Arrange):
        _check_arrangement(state.layout, move)
    elif not isinstance(move, Stop | Decline):
        powers.use(state.layout, move)


def _check_sow(state: Situation, move: Sow) -> None:
    side = state.layout.side(move.seat)
    if move.card == 0:
        if not move.pieces:
            raise MalformedMove(say("needs_one"))
        missing = Counter(move.pieces) - Counter(side.stock)
        for piece in missing:
            raise MalformedMove(say("not_enough", who=move.seat, piece=piece))
        return
    if not 1 <= move.card <= state.rules.cards:
        raise MalformedMove(say("no_card", n=move.card, most=state.rules.cards))
    if move.pieces:
        raise MalformedMove(say("card_whole"))
    if not side.cards[move.card - 1]:
        raise MalformedMove(say("card_empty", who=move.seat, n=move.card))


def _check_arrangement(layout: Layout, move: Arrange) -> None:
    if move.layout.pieces != layout.pieces:
        raise MalformedMove(say("arrange_pyramids"))
    if any(len(move.layout.side(seat).cards) != len(layout.side(seat).cards) for seat in Seat):
        raise MalformedMove(say("arrange_cards"))


def find_fault(state: Situation, move: Move) -> IllegalMove | None:
    """The first rule that a possible move breaks; ``None`` for a legal move."""
    fault = _order_fault(state, move)
    if fault is None:
        if isinstance(move, Sow):
            fault = _sow_fault(state, move)
        elif isinstance(move, Stop):
            fault = _stop_fault(state, move)
        elif isinstance(move, Arrange):
            fault = find_slip(state.layout, move.layout, move.seat, state.rules) or ARRANGED
        else:
            fault = _power_fault(state, move)
    return None if fault is None else IllegalMove(fault, move, partial(suggestions, state))


def _order_fault(state: Situation, move: Move) -> Fault | None:
    if state.outcome is not None:
        return Fault(state.outcome.reading, "game_over", say("game_over", text=state.outcome.reason))
    if move.seat not in state.may_move:
        return Fault("L14", "out_of_turn", say("whose_turn", who=move.seat.other, other=move.seat))
    return None


def _sow_fault(state: Situation, move: Sow) -> Fault | None:
    if state.pending:
        return Fault("L8", "power_due", say("power_first", list=tuple(state.pending[0])))
    if move.card == 0:
        most = state.rules.most_from_stock
        if len(move.pieces) <= most:
            return None
        sown = len(move.pieces)
        return Fault("L1", "too_many", say("too_many", most=most, n=sown))
    side = state.layout.side(move.seat)
    if cards.may_sow_card(side, move.card):
        return None
    units = len(cards.units_of(side.cards[move.card - 1]))
    steps = cards.steps_to_vault(move.card, state.rules.cards)
    return Fault("L2", "too_far", say("far", n=move.card, most=units, more=steps))


def _stop_fault(state: Situation, move: Stop) -> Fault | None:
    if state.pending:
        return Fault("L8", "power_due", say("power_due"))
    if state.extra:
        return None
    return Fault("L12", "must_sow", say("must_sow", who=move.seat))


def _power_fault(state: Situation, move: Power | Decline) -> Fault | None:
    if not state.pending:
        return Fault("L9", "no_power", say("no_power"))
    if isinstance(move, Decline):
        return None
    allowed = powers.names_of(state.pending[0])
    name = power_name(move)
    if name in allowed:
        return None
    capturers = [colour for colour in state.pending[0] if colour in POWERS]
    gives = tuple(say(f"{POWERS[colour]}_power", colour=colour) for colour in capturers)
    return Fault("L9", "wrong_power", say("wrong_power", list=gives))
