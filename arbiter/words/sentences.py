"""Messages in words, and lines of the command line that are still made in English.

What the command line's parser says, and a few lines beside it, are recognised by their English: each has a
key and a template under ``terminal`` in ``phrases/en.json``, and the same key with the other language's
template in that language's file. What stood in the slots is put into the other template.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from string import Formatter
from typing import Any

from arbiter.words.wording import Wording, wording
from engine.game import Seat
from engine.message import Message, as_recorded
from engine.message import as_sentence as sentence
from engine.pieces import Colour, Size
from engine.readings import READINGS, meanings

Names = Mapping[str, str]
"""The players' names by seat (``near``, ``far``)."""
BySeat = Names | Mapping[Seat, str]

ENGLISH = "en"
PLAIN = ("terminal",)
"""Where the lines of a terminal have their templates."""
_STOPS = re.compile(r"(?<=[.?!]) (?=[^\W\d_a-zß-öø-ÿ])")
_BETWEEN = re.compile(r"(, (?:and |or )?| and | or )")
_PIECES = {"under", "attack"}
_NUMBERS = {"most", "more", "card"}
_WHO = {"other"}


Said = str | Message
"""What is to be told: a message, or English that is still recognised by its template."""
_COLOURS, _SIZES = tuple(Colour), tuple(size.word for size in Size)
_NUMBERS_IN_WORDS = tuple(wording().number(n) for n in range(21))


@cache
def recognised(language: str) -> Mapping[str, Any]:
    """The templates of a language for what is still recognised by its English."""
    file = Path(__file__).parent / "phrases" / f"{language}.json"
    try:
        found = json.loads(file.read_text("utf-8"))
        return {**found, **{section: dict(found[section]) for section in (*PLAIN, "words")}}
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        if language == ENGLISH:
            raise
        return recognised(ENGLISH)  # a broken file costs its language: it is said in English


def _as_words(said: Message) -> bool:
    """Whether a message only holds words that were put together already."""
    return said.id == as_recorded("").id


class Untold(LookupError):
    """A line that the language has no words for; the message is the line."""


def retell(text: Said, names: Names, words: Wording) -> str:
    """A message in the language of ``words``, with the players' names; what is in words already stays."""
    return words.tell(text, names) if isinstance(text, Message) else text


def tell(text: str, names: BySeat, words: Wording, where: Sequence[str] = PLAIN) -> str:
    """A line in the language of ``words``; raises `Untold` for what that has no words for."""
    by_seat = tuple(sorted((str(seat), name) for seat, name in names.items()))
    return _Teller(words, by_seat, tuple(where)).tell(text)


def told_line(line: Said, words: Wording, names: BySeat | None = None) -> str:
    """A line for people at a terminal in the language of ``words``, with the players' names, where they have
    any. What is in English and has no template stays as it is."""
    if isinstance(line, Message) and not _as_words(line):
        return words.tell(line, names)
    line = str(line)
    if words.language == ENGLISH:
        return line
    try:
        told = tell(" ".join(line.split()), names or unnamed_in(words), words)
    except Untold:
        return line
    return line[: len(line) - len(line.lstrip())] + told


def unnamed_in(words: Wording) -> Names:
    """What the players are called by a language where they have no names."""
    return {str(seat): words.say(f"unnamed-{seat}") for seat in Seat}


def meaning(reading: str, words: Wording) -> str:
    """The sentence of a reading (see ``engine.readings``); empty for an unknown id."""
    return words.tell(READINGS[reading]) if reading in READINGS else ""


def meanings_of(readings: Iterable[str], words: Wording) -> dict[str, str]:
    """The sentences of some readings, each once, in the order of the rules; unknown ids are left out."""
    return {reading: meaning(reading, words) for reading in meanings(readings)}


