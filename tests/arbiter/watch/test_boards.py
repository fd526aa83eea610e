"""Nickel and Sanctum watched from the first frame to record, verdicts, text and review."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.cli.main import main
from arbiter.pages.live_view import page_state
from arbiter.record.record import Record
from arbiter.review.export import clip_of
from arbiter.story.story import read_story, story_json
from arbiter.watch import watch
from arbiter.watch.turning_clip import TurningClip
from arbiter.words.exits import ILLEGAL
from arbiter.words.wording import wording
from engine.definition import NoRules
from engine.initiative.examples import ROUNDS
from engine.nickel.model import Rules
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.sanctum_sim import SanctumSim
from tests.support.watched_boards import NAMES, nickel_frames, sanctum_frames
from tests.support.watched_table import SimSource, options, parts
from vision.observation import TableObservation


def watched(frames: Iterator[TableObservation], path: Path, game: str, rules: object) -> list[str]:
    """The lines printed while a game is watched into a record."""
    source, lines = SimSource(frames), list[str]()
    asked = options(source, ROUNDS["basic"], path, game=game, rules=rules, players=NAMES)
    assert watch.run(asked, parts(source, lines)) == 0
    return lines


@pytest.fixture(scope="module")
def nickel_game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    path = tmp_path_factory.mktemp("nickel") / "a.game"
    return path, watched(nickel_frames(NickelSim(board(1), 1), 3), path, "nickel", Rules())


def test_nickel_is_told(nickel_game: tuple[Path, list[str]]) -> None:
    said = " ".join(nickel_game[1])
    assert "The board is complete. The first token goes on the edge." in said
    assert "Alison takes a1 and hands over the" in said and "Kristin must match" in said
    assert "is not legal: shares neither" in said or "is not legal: the" in said
    assert "Kristin takes c1: taken back" in said


def test_nickel_is_judged_exported_and_reviewed(
    nickel_game: tuple[Path, list[str]], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, _ = nickel_game
    assert main(["judge", str(path)]) == ILLEGAL  # an illegal move that was taken back
    judged = capsys.readouterr().out
    assert "N3" in judged and "It was taken back" in judged
    text = tmp_path / "a.txt"
    assert main(["export", str(path), "--format", "text", "-o", str(text)]) == 0
    assert '[Game "Nickel"]' in text.read_text() and "$back" in text.read_text()
    with Record.open(path, readonly=True) as record:
        story = read_story(record)
    shown = story_json(story)
    titles = [step["title"] for step in shown["steps"]]
    assert "Alison takes a1" in titles and not any(step["problem"] for step in shown["steps"])
    illegal = next(step for step in shown["steps"] if step["verdict"]["tone"] == "bad")
    assert illegal["verdict"]["rules"] == ["N3"] and illegal["fate"] == "taken_back"


def test_nickel_goes_on_after_an_interruption(tmp_path: Path) -> None:
    sim, path = NickelSim(board(2), 2), tmp_path / "b.game"
    frames = list(nickel_frames(sim, 3))
    half = len(frames) // 2
    watched(iter(frames[:half]), path, "nickel", Rules())
    source, lines = SimSource(iter(frames)), list[str]()
    asked = options(source, ROUNDS["basic"], path, game="nickel", rules=Rules(), players=NAMES, resume=path)
    assert watch.run(asked, parts(source, lines)) == 0
    with Record.open(path, readonly=True) as record:
        moves = [entry for entry in record.entries() if entry.kind == "move" and entry.data["legal"]]
    assert [entry.data["ply"] for entry in moves] == [1, 2, 3]


def test_sanctum_is_watched_judged_and_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "s.game"
    source, lines = SimSource(sanctum_frames(SanctumSim(seed=1, marker=True))), list[str]()
    table = {"marker": "yellow"}
    asked = options(
        source, ROUNDS["basic"], path, game="sanctum", rules=NoRules(), players=NAMES, table=table
    )
    assert watch.run(asked, replace(parts(source, lines), clip=TurningClip)) == 0
    said = " ".join(lines)
    assert f"the turning point in slow motion: {clip_of(path)}" in lines and clip_of(path).is_file()
    assert "Blue captures town 1." in said and "Turn 2: red +0, blue +1. Blue takes the initiative." in said
    assert main(["judge", str(path)]) == 0
    assert "blue>town1" in capsys.readouterr().out
    text = tmp_path / "s.txt"
    assert main(["export", str(path), "--format", "text", "-o", str(text)]) == 0
    assert '[Game "Sanctum"]' in text.read_text()


def test_where_the_initiative_never_changed_hands_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "s.game"
    source, lines = SimSource(SanctumSim(seed=1).still(3.0)), list[str]()
    asked = options(source, ROUNDS["basic"], path, game="sanctum", rules=NoRules(), players=NAMES)
    assert watch.run(asked, replace(parts(source, lines), clip=TurningClip)) == 0
    assert "never changed hands" in lines[-1] and not clip_of(path).exists()


def test_live_page_shows_the_board() -> None:
    from tests.support.simulated.nickel_table import Table, opening, slip_of

    table = Table(1)
    assert page_state(table.session.snapshot(), NAMES, wording())["heading"] == "Nickel"
    slip = slip_of(opening(table), "no_match")
    table.feed(table.sim.place(slip.seat, slip.square))
    shown = page_state(table.session.snapshot(), NAMES, wording())
    assert shown["say"] == "Kristin to move" and "<svg" in shown["svg"]
    assert shown["illegal"]["rule"] == "N3" and shown["illegal"]["title"].startswith("Kristin takes ")
    assert len(shown["options"]) == len(table.state().legal_moves())


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("nickel --option l_shape=9", "l_shape"),
        ("nickel --option pace=2", "no rule option"),
        ("nickel --tokens white", "two colours"),
        ("nickel --tokens red,blue", "not on the board"),
        ("nickel --tokens mauve,red", "colours are"),
        ("sanctum --tokens red,blue", "only nickel"),
        ("initiative --option swap=exact", "--option is for the other games"),
    ],
)
def test_what_cannot_be_asked_for_is_one_clear_line(
    words: str, complaint: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["watch", *words.split(), "--source", str(tmp_path / "none.mp4"), "--headless"]) == 2
    error = capsys.readouterr().err.strip()
    assert complaint in error and "\n" not in error
