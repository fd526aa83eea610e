"""Undoes the fix of every fault in tests/faults.toml and checks that its test fails: ``mended.py [WORD
...]``.

It works on a copy of the repository's files, where the tests must first pass. With words, only faults that
contain one of them are checked. The exit status is 1 if a test passes without the fix, or cannot be run.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAULTS = ROOT / "tests" / "faults.toml"
PATIENCE_S = 300
"""Time limit of a test, after which it counts as failed."""


def faults() -> list[dict[str, str]]:
    """The faults: what ``was`` wrong, the fixed code (``mend``) in a ``file``, the code ``without`` the fix,
    and the ``test``.
    """
    found: list[dict[str, str]] = tomllib.loads(FAULTS.read_text("utf-8"))["fault"]
    return found


def copy_files(folder: Path) -> None:
    """Copy the repository's files, including untracked ones, to a folder."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split(
        "\n"
    ):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def run_tests(folder: Path, tests: Sequence[str], patience_s: float = PATIENCE_S) -> tuple[int | None, str]:
    """Run some tests; returns pytest's exit status (``None`` after the time limit) and its last lines."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        child = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=output, start_new_session=True
        )
        try:
            code: int | None = child.wait(patience_s)
        except subprocess.TimeoutExpired:
            code = None
            os.killpg(child.pid, signal.SIGKILL)  # including the programs started by the test
            child.wait()
        output.seek(0)
        return code, "".join(output.readlines()[-5:])


def outcome(folder: Path, fault: dict[str, str]) -> str:
    """The result of a fault's test without the fix: ``red``, ``PASSES``, or ``BROKEN`` if pytest could not
    run it.
    """
    path = folder / fault["file"]
    whole = path.read_text("utf-8")
    path.write_text(whole.replace(fault["mend"], fault["without"]), "utf-8")
    try:
        code, _ = run_tests(folder, [fault["test"]])
    finally:
        path.write_text(whole, "utf-8")
    return {0: "PASSES", 1: "red", None: "red"}.get(code, "BROKEN")


def main(words: list[str]) -> int:
    """Run and report."""
    chosen = [fault for fault in faults() if not words or any(word in str(fault.values()) for word in words)]
    not_red = 0
    with tempfile.TemporaryDirectory() as made:
        copy_files(Path(made))
        tests = sorted({fault["test"] for fault in chosen})
        code, output = run_tests(Path(made), tests, PATIENCE_S * len(tests))
        if code:
            print(f"with all mends in their places the tests do not pass:\n{output}")
            return 1
        for fault in chosen:
            began = time.monotonic()
            seen = outcome(Path(made), fault)
            not_red += seen != "red"
            print(f"{seen:6}  {time.monotonic() - began:4.0f} s  {fault['was']}", flush=True)
    return 1 if not_red else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
