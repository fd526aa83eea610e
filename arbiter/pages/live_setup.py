"""The set-up on the live page: a drawing, the things on the table with their possible readings, and
problems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arbiter.table.setup.by_hand import Choice, Shown, Thing
from arbiter.words.wording import titled
from engine.drawing.shapes import PX_PER_MM
from engine.drawing.table import HEAD_PX, Lying, View, table_svg
from engine.message import Messages, Said

say = Messages("arbiter")

Told = Callable[[Said], str]
"""Translates a message into the page's language, with the players' names."""


def setup_fields(shown: Shown | None, told: Told, size_px: tuple[int, int]) -> dict[str, Any] | None:
    """The page's data about a set-up; ``size_px`` is the picture's width and height."""
    if shown is None:
        return None
    lying = [_lying(thing) for thing in shown.things]
    view = View.around(lying)
    wide, high = view.size_px
    return {
        "svg": table_svg(lying, view, titled(told(say("t_setup")))),
        "view": {
            "left": view.left_mm,
            "far": view.far_mm,
            "px": PX_PER_MM,
            "slant": view.slant,
            "head": HEAD_PX,
            "width": wide,
            "height": high,
        },
        "things": [_thing(thing, told, size_px) for thing in shown.things],
        "problems": [told(line) for line in shown.problems],
        "refusal": told(shown.refusal) if shown.refusal else "",
        "choices": {
            kind: [[_choice(c, told) for c in row] for row in rows] for kind, rows in shown.choices.items()
        },
    }


def _lying(thing: Thing) -> Lying:
    x, y = thing.place
    return Lying(thing.pieces, x, y, thing.heading_deg, not thing.sure, thing.said)


def _thing(thing: Thing, told: Told, size_px: tuple[int, int]) -> dict[str, Any]:
    wide, high = size_px
    left, top, right, bottom = thing.box_px
    return {
        "name": thing.name,
        "place": list(thing.place),
        "box": [left / wide, top / high, right / wide, bottom / high] if right > left else None,
        "what": thing.what,
        "words": told(thing.words) if thing.words else "",
        "where": told(thing.where) if thing.where else "",
        "glyphs": [f"{piece.size.word}-{piece.colour}" for piece in thing.pieces],
        "sure": thing.sure,
        "said": thing.said,
        "kind": thing.kind,
    }


def _choice(choice: Choice, told: Told) -> dict[str, str]:
    return {"what": choice.what, "glyph": choice.glyph, "words": told(choice.words)}
