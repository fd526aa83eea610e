"""``arbiter doctor``: is everything there that a game needs?"""

from __future__ import annotations

import argparse


def run(options: argparse.Namespace) -> int:
    """Print a line for each part; the exit code is that of the first needed part that fails."""
    from arbiter.watch.doctor import examine, failure, line
    from arbiter.words.wording import wording

    checks, words = [], wording(options.language or "en")
    for check in examine(options.source, options.calibration, words):
        checks.append(check)
        print(line(check, words), flush=True)
    return failure(checks)
