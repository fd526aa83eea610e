"""``arbiter correct``: corrects a recorded game; everything after that is judged again."""

from __future__ import annotations

import argparse

from arbiter.words.exits import UsageError
from engine.message import Messages

say = Messages("arbiter")

NEEDS_MOVE = ("replace", "delete", "allow", "refuse")
OPS = ("replace", "insert", "delete", "back", "set", "rule", "allow", "refuse", "undo")


def run(options: argparse.Namespace) -> int:
    """Append the correction and print what it changes.

    Raises `UsageError` for a correction without its move, ``CorrectionError`` for an impossible one and
    ``RecordError`` for a file that can't be written.
    """
    from arbiter.story.correcting import correct_file

    op = next(op for op in OPS if getattr(options, op))
    if op in NEEDS_MOVE and options.move is None:
        raise UsageError(say("use_move", raw=op))
    given = getattr(options, op)
    text = " ".join(given) if isinstance(given, list) else given if isinstance(given, str) else ""
    lines = correct_file(options.file, op, options.round, options.move or 0, text, options.language)
    print("\n".join(lines))
    return 0
