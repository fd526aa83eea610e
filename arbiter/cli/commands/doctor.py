"""``arbiter doctor``: checks whether everything that a game needs is there, or whether a record is intact."""

from __future__ import annotations

import argparse
from pathlib import Path

from arbiter.words.wording import Wording, wording


def run(options: argparse.Namespace) -> int:
    """Print a line for each part; returns the exit code of the first necessary part that fails."""
    from arbiter.watch.doctor import examine, failure, line

    if options.bundle:
        return _bundle(options)
    if options.record:
        from arbiter.cli.terminal import words_for

        options.file = options.record
        return _of_record(Path(options.record), words_for(options))
    checks, words = [], wording(options.language or "en")
    for check in examine(options.source, options.calibration, words):
        checks.append(check)
        print(line(check, words), flush=True)
    return failure(checks)


def _bundle(options: argparse.Namespace) -> int:
    """Write a bug report, and print what is in it."""
    from arbiter.cli.layout import progress
    from arbiter.watch.bundle import bundle
    from arbiter.watch.doctor import examine
    from arbiter.words.exits import OK, UserError
    from engine.message import Messages, of_system

    say, words = Messages("arbiter"), wording(options.language or "en")
    target, record = Path(options.bundle), Path(options.record) if options.record else None
    with progress(words.say("progress_bundle")):
        checks = examine(options.source, options.calibration, words)
        settings = {"language": words.language}
        made = bundle(record, checks, settings, options.with_pictures, words, options.source)
    try:
        with target.open("xb") as file:
            file.write(made)
    except OSError as error:
        raise UserError(say("file_cannot_write", raw=target, system=of_system(error))) from error
    with_pictures = options.with_pictures and record is not None
    print(words.tell(say("bundle_with" if with_pictures else "bundle_without", raw=target)))
    return OK


def _of_record(path: Path, words: Wording) -> int:
    """Check a record, and salvage what is left of a damaged one."""
    from arbiter.record.examination import examine, report
    from arbiter.words.exits import FAILED, OK

    found = examine(path)
    for line in report(path, found):
        print(words.tell(line), flush=True)
    return FAILED if found.wrong else OK
