"""``arbiter verify``: watches a record's footage again and reports differences."""

from __future__ import annotations

import argparse
from pathlib import Path


def run(options: argparse.Namespace) -> int:
    """Compare and report; the exit code shows whether there are differences.

    Raises ``RecordError`` for a record that is unreadable or has no footage, ``UserError`` for a missing film
    or file of colours, and what watching raises.
    """
    if Path(options.file).is_dir():
        return _folder(options)
    from arbiter.cli.layout import progress
    from arbiter.cli.terminal import warn
    from arbiter.record.salvage import open_or_salvage
    from arbiter.story.translation import words_of
    from arbiter.watch.sources import footage
    from arbiter.watch.verify import colours_of, verified_lines, verify
    from arbiter.words.exits import OK, PARTED

    record, warning = open_or_salvage(options.file)
    with record:
        words = words_of(record.header, options.language)
        if warning:
            warn(warning, words)
        source, remarks = footage(record, options.film)
        for remark in remarks:
            warn(remark, words)
        colours = colours_of(record.header, options.colours)
        with source, progress(words.say("progress_verify")) as on_part:
            found = verify(record, source, colours=colours, on_part=on_part)
    print("\n".join(verified_lines(found, record.path.name, words)))
    return OK if found.same else PARTED


def _folder(options: argparse.Namespace) -> int:
    """Compare all records of a folder and report on each; returns the highest exit code."""
    from arbiter.watch.archive import verified_folder

    codes = [0]
    for lines, code in verified_folder(Path(options.file), options.cluster, options.language):
        print("\n".join(lines), flush=True)
        codes.append(code)
    return max(codes)
