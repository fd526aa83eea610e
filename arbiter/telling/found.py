"""The kits of the games, found by entry point: how each game is told, and how it lies on a table.

A package brings a game's kit as an entry point of the group ``pyramid_arbiter.kits``. A game without one is
told plainly.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from arbiter.telling.telling import Telling
from engine.definition import AnyGame, Game, NoRules
from engine.games import game_of
from engine.installed import installed
from engine.message import Message, Messages

say = Messages("arbiter")

GROUP = "pyramid_arbiter.kits"


def _nothing(*given: Any) -> Any:
    return None


NO_GAME: AnyGame = Game(
    name="",
    rules=NoRules(),
    state=object,
    start=_nothing,
    parse_setup=_nothing,
    format_setup=_nothing,
    parse_move=_nothing,
    format_move=str,
    result=_nothing,
    svg=_nothing,
    lines=_nothing,
)
"""What stands for a game where a record or a text names none that is installed: nothing of it was read."""


@cache
def found() -> tuple[Mapping[str, Telling], Mapping[str, Message]]:
    """The kits by their games' names, and by the names of their entry points why others cannot be had."""
    kits, faults = installed(GROUP, lambda point, kit: None if isinstance(kit, Telling) else say("no_kit"))
    by_game = {each.game.name: each for kit in kits.values() for each in kit.phases}
    return MappingProxyType(by_game), MappingProxyType(faults)


def telling_of(game: AnyGame | None) -> Telling:
    """How a game, or the draft before one, is told."""
    known = NO_GAME if game is None else game
    return found()[0].get(known.name) or Telling(known)


def telling_for(state: object) -> Telling:
    """How the game is told that a state is of."""
    return telling_of(game_of(state))
