"""What happens in Sanctum as messages, what the structures on a table are called, and where they stand."""

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
"""What may happen, in the typed form."""


def happened(text: str) -> Message | None:
    """What happens, from the typed form; ``None`` for anything else. Nobody at the table does it."""
    for form, name in _FORMS:
        if match := re.fullmatch(form, text):
            facts = match.groupdict()
            if "structure" in facts:
                facts["structure"] = called(facts["structure"])
            return say(name, **facts)
    return None


def owner_word(owner: object) -> Message:
    """Whose a structure is, in a word."""
    return say("owner", owner=str(owner))


def where(x_mm: float, y_mm: float) -> Message:
    """Where on the table something stands, for people."""
    seat = Seat.NEAR if y_mm < 0 else Seat.FAR
    return say("left" if x_mm < 0 else "right", who=seat)
