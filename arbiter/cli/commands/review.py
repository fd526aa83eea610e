"""``arbiter review``: serve the review page of a record until Ctrl-C."""

from __future__ import annotations

import argparse
import threading
import webbrowser


def run(options: argparse.Namespace, stop: threading.Event | None = None) -> int:
    """Review a game; ``stop`` ends it (for tests), as Ctrl-C does."""
    from arbiter.cli.terminal import warn, words_for
    from arbiter.pages.review import ReviewServer

    words = words_for(options)
    server = ReviewServer(options.file, options.port, film=options.film, language=options.language)
    try:
        if server.warning:
            warn(server.warning, words)
        print(words.say("review_keys", url=server.url), flush=True)
        if options.browser:
            webbrowser.open(server.url)
        (stop or threading.Event()).wait()
    except KeyboardInterrupt:
        print()
    finally:
        server.close()
    return 0
