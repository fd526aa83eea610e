"""Every session event survives a JSON round trip."""

from __future__ import annotations

import json

import pytest

from arbiter.events import types as events
from arbiter.events.types import EVENTS, event_from_json

SAMPLES = (
    events.SetupSeen(
        time_s=1.0,
        round=1,
        setup={"near": [{"size": "small", "colour": "blue"}], "stack": ["red"]},
        problems=("a",),
    ),
    events.MoveSeen(
        time_s=2.0,
        round=1,
        ply=1,
        seat="near",
        text="Sblue",
        play={"seat": "near", "piece": {"size": "small", "colour": "blue"}},
        legal=True,
        confidence=0.99,
        engine_events=({"kind": "Led", "nested": ["x", {"y": [1, 2]}]},),
        frames=(3, 9),
    ),
    events.MoveAmended(time_s=2.0, round=1, ply=1, seat="far", text="a", before="b", play={}, changed="call"),
    events.TakeBack(time_s=2.0, round=1, ply=1, seat="far", text="a", was_legal=False),
    events.IllegalStood(time_s=2.0, round=1, ply=1, seat="far", text="a", play={}, reading="I1", reason="no"),
    events.StackMismatch(time_s=2.0, round=1, expected=("red", "blue"), seen=("blue", "red")),
    events.StackRestored(time_s=2.0, round=1, stack=("red",)),
    events.Question(time_s=2.0, id=1, text="?", options=("a", "b"), boxes=((0.0, 1.0, 2.0, 3.0),)),
    events.QuestionWithdrawn(time_s=2.0, id=1),
    events.Answer(time_s=2.0, id=1, option=0, text="a"),
    events.SetByHand(time_s=2.0, name="near.3", what="Lred", place=(-90.0, -190.5)),
    events.Notice(time_s=2.0, text="markers lost", topic="camera"),
    events.RoundOver(time_s=2.0, round=1, outcome={"winner": None, "score": None}, totals={"near": 0}),
    events.MatchOver(time_s=2.0, winner="far", totals={"near": 0, "far": 24}),
    events.Correction(time_s=2.0, round=1, op="replace", move=3, text="Lred", was="Myellow"),
    events.Dispute(time_s=2.0, round=1, move=3, text="far: Lred"),
)


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: event.kind)
def test_round_trip(event: events.SessionEvent) -> None:
    stored = json.loads(json.dumps(event.to_json()))
    assert event_from_json(event.kind, stored) == event


def test_every_kind_has_a_sample() -> None:
    assert {event.kind for event in SAMPLES} == set(EVENTS)


def test_unknown_kind() -> None:
    with pytest.raises(ValueError, match="unknown session event 'dance'"):
        event_from_json("dance", {})


def test_unknown_fields_are_left_out() -> None:
    assert event_from_json("notice", {"time_s": 1.0, "text": "x", "new": 1}) == events.Notice(
        time_s=1.0, text="x"
    )
