"""Pyramids as SVG fragments: upright, stacked or flat. Pure functions from numbers to text.

Coordinates are SVG user units (pixels at scale 1), y down. A piece is placed by the middle of its base line.
No element has an id, so many diagrams may share a page. Every colour comes with its letter and pips, so that
nothing depends on colour vision. What a program may look for has a class: ``pyramid`` (with ``data-piece`` as
written by `code`) and the kinds of `Mark`; ``data-place`` names places that can be pointed at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from engine.notation import LETTERS, SIZE_LETTERS
from engine.pieces import BASE_MM, HEIGHT_MM, Colour, Piece, Size, lifts_mm

PX_PER_MM = 1.9

INK = "#1d2230"
MUTED = "#666d7c"
LETTER_WIDTH = 0.62
"""The average width of a bold sans-serif letter as a share of its size, rounded up."""
FONT = "font-family='Helvetica, Arial, sans-serif'"
BOLD = "font-weight='bold'"
SOFT = f"fill='{MUTED}'"

FILL: dict[Colour, str] = {
    Colour.RED: "#c8102e",
    Colour.ORANGE: "#f07d00",
    Colour.YELLOW: "#ffe135",
    Colour.GREEN: "#1e9e45",
    Colour.CYAN: "#3cc8e0",
    Colour.BLUE: "#2448c0",
    Colour.PURPLE: "#7b2f9e",
    Colour.PINK: "#f49ac1",
    Colour.BLACK: "#26262b",
    Colour.WHITE: "#ffffff",
    Colour.CLEAR: "#dfe9ee",
}
DARK = frozenset({Colour.RED, Colour.GREEN, Colour.BLUE, Colour.PURPLE, Colour.BLACK})


@dataclass(frozen=True)
class Box:
    """A rectangle, given by its left, top, width and height."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Mark:
    """How a frame looks; ``kind`` is its class."""

    kind: str
    stroke: str
    fill: str
    width: float = 2.5
    dash: str = ""


LEGAL = Mark("legal", "#0b62d6", "#e4eefc")
LAST = Mark("last", "#b35c00", "#ffedd2", dash="7 4")
LAST_PIECE = Mark("last-piece", "#b35c00", "#ffd9a3", 1.2)
WON = Mark("won", "#1e7a35", "#dcf1e1", 4.5)
PLAIN = Mark("plain", "#b9b3a4", "#fffdf6", 1.5)
BARE = Mark("plain", "none", "none")
PLACE = Mark("place", "none", "none", 0.0)
VAULT = Mark("plain", MUTED, "#efeadc", 1.5)


def n(value: float) -> str:
    """A number with at most one decimal."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def points(*pairs: tuple[float, float]) -> str:
    """Points for a polygon."""
    return " ".join(f"{n(x)},{n(y)}" for x, y in pairs)


def polygon(shape: str, fill: str, extra: str = "") -> str:
    """A filled polygon; ``shape`` comes from `points`."""
    return f"<polygon points='{shape}' fill='{fill}' {extra}/>"


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: float = 14,
    anchor: str = "middle",
    extra: str = "",
    room: float | None = None,
) -> str:
    """An escaped line of text, made smaller if it would be wider than ``room``."""
    if room is not None:
        size = min(size, room / (LETTER_WIDTH * max(1, len(words))))
    place = f"x='{n(x)}' y='{n(y)}' font-size='{n(size)}' text-anchor='{anchor}'"
    colour = "" if "fill=" in extra else f"fill='{INK}' "
    return f"<text {place} {colour}{extra}>{escape(words, quote=False)}</text>"


def place(box: Box, name: str) -> str:
    """An invisible frame to point at, with a place's name as in `Telling.holdings`."""
    return frame(box, PLACE, f"data-place='{escape(name)}'")


