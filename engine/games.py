"""The games there are: those of this package and of any other that is installed, found by entry point.

A package brings a game with its `Game` as an entry point of the group ``pyramid_arbiter.games``, called as
the game in small letters; those that come with the engine are found in the same way.

>>> sorted(GAMES)
['Initiative', 'Logistics', 'Nickel', 'Sanctum']
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from types import MappingProxyType

from engine.definition import AnyGame, Game
from engine.game import MalformedMove, did_you_mean

GROUP = "pyramid_arbiter.games"


def found() -> tuple[dict[str, AnyGame], dict[str, str]]:
    """The games installed, by name, and by the names of their entry points why others cannot be had."""
    games, faults = dict[str, AnyGame](), dict[str, str]()
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            game = point.load()
        except Exception as error:  # somebody else's package: the other games do without it
            faults[point.name] = f"{point.value}: {error}"
            continue
        if not isinstance(game, Game):
            faults[point.name] = f"{point.value} is no game"
        elif game.name.lower() != point.name:
            faults[point.name] = f"{point.value} is called {game.name}, and its entry point {point.name}"
        elif game.name in games:
            faults[point.name] = f"{point.value}: there is another game called {game.name}"
        else:
            games[game.name] = game
    return games, faults


_FOUND, _FAULTS = found()
GAMES: Mapping[str, AnyGame] = MappingProxyType(_FOUND)
"""The games by name."""
FAULTS: Mapping[str, str] = MappingProxyType(_FAULTS)
"""Why games that are installed cannot be had, by the names of their entry points."""
_PLAYED = [
    each for game in _FOUND.values() for each in ((game.drafted.game, game) if game.drafted else (game,))
]


def find_game(name: str) -> AnyGame:
    """The game of that name, whatever the letter case; raises `MalformedMove`."""
    wanted = name.strip().lower()
    for game in GAMES.values():
        if game.name.lower() == wanted:
            return game
    if wanted in FAULTS:
        raise MalformedMove(f"the game {name!r} cannot be loaded: {FAULTS[wanted]}")
    if not GAMES:
        raise MalformedMove("no games are installed: install this package with pip")
    how = did_you_mean(name, GAMES) or f"there are {', '.join(GAMES)}"
    raise MalformedMove(f"there is no game called {name!r}: {how}")


def game_named(name: str) -> AnyGame:
    """`find_game` for the drafts before games too, which must be named as they are."""
    return next((game for game in _PLAYED if game.name == name), None) or find_game(name)


def game_of(state: object) -> AnyGame | None:
    """The game, or the draft before one, that a state is of; ``None`` for what is no state."""
    return next((game for game in _PLAYED if game.state is type(state)), None)
