"""A diagram of Sanctum's initiative tracker as SVG text: who holds it, and whose structures are whose."""

from __future__ import annotations

from collections.abc import Iterator

from engine import diagram_page as page
from engine import diagram_shapes as draw
from engine.diagram_shapes import Box
from engine.pieces import Colour, Piece, Size
from engine.sanctum import Owner, State
from engine.sanctum_model import PLAYERS, Structure

COLOUR = {Owner.RED: Colour.RED, Owner.BLUE: Colour.BLUE, Owner.NEUTRAL: Colour.WHITE}
WIDTH, COLUMN, ACROSS, ROW = 880.0, 276.0, 3, 108.0


def sanctum_svg(state: State) -> str:
    """The tracker as an SVG document: a column each in the order in which the players are gone through.

    Structures that changed hands since the last start of turn are marked.
    """
    columns = {owner: [each for each in state.structures if each.owner is owner] for owner in Owner}
    rows = max(1, max(-(-len(column) // ACROSS) for column in columns.values()))
    height = 158 + rows * ROW + 40
    parts = [
        part for place, owner in enumerate(state.sequence) for part in _column(state, place, owner, rows)
    ]
    ruling = f"{state.liennas[-1]} keeps it" if state.liennas else "no Lienna is in play"
    parts.append(draw.text(24, 56, ruling, size=14, anchor="start"))
    parts += page.legend(
        24, height - 14, [("changed since the start of turn", page.LAST, page.LAST_FILL, "4 2")]
    )
    headline = f"Turn {state.turn}: {state.holder} has the initiative"
    return page.document("Sanctum", headline, WIDTH, height, parts)


def _column(state: State, place: int, owner: Owner, rows: int) -> Iterator[str]:
    x, top = 24 + place * (COLUMN + 8), 74.0
    stroke = page.LEGAL if owner is state.holder else "#b9b3a4"
    fill = page.LEGAL_FILL if owner is state.holder else page.CARD_FILL
    yield draw.frame(Box(x, top, COLUMN, 62 + rows * ROW), stroke, fill=fill)
    title = f"{place + 1}. {owner}" + (" ◆ has the initiative" if owner is state.holder else "")
    yield draw.text(x + 14, top + 24, title, size=16, anchor="start", extra="font-weight='bold'")
    if owner in PLAYERS:
        words = f"structure delta {state.deltas[owner].total:+d}"
        yield draw.text(x + 14, top + 46, words, size=13, anchor="start", extra=f"fill='{draw.MUTED}'")
    before = {each.name: each.owner for each in state.before}
    mine = [each for each in state.structures if each.owner is owner]
    for index, each in enumerate(mine):
        spot = x + COLUMN / ACROSS * (index % ACROSS + 0.5), top + 54 + ROW * (index // ACROSS + 1) - 26
        yield from _structure(each, *spot, changed=before.get(each.name) is not owner)


def _structure(structure: Structure, x: float, y: float, changed: bool) -> Iterator[str]:
    if changed:
        yield draw.frame(Box(x - 42, y - 76, 84, 100), page.LAST, fill=page.LAST_FILL, dash="7 4")
    words = f"{structure.name}, {structure.owner}" + (", changed" if changed else "")
    piece = Piece(Size.MEDIUM, COLOUR[structure.owner])
    letter = draw.text(x + 28, y, structure.owner[0].upper(), size=13, extra="font-weight='bold'")
    name = draw.text(x, y + 18, structure.name, size=12)
    yield draw.titled(words, draw.upright(piece, x, y), letter, name)
