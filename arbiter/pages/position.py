"""The position on the live page: a drawing without its headline, which the page shows itself, with an illegal
move marked; and a headline short enough for two lines.
"""

from __future__ import annotations

import re
from typing import Any

from arbiter.telling.found import telling_for
from arbiter.telling.telling import Telling
from arbiter.words.describe import Names
from arbiter.words.wording import Wording
from engine.game import Seat
from engine.message import Messages
from engine.readings import broken

unnamed = Messages("engine")

HEAD_PX = 40
"""Height of a drawing's headline."""
LONGEST = 56
"""A longer headline, in characters, is divided at the end of a sentence or clause."""
BAD, BAD_TINT = "#c8102e", "#fbdcd8"
_VIEW = re.compile(r"viewBox='0 0 ([\d.]+) ([\d.]+)'")
_NEWEST = re.compile(
    r"<rect class='last(?:-piece)?' x='([-\d.]+)' y='([-\d.]+)' width='([\d.]+)' height='([\d.]+)' [^>]*/>"
)
_LEGAL = re.compile(r"<rect class='legal' [^>]*/>")
_PAUSE = re.compile(r"(?<=[.:;?!])\s+")


def position_svg(telling: Telling, state: Any, names: Names, words: Wording, illegal: Any = None) -> str:
    """The drawing of a position, with the ``illegal`` move that is on the table, if any, marked in red."""
    svg = str(telling.page(state, names, words, None)["svg"])
    if illegal is not None:
        svg = marked(str(telling.page(state.force(illegal).state, names, words, None)["svg"]), svg)
    return _VIEW.sub(_cropped, svg, count=1)


def rule_svg(reading: str, words: Wording) -> str | None:
    """The drawing of a position in which a rule is broken; ``None`` for a rule without one."""
    found = broken(reading)
    if found is None:
        return None
    _, state, move = found
    names = {seat: words.tell(unnamed(f"unnamed-{seat}")) for seat in Seat}
    return position_svg(telling_for(state), state, names, words, move)


def marked(svg: str, before: str) -> str:
    """A drawing with the last move's pieces, whose frames were not there ``before``, marked as wrong.

    Moves that would be legal next are not marked, since it is not the other player's turn.
    """
    known = {found[0] for found in _NEWEST.finditer(before)}
    return _NEWEST.sub(lambda found: found[0] if found[0] in known else _wrong(found), _LEGAL.sub("", svg))


def _wrong(found: re.Match[str]) -> str:
    x, y, width, height = (float(found[n]) for n in (1, 2, 3, 4))
    place = f"x='{x:g}' y='{y:g}' width='{width:g}' height='{height:g}' rx='7'"
    paint = f"fill='{BAD_TINT}' stroke='{BAD}' stroke-width='4'"
    cross = f"M{x + width - 12:g} {y + 4:g}l8 8m0-8l-8 8"
    badge = f"<circle cx='{x + width - 8:g}' cy='{y + 8:g}' r='10' fill='{BAD}'/>"
    line = "stroke='#fff' stroke-width='2.6' stroke-linecap='round' fill='none'"
    return f"<rect class='illegal' {place} {paint}/>{badge}<path d='{cross}' {line}/>"


def _cropped(found: re.Match[str]) -> str:
    width, height = float(found[1]), float(found[2])
    return f"viewBox='0 {HEAD_PX} {width:g} {height - HEAD_PX:g}'"


def headline(text: str) -> tuple[str, str]:
    """A text as a headline and the rest: the whole text, or its first clause if it is too long."""
    if len(text) <= LONGEST:
        return text, ""
    first, *rest = _PAUSE.split(text, maxsplit=1)
    return (first.rstrip(":;"), rest[0]) if rest else (text, "")
