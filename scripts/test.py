"""Sets everything up and runs the tests: ``python3 scripts/test.py [arguments of pytest]``.

Needs only Python 3.11 with its venv module. Runs ruff, and pytest in three processes, because tests often
wait for a page or a program, with each file of tests in one of them, so that shared fixtures are created
once; mypy is one of the tests, so that nothing waits for it. The exit code is that of the first failure.
"""

from __future__ import annotations

import os
import subprocess
import sys

from parts.environment import ROOT, advise, make_environment

STEPS = (
    ["-m", "ruff", "check", "."],
    ["-m", "ruff", "format", "--check", "."],
    ["-m", "pytest", "-n", "3", "--dist", "loadfile", "--no-loadscope-reorder"],
)
PROGRAMS = {
    ("espeak-ng",): "the tests of the voice need it",
    ("chromium",): "the tests of the pages need it",
    ("chromedriver",): "the tests of the pages need it (package chromium-driver)",
}


def main(arguments: list[str]) -> int:
    """Set up and test; returns the first exit code other than zero."""
    if sys.platform.startswith("linux"):
        advise(PROGRAMS)
    python = make_environment(extras=("test", "docs"))
    environment = dict(os.environ)
    environment.pop(
        "PYTHONDONTWRITEBYTECODE", None
    )  # the tests start hundreds of processes: compile only once
    for step in STEPS:
        more = arguments if "pytest" in step else []
        print("::", *step[1:], *more, flush=True)
        code = subprocess.call([str(python), *step, *more], cwd=ROOT, env=environment)
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
