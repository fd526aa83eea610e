"""A diagram of a Logistics position as SVG text, seen by the near player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.drawing import page
from engine.drawing import shapes as draw
from engine.drawing.shapes import Box
from engine.game import Seat
from engine.logistics.cards import has_tree, makes_nest
from engine.logistics.diagram_marks import LastMove, Targets, last_move_of, said, targets_of
from engine.logistics.model import POWERS, Stack
from engine.logistics.state import State
from engine.message import Message, Messages, Tell

say = Messages("engine.logistics")

CARD_W, CARD_H, GAP = 112.0, 212.0, 10.0
VAULT_W, MARGIN = 176.0, 24.0
HEIGHT = 828.0
STOCK_Y = {Seat.FAR: 78.0, Seat.NEAR: 702.0}
CARD_Y = {Seat.FAR: 164.0, Seat.NEAR: 460.0}
ARROW_Y = {Seat.FAR: 402.0, Seat.NEAR: 434.0}


@dataclass(frozen=True)
class _View:
    """What the parts of a diagram are drawn from."""

    state: State
    targets: Targets
    last: LastMove
    width: float
    tell: Tell


def logistics_svg(state: State, names: Mapping[Seat, str] | None = None, tell: Tell = str) -> str:
    """The position as an SVG document: stocks, cards with stacks, and vaults with points.

    Marked are the pyramids that may be sown or that a due power may act on, and everything the last move
    touched: where it started, where it landed, what it captured, what reached a vault.
    """
    called = page.called(names)
    width = 2 * MARGIN + 2 * VAULT_W + state.rules.cards * (CARD_W + GAP) + GAP
    view = _View(state, targets_of(state), last_move_of(state), width, tell)
    seat = view.last.seat
    words = tell(say("dl_last", text=said(view.last, called[seat], called))) if seat else ""
    parts = [draw.text(MARGIN, 56, words, size=14, anchor="start", room=width - 2 * MARGIN)]
    for seat in Seat:
        parts += _stock(view, seat, called[seat])
        parts += (part for card in range(1, state.rules.cards + 1) for part in _card(view, seat, card))
        parts += (*_vault(view, seat), _direction(view, seat))
    what = tell(say("dl_may_act" if state.pending else "dl_may_sow"))
    parts += page.legend(MARGIN, HEIGHT - 14, [(what, draw.LEGAL), (tell(say("d_last_move")), draw.LAST)])
    return page.document("Logistics", tell(_headline(state, called)), width, HEIGHT, parts)


def _headline(state: State, names: Mapping[Seat, str]) -> Message:
    outcome = state.outcome
    if outcome is not None:
        if outcome.winner is None:
            return say("dl_draw", n=outcome.near.total, most=outcome.far.total)
        won, lost = (outcome.score(seat).total for seat in (outcome.winner, outcome.winner.other))
        return say("dl_wins", who=names[outcome.winner], n=won, most=lost)
    if state.mover is None:
        return say("d_either")
    name = names[state.mover]
    if state.pending:
        uses = tuple(say(f"{POWERS[colour]}_power", colour=colour) for colour in state.pending[0])
        if len(state.pending) == 1:
            return say("dl_power", who=name, list=uses)
        return say("dl_power_more", who=name, list=uses, n=len(state.pending) - 1)
    return say("dl_again" if state.extra else "dl_sows", who=name)


def card_x(seat: Seat, card: int, cards: int) -> float:
    """The left edge of a card: near's cards run to the right, far's to the left."""
    column = card - 1 if seat is Seat.NEAR else cards - card
    return MARGIN + VAULT_W + GAP + column * (CARD_W + GAP)


def _frames(box: Box, plain: draw.Mark, legal: bool, last: bool, data: str) -> Iterator[str]:
    """A place's frames: what may be chosen has the outer one, what the last move touched an inner one."""
    yield draw.frame(box, draw.LEGAL if legal else plain, data)
    if last:
        yield draw.frame(Box(box.x + 4, box.y + 4, box.width - 8, box.height - 8), draw.LAST, data)


