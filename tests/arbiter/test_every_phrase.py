"""No phrase bypasses the message files: commands and pages in a made-up language and in German."""

from __future__ import annotations

import ast
import os
import re
import shutil
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.cli.help_words import asked_words
from arbiter.cli.main import main
from arbiter.cli.terminal import words_for
from arbiter.games.initiative.photo import shown
from arbiter.judge.photo_games import shown_lines
from arbiter.record.record import Record
from arbiter.story.story import read_story
from arbiter.watch.verify import compare, verified_lines
from arbiter.watch.watch import run
from arbiter.words.wording import wording
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import parse_play
from engine.message import Messages
from engine.notation import parse_pieces
from engine.record.records import write_record
from tests.support.calibration_views import LAYOUT, placed, render
from tests.support.cameras import look_at
from tests.support.golden_games import GOLDENS
from tests.support.pseudo import left_plain, pseudo_language
from tests.support.recorded_games import Writer, header, write_game
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.photographed import nickel, seen
from tests.support.watched_table import SimSource, options, parts, round_frames

ROOT = Path(__file__).parents[2]
CAMERA = look_at((0, -480, 420), (0, 0, 0), 65)
EVALUATION = ROOT / "datasets" / "evaluation"

SAME = "|".join(
    (
        r"\S*/\S*",  # paths
        r"[\w*-]+\.(?:game|txt|html|mp4|jpg|png|json|pdf|avi|onnx)\b",
        r"\barbiter\b(?: (?:watch|see|judge|review|correct))?",  # the program's own name and commands
        r"\b(?:Alison|Kristin|Initiative|Logistics|Nickel|Sanctum)\b",
        r"\b(?:near|far)\b",  # the notation's names of the seats
        r"\b\d*[SMLNEWU](?:red|orange|yellow|green|cyan|blue|purple|pink|black|white|clear)\b",
        r"\$\w+|\S+[=>]\S+|\bcard\d|\bturn\b|\btimepiece\b|\bstop\b|\bdraw \d+-\d+",  # typed moves
        r"\b(?:un)?lienna:\w+|\b(?:red|blue) [+-]\d",
        r"\b(?:mm|px|MB|FILE|GAME|N)\b",
        r"\b(?:finder|reader(?:-imagenet)?|bands)\b",  # the models
        r"'[^']*'|(?<!\S)--?[a-z-]+\b",  # what was typed, and the names of options
        r"\b(?:initiative|logistics|nickel|sanctum|rainbow|xeno|all)\b",
        r"\b(?:calling|exhaustion|pummeling|sacrifice|swap|variant)\b",
        r"\b(?:nowhere|town\d|illegal(?=:))",  # names given in this test
        r"\((?:aplay|paplay|pw-play): .*\)",  # what the machine's sound player said itself
    )
)
"""Words that are the same in every language: names, units, the notation."""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games of every kind, recorded and typed, and pictures."""
    folder = tmp_path_factory.mktemp("games")
    for name in ("illegal", "call"):
        write_game(folder / f"{name}.game", name)
    write_game(folder / "basic.game", "basic")
    for name, record in GOLDENS.items():
        (folder / f"{name}.txt").write_text(write_record(record), encoding="utf-8")
    right = (folder / "initiative_basic.txt").read_text("utf-8")
    wrong = right.replace("1. near: Sblue", "1. near: Sblve {x")
    (folder / "wrong.txt").write_text(wrong, encoding="utf-8")
    cv2.imwrite(str(folder / "table.png"), render(CAMERA, placed(LAYOUT), table_bgr=(0.3, 0.35, 0.4)))
    cv2.imwrite(str(folder / "grey.png"), np.full((180, 320, 3), 90, np.uint8))
    (folder / "empty.txt").write_text("", encoding="utf-8")
    return folder


PICTURE = str(EVALUATION / "1000000.jpg")
COMMANDS: dict[str, tuple[str, ...]] = {
    "judge": ("judge", "illegal.game"),
    "judge_move": ("judge", "illegal.game", "--move", "8"),
    "judge_solve": ("judge", "initiative_three.txt", "--solve"),
    **{f"judge_{name}": ("judge", f"{name}.txt") for name in list(GOLDENS)[::3]},
    "judge_wrong": ("judge", "wrong.txt"),
    "judge_photo": ("judge", PICTURE, "--game", "initiative"),
    "judge_photo_nickel": ("judge", PICTURE, "--game", "nickel"),
    "judge_photo_logistics": ("judge", PICTURE, "--game", "logistics"),
    "judge_photo_sanctum": ("judge", PICTURE, "--game", "sanctum"),
    "legal": ("legal", "logistics_example.txt"),
    "statistics": ("statistics", "illegal.game"),
    "statistics_folder": ("statistics", "."),
    "dispute": ("dispute", "illegal.game", "--move", "8"),
    "correct": ("correct", "basic.game", "--move", "5", "--refuse"),
    "correct_undo": ("correct", "basic.game", "--undo"),
    "share": ("share", "illegal.game", "-o", "{folder}/share.html"),
    "export": ("export", "illegal.game", "--format", "ppn", "-o", "{folder}/out.ppn"),
    "mat": ("mat", "-o", "{folder}/mat.pdf"),
    "doctor": ("doctor", "--source", "table.png"),
    "doctor_dark": ("doctor", "--source", "grey.png"),
    "see": ("see", PICTURE),
    "see_markers": ("see", "table.png"),
    "calibrate": ("calibrate", "--source", "table.png", "-o", "{folder}/camera.json"),
    "no_game": ("judge", "no.txt"),
    "empty": ("judge", "empty.txt"),
    "no_record": ("review", "no.game"),
    "no_folder": ("statistics", "./nowhere"),
    "no_picture": ("see", "no.png"),
    "no_table": ("see", "grey.png"),
    "no_camera": ("watch", "initiative", "--source", "no.mp4"),
    "not_a_video": ("watch", "initiative", "--source", "grey.png"),
    "no_moves": ("judge", "illegal.game", "--move", "99"),
    "no_word": ("judge",),
    "chess": ("watch", "chess"),
    "number": ("judge", "illegal.game", "--move", "x"),
    "both": ("correct", "illegal.game", "--undo", "--back"),
    "one_of": ("correct", "illegal.game"),
    "no_option": ("see", "no.png", "--nothing"),
    "no_setup_piece": ("correct", "illegal.game", "--set", "near.Sred=Sblue"),
    "setup_unread": ("correct", "illegal.game", "--set", "near"),
    "same_move": ("correct", "illegal.game", "--move", "1", "--replace", "Sblue"),
    "no_rule_option": ("correct", "illegal.game", "--rule", "speed=high"),
    "nothing_undone": ("correct", "illegal.game", "--undo"),
    "harvest_none": ("harvest", "illegal.game", "-o", "{folder}/harvest"),
    "twice": ("harvest", "./illegal.game", "./illegal.game"),
    "tokens": ("watch", "nickel", "--tokens", "red"),
    "players": ("watch", "initiative", "--players", "Ann", "ann"),
    "cards": ("watch", "initiative", "--option", "cards=3"),
    "mat_nowhere": ("mat", "-o", "/nowhere/mat.pdf"),
    "film_voice": ("export", "illegal.game", "--format", "text", "--voice"),
}
"""Each command as people use it, including mistakes they may make."""


def printed(
    command: str, language: str, folder: Path, games: Path, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    """The lines that a command prints."""
    words = [word.replace("{folder}", str(folder)) for word in COMMANDS[command]]
    if command.startswith("correct"):  # changes its file
        words[1] = shutil.copy(games / words[1], folder)
    with suppress(SystemExit):
        main([*words, "--language", language])
    told = capsys.readouterr()
    return [*told.out.splitlines(), *told.err.splitlines()]


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pseudo_language(tmp_path_factory.mktemp("phrases")) as code:
        yield code


@pytest.mark.parametrize("command", COMMANDS)
def test_command_tells_everything_in_a_language_that_is_one_file(
    command: str, wide: str, games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(games)
    lines = printed(command, wide, tmp_path, games, capsys)
    assert lines
    left = {line: words for line in lines if (words := left_plain(line, SAME))}
    assert not left, left


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands for the sound player")
@pytest.mark.parametrize(
    ("told", "code"),
    [
        ("pa_context_connect() failed: Connection refused", 1),
        ("ALSA lib: cannot find card '0' (no such file)", 1),
        ("", 3),
        ("", 0),
    ],
)
def test_doctor_quotes_any_sound_player_in_a_language_that_is_one_file(
    told: str, code: int, wide: str, games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    player = tmp_path / "aplay"
    player.write_text(f"#!/bin/sh\ncat >&2 <<'END'\n{told}\nEND\nexit {code}\n", encoding="utf-8")
    player.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(games)
    lines = printed("doctor", wide, tmp_path, games, capsys)
    assert not told or any(told in line for line in lines)
    assert not [line for line in lines if left_plain(line, SAME)]


@pytest.mark.parametrize("plays", [0, 3, 4])
def test_photographs_position_is_told_in_a_language_that_is_one_file(plays: int, wide: str) -> None:
    words = wording(wide)
    lines = [*shown_lines(shown(seen(plays)), words), *shown_lines(nickel(NickelSim(board(1), 1)), words)]
    assert not [line for line in lines if left_plain(line, SAME)]


def test_terminal_of_a_game_is_told_in_a_language_that_is_one_file(wide: str, tmp_path: Path) -> None:
    lines: list[str] = []
    source = SimSource(round_frames("illegal"))
    typed = parts(source, lines, keys=lambda: ["?", "m", "d", "9", "correct delete 77", "Lpurple"])
    assert run(options(source, ROUNDS["illegal"], tmp_path / "a.game", language=wide), typed) == 0
    assert any("ｋｅｙｓ" in line for line in lines) and len(lines) > 20
    left = {line: words for line in lines if (words := left_plain(line, SAME + r"|basic|^table placed$"))}
    assert not left, left


def test_verdict_of_a_replay_is_told_in_a_language_that_is_one_file(wide: str, games: Path) -> None:
    with Record.open(games / "call.game") as one, Record.open(games / "illegal.game") as other:
        found = compare(
            read_story(one), read_story(other), Messages("arbiter")("file_stills_in", raw="call.game")
        )
    lines = list(verified_lines(found, "call.game", wording(wide)))
    assert len(lines) > 3 and not [line for line in lines if left_plain(line, SAME)]


EQUAL = re.compile(
    rf"\W*(?:\d|{SAME}|Position|Notation|Problem|Initiative|[A-Z]\b|\b[a-e][1-5]\b|-b1|\W|rot|blau)*"
)
"""Lines that English and German may share: numbers, names and the notation."""


COMPARED = [
    name for name in COMMANDS if not name.startswith(("judge_photo_", "judge_logistics", "judge_sanct"))
]


@pytest.mark.parametrize("command", COMPARED)
def test_command_has_no_english_line_in_german(
    command: str, games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(games)
    told = {}
    for language in ("en", "de"):
        folder = tmp_path / language
        folder.mkdir()
        told[language] = printed(command, language, folder, games, capsys)
    assert len(told["en"]) == len(told["de"]) or command.startswith("judge")
    both = [line for line in told["de"] if line in told["en"] and not EQUAL.fullmatch(line)]
    assert not both, both


SPEAK = {"UserError", "UsageError", "UnreadableGame", "RecordError", "CorrectionError", "SourceError"}
SPEAK |= {"CalibrationError", "ModelError", "NotEnoughUnits", "PageError", "ColourSetError", "CardsUnclear"}
SPEAK |= {"MalformedMove", "AmbiguousMove", "TextError", "WorkerGone", "ArgumentTypeError"}
SPEAK |= {"HTTPNotFound", "HTTPBadRequest", "HTTPConflict", "HTTPForbidden", "HTTPUnsupportedMediaType"}
"""The errors that people meet."""


def complaints_in(path: Path) -> Iterator[str]:
    """Plain texts that a module raises instead of messages."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args):
            continue
        raised = getattr(node.exc.func, "id", getattr(node.exc.func, "attr", ""))
        given = node.exc.keywords[0].value if node.exc.keywords else node.exc.args[0]
        if raised in SPEAK and isinstance(given, ast.JoinedStr | ast.Constant):
            yield ast.unparse(given)