@dataclass(frozen=True)
class _Teller:
    """Retells for one language and one pair of players."""

    words: Wording
    names: tuple[tuple[str, str], ...]
    where: tuple[str, ...] = PLAIN

    def tell(self, text: str) -> str:
        """The text in the other language; raises `Untold`."""
        bare = text.strip()
        end = bare[-1:] if bare.endswith((".", "!")) and not bare.endswith("...") else ""
        found = next(self._readings(bare.removesuffix(end) if end else bare), None)
        if found is None:
            parts = _STOPS.split(bare)
            if len(parts) == 1:
                raise Untold(text)
            return " ".join(self.tell(part) for part in parts)
        if bare[:1].isupper():
            found = found[:1].upper() + found[1:]
        return sentence(found) if end else found

    def _readings(self, bare: str) -> Iterator[str]:
        """Every way to put a sentence without its full stop, the most specific template first."""
        for template in templates(self.names, self.where):
            match = template.pattern.fullmatch(bare)
            if match is None:
                continue
            try:
                slots = {name: self._slot(name, value) for name, value in match.groupdict().items()}
                found = recognised(self.words.language)[template.section][template.key].format(**slots)
            except (LookupError, ValueError, TypeError, AttributeError):  # no words for it, or broken ones
                continue
            yield found
        if (word := self._word(bare)) is not None:
            yield str(word)
        elif _BETWEEN.search(bare):
            yield from self._list(bare)

    def _list(self, bare: str) -> Iterator[str]:
        joints = {" and ": self.words.say("and"), " or ": self.words.say("or")}
        try:
            parts = [
                self.tell(part) if at % 2 == 0 else joints.get(part, self.words.say("comma"))
                for at, part in enumerate(_BETWEEN.split(bare))
            ]
        except Untold:
            return
        yield "".join(parts)

    def _slot(self, name: str, value: str) -> object:
        kind = kind_of(name)
        if kind == "who":
            return self._player(value)
        if kind in ("raw", "path", "quoted", "share", "typed", "square", "structure"):
            return value
        if kind == "system":  # what the machine says is of its own language, or one of the usual few
            return next(self._readings(value), value)
        if kind == "n":
            return self._number(value)
        if kind in recognised(ENGLISH)["words"]:
            return recognised(self.words.language)["words"][kind][value.lower()]
        word = self._word(value)
        return self.tell(value) if word is None else word

    def _word(self, value: str) -> object | None:
        """A piece, a colour, a size or a player that stands alone."""
        low = value.lower()
        if low in _COLOURS:
            return self.words.colour(low)
        if low in _SIZES:
            return self.words.size(low)
        size, _, colour = low.partition(" ")
        if size in _SIZES and colour in _COLOURS:
            return self.words.piece((size, colour))
        return self._player(value) if value in dict(self.names).values() else None

    def _player(self, value: str) -> str:
        seat = value.lower().removeprefix("the ").removesuffix(" player")
        return dict(self.names).get(seat, value)

    def _number(self, value: str) -> str:
        known = _NUMBERS_IN_WORDS
        return self.words.number(known.index(value.lower())) if value.lower() in known else value


@dataclass(frozen=True)
class Template:
    """An English sentence with slots; ``section`` of the language's file has it under ``key``."""

    key: str
    text: str
    names: tuple[tuple[str, str], ...]
    section: str = "terminal"

    @property
    def literal(self) -> int:
        """How many letters stand outside the slots."""
        return sum(len(text) for text, *_ in Formatter().parse(self.text))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Matches the sentence, with a group for every slot."""
        made, seen = "", set[str]()
        for text, slot, _, _ in Formatter().parse(self.text):
            made += re.escape(text)
            if slot is None:
                continue
            made += f"(?P={slot})" if slot in seen else f"(?P<{slot}>{self._shape(kind_of(slot))})"
            seen.add(slot)
        return re.compile(made, re.IGNORECASE)

    def _shape(self, kind: str) -> str:
        words = recognised(ENGLISH)["words"]
        shapes = {
            "who": rf"(?:the )?(?:near|far)(?: player)?|{_any(name for _, name in self.names)}",
            "n": rf"[+-]?\d+|{_any(_NUMBERS_IN_WORDS[1:])}",
            "colour": _any(_COLOURS),
            "size": _any(_SIZES),
            "piece": f"(?:{_any(_SIZES)}) (?:{_any(_COLOURS)})",
            "pyramid": r"standing \w+|\w+ pointing \w+",
            "square": r"[a-e][1-5]",
            "typed": r"\S+",
            "path": r"\S*[./\\]\S*",
            "share": r"\d+%",
            "quoted": r"'.*?'|\".*?\"",
            "structure": rf"(?!(?:{_any([*_COLOURS, *_SIZES])})\b)[a-z][a-z0-9_]*",
        }
        return shapes.get(kind) or (_any(words[kind]) if kind in words else ".+?")


def kind_of(slot: str) -> str:
    """What stands in a slot, from its name: ``colour2`` holds a colour, ``other`` a player."""
    kind = slot.rstrip("0123456789")
    return "who" if kind in _WHO else "piece" if kind in _PIECES else "n" if kind in _NUMBERS else kind


@cache
def templates(names: tuple[tuple[str, str], ...], where: tuple[str, ...] = PLAIN) -> tuple[Template, ...]:
    """All English templates of some sections, the most specific ones of each first."""
    return tuple(
        template
        for section in where
        for template in sorted(
            (Template(key, text, names, section) for key, text in recognised(ENGLISH)[section].items()),
            key=lambda template: -template.literal,
        )
    )


def _any(words: Iterable[object]) -> str:
    return "|".join(re.escape(str(word)) for word in words)
