"""Pyramids as SVG fragments: upright, stacked, lying flat. Pure functions from numbers to text.

Coordinates are SVG user units (pixels at scale 1), y down. A piece is placed by the middle of its base line.
No element has an id, so that many diagrams may share a page. Every colour comes with its letter, and the pips
show, so nothing rests on telling colours apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from engine.notation_initiative import LETTERS
from engine.pieces import BASE_MM, HEIGHT_MM, Colour, Piece, Size

PX_PER_MM = 1.9
SKIRT_PX = 15.0
"""How much of the lower piece shows below the one on top."""

INK = "#1d2230"
MUTED = "#666d7c"
FONT = "font-family='Helvetica, Arial, sans-serif'"

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
    """A rectangle by its left, top, width and height."""

    x: float
    y: float
    width: float
    height: float


def n(value: float) -> str:
    """A number as short as one decimal allows."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def points(*pairs: tuple[float, float]) -> str:
    """Points for a polygon."""
    return " ".join(f"{n(x)},{n(y)}" for x, y in pairs)


def polygon(shape: str, fill: str, extra: str = "") -> str:
    """A filled polygon; ``shape`` as `points` gives it."""
    return f"<polygon points='{shape}' fill='{fill}' {extra}/>"


def text(x: float, y: float, words: str, *, size: float = 14, anchor: str = "middle", extra: str = "") -> str:
    """A line of text, escaped."""
    place = f"x='{n(x)}' y='{n(y)}' font-size='{n(size)}' text-anchor='{anchor}'"
    colour = "" if "fill=" in extra else f"fill='{INK}' "
    return f"<text {place} {colour}{extra}>{escape(words, quote=False)}</text>"


def frame(box: Box, stroke: str, *, fill: str = "none", width: float = 2.5, dash: str = "") -> str:
    """A rounded rectangle."""
    place = f"x='{n(box.x)}' y='{n(box.y)}' width='{n(box.width)}' height='{n(box.height)}' rx='7'"
    dashes = f" stroke-dasharray='{dash}'" if dash else ""
    return f"<rect {place} fill='{fill}' stroke='{stroke}' stroke-width='{n(width)}'{dashes}/>"


def half_width(size: Size) -> float:
    """Half the drawn width of a piece."""
    return BASE_MM[size] * PX_PER_MM / 2


def height(size: Size) -> float:
    """The drawn height of an upright piece."""
    return HEIGHT_MM[size] * PX_PER_MM


def titled(words: str, *parts: str, opacity: float = 1.0) -> str:
    """A group with a tooltip, which screen readers read too."""
    faded = f" opacity='{n(opacity)}'" if opacity < 1 else ""
    return f"<g{faded}><title>{escape(words, quote=False)}</title>{''.join(parts)}</g>"


def upright(piece: Piece, x: float, y: float) -> str:
    """A standing piece seen over an edge, its base's nearest corner at ``(x, y)``: two faces with pips."""
    half, tall = half_width(piece.size), height(piece.size)
    drop = half * 0.32
    apex, corner = (x, y - tall), (x, y)
    left, right = (x - half, y - drop), (x + half, y - drop)
    fill, line = FILL[piece.colour], _line(piece.colour)
    faces = [
        polygon(points(apex, left, corner), fill),
        polygon(points(apex, corner, right), fill),
        polygon(points(apex, corner, right), "#000", "opacity='0.14'"),
    ]
    outline = polygon(points(apex, left, corner, right), "none", f"{line} stroke-linejoin='round'")
    edge = f"<line x1='{n(x)}' y1='{n(y - tall)}' x2='{n(x)}' y2='{n(y)}' {line}/>"
    return "".join([*faces, outline, edge, *_pips(piece, x, y)])


def _line(colour: Colour) -> str:
    stroke = "#8d93a1" if colour is Colour.BLACK else INK
    dash = " stroke-dasharray='5 3'" if colour is Colour.CLEAR else ""
    return f"stroke='{stroke}' stroke-width='1.4'{dash}"


def _pips(piece: Piece, x: float, y: float) -> list[str]:
    """The pips along the bottom of both faces."""
    half = half_width(piece.size)
    fill = "#f4f4f4" if piece.colour in DARK else INK
    dots = []
    for side in (-1, 1):
        for index in range(piece.size):
            along = (index + 1) / (piece.size + 1)
            cx, cy = x + side * half * along, y - 6.5 - half * 0.32 * along
            dots.append(f"<circle cx='{n(cx)}' cy='{n(cy)}' r='1.9' fill='{fill}'/>")
    return dots


def outlined(piece: Piece, x: float, y: float) -> str:
    """A piece hidden inside another: its shape with a dashed outline, light on dark, over what covers it."""
    half, tall = half_width(piece.size), height(piece.size)
    drop = half * 0.32
    shape = points((x, y - tall), (x - half, y - drop), (x, y), (x + half, y - drop))
    ground = polygon(shape, FILL[piece.colour], f"stroke='{INK}' stroke-width='2.4'")
    return ground + polygon(shape, "none", "stroke='#fff' stroke-width='1.6' stroke-dasharray='4 3'")


def flat(piece: Piece, x: float, y: float, up: bool) -> str:
    """A piece lying on its side with its base line's middle at ``(x, y)``, pointing up or down the picture.

    The open base shows as a dark hollow, so that it is not taken for a standing piece.
    """
    half, long = half_width(piece.size), height(piece.size)
    way = -1 if up else 1
    tip = (x, y + way * long)
    side = points((x - half, y), tip, (x + half, y))
    rim = f"cx='{n(x)}' cy='{n(y)}' rx='{n(half)}' ry='{n(half * 0.42)}'"
    return (
        polygon(side, FILL[piece.colour], f"{_line(piece.colour)} stroke-linejoin='round'")
        + f"<ellipse {rim} fill='{FILL[piece.colour]}' {_line(piece.colour)}/>"
        + f"<ellipse cx='{n(x)}' cy='{n(y)}' rx='{n(half * 0.72)}' ry='{n(half * 0.26)}' fill='{INK}'/>"
    )


def stacked(top: Piece, under: Piece, x: float, y: float) -> str:
    """A piece on a sacrificed one; one smaller than what covers it shows as an outline."""
    if under.size < top.size:
        return upright(top, x, y) + outlined(under, x, y - 3)
    rise = SKIRT_PX + (height(under.size) - height(top.size)) * 0.25
    return upright(under, x, y) + upright(top, x, y - rise)


def letter_tag(colour: Colour, x: float, y: float, more: str = "") -> str:
    """The letter of a colour beside it, with what is to be said more, on a white plate around ``(x, y)``."""
    words = LETTERS[colour] + more
    wide = 11 + 8.2 * len(words)
    plate = f"x='{n(x - wide / 2)}' y='{n(y - 9)}' width='{n(wide)}' height='18' rx='9'"
    pale = colour in (Colour.WHITE, Colour.CLEAR)
    swatch = f"stroke='{MUTED if pale else FILL[colour]}' stroke-width='2'"
    return f"<rect {plate} fill='#fff' {swatch}/>" + text(
        x, y + 4.6, words, size=13, extra="font-weight='bold'"
    )


def arrow(x: float, start: float, end: float) -> str:
    """A vertical arrow from ``start`` to ``end``."""
    way = 1 if end > start else -1
    place = f"x1='{n(x)}' y1='{n(start)}' x2='{n(x)}' y2='{n(end - 7 * way)}'"
    shaft = f"<line {place} stroke='{MUTED}' stroke-width='2'/>"
    return shaft + polygon(points((x - 5, end - 8 * way), (x + 5, end - 8 * way), (x, end)), MUTED)
