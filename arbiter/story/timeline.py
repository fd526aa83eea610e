"""The marks of a step on a timeline, by its kind and by its move's events.

The marks have an order (`MARKS`); any other kind of step, for example from a later version, is marked by its
own name.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.record.replay import Step

MARKS = (
    "setup",
    "move",
    "illegal",
    "capture",
    "initiative",
    "take_back",
    "correction",
    "question",
    "dispute",
    "stack",
    "end",
)
_BY_KIND = {
    "setup": "setup",
    "move": "move",
    "amended": "correction",
    "take_back": "take_back",
    "illegal_stood": "illegal",
    "stack_mismatch": "stack",
    "stack_restored": "stack",
    "question": "question",
    "dispute": "dispute",
    "round_over": "end",
    "match_over": "end",
}
_BY_EVENT = {"captured": "capture", "destroyed": "capture", "initiative_gained": "initiative"}


def marks_of(step: Step) -> Iterator[str]:
    """The marks of a step, the main one first."""
    main = _BY_KIND.get(step.kind, step.kind)
    if step.kind in ("move", "amended") and not step.data.get("legal", True):
        main = "illegal"
    elif step.kind == "setup" and step.data.get("corrected"):
        main = "correction"
    yield main
    if step.kind != "take_back":
        yield from dict.fromkeys(_BY_EVENT[kind] for kind in event_kinds(step) if kind in _BY_EVENT)


def event_kinds(step: Step) -> tuple[str, ...]:
    """The kinds of the engine's events in a step's move; the recorded ones if the move can't be replayed."""
    if step.events:
        return tuple(event.kind for event in step.events)
    return tuple(str(event.get("kind")) for event in step.data.get("engine_events", ()))
