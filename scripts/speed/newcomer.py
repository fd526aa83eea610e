"""Measures the waiting times of a new user in a real browser.

    python scripts/speed/newcomer.py                # clones this repository and sets it up, as README.md says
    python scripts/speed/newcomer.py --here         # with this checkout and this Python: no clone, no set-up

It measures the times from the clone to the home page, from *Play* with the sample video to the announcement
of the set-up and to the first verdict, and for the correction of a wrong reading in two taps. Needs the extra
`test` and Chromium; the clone needs a network or pip's cache. The film plays in real time; with `--here` the
programs have been started before.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.support.page_browser import chromium, click, resize, tap, text_of, until  # noqa: E402

PATIENT_S = 1800.0
FIRST = '.places rect[data-place="play 1"]'
"""The selector of the first play in the drawn position."""


class Stopwatch:
    """Collects and prints waiting times in seconds."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, float]] = []

    @contextmanager
    def over(self, what: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.rows.append((what, time.monotonic() - began))
        print(f"{what:58} {self.rows[-1][1]:6.1f} s", flush=True)


@contextmanager
def started(command: list[str], folder: Path) -> Iterator[Callable[[], str]]:
    """Run the program with its own settings and games; yields a function that waits for the home page's
    address.
    """
    own = {"XDG_CONFIG_HOME": folder / "config", "XDG_DATA_HOME": folder / "data", "BROWSER": "true"}
    env = os.environ | {name: str(value) for name, value in own.items()}
    with subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        assert program.stdout is not None

        def address() -> str:
            for line in program.stdout or ():
                if found := re.search(r"https?://\S+", line):
                    return found[0]
            sys.exit("the home page did not come")

        try:
            yield address
        finally:
            os.killpg(program.pid, signal.SIGTERM)  # includes its children; they might ignore Ctrl-C


def play(driver: Any, watch: Stopwatch) -> None:
    """Play the sample until the first verdict, and correct it."""

    def heard(words: str) -> Callable[[Any], bool]:
        return lambda page: words in text_of(page, "#announcements")

    until(driver, lambda page: page.find_elements("css selector", "#games label"), PATIENT_S)
    with watch.over("Play pressed, until the game's page shows the picture"):
        click(driver, "#play")
        until(driver, lambda page: page.execute_script(DRAWN), PATIENT_S)
    with watch.over("then until the set-up is called out"):
        until(driver, heard("Ready"), PATIENT_S)
    with watch.over("then until the first move is judged, played 3 s after"):
        until(driver, heard("leads"), PATIENT_S)
    with watch.over("a wrong reading: first tap, until it is asked what it was"):
        tap(driver, until(driver, lambda page: page.find_elements("css selector", FIRST))[0])
        until(driver, lambda page: page.find_elements("css selector", "#touched .offers button"))
    with watch.over("second tap, until the game is told anew"):
        click(driver, "#touched .offers button")
        until(driver, heard("Put right"), PATIENT_S)


DRAWN = "return document.getElementById('camera')?.naturalWidth > 0"


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--here", action="store_true", help="with this checkout and this Python")
    options.add_argument("--json", type=Path, help="write the rows here, too")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Measure, row by row."""
    args, watch = parser().parse_args(arguments), Stopwatch()
    with tempfile.TemporaryDirectory(prefix="newcomer-") as made:
        folder = Path(made)
        command = [sys.executable, "-m", "arbiter"]
        if not args.here:
            with watch.over("git clone"):
                subprocess.run(["git", "clone", "-q", str(ROOT), str(folder / "clone")], check=True)
            command = [sys.executable, str(folder / "clone" / "scripts" / "start.py")]
            with started(command, folder) as up, watch.over("python3 scripts/start.py, until the home page"):
                up()
        with started(command, folder) as up, chromium(folder / "browser") as driver:
            with watch.over("the same again, until the home page"):
                address = up()
            resize(driver, 1440, 900)
            driver.get(address)
            play(driver, watch)
            driver.get("about:blank")
    if args.json:
        args.json.write_text(json.dumps(watch.rows, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
