"""``arbiter harvest``: the confirmed pieces of recorded games as training pictures."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def run(options: argparse.Namespace) -> int:
    """Write the folder and say what each record gave."""
    from arbiter.exits import UserError
    from arbiter.harvest import harvest

    found = harvest([Path(name) for name in options.record], Path(options.output))
    for one in found:
        if one.warning:
            print(f"arbiter: {one.warning}", file=sys.stderr)
        print(one.line())
    if not any(one.pictures for one in found):
        raise UserError("nothing in these games is sure enough to learn from")
    print(f"written to {options.output}  (learn from it: scripts/train.py finetune)")
    return 0
