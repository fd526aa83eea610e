"""Logistics watched from the first frame to record, verdicts, text and review."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.cli.main import main
from arbiter.kit.catalog import kit_named
from arbiter.record.record import Record
from arbiter.story.story import read_story, story_json
from arbiter.watch import watch
from arbiter.words.exits import ILLEGAL
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from tests.support.watched_logistics import OUTLINE, RULES, frames
from tests.support.watched_table import SimSource, options, parts


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    path, lines = tmp_path_factory.mktemp("logistics") / "a.game", list[str]()
    source, names = SimSource(frames()), {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}
    asked = options(source, ROUNDS["basic"], path, game="logistics", rules=RULES, players=names)
    asked.table["outline"] = OUTLINE
    assert watch.run(asked, parts(source, lines)) == 0
    return path, lines


def test_it_is_recorded_judged_and_exported(
    game: tuple[Path, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = game
    with Record.open(path, readonly=True) as record:
        kinds = [entry.kind for entry in record.entries()]
        assert record.header["table"]["outline"] == OUTLINE
    assert [kind for kind in kinds if kind in {"setup", "move", "take_back", "question"}] == [
        *("setup", "move", "move", "take_back", "move", "move"),
    ]
    assert main(["export", str(path), "--format", "text"]) == 0
    text = path.with_suffix(".txt").read_text("utf-8")
    capsys.readouterr()
    assert "far: Sgreen" in text and "near: card1 $back" in text and "L14" in text
    assert main(["judge", str(path)]) == ILLEGAL
    assert "L14" in capsys.readouterr().out
    with Record.open(path, readonly=True) as record:
        steps = story_json(read_story(record))["steps"]
    assert not any(step["problem"] for step in steps)
    illegal = next(step for step in steps if step["verdict"]["tone"] == "bad")
    assert illegal["verdict"]["rules"] == ["L14"] and illegal["fate"] == "taken_back"


def test_a_table_needs_five_colours_a_stock_and_a_sound_outline(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="rainbow or xeno"):
        kit_named("logistics").table(RULES, "all", {})
    with pytest.raises(ValueError, match="four corners"):
        kit_named("logistics").table(RULES, "rainbow", {"outline": [[0, 0]]})
    assert main(["watch", "logistics", "--cards-at", "1,2,3"]) != 0
    assert "eight numbers" in capsys.readouterr().err
    assert main(["watch", "nickel", "--cards-at", "1,2,3"]) != 0
    assert "only logistics" in capsys.readouterr().err
