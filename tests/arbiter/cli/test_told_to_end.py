"""A command that the system tells to end ends as after Ctrl-C, and tidies up."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

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
        time.sleep(0.05)
    child.terminate()
    _, told = child.communicate()
    assert (child.returncode, told) == (130, "arbiter: interrupted\n")
    assert not [*made.iterdir(), *held.iterdir()]


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
