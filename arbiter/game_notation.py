"""Moves and set-ups of the games besides Initiative inside events and records.

A move is ``{"game", "seat", "move"}`` and a set-up ``{"game", "text"}``, in the notation of the game
(``engine/NOTATION.md``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import MalformedMove
from engine.games import Game, find_game


def move_json(game: Game, move: Any) -> dict[str, Any]:
    """A move as events have it."""
    seat = move.seat.value if game.seated else ""
    text = game.format_move(move)
    return {"game": game.name, "seat": seat, "move": f"{seat}: {text}" if seat else text}


def move_of(data: Mapping[str, Any], state: Any) -> Any:
    """The move that `move_json` wrote, in a state; raises ``MalformedMove`` or ``KeyError``."""
    if state is None:
        raise MalformedMove("no set-up has been seen")
    return find_game(data["game"]).parse_move(data["move"], state)


def setup_json(game: Game, setup: Any) -> dict[str, Any]:
    """A set-up as events have it."""
    return {"game": game.name, "text": game.format_setup(setup)}


def setup_of(data: Mapping[str, Any], rules: Any) -> Any:
    """The set-up that `setup_json` wrote; raises ``MalformedMove`` or ``KeyError``."""
    return find_game(data["game"]).parse_setup(data["text"], rules)
