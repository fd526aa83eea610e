"""The words of one language: numbers, lists and pieces, and the sentences that they are put into.

A language is one JSON file in ``arbiter/phrases``; adding another needs no code. Lists that count
(``points``, ``times``...) hold the form for none, one, two ... and the last form is for all higher numbers.
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


@dataclass(frozen=True)
class Wording:
    """One language's resource file."""

    texts: Mapping[str, Any]

    def say(self, key: str, **slots: object) -> str:
        """The sentence of that key with its slots filled."""
        return str(self.texts[key]).format(**slots)

    def number(self, n: int) -> str:
        """A number in words as far as the language lists them, then in digits."""
        words = self.texts["numbers"]
        return str(words[n]) if 0 <= n < len(words) else str(n)

    def count(self, key: str, n: int) -> str:
        """The form that fits a number, like ``one point`` or ``three points``."""
        forms: Sequence[str] = self.texts[key]
        form = forms[min(n, len(forms) - 1)]
        return form.format(n=self.number(n), times=self.count("times", n) if key != "times" else "")

    def join(self, items: Sequence[str], last: str = "or") -> str:
        """``a, b or c``."""
        if len(items) < 2:
            return "".join(items)
        return self.texts["comma"].join(items[:-1]) + self.texts[last] + items[-1]

    def series(self, items: Sequence[str]) -> str:
        """``a, b, c``."""
        return str(self.texts["comma"]).join(items)

    def colour(self, colour: str) -> str:
        """A colour."""
        return str(self.texts["colour_words"][colour])

    def size(self, size: str) -> str:
        """A size."""
        return str(self.texts["size_words"][size])

    def a_colour(self, colour: str) -> str:
        """``a blue``."""
        return str(self.texts["colours"][colour])

    def a_size(self, size: str) -> str:
        """``a medium``."""
        return str(self.texts["sizes"][size])

    def piece(self, piece: PieceWords) -> str:
        """``medium blue``."""
        return self.say("piece", size=self.size(piece[0]), colour=self.colour(piece[1]))

    def a_piece(self, piece: PieceWords) -> str:
        """``a medium blue``."""
        return self.say("a_piece", a_size=self.a_size(piece[0]), colour=self.colour(piece[1]))


def sentence(text: str) -> str:
    """The text with a capital first and a full stop at the end."""
    text = text.strip()
    ended = text if text.endswith((".", "?", "!")) else text + "."
    return ended[:1].upper() + ended[1:]


@cache
def wording(language: str = "en") -> Wording:
    """The words of a language; raises ``ValueError`` naming the languages there are."""
    path = FOLDER / f"{language}.json"
    if not path.is_file():
        known = ", ".join(sorted(item.stem for item in FOLDER.glob("*.json")))
        raise ValueError(f"no phrases for the language {language!r}; there are: {known}")
    return Wording(json.loads(path.read_text(encoding="utf-8")))
