"""One language's words for a story: its players' names, its sentences and its verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter.words.describe import Comment, Finding, Names, unnamed
from arbiter.words.wording import Wording, wording
from engine.message import Message, Said, as_recorded, as_sentence


def words_of(header: Mapping[str, Any], language: str | None = None) -> Wording:
    """The words to tell a game in: those asked for, else the ones it was played in, else English.

    Raises ``ValueError`` for a language that was asked for and is not there.
    """
    if language is not None:
        return wording(language)
    try:
        return wording(str(header.get("language", "en")))
    except ValueError:
        return wording()


def told(said: Said | None, names: Names, words: Wording) -> str:
    """A message of the story with the players' names; empty for none, and as they are for words."""
    if said is None or isinstance(said, str):
        return said or ""
    return words.tell(said, names)


def said_in(data: Mapping[str, Any], key: str, otherwise: Message) -> Message:
    """A message that was recorded under a key, in its words if it was recorded in words."""
    found = data.get(key) or otherwise
    return found if isinstance(found, Message) else as_recorded(str(found))


def told_finding(found: Finding, names: Names, words: Wording) -> Comment:
    """A verdict in the language of ``words``: a capital first, each part a sentence."""
    word = told(found.word, names, words)
    text = " ".join(as_sentence(part) for said in found.said if (part := told(said, names, words)))
    return Comment(found.tone, word[:1].upper() + word[1:], text, found.rules)


def told_names(names: Names, words: Wording) -> Names:
    """The players' names; those without one are called as that language calls them."""
    return {
        seat: words.say(f"unnamed-{seat}") if name == unnamed(seat) else name for seat, name in names.items()
    }
