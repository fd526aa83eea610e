"""What a legal move set off in the games without a lead, in phrases with the readings they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.game import Event, OutcomeLike
from engine.initiative import draft_model as draft
from engine.logistics import events as logistics
from engine.sanctum import model as sanctum

_PHRASES: Mapping[type[Event], tuple[str, str]] = {
    logistics.Captured: ("{by} captures the opponent's card {card}", "L4"),
    logistics.TreeMade: ("a tree guards {seat}'s card {card}", "L5"),
    logistics.NestMade: ("a nest is on {seat}'s card {card}", "L7"),
    logistics.PowerLapsed: ("the power finds nothing to act on", "L9"),
    logistics.ExtraTurn: ("{seat} may sow again", "L3"),
    logistics.ExtraTurnLapsed: ("{seat} has nothing left for the extra turn", "L3"),
    logistics.TurnSkipped: ("{seat} has nothing to sow and is passed over", "L10"),
    draft.Taken: ("{seat} has {now} of ten pyramids", "I14"),
    draft.MarkerClosed: ("marker {marker} is closed and {waits} has to wait", "I14"),
    draft.MarkersOpened: ("all markers are open again", "I14"),
    sanctum.InitiativeGained: ("the initiative goes to {by}: {reason}", "S3"),
    sanctum.InitiativeKept: ("the initiative stays with {by}: {reason}", "S3"),
}
"""How an event is told, and the reading it rests on unless it names its own."""


def happenings(events: Iterable[Event], outcome: OutcomeLike | None) -> Iterator[tuple[str, str]]:
    """A phrase and its reading for each event worth telling, and for how the game ended."""
    for event in events:
        if type(event) not in _PHRASES:
            continue
        phrase, reading = _PHRASES[type(event)]
        facts = vars(event)
        own = "L7" if facts.get("how") == "nest" else facts.get("reading", reading)
        yield phrase.format(**facts), own
    if outcome is not None:
        yield outcome.reason, outcome.reading


def happening(event: Mapping[str, Any]) -> str:
    """The phrase for an event of Logistics as JSON has it; empty for one that is not worth telling."""
    phrase, _ = _BY_KIND.get(event["kind"], ("", ""))
    return phrase.format(**event)


_BY_KIND = {kind.kind: told for kind, told in _PHRASES.items() if kind.__module__ == logistics.__name__}
