"""Messages in plain English, for tests that read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import is_dataclass, replace
from typing import Any

from engine.message import Message, Said, is_message


def texts(said: Iterable[Said]) -> tuple[str, ...]:
    """The English text of each message."""
    return tuple(map(str, said))


def in_words(value: Any) -> Any:
    """A value with its messages replaced by their English text."""
    if is_message(value):
        return value["english"]
    if isinstance(value, dict):
        return {key: in_words(each) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type) and hasattr(value, "reason"):
        return replace(value, reason=str(value.reason))
    return value


def compare_in_english() -> None:
    """Let tests compare messages with plain English and search for words in them.

    The product never does so: its types (mypy) and ``test_no_sentence_is_made_in_the_code`` forbid it.
    """
    same = Message.__eq__

    def equal(message: Message, other: object) -> bool:
        return str(message) == other if isinstance(other, str) else same(message, other)

    patched: Any = Message
    patched.__eq__ = equal
    patched.__hash__ = lambda message: hash(str(message))
    patched.__contains__ = lambda message, words: words in str(message)
    for name in ("startswith", "endswith", "partition", "split", "lower", "format", "replace"):
        setattr(patched, name, lambda message, *given, name=name: getattr(str(message), name)(*given))
