"""The command line: every option is documented; bad input gives one clear line and the right exit code."""

from __future__ import annotations

import importlib
import json
import queue
import re
import shlex
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.cli.commands import review, watch
from arbiter.cli.examples import EXAMPLES
from arbiter.cli.main import build_parser, main
from arbiter.record.record import Record
from arbiter.watch import sources
from arbiter.words import exits
from arbiter.words.exits import EXIT_CODES
from engine.game import Seat
from engine.initiative.model import Rules
from tests.support.recorded_games import write_game
from vision.source.frames import SourceError

ROOT = Path(__file__).resolve().parents[3]
COMMANDS = sorted(EXAMPLES)
README = (ROOT / "README.md").read_text(encoding="utf-8")
README_LINES = re.findall(r"^arbiter(?: .*)?$", README, re.MULTILINE)
GUIDES = sorted((ROOT / "docs").glob("*.md"))
GUIDE_LINES = [
    line for path in GUIDES for line in re.findall(r"^arbiter .*$", path.read_text("utf-8"), re.MULTILINE)
]
TEXTS = (README, *(path.read_text("utf-8") for path in GUIDES))
INLINE = sorted({line for text in TEXTS for line in re.findall(r"`(arbiter [a-z][^`]*)`", text)})
EXAMPLE_LINES = [line for lines in EXAMPLES.values() for line in lines]


def picture(path: Path) -> Path:
    cv2.imwrite(str(path), np.full((480, 640, 3), 120, np.uint8))
    return path


def video(path: Path) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 25.0, (160, 120))
    for level in range(0, 200, 10):
        writer.write(np.full((120, 160, 3), level, np.uint8))
    writer.release()
    return path


def text(path: Path, data: str = "nonsense") -> Path:
    path.write_text(data)
    return path


