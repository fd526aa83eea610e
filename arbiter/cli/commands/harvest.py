"""``arbiter harvest``: the confirmed pieces of recorded games as training pictures."""

from __future__ import annotations

import argparse
from pathlib import Path


def run(options: argparse.Namespace) -> int:
    """Write the folder and say what each record gave."""
    from arbiter.cli.terminal import warn
    from arbiter.review.harvest import harvest
    from arbiter.words.exits import UserError
    from arbiter.words.sentences import told_line
    from arbiter.words.wording import wording

    words = wording(options.language or "en")
    found = harvest([Path(name) for name in options.record], Path(options.output))
    for one in found:
        if one.warning:
            warn(one.warning, words)
        print(one.line(words))
    if not any(one.pictures for one in found):
        raise UserError("nothing in these games is sure enough to learn from")
    written = f"written to {options.output} (learn from it: scripts/train.py finetune)"
    print(told_line(written, words))
    return 0
