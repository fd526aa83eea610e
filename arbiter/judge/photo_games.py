"""The position in a photograph, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.judge.verdict_text import legal_lines, position_lines
from arbiter.kit.photo import Shown
from arbiter.words.wording import Wording
from engine.message import Messages, just

say = Messages("arbiter")


def shown_lines(shown: Shown, words: Wording) -> Iterator[str]:
    """The position as lines."""
    if shown.lines:
        yield from (" " * indent + words.tell(line) for indent, line in shown.lines)
        return
    yield from (words.tell(say("photo_problem", text=text)) for text in shown.problems)
    yield from (words.tell(just(text)) for text in shown.notes)
    for number, (heading, state) in enumerate(shown.states):
        yield from position_lines(shown.game, state, words, faults=False) if number == 0 else ()
        yield from (words.tell(heading),) if heading is not None else ()
        if shown.game.seated:
            yield from legal_lines(shown.game, state, shown.game.brief(state), words)
    yield from (words.tell(say("photo_unsure", text=text)) for text in shown.doubts)
