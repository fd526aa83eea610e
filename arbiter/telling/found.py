"""Finds the kits of the games by entry point: how each game is presented and laid out on a table.

A package registers a game's kit as an entry point of the group ``pyramid_arbiter.kits``. A game without a kit
gets the default presentation.
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
"""A placeholder for records and texts that name no installed game; none of their moves can be read."""


@cache
def found() -> tuple[Mapping[str, Telling], Mapping[str, Message]]:
    """The kits by their games' names, and messages about those that can't be loaded, by entry point."""
    kits, faults = installed(GROUP, lambda point, kit: None if isinstance(kit, Telling) else say("no_kit"))
    by_game = {each.game.name: each for kit in kits.values() for each in kit.phases}
    return MappingProxyType(by_game), MappingProxyType(faults)


def telling_of(game: AnyGame | None) -> Telling:
    """The presentation of a game, or of the draft before it."""
    known = NO_GAME if game is None else game
    return found()[0].get(known.name) or Telling(known)


def telling_for(state: object) -> Telling:
    """The presentation of the game that a state belongs to."""
    return telling_of(game_of(state))
