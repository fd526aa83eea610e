"""The installed games: those of this package and of others, found by entry point.

A package brings a game by naming its `Game` as an entry point of the group ``pyramid_arbiter.games``, under
the game's name in lower case; the games of the engine are found in the same way.

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
"""Why some installed games are unavailable, by the names of their entry points."""
PLAYED: tuple[AnyGame, ...] = tuple(
    each for game in GAMES.values() for each in ((game.drafted.game, game) if game.drafted else (game,))
)
"""The games, each preceded by its draft, if it has one."""


def find_game(name: str) -> AnyGame:
    """The game of that name, in any letter case; raises `MalformedMove`."""
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
    """Like `find_game`, but also finds drafts, which must be named exactly."""
    return next((game for game in PLAYED if game.name == name), None) or find_game(name)


def game_of(state: object) -> AnyGame | None:
    """The game, or draft, to which a state belongs; ``None`` for anything else."""
    return next((game for game in PLAYED if game.state is type(state)), None)
