"""``arbiter share``: a game as one HTML file to send to people."""

from __future__ import annotations

import argparse
from pathlib import Path


def run(options: argparse.Namespace) -> int:
    """Write the file; raises what `arbiter.pages.share.share` raises."""
    from arbiter.cli.layout import progress
    from arbiter.cli.terminal import warn, words_for
    from arbiter.pages.share import share

    target = Path(options.output) if options.output else Path(options.file).with_suffix(".html")
    words = words_for(options)
    with progress(words.say("progress_share")) as on_part:
        asked = options.megabytes, None, options.language, options.film
        warning = share(options.file, target, *asked, on_part)
    if warning:
        warn(warning, words)
    size = f"{words.decimal(target.stat().st_size / 1e6)} MB"
    print(words.say("file_ready", path=target, size=size))
    return 0
