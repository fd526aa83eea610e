"""The games there are: those of this package and of any other that is installed, found by entry point.

A package brings a game with its `Game` as an entry point of the group ``pyramid_arbiter.games``, called as
the game in small letters; those that come with the engine are found in the same way.

>>> sorted(GAMES)
['Initiative', 'Logistics', 'Nickel', 'Sanctum']
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.definition import AnyGame, Game
from engine.game import MalformedMove, did_you_mean
from engine.installed import installed
from engine.message import Message, Messages

say = Messages("engine")
GROUP = "pyramid_arbiter.games"


def _fault(point: str, brought: Any) -> Message | None:
    if not isinstance(brought, Game):
        return say("point_no_game")
    return None if brought.name.lower() == point else say("point_called", raw=brought.name, raw2=point)


_FOUND, _FAULTS = installed(GROUP, _fault)
GAMES: Mapping[str, AnyGame] = MappingProxyType({game.name: game for game in _FOUND.values()})
"""The games by name."""
FAULTS: Mapping[str, Message] = MappingProxyType(_FAULTS)
"""Why games that are installed cannot be had, by the names of their entry points."""
PLAYED: tuple[AnyGame, ...] = tuple(
    each for game in GAMES.values() for each in ((game.drafted.game, game) if game.drafted else (game,))
)
"""The games, each with the draft before it, if it has one."""


def find_game(name: str) -> AnyGame:
    """The game of that name, whatever the letter case; raises `MalformedMove`."""
    wanted = name.strip().lower()
    for game in GAMES.values():
        if game.name.lower() == wanted:
            return game
    if wanted in FAULTS:
        raise MalformedMove(say("game_broken", raw=f"{name!r}", text=FAULTS[wanted]))
    if not GAMES:
        raise MalformedMove(say("no_games"))
    how = did_you_mean(name, GAMES) or say("there_are", list=tuple(GAMES))
    raise MalformedMove(say("read_no_game", raw=f"{name!r}", text=how))


def game_named(name: str) -> AnyGame:
    """`find_game` for the drafts before games too, which must be named as they are."""
    return next((game for game in PLAYED if game.name == name), None) or find_game(name)


def game_of(state: object) -> AnyGame | None:
    """The game, or the draft before one, that a state is of; ``None`` for what is no state."""
    return next((game for game in PLAYED if game.state is type(state)), None)
