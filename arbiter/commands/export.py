"""``arbiter export``: a game as text, Piecepack notation, JSON or video."""

from __future__ import annotations

import argparse
import sys

from arbiter.exits import UsageError


def run(options: argparse.Namespace) -> int:
    """Write the file and say where it is; raises ``UsageError`` for what does not go together."""
    from arbiter.export import FilmOptions, export
    from arbiter.wording import wording

    if options.format != "mp4" and (options.film is not None or options.voice is not None):
        raise UsageError("--film and --voice go with --format mp4")
    film = FilmOptions(options.voice, options.film)
    target, warning = export(options.file, options.format, options.output, film, options.language)
    if warning:
        print(f"arbiter: {warning}", file=sys.stderr)
    print(wording(options.language or "en").say("file_written", path=target))
    return 0
