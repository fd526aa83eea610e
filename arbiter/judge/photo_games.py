"""What a photograph shows of a game, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.judge.verdict_text import legal_lines, position_lines
from arbiter.kit.photo import Shown
from arbiter.words.sentences import told_line
from arbiter.words.wording import Wording


def shown_lines(shown: Shown, words: Wording) -> Iterator[str]:
    """The position for a terminal."""
    if shown.lines:
        yield from (told_line(line, words) for line in shown.lines)
        return
    yield from (told_line(f"problem: {text}", words) for text in shown.problems)
    yield from (told_line(text, words) for text in shown.notes)
    for number, (heading, state) in enumerate(shown.states):
        yield from position_lines(shown.game, state, words, faults=False) if number == 0 else ()
        yield from (told_line(heading, words),) if heading else ()
        if shown.game.seated:
            yield from legal_lines(shown.game, state, shown.game.brief(state), words)
    yield from (told_line(f"not sure: {text}", words) for text in shown.doubts)
