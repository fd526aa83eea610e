"""Run every command of the README and the guides on bundled files; commands that need a camera get a film.

Names in the documents (``friday.game``, ``game.txt``, a picture, a broker) are mapped to such files.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import pytest

from arbiter.cli.commands.watch import SAMPLES, prepare
from arbiter.cli.main import build_parser, main
from arbiter.words.wording import wording
from tests.support.streams.broker import Broker

ROOT = Path(__file__).resolve().parents[3]
TEXTS = [path.read_text("utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))]
LINES = sorted({line for text in TEXTS for line in re.findall(r"^arbiter .*$", text, re.MULTILINE)})
LINES += sorted({line for text in TEXTS for line in re.findall(r"`(arbiter [a-z][^`]*)`", text)} - set(LINES))
WATCHED = [line for line in LINES if line.startswith("arbiter watch")]
SERVED = [line for line in LINES if re.match(r"arbiter (home|review|hall)\b", line)]
RUN = [line for line in LINES if line not in (*WATCHED, *SERVED)]
REFUSED = {
    "arbiter correct friday.game --round 0 --move 5 --replace Mred@2": 1,  # the game was not drafted
    "arbiter correct friday.game --undo": 1,  # no correction has been made yet
    "arbiter doctor": 4,  # no camera
    "arbiter doctor --source 1": 4,
}
FRAMES = 8
SILENT_S = 2.0
"""Seconds of processor time; on two cores one second of wall time can be two of these."""
BARS = (".* --format mp4", "verify", "harvest", ".* --solve", "share", "calibrate --source", "colours")
"""Commands that take long and show their progress."""


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first frames of each sample, by the game's name."""
    folder = tmp_path_factory.mktemp("films")
    for sample in SAMPLES.glob("*.mp4"):
        film, made = cv2.VideoCapture(str(sample)), None
        for _ in range(FRAMES):
            _, picture = film.read()
            size = picture.shape[1], picture.shape[0]
            game = sample.stem.split("-")[0]
            made = made or cv2.VideoWriter(
                str(folder / f"{game}.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 15, size
            )
            made.write(picture)
        film.release()
        assert made is not None
        made.release()
    return folder


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    made = Broker(tmp_path_factory.mktemp("broker"))
    made.start()
    yield made
    made.kill()


@pytest.fixture
def desk(tmp_path: Path, films: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the documents name, and its own settings."""
    for name in ("friday.game", "game.txt", "table.jpg"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    (tmp_path / "games").mkdir()
    shutil.copy(SAMPLES / "friday.game", tmp_path / "games")
    for name in ("set1.jpg", "set2.jpg"):
        shutil.copy(ROOT / "datasets" / "evaluation" / "1000000.jpg", tmp_path / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def words(line: str, broker: Broker | None = None) -> list[str]:
    here = f"mqtt://127.0.0.1:{broker.port if broker else 1}"
    return shlex.split(line.replace("~", ".").replace("mqtt://broker.local", here))[1:]


def code_of(given: list[str]) -> int:
    try:
        return main(given)
    except SystemExit as error:
        return int(error.code or 0)


class Terminal:
    """A stream that claims to be a terminal; ``worked`` is the processor time (s) at each write."""

    def __init__(self, stream: Any, worked: list[float], seen: bool) -> None:
        self._stream, self._worked, self._seen = stream, worked, seen

    def isatty(self) -> bool:
        return self._seen

    def write(self, text: str) -> int:
        self._worked.append(time.process_time())
        return int(self._stream.write(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def longest_silence(given: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[int, float]:
    """A command's exit code with progress shown on a terminal, and the most work (s) between two outputs."""
    worked = [time.process_time()]
    with monkeypatch.context() as patch:
        patch.setenv("TERM", "xterm")
        patch.setattr(sys, "stderr", Terminal(sys.stderr, worked, True))
        patch.setattr(sys, "stdout", Terminal(sys.stdout, worked, False))
        code = code_of(given)
    worked.append(time.process_time())
    return code, max(after - before for before, after in pairwise(worked))


@pytest.mark.parametrize("line", RUN)
def test_commands_do_what_they_are_shown_for(
    line: str,
    desk: Path,
    broker: Broker,
    films: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    given = words(line, broker)
    if given[0] == "verify":  # for a game as long as its film
        watched(desk, films, "initiative", desk / "short.game")
        shutil.copy(desk / "short.game", desk / "friday.game")
    if "--film" in given:
        shutil.copy(films / "initiative.mp4", desk / "friday.mp4")
    if given[0] == "calibrate":
        given = [str(films / "initiative.mp4") if word == "0" else word for word in given]
        given += [] if "--source" in given else ["--source", str(films / "initiative.mp4")]
    capfd.readouterr()
    code, silent_s = longest_silence(given, monkeypatch)
    said = capfd.readouterr()
    assert silent_s < SILENT_S
    assert re.search(r"[1-9]\d*%", said.err) or not any(re.match(f"arbiter {bar}", line) for bar in BARS)
    assert code in ((REFUSED[line],) if line in REFUSED else (0, 5)), said.err
    for name in re.findall(r"(?:-o|--html|--svg|--overlay|--bundle) (\S+)", " ".join(given)):
        assert line in REFUSED or (desk / name).exists()


@pytest.fixture
def listening() -> Iterator[None]:
    """Make Ctrl-C work even if the tests were started in the background with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("listening")
@pytest.mark.parametrize("line", SERVED)
def test_pages_open_and_end_by_ctrl_c(
    line: str, desk: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []

    def open_it(url: str) -> bool:
        opened.append(url)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        return True

    monkeypatch.setattr("webbrowser.open", open_it)
    assert code_of(words(line, broker)) == 0, capfd.readouterr().err
    assert len(opened) == 1 and opened[0].startswith("http")


def watched(desk: Path, films: Path, game: str, record: Path) -> int:
    """The first frames of a sample, watched."""
    film = ["--source", str(films / f"{game}.mp4")]
    return code_of(["watch", game, *film, "--headless", "--no-voice", "--record", str(record)])


@pytest.mark.parametrize("game", ["initiative", "nickel", "logistics", "sanctum"])
def test_a_film_is_watched_as_a_camera_would_be(game: str, desk: Path, films: Path) -> None:
    assert watched(desk, films, game, desk / "new.game") == 0
    assert (desk / "new.game").exists()


@pytest.mark.parametrize("line", WATCHED)
def test_what_watches_is_ready_to(line: str, desk: Path, films: Path, broker: Broker) -> None:
    """The options are compatible and the source opens; everything else is tested above."""
    given, resumes = words(line, broker), "--resume" in line
    options = build_parser().parse_args(given)
    options.language = options.language or options.everywhere
    options.source = [str(films / f"{options.game}.mp4")]
    options.record = None if resumes else str(desk / "new.game")
    if options.colours:
        shutil.copy(ROOT / "datasets" / "evaluation" / "1000000.jpg", desk / "set.json")
    asked = prepare(options)
    asked.source.close()
    assert asked.game == options.game and (asked.resume is not None) == resumes


def test_the_figures_in_the_readme_are_the_measured_ones() -> None:
    def measured(name: str) -> Any:
        return json.loads((ROOT / "scripts" / "baselines" / f"{name}.json").read_text("utf-8"))

    films, pictures = measured("videos").values(), measured("accuracy_games")
    plies, right, asked, wrong = (
        sum(each[key] for each in films) for key in ("plies", "right", "asked", "wrong")
    )
    said = " ".join(TEXTS[0].split())
    assert f"{len(films)} films of whole games: {right} of {plies}, {asked} asked about" in said
    assert wrong == 0 and ", none wrong;" in said
    assert f"without any slip in {100 * pictures['scene_right']:.0f} of 100" in said
    assert f"the hardest: {100 * pictures['stack_order']:.0f} of 100" in said


def test_the_readme_is_short_and_names_what_the_voice_needs() -> None:
    readme, words = TEXTS[0], wording()
    assert len(readme.splitlines()) < 120 and "](docs/clip.webp)" in readme
    for said in ("voice_no_engine", "voice_no_player"):
        needed = re.search(r"install ([\w-]+)", words.say(said))
        assert needed is not None and needed[1] in readme
