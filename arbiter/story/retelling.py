"""A story told in another language than the game was played in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from arbiter.events.types import event_from_json
from arbiter.record.replay import Remark, Step
from arbiter.story.story import Story
from arbiter.story.translation import told, told_names, words_of
from arbiter.voice.phrases import say
from arbiter.words.describe import Names
from arbiter.words.wording import Wording, wording
from engine.game import Seat


def in_words(story: Story, words: Wording) -> Story:
    """The story with names and remarks in the language of ``words``, whatever it was played in.

    What was said is said anew of the same event; what was said of none stays as it was said.
    """
    names = told_names(story.names, words)
    played = words_of(story.header)
    steps = tuple(replace(step, remarks=_remarks(step, names, played, words)) for step in story.steps)
    return replace(story, names=names, steps=steps, words=words)


def _remarks(step: Step, names: Names, played: Wording, words: Wording) -> tuple[Remark, ...]:
    if not step.remarks:
        return ()
    said = {**_usual(played.language, words.language), **_said(step, names, played, words)}
    return tuple(
        replace(remark, text=said.get(remark.text) or told(remark.text, names, words))
        for remark in step.remarks
    )


def _said(step: Step, names: Names, played: Wording, words: Wording) -> dict[str, str]:
    """What was said of a step's event when it was played, and the same in the language of ``words``."""
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
def _usual(played: str, told_in: str) -> Mapping[str, str]:
    """The sentences that are always the same, by what they are in the other language."""
    then, now = wording(played), wording(told_in)
    always = [key for key in then.own if not then.own.variables(key)]
    return {then.say(key): now.say(key) for key in always}
