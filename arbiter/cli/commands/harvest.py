"""``arbiter harvest``: the confirmed pieces of recorded games as training pictures."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.message import Messages

say = Messages("arbiter")


def run(options: argparse.Namespace) -> int:
    """Write the folder and print how much each record gave."""
    from arbiter.cli.layout import progress
    from arbiter.cli.terminal import warn
    from arbiter.review.harvest import harvest
    from arbiter.words.exits import UserError
    from arbiter.words.wording import wording

    words = wording(options.language or "en")
    with progress(words.say("progress_harvest")) as on_part:
        found = harvest([Path(name) for name in options.record], Path(options.output), on_part)
    if not any(one.pictures for one in found):
        raise UserError(next((one.warning for one in found if one.warning), say("harvest_none")))
    for one in found:
        if one.warning:
            warn(one.warning, words)
        print(one.line(words))
    print(words.tell(say("harvest_written", raw=options.output)))
    return 0
