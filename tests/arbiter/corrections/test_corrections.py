"""Corrections are appended, never made in place; later moves are judged again; undo restores the story."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbiter.cli.main import main
from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.record.record import Record
from arbiter.story.correcting import append_correction, moves_of
from arbiter.story.records import story_records
from arbiter.story.story import read_story, step_json, step_title, step_verdict
from engine.games import GAMES
from engine.initiative.examples import ROUNDS
from engine.playback import play_record
from engine.record.records import Mark
from tests.support.recorded_games import Writer, header, write_game


def told(record: Record) -> list[dict[str, Any]]:
    story = read_story(record)
    return [step_json(step, index, story.names) for index, step in enumerate(story.steps)]


def correct(record: Record, op: str, move: int = 0, text: str = "") -> None:
    append_correction(record, read_story(record), op, 1, move, text)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_game(tmp_path / "a.game", "illegal")


CASES = [
    ("replace", 2, "Mblack", "Kristin parries with medium black", "Illegal", "I1"),
    ("replace", 8, "Lred", "Alison parries with large red", "Legal", "I1"),
    ("insert", 3, "far: Mgreen", "Kristin leads medium green", "Legal", None),
    ("delete", 3, "", "Kristin's large green is taken out", "Corrected", None),
    (
        "set",
        0,
        "near.Sblue=Sblack",
        "The set-up is put right: Alison's small blue is small black",
        "Corrected",
        None,
    ),
    (
        "rule",
        0,
        "exhaustion=initiative",
        "Other rules: a round in which nobody has a pyramid left goes to whoever has the initiative",
        "Corrected",
        None,
    ),
    ("refuse", 4, "", "The players refuse Alison's large blue", "Overruled", None),
]


@pytest.mark.parametrize(("op", "move", "text", "title", "word", "rule"), CASES)
def test_a_correction_tells_another_game_and_changes_nothing_recorded(
    game: Path, op: str, move: int, text: str, title: str, word: str, rule: str | None
) -> None:
    with Record.open(game) as record:
        before = [(entry.id, entry.kind, entry.data) for entry in record.entries()]
        was = told(record)
        correct(record, op, move, text)
        assert [(entry.id, entry.kind, entry.data) for entry in record.entries()][: len(before)] == before
        story = read_story(record)
        step = next(step for step in story.steps if step_title(step, story.names) == title)
        verdict = step_verdict(step, story.names)
        assert verdict.word == word and (rule is None or verdict.rules[0] == rule)
        assert not [step.problem for step in story.steps if step.problem]
        correct(record, "undo")
        assert told(record) == was


def test_what_follows_is_judged_anew_and_marked(game: Path) -> None:
    with Record.open(game) as record:
        correct(record, "replace", 2, "Mblack")
        steps = told(record)
    third = next(step for step in steps if step["title"] == "Kristin leads large green")
    assert third["verdict"]["rules"] == ["I15"] and third["corrected"] == ""
    changed = next(step for step in steps if step["title"].endswith("medium black"))
    assert changed["corrected"] == "Put right by the players: it was read as medium blue."
    assert changed["stills"]


def test_two_plays_that_were_taken_for_each_other_change_places(game: Path) -> None:
    """Kristin's move 3 was Lyellow. She has only two, so the third in the record must have been Lgreen."""
    with Record.open(game) as record:
        texts = [step.data["text"] for step in moves_of(read_story(record), 1)]
        last = len(texts) - 1 - texts[::-1].index("Lyellow")
        assert texts[2] == "Lgreen" and texts.count("Lyellow") == 2
        correct(record, "replace", 3, "Lyellow")
        after = [step.data["text"] for step in moves_of(read_story(record), 1)]
    assert after[2] == "Lyellow" and after[last] == "Lgreen"


def test_the_players_allow_and_the_text_says_so(tmp_path: Path) -> None:
    example = ROUNDS["illegal"]
    with Record.create(tmp_path / "a.game", header(example)) as record:
        writer = Writer(record, example)
        for text in example.plays[:7]:
            writer.play(text)
        writer.slip("Myellow", stands=True)
        correct(record, "allow", 8)
        (text_record,) = story_records(read_story(record))
        played = play_record(text_record)
    assert played.errors == ()
    assert [ply.entry.mark for ply in played.plies][-1] is Mark.ALLOWED
    assert played.plies[-1].verdict is not None and played.plies[-1].counts


