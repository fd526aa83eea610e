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

Translate = Callable[[Said], str]
"""Translates a message into the page's language, with the players' names."""


def setup_fields(
    shown: Shown | None, translate: Translate, size_px: tuple[int, int]
) -> dict[str, Any] | None:
    """The page's data about a set-up; ``size_px`` is the picture's width and height."""
    if shown is None:
        return None
    lying = [_lying(thing) for thing in shown.things]
    view = View.around(lying)
    wide, high = view.size_px
    return {
        "svg": table_svg(lying, view, titled(translate(say("t_setup")))),
        "view": {
            "left": view.left_mm,
            "far": view.far_mm,
            "px": PX_PER_MM,
            "slant": view.slant,
            "head": HEAD_PX,
            "width": wide,
            "height": high,
        },
        "things": [_thing(thing, translate, size_px) for thing in shown.things],
        "problems": [translate(line) for line in shown.problems],
        "refusal": translate(shown.refusal) if shown.refusal else "",
        "choices": {
            kind: [[_choice(c, translate) for c in row] for row in rows]
            for kind, rows in shown.choices.items()
        },
    }


def _lying(thing: Thing) -> Lying:
    x, y = thing.place
    return Lying(thing.pieces, x, y, thing.heading_deg, not thing.sure, thing.said)


def _thing(thing: Thing, translate: Translate, size_px: tuple[int, int]) -> dict[str, Any]:
    wide, high = size_px
    left, top, right, bottom = thing.box_px
    return {
        "name": thing.name,
        "place": list(thing.place),
        "box": [left / wide, top / high, right / wide, bottom / high] if right > left else None,
        "what": thing.what,
        "words": translate(thing.words) if thing.words else "",
        "where": translate(thing.where) if thing.where else "",
        "glyphs": [f"{piece.size.word}-{piece.colour}" for piece in thing.pieces],
        "sure": thing.sure,
        "said": thing.said,
        "kind": thing.kind,
    }


def _choice(choice: Choice, translate: Translate) -> dict[str, str]:
    return {"what": choice.what, "glyph": choice.glyph, "words": translate(choice.words)}
