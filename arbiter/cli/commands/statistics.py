"""``arbiter statistics``: statistics of one game, or over a folder of games."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from arbiter.words.wording import Wording, wording


def run(options: argparse.Namespace) -> int:
    """Print the statistics.

    Raises ``UserError`` if there is no game, and for a single file what reading it raises.
    """
    from arbiter.review.statistics_text import folder_lines, game_lines

    single = len(options.path) == 1 and Path(options.path[0]).is_file()
    if single:
        figures, words = _of_game(options.path[0], options.solve, options.language)
    else:
        from arbiter.cli.layout import progress
        from arbiter.review.statistics_folder import folder_statistics

        words = wording(options.language or "en")
        with progress(words.say("progress_solve" if options.solve else "progress_statistics")) as on_part:
            figures = folder_statistics(options.path, words, options.solve, options.cluster, on_part)
    lines = game_lines(figures, words) if single else folder_lines(figures, words)
    print(json.dumps(figures, ensure_ascii=False, indent=1) if options.json else "\n".join(lines))
    return 0


def _of_game(path: str, solve: bool, language: str | None) -> tuple[dict[str, object], Wording]:
    from arbiter.cli.layout import progress
    from arbiter.cli.terminal import warn
    from arbiter.review.judgements import Judgements
    from arbiter.review.source import Reviewed
    from arbiter.review.statistics import game_statistics
    from arbiter.story.retelling import in_words
    from arbiter.story.translation import words_of

    with Reviewed(path) as game:
        if game.warning:
            warn(game.warning, wording(language or "en"))
        story = game.story()
    story = in_words(story, words_of(story.header, language))
    judged = {}
    if solve:
        with progress(story.words.say("progress_solve")) as on_part:
            judged = Judgements().finished(story, on_part=on_part)["steps"]
    return game_statistics(story, judged), story.words
