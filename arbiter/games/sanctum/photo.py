"""Sanctum from one photograph: structures with their owners by colour, as at the start of the first turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.games.sanctum.setup import SanctumTable
from arbiter.games.sanctum.words_of_table import where
from arbiter.kit.photo import Shown, doubt_sentences
from engine.message import Messages
from engine.sanctum.model import called
from engine.sanctum.state import State as SanctumState
from vision.track.summing import Unit

say = Messages("arbiter.games.sanctum")


def read_sanctum(table: SanctumTable, units: Sequence[Unit]) -> Shown:
    """The structures with their owners by colour, as at the start of the first turn."""
    found = table.read_setup(units, {})
    if found.setup is None:
        return Shown(table.game, problems=found.problems)
    model: Any = found.model
    places = {name: (x, y) for name, x, y in model.places}
    notes = [
        say("photo_structure", raw=called(each.name), owner=str(each.owner), text=where(*places[each.name]))
        for each in found.setup
    ]
    doubts = [*doubt_sentences(found.doubts), say("photo_since")]
    return Shown(table.game, ((None, SanctumState.start(found.setup)),), (), tuple(doubts), tuple(notes))
