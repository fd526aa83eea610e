"""A table as SVG text: every pyramid in its place; whatever is unsure, missing or named by a player is
marked.

It is seen by the near player: x to the right, y away from that player. Standing pyramids are drawn seen over
an edge, lying ones from above, pointing where they point.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.drawing import page
from engine.drawing import shapes as draw
from engine.drawing.shapes import PX_PER_MM, Box, Mark
from engine.pieces import Piece, Size

UNSURE = Mark("unsure", "#b35c00", "#ffedd2", 2.5, "7 4")
MISSING = Mark("missing", "#b3261e", "#fbe3e0", 2.5, "4 4")
SAID = Mark("said", "#1e7a35", "#dcf1e1", 2.5)
MARGIN_MM = 34.0
HEAD_PX = 8.0
LEAST_MM = 190.0
APART_MM = 36.0
"""In depth, pyramids need to be this far apart not to hide each other."""
FLATTEST = 0.5
"""The table is drawn at least this deep as a share of its width, as if seen at an angle."""
SCALE = 0.86
"""Pyramids are drawn slightly smaller than to scale, so that neighbours do not hide each other."""


@dataclass(frozen=True)
class Lying:
    """What lies at a place (mm): ``pieces`` from top to bottom, none if one is missing.

    ``heading_deg`` is where a lying piece points, counter-clockwise from the right.
    """

    pieces: tuple[Piece, ...]
    x_mm: float
    y_mm: float
    heading_deg: float | None = None
    unsure: bool = False
    said: bool = False


@dataclass(frozen=True)
class View:
    """The part of the table (mm) that is drawn: its left and far edges, width and depth.

    The drawing has ``PX_PER_MM`` pixels to the millimetre, in depth ``slant`` times as many; the table begins
    ``HEAD_PX`` from the top.
    """

    left_mm: float
    far_mm: float
    width_mm: float
    depth_mm: float
    slant: float = 1.0

    @classmethod
    def around(cls, things: Sequence[Lying]) -> View:
        """A view of all things, with some room around them."""
        xs, ys = [each.x_mm for each in things] or [0.0], [each.y_mm for each in things] or [0.0]
        wide, deep = max(LEAST_MM, max(xs) - min(xs)), max(LEAST_MM, max(ys) - min(ys))
        left, far = (min(xs) + max(xs) - wide) / 2, (min(ys) + max(ys) + deep) / 2
        slant, room = _slant(things), 1.3 * MARGIN_MM
        far, deep = far + room / slant, deep + (room + MARGIN_MM) / slant
        return cls(left - MARGIN_MM, far, wide + 2 * MARGIN_MM, deep, slant)

    @property
    def size_px(self) -> tuple[float, float]:
        """Width and height of the drawing."""
        return PX_PER_MM * self.width_mm, HEAD_PX + PX_PER_MM * self.slant * self.depth_mm

    def at(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """A place on the table as coordinates of the drawing."""
        return PX_PER_MM * (x_mm - self.left_mm), HEAD_PX + PX_PER_MM * self.slant * (self.far_mm - y_mm)


def _slant(things: Sequence[Lying]) -> float:
    """How far the drawing may be compressed in depth without anything hiding what is behind it."""
    pairs = ((a, b) for k, a in enumerate(things) for b in things[:k])
    gaps = [abs(a.y_mm - b.y_mm) for a, b in pairs if abs(a.x_mm - b.x_mm) < APART_MM / 2]
    closest = min((gap for gap in gaps if gap > 1), default=math.inf)
    return min(1.0, max(FLATTEST, APART_MM / closest))


def table_svg(things: Sequence[Lying], view: View | None = None, title: str = "Set-up") -> str:
    """The table as an SVG document, scalable, without ids or scripts."""
    shown = view or View.around(things)
    wide, high = shown.size_px
    ordered = sorted(things, key=lambda each: -each.y_mm)
    marks = [part for each in ordered for part in _mark(each, shown)]
    pieces = [part for each in ordered for part in _thing(each, shown)]
    return page.document(title, "", wide, high, [_middle(shown), *marks, *pieces])


def _middle(view: View) -> str:
    """The line halfway between the players."""
    x, y = view.at(view.left_mm, 0.0)
    line = f"x1='{draw.n(x + 12)}' y1='{draw.n(y)}' x2='{draw.n(view.size_px[0] - 12)}' y2='{draw.n(y)}'"
    inside = HEAD_PX < y < view.size_px[1]
    return f"<line {line} stroke='#c9c3b4' stroke-width='1.5' stroke-dasharray='2 6'/>" if inside else ""


def _mark(thing: Lying, view: View) -> Iterator[str]:
    mark = SAID if thing.said else MISSING if not thing.pieces else UNSURE if thing.unsure else None
    if mark is None:
        return
    x, y = view.at(thing.x_mm, thing.y_mm)
    box = _room(thing, x, y)
    yield draw.frame(box, mark)
    sign = "✓" if thing.said else "?"
    style = f"{draw.BOLD} fill='{mark.stroke}'"
    yield draw.text(box.x + 3, box.y + 16, sign, size=17, anchor="start", extra=style)


def _room(thing: Lying, x: float, y: float) -> Box:
    """The frame around what lies at ``(x, y)``."""
    wide = 58.0
    if not thing.pieces:
        return Box(x - 27, y - 46, 54, 62)
    if thing.heading_deg is not None:
        return Box(x - 40, y - 40, 80, 80)
    tall = SCALE * draw.height(max(piece.size for piece in thing.pieces)) + 14 * (len(thing.pieces) - 1)
    return Box(x - wide / 2, y - tall - 2, wide, tall + 30)


def _thing(thing: Lying, view: View) -> Iterator[str]:
    x, y = view.at(thing.x_mm, thing.y_mm)
    if not thing.pieces:
        return
    words = ", ".join(map(str, thing.pieces))
    if thing.heading_deg is not None:
        yield draw.titled(words, _lying(thing.pieces[0], x, y, thing.heading_deg))
        return
    foot = y + SCALE * 0.16 * draw.half_width(Size.LARGE)
    drawn = draw.pile(tuple(reversed(thing.pieces)), 0, 0, draw.PX_PER_MM * 9)
    label = draw.plate(_letters(thing.pieces), thing.pieces[0].colour, x, foot + 12, 64.0)
    yield draw.titled(words, page.scaled(SCALE, x, foot, *drawn), label)


def _lying(piece: Piece, x: float, y: float, heading_deg: float) -> str:
    """A piece seen from above around ``(x, y)``, with its letters at its side."""
    tall, turn = draw.height(piece.size), 90.0 - heading_deg
    place = f"translate({draw.n(x)} {draw.n(y)}) rotate({draw.n(turn)}) scale({SCALE:.2f})"
    drawn = draw.flat(piece, 0, tall / 3, True)
    label = draw.plate(draw.code(piece), piece.colour, x, y + 25, 34.0)
    return f"<g transform='{place}'>{drawn}</g>{label}"


def _letters(pieces: Sequence[Piece]) -> str:
    """A single pyramid or two in two letters each, a larger pile in colour letters, from the top."""
    return (
        " ".join(draw.code(piece) for piece in pieces)
        if len(pieces) < 3
        else "".join(draw.code(piece)[1] for piece in pieces)
    )
