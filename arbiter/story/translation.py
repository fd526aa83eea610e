"""A story's names, sentences and verdicts in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arbiter.words.describe import Comment, Finding, Names, unnamed
from arbiter.words.wording import Wording, titled, wording
from engine.message import Message, as_recorded, as_sentence


def words_of(header: Mapping[str, Any], language: str | None = None) -> Wording:
    """The wording for a game: in ``language`` if given, or else in the language it was played in, or English.

    Raises ``ValueError`` if ``language`` does not exist.
    """
    if language is not None:
        return wording(language)
    try:
        return wording(str(header.get("language", "en")))
    except ValueError:
        return wording()


def recorded_message(data: Mapping[str, Any], key: str, otherwise: Message) -> Message:
    """The message recorded under a key, or ``otherwise``; text recorded by an earlier version as a
    message."""
    found = data.get(key) or otherwise
    return found if isinstance(found, Message) else as_recorded(str(found))


def comment_of(found: Finding, names: Names, words: Wording) -> Comment:
    """A verdict in words, with a capital first and each part as a sentence."""
    word = words.tell(found.word, names)
    text = " ".join(as_sentence(part) for said in found.said if (part := words.tell(said, names)))
    return Comment(found.tone, titled(word), text, found.rules)


def names_in(names: Names, words: Wording) -> Names:
    """The players' names; a player without one is called as usual in that language."""
    return {
        seat: words.say(f"unnamed-{seat}") if name == unnamed(seat) else name for seat, name in names.items()
    }
