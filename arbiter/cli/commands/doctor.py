"""``arbiter doctor``: is everything there that a game needs? Or: is a record as it was written?"""

from __future__ import annotations

import argparse
from pathlib import Path

from arbiter.words.wording import Wording, wording


def run(options: argparse.Namespace) -> int:
    """Print a line for each part; the exit code is that of the first needed part that fails."""
    from arbiter.watch.doctor import examine, failure, line

    if options.record:
        from arbiter.cli.terminal import recorded_words

        options.file = options.record
        return _of_record(
            Path(options.record), wording(options.language) if options.language else recorded_words(options)
        )
    checks, words = [], wording(options.language or "en")
    for check in examine(options.source, options.calibration, words):
        checks.append(check)
        print(line(check, words), flush=True)
    return failure(checks)


def _of_record(path: Path, words: Wording) -> int:
    """Check a record, and save what is left of a damaged one."""
    from arbiter.record.examination import examine, report
    from arbiter.words.exits import FAILED, OK

    found = examine(path)
    for line in report(path, found):
        print(words.tell(line), flush=True)
    return FAILED if found.wrong else OK
