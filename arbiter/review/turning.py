"""The moment in which a game was lost, found by the solver, as a short film in slow motion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from arbiter.record.footage import Film
from arbiter.record.record import Record, RecordError
from arbiter.review.film import Scene, encode, film_rate, film_scenes, scenes
from arbiter.review.judgements import Judgements
from arbiter.story.story import Story
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
    """Write the clip of the play that lost each round, from the ``film`` or from the record's stills.

    Raises ``RecordError`` where the solver knows of none or there is no picture, and ``SourceError``.
    """
    judged = (judgements or Judgements()).finished(story, on_part=on_part)["steps"]
    lost = sorted(int(index) for index, found in judged.items() if found["turning"])
    if not lost:
        raise RecordError(say("file_no_turning", raw=record.path))
    if film is None and not any(step.stills for step in story.steps):
        raise RecordError(say("file_no_stills", raw=record.path))
    shown = (scene for index in lost for scene in _around(record, story, index, judged[str(index)], film))
    encode(target, shown, film_rate(film))


def _around(
    record: Record, story: Story, index: int, judged: Mapping[str, Any], film: Film | None
) -> Iterator[Scene]:
    """The step with the one before it, slowly; then what it cost."""
    moment = replace(story, steps=story.steps[max(index - 1, 0) : index + 1])
    shown = _of_stills(record, moment) if film is None else _of_film(record, moment, film)
    last = None
    for scene in shown:
        last = replace(scene, said=())
        yield last
    if last is not None:
        words = Comment(judged["tone"], story.words.page("lost_here"), " ".join(judged["say"]))
        yield replace(last, verdict=words, seconds=CARD_S)


def _of_stills(record: Record, moment: Story) -> Iterator[Scene]:
    for scene in scenes(record, moment):
        yield replace(scene, seconds=SLOWER * scene.seconds)


def _of_film(record: Record, moment: Story, film: Film) -> Iterator[Scene]:
    end_s = moment.steps[-1].entry.time_s
    with film.opened() as source:
        part = _Part(source, end_s - BEFORE_S, end_s + AFTER_S)
        yield from film_scenes(record, moment, part, SLOWER / film_rate(film), film.number)


class _Part(FrameSource):
    """The frames of a film from one time (s) to another."""

    def __init__(self, film: FrameSource, from_s: float, to_s: float) -> None:
        super().__init__(film.spec, film.size)
        self._film, self._from_s, self._to_s = film, from_s, to_s

    def read(self) -> Frame | None:
        while (frame := self._film.read()) is not None and frame.time_s < self._from_s:
            pass
        return frame if frame is not None and frame.time_s <= self._to_s else None
