"""A command that receives a termination signal ends as after Ctrl-C and cleans up."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_film_that_is_told_to_end_leaves_nothing_half_made(tmp_path: Path) -> None:
    made, held = tmp_path / "made", tmp_path / "held"
    made.mkdir()
    held.mkdir()
    words = [
        "export",
        str(ROOT / "arbiter/samples/friday.game"),
        "--format",
        "mp4",
        "-o",
        str(made / "a.mp4"),
    ]
    child = subprocess.Popen(
        [sys.executable, "-m", "arbiter", *words],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(held)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while child.poll() is None and not [*made.iterdir()]:
        time.sleep(0.002)  # the film takes seconds, but not many
    child.terminate()
    _, told = child.communicate()
    # if the interrupt arrives during the exec of a string, Python dies of the signal; a shell reports 130 too
    assert child.returncode in (130, -signal.SIGINT) and told == "arbiter: interrupted\n"
    assert not [*made.iterdir(), *held.iterdir()]


def asked(port: int, path: str, data: object = None) -> dict[str, Any]:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as page:
        body = None if data is None else json.dumps(data)
        page.request("GET" if body is None else "POST", path, body, {"Content-Type": "application/json"})
        told: dict[str, Any] = json.loads(page.getresponse().read())
        return told


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_the_home_page_ends_with_its_terminal_while_a_game_is_played(tmp_path: Path) -> None:
    """It used to go on without a terminal, because it could not print its last line."""
    own = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    child = subprocess.Popen(
        [sys.executable, "-m", "arbiter", "home", "--no-browser"],
        cwd=ROOT,
        env={**os.environ, **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert child.stdout is not None
        found = re.search(r":(\d+)/", child.stdout.readline())
        assert found is not None
        port, players = int(found[1]), {"near": "Ann", "far": "Bob"}
        asked(port, "/start", {"game": "initiative", "players": players, "source": "sample"})
        end = time.monotonic() + 60
        while not [*tmp_path.rglob("*.game")] and time.monotonic() < end:
            time.sleep(0.1)
        assert asked(port, "/whereami.json")["page"] == "live"
        child.stdout.close()
        child.send_signal(signal.SIGHUP)
        assert child.wait(30) == 0
    finally:
        child.kill()


LOADING = """
import importlib, sys
from arbiter.cli import main
def interrupted(*given, **named):
    raise KeyboardInterrupt
sys.modules["numpy"] = None  # half loaded: it cannot be loaded again
{what} = interrupted
sys.exit(main.main(["mat", "-o", "a.pdf"]))
"""


@pytest.mark.parametrize("what", ["importlib.import_module", "main.Parser.parse_args"])
def test_a_command_that_is_told_to_end_while_it_begins_says_one_line(what: str) -> None:
    program = [sys.executable, "-c", LOADING.format(what=what)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "arbiter: interrupted\n")
