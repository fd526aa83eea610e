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
from engine.pieces import Piece, Size

ROW_BASE = 424.0
MARKER_W, SLOT = 228.0, 70.0


def draft_svg(draft: Draft, names: Mapping[Seat, str] | None = None) -> str:
    """The draft as an SVG document of 960 × 706 user units: hands, markers with their rows, stack and bag.

    Marked are the rows that may be taken, the places where a drawn pyramid may be put, and the last move;
    a closed marker is struck out.
    """
    called = page.called(names)
    parts = [
        draw.frame(AREA, draw.Mark("area", "#b9b3a4", "#fffdf6", 1.5, "2 6")),
        draw.text(LEFT + 4, 236, _below_headline(draft, called), size=15, anchor="start"),
    ]
    for seat in Seat:
        parts += _hand(draft, seat, called[seat])
    for marker in MARKERS:
        parts += _marker(draft, marker)
    parts += (*initiative_stack(draft.stack, draft.stack_size), *_bag(draft))
    for y, entry in ((660, ("may be taken or filled", draw.LEGAL)), (684, ("last move", draw.LAST))):
        parts += page.legend(STACK_X - 84, y, [entry])
    return page.document("Initiative, draft", _headline(draft, called), WIDTH, HEIGHT, parts)


def _headline(draft: Draft, names: Mapping[Seat, str]) -> str:
    if draft.outcome is not None:
        return f"The draft is over: {draft.outcome.reason}"
    if draft.mover is None:
        return "Draft: either player may begin and draw"
    name = names[draft.mover]
    if draft.must_take:
        return f"Draft: {name} must take a row"
    return f"Draft: {name} draws a pyramid" + (" or takes a row" if draft.rows_to_take else "")


def _below_headline(draft: Draft, names: Mapping[Seat, str]) -> str:
    full = [names[seat] for seat in Seat if not draft.room(seat)]
    if draft.outcome is None and full:
        return f"{full[0]} has ten pyramids and is done"
    if draft.waiting is not None and draft.outcome is None:
        return f"{names[draft.waiting]} has taken a row and waits"
    return ""


def _hand(draft: Draft, seat: Seat, name: str) -> Iterator[str]:
    base, hand = INVENTORY_Y[seat], draft.hand(seat)
    turn = " ◆ is to move" if draft.to_move is seat else ""
    words = f"{name}: {len(hand)} of {INVENTORY}{turn}"
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
        yield from _labelled(piece, x, base, wide)


def _labelled(piece: Piece, x: float, base: float, wide: float) -> Iterator[str]:
    letters = draw.plate(draw.code(piece), piece.colour, x, base + 16, wide)
    yield draw.titled(str(piece), draw.upright(piece, x, base), letters)


def _taken_last(draft: Draft, seat: Seat) -> tuple[Piece, ...]:
    """What the last move took into a seat's hand; the whole row is read off the draft before it."""
    move = draft.history[-1] if draft.history else None
    if not isinstance(move, Take) or move.seat is not seat:
        return ()
    return move.keep or _before(draft).rows[move.marker - 1]


def _before(draft: Draft) -> Draft:
    first = draft.history[0].seat
    return Draft.replay(draft.stack, draft.stack_size, first, draft.history[:-1])


def _marker(draft: Draft, marker: int) -> Iterator[str]:
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
    words = "closed" if closed else "full" if len(row) >= ROW else ""
    yield draw.text(x + 38, ROW_BASE + 20, words, size=14, extra=draw.BOLD)
    slots = max(ROW, len(row))
    wide = min(SLOT, (MARKER_W - 84) / slots)
    for slot in range(slots):
        middle = x + 76 + wide * (slot + 0.5)
        spot = Box(middle - wide / 2 + 2, ROW_BASE - 100, wide - 4, 132)
        if slot < len(row):
            if isinstance(last, Draw) and last.marker == marker and slot == len(row) - 1:
                yield draw.frame(spot, draw.LAST, data)
            yield from _labelled(row[slot], middle, ROW_BASE, wide)
        elif slot == len(row) and marker in draft.open_rows:
            yield draw.frame(spot, draw.LEGAL, f"data-place='at {marker}'")


def _disc(marker: int, closed: bool, x: float, y: float) -> Iterator[str]:
    """The marker itself, crossed out while it is closed."""
    place = f"cx='{draw.n(x)}' cy='{draw.n(y)}' r='22'"
    if closed:
        yield f"<circle class='closed' {place} fill='#fff' stroke='{draw.MUTED}' stroke-width='2'/>"
        cross = f"M{draw.n(x - 15)} {draw.n(y - 15)}l30 30m0 -30l-30 30"
        yield f"<path d='{cross}' stroke='#b9b3a4' stroke-width='3' fill='none'/>"
        yield draw.text(x, y + 7, str(marker), size=20, extra=draw.BOLD)
    else:
        yield f"<circle {place} fill='{draw.MUTED}'/>"
        yield draw.text(x, y + 7, str(marker), size=20, extra="font-weight='bold' fill='#fff'")


def _bag(draft: Draft) -> Iterator[str]:
    """How many of each size are still in the bag: what the die may ask for (I13)."""
    words = f"Bag: {page.many(draft.bag.total(), 'pyramid')}"
    yield draw.text(STACK_X, 548, words, size=15, extra=draw.BOLD)
    for line, size in enumerate(Size):
        count = sum(number for piece, number in draft.bag.items() if piece.size is size)
        words = f"{count} {size.word}" if count else f"no {size.word}: roll again"
        yield draw.text(STACK_X, 572 + 20 * line, words, size=14)
