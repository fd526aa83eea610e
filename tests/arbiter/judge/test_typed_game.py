"""``arbiter judge`` and ``arbiter legal``: verdicts and positions for people and as JSON, and exit codes."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arbiter.cli.main import main
from arbiter.judge.typed_game import judge_records
from arbiter.judge.verdict_json import judged_json
from arbiter.judge.verdict_text import WIDTH, judged_lines
from arbiter.story.files import Found
from arbiter.words.exits import ILLEGAL, OK, UNREADABLE
from engine.game import MalformedMove, plain
from engine.games import GAMES
from engine.nickel.examples import SETUP
from engine.nickel.notation import format_setup
from engine.playback import play_record
from engine.ppn import ppn_text
from engine.readings import READINGS, meanings
from engine.record.parser import parse_records
from engine.record.records import write_record, write_records
from tests.support.golden_games import GOLDENS
from tests.support.ppn_reader import read_ppn
from tests.support.recorded_games import write_game

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = Path(__file__).parents[2] / "golden"
NICKEL = f'[Game "Nickel"]\n[Setup "{format_setup(SETUP)}"]\n[Leader "near"]\n\n'
Capture = pytest.CaptureFixture[str]


def ran(capsys: Capture, *arguments: str) -> tuple[int, str]:
    """The exit code and the output."""
    code = main(list(arguments))
    return code, capsys.readouterr().out


def shown(capsys: Capture, *arguments: str) -> Any:
    return json.loads(ran(capsys, *arguments, "--json")[1])


def file(folder: Path, text: str) -> str:
    path = folder / "game.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", GOLDENS)
def test_golden(name: str) -> None:
    """The output for each golden record; UPDATE_GOLDEN=1 rewrites the files."""
    lines = list(judged_lines(judge_records(Found((GOLDENS[name],))), "game.txt"))
    text, path = "\n".join(lines) + "\n", GOLDEN / f"judge_{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
    assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize(
    ("moves", "code", "says"),
    [
        ("1. near: d1", OK, "1 move, all legal"),
        ("1. near: c3", ILLEGAL, "   1. near: c3  ILLEGAL  far to move"),
        ("1. near: c3", ILLEGAL, "N2   The first token goes on the edge of the board."),
        (
            "1. near: c3",
            ILLEGAL,
            "      Legal: a1  b1  c1  d1  e1  a2  e2  a3  e3  a4  e4  a5  b5  c5  d5  e5",
        ),
        ("1. near: c3 $back", ILLEGAL, "not on c3. It was taken back. [N2]"),
        ("1. near: c3 $allowed", ILLEGAL, "It was allowed all the same. [N2]"),
        ("1. near: d1 $refused", OK, "It was refused."),
        ("1. near: z9 1. near: d1", UNREADABLE, "game.txt:5:4: move 1: cannot read 'near: z9'"),
        ("1. near: z9 1. near: d1", UNREADABLE, "game.txt:5:13: this is move 2, not 1"),
        ("1. near: c3 { 2. far: a1", UNREADABLE, "this comment is not closed"),
        ("1. near: c3 { 2. far: a1", UNREADABLE, "ILLEGAL"),
    ],
)
def test_exit_codes_and_words(tmp_path: Path, capsys: Capture, moves: str, code: int, says: str) -> None:
    ended, text = ran(capsys, "judge", file(tmp_path, NICKEL + moves))
    assert says in text.replace(str(tmp_path) + "/", "")
    assert ended == code


def test_second_game_of_a_file_and_where_its_tags_are_wrong(tmp_path: Path, capsys: Capture) -> None:
    bad = '[Game "Nickel"]\n[Round "2"]\n\n1. d1\n'
    path = file(tmp_path, write_record(GOLDENS["nickel_line"]) + "\n" + bad)
    code, text = ran(capsys, "judge", path)
    line = path_line(path, '[Game "Nickel"]', 2)
    assert code == UNREADABLE and f"{path}:{line}:1: the record has no Setup tag" in text
    assert "Nickel, round 2" in text and "10 moves, all legal. Result: far" in text


def path_line(path: str, wanted: str, nth: int) -> int:
    lines = Path(path).read_text().splitlines()
    return [number for number, line in enumerate(lines, start=1) if line == wanted][nth - 1]


@pytest.mark.parametrize("name", GOLDENS)
def test_json_is_what_playing_gives(tmp_path: Path, capsys: Capture, name: str) -> None:
    found = shown(capsys, "judge", file(tmp_path, write_record(GOLDENS[name])))
    played = play_record(GOLDENS[name])
    (game,) = found["rounds"]
    assert found["errors"] == game["errors"] == [] and game["result"] == played.result
    assert found["exit"] == (ILLEGAL if any(ply.verdict for ply in played.plies) else OK)
    assert game["tags"] == dict(GOLDENS[name].tags)
    for move, ply in zip(game["moves"], played.plies, strict=True):
        assert (move["text"], move["mark"]) == (ply.entry.text, plain(ply.entry.mark))
        assert move["legal"] == (ply.verdict is None) and move["counts"] == ply.counts
        assert move["events"] == json.loads(json.dumps([event.to_json() for event in ply.events]))
        assert move["after"]["to_move"] == plain(ply.after.to_move)
        assert (move["after"]["outcome"] is None) == (ply.after.outcome is None)
        assert set(move["rules"]) <= set(found["readings"])
        if ply.verdict is not None:
            facts = (ply.verdict.reading, ply.verdict.code, ply.verdict.message)
            assert (move["reading"], move["code"], move["reason"]) == facts and move["alternatives"]


@pytest.mark.parametrize("name", ["illegal", "call"])
def test_recording_is_judged_as_its_exported_text(tmp_path: Path, capsys: Capture, name: str) -> None:
    game, text = write_game(tmp_path / "a.game", name), tmp_path / "a.txt"
    assert main(["export", str(game), "--format", "text", "-o", str(text)]) == OK
    capsys.readouterr()
    own, exported = shown(capsys, "judge", str(game)), shown(capsys, "judge", str(text))
    assert own | {"file": ""} == exported | {"file": ""} and own["rounds"][0]["moves"]
    assert ran(capsys, "judge", str(game)) == ran(capsys, "judge", str(text))


def test_one_move_in_full(tmp_path: Path, capsys: Capture) -> None:
    path = file(tmp_path, write_records([GOLDENS["nickel_line"], GOLDENS["initiative_illegal"]]))
    code, text = ran(capsys, "judge", path, "--round", "2", "--move", "8")
    assert code == ILLEGAL
    for line in (
        "Before move 8: Alison to move",
        "  far row   Mblue Lgreen Mgreen Lyellow",
        "1 legal move:\n  Lred\n",
        "   8. near: Myellow $back  ILLEGAL  Alison to move  6:12",
        "A large yellow attacks and Alison still has a large pyramid",
        "After it: Alison to move",
        "I1   A parry has the attacking size",
    ):
        assert line in text
    found = shown(capsys, "judge", path, "--round", "2", "--move", "8")
    assert "rounds" not in found and found["move"]["before"] == found["move"]["after"]
    assert found["move"]["legal_moves"] == {
        "count": 1,
        "all": True,
        "moves": [{"seat": "near", "text": "Lred"}],
    }


def test_a_move_that_cannot_be_read_is_not_shown(tmp_path: Path, capsys: Capture) -> None:
    code = main(["judge", file(tmp_path, NICKEL + "z9"), "--move", "1"])
    assert code == UNREADABLE and "move 1 cannot be read" in capsys.readouterr().err


def test_text_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    piped = io.TextIOWrapper(io.BytesIO((NICKEL + "1. near: d1").encode()))
    monkeypatch.setattr(sys, "stdin", piped)
    code, text = ran(capsys, "legal", "-")
    assert code == OK and "Nickel: far to move; the position is possible" in text
    assert "  to match  Ered" in text and "8 legal moves:" in text


@pytest.mark.parametrize("name", GOLDENS)
def test_legal_in_the_last_position_of_a_text(tmp_path: Path, capsys: Capture, name: str) -> None:
    path = file(tmp_path, write_record(GOLDENS[name]))
    end = play_record(GOLDENS[name]).end
    found = shown(capsys, "legal", path)
    game = GAMES[found["game"]]
    assert found["to_move"] == plain(end.to_move) and found["places"] == dict(game.lines(end))
    assert found["legal_moves"]["count"] == len(end.legal_moves())
    assert [move["text"] for move in found["legal_moves"]["moves"]] == list(
        map(game.format_move, game.brief(end))
    )


def test_all_moves_and_the_diagram_of_a_typed_position(tmp_path: Path, capsys: Capture) -> None:
    setup, picture = "near(stock=2Sred,Mblue;3=Mblue)far(stock=Sred)", tmp_path / "a.svg"
    typed = ("legal", "--game", "logistics", "--setup", setup, "--leader", "near")
    few = shown(capsys, *typed)["legal_moves"]
    assert [move["text"] for move in few["moves"]] == ["card3", "Sred", "Mblue"] and not few["all"]
    everything = shown(capsys, *typed, "--all", "--svg", str(picture))["legal_moves"]
    assert everything["all"] and len(everything["moves"]) == everything["count"] == few["count"] > 3
    assert picture.read_text().startswith("<svg")


def test_typed_moves_lead_on_from_the_set_up(capsys: Capture) -> None:
    typed = ("legal", "--game", "Nickel", "--setup", format_setup(SETUP), "--rules", "token_limit=1")
    code, text = ran(capsys, *typed, "near:d1", "far:a5")
    assert code == OK and text.startswith("Nickel: over: far wins; the position is possible\n")
    code, text = ran(capsys, *typed, "near:", "c3", "far:", "z9")
    assert code == UNREADABLE and "moves:1:10: move 2: cannot read 'far: z9'" in text
    assert "Nickel: far to move" in text
    code, text = ran(capsys, *typed, "near:c3")
    assert code == ILLEGAL and "Nickel: far to move" in text
    code, text = ran(capsys, *typed)
    assert code == OK and "either may begin" in text and "near: a1" in text and "far: a1" in text


def test_impossible_positions_are_told(capsys: Capture) -> None:
    typed = ("legal", "--game", "Initiative", "--setup", "near=3Sred;far=Sblue;stack=red,red")
    code, text = ran(capsys, *typed)
    assert code == OK and "; the position is not possible" in text
    assert "  problem   red is on the initiative stack twice" in text
    alike = "there are 3 small red pyramids: two trios have two, so exchange one"
    assert alike in shown(capsys, *typed)["problems"]


def test_every_reading_has_its_sentence() -> None:
    ids = set(re.findall(r"\*\*([ILNS]\d+)\b", (ROOT / "engine" / "RULES.md").read_text(encoding="utf-8")))
    assert set(READINGS) >= ids and len(READINGS) == 19 + 16 + 9 + 7
    for path in (ROOT / "engine").rglob("*.py"):
        assert set(re.findall(r'"([ILNS]\d+)"', path.read_text(encoding="utf-8"))) <= set(READINGS)
    assert all(re.fullmatch(r"[A-Z].*\.", text) and len(text) < 140 for text in map(str, READINGS.values()))
    assert list(meanings(["N2", "I1", "X9", "N2"])) == ["I1", "N2"]


@pytest.mark.parametrize("name", GOLDENS)
def test_mistyped_games_are_judged_and_exported_as_far_as_they_go(name: str) -> None:
    """Words dropped, doubled and replaced: only what the notation cannot express raises."""
    dice = Random(name)
    for _ in range(8):
        words = write_record(GOLDENS[name]).split(" ")
        for _ in range(dice.randint(1, 5)):
            strange = ("$back", "$stood", "{", "}", "near:", "far:", "card2", "Mred", "d3", "turn", "table:")
            words[dice.randrange(len(words))] = dice.choice((*strange, "", dice.choice(words)))
        parsed = parse_records(" ".join(words))
        found = Found(parsed.records, parsed.errors)
        judged = judge_records(found)
        assert list(judged_lines(judged, "a")) and judged_json(judged, "a")["exit"] == judged.exit_code
        assert parse_records(write_records(parsed.records)).errors == ()
        try:
            text = ppn_text(parsed.records)
        except MalformedMove:
            assert any(played.start is None for played in judged.rounds)
        else:
            assert len(read_ppn(text)) == len(parsed.records)
