"""What a legal move set off in the games without a lead, in messages with the readings they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.game import Event, OutcomeLike
from engine.initiative import draft_model as draft
from engine.logistics import events as logistics
from engine.message import Message, Messages, is_message
from engine.sanctum import model as sanctum
from engine.seats import Seat

_MESSAGES: Mapping[type[Event], tuple[str, str, str]] = {
    logistics.Captured: ("arbiter.games.logistics", "captures", "L4"),
    logistics.TreeMade: ("arbiter.games.logistics", "tree", "L5"),
    logistics.NestMade: ("arbiter.games.logistics", "nest", "L7"),
    logistics.PowerLapsed: ("arbiter.games.logistics", "lapsed", "L9"),
    logistics.ExtraTurn: ("arbiter.games.logistics", "again", "L3"),
    logistics.ExtraTurnLapsed: ("arbiter.games.logistics", "again_lapsed", "L3"),
    logistics.TurnSkipped: ("arbiter.games.logistics", "skipped", "L10"),
    draft.Taken: ("arbiter.games.initiative", "dr_now", "I14"),
    draft.MarkerClosed: ("arbiter.games.initiative", "dr_shut", "I14"),
    draft.MarkersOpened: ("arbiter.games.initiative", "dr_open", "I14"),
    sanctum.InitiativeGained: ("arbiter.games.sanctum", "takes", "S3"),
    sanctum.InitiativeKept: ("arbiter.games.sanctum", "keeps", "S3"),
}
"""The message for an event, and the reading it rests on unless it names its own."""
_ARGUMENTS = {
    "captures": {"who": "by", "card": "card"},
    "tree": {"who": "seat", "card": "card"},
    "nest": {"who": "seat", "card": "card"},
    "again": {"who": "seat"},
    "again_lapsed": {"who": "seat"},
    "skipped": {"who": "seat"},
    "dr_now": {"who": "seat", "n": "now"},
    "dr_shut": {"who": "waits", "n": "marker"},
    "takes": {"owner": "by", "text": "reason"},
    "keeps": {"owner": "by", "text": "reason"},
}
"""What goes into each message, by the event's own names."""


def happenings(events: Iterable[Event], outcome: OutcomeLike | None) -> Iterator[tuple[Message, str]]:
    """A message and its reading for each event worth telling, and for how the game ended."""
    for event in events:
        if type(event) not in _MESSAGES:
            continue
        package, name, reading = _MESSAGES[type(event)]
        facts = vars(event)
        own = "L7" if facts.get("how") == "nest" else facts.get("reading", reading)
        yield _message(package, name, facts), own
    if outcome is not None:
        yield outcome.reason, outcome.reading


def happening(event: Mapping[str, Any]) -> Message | None:
    """The message for an event of Logistics as JSON has it; ``None`` for one that is not worth telling."""
    if event["kind"] not in _BY_KIND:
        return None
    package, name, _ = _BY_KIND[event["kind"]]
    return _message(package, name, event)


def _message(package: str, name: str, facts: Mapping[str, Any]) -> Message:
    given = {slot: facts[key] for slot, key in _ARGUMENTS.get(name, {}).items()}
    if "who" in given:
        given["who"] = Seat(given["who"])
    if is_message(given.get("text")):
        given["text"] = Message.from_json(given["text"])
    return Messages(package)(name, **given)


_BY_KIND = {kind.kind: told for kind, told in _MESSAGES.items() if kind.__module__ == logistics.__name__}
