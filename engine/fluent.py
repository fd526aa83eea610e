"""Reads the part of Fluent (https://projectfluent.org/fluent/guide) that the engine's own English needs.

The engine produces no finished words but messages (``engine.message``), whose words are in files that
translators write. Users of the engine alone get plain English from the same file, with the standard library
only. Supported are messages and their attributes, variables, selections by number or word, string literals,
references to other messages and function calls, but not terms.

>>> entries = read_entries('moves = { $n ->' + chr(10) + '    [one] one move' + chr(10)
...     + '   *[other] { $n } moves' + chr(10) + '    }')
>>> [evaluate(entries["moves"].value, {"n": n}, entries, {}) for n in (1, 2)]
['one move', '2 moves']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Function = Callable[..., str]
"""A function that a file calls in capitals; takes its argument's value, and options as keywords."""
_START = re.compile(r"^([a-zA-Z][\w-]*) *=", re.MULTILINE)
_ENTRY_ENDS = re.compile(r"^(?=[^\s}])", re.MULTILINE)
_ATTRIBUTE = re.compile(r"\n[ \t]+\.([a-zA-Z][\w-]*)[ \t]*=")
_NEXT_VARIANT = re.compile(r"\n\s*(?=\*?\[|\})")
_VARIANT = re.compile(r"\s*(\*?)\[\s*([\w.-]+)\s*\][ \t]*")
_INLINE = re.compile(
    r'\s*(?:"(?P<literal>(?:[^"\\]|\\.)*)"|\$(?P<variable>[a-zA-Z][\w-]*)'
    r"|(?P<function>[A-Z][A-Z0-9_-]*)\((?P<given>[^)]*)\)|(?P<message>[a-zA-Z][\w-]*)(?:\.(?P<form>[\w-]+))?)\s*"
)
_OPTION = re.compile(r"(\w+)\s*:\s*\"([^\"]*)\"")


@dataclass(frozen=True, slots=True)
class Inline:
    """One thing in braces; the field that is not empty says which kind."""

    literal: str | None = None
    variable: str = ""
    function: str = ""
    given: str = ""
    message: str = ""
    form: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """One of several patterns, chosen by a value; ``usual`` is the key of the default."""

    of: Inline
    variants: Mapping[str, Pattern]
    usual: str


Pattern = tuple[str | Inline | Selection, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A message with its attributes, which are its other grammatical forms."""

    value: Pattern
    forms: Mapping[str, Pattern] = field(default_factory=dict)


def split_entries(text: str) -> dict[str, str]:
    """The part of a file that each message takes up, by id; comments are left out."""
    found = {}
    for start in _START.finditer(text):
        end = _ENTRY_ENDS.search(text, start.end())
        found[start[1]] = text[start.start() : end.start() if end else len(text)].rstrip() + "\n"
    return found


def read_entries(text: str) -> dict[str, Entry]:
    """All messages of a file by id; raises ``ValueError`` naming an unreadable one."""
    return {name: read_entry(part) for name, part in split_entries(text).items()}


def read_entry(text: str) -> Entry:
    """One message, with its id."""
    name, _, body = text.partition("=")
    value, *forms = _ATTRIBUTE.split(body)
    try:
        pairs = zip(forms[::2], forms[1::2], strict=True)
        return Entry(_pattern(value), {form: _pattern(each) for form, each in pairs})
    except (IndexError, AttributeError, ValueError) as error:
        raise ValueError(f"the message {name.strip()} cannot be read: {text!r}") from error


def _pattern(text: str) -> Pattern:
    return _read_pattern(text.strip(), 0, False)[0]


def _read_pattern(text: str, at: int, within: bool) -> tuple[Pattern, int]:
    """A pattern from a position on, and the position where it ends: at the next variant if ``within`` one."""
    found: list[str | Inline | Selection] = []
    while at < len(text):
        brace = text.find("{", at)
        brace = len(text) if brace < 0 else brace
        ends = _NEXT_VARIANT.search(text, at, brace + 1) if within else None
        if ends is not None and ends.start() < brace:
            found.append(text[at : ends.start()])
            return tuple(part for part in found if part != ""), ends.end()
        found.append(re.sub(r"\n[ \t]*", "\n", text[at:brace]))
        if brace == len(text):
            return tuple(part for part in found if part != ""), brace
        placed, at = _read_placeable(text, brace + 1)
        found.append(placed)
    return tuple(part for part in found if part != ""), at


def _read_placeable(text: str, at: int) -> tuple[Inline | Selection, int]:
    inline, at = _read_inline(text, at)
    if text[at] == "}":
        return inline, at + 1
    if not text.startswith("->", at):
        raise ValueError(text[at:])
    variants, usual, at = {}, "", at + 2
    while text[at:].lstrip()[:1] != "}":
        key = _VARIANT.match(text, at)
        if key is None:
            raise ValueError(text[at:])
        variants[key[2]], at = _read_pattern(text, key.end(), True)
        usual = key[2] if key[1] else usual
    if not usual:
        raise ValueError(text)
    return Selection(inline, variants, usual), text.index("}", at) + 1


def _read_inline(text: str, at: int) -> tuple[Inline, int]:
    found = _INLINE.match(text, at)
    if found is None:
        raise ValueError(text[at:])
    parts = {name: value for name, value in found.groupdict().items() if value is not None}
    if "literal" in parts:
        parts["literal"] = re.sub(r"\\(.)", r"\1", parts["literal"])
    return Inline(**parts), found.end()


def evaluate(
    pattern: Pattern,
    values: Mapping[str, Any],
    entries: Mapping[str, Entry],
    functions: Mapping[str, Function],
) -> str:
    """A pattern with its values; raises ``KeyError`` for an unknown variable, message or function."""
    return "".join(
        part if isinstance(part, str) else _placed(part, values, entries, functions) for part in pattern
    )


def _placed(
    part: Inline | Selection,
    values: Mapping[str, Any],
    entries: Mapping[str, Entry],
    functions: Mapping[str, Function],
) -> str:
    if isinstance(part, Selection):
        value = values[part.of.variable]
        fits = [key for key in (str(value), _plural(value)) if key in part.variants]
        return evaluate(part.variants[fits[0] if fits else part.usual], values, entries, functions)
    if part.literal is not None:
        return part.literal
    if part.variable:
        return functions.get("SHOWN", str)(values[part.variable])
    if part.function:
        variable = part.given.split(",")[0].strip().removeprefix("$")
        return functions[part.function](values[variable], **dict(_OPTION.findall(part.given)))
    entry = entries[part.message]
    return evaluate(entry.forms[part.form] if part.form else entry.value, values, entries, functions)


def _plural(value: object) -> str:
    """The English plural category of a number; empty for anything else."""
    return "" if not isinstance(value, int | float) else "one" if value == 1 else "other"