def frame(box: Box, mark: Mark, extra: str = "") -> str:
    """A rounded rectangle around what it marks; ``extra`` has further attributes."""
    place = f"x='{n(box.x)}' y='{n(box.y)}' width='{n(box.width)}' height='{n(box.height)}' rx='7'"
    dashes = f" stroke-dasharray='{mark.dash}'" if mark.dash else ""
    paint = f"fill='{mark.fill}' stroke='{mark.stroke}' stroke-width='{n(mark.width)}'{dashes}"
    return f"<rect class='{mark.kind}' {place} {paint} {extra}/>"


def code(piece: Piece) -> str:
    """A pyramid in two letters, its size and colour."""
    return f"{SIZE_LETTERS[piece.size]}{LETTERS[piece.colour]}"


def half_width(size: Size) -> float:
    """Half the drawn width of a piece."""
    return BASE_MM[size] * PX_PER_MM / 2


def height(size: Size) -> float:
    """The drawn height of an upright piece."""
    return HEIGHT_MM[size] * PX_PER_MM


def titled(words: str, *parts: str) -> str:
    """A group with a tooltip, which screen readers read as well."""
    return f"<g><title>{escape(words, quote=False)}</title>{''.join(parts)}</g>"


def faded(*parts: str) -> str:
    """Something that is not on the table but only imagined there."""
    return f"<g class='ghost' opacity='0.4'>{''.join(parts)}</g>"


def upright(piece: Piece, x: float, y: float) -> str:
    """A standing piece seen over an edge, the base's nearest corner at ``(x, y)``: two faces with pips."""
    return pyramid(piece, *_standing(piece, x, y))


def pyramid(piece: Piece, *parts: str) -> str:
    """One pyramid as a group."""
    return f"<g class='pyramid' data-piece='{code(piece)}'>{''.join(parts)}</g>"


def _standing(piece: Piece, x: float, y: float) -> Iterator[str]:
    half, tall = half_width(piece.size), height(piece.size)
    drop = half * 0.32
    apex, corner = (x, y - tall), (x, y)
    left, right = (x - half, y - drop), (x + half, y - drop)
    fill, line = FILL[piece.colour], _line(piece.colour)
    yield polygon(points(apex, left, corner), fill)
    yield polygon(points(apex, corner, right), fill)
    yield polygon(points(apex, corner, right), "#000", "opacity='0.14'")
    yield polygon(points(apex, left, corner, right), "none", f"{line} stroke-linejoin='round'")
    yield f"<line x1='{n(x)}' y1='{n(y - tall)}' x2='{n(x)}' y2='{n(y)}' {line}/>"
    yield from _pips(piece, x, y)


def _line(colour: Colour) -> str:
    stroke = "#8d93a1" if colour is Colour.BLACK else INK
    dash = " stroke-dasharray='5 3'" if colour is Colour.CLEAR else ""
    return f"stroke='{stroke}' stroke-width='1.4'{dash}"


def _pips(piece: Piece, x: float, y: float) -> Iterator[str]:
    """The pips along the bottom of both faces."""
    half = half_width(piece.size)
    for side in (-1, 1):
        for index in range(piece.size):
            along = (index + 1) / (piece.size + 1)
            yield _pip(piece, x + side * half * along, y - 6.5 - half * 0.32 * along)


def _pip(piece: Piece, x: float, y: float) -> str:
    fill = "#f4f4f4" if piece.colour in DARK else INK
    return f"<circle cx='{n(x)}' cy='{n(y)}' r='1.9' fill='{fill}'/>"


def outlined(piece: Piece, x: float, y: float) -> str:
    """A piece hidden inside another: its dashed outline, on top of what covers it."""
    half, tall = half_width(piece.size), height(piece.size)
    drop = half * 0.32
    shape = points((x, y - tall), (x - half, y - drop), (x, y), (x + half, y - drop))
    ground = polygon(shape, FILL[piece.colour], f"stroke='{INK}' stroke-width='2.4'")
    dashes = polygon(shape, "none", "stroke='#fff' stroke-width='1.6' stroke-dasharray='4 3'")
    return pyramid(piece, ground, dashes)


