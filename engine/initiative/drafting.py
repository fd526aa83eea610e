"""Drafting (I14) as a `Game`: how a draft begins, is written and ends.

A draft is not a game of its own, so it is not in ``engine.games.GAMES``: it leads to Initiative's set-up.

>>> setup = DRAFT.parse_setup("stack=blue,green,black,yellow,red;size=small", DRAFT.rules)
>>> DRAFT.format_setup(setup)
'stack=blue,green,black,yellow,red;size=small'
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.definition import Game, Lines, NoRules
from engine.game import MalformedMove, Seat
from engine.initiative.draft import MARKERS, Draft, Move
from engine.initiative.draft_diagram import draft_svg
from engine.initiative.draft_notation import format_action, parse_action
from engine.initiative.examples import DRAFT_BROKEN
from engine.message import Messages, Said
from engine.notation import colours_of, format_pieces
from engine.pieces import Colour, Size

say = Messages("engine.initiative")


@dataclass(frozen=True)
class Stack:
    """The start of a draft: the initiative stack, top to bottom, and the size of its pyramids (I13)."""

    colours: tuple[Colour, ...]
    size: Size


def format_stack(stack: Stack) -> str:
    """A stack on one line; the inverse of `parse_stack`."""
    return f"stack={','.join(stack.colours)};size={stack.size.word}"


def parse_stack(text: str) -> Stack:
    """A stack from its line; raises `MalformedMove`."""
    words = dict(part.strip().partition("=")[::2] for part in text.lower().split(";"))
    sizes = {size.word: size for size in Size}
    found = [colours_of(word) for word in words.get("stack", "").split(",")]
    if any(len(colours) != 1 for colours in found) or words.get("size") not in sizes:
        raise MalformedMove(say("read_draft", raw=f"{text!r}"))
    return Stack(tuple(colours[0] for colours in found), sizes[words["size"]])


def draft_lines(draft: Draft) -> Lines:
    """The stack, what each player has taken, and what lies at the markers."""
    stack = say("p_sized", list=draft.stack, size=draft.stack_size)
    lines: list[tuple[Said, Said]] = [(say("p_stack"), stack)]
    for seat in reversed(Seat):
        lines.append((say("p_has", who=seat), format_pieces(draft.hand(seat)) or say("nothing")))
    for marker in MARKERS:
        there: Said = format_pieces(draft.rows[marker - 1]) or say("p_empty")
        row = say("p_closed", text=there) if marker in draft.closed else there
        lines.append((say("p_marker", n=marker), row))
    return tuple(lines)


def _start(stack: Stack, rules: NoRules, leader: Seat | None) -> Draft:
    return Draft.start(stack.colours, stack.size, leader)


def _parse(text: str, draft: Draft) -> Move:
    return parse_action(text, draft, check=False)


DRAFT = Game(
    name="Draft",
    rules=NoRules(),
    state=Draft,
    start=_start,
    parse_setup=lambda text, rules: parse_stack(text),
    format_setup=format_stack,
    parse_move=_parse,
    format_move=format_action,
    result=lambda draft: "*",
    svg=draft_svg,
    broken=DRAFT_BROKEN,
    lines=draft_lines,
)
"""Drafting for Initiative; its set-up is a `Stack`, its state a ``Draft``."""