def told(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code and what was written to stderr."""
    try:
        code = main(arguments)
    except SystemExit as error:
        code = int(error.code or 0)
    return code, capfd.readouterr().err


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_guides_are_linked_from_the_readme_and_link_to_what_is_there(path: Path) -> None:
    assert f"(docs/{path.name})" in README
    links = re.findall(r"\]\((?!https?:)([^)#:]+)[^)]*\)", path.read_text("utf-8"))
    assert all((path.parent / link).is_file() for link in links), links


def test_pictures_of_the_guides_are_small() -> None:
    pictures = sorted((ROOT / "docs").glob("*.jpg"))
    assert len(pictures) == 5 and all(path.stat().st_size < 150_000 for path in pictures)
    assert all(any(f"({path.name})" in guide.read_text("utf-8") for guide in GUIDES) for path in pictures)


@pytest.mark.parametrize(
    "line",
    [
        *README_LINES,
        *GUIDE_LINES,
        *sorted(set(INLINE)),
        *(line for lines in EXAMPLES.values() for line in lines),
    ],
)
def test_documented_command_lines_are_understood(line: str) -> None:
    alone = line == "arbiter"  # the home page
    assert (build_parser().parse_args(shlex.split(line)[1:]).command or "home") in COMMANDS
    assert alone == (build_parser().parse_args(shlex.split(line)[1:]).command is None)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_module_help_with_examples_and_a_line_in_the_readme(
    command: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert (ROOT / "arbiter" / "cli" / "commands" / f"{command}.py").is_file()
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    shown = capfd.readouterr().out
    assert all(line in shown for line in EXAMPLES[command])
    flat = " ".join(shown.split())
    assert all(f"{code} {meaning}" in flat for code, meaning in EXIT_CODES)
    assert any(line.startswith(f"arbiter {command}") for line in README_LINES)


def test_help_lists_every_command_and_command_module(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    shown = capfd.readouterr().out
    modules = {path.stem for path in (ROOT / "arbiter" / "cli" / "commands").glob("[a-z]*.py")}
    assert modules == set(COMMANDS)
    assert all(re.search(rf"^    {command}\b", shown, re.MULTILINE) for command in COMMANDS)


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["--help"], {"numpy", "cv2", "onnxruntime", "aiohttp"}),
        (["judge", "arbiter/samples/game.txt"], {"scipy", "onnxruntime", "aiohttp"}),
    ],
)
def test_what_is_not_needed_is_not_loaded(words: list[str], heavy: set[str]) -> None:
    code = (
        f"import sys\nfrom arbiter.cli.main import main\ntry:\n main({words})\nexcept SystemExit: pass\n"
        f"sys.exit(len({heavy} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


SANCTUM = '[Game "Sanctum"] [Setup "a=red"] turn'
Make = Callable[[Path], list[str]]
WATCH = ["watch", "initiative"]
BAD: dict[str, tuple[Make, int, str]] = {
    "command": (lambda d: ["play"], 2, "invalid choice: 'play'"),
    "game": (lambda d: ["watch", "chess"], 2, "there is no game 'chess'; choose from: initiative"),
    "palette": (
        lambda d: [*WATCH, "--palette", "pastel"],
        2,
        "there is no palette 'pastel'; choose from: rainbow, xeno, all",
    ),
    "rounds": (lambda d: [*WATCH, "--rounds", "0"], 2, "'0' is not a number from 1 to 99"),
    "port": (lambda d: [*WATCH, "--port", "99999"], 2, "'99999' is not a number from 0 to 65535"),
    "one name": (lambda d: [*WATCH, "--players", "Ann"], 2, "expected 2 arguments"),
    "same names": (lambda d: [*WATCH, "--players", "Ann", "ann"], 2, "two different names are needed"),
    "basic with exact": (lambda d: [*WATCH, "--rules", "basic", "--swap", "exact"], 2, "leave out"),
    "basic without": (lambda d: [*WATCH, "--rules", "basic", "--without", "calling"], 2, "leave out"),
    "missing video": (lambda d: [*WATCH, "--source", str(d / "no.mp4")], 4, "there is no file and no camera"),
    "broken video": (lambda d: [*WATCH, "--source", str(text(d / "a.mp4"))], 4, "cannot be read as a video"),
    "picture as video": (lambda d: [*WATCH, "--source", str(picture(d / "a.png"))], 4, "use `arbiter see"),
    "no such camera": (lambda d: [*WATCH, "--source", "93"], 4, "camera 93 cannot be opened"),
    "record there": (lambda d: [*WATCH, "--record", str(text(d / "a.game"))], 1, "is there already"),
    "clip of another game": (
        lambda d: [*WATCH, "--record", str(text(d / "a-clip.mp4").with_name("a.game"))],
        1,
        "a-clip.mp4 is there already, the clip of another game",
    ),
    "record nowhere": (lambda d: [*WATCH, "--record", str(d / "no" / "a.game")], 1, "there is no folder"),
    "resume missing": (lambda d: [*WATCH, "--resume", str(d / "no.game")], 1, "no.game"),
    "resume foreign": (lambda d: [*WATCH, "--resume", str(text(d / "a.game"))], 1, "a.game"),
    "resume and record": (
        lambda d: [*WATCH, "--resume", str(d / "a.game"), "--record", str(d / "b.game")],
        2,
        "leave out --record",
    ),
    "calibration missing": (lambda d: [*WATCH, "--calibration", str(d / "no.json")], 3, "cannot be read"),
    "calibration broken": (
        lambda d: [*WATCH, "--calibration", str(text(d / "a.json"))],
        3,
        "not a calibration (broken JSON); calibrate again",
    ),
    "voice-out nowhere": (
        lambda d: [*WATCH, "--voice-out", str(d / "no" / "a.wav")],
        2,
        "there is no folder",
    ),
    "see missing": (lambda d: ["see", str(d / "no.jpg")], 4, "there is no picture"),
    "see broken": (lambda d: ["see", str(text(d / "a.jpg"))], 4, "cannot be read as a picture"),
    "harvest missing": (lambda d: ["harvest", str(d / "no.game"), "-o", str(d / "out")], 1, "no.game"),
    "harvest of a text": (
        lambda d: ["harvest", str(text(d / "a.game")), "-o", str(d / "out")],
        1,
        "is not a record of a game",
    ),
    "harvest of nothing": (
        lambda d: ["harvest", str(write_game(d / "a.game")), "-o", str(d / "out")],
        1,
        "nothing in these games is sure enough to learn from",
    ),
    "review missing": (lambda d: ["review", str(d / "no.game")], 1, "no.game"),
    "review foreign": (lambda d: ["review", str(text(d / "a.game"))], 1, "a.game"),
    "export format": (
        lambda d: ["export", "a.game", "--format", "pdf"],
        2,
        "there is no format 'pdf'; choose from: text, ppn, json, mp4, clip",
    ),
    "export from nowhere": (lambda d: ["export", "-", "--format", "text"], 2, "say with -o where"),
    "judge missing": (lambda d: ["judge", str(d / "no.game")], 1, "no.game"),
    "judge a picture": (lambda d: ["judge", str(picture(d / "a.png"))], 6, "give a recording or a text"),
    "judge nothing": (lambda d: ["judge", str(text(d / "a.txt", ""))], 6, "is empty"),
    "judge no move": (
        lambda d: ["judge", str(text(d / "a.txt", SANCTUM)), "--move", "7"],
        2,
        "there is no move 7: the game has 1",
    ),
    "judge no round": (
        lambda d: ["judge", str(text(d / "a.txt", SANCTUM)), "--move", "1", "--round", "2"],
        2,
        "there is no game 2 in it: it has 1",
    ),
    "judge a round": (
        lambda d: ["judge", str(text(d / "a.txt", SANCTUM)), "--round", "1"],
        2,
        "--round goes with --move",
    ),
    "legal nothing": (lambda d: ["legal"], 2, "give one FILE, or --game"),
    "legal both": (lambda d: ["legal", "a.txt", "b.txt"], 2, "give one FILE"),
    "legal missing": (lambda d: ["legal", str(d / "no.txt")], 1, "no.txt"),
    "legal game": (lambda d: ["legal", "--game", "chess", "--setup", "x"], 6, "no game called 'chess'"),
    "legal no set-up": (lambda d: ["legal", "--game", "nickel"], 6, "no Setup tag"),
    "legal text": (lambda d: ["legal", str(text(d / "a.txt"))], 6, "no game called"),
    "legal diagram": (
        lambda d: ["legal", str(text(d / "a.txt", SANCTUM)), "--svg", str(d / "no" / "a.svg")],
        1,
        "there is no file or folder",
    ),
    "export missing": (lambda d: ["export", str(d / "no.game"), "--format", "text"], 1, "no.game"),
    "mat paper": (lambda d: ["mat", "--paper", "a3", "-o", str(d / "a.pdf")], 2, "choose from: a4, letter"),
    "mat nowhere": (lambda d: ["mat", "-o", str(d / "no" / "a.pdf")], 1, "cannot be written"),
    "calibrate missing": (lambda d: ["calibrate", "--source", str(d / "no.png")], 4, "there is no file"),
    "calibrate no markers": (
        lambda d: ["calibrate", "--source", str(picture(d / "a.png")), "-o", str(d / "a.json")],
        3,
        "at least two of the four corner markers must be in view",
    ),
    "calibrate video without markers": (
        lambda d: ["calibrate", "--source", str(video(d / "a.mp4")), "-o", str(d / "a.json")],
        3,
        "at least two of the four corner markers must be in view",
    ),
    "calibrate lens": (
        lambda d: ["calibrate", "--lens", str(picture(d / "a.png"))],
        3,
        "the board shows in 0 of 1",
    ),
    "doctor camera": (lambda d: ["doctor", "--source", "93"], 4, ""),
}


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.replace(" ", "-"))
def test_bad_input_is_one_clear_line(case: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    make, code, line = BAD[case]
    before = sorted(tmp_path.iterdir())
    arguments = make(tmp_path)
    there = {path: path.read_bytes() for path in tmp_path.iterdir()}
    ended, complaint = told(arguments, capfd)
    assert ended == code, complaint
    assert line in complaint
    assert complaint.count("\n") == bool(line)
    assert "Traceback" not in complaint and "fault in the program" not in complaint
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == there, before


def prepared(folder: Path, *arguments: str, samples: Path | None = None) -> watch.WatchOptions:
    options = build_parser().parse_args(
        ["watch", "initiative", "--record", str(folder / "a.game"), *arguments]
    )
    return watch.prepare(options, samples or folder)


def test_watch_options_are_checked_and_ready(tmp_path: Path) -> None:
    path = video(tmp_path / "game.mp4")
    asked = prepared(
        tmp_path,
        *("--source", str(path), "--players", "Alison", " Kristin ", "--without", "calling"),
        *("--swap", "exact", "--no-voice", "--headless", "--rounds", "1", "--palette", "xeno"),
    )
    assert asked.players == {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}
    assert asked.rules == Rules.advanced(calling=False, swap="exact")
    assert (asked.voice, asked.headless, asked.rounds, asked.palette) == (False, True, 1, "xeno")
    assert (asked.sample, asked.remarks, asked.record) == (False, (), tmp_path / "a.game")
    assert len(list(asked.source)) == 20


def test_one_name_alone_is_kept(tmp_path: Path) -> None:
    source = ("--language", "de", "--source", str(video(tmp_path / "game.mp4")))
    asked = prepared(tmp_path, *source, "--players", "Ann", " ")
    assert asked.players == {Seat.NEAR: "Ann", Seat.FAR: "Hinten"} and asked.named


def test_without_a_camera_the_sample_video_is_played_and_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "cameras", lambda: ())
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(SourceError, match="no camera found and no sample video: plug in a camera"):
        prepared(tmp_path)
    video(tmp_path / "initiative-basic.mp4")
    asked = prepared(tmp_path)
    assert asked.sample
    assert asked.remarks == ("no camera found: playing the sample video initiative-basic.mp4 instead",)


def test_default_record_is_a_new_file_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = video(tmp_path / "game.mp4")
    names = []
    for _ in range(2):
        options = build_parser().parse_args(["watch", "initiative", "--source", str(path)])
        names.append(watch.prepare(options).record)
        names[-1].touch()
    assert len(set(names)) == 2
    assert all(re.fullmatch(r"initiative-\d{8}-\d{4}(-2)?\.game", name.name) for name in names)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_mat_writes_a_pdf(paper: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mat.pdf"
    assert main(["mat", "--paper", paper, "-o", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    assert capfd.readouterr().out == f"{path} is ready: print it at 100 %, not fitted to the page\n"


def recorded(folder: Path) -> Path:
    path = folder / "a.game"
    Record.create(path, {"game": "initiative", "names": {"near": "Ann", "far": "Bob"}}).close()
    return path


def test_export_writes_once_and_never_over_a_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path, target = recorded(tmp_path), tmp_path / "out.json"
    arguments = ["export", str(path), "--format", "json", "-o", str(target)]
    assert main(arguments) == 0
    assert capfd.readouterr().out == f"written to {target}\n"
    assert json.loads(target.read_text())["header"]["game"] == "initiative"
    code, complaint = told(arguments, capfd)
    assert (code, complaint.count("\n")) == (1, 1)
    assert "is there already" in complaint


def test_review_serves_the_page_until_it_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = build_parser().parse_args(["review", str(recorded(tmp_path)), "--no-browser"])
    stop, shown, codes = threading.Event(), queue.Queue[str](), []
    monkeypatch.setattr(review, "print", lambda *words, **ways: shown.put(str(words[0])), raising=False)
    thread = threading.Thread(target=lambda: codes.append(review.run(options, stop)))
    thread.start()
    address, _, hint = shown.get(timeout=30).partition(" ")
    assert "Ctrl-C ends" in hint
    with urllib.request.urlopen(address, timeout=10) as answer:
        assert b"<html" in answer.read()
    stop.set()
    thread.join(10)
    assert codes == [0]


def test_truncated_record_is_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = recorded(tmp_path)
    path.write_bytes(path.read_bytes()[:700])
    for arguments in (["export", str(path), "--format", "text"], [*WATCH, "--resume", str(path)]):
        code, complaint = told(arguments, capfd)
        assert (code, complaint.count("\n")) == (1, 1), complaint


def test_fault_in_the_program_is_one_line_unless_debugging(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("arbiter.camera.mat.write_mat", lambda path, paper, words: 1 / 0)
    arguments = ["mat", "-o", str(tmp_path / "a.pdf")]
    assert told(arguments, capfd) == (
        1,
        "arbiter: fault in the program (ZeroDivisionError: division by zero); --debug shows where\n",
    )
    with pytest.raises(ZeroDivisionError):
        main(["--debug", *arguments])


def test_interrupt_ends_with_130(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def interrupt(path: str, paper: str, words: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arbiter.camera.mat.write_mat", interrupt)
    assert told(["mat", "-o", "a.pdf"], capfd) == (130, "arbiter: interrupted\n")


def test_errors_that_people_meet_are_where_the_table_says() -> None:
    for name in exits._BY_ERROR:
        module, _, kind = name.rpartition(".")
        error = getattr(importlib.import_module(module), kind)
        assert f"{error.__module__}.{error.__qualname__}" == name


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    game, film = write_game(tmp_path / "a.game"), ROOT / "arbiter" / "samples" / "initiative-basic.mp4"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = ["--port", str(taken.getsockname()[1])]
        watching = [
            *WATCH,
            "--rules",
            "basic",
            "--source",
            str(film),
            "--record",
            str(tmp_path / "b.game"),
            *port,
        ]
        for arguments in (["review", str(game), "--no-browser", *port], watching):
            code, line = told(arguments, capfd)
            assert code == 1 and line.startswith("arbiter: can't serve the page on port")
            assert "choose another with --port" in line and line.count("\n") == 1
    assert not (tmp_path / "b.game").exists()
