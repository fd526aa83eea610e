"""Tables of Logistics as the live page gets them, and their players."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from arbiter.table.frames import Snapshot
from engine.game import Seat
from engine.games import game_named
from engine.playback import play_record
from tests.support.golden_games import GOLDENS

NAMES = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}
SEATS = {"near": "Alison", "far": "Kristin"}


def state_of(record: str, moves: int) -> Any:
    """A position of a golden game after so many moves."""
    return play_record(GOLDENS[record]).plies[moves - 1].after


def snapshot(state: Any, game: str, **more: Any) -> Snapshot:
    """A session in that position."""
    usual: dict[str, Any] = {
        **{"phase": "play", "round": 1, "rounds": 1, "rules": None, "last": None, "waiting": None},
        **{"provisional": False, "totals": {}, "question": None, "notices": MappingProxyType({})},
        **{"recent": (), "layout": None, "time_s": 1.0, "match_over": False},
    }
    return Snapshot(**{**usual, "state": state, "game": game_named(game), **more})


LOGISTICS = state_of("logistics_example", 3)
