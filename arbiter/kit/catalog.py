"""The kits of the installed games."""

from __future__ import annotations

from typing import Any

from arbiter.kit.kit import Facts, Kit
from arbiter.kit.session import Session
from arbiter.telling.found import found
from engine.game import MoveError
from engine.games import find_game
from engine.message import Messages

say = Messages("arbiter")


def kit_named(game: str) -> Kit:
    """The kit of a game, by its name in any letter case; ``ValueError`` if it has none."""
    try:
        name = find_game(game).name
    except MoveError as error:
        raise ValueError(error.message) from None
    kit = found()[0].get(name)
    if not isinstance(kit, Kit):
        why = found()[1].get(name.lower()) or say("brings_nothing")
        raise ValueError(say("cannot_watch_why", raw=name, raw2=why))
    return kit


def session_of(game: str, rules: Any, palette: str, rounds: int, facts: Facts) -> Session:
    """A fresh session; raises ``ValueError``, in one line, for impossible facts."""
    return kit_named(game).session(rules, palette, rounds, facts)
