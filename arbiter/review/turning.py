"""The turning point of a game, as a short film in slow motion.

The turning point of a round is the play that, by the solver, threw a win or a draw away. If there is none, or
no solver, it is the last play of a game that is over. In a game without an end, where only the initiative is
followed, it is the play that gave the initiative to the player who kept it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from arbiter.record.footage import Film
from arbiter.record.record import Record, RecordError
from arbiter.record.replay import PLAYED
from arbiter.review.film import Scene, encode, film_rate, film_scenes, scenes
from arbiter.review.judgements import Judgements
from arbiter.story.story import Story, step_verdict
from arbiter.words.describe import Comment
from arbiter.words.progress import OnPart, nobody
from engine.message import Messages
from vision.source.frames import Frame, FrameSource

say = Messages("arbiter")

SLOWER = 2
"""How many times slower than real."""
BEFORE_S, AFTER_S, CARD_S = 4.0, 1.5, 5.0
"""The part of the film around the step, and how long its last picture stays with the solver's sentence."""


def write_turning(
    record: Record,
    story: Story,
    target: Path,
    film: Film | None = None,
    judgements: Judgements | None = None,
    on_part: OnPart = nobody,
) -> None:
    """Write a clip of the play that lost each round, or else of the play that decided the game, from the
    ``film`` or from the record's stills.

    Raises ``RecordError`` if there is no such play or no picture, and ``SourceError``.
    """
    endless = any(step.game is not None and not step.game.ends for step in story.steps)
    found = _passed(story) if endless else _lost(story, judgements, on_part) or _decided(story)
    if not found:
        raise RecordError(say("file_no_passing" if endless else "file_no_turning", raw=record.path))
    if film is None and not any(step.stills for step in story.steps):
        raise RecordError(say("file_no_stills", raw=record.path))
    shown = (scene for index in sorted(found) for scene in _around(record, story, index, found[index], film))
    encode(target, shown, film_rate(film))


def _lost(story: Story, judgements: Judgements | None, on_part: OnPart) -> dict[int, Comment]:
    """The play that lost each round, and what it cost."""
    judged = (judgements or Judgements()).finished(story, on_part=on_part)["steps"]
    label = story.words.page("lost_here")
    return {
        int(index): Comment(facts["tone"], label, " ".join(facts["say"]))
        for index, facts in judged.items()
        if facts["turning"]
    }


def _passed(story: Story) -> dict[int, Comment]:
    """The last play that changed who has the initiative."""
    for index, step in reversed([*enumerate(story.steps)]):
        game, before, after = step.game, step.before, step.after
        if step.kind not in PLAYED or step.fate != "stands" or game is None:
            continue
        if before is not None and after is not None and game.holder(before) != game.holder(after):
            return {index: _comment(story, index, "passed_here")}
    return {}


def _comment(story: Story, index: int, label: str) -> Comment:
    """The verdict on a step, with another label."""
    verdict = step_verdict(story.steps[index], story.names, story.words)
    return Comment(verdict.tone, story.words.page(label), verdict.sentence)


def _decided(story: Story) -> dict[int, Comment]:
    """The last play of a game that is over, and how it ended."""
    end = max((index for index, step in enumerate(story.steps) if step.kind == "round_over"), default=0)
    steps = enumerate(story.steps[:end])
    plays = [index for index, step in steps if step.kind in PLAYED and step.fate == "stands"]
    return {plays[-1]: _comment(story, end, "decided_here")} if plays else {}


def _around(record: Record, story: Story, index: int, verdict: Comment, film: Film | None) -> Iterator[Scene]:
    """The step and the one before it in slow motion, then the ``verdict``."""
    moment = replace(story, steps=story.steps[max(index - 1, 0) : index + 1])
    shown = _of_stills(record, moment) if film is None else _of_film(record, moment, film)
    last = None
    for scene in shown:
        last = replace(scene, said=())
        yield last
    if last is not None:
        yield replace(last, verdict=verdict, seconds=CARD_S)


def _of_stills(record: Record, moment: Story) -> Iterator[Scene]:
    for scene in scenes(record, moment):
        yield replace(scene, seconds=SLOWER * scene.seconds)


def _of_film(record: Record, moment: Story, film: Film) -> Iterator[Scene]:
    end_s = moment.steps[-1].entry.time_s
    with film.opened(end_s - BEFORE_S) as source:
        part = _Part(source, end_s + AFTER_S)
        yield from film_scenes(record, moment, part, SLOWER / film_rate(film), film.number)


class _Part(FrameSource):
    """The frames of a film up to a time (s)."""

    def __init__(self, film: FrameSource, to_s: float) -> None:
        super().__init__(film.spec, film.size)
        self._film, self._to_s = film, to_s

    def read(self) -> Frame | None:
        frame = self._film.read()
        return frame if frame is not None and frame.time_s <= self._to_s else None