def modules() -> list[Path]:
    folders = ("arbiter", "vision", "calibration", "engine")
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in paths if not path.is_relative_to(ROOT / "vision" / "training")]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_complaint_in_the_code_is_a_message(path: Path) -> None:
    assert not list(complaints_in(path)), "say it in the file of messages"


def test_what_a_page_refuses_is_told_with_the_players_names() -> None:
    names = {"near": "Ann", "far": "Bob"}
    refusal = Messages("arbiter")("fix_no_piece", who=Seat.NEAR, piece=parse_pieces("Sred")[0])
    assert wording("de").tell(refusal, names) == "Ann hat beim Aufbau keine kleine rote"
    assert wording("de").tell("no word of this is known", names) == "no word of this is known"


def test_language_asked_for_else_that_of_the_recording_is_used(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    Record.create(path, {"game": "initiative", "language": "de"}).close()
    for name in ("resume", "file"):
        assert words_for(Namespace(language=None, **{name: str(path)})).language == "de"
        assert words_for(Namespace(language="en", **{name: str(path)})).language == "en"
    assert words_for(Namespace(file=str(tmp_path / "no.game"))).language == "en"
    for given, language in (
        (["--language=de"], "de"),
        (["see", "--language", "DE"], "de"),
        (["--language"], "en"),
    ):
        assert asked_words(given).language == language


PLAYED = Messages("arbiter.games.initiative")("plays", who=Seat.FAR, piece=parse_pieces("Mblue")[0])


def test_what_a_move_may_have_been_is_told_in_the_games_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, game = tmp_path / "a.game", ROUNDS["basic"]
    seen = {"readings": [{"text": PLAYED, "probability": 0.9}], "none_of_these": 0.1}
    with Record.create(path, {**header(game), "language": "de"}) as record:
        writer = Writer(record, game)
        writer.play("Sblue")
        move = writer.move(parse_play("Mblue", writer.state), True)
        record.append("move", 9.0, {**move.to_json(), "ply": 2, "observation": seen})
    assert main(["dispute", str(path)]) == 0
    assert "Kristin spielt eine mittlere blaue" in capsys.readouterr().out
    assert main(["judge", str(path)]) == 0 and "erlaubt" in capsys.readouterr().out
