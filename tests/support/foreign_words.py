"""English words that have no place in another language, found in what was rendered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from arbiter.words.wording import wording

WORD = re.compile(r"[^\W\d_]{3,}")
TYPED = re.compile(r"@\S+|\S*[=>/!]\S*|\b[SML][a-z]+\b|near:|far:|\[\w+ \"[^\"]*\"\]|\b(?:near|far)\b(?= \d)")
"""The notation, which is the same in every language."""


def values(texts: Any) -> Iterator[str]:
    """Every text of a language's file, slots left out."""
    if isinstance(texts, str):
        yield re.sub(r"\{[^}]*\}", " ", texts)
    elif isinstance(texts, dict):
        for each in texts.values():
            yield from values(each)
    elif isinstance(texts, list):
        for each in texts:
            yield from values(each)


@cache
def words_in(language: str) -> frozenset[str]:
    """The words that a language's file has."""
    return frozenset(word.lower() for text in values(wording(language).texts) for word in WORD.findall(text))


def english_left(text: str, language: str = "de") -> list[str]:
    """The words of a text that the English file has and that of the ``language`` has not."""
    foreign = words_in("en") - words_in(language)
    return sorted({word for word in WORD.findall(TYPED.sub(" ", text)) if word.lower() in foreign})
