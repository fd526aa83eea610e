"""What happens in Sanctum as messages, and the owners and places of structures in words."""

from __future__ import annotations

import re

from engine.game import Seat
from engine.message import Message, Messages
from engine.sanctum.model import called

say = Messages("arbiter.games.sanctum")
_OWNER, _NAME = "(?P<owner>red|blue|neutral)", "(?P<structure>[a-z0-9_]+)"
_FORMS = (
    (r"turn", "turn_starts"),
    (r"timepiece", "timepiece_used"),
    (rf"{_OWNER}>{_NAME}", "captures"),
    (rf"\+{_OWNER}\.{_NAME}", "builds"),
    (rf"-{_NAME}", "gone"),
    (rf"lienna:{_OWNER}", "enters"),
    (rf"unlienna:{_OWNER}", "leaves"),
    (rf"lienna:{_OWNER}:{_NAME}", "enters_named"),
    (rf"unlienna:{_OWNER}:{_NAME}", "leaves_named"),
)
"""The typed forms of what may happen."""


def happened(text: str) -> Message | None:
    """What happens, from its typed form; ``None`` for anything else. It is nobody's action at the table."""
    for form, name in _FORMS:
        if match := re.fullmatch(form, text):
            facts = match.groupdict()
            if "structure" in facts:
                facts["structure"] = called(facts["structure"])
            return say(name, **facts)
    return None


def owner_word(owner: object) -> Message:
    """The owner of a structure in a word."""
    return say("owner", owner=str(owner))


def where(x_mm: float, y_mm: float) -> Message:
    """Where something stands on the table, for people."""
    seat = Seat.NEAR if y_mm < 0 else Seat.FAR
    return say("left" if x_mm < 0 else "right", who=seat)