def test_refusing_an_open_illegal_play_marks_it(game: Path) -> None:
    with Record.open(game) as record:
        correct(record, "refuse", 4)
        (text_record,) = story_records(read_story(record))
    played = play_record(text_record)
    assert played.plies[3].entry.mark is Mark.REFUSED and not played.plies[3].counts
    assert played.errors == ()


def test_a_round_that_ends_otherwise_scores_otherwise(game: Path) -> None:
    with Record.open(game) as record:
        correct(record, "delete", 16)
        assert not [step for step in read_story(record).steps if step.kind == "round_over"]
        correct(record, "insert", 0, "far: Lblack")
        over = read_story(record).steps[-1]
    assert over.kind == "round_over" and over.data["totals"] == {"near": 0, "far": 24}


REFUSED = [
    ("replace", 99, "Lred", "there is no move 99: the round has 16"),
    ("replace", 2, "Mblue", "move 2 is that already: far: medium blue"),
    ("replace", 2, "Sred", "far has no small red"),
    ("replace", 2, "hello", "cannot read"),
    ("set", 0, "near.Sred=Sblue", "near has no small red at set-up"),
    ("set", 0, "near.Mblue=Mred", "more than two medium red pyramids"),
    ("set", 0, "stack=blue,blue", "5 different colours"),
    ("rule", 0, "luck=3", "no rule option 'luck=3'"),
    ("rule", 0, "pummeling=true", "the basic game has no pummeling"),
    ("allow", 1, "", "move 1 is legal"),
    ("allow", 8, "", "was taken back"),
    ("insert", 4, "(Lblue)", "virtual plays follow by themselves"),
    ("dance", 0, "", "there is no correction 'dance'"),
    ("undo", 0, "", "there is no correction to undo"),
]


@pytest.mark.parametrize(("op", "move", "text", "words"), REFUSED)
def test_what_cannot_be_is_refused_and_not_written(
    game: Path, op: str, move: int, text: str, words: str
) -> None:
    with Record.open(game) as record:
        count = len(list(record.entries()))
        with pytest.raises(CorrectionError, match=words):
            correct(record, op, move, text)
        assert len(list(record.entries())) == count


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_corrections_undone_in_turn_lead_back(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Undoing any corrections one by one restores each earlier story."""
    path = write_game(
        tmp_path_factory.mktemp("undo") / "a.game", data.draw(st.sampled_from(["illegal", "call"]))
    )
    op = st.sampled_from(["replace", "insert", "delete", "back", "refuse", "set", "rule"])
    with Record.open(path) as record:
        stories = [told(record)]
        for _ in range(data.draw(st.integers(1, 2))):
            text = data.draw(st.sampled_from(["Lred", "near: Mred", "far: Lblack", "near.Sblue=Sblack"]))
            try:
                correct(record, data.draw(op), data.draw(st.integers(0, 12)), text)
            except CorrectionError:
                continue
            stories.append(told(record))
        for before in reversed(stories[:-1]):
            correct(record, "undo")
            assert told(record) == before


def test_the_corrected_record_is_a_game(game: Path) -> None:
    """The text exported from the corrected record plays through to the same end."""
    with Record.open(game) as record:
        correct(record, "replace", 2, "Mblack")
        correct(record, "set", 0, "stack=red,green,black,yellow,blue")
        story = read_story(record)
        (text,) = story_records(story)
    played = play_record(text)
    assert played.errors == () and story.steps[-1].after is not None
    assert played.end.history == story.steps[-1].after.history
    assert played.end.stack == story.steps[-1].after.stack
    assert played.game is GAMES["Initiative"]


def test_cli_corrects_and_tells_what_changes(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["correct", str(game), "--move", "2", "--replace", "Mblack"]) == 0
    out = capsys.readouterr().out
    assert "- Kristin parries with medium blue: Legal [I1, I2]" in out
    assert "+ Kristin parries with medium black: Illegal [I1]" in out
    assert main(["judge", str(game), "--move", "2"]) == 5
    assert "far:  Mblack $stood" in capsys.readouterr().out
    assert main(["correct", str(game), "--undo"]) == 0
    assert main(["correct", str(game), "--undo"]) == 1
    assert "no correction to undo" in capsys.readouterr().err
    assert main(["correct", str(game), "--delete"]) == 2
    assert "--delete goes with --move N" in capsys.readouterr().err
