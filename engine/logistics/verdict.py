"""Verdicts on moves of Logistics: which are legal, what is wrong with the others (L1 to L14)."""

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
    PowerName,
    Rules,
    Side,
    Sow,
    Stack,
    Stop,
    power_name,
)
from engine.logistics.position import Situation
from engine.logistics.slips import find_slip
from engine.pieces import Piece

ARRANGED = Fault("L15", "arranged", "no rule rearranges the table like that")
REPEATS = 3
"""How often a position comes up before the game ends (L13)."""

POWER_WORDS: dict[PowerName, str] = {
    "reclaim": "takes a pyramid out of a vault",
    "recall": "takes the top of a card back to the stock",
    "advance": "moves the top of a card one card forward",
    "swap_own": "swaps two pyramids on the own cards",
    "swap_theirs": "swaps two pyramids on the opponent's cards",
}


def moves_of(state: Situation, seat: Seat) -> Iterator[Move]:
    """The legal moves of the seat whose turn it is, in a game that goes on; stock sows come last."""
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
    """Every ordered choice from the stock, each once, shorter ones first (L1)."""
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
    """The legal moves, from the stock only single pyramids: there are tens of thousands of stock sows."""
    found: list[Move] = []
    for seat in state.may_move:
        for move in moves_of(state, seat):
            if isinstance(move, Sow) and len(move.pieces) > 1:
                break
            found.append(move)
    return tuple(found)


def find_outcome(state: Situation) -> Outcome | None:
    """How the game ended: nothing left to sow (L10) or a position for the third time (L13)."""
    if state.pending:
        return None
    if not (cards.can_sow(state.layout.near) or cards.can_sow(state.layout.far)):
        reading, why = "L10", "neither player can sow"
    elif state.seen.count(state.seen[-1]) >= REPEATS:
        reading, why = "L13", "the position has come up for the third time"
    else:
        return None
    near, far = (cards.score_vault(state.layout.side(seat).vault) for seat in (Seat.NEAR, Seat.FAR))
    ahead = near.total - far.total
    winner = None if ahead == 0 else Seat.NEAR if ahead > 0 else Seat.FAR
    return Outcome(winner, why, reading, near, far)


def check_possible(state: Situation, move: Move) -> None:
    """Raise `MalformedMove` when the pyramids or the cards do not allow a move at all."""
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
            raise MalformedMove("a sow from the stock needs at least one pyramid")
        missing = Counter(move.pieces) - Counter(side.stock)
        for piece in missing:
            raise MalformedMove(f"{move.seat} has not enough in the stock: a {piece} is missing")
        return
    if not 1 <= move.card <= state.rules.cards:
        raise MalformedMove(f"there is no card {move.card}: cards are numbered 1 to {state.rules.cards}")
    if move.pieces:
        raise MalformedMove("a card is sown whole: name the card only")
    if not side.cards[move.card - 1]:
        raise MalformedMove(f"there is nothing on {move.seat}'s card {move.card}")


def _check_arrangement(layout: Layout, move: Arrange) -> None:
    if move.layout.pieces != layout.pieces:
        raise MalformedMove("an arrangement must have the pyramids that are on the table")
    if any(len(move.layout.side(seat).cards) != len(layout.side(seat).cards) for seat in Seat):
        raise MalformedMove("an arrangement must have the cards that are on the table")


def find_fault(state: Situation, move: Move) -> IllegalMove | None:
    """The first rule that a possible move breaks, or ``None`` for a legal move."""
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
        return Fault(state.outcome.reading, "game_over", f"the game is over: {state.outcome.reason}")
    if move.seat not in state.may_move:
        return Fault("L14", "out_of_turn", f"it is {move.seat.other}'s turn, {move.seat} must wait")
    return None


def _sow_fault(state: Situation, move: Sow) -> Fault | None:
    if state.pending:
        colours = " or ".join(state.pending[0])
        return Fault("L8", "power_due", f"the {colours} power comes first: use it or decline it")
    if move.card == 0:
        most = state.rules.most_from_stock
        if len(move.pieces) <= most:
            return None
        sown = len(move.pieces)
        return Fault("L1", "too_many", f"at most {most} pyramids are sown from the stock, not {sown}")
    side = state.layout.side(move.seat)
    if cards.may_sow_card(side, move.card):
        return None
    units = len(cards.units_of(side.cards[move.card - 1]))
    steps = cards.steps_to_vault(move.card, state.rules.cards)
    step = "step" if steps == 1 else "steps"
    message = f"card {move.card} holds {units} to sow but the vault is {steps} {step} away"
    return Fault("L2", "too_far", message)


def _stop_fault(state: Situation, move: Stop) -> Fault | None:
    if state.pending:
        return Fault("L8", "power_due", "a power is due: decline it instead")
    if state.extra:
        return None
    return Fault("L12", "must_sow", f"{move.seat} can sow and must: only an extra turn may be left out")


def _power_fault(state: Situation, move: Power | Decline) -> Fault | None:
    if not state.pending:
        return Fault("L9", "no_power", "there is no power to use or to decline: it comes with a capture")
    if isinstance(move, Decline):
        return None
    allowed = powers.names_of(state.pending[0])
    name = power_name(move)
    if name in allowed:
        return None
    capturers = [colour for colour in state.pending[0] if colour in POWERS]
    gives = " or ".join(f"{colour} {POWER_WORDS[POWERS[colour]]}" for colour in capturers)
    return Fault("L9", "wrong_power", f"this capture's power is another: {gives}")
