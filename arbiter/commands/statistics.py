"""``arbiter statistics``: figures of one game, or over a folder of games."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path


def run(options: argparse.Namespace) -> int:
    """Print the figures.

    Raises ``UserError`` where there is no game, and for a single file what reading it raises.
    """
    from arbiter.statistics_text import folder_lines, game_lines

    single = len(options.path) == 1 and Path(options.path[0]).is_file()
    if single:
        figures = _of_game(options.path[0], options.solve)
    else:
        from arbiter.statistics_folder import folder_statistics

        figures = folder_statistics(options.path)
    lines = game_lines(figures) if single else folder_lines(figures)
    print(json.dumps(figures, ensure_ascii=False, indent=1) if options.json else "\n".join(lines))
    return 0


def _of_game(path: str, solve: bool) -> dict[str, object]:
    from arbiter.judgements import Judgements
    from arbiter.review_source import Reviewed
    from arbiter.statistics import game_statistics

    with Reviewed(path) as game:
        if game.warning:
            print(f"arbiter: {game.warning}", file=sys.stderr)
        story = game.story()
    judged = Judgements().finished(story)["steps"] if solve else {}
    return game_statistics(story, judged)