def _stock(view: _View, seat: Seat, name: str) -> Iterator[str]:
    stock, top = view.state.layout.side(seat).stock, STOCK_Y[seat]
    box = Box(MARGIN - 8, top - 10, view.width - 2 * MARGIN + 16, 76)
    data = f"data-place='{seat} stock'"
    changed = view.last.stocks[seat]
    yield from _frames(box, draw.BARE, (seat, 0) in view.targets.cards, bool(changed), data)
    words = view.tell(say("dl_stock", who=name))
    yield draw.text(MARGIN + 4, top + 20, words, size=15, anchor="start", extra=draw.BOLD, room=VAULT_W - 8)
    grown = f" ({changed:+d})" if changed else ""
    count = view.tell(say("dl_pyramids", n=len(stock))) + grown
    yield draw.text(MARGIN + 4, top + 40, count, size=13, anchor="start", extra=draw.SOFT)
    room = Box(MARGIN + VAULT_W, top - 4, view.width - VAULT_W - 2 * MARGIN - 4, 66)
    yield from page.heap(stock, room, max(16, len(set(stock))), view.tell, named=f"{seat} stock")


def _card(view: _View, seat: Seat, card: int) -> Iterator[str]:
    stack, cards = view.state.layout.side(seat).cards[card - 1], view.state.rules.cards
    box = Box(card_x(seat, card, cards), CARD_Y[seat], CARD_W, CARD_H)
    touched = (seat, card) in view.last.cards
    data = f"data-place='{seat}{card}'"
    yield from _frames(box, draw.PLAIN, (seat, card) in view.targets.cards, touched, data)
    yield draw.text(box.x + 14, box.y + 21, str(card), size=13, extra=draw.SOFT)
    structure = say("dl_tree") if has_tree(stack) else say("dl_nest") if is_nest(stack) else None
    if structure:
        sign = view.tell(structure)
        yield draw.text(box.x + CARD_W - 10, box.y + 21, sign, size=13, anchor="end", extra=draw.BOLD)
    tooltip = view.tell(say("dl_card", who=seat, card=card, list=stack or (say("dl_empty"),)))
    letters = Box(box.x + 48, box.y + 40, CARD_W - 57, CARD_H - 90)
    marked = view.last.levels.get((seat, card), ())
    stood = page.labelled_stack(stack, box.x + 26, box.y + CARD_H - 14, letters, marked)
    yield draw.titled(tooltip, *stood)
    if gone := view.last.cards.get((seat, card)):
        middle = box.x + CARD_W / 2, box.y + CARD_H / 2
        yield draw.text(*middle, view.tell(gone), size=13, extra="font-style='italic'")


def is_nest(stack: Stack) -> bool:
    """Whether a stack ends in a large on a medium on a small (L7)."""
    return bool(stack) and makes_nest(stack[-1:], stack[:-1])


def _vault(view: _View, seat: Seat) -> Iterator[str]:
    x = view.width - MARGIN - VAULT_W + 8 if seat is Seat.NEAR else MARGIN
    box = Box(x, CARD_Y[seat], VAULT_W - 8, CARD_H)
    changed = view.last.vaults[seat]
    may, data = seat in view.targets.vaults, f"data-place='{seat} vault'"
    yield from _frames(box, draw.VAULT, may, bool(changed), data)
    words = view.tell(say("dl_vault", n=view.state.running_score(seat).total))
    yield draw.text(x + 12, box.y + 22, words, size=14, anchor="start", extra=draw.BOLD)
    if changed:
        sign = f"{changed:+d}"
        yield draw.text(x + box.width - 12, box.y + 22, sign, size=14, anchor="end", extra=draw.BOLD)
    room = Box(x + 6, box.y + 28, box.width - 12, CARD_H - 36)
    arrived = view.last.arrived if view.last.vaulted is seat else ()
    yield from page.heap(view.state.layout.side(seat).vault, room, 5, view.tell, arrived)


def _direction(view: _View, seat: Seat) -> str:
    """An arrow in the direction of a side's pyramids, past the cards to the vault."""
    first, last = (card_x(seat, card, view.state.rules.cards) for card in (1, view.state.rules.cards))
    start, end = (first, last + CARD_W) if seat is Seat.NEAR else (first + CARD_W, last)
    way = 1 if end > start else -1
    y = ARROW_Y[seat]
    place = f"x1='{draw.n(start)}' y1='{draw.n(y)}' x2='{draw.n(end - 8 * way)}' y2='{draw.n(y)}'"
    head = draw.points((end - 9 * way, y - 5), (end - 9 * way, y + 5), (end, y))
    return f"<line {place} stroke='{draw.MUTED}' stroke-width='1.5'/>{draw.polygon(head, draw.MUTED)}"
