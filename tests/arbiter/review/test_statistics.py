"""Statistics of one game and of a folder with recordings and texts of all games, also on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arbiter.cli.main import main
from arbiter.record.record import Record
from arbiter.review.source import Reviewed
from arbiter.review.statistics import game_statistics
from arbiter.review.statistics_folder import folder_statistics
from arbiter.story.story import read_story, step_json, story_json
from engine.record.records import write_record
from tests.support.golden_games import GOLDENS
from tests.support.recorded_games import write_game

GOLDEN = Path(__file__).parents[2] / "golden" / "statistics.json"
TEXTS = ("initiative_illegal", "logistics_example", "nickel_line", "sanctum_turns")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a recording, a text of each game, and a file that is not a game."""
    made = tmp_path_factory.mktemp("games")
    write_game(made / "recorded.game", "illegal")
    for name in TEXTS:
        (made / f"{name}.txt").write_text(write_record(GOLDENS[name]), encoding="utf-8")
    (made / "broken.game").write_bytes(b"nonsense")
    return made


def figures(path: Path) -> dict[str, Any]:
    with Reviewed(path) as game:
        return game_statistics(game.story())


def without_dates(found: dict[str, Any], folder: Path) -> dict[str, Any]:
    text = json.dumps(found).replace(f"{folder}/", "")
    told: dict[str, Any] = json.loads(text)
    for game in told["games"]:
        game["date"] = bool(game["date"])
    return told


def test_goldens(folder: Path) -> None:
    """The committed figures; delete the file to have it rewritten."""
    found = {name: figures(folder / f"{name}.txt") for name in TEXTS}
    found["recorded"] = figures(folder / "recorded.game")
    found["folder"] = without_dates(folder_statistics([folder]), folder)
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    if not GOLDEN.exists():
        GOLDEN.write_text(text, encoding="utf-8")
        pytest.fail(f"{GOLDEN.name} was missing and is written: look at it, and run again")
    assert json.loads(text) == json.loads(GOLDEN.read_text("utf-8"))


def test_a_recording_and_its_text_agree(folder: Path) -> None:
    recorded, text = figures(folder / "recorded.game"), figures(folder / "initiative_illegal.txt")
    for key in ("game", "plies", "captures", "results", "winner", "opening", "illegal"):
        assert recorded[key] == text[key], key
    assert recorded["questions"]["answers"] == {"The medium blue": 1}
    assert recorded["median_s"] == 3.5 and text["median_s"] is None
    held = [recorded["seats"][seat]["held"] for seat in ("near", "far")]
    assert held == [text["seats"][seat]["held"] for seat in ("near", "far")] and sum(held) == 1


def test_turning_points_are_those_that_the_solver_marked(folder: Path) -> None:
    with Reviewed(folder / "recorded.game") as game:
        story = game.story()
    judged = {"3": {"turning": True}, "4": {"turning": False}}
    (found,) = game_statistics(story, judged)["turning_points"]
    assert found == {"index": 3, "title": "Kristin parries with medium blue"}


def test_kinds_that_are_not_known_yet_are_counted_and_shown_plainly(tmp_path: Path) -> None:
    from arbiter.record import replay

    path = write_game(tmp_path / "a.game")
    with Record.open(path) as record:
        record.append("overruled", 90.0, {"text": "Alison's play stands."})
        replay_kinds = replay.STEP_KINDS
        try:
            replay.STEP_KINDS = replay_kinds | {"overruled"}  # as a later version of the replay writes it
            story = read_story(record)
        finally:
            replay.STEP_KINDS = replay_kinds
    assert game_statistics(story)["others"] == {"overruled": 1}
    shown = step_json(story.steps[-1], len(story.steps) - 1, story.names)
    assert (shown["title"], shown["marks"]) == ("Overruled", ["overruled"])
    assert shown["verdict"]["sentence"] == "Alison's play stands."


@pytest.mark.parametrize("name", sorted(GOLDENS))
def test_every_text_can_be_looked_back_at(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(write_record(GOLDENS[name]), encoding="utf-8")
    with Reviewed(path) as game:
        story = game.story()
    told = story_json(story)
    moves = [step for step in told["steps"] if step["kind"] == "move"]
    assert len(moves) == len(GOLDENS[name].entries) and not told["timed"]
    assert all(step["title"] and step["diagram"] and step["verdict"]["word"] for step in moves)
    assert game_statistics(story)["plies"] == sum(
        entry.mark is None or entry.mark.counts for entry in GOLDENS[name].entries
    )


def test_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["statistics", str(folder / "recorded.game"), "--solve"]) == 0
    shown = capsys.readouterr().out
    for words in (
        "Initiative, Alison (near) and Kristin (far)",
        "I1 1 (1 taken back)",
        "Kristin wins: Alison 0",
    ):
        assert words in shown
    assert main(["statistics", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "5 games: Initiative 2, Logistics 1, Nickel 1, Sanctum 1" in shown
    assert "not read: " in shown and "broken.game is not a record" in shown and "   2  Sblue Mblue" in shown
    assert main(["statistics", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["illegal"] == {"I1": 2}


def test_nothing_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["statistics", str(tmp_path)]) == 1
    assert "there are no games" in capsys.readouterr().err
    assert main(["statistics", str(tmp_path / "no")]) == 1
    assert "there is no file or folder" in capsys.readouterr().err
