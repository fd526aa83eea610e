"""The virtual environment that ``start.py`` and ``test.py`` share. Standard library only."""

from __future__ import annotations

import glob
import hashlib
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
import venv
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path

try:
    from parts.locked import lock_of
except ImportError:  # imported as part of scripts
    from scripts.parts.locked import lock_of

ROOT = Path(__file__).resolve().parents[2]
LEAST = (3, 11)
WIDE = 72
"""Columns of the progress line."""


def make_environment(extras: Sequence[str], root: Path = ROOT) -> Path:
    """Make ``.venv`` under ``root`` with the project and ``extras``; returns its Python.

    Locked packages (``parts.locked``) are installed with their hashes. A stamp file for each set of extras
    has a digest of ``pyproject.toml`` and the lock file; while they are unchanged nothing is done. Ends the
    program with one line if Python is too old or the installation fails.
    """
    if sys.version_info < LEAST:
        sys.exit(f"Python {'.'.join(map(str, LEAST))} or newer is needed, this is {sys.version.split()[0]}")
    folder = root / ".venv"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / f"installed-{'-'.join(extras) or 'plain'}"
    lock = lock_of(extras, root)
    held = (root / "pyproject.toml").read_bytes() + (lock.read_bytes() if lock else b"")
    digest = hashlib.sha256(held + sys.version.encode()).hexdigest()
    if python.exists() and stamp.exists() and stamp.read_text() == digest:
        return python
    ticker = Ticker()
    print("setting up in .venv, some minutes the first time", file=sys.stderr, flush=True)
    if not _works(python):
        _create(folder, ticker)
    for arguments in _installs(extras, root, lock):
        command = [str(python), "-m", "pip", "install", "--disable-pip-version-check", *arguments]
        _install(command, _packages(lock) if str(lock) in arguments else 0, folder, ticker)
    stamp.write_text(digest)
    ticker.wipe()
    print(f"set up in {ticker.clock()}", file=sys.stderr, flush=True)
    return python


def _installs(extras: Sequence[str], root: Path, lock: Path | None) -> list[list[str]]:
    """The calls of pip: the locked packages with their hashes, then the project without its requirements."""
    if lock is None:
        return [["-e", f"{root}[{','.join(extras)}]" if extras else str(root)]]
    return [["--require-hashes", "-r", str(lock)], ["--no-deps", "--no-build-isolation", "-e", str(root)]]


def _packages(lock: Path | None) -> int:
    """The number of packages in a lock for this system."""
    held = "" if lock is None else lock.read_text("utf-8")
    named = re.findall(r"^([a-z0-9-]+)==[^;\n]*(.*)", held, re.MULTILINE)
    system = re.compile(r"sys_platform == '(?!" + re.escape(sys.platform) + "')")
    return len({name for name, marker in named if not system.search(marker)})


def _install(command: Sequence[str], most: int, folder: Path, ticker: Ticker) -> None:
    """Run pip and show its progress; if it fails, show its output."""
    said, stage, lines = list[str](), Stage(most, folder), queue.SimpleQueue[str]()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        assert pip.stdout is not None
        reader = threading.Thread(target=lambda given: [*map(lines.put, given)], args=(pip.stdout,))
        reader.start()
        while reader.is_alive() or not lines.empty():
            with suppress(queue.Empty):
                said.append(lines.get(timeout=0.5))
                stage.hear(said[-1])
            ticker.show(stage.status())
    if pip.returncode:
        ticker.wipe()
        sys.stderr.writelines(said[-40:])
        sys.exit("the installation failed, see above; with a network connection run the same command again")


SITES = ("lib/python*/site-packages", "Lib/site-packages")
"""The folders of an environment's packages: on Linux and macOS, on Windows."""


class Stage:
    """Pip's progress, from its output: it first fetches packages one by one, then unpacks all of them."""

    def __init__(self, most: int, folder: Path) -> None:
        self._most, self._folder = most, folder
        self._name, self._fetched, self._before = "", 0, -1

    def hear(self, line: str) -> None:
        """Process a line of pip's output."""
        if line.startswith("Collecting "):
            self._fetched, self._name = self._fetched + 1, line.split()[1].split("==")[0]
        elif line.lstrip().startswith("Downloading") and "(" in line:
            self._name = f"{self._name.split()[0] if self._name else ''} {line[line.rindex('(') :].strip()}"
        elif line.startswith("Installing collected"):
            self._most, self._before = line.count(",") + 1, self._there()

    def status(self) -> str:
        """The progress in one line."""
        if self._before >= 0:
            return f"unpacking {self._share(self._there() - self._before)}"
        if self._most and self._fetched:
            return f"fetching {self._share(self._fetched)}: {self._name}"
        return "looking at what is needed"

    def _there(self) -> int:
        """The number of packages in the environment; its folders may change while they are read."""
        root = glob.escape(str(self._folder))
        return sum(len(glob.glob(f"{root}/{each}/*.dist-info")) for each in SITES)

    def _share(self, number: int) -> str:
        return f"{max(1, min(number, self._most))} of {self._most}"


class Ticker:
    """A line of progress with the time: overwritten on a terminal, elsewhere a new one every ten seconds."""

    EVERY_S = 10.0

    def __init__(self) -> None:
        self._began = self._told = time.monotonic()
        self._over = sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Show the current progress."""
        now = time.monotonic()
        line = f"  {self.clock()}  {text}"
        if self._over:
            print(f"\r{line[:WIDE]:<{WIDE}}", end="", file=sys.stderr, flush=True)
        elif now - self._told >= self.EVERY_S:
            self._told = now
            print(line, file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Clear the terminal's line."""
        if self._over:
            print(f"\r{'':<{WIDE}}\r", end="", file=sys.stderr, flush=True)

    def clock(self) -> str:
        """Minutes and seconds since the start."""
        seconds = int(time.monotonic() - self._began)
        return f"{seconds // 60}:{seconds % 60:02}"


def _works(python: Path) -> bool:
    """Whether the environment's Python still runs; the system's Python may have been replaced."""
    return (
        python.exists() and subprocess.call([str(python), "-c", "import pip"], stderr=subprocess.DEVNULL) == 0
    )


def _create(folder: Path, ticker: Ticker) -> None:
    try:
        with ThreadPoolExecutor(1) as pool:
            made = pool.submit(venv.create, folder, with_pip=True, clear=True)
            while wait([made], 0.5).not_done:
                ticker.show("making the environment")
            made.result()
    except (subprocess.CalledProcessError, OSError) as error:
        ticker.wipe()
        sys.exit(f"can't make {folder}: {error}; on Debian and Ubuntu install python3-venv")


def advise(programs: Mapping[tuple[str, ...], str]) -> None:
    """For each group without any installed program, print a line that recommends its first one."""
    for names, why in programs.items():
        if not any(map(shutil.which, names)):
            print(f"note: {names[0]} is not installed: {why}", file=sys.stderr)
