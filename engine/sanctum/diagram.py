"""A diagram of Sanctum's initiative tracker as SVG text: who has the initiative, and who owns what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.drawing import page
from engine.drawing import shapes as draw
from engine.drawing.shapes import Box
from engine.game import Seat
from engine.message import Message, Messages, Tell
from engine.pieces import Colour, Piece, Size
from engine.sanctum.model import (
    PLAYERS,
    Build,
    Capture,
    Destroy,
    Lienna,
    LiennaEnters,
    LiennaLeaves,
    Move,
    StartTurn,
    Structure,
    called,
)
from engine.sanctum.state import Owner, State

say = Messages("engine.sanctum")

COLOUR = {Owner.RED: Colour.RED, Owner.BLUE: Colour.BLUE, Owner.NEUTRAL: Colour.WHITE}
WIDTH, COLUMN, ACROSS, ROW = 880.0, 276.0, 3, 108.0


def sanctum_svg(state: State, names: Mapping[Seat, str] | None = None, tell: Tell = str) -> str:
    """The tracker as an SVG document, with a column for each owner in the order of play.

    Structures that changed hands since the last start of turn are marked; the deltas list them by name.
    """
    columns = {owner: [each for each in state.structures if each.owner is owner] for owner in Owner}
    rows = max(1, max(-(-len(column) // ACROSS) for column in columns.values()))
    height = 196 + rows * ROW + 40
    parts = [
        part
        for place, owner in enumerate(state.sequence)
        for part in _column(state, place, owner, rows, tell)
    ]
    parts.append(draw.text(24, 56, tell(_lienna_words(state)), size=14, anchor="start"))
    if state.history:
        words = tell(say("ds_last", text=_said(state.history[-1])))
        parts.append(draw.text(24, 76, words, size=14, anchor="start"))
    parts += page.legend(24, height - 14, [(tell(say("ds_legend")), draw.LAST)])
    headline = tell(say("ds_turn", n=state.turn, owner=str(state.holder)))
    return page.document("Sanctum", headline, WIDTH, height, parts)


def _lienna_words(state: State) -> Message:
    if not state.liennas:
        return say("ds_none")
    *others, ruling = (lienna.message for lienna in state.liennas)
    if others:
        return say("ds_keeps_also", lienna=ruling, list=others)
    return say("ds_keeps", lienna=ruling)


def _said(move: Move) -> Message:
    """What happened, in a few words."""
    if isinstance(move, Capture):
        return say("ds_captured", owner=str(move.by), structure=called(move.name))
    if isinstance(move, Destroy):
        return say("ds_destroyed", structure=called(move.name))
    if isinstance(move, Build):
        return say("ds_built", owner=str(move.owner), structure=called(move.name))
    if isinstance(move, LiennaEnters | LiennaLeaves):
        key = "ds_entered" if isinstance(move, LiennaEnters) else "ds_left"
        return say(key, lienna=Lienna(move.caster, move.name).message)
    return say("ds_started" if isinstance(move, StartTurn) else "ds_timepiece")


def _column(state: State, place: int, owner: Owner, rows: int, tell: Tell) -> Iterator[str]:
    x, top = 24 + place * (COLUMN + 8), 92.0
    mark = replace(draw.LEGAL, kind="holder") if owner is state.holder else draw.PLAIN
    yield draw.frame(Box(x, top, COLUMN, 82 + rows * ROW), mark, f"data-place='{owner}'")
    title = say("ds_place_holds" if owner is state.holder else "ds_place", n=place + 1, owner=str(owner))
    yield draw.text(x + 14, top + 24, tell(title), size=16, anchor="start", extra=draw.BOLD)
    if owner in PLAYERS:
        delta = state.deltas[owner]
        words = tell(say("ds_delta", raw=f"{delta.total:+d}"))
        yield draw.text(x + 14, top + 46, words, size=14, anchor="start")
        gained, lost = ([tell(called(name)) for name in names] for names in (delta.gained, delta.lost))
        names = ", ".join([*(f"+{name}" for name in gained), *(f"−{name}" for name in lost)])
        size = min(13.0, (COLUMN - 28) / (0.58 * max(1, len(names))))
        yield draw.text(x + 14, top + 65, names, size=size, anchor="start", extra=draw.SOFT)
    before = {each.name: each.owner for each in state.before}
    mine = [each for each in state.structures if each.owner is owner]
    for index, each in enumerate(mine):
        spot = x + COLUMN / ACROSS * (index % ACROSS + 0.5), top + 74 + ROW * (index // ACROSS + 1) - 26
        yield from _structure(each, *spot, before.get(each.name) is not owner, tell)


def _structure(structure: Structure, x: float, y: float, changed: bool, tell: Tell) -> Iterator[str]:
    box = Box(x - 42, y - 76, 84, 100)
    yield draw.place(box, structure.name)
    if changed:
        yield draw.frame(box, draw.LAST, f"data-place='{structure.name}'")
    key = "ds_changed" if changed else "ds_owned"
    words = say(key, structure=called(structure.name), owner=str(structure.owner))
    piece = Piece(Size.MEDIUM, COLOUR[structure.owner])
    letter = draw.text(x + 28, y, structure.owner[0].upper(), size=13, extra=draw.BOLD)
    name = tell(called(structure.name))
    label = draw.text(x, y + 18, name, size=min(12.0, 84 / (0.6 * len(name))))
    yield draw.titled(tell(words), draw.upright(piece, x, y), letter, label)
