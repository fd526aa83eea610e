"""``arbiter export``: a game as text, Piecepack notation, JSON or video."""

from __future__ import annotations

import argparse

from arbiter.words.exits import UsageError
from engine.message import Messages

say = Messages("arbiter")


def run(options: argparse.Namespace) -> int:
    """Write the file and print where it is; raises ``UsageError`` for options that exclude each other."""
    from arbiter.cli.layout import progress
    from arbiter.cli.terminal import warn, words_for
    from arbiter.review.export import FilmOptions, export

    if options.format != "mp4" and (
        options.voice is not None or (options.film is not None and options.format != "clip")
    ):
        raise UsageError(say("use_mp4"))
    film = FilmOptions(options.voice, options.film)
    words = words_for(options)
    with progress(words.say("progress_export")) as on_part:
        asked = options.file, options.format, options.output, film, options.language
        target, warning = export(*asked, on_part)
    if warning:
        warn(warning, words)
    print(words.say("file_written", path=target))
    return 0
