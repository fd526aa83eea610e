"""``arbiter mat``: the page with the corner markers, or the board for the lens."""

from __future__ import annotations

import argparse

from arbiter.words.exits import UserError
from engine.message import Messages, message_of

say = Messages("arbiter")


def run(options: argparse.Namespace) -> int:
    """Write the PDF."""
    from arbiter.camera.mat import write_board, write_mat
    from arbiter.words.wording import wording

    words = wording(options.language or "en")
    write = write_board if options.board else write_mat
    try:
        write(options.output, options.paper, words)
    except ValueError as error:
        raise UserError(message_of(error)) from error
    print(words.tell(say("mat_ready", raw=options.output)))
    return 0
