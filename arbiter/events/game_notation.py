"""Moves and set-ups of any game in events and records.

A move is ``{"game", "seat", "move"}`` and a set-up ``{"game", "text"}``, in the game's notation
(``engine/NOTATION.md``); in games with `Game.objects` they are objects with fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.definition import AnyGame
from engine.game import MalformedMove, mover, plain
from engine.games import game_named
from engine.message import Messages

say = Messages("arbiter")


def seat_of(move: Any) -> str:
    """The word for the seat of a move; empty in a game whose moves belong to nobody."""
    seat = mover(move)
    return "" if seat is None else seat.value


def move_json(game: AnyGame, move: Any) -> dict[str, Any]:
    """A move as in events."""
    if game.objects is not None:
        return dict(plain(move))
    seat = seat_of(move)
    return {"game": game.name, "seat": seat, "move": named_move(game, move)}


def named_move(game: AnyGame, move: Any) -> str:
    """A typed move, preceded by its seat."""
    seat, text = seat_of(move), game.format_move(move)
    return f"{seat}: {text}" if seat else text


def game_in(data: Mapping[str, Any], usual: AnyGame) -> AnyGame:
    """The game of a move or set-up in the record of a ``usual`` game: that one, or the draft before it.

    Raises ``MalformedMove`` for a game that is not installed.
    """
    return game_named(str(data["game"])) if "game" in data else usual


def move_of(game: AnyGame, data: Mapping[str, Any], state: Any) -> Any:
    """The move written by `move_json`, in a state; raises ``ValueError``, ``KeyError`` or ``TypeError``."""
    if "move" not in data:
        return _made(_objects(game).move, data)
    if state is None:
        raise MalformedMove(say("no_set_up"))
    return game_in(data, game).parse_move(_words(data["move"]), state)


def setup_json(game: AnyGame, setup: Any) -> dict[str, Any]:
    """A set-up as in events."""
    if game.objects is not None:
        return dict(plain(setup))
    return {"game": game.name, "text": game.format_setup(setup)}


def setup_text(game: AnyGame, data: Mapping[str, Any]) -> str:
    """A set-up written by `setup_json`, in the game's notation; other data is shown as it is."""
    if "text" in data:
        return str(data["text"])
    try:
        return game.format_setup(_made(_objects(game).setup, data))
    except (KeyError, TypeError, ValueError):
        return str(dict(data))


def setup_of(game: AnyGame, data: Mapping[str, Any], rules: Any) -> Any:
    """The set-up written by `setup_json`; raises ``MalformedMove``, ``KeyError`` or ``TypeError``."""
    if "text" not in data:
        return _made(_objects(game).setup, data)
    return game_in(data, game).parse_setup(_words(data["text"]), rules)


def _made(make: Callable[[dict[str, Any]], Any], data: Mapping[str, Any]) -> Any:
    """A move or set-up from an object with its fields; raises ``TypeError`` for fields of another kind."""
    try:
        return make(dict(data))
    except AttributeError as error:
        raise TypeError(str(error)) from error


def _words(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"no words: {value!r}")
    return value


def _objects(game: AnyGame) -> Any:
    if game.objects is None:
        raise MalformedMove(say("no_move_of", raw=game.name))
    return game.objects
