"""Moves and set-ups of any game inside events and records.

Initiative's are objects (``Play.from_json``, ``Setup.from_json``). In the other games a move is
``{"game", "seat", "move"}`` and a set-up ``{"game", "text"}``, in the notation of the game
(``engine/NOTATION.md``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.definition import AnyGame
from engine.game import MalformedMove, plain
from engine.games import find_game
from engine.initiative.drafting import DRAFT
from engine.initiative.model import Play, Setup


def game_named(name: str) -> AnyGame:
    """The game of that name, the draft before a game of Initiative included; raises ``MalformedMove``."""
    return DRAFT if name == DRAFT.name else find_game(name)


def seat_of(move: Any) -> str:
    """The seat that a move belongs to as a word; empty in a game whose moves belong to nobody."""
    seat = getattr(move, "seat", None)
    return "" if seat is None else str(seat.value)


def move_json(game: AnyGame, move: Any) -> dict[str, Any]:
    """A move as events have it."""
    if isinstance(move, Play):
        return dict(plain(move))
    seat = seat_of(move)
    return {"game": game.name, "seat": seat, "move": named_move(game, move)}


def named_move(game: AnyGame, move: Any) -> str:
    """A move in the typed form with its seat in front."""
    seat, text = seat_of(move), game.format_move(move)
    return f"{seat}: {text}" if seat else text


def move_of(data: Mapping[str, Any], state: Any) -> Any:
    """The move that `move_json` wrote, in a state; raises ``MalformedMove`` or ``KeyError``."""
    if "move" not in data:
        return Play.from_json(dict(data))
    if state is None:
        raise MalformedMove("no set-up has been seen")
    return game_named(data["game"]).parse_move(data["move"], state)


def setup_json(game: AnyGame, setup: Any) -> dict[str, Any]:
    """A set-up as events have it."""
    if isinstance(setup, Setup):
        return dict(plain(setup))
    return {"game": game.name, "text": game.format_setup(setup)}


def setup_text(data: Mapping[str, Any]) -> str:
    """A set-up that `setup_json` wrote, in the notation; as it is where it is no set-up."""
    if "text" in data:
        return str(data["text"])
    try:
        return find_game("Initiative").format_setup(Setup.from_json(dict(data)))
    except (KeyError, TypeError, ValueError):
        return str(dict(data))


def setup_of(data: Mapping[str, Any], rules: Any) -> Any:
    """The set-up that `setup_json` wrote; raises ``MalformedMove``, ``KeyError`` or ``TypeError``."""
    if "text" not in data:
        return Setup.from_json(dict(data))
    return game_named(data["game"]).parse_setup(data["text"], rules)
