"""The words of one language: numbers, lists and pieces, and the sentences that they are put into.

A language is one JSON file in ``arbiter/words/phrases``; adding another needs no code (its parts are told in
``arbiter/words/phrases/README.md``). Lists that count (``points``, ``times``...) hold the form for none, one,
two and so on; the last form is for all higher numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "phrases"
PieceWords = tuple[str, str]
"""A piece as its size and its colour, in the engine's words."""


@dataclass(frozen=True, slots=True)
class Inflected:
    """A word with its forms; ``{slot:form}`` in a sentence picks one, ``{slot}`` the ``usual`` one.

    Raises ``KeyError`` when formatted in a form that its language doesn't list.
    """

    forms: Mapping[str, str]
    usual: str = ""

    def __str__(self) -> str:
        return self.forms[self.usual]

    def __format__(self, form: str) -> str:
        return self.forms[form or self.usual]


@dataclass(frozen=True)
class Wording:
    """One language's resource file."""

    texts: Mapping[str, Any]

    @property
    def language(self) -> str:
        """The code of the language, which is its file's name."""
        return str(self.texts["language"])

    def say(self, key: str, **slots: object) -> str:
        """The sentence of that key with its slots filled."""
        return str(self.texts[key]).format(**slots)

    def page(self, key: str, **slots: object) -> str:
        """The words that a page has of that key, with their slots filled."""
        return str(self.texts["page"][key]).format(**slots)

    def number(self, n: int) -> str:
        """A number in words as far as the language lists them, then in digits."""
        words = self.texts["numbers"]
        return str(words[n]) if 0 <= n < len(words) else str(n)

    def decimal(self, value: float, places: int = 1) -> str:
        """A number in digits with so many places, as the language writes it."""
        return f"{value:.{places}f}".replace(".", self.texts["point"])

    def count(self, key: str, n: int) -> str:
        """The form that fits a number, like ``one point`` or ``three points``."""
        forms: Sequence[str] = self.texts[key]
        form = forms[min(n, len(forms) - 1)]
        return form.format(n=self.number(n), times=self.count("times", n) if key != "times" else "")

    def join(self, items: Sequence[object], last: str = "or") -> str:
        """``a, b or c``."""
        told = [str(item) for item in items]
        if len(told) < 2:
            return "".join(told)
        return str(self.texts["comma"]).join(told[:-1]) + str(self.texts[last]) + told[-1]

    def series(self, items: Sequence[object]) -> str:
        """``a, b, c``."""
        return str(self.texts["comma"]).join(map(str, items))

    def colour(self, colour: str) -> Inflected:
        """A colour."""
        return Inflected(self.texts["colours"][colour])

    def size(self, size: str) -> Inflected:
        """A size."""
        return Inflected(self.texts["sizes"][size])

    def a_colour(self, colour: str) -> Inflected:
        """``a blue``."""
        return Inflected(self.texts["colours"][colour], "a")

    def a_size(self, size: str) -> Inflected:
        """``a medium``."""
        return Inflected(self.texts["sizes"][size], "a")

    def piece(self, piece: PieceWords) -> Inflected:
        """``medium blue``."""
        slots = {"size": self.size(piece[0]), "colour": self.colour(piece[1])}
        return Inflected({form: text.format(**slots) for form, text in self.texts["pieces"].items()})

    def a_piece(self, piece: PieceWords) -> Inflected:
        """``a medium blue``."""
        return Inflected(self.piece(piece).forms, "a")


def sentence(text: str) -> str:
    """The text with a capital first and a full stop at the end."""
    text = text.strip()
    ended = text if text.endswith((".", "?", "!")) else text + "."
    return ended[:1].upper() + ended[1:]


@cache
def wording(language: str = "en") -> Wording:
    """The words of a language; raises ``ValueError`` naming the languages there are."""
    files = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}
    if language not in files:
        raise ValueError(f"no phrases for the language {language!r}; there are: {', '.join(files)}")
    return Wording(json.loads(files[language].read_text(encoding="utf-8")))


@cache
def languages() -> Mapping[str, str]:
    """The names of the languages there are, each in its own words, by code."""
    return {path.stem: str(wording(path.stem).texts["name"]) for path in sorted(FOLDER.glob("*.json"))}
