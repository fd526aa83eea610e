"""Actions in Sanctum's tracker as players type them.

``turn`` starts a turn; ``red>town1`` means that red captures, ``-town1`` that it is destroyed,
``+blue.town3`` that it is new; ``timepiece`` is Adriel's. ``lienna:red`` enters, ``unlienna:red`` leaves;
``lienna:red:second`` names one of several. Structures are written ``town1=red,town2=neutral``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.game import MalformedMove, did_you_mean, misspelt
from engine.message import Messages
from engine.pieces import Colour
from engine.sanctum.model import (
    Build,
    Capture,
    Destroy,
    LiennaEnters,
    LiennaLeaves,
    Move,
    Owner,
    StartTurn,
    Structure,
    Timepiece,
)

say = Messages("engine.sanctum")

if TYPE_CHECKING:
    from engine.sanctum.state import State

HOW = say("read_turn")
WORDS = ("turn", "timepiece", "lienna", "unlienna", *Owner)
_CAPTURE = re.compile(r"^(red|blue|neutral)>([a-z0-9_]+)$")
_BUILD = re.compile(r"^\+(red|blue|neutral)\.([a-z0-9_]+)$")
_DESTROY = re.compile(r"^-([a-z0-9_]+)$")
_LIENNA = re.compile(r"^(un)?lienna:(red|blue)(?::([a-z0-9_]+))?$")


def format_move(move: Move) -> str:
    """An action in the typed form; the inverse of `parse_move`."""
    if isinstance(move, Capture):
        return f"{move.by}>{move.name}"
    if isinstance(move, Destroy):
        return f"-{move.name}"
    if isinstance(move, Build):
        return f"+{move.owner}.{move.name}"
    if isinstance(move, LiennaEnters | LiennaLeaves):
        word = "lienna" if isinstance(move, LiennaEnters) else "unlienna"
        return f"{word}:{move.caster}" + (f":{move.name}" if move.name else "")
    return "turn" if isinstance(move, StartTurn) else "timepiece"


def parse_move(text: str, state: State, *, check: bool = True) -> Move:
    """The action that a text means; raises `MalformedMove`, and what `State.check` raises."""
    move = _read("".join(text.lower().split()))
    if move is None:
        raise MalformedMove(say("read_move", quoted=f"{text.strip()!r}", text=misspelt(text, WORDS) or HOW))
    if check:
        state.check(move)
    return move


def _read(low: str) -> Move | None:
    if low in ("turn", "timepiece"):
        return StartTurn() if low == "turn" else Timepiece()
    if match := _CAPTURE.match(low):
        return Capture(Owner(match[1]), match[2])
    if match := _BUILD.match(low):
        return Build(Owner(match[1]), match[2])
    if match := _DESTROY.match(low):
        return Destroy(match[1])
    if match := _LIENNA.match(low):
        made = LiennaLeaves if match[1] else LiennaEnters
        return made(Owner(match[2]), match[3] or "")
    return None


def format_structures(structures: Iterable[Structure]) -> str:
    """Structures on one line without blanks; the inverse of `parse_structures`."""
    return ",".join(f"{each.name}={each.owner}" for each in structures)


def parse_structures(text: str) -> tuple[Structure, ...]:
    """Structures from text; raises `MalformedMove`. All colours but red and blue mean a neutral owner."""
    found = []
    for part in filter(None, "".join(text.lower().split()).split(",")):
        name, _, owner = part.partition("=")
        if not name or owner not in (*Owner, *Colour):
            how = did_you_mean(owner, (*Owner, *Colour)) or say("read_owner")
            raise MalformedMove(say("read_move", quoted=f"{part!r}", text=how))
        found.append(Structure(name, Owner(owner) if owner in set(Owner) else Owner.NEUTRAL))
    return tuple(sorted(found))
