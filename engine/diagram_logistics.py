"""A diagram of a game of Logistics as SVG text, as the near player sees the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine import diagram_page as page
from engine import diagram_shapes as draw
from engine.diagram_shapes import Box
from engine.game import Seat
from engine.logistics import State
from engine.logistics_cards import has_tree, sowable_cards
from engine.logistics_model import Advance, Move, Recall, Sow, Swap

CARD_W, CARD_H, GAP = 104.0, 168.0, 10.0
VAULT_W, MARGIN = 176.0, 24.0
HEIGHT = 726.0
STOCK_Y = {Seat.FAR: 66.0, Seat.NEAR: 598.0}
CARD_Y = {Seat.FAR: 158.0, Seat.NEAR: 392.0}


def logistics_svg(state: State, names: Mapping[Seat, str] | None = None, last: Move | None = None) -> str:
    """The position as an SVG document: stocks, cards with their stacks, vaults with their points.

    Cards that may be sown are marked, and the cards of ``last`` (the newest move of the history without).
    """
    called = page.called(names)
    headline = _headline(state, called)
    width = 2 * MARGIN + 2 * VAULT_W + state.rules.cards * (CARD_W + GAP) + GAP
    marked = last or (state.history[-1] if state.history else None)
    parts = [part for seat in Seat for part in _side(state, seat, called[seat], marked, width)]
    entries = [
        ("may be sown", page.LEGAL, page.LEGAL_FILL, ""),
        ("last move", page.LAST, page.LAST_FILL, "4 2"),
    ]
    parts += page.legend(MARGIN, HEIGHT - 12, entries)
    return page.document("Logistics", headline, width, HEIGHT, parts)


def _headline(state: State, names: Mapping[Seat, str]) -> str:
    outcome = state.outcome
    if outcome is not None:
        points = f"{outcome.near.total} to {outcome.far.total}"
        if outcome.winner is None:
            return f"The game is a draw, {points}"
        won, lost = (outcome.score(seat).total for seat in (outcome.winner, outcome.winner.other))
        return f"{names[outcome.winner]} wins {won} to {lost}"
    if state.mover is None:
        return "Either player may begin"
    name = names[state.mover]
    if state.pending:
        return f"{name} captured and may use the power of {' or '.join(state.pending[0])}"
    return f"{name} may sow again or stop" if state.extra else f"{name} sows"


def card_x(seat: Seat, card: int, cards: int) -> float:
    """The left edge of a card: near's run to the right, far's to the left."""
    column = card - 1 if seat is Seat.NEAR else cards - card
    return MARGIN + VAULT_W + GAP + column * (CARD_W + GAP)


def _side(state: State, seat: Seat, name: str, last: Move | None, width: float) -> Iterator[str]:
    side, cards = state.layout.side(seat), state.rules.cards
    y, top = CARD_Y[seat], STOCK_Y[seat]
    yield draw.text(MARGIN, top + 14, f"{name}'s stock", size=15, anchor="start", extra="font-weight='bold'")
    count = page.many(len(side.stock), "pyramid")
    yield draw.text(MARGIN, top + 34, count, size=13, anchor="start", extra=f"fill='{draw.MUTED}'")
    room = Box(MARGIN + VAULT_W, top - 10, width - VAULT_W - 2 * MARGIN, 66)
    yield from page.heap(side.stock, room, max(16, len(set(side.stock))))
    legal = _legal_cards(state, seat)
    for card, stack in enumerate(side.cards, start=1):
        box = Box(card_x(seat, card, cards), y, CARD_W, CARD_H)
        mark = _mark(card in legal, _touches(last, seat, card))
        yield draw.frame(box, mark[0], fill=mark[1], width=mark[3], dash=mark[2])
        yield draw.text(box.x + 10, y + 17, str(card), size=12, extra=f"fill='{draw.MUTED}'")
        if has_tree(stack):
            yield draw.text(box.x + CARD_W - 22, y + 17, "tree", size=12, extra="font-style='italic'")
        said = f"{seat} card {card}: {', '.join(map(str, stack)) or 'empty'}"
        yield draw.titled(said, *page.stack(stack, box.x + 42, y + CARD_H - 12, 78))
    yield from _vault(state, seat, y, width)


def _vault(state: State, seat: Seat, y: float, width: float) -> Iterator[str]:
    x = width - MARGIN - VAULT_W + 8 if seat is Seat.NEAR else MARGIN
    box = Box(x, y, VAULT_W - 8, CARD_H)
    yield draw.frame(box, draw.MUTED, fill="#efeadc", width=1.5)
    words = f"Vault: {page.many(state.running_score(seat).total, 'point')}"
    yield draw.text(x + 12, y + 20, words, size=14, anchor="start", extra="font-weight='bold'")
    yield from page.heap(state.layout.side(seat).vault, Box(x + 4, y + 26, box.width - 8, CARD_H - 32), 5)


def _mark(legal: bool, last: bool) -> tuple[str, str, str, float]:
    """Stroke, fill, dash and width of a card's frame."""
    if last:
        return page.LAST, page.LEGAL_FILL if legal else page.LAST_FILL, "7 4", 2.5
    return (page.LEGAL, page.LEGAL_FILL, "", 2.5) if legal else ("#b9b3a4", page.CARD_FILL, "", 1.5)


def _legal_cards(state: State, seat: Seat) -> tuple[int, ...]:
    if state.outcome is not None or state.pending or state.mover not in (None, seat):
        return ()
    return sowable_cards(state.layout.side(seat))


def _touches(move: Move | None, seat: Seat, card: int) -> bool:
    """Whether a move took from a card or put there: of a card's sow, where it came from."""
    if isinstance(move, Sow):
        sown = card <= len(move.pieces) if move.card == 0 else card == move.card
        return move.seat is seat and sown
    if isinstance(move, Recall):
        return (move.owner, move.card) == (seat, card)
    if isinstance(move, Advance):
        return move.owner is seat and card in (move.card, move.card + 1)
    return isinstance(move, Swap) and move.owner is seat and card in (move.first.card, move.second.card)
