"""A game's story in one language: its players' names, its sentences, and what was said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from arbiter.events.types import event_from_json
from arbiter.record.replay import Remark, Step
from arbiter.voice.phrases import say
from arbiter.words.describe import Names, Verdict, unnamed
from arbiter.words.sentences import ENGLISH, named, retell
from arbiter.words.wording import Wording, wording
from engine.game import Seat

if TYPE_CHECKING:
    from arbiter.story.story import Story


def words_of(header: Mapping[str, Any], language: str | None = None) -> Wording:
    """The words to tell a game in: those asked for, else the ones it was played in, else English.

    Raises ``ValueError`` for a language that was asked for and is not there.
    """
    if language is not None:
        return wording(language)
    try:
        return wording(str(header.get("language", ENGLISH)))
    except ValueError:
        return wording(ENGLISH)


def told(text: str, names: Names, words: Wording) -> str:
    """A sentence of the story in the language of ``words``, with the players' names for the seats."""
    by_seat = {seat.value: names[seat] for seat in Seat}
    if words.language == ENGLISH or not text:
        return named(text, by_seat)
    return retell(text, by_seat, words)


def told_verdict(verdict: Verdict, names: Names, words: Wording) -> Verdict:
    """A verdict in the language of ``words``."""
    word, sentence = (told(text, names, words) for text in (verdict.word, verdict.sentence))
    return replace(verdict, word=word, sentence=sentence)


def told_names(names: Names, words: Wording) -> Names:
    """The players' names; those without one are called as that language calls them."""
    usual = words.texts["unnamed"]
    return {seat: usual[seat.value] if name == unnamed(seat) else name for seat, name in names.items()}


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
    said = _usual(played.language, words.language) | _said(step, names, played, words)
    return tuple(
        replace(remark, text=said.get(remark.text) or told(remark.text, names, words))
        for remark in step.remarks
    )


def _said(step: Step, names: Names, played: Wording, words: Wording) -> dict[str, str]:
    """What was said of a step's event when it was played, and the same in the language of ``words``."""
    if played.language == words.language:
        return {}
    by_seat = {seat.value: names[seat] for seat in Seat}
    try:
        event = event_from_json(step.kind, dict(step.entry.data))
        then, now = (say(event, by_seat, each.language) for each in (played, words))
    except (KeyError, TypeError, ValueError, AttributeError):  # a text, or a record of another version
        return {}
    return {then.text: now.text} if then and now else {}


@cache
def _usual(played: str, told_in: str) -> Mapping[str, str]:
    """The sentences that are always the same, by what they are in the other language."""
    then, now = wording(played).texts, wording(told_in).texts
    return {text: now[key] for key, text in then.items() if isinstance(text, str) and "{" not in text}
