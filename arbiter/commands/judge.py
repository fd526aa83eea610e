"""``arbiter judge``: every move of a game legal or not, and why."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import chain

from arbiter.exits import UsageError


def run(options: argparse.Namespace) -> int:
    """Print the verdicts; the exit code tells illegal moves and unreadable texts.

    Raises ``UsageError`` for a move or a round that the file has not.
    """
    from arbiter.judging import find_ply, judge_records
    from arbiter.record_files import read_records
    from arbiter.solved import solved_json, solved_lines
    from arbiter.verdict_json import judged_json, move_json
    from arbiter.verdict_text import judged_lines, move_lines

    found = read_records(options.file)
    if found.warning:
        print(f"arbiter: {found.warning}", file=sys.stderr)
    judged = judge_records(found)
    if options.move is None:
        if options.round is not None:
            raise UsageError("--round goes with --move N: it says which game of the file the move is of")
        shown = judged_json(judged, options.file) if options.json else judged_lines(judged, options.file)
    else:
        played, ply = find_ply(judged, options.round or 1, options.move)
        in_json = options.json
        shown = move_json(judged, options.file, played, ply) if in_json else move_lines(played, ply)
    if options.solve and isinstance(shown, dict):
        shown["solved"] = solved_json(judged, options.round or 1, options.move)
    elif options.solve:
        shown = chain(shown, solved_lines(judged, options.round or 1, options.move))
    print(json.dumps(shown, ensure_ascii=False, indent=1) if isinstance(shown, dict) else "\n".join(shown))
    return judged.exit_code
