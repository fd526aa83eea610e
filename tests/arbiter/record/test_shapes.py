"""Records with valid checksums but values of the wrong type: each costs only what it is part of."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arbiter.cli.main import main
from arbiter.home.library import listed
from arbiter.record.folding import Checkpointer
from arbiter.record.record import Record
from arbiter.record.salvage import open_for_reading
from arbiter.record.schema import to_text
from arbiter.review.statistics import game_statistics
from arbiter.story.story import read_story, story_json
from arbiter.stream.events import events_of
from scripts.parts.torture_visitors import with_odd_value
from tests.support.recorded_games import write_game

SAMPLES = Path(__file__).parents[3] / "arbiter" / "samples"
ODD: tuple[tuple[str, str, Any], ...] = (
    ("round_over", "outcome", [1]),
    ("round_over", "outcome", {"winner": 3.7}),
    ("round_over", "outcome", {"winner": "near", "score": "many"}),
    ("round_over", "totals", 5),
    ("match_over", "totals", {"far": 1e308}),
    ("match_over", "winner", {"near": []}),
    ("said", "text", [[]]),
    ("ended", "text", 3.7),
    ("move", "observation", {"readings": [{"text": "x", "probability": {}}]}),
    ("move", "observation", {"vanished": [{"bbox_px": [0, 0, 9, 9], "pieces": ["x"]}]}),
    ("setup", "setup", {"near": [], "far": [], "stack": [], "stack_size": 7}),
)


def changed(path: Path, kind: str, name: str, value: Any) -> Path:
    """The bundled game with another value in the first entry of a kind, and valid checksums."""
    with (
        Record.open(SAMPLES / "friday.game", readonly=True) as source,
        Record.create(path, source.header_at(0)) as made,
    ):
        left = kind
        for entry in source.entries():
            if entry.kind == "match_over" and kind == "round_over":
                continue  # otherwise it is the entry that says how the game ended
            data = {**entry.data, name: value} if entry.kind == left else entry.data
            left = "" if entry.kind == left else left
            made.append(entry.kind, entry.time_s, data)
    return path


def told(path: Path) -> int:
    """Produce everything that can be told of a record; returns the number of steps."""
    with open_for_reading(path) as (record, _):
        story = read_story(record)
        game_statistics(story)
        json.dumps(story_json(story))
        for event in events_of(record.header_at(0), tuple(record.entries())):
            event.text()
    return len(story.steps)


@pytest.mark.parametrize(("kind", "name", "value"), ODD)
def test_a_value_of_another_kind_costs_its_entry(kind: str, name: str, value: Any, tmp_path: Path) -> None:
    path = changed(tmp_path / "a.game", kind, name, value)
    write_game(tmp_path / "good.game")
    assert told(path) > 3
    shown = {each["file"]: each for each in listed(tmp_path)}
    assert shown["a.game"]["plies"] > 3 and not shown["a.game"]["problem"]
    assert shown["good.game"]["plies"] > 3


@pytest.mark.parametrize(
    ("name", "value"), [("table", "\x1b[2J"), ("rounds", [1]), ("rounds", 1e300), ("source", {"a": 1})]
)
def test_a_header_of_another_kind_costs_its_value(name: str, value: Any, tmp_path: Path) -> None:
    with (
        Record.open(SAMPLES / "friday.game", readonly=True) as source,
        Record.create(tmp_path / "a.game", {**source.header_at(0), name: value}) as made,
    ):
        for entry in source.entries():
            made.append(entry.kind, entry.time_s, entry.data)
    assert told(tmp_path / "a.game") > 3 and not listed(tmp_path)[0]["problem"]


def test_the_commands_tell_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = changed(tmp_path / "a.game", "round_over", "outcome", [1])
    for command in (["judge"], ["statistics"], ["legal"], ["export", "--format", "text"]):
        assert main([*command, str(path)]) == 0
        assert capsys.readouterr().err.count("\n") == 1  # what is left out
    assert main(["doctor", str(path)]) == 1
    assert "entry" in capsys.readouterr().out


def test_anything_may_stand_anywhere(tmp_path: Path) -> None:
    with Record.open(SAMPLES / "friday.game", readonly=True) as source:
        header = dict(source.header_at(0))
        written = [(each.kind, each.time_s, json.loads(to_text(each.data))) for each in source.entries()]
    for number in range(12):
        dice, path = Random(number), tmp_path / f"{number}.game"
        with Record.create(path, header) as made:
            for kind, time_s, data in written:
                facts = with_odd_value(data, dice) if dice.random() < 0.1 else data
                made.append(kind, time_s, facts if isinstance(facts, dict) else data)
        told(path)
        json.dumps([{**each, "problem": str(each["problem"])} for each in listed(tmp_path)])


def test_a_record_whose_folder_goes_fills_no_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a USB stick is pulled out: pending log data waits, and Python prints nothing."""
    said: list[object] = []
    monkeypatch.setattr(threading, "excepthook", said.append)
    folder = Checkpointer(tmp_path / "gone" / "a.game", lambda: False)
    folder.wake()
    folder.stop()
    assert said == []


def test_names_that_are_no_text_are_written_down(tmp_path: Path) -> None:
    """Undecodable bytes of a command line, as Python passes them on (surrogate escapes)."""
    name = os.fsdecode(b"Kory\xff")
    with Record.create(tmp_path / "a.game", {"game": "nickel", "players": {"near": name}}) as made:
        made.append("said", 0.0, {"text": name})
    with Record.open(tmp_path / "a.game", readonly=True) as record:
        assert record.header["players"] == {"near": "Kory?"}
        assert next(iter(record.entries())).data["text"] == "Kory?"
    path = write_game(Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.game")), plies=2)
    assert main(["share", str(path), "-o", str(tmp_path / "a.html")]) == 0
