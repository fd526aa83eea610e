"""Takes the mend of every fault in tests/faults.toml out and sees its test fail: ``mended.py [WORD ...]``.

It works on a copy of the repository's files. With words, only the faults that have one of them. The exit
status is 1 when a test passes without its mend.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAULTS = ROOT / "tests" / "faults.toml"
PATIENCE_S = 300
"""A test that goes on for ever has failed."""


def faults() -> list[dict[str, str]]:
    """What ``was`` wrong, the ``mend`` in a ``file`` and what it is ``without`` it, and its ``test``."""
    found: list[dict[str, str]] = tomllib.loads(FAULTS.read_text("utf-8"))["fault"]
    return found


def copied(folder: Path) -> None:
    """The repository's files, those that git does not know yet too, in a folder."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split(
        "\n"
    ):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def fails(folder: Path, fault: dict[str, str]) -> bool:
    """Whether the test of a fault fails without its mend."""
    path = folder / fault["file"]
    whole = path.read_text("utf-8")
    path.write_text(whole.replace(fault["mend"], fault["without"]), "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", fault["test"]]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=PATIENCE_S)
        return done.returncode == 1
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(whole, "utf-8")


def main(words: list[str]) -> int:
    """Run and report."""
    passed = 0
    with tempfile.TemporaryDirectory() as made:
        copied(Path(made))
        for fault in faults():
            if not words or any(word in str(fault.values()) for word in words):
                began = time.monotonic()
                red = fails(Path(made), fault)
                passed += not red
                print(
                    f"{'red' if red else 'PASSES'}  {time.monotonic() - began:4.0f} s  {fault['was']}",
                    flush=True,
                )
    return 1 if passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
