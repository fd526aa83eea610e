"""Sets everything up and runs the program: ``python3 scripts/start.py [arguments of arbiter]``.

Needs only Python 3.11 with its venv module. Without arguments it opens the home page in the browser;
with arguments it runs ``arbiter`` with them: ``python3 scripts/start.py doctor``.
"""

from __future__ import annotations

import subprocess
import sys

from parts.environment import advise, make_environment

PROGRAMS = {
    ("espeak-ng",): "without it nothing is spoken (the text is shown)",
    ("aplay", "paplay", "pw-play"): "without it nothing is heard; it comes with alsa-utils",
}


def main(arguments: list[str]) -> int:
    """Set up and run; returns the exit code of the program."""
    if sys.platform.startswith("linux"):
        advise(PROGRAMS)
    python = make_environment(extras=())
    try:
        return subprocess.call([str(python), "-m", "arbiter", *arguments])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
