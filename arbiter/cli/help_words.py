"""The help of the command line in another language: its texts by the section ``help`` of the phrases.

The parsers are made in English; each of their texts has its key there.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from arbiter.cli.parsing import Parser
from arbiter.words.wording import Wording, languages, wording

_CODE = re.compile(r"(  \d+ +)(.+)")


class Helper(argparse.RawDescriptionHelpFormatter):
    """Help whose first word is of another language."""

    def __init__(self, prog: str, *, usage: str, **more: Any) -> None:
        super().__init__(prog, **more)
        self._own_usage = usage

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """As argparse has it, but for the word in front."""
        super().add_usage(usage, actions, groups, prefix or self._own_usage)


def in_words(parser: Parser, arguments: Sequence[str]) -> Parser:
    """The parser, its complaints, help and commands in the language that the arguments ask for.

    It is changed in place, the help only where it is asked for.
    """
    every = (parser, *commands(parser).values())
    for each in every:
        each.words = partial(asked_words, arguments)
    if not {"-h", "--help"} & set(arguments):
        return parser
    words = asked_words(arguments)
    table = helps(words)
    for each in every:
        _retell(each, table)
    others = [wording(code).say("help-this_help") for code in languages() if code != words.language]
    parser.epilog = "\n\n".join((parser.epilog or "", "\n".join(others)))
    return parser


def commands(parser: argparse.ArgumentParser) -> Mapping[str, Parser]:
    """The parsers of the commands by name."""
    found = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return {name: made for action in found for name, made in action.choices.items()}


def asked_words(arguments: Iterable[str]) -> Wording:
    """The words asked for among arguments that could not be read as a whole, else English."""
    given = [each for word in arguments for each in word.split("=", 1)]
    try:
        return wording(given[given.index("--language") + 1].lower())
    except (ValueError, IndexError):
        return wording()


def helps(words: Wording) -> dict[str, str]:
    """What becomes of each English text of the help."""
    codes = ", ".join(languages())
    english, other = wording().of_kind("help"), words.of_kind("help")
    pairs = ((text, other[key]) for key, text in english.items())
    return {text.replace("{codes}", codes): told.replace("{codes}", codes) for text, told in pairs}


def shown(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Everything of a parser that has a help text."""
    for action in parser._actions:
        yield from getattr(action, "_choices_actions", ())
        if action.help:
            yield action


def _retell(parser: argparse.ArgumentParser, table: Mapping[str, str]) -> None:
    for action in shown(parser):
        action.help = table.get(action.help or "", action.help)
    for group in parser._action_groups:
        group.title = table.get(group.title or "", group.title)
    parser.description = _described(parser.description or "", table)
    parser.epilog = "\n".join(_line(line, table) for line in (parser.epilog or "").splitlines())
    parser.formatter_class = partial(Helper, usage=table["usage: "])


def _described(text: str, table: Mapping[str, str]) -> str:
    """A whole text, or what a command is for: that begins with a capital and ends with a full stop."""
    if text in table:
        return table[text]
    told = table.get(f"{text[:1].lower()}{text[1:].removesuffix('.')}")
    return f"{told[:1].upper()}{told[1:]}." if told and text.endswith(".") else text


def _line(line: str, table: Mapping[str, str]) -> str:
    code = _CODE.fullmatch(line)
    return code[1] + table.get(code[2], code[2]) if code else table.get(line, line)
