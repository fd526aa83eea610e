"""Records far larger than any game: read in reasonable time, or refused with one line."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from arbiter.record import replay as replays
from arbiter.record.record import Record, RecordError
from arbiter.story.story import read_story, story_json
from engine.initiative.model import Play
from engine.initiative.state import State
from tests.support.recorded_games import write_game


def test_a_game_with_many_plays_is_not_played_from_the_start_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    original = State.force

    def counted(state: State, play: Play) -> object:
        made.append(play)
        return original(state, play)

    monkeypatch.setattr(State, "force", counted)
    path = write_game(tmp_path / "a.game", "basic")
    with Record.open(path, readonly=True) as record:
        plays = len(list(record.entries("move")))
        steps = replays.replay(record.header, record.entries())
    assert not any(step.problem for step in steps)
    assert plays <= len(made) <= 4 * plays


def test_a_record_that_changes_without_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "MOST_REPLAYED", 100)
    path = write_game(tmp_path / "a.game", "basic")
    with Record.open(path) as record:
        first = next(record.entries("move"))
        for _ in range(100):
            record.append("amended", first.time_s, {**first.data, "changed": "nothing"})
        began = time.monotonic()
        with pytest.raises(RecordError, match="changes more than any game"):
            read_story(record)
        assert time.monotonic() - began < 30


@pytest.mark.parametrize("odd", [[], {}, "x", None, 1.5, [[1]]])
def test_rounds_and_plays_that_are_no_numbers_cost_their_entry(odd: object, tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.game", "basic")
    with Record.open(path) as record:
        before = len(read_story(record).steps)
        for kind in ("move", "amended", "take_back", "illegal_stood", "dispute", "question", "round_over"):
            record.append(kind, 9.0, {"round": odd, "ply": odd, "play": odd, "outcome": {}})
        story_json(read_story(record))
        assert len(read_story(record).steps) > before
