"""``arbiter doctor``: is everything there that a game needs?"""

from __future__ import annotations

import argparse


def run(options: argparse.Namespace) -> int:
    """Print a line for each part; the exit code is that of the first needed part that fails."""
    from arbiter.doctor import examine, failure, line

    checks = []
    for check in examine(options.source, options.calibration):
        checks.append(check)
        print(line(check), flush=True)
    return failure(checks)
