"""Finds English words in rendered text of another language."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SLOT = re.compile(r"(?m)^[\w-]+ =|^ +\.\w+ =|\{[^}]*\}|^#.*$")
WORD = re.compile(r"[^\W\d_]{3,}")
TYPED = re.compile(r"@\S+|\S*[=>/!]\S*|\b[SML][a-z]+\b|near:|far:|\[\w+ \"[^\"]*\"\]|\b(?:near|far)\b(?= \d)")
"""Words of the notation, which is the same in every language."""


@cache
def words_in(language: str) -> frozenset[str]:
    """The words in a language's file."""
    files = (
        ROOT.glob(f"{room}/**/messages/{language}.ftl")
        for room in ("engine", "calibration", "vision", "arbiter")
    )
    texts = [path.read_text("utf-8") for each in files for path in each]
    return frozenset(word.lower() for text in texts for word in WORD.findall(SLOT.sub(" ", text)))


def english_left(text: str, language: str = "de") -> list[str]:
    """The words of a text that are in the English file but not in that of ``language``."""
    foreign = words_in("en") - words_in(language)
    return sorted({word for word in WORD.findall(TYPED.sub(" ", text)) if word.lower() in foreign})
