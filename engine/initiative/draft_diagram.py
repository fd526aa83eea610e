"""A diagram of a draft of Initiative as SVG text, laid out as the near player sees the table (I14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.drawing import page
from engine.drawing import shapes as draw
from engine.drawing.shapes import Box
from engine.game import Seat
from engine.initiative.diagram import (
    AREA,
    COLUMN_PX,
    HEIGHT,
    INVENTORY_Y,
    LEFT,
    STACK_X,
    WIDTH,
    initiative_stack,
)
from engine.initiative.draft import INVENTORY, MARKERS, ROW, Draft
from engine.initiative.draft_model import Draw, Take
from engine.message import Message, Messages, Tell, just
from engine.pieces import Piece, Size

say = Messages("engine.initiative")

ROW_BASE = 424.0
MARKER_W, SLOT = 228.0, 70.0


def draft_svg(draft: Draft, names: Mapping[Seat, str] | None = None, tell: Tell = str) -> str:
    """The draft as an SVG document of 960 × 706 user units: hands, markers with their rows, stack and bag.

    Marked are the rows that may be taken, the places for a drawn pyramid, and the last move; a closed marker
    is crossed out.
    """
    called = page.called(names)
    parts = [
        draw.frame(AREA, draw.Mark("area", "#b9b3a4", "#fffdf6", 1.5, "2 6")),
        *_below_headline(draft, called, tell),
    ]
    for seat in Seat:
        parts += _hand(draft, seat, called[seat], tell)
    for marker in MARKERS:
        parts += _marker(draft, marker, tell)
    parts += (*initiative_stack(draft.stack, draft.stack_size, tell), *_bag(draft, tell))
    for y, entry in ((660, (tell(say("dd_may")), draw.LEGAL)), (684, (tell(say("d_last_move")), draw.LAST))):
        parts += page.legend(STACK_X - 84, y, [entry])
    return page.document(tell(say("dd_title")), tell(_headline(draft, called)), WIDTH, HEIGHT, parts)


def _headline(draft: Draft, names: Mapping[Seat, str]) -> Message:
    if draft.outcome is not None:
        return say("dd_over", text=draft.outcome.reason)
    if draft.mover is None:
        return say("dd_either")
    if draft.must_take:
        return say("dd_must", who=names[draft.mover])
    return say("dd_draws_or" if draft.rows_to_take else "dd_draws", who=names[draft.mover])


def _below_headline(draft: Draft, names: Mapping[Seat, str], tell: Tell) -> Iterator[str]:
    full = [names[seat] for seat in Seat if not draft.room(seat)]
    said: Message | None = None
    if draft.outcome is None and full:
        said = say("dd_done", who=full[0])
    elif draft.outcome is None and draft.waiting is not None:
        said = say("dd_waits", who=names[draft.waiting])
    yield draw.text(LEFT + 4, 236, tell(said) if said else "", size=15, anchor="start")


def _hand(draft: Draft, seat: Seat, name: str, tell: Tell) -> Iterator[str]:
    base, hand = INVENTORY_Y[seat], draft.hand(seat)
    key = "dd_hand_moves" if draft.to_move is seat else "dd_hand"
    words = tell(say(key, who=name, n=len(hand), most=INVENTORY))
    name_y = base - 106 if seat is Seat.FAR else base + 56
    yield draw.text(LEFT, name_y, words, size=16, anchor="start", extra=draw.BOLD, room=AREA.width)
    taken = Counter(_taken_last(draft, seat))
    wide = COLUMN_PX * INVENTORY / max(INVENTORY, len(hand))
    for slot in range(max(INVENTORY, len(hand))):
        x = LEFT + wide * (slot + 0.5)
        if slot >= len(hand):
            yield f"<circle cx='{draw.n(x)}' cy='{draw.n(base - 4)}' r='2.5' fill='#c9c3b4'/>"
            continue
        piece = hand[slot]
        if taken[piece]:
            taken[piece] -= 1
            tall = draw.height(piece.size)
            yield draw.frame(Box(x - wide / 2 + 3, base - tall - 8, wide - 6, tall + 36), draw.LAST)
        yield from _labelled(piece, x, base, wide, tell)


def _labelled(piece: Piece, x: float, base: float, wide: float, tell: Tell) -> Iterator[str]:
    letters = draw.plate(draw.code(piece), piece.colour, x, base + 16, wide)
    yield draw.titled(tell(just(piece)), draw.upright(piece, x, base), letters)


def _taken_last(draft: Draft, seat: Seat) -> tuple[Piece, ...]:
    """The pyramids that the last move added to a hand; a whole row is read from the draft before it."""
    move = draft.history[-1] if draft.history else None
    if not isinstance(move, Take) or move.seat is not seat:
        return ()
    return move.keep or _before(draft).rows[move.marker - 1]


def _before(draft: Draft) -> Draft:
    first = draft.history[0].seat
    return Draft.replay(draft.stack, draft.stack_size, first, draft.history[:-1])


def _marker(draft: Draft, marker: int, tell: Tell) -> Iterator[str]:
    """A marker with its row beside it, and a place for each pyramid that may still come."""
    x, row = AREA.x + 14 + (marker - 1) * (MARKER_W + 12), draft.rows[marker - 1]
    box, data = Box(x, 252, MARKER_W, 246), f"data-place='marker {marker}'"
    takeable = marker in draft.rows_to_take
    yield draw.frame(box, draw.LEGAL if takeable else draw.PLAIN, data)
    last = draft.history[-1] if draft.history else None
    if isinstance(last, Take) and last.marker == marker:
        yield draw.frame(Box(x + 5, box.y + 5, MARKER_W - 10, box.height - 10), draw.LAST, data)
    closed = marker in draft.closed
    yield from _disc(marker, closed, x + 38, ROW_BASE - 20)
    words = tell(say("dd_closed")) if closed else tell(say("dd_full")) if len(row) >= ROW else ""
    yield draw.text(x + 38, ROW_BASE + 20, words, size=14, extra=draw.BOLD)
    slots = max(ROW, len(row))
    wide = min(SLOT, (MARKER_W - 84) / slots)
    for slot in range(slots):
        middle = x + 76 + wide * (slot + 0.5)
        spot = Box(middle - wide / 2 + 2, ROW_BASE - 100, wide - 4, 132)
        if slot < len(row):
            if isinstance(last, Draw) and last.marker == marker and slot == len(row) - 1:
                yield draw.frame(spot, draw.LAST, data)
            yield from _labelled(row[slot], middle, ROW_BASE, wide, tell)
        elif slot == len(row) and marker in draft.open_rows:
            yield draw.frame(spot, draw.LEGAL, f"data-place='at {marker}'")


def _disc(marker: int, closed: bool, x: float, y: float) -> Iterator[str]:
    """The marker itself, crossed out while closed."""
    place = f"cx='{draw.n(x)}' cy='{draw.n(y)}' r='22'"
    if closed:
        yield f"<circle class='closed' {place} fill='#fff' stroke='{draw.MUTED}' stroke-width='2'/>"
        cross = f"M{draw.n(x - 15)} {draw.n(y - 15)}l30 30m0 -30l-30 30"
        yield f"<path d='{cross}' stroke='#b9b3a4' stroke-width='3' fill='none'/>"
        yield draw.text(x, y + 7, str(marker), size=20, extra=draw.BOLD)
    else:
        yield f"<circle {place} fill='{draw.MUTED}'/>"
        yield draw.text(x, y + 7, str(marker), size=20, extra="font-weight='bold' fill='#fff'")


def _bag(draft: Draft, tell: Tell) -> Iterator[str]:
    """How many of each size are still in the bag, and may be rolled (I13)."""
    words = tell(say("dd_bag", n=draft.bag.total()))
    yield draw.text(STACK_X, 548, words, size=15, extra=draw.BOLD)
    for line, size in enumerate(Size):
        count = sum(number for piece, number in draft.bag.items() if piece.size is size)
        left = say("counted_size", n=count, size=size) if count else say("dd_none", size=size)
        yield draw.text(STACK_X, 572 + 20 * line, tell(left), size=14)
