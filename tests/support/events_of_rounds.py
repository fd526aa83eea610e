"""The events of a round of Initiative, written by hand as a record would hold them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arbiter.events.types import (
    MoveSeen,
    SessionEvent,
    SetupSeen,
)
from arbiter.record.record import Entry
from engine.game import Seat, plain
from engine.initiative.examples import SETUP
from engine.initiative.model import Rules
from engine.initiative.notation import parse_play
from engine.initiative.state import State

NAMES = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}
ADVANCED = {"game": "initiative", "rules": plain(Rules.advanced())}
BASIC = {"game": "initiative", "rules": plain(Rules.basic())}


def entries(events: Iterable[SessionEvent]) -> list[Entry]:
    """Events as a record would hand them back."""
    return [
        Entry(number, event.kind, event.time_s, "", event.to_json()) for number, event in enumerate(events, 1)
    ]


def setup(number: int = 1, **more: Any) -> SetupSeen:
    return SetupSeen(time_s=0, round=number, setup=plain(SETUP if number == 1 else SETUP.swapped()), **more)


def move(ply: int, text: str, seat: str, number: int = 1, legal: bool = True, **more: Any) -> MoveSeen:
    return MoveSeen(
        time_s=ply,
        round=number,
        ply=ply,
        seat=seat,
        text=text,
        play=play_json(text, seat),
        legal=legal,
        confidence=0.9,
        **more,
    )


def play_json(text: str, seat: str) -> dict[str, Any]:
    state = State.start(SETUP, Rules.advanced())
    return plain(parse_play(f"{seat}: {text}", state, check=False))
