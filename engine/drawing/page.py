"""What the diagrams of all games share: the SVG document, players' names, stacks, heaps and legends."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape

from engine.drawing import shapes as draw
from engine.drawing.shapes import Box, Mark
from engine.game import Seat
from engine.message import Messages, Tell, just
from engine.notation import format_piece
from engine.pieces import Piece

say = Messages("engine")

STACK_SCALE = 0.72


def document(title: str, headline: str, width: float, height: float, parts: Iterable[str]) -> str:
    """A scalable SVG document without ids or scripts; its description is the headline."""
    opening = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {draw.n(width)} {draw.n(height)}' role='img' "
        f"{draw.FONT}><title>{escape(title, quote=False)}</title><desc>{escape(headline, quote=False)}</desc>"
        f"<rect width='{draw.n(width)}' height='{draw.n(height)}' rx='10' fill='#f7f4ec'/>"
    )
    head = draw.text(24, 32, headline, size=20, anchor="start", extra=draw.BOLD, room=width - 48)
    return "\n".join(part for part in (opening, head, *parts, "</svg>") if part)


def called(names: Mapping[Seat, str] | None) -> dict[Seat, str]:
    """The players' names, or their seats if they have none."""
    return {seat: (names or {}).get(seat) or str(say(f"unnamed-{seat}")) for seat in Seat}


def scaled(factor: float, x: float, y: float, *parts: str) -> str:
    """Parts drawn around the origin, shrunk and moved to ``(x, y)``."""
    place = f"translate({draw.n(x)} {draw.n(y)}) scale({factor:.2f})"
    return f"<g transform='{place}'>{''.join(parts)}</g>"


def labelled_stack(
    pieces: tuple[Piece, ...], x: float, y: float, room: Box, marked: Container[int] = ()
) -> Iterator[str]:
    """A stack, given bottom to top, with its base at ``(x, y)`` and the letters of each pyramid beside it.

    ``room`` is the box for the letters, ``marked`` the levels (0 is the lowest) that the last move touched.
    Pyramids hidden by a larger one are outlined on it, and their letters follow in brackets.
    """
    covers = draw.cover_of(pieces)
    rows = [index for index, cover in enumerate(covers) if cover is None]
    rise = min(20.0, room.height / max(1, len(rows)))
    yield scaled(STACK_SCALE, x, y, *draw.pile(pieces, 0, 0, rise / STACK_SCALE))
    for row, index in enumerate(rows):
        inside = [low for low, cover in enumerate(covers) if cover == index]
        words = draw.code(pieces[index])
        words += f"({' '.join(draw.code(pieces[low]) for low in inside)})" if inside else ""
        size = min(13.0, rise * 0.95, room.width / (0.68 * len(words)))
        base = y - row * rise
        if any(level in marked for level in (index, *inside)):
            wide = 6 + 0.68 * size * len(words)
            yield draw.frame(Box(room.x - 4, base - size, wide, size * 1.3), draw.LAST_PIECE)
        yield draw.text(room.x, base, words, size=size, anchor="start", extra=draw.BOLD)


def heap(
    pieces: tuple[Piece, ...],
    box: Box,
    across: int,
    tell: Tell,
    marked: Container[Piece] = (),
    named: str = "",
) -> Iterator[str]:
    """A multiset in a box: each kind once, shrunk, with its letters and count.

    If the heap is ``named``, each kind can be pointed at.
    """
    kinds = list(dict.fromkeys(pieces))
    wide = box.width / across
    rows = max(1, -(-len(kinds) // across))
    high = min(62.0, box.height / rows)
    factor = min(0.42, (high - 14) / 92)
    for index, piece in enumerate(kinds):
        count = pieces.count(piece)
        x, y = box.x + wide * (index % across + 0.5), box.y + high * (index // across + 1) - 13
        if piece in marked:
            yield draw.frame(Box(x - wide / 2 + 1, y - high + 14, wide - 2, high - 1), draw.LAST_PIECE)
        times = f"×{count}" if count > 1 else ""
        size = min(11.0, 13.0 * wide / 42)
        label = draw.text(x, y + 11, draw.code(piece) + times, size=size, extra=draw.BOLD)
        said = say("counted", n=count, piece=piece) if count > 1 else just(piece)
        yield draw.titled(tell(said), scaled(factor, x, y, draw.upright(piece, 0, 0)), label)
        if named:
            spot = Box(x - wide / 2, y - high + 13, wide, high)
            yield draw.place(spot, f"{named} {format_piece(piece)}")


LEGEND_LETTER = 9.6
"""Room for each letter of a legend."""


def legend(x: float, y: float, entries: Iterable[tuple[str, Mark]]) -> Iterator[str]:
    """Swatches in a line, each with its label."""
    for words, mark in entries:
        swatch = replace(mark, kind="legend", width=min(3.0, mark.width), dash=mark.dash and "4 2")
        yield draw.frame(Box(x, y - 12, 16, 14), swatch)
        yield draw.text(x + 24, y, words, size=13, anchor="start")
        x += 44 + LEGEND_LETTER * len(words)
