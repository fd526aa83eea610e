"""Translates a story into another language than the game was played in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from arbiter.events.types import event_from_json
from arbiter.record.replay import Remark, Step
from arbiter.story.story import Story
from arbiter.story.translation import names_in, words_of
from arbiter.voice.phrases import say
from arbiter.words.describe import Names
from arbiter.words.wording import Wording, wording
from engine.game import Seat


def in_words(story: Story, words: Wording) -> Story:
    """The story with names and remarks in the language of ``words``.

    An announcement about an event is composed again from the event; one about none stays as it was.
    """
    names = names_in(story.names, words)
    played = words_of(story.header)
    steps = tuple(replace(step, remarks=_remarks(step, names, played, words)) for step in story.steps)
    return replace(story, names=names, steps=steps, words=words)


def _remarks(step: Step, names: Names, played: Wording, words: Wording) -> tuple[Remark, ...]:
    if not step.remarks:
        return ()
    said = {**_usual(played.language, words.language), **_said(step, names, played, words)}
    return tuple(
        replace(remark, text=said.get(str(remark.text)) or words.tell(remark.text, names))
        for remark in step.remarks
    )


def _said(step: Step, names: Names, played: Wording, words: Wording) -> dict[str, str]:
    """The announcement of a step's event when it was played, and the same in the language of ``words``."""
    if played.language == words.language or step.game is None:
        return {}
    by_seat = {seat.value: names[seat] for seat in Seat}
    try:
        event = event_from_json(step.kind, dict(step.entry.data))
        then, now = (say(event, step.game, by_seat, each.language) for each in (played, words))
    except (KeyError, TypeError, ValueError, AttributeError):  # a text, or a record of another version
        return {}
    return {then.text: now.text} if then and now else {}


@cache
def _usual(played: str, wanted: str) -> Mapping[str, str]:
    """The sentences without arguments: from the language that was played in to the wanted one."""
    then, now = wording(played), wording(wanted)
    always = [key for key in then.own if not then.own.variables(key)]
    return {then.say(key): now.say(key) for key in always}
