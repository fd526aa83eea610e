"""The wording of one language: numbers, lists, pieces, and the messages that contain them.

A language is one ``.ftl`` file in each folder ``messages``; adding one needs no code
(``arbiter/messages/README.md`` tells how).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arbiter.words.catalogue import Catalogue, Inflected, Listed, catalogue
from engine.message import COMMON, Argument, Message, Messages, Said, entry_of
from engine.message import as_sentence as sentence
from engine.pieces import Colour, Piece, Size
from engine.seats import Seat

__all__ = ["FOLDER", "Inflected", "Names", "PieceWords", "Wording", "languages", "sentence", "wording"]
FOLDER = Path(__file__).parents[1] / "messages"
OWN = "arbiter"
"""The package of the messages that belong to no game."""
say = Messages(OWN)
Names = Mapping[str, str]
"""The players' names by seat (``near``, ``far``)."""
BySeat = Names | Mapping[Seat, str]
PieceWords = tuple[str, str]
"""A piece as its size and its colour, in the engine's words."""


@dataclass(frozen=True)
class Wording:
    """One language's words; ``language`` is its code."""

    language: str

    @property
    def own(self) -> Catalogue:
        """The catalogue of the messages that belong to no game."""
        return catalogue(OWN, self.language)

    def tell(self, said: Said | None, names: BySeat | None = None) -> str:
        """A message in words, with the players' names or else their seats; plain text stays as it is, and
        ``None`` gives an empty string.

        The English text recorded with a message is used if its id is unknown (from a later version or a game
        that is not installed) or if it has other arguments now.
        """
        if not isinstance(said, Message):
            return said or ""
        return str(self._inflected(said, {str(seat): name for seat, name in (names or {}).items()}))

    def say(self, key: str, **slots: object) -> str:
        """The message with that key, with its slots filled."""
        return str(self.own.say(key, slots))

    def has(self, key: str) -> bool:
        """Whether there is a message with that key."""
        return key in self.own

    def page(self, key: str, **slots: object) -> str:
        """A page's message with that key, with its slots filled."""
        return self.say(f"page-{key}", **slots)

    def of_kind(self, kind: str) -> dict[str, str]:
        """All messages whose keys begin with that kind (``page``, ``help``), with ``{name}`` for each
        slot."""
        keys = [key for key in self.own if key.startswith(f"{kind}-")]
        slots = {key: {name: f"{{{name}}}" for name in self.own.variables(key)} for key in keys}
        return {key.removeprefix(f"{kind}-"): self.say(key, **slots[key]) for key in keys}

    def number(self, n: int) -> str:
        """A number in words if the language's file has it, or else in digits."""
        key = f"number-{n}"
        return self.say(key) if self.has(key) else str(n)

    def decimal(self, value: float, places: int = 1) -> str:
        """A number with that many decimal places, as the language writes it."""
        return f"{value:.{places}f}".replace(".", self.say("point"))

    def count(self, key: str, n: int) -> str:
        """The plural form for a number, like ``one point`` or ``three points``."""
        return self.say(key, n=n)

    def join(self, items: Sequence[object], last: str = "or") -> str:
        """``a, b or c``."""
        texts = [str(item) for item in items]
        comma = self.say("comma")
        if len(texts) < 2 or not last:
            return comma.join(texts)
        return comma.join(texts[:-1]) + self.say(last) + texts[-1]

    def series(self, items: Sequence[object]) -> str:
        """``a, b, c``."""
        return self.join(items, "")

    def colour(self, colour: str) -> Inflected:
        """A colour."""
        return self.own.say(f"colour-{colour}", {})

    def size(self, size: str) -> Inflected:
        """A size."""
        return self.own.say(f"size-{size}", {})

    def a_colour(self, colour: str) -> Inflected:
        """``a blue``."""
        return Inflected(self.colour(colour).forms, "a")

    def a_size(self, size: str) -> Inflected:
        """``a medium``."""
        return Inflected(self.size(size).forms, "a")

    def piece(self, piece: PieceWords) -> Inflected:
        """``medium blue``."""
        return self.own.say("piece", {"size": self.size(piece[0]), "colour": self.colour(piece[1])})

    def a_piece(self, piece: PieceWords) -> Inflected:
        """``a medium blue``."""
        return Inflected(self.piece(piece).forms, "a")

    def player(self, seat: str, names: Mapping[str, str]) -> str:
        """A player's name, or their seat."""
        return names.get(seat) or str(catalogue(COMMON, self.language).say(f"seat-{seat}", {}))

    def _inflected(self, message: Message, names: Mapping[str, str]) -> Inflected:
        said = catalogue(message.package, self.language)
        if message.id not in said:
            return Inflected({"": str(message)})
        given = {name: self._value(value, names) for name, value in message.arguments}
        try:
            return said.say(message.id, given)
        except KeyError:
            if not message.english:
                raise
            return Inflected({"": message.english})

    def _value(self, value: Argument, names: Mapping[str, str]) -> Inflected | Listed | str | int:
        if isinstance(value, Message):
            return self._inflected(value, names)
        if isinstance(value, Piece):
            return self.piece((value.size.word, value.colour.value))
        if isinstance(value, Colour | Size):
            return self.own.say(entry_of(value), {})
        if isinstance(value, Seat):
            return self.player(value.value, names)
        if isinstance(value, tuple):
            items = (self._value(each, names) for each in value)
            return Listed(
                tuple(each if isinstance(each, Inflected) else str(each) for each in items), self.join
            )
        return value if isinstance(value, int) else str(value)


def titled(text: str) -> str:
    """The text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


@cache
def wording(language: str = "en") -> Wording:
    """The wording of a language; raises ``ValueError``, naming the existing languages."""
    codes = [path.stem for path in sorted(FOLDER.glob("*.ftl"))]
    if language not in codes:
        raise ValueError(say("no_language", quoted=repr(language), raw=", ".join(codes)))
    return Wording(language)


@cache
def languages() -> Mapping[str, str]:
    """The names of the languages, each in its own language, by code."""
    return {path.stem: wording(path.stem).say("name") for path in sorted(FOLDER.glob("*.ftl"))}
