"""The moment in which a game turned, as a short film in slow motion.

It is the play that threw a win or a draw away, as the solver found it, in each round that has one. Where none
did, or there is no solver, it is the play with which a game that is over was decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

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
"""Each picture is shown so often."""
BEFORE_S, AFTER_S, CARD_S = 4.0, 1.5, 5.0
"""Of the film around the step, and how long its picture stays with what the solver says."""


def write_turning(
    record: Record,
    story: Story,
    target: Path,
    film: Film | None = None,
    judgements: Judgements | None = None,
    on_part: OnPart = nobody,
) -> None:
    """Write the clip of the play that lost each round, or else of the one that decided the game, from the
    ``film`` or from the record's stills.

    Raises ``RecordError`` where there is no such play or no picture, and ``SourceError``.
    """
    judged = (judgements or Judgements()).finished(story, on_part=on_part)["steps"]
    found = {int(index): facts for index, facts in judged.items() if facts["turning"]} or _decided(story)
    if not found:
        raise RecordError(say("file_no_turning", raw=record.path))
    if film is None and not any(step.stills for step in story.steps):
        raise RecordError(say("file_no_stills", raw=record.path))
    shown = (scene for index in sorted(found) for scene in _around(record, story, index, found[index], film))
    encode(target, shown, film_rate(film))


def _decided(story: Story) -> dict[int, Mapping[str, Any]]:
    """The last play of a game that is over, and how it ended."""
    end = max((index for index, step in enumerate(story.steps) if step.kind == "round_over"), default=0)
    steps = enumerate(story.steps[:end])
    plays = [index for index, step in steps if step.kind in PLAYED and step.fate == "stands"]
    said = step_verdict(story.steps[end], story.names, story.words) if plays else None
    return {} if said is None else {plays[-1]: {"turning": False, "tone": said.tone, "say": [said.sentence]}}


def _around(
    record: Record, story: Story, index: int, judged: Mapping[str, Any], film: Film | None
) -> Iterator[Scene]:
    """The step with the one before it, slowly; then what it cost, or how the game ended."""
    moment = replace(story, steps=story.steps[max(index - 1, 0) : index + 1])
    shown = _of_stills(record, moment) if film is None else _of_film(record, moment, film)
    last = None
    for scene in shown:
        last = replace(scene, said=())
        yield last
    if last is not None:
        label = story.words.page("lost_here" if judged["turning"] else "decided_here")
        words = Comment(judged["tone"], label, " ".join(judged["say"]))
        yield replace(last, verdict=words, seconds=CARD_S)


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
