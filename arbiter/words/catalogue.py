"""Messages in one language, from the ``.ftl`` files of their packages.

The files are written in Fluent (https://projectfluent.org), which was made for translators: sentences are
written whole, and plurals, cases and word order are chosen there and not in code. ``fluent.runtime`` formats
them. Each message is parsed when it is first used: parsing a whole file takes longer than a short command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentInt, FluentType, fluent_number

from engine.fluent import split_entries
from engine.message import COMMON, as_sentence, text_of

_REFERENCE = re.compile(r"\{\s*([a-z][\w-]*)(?:\.[\w-]+)?\s*\}")
_VARIABLE = re.compile(r"\$([a-zA-Z][\w-]*)")


LONGEST = 2000
"""Most characters of a message's argument; Fluent itself refuses more than 2500."""


class Inflected(FluentType):
    """A word with its grammatical forms; ``FORM($slot, form: "a")`` picks one, ``{ $slot }`` the usual
    one."""

    def __init__(self, forms: Mapping[str, str], usual: str = "") -> None:
        self.forms, self.usual = forms, usual

    def form(self, name: str) -> str:
        """The word in that form, or else in the usual one."""
        return self.forms.get(name, self.forms[self.usual])

    def format(self, locale: object) -> str:
        """The word in its usual form."""
        return shortened(str(self))

    def __str__(self) -> str:
        return self.forms[self.usual]

    def __format__(self, form: str) -> str:
        return self.forms[form or self.usual]


class Listed(FluentType):
    """A list of words; ``LIST($slot, last: "or")`` sets the conjunction before the last."""

    def __init__(self, items: tuple[Inflected | str, ...], join: Callable[[list[str], str], str]) -> None:
        self.items, self.join = items, join

    def joined(self, last: str = "", form: str = "") -> str:
        """The words in a row, in a grammatical form if one is given."""
        return self.join([formed(item, form) for item in self.items], last)

    def format(self, locale: object) -> str:
        """The words separated by commas."""
        return shortened(self.joined())


def formed(value: object, form: str) -> str:
    """A value in a grammatical form, if it has forms."""
    return value.form(form) if isinstance(value, Inflected) else str(value)


class Catalogue:
    """The messages of one package in one language."""

    def __init__(self, package: str, language: str) -> None:
        self._package, self._language = package, language
        packages = dict.fromkeys((COMMON, package))
        self._parts: dict[str, str] = {}
        for each in ("en", language):  # a message missing in a language is taken from English
            for name in packages:
                self._parts |= split_entries(text_of(name, each) or "")
        functions: dict[str, Callable[..., Any]] = {
            "FORM": _form,
            "LIST": _list,
            "WORDS": self._in_words,
            "WORD": self._word,
            "SENTENCES": _sentences,
        }
        self._bundle = FluentBundle([language.replace("_", "-")], functions=functions, use_isolating=False)

    def __contains__(self, id: object) -> bool:
        return id in self._parts

    def __iter__(self) -> Any:
        return iter(self._parts)

    def variables(self, id: str) -> frozenset[str]:
        """The names of a message's arguments, including those of the English one, which may replace it."""
        own = frozenset(_VARIABLE.findall(self._parts[id]))
        if self._language == "en":
            return own
        english = catalogue(self._package, "en")
        return own | english.variables(id) if id in english else own

    def say(self, id: str, values: Mapping[str, Any]) -> Inflected:
        """A message with its arguments, in all its forms; raises ``KeyError`` for an unknown id.

        A message whose translation is broken is given in English.
        """
        try:
            return self._said(id, values)
        except Exception:  # whatever a translator's file can do to Fluent
            if self._language == "en":
                raise
            return catalogue(self._package, "en").say(id, values)

    def _said(self, id: str, values: Mapping[str, Any]) -> Inflected:
        self._read(id)
        message = self._bundle.get_message(id)
        patterns = {"": message.value, **message.attributes}
        return Inflected({form: self._formatted(id, pattern, values) for form, pattern in patterns.items()})

    def _formatted(self, id: str, pattern: Any, values: Mapping[str, Any]) -> str:
        given = {name: plain(value) for name, value in values.items()}
        text, errors = self._bundle.format_pattern(pattern, given)
        if errors:
            raise KeyError(f"{id}: {errors[0]}")
        return str(text)

    def _read(self, id: str) -> None:
        if self._bundle.has_message(id):
            return
        part = self._parts[id]
        self._bundle.add_resource(FluentResource(part))
        for other in _REFERENCE.findall(part):
            self._read(other)

    def _in_words(self, number: Any) -> str:
        id = f"number-{int(number)}" if isinstance(number, FluentInt) else ""
        return str(self.say(id, {})) if id in self else str(number)

    def _word(self, word: Any) -> str:
        id = f"word-{word}"
        return str(self.say(id, {})) if id in self else str(word)


def plain(value: object) -> object:
    """A value for Fluent; numbers without a thousands separator, which might look like a decimal point."""
    if isinstance(value, FluentType):
        return value
    return fluent_number(value, useGrouping=False) if isinstance(value, int) else shortened(str(value))


def shortened(text: str) -> str:
    """A text cut to the length that Fluent accepts."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _form(value: object, form: str = "") -> str:
    return shortened(formed(value, str(form)))


def _list(value: object, last: str = "", form: str = "") -> str:
    if isinstance(value, Listed):
        return shortened(value.joined(str(last), str(form)))
    return shortened(formed(value, str(form)))


def _sentences(value: object) -> str:
    parts = value.items if isinstance(value, Listed) else (value,)
    return " ".join(as_sentence(str(part)) for part in parts)


@cache
def catalogue(package: str, language: str) -> Catalogue:
    """The messages of a package in a language."""
    return Catalogue(package, language)