def flat(piece: Piece, x: float, y: float, up: bool) -> str:
    """A piece lying on its side, pointing up or down the picture, the middle of its base line at ``(x, y)``.

    It is seen from above: the upper side with its pips, and behind it the open base as a dark hollow, so that
    it does not look like a standing piece.
    """
    half, way = half_width(piece.size), -1 if up else 1
    side = points((x - half, y), (x, y + way * height(piece.size)), (x + half, y))
    deep = half * 0.55
    wall = points((x - half, y), (x + half, y), (x + half, y - way * deep), (x - half, y - way * deep))
    line = f"{_line(piece.colour)} stroke-linejoin='round'"
    hollow = Box(x - half + 3, min(y - way * 2.5, y - way * (deep - 3)), 2 * half - 6, deep - 5.5)
    inside = f"x='{n(hollow.x)}' y='{n(hollow.y)}' width='{n(hollow.width)}' height='{n(hollow.height)}'"
    pips = (
        _pip(piece, x + half * (2 * (index + 1) / (piece.size + 1) - 1) * 0.8, y + way * 6)
        for index in range(piece.size)
    )
    dark = "#6b7080" if piece.colour is Colour.BLACK else INK
    drawn = polygon(wall, FILL[piece.colour], line), f"<rect class='hollow' {inside} fill='{dark}'/>"
    return pyramid(piece, *drawn, polygon(side, FILL[piece.colour], line), *pips)


def cover_of(pieces: Sequence[Piece]) -> tuple[int | None, ...]:
    """For each piece of a stack, bottom to top, the index of the piece that hides it; ``None`` if it shows.

    A larger piece hides a smaller one if it comes down as low as that one (readings, "Pieces").
    """
    lifts = lifts_mm(tuple(piece.size for piece in pieces))
    found: list[int | None] = []
    for low, piece in enumerate(pieces):
        above = range(low + 1, len(pieces))
        over = (high for high in above if pieces[high].size > piece.size and lifts[high] <= lifts[low])
        found.append(max(over, default=None))
    return tuple(found)


def pile(pieces: Sequence[Piece], x: float, y: float, rise: float) -> Iterator[str]:
    """A stack, bottom to top, at ``(x, y)``; each visible piece stands ``rise`` above the one before.

    Hidden pieces are outlined on the one that covers them.
    """
    covers = cover_of(pieces)
    level = 0
    for index, piece in enumerate(pieces):
        if covers[index] is not None:
            continue
        base = y - level * rise
        yield upright(piece, x, base)
        inside = [pieces[low] for low, cover in enumerate(covers) if cover == index]
        for depth, hidden in enumerate(sorted(inside, reverse=True)):
            yield outlined(hidden, x, base - 3 - 2 * depth)
        level += 1


def plate(words: str, colour: Colour, x: float, y: float, room: float = 72.0) -> str:
    """A word on a white plate centred on ``(x, y)``, with a coloured rim, no wider than ``room``."""
    letter = LETTER_WIDTH * 1.1
    size = min(16.0, (room - 14) / (letter * len(words)))
    wide = 14 + letter * size * len(words)
    shape = f"x='{n(x - wide / 2)}' y='{n(y - 10)}' width='{n(wide)}' height='20' rx='9'"
    pale = colour in (Colour.WHITE, Colour.CLEAR, Colour.YELLOW)
    swatch = f"stroke='{MUTED if pale else FILL[colour]}' stroke-width='2'"
    label = text(x, y + size * 0.36, words, size=size, extra="font-weight='bold'")
    return f"<rect {shape} fill='#fff' {swatch}/>{label}"


def arrow(x: float, start: float, end: float, colour: str = MUTED) -> str:
    """A vertical arrow from ``start`` to ``end``."""
    way = 1 if end > start else -1
    place = f"x1='{n(x)}' y1='{n(start)}' x2='{n(x)}' y2='{n(end - 7 * way)}'"
    shaft = f"<line {place} stroke='{colour}' stroke-width='2'/>"
    return shaft + polygon(points((x - 5, end - 8 * way), (x + 5, end - 8 * way), (x, end)), colour)
