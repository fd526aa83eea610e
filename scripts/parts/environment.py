"""The virtual environment that ``start.py`` and ``test.py`` share. Standard library only."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path

try:
    from parts.locked import lock_of
except ImportError:  # imported as part of scripts
    from scripts.parts.locked import lock_of

ROOT = Path(__file__).resolve().parents[2]
LEAST = (3, 11)


def make_environment(extras: Sequence[str], root: Path = ROOT) -> Path:
    """Make ``.venv`` under ``root`` with the project and ``extras``; returns its Python.

    What a lock file holds (``parts.locked``) is installed by its hashes. A stamp for each set of extras holds
    a digest of ``pyproject.toml`` and the lock: when nothing has changed this takes no time. Ends the program
    with one line when Python is too old or the installation fails.
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
    if not _works(python):
        print("making the environment in .venv ...", file=sys.stderr, flush=True)
        _create(folder)
    print("installing (some minutes the first time) ...", file=sys.stderr, flush=True)
    for arguments in _installs(extras, root, lock):
        command = [str(python), "-m", "pip", "install", "--disable-pip-version-check", *arguments]
        _install(command, _packages(lock) if str(lock) in arguments else 0)
    stamp.write_text(digest)
    return python


def _installs(extras: Sequence[str], root: Path, lock: Path | None) -> list[list[str]]:
    """What pip is asked for: the locked packages, each with its hash, then the project without any more."""
    if lock is None:
        return [["-e", f"{root}[{','.join(extras)}]" if extras else str(root)]]
    return [["--require-hashes", "-r", str(lock)], ["--no-deps", "--no-build-isolation", "-e", str(root)]]


def _packages(lock: Path | None) -> int:
    """How many packages a lock names, roughly: some are of other systems."""
    return 0 if lock is None else len(re.findall(r"^[a-z0-9-]+==", lock.read_text("utf-8"), re.MULTILINE))


def _install(command: Sequence[str], most: int) -> None:
    """Run pip and say how far it is; what it said is shown where it fails."""
    said, done, seen = list[str](), 0, most > 0 and sys.stderr.isatty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            said.append(line)
            last, next_one = line.startswith("Installing collected"), line.startswith("Collecting ")
            done += next_one
            if seen and (last or next_one):
                name = "unpacking" if last else line.split()[1].split("==")[0]
                print(f"\r  {min(done, most)} of {most}: {name:<40.40}", end="", file=sys.stderr, flush=True)
    if seen:
        print(f"\r{'':<60}\r", end="", file=sys.stderr, flush=True)
    if pip.returncode:
        sys.stderr.writelines(said[-40:])
        sys.exit("the installation failed, see above; with a network connection run the same command again")


def _works(python: Path) -> bool:
    """Whether this environment's Python still runs (the system's may have been replaced)."""
    return (
        python.exists() and subprocess.call([str(python), "-c", "import pip"], stderr=subprocess.DEVNULL) == 0
    )


def _create(folder: Path) -> None:
    try:
        venv.create(folder, with_pip=True, clear=True)
    except (subprocess.CalledProcessError, OSError) as error:
        sys.exit(f"can't make {folder}: {error}; on Debian and Ubuntu install python3-venv")


def advise(programs: Mapping[tuple[str, ...], str]) -> None:
    """Print a line for each group of programs none of which is installed, with its first one."""
    for names, why in programs.items():
        if not any(map(shutil.which, names)):
            print(f"note: {names[0]} is not installed: {why}", file=sys.stderr)
