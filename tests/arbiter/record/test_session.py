"""A session at a simulated table, recorded and read back: the record contains what the session saw."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.games.initiative.session import GameSession
from arbiter.pages.live_state import snapshot_state
from arbiter.record.record import Record
from arbiter.story.story import read_story, step_json
from arbiter.words.describe import read_names
from engine.game import plain
from engine.initiative.examples import ROUNDS
from tests.support.simulated.table_sim import CLEAN, TableSim, act_out


@pytest.mark.parametrize("name", ["illegal", "sacrifice", "call", "pummel"])
def test_record_tells_what_the_session_saw(tmp_path: Path, name: str) -> None:
    game = ROUNDS[name]
    session = GameSession(game.rules, rounds=1)
    names = read_names({"players": {seat.value: called for seat, called in game.names.items()}})
    header = {"game": "initiative", "rules": plain(game.rules), "players": names}
    says = []
    with Record.create(tmp_path / "a.game", header) as record:
        for frame in act_out(game, TableSim(game.setup, 1, CLEAN)):
            events = session.observe(frame)
            for event in events:
                record.append(event.kind, event.time_s, event.to_json())
            if not events:
                continue
            says.append(snapshot_state(session.snapshot(), names)["say"])
            story = read_story(record)
            assert [step.problem for step in story.steps if step.problem] == []
            if session.snapshot().state is not None:
                assert (story.steps[-1].after == session.snapshot().state) is True
    assert story.steps[-1].kind in {"round_over", "match_over"}
    assert says[-1] == f"{game.names[game.winner]} wins the round"
    for index, step in enumerate(story.steps):
        shown = step_json(step, index, story.names)
        assert shown["title"] and shown["verdict"]["word"]


def test_live_state_of_a_session_that_waits() -> None:
    game = ROUNDS["illegal"]
    session, names = GameSession(game.rules), game.names
    shown = snapshot_state(session.snapshot(), names)
    assert shown["say"] == "Waiting for the set-up" and shown["heading"] == "Initiative · round 1 of 2"
    seen = []
    for frame in act_out(game, TableSim(game.setup, 1, CLEAN)):
        if session.observe(frame):
            seen.append(snapshot_state(session.snapshot(), names)["illegal"])
    illegal = next(ruling for ruling in seen if ruling)
    assert illegal["title"] == "Alison: medium yellow" and illegal["rule"] == "I1"
    assert seen[-1] is None
