"""The virtual environment that ``start.py`` and ``test.py`` share. Standard library only."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEAST = (3, 11)


def make_environment(extras: Sequence[str], root: Path = ROOT) -> Path:
    """Make ``.venv`` under ``root`` with the project and ``extras``; returns its Python.

    A stamp for each set of extras holds a digest of ``pyproject.toml``: when nothing has changed this takes
    no time. Ends the program with one line when Python is too old or the installation fails.
    """
    if sys.version_info < LEAST:
        sys.exit(f"Python {'.'.join(map(str, LEAST))} or newer is needed, this is {sys.version.split()[0]}")
    folder = root / ".venv"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / f"installed-{'-'.join(extras) or 'plain'}"
    digest = hashlib.sha256((root / "pyproject.toml").read_bytes() + sys.version.encode()).hexdigest()
    if python.exists() and stamp.exists() and stamp.read_text() == digest:
        return python
    if not _works(python):
        print("making the environment in .venv ...", file=sys.stderr, flush=True)
        _create(folder)
    print("installing (some minutes the first time) ...", file=sys.stderr, flush=True)
    wanted = f"{root}[{','.join(extras)}]" if extras else str(root)
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-e", wanted]
    if subprocess.call(command):
        sys.exit("the installation failed, see above; with a network connection run the same command again")
    stamp.write_text(digest)
    return python


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
