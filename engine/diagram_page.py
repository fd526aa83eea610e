"""What the diagrams of all games share: the SVG document, players' names, stacks and heaps of pyramids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from engine import diagram_shapes as draw
from engine.diagram_shapes import Box
from engine.game import Seat
from engine.notation_initiative import LETTERS, SIZE_LETTERS
from engine.pieces import Piece

LEGAL, LAST, WON = "#0b62d6", "#b35c00", "#1e7a35"
LEGAL_FILL, LAST_FILL, CARD_FILL = "#e4eefc", "#ffedd2", "#fffdf6"


def document(title: str, headline: str, width: float, height: float, parts: Iterable[str]) -> str:
    """A whole SVG document, scalable, without ids or scripts, its headline as description."""
    opening = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {draw.n(width)} {draw.n(height)}' role='img' "
        f"{draw.FONT}><title>{escape(title, quote=False)}</title><desc>{escape(headline, quote=False)}</desc>"
        f"<rect width='{draw.n(width)}' height='{draw.n(height)}' fill='#f7f4ec'/>"
    )
    head = draw.text(24, 32, headline, size=20, anchor="start", extra="font-weight='bold'")
    return "\n".join(part for part in (opening, head, *parts, "</svg>") if part)


def called(names: Mapping[Seat, str] | None) -> dict[Seat, str]:
    """The players' names, their seats where they have none."""
    return {seat: (names or {}).get(seat) or f"{seat.capitalize()} player" for seat in Seat}


def many(count: int, word: str) -> str:
    """A number of things: ``1 token``, ``2 tokens``."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def code(piece: Piece) -> str:
    """A pyramid in two letters, size and colour."""
    return f"{SIZE_LETTERS[piece.size]}{LETTERS[piece.colour]}"


def scaled(factor: float, x: float, y: float, *parts: str) -> str:
    """Parts drawn around the origin, shrunk and moved to ``(x, y)``."""
    place = f"translate({draw.n(x)} {draw.n(y)}) scale({factor:.2f})"
    return f"<g transform='{place}'>{''.join(parts)}</g>"


def stack(pieces: tuple[Piece, ...], x: float, y: float, room: float, factor: float = 0.72) -> Iterator[str]:
    """A stack, given bottom to top, standing at ``(x, y)``, with every level's letters at its right.

    ``room`` is the height in user units that the skirts may take. A piece over a smaller one lets its foot
    show.
    """
    rise = min(20.0, room / max(1, len(pieces)))
    for level, piece in enumerate(pieces):
        base = y - level * rise
        yield scaled(factor, x, base, draw.upright(piece, 0, 0))
    for level, piece in enumerate(pieces):
        size = min(13.0, rise * 0.95)
        label = code(piece)
        yield draw.text(x + 34, y - level * rise, label, size=size, extra="font-weight='bold'")


def heap(pieces: tuple[Piece, ...], box: Box, across: int) -> Iterator[str]:
    """A multiset in a box: each kind once, shrunk, with its letters and its count."""
    kinds = list(dict.fromkeys(pieces))
    wide = box.width / across
    rows = max(1, -(-len(kinds) // across))
    high = min(62.0, box.height / rows)
    factor = min(0.42, (high - 14) / 92)
    for index, piece in enumerate(kinds):
        count = pieces.count(piece)
        x, y = box.x + wide * (index % across + 0.5), box.y + high * (index // across + 1) - 13
        times = f"×{count}" if count > 1 else ""
        label = draw.text(x, y + 11, code(piece) + times, size=11, extra="font-weight='bold'")
        said = f"{count} {piece}" if count > 1 else str(piece)
        yield draw.titled(said, scaled(factor, x, y, draw.upright(piece, 0, 0)), label)


def legend(x: float, y: float, entries: Iterable[tuple[str, str, str, str]]) -> Iterator[str]:
    """Swatches in a line: words, stroke, fill, dash."""
    for words, stroke, fill, dash in entries:
        yield draw.frame(Box(x, y - 12, 16, 14), stroke, fill=fill, width=2, dash=dash)
        yield draw.text(x + 24, y, words, size=13, anchor="start")
        x += 44 + 7.4 * len(words)
