"""One language's words for a story: its players' names, its sentences and its verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arbiter.words.describe import Comment, Names, unnamed
from arbiter.words.sentences import ENGLISH, Said, named, retell
from arbiter.words.wording import Wording, wording
from engine.game import Seat


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


def told(text: Said, names: Names, words: Wording) -> str:
    """A sentence of the story in the language of ``words``, with the players' names for the seats."""
    by_seat = {seat.value: names[seat] for seat in Seat}
    if words.language == ENGLISH or not text:
        return named(text, by_seat)
    return retell(text, by_seat, words)


def told_verdict(verdict: Comment, names: Names, words: Wording) -> Comment:
    """A verdict in the language of ``words``."""
    word, sentence = (told(text, names, words) for text in (verdict.word, verdict.sentence))
    return replace(verdict, word=word, sentence=sentence)


def told_names(names: Names, words: Wording) -> Names:
    """The players' names; those without one are called as that language calls them."""
    return {
        seat: words.say(f"unnamed-{seat}") if name == unnamed(seat) else name for seat, name in names.items()
    }
