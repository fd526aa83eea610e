"""The help of the command line in another language: its texts by the section ``help`` of the phrases.

The parsers are made in English; each of their texts has its key there.
"""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from rich_argparse import RawDescriptionRichHelpFormatter

from arbiter.cli.parsing import Parser
from arbiter.words.exits import EXIT_CODES
from arbiter.words.wording import Wording, languages, wording

WIDEST, BESIDE = 100, 30
"""Columns that help takes at most, and before what is said of an option."""


class Helper(RawDescriptionRichHelpFormatter):
    """Help whose first word is of another language, coloured on a terminal."""

    help_markup = text_markup = False
    group_name_formatter = str

    def __init__(self, prog: str, *, usage: str, **more: Any) -> None:
        wide = min(WIDEST, shutil.get_terminal_size().columns)
        super().__init__(prog, max_help_position=BESIDE, width=wide, **more)
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
    for name, each in commands(parser).items():
        single = next((word for word in arguments if word in each.names), "")
        _halve(each, bool(single))
        each.epilog = "\n".join(line for line in (each.epilog or "").splitlines() if _is_of(line, single))
        _retell(each, table)
        each.epilog = f"{each.epilog}\n\n{_exits(table)}"
        if each.hidden:
            each.epilog = f"{table[HALVES]} arbiter {name} GAME --help\n\n{each.epilog}"
    _retell(parser, table)
    others = [wording(code).say("help-this_help") for code in languages() if code != words.language]
    parser.epilog = "\n".join((table[COMMAND_HELP], *others))
    return parser


def _is_of(line: str, game: str) -> bool:
    """Whether a line of examples is a heading or of that game; of any without one."""
    return not line.startswith(" ") or game in line.split() or not game


HALVES = "what is of single games:"
COMMAND_HELP = "arbiter COMMAND --help shows a command's options, examples and exit codes"


def _halve(parser: Parser, single: bool) -> None:
    """Of a command with options of single games show those, or the others: both would fill two screens."""
    inside = {id(action) for group in parser.single_games for action in group._group_actions}
    for action in parser._actions if inside else ():
        if (id(action) in inside) is not single and not isinstance(action, argparse._HelpAction):
            action.help = action.help if action.required else argparse.SUPPRESS
    parser.hidden = bool(inside) and not single


def _exits(table: Mapping[str, str]) -> str:
    """The exit codes in a few lines."""
    told = "; ".join(f"{code} {table[meaning]}" for code, meaning in EXIT_CODES)
    wide = min(WIDEST, shutil.get_terminal_size().columns) - 2
    return textwrap.fill(f"{table[EXITS]} {told}", wide, subsequent_indent="  ")


EXITS = "exit codes:"


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
    parser.usage = _usage(parser, table["options"])
    parser.formatter_class = partial(Helper, usage=table["usage: "])


def _usage(parser: argparse.ArgumentParser, options: str) -> str:
    """A short usage: what is needed, and that there are options."""
    needed = [
        f"{a.option_strings[0]} {a.metavar}" for a in parser._actions if a.option_strings and a.required
    ]
    named = [action for action in parser._actions if not action.option_strings]
    several = {"+": "{0} [{0} ...]", "*": "[{0} ...]", "?": "[{0}]"}
    places = [several.get(str(action.nargs), "{0}").format(action.metavar) for action in named]
    return " ".join((parser.prog, *needed, f"[{options}]", *places))


def _described(text: str, table: Mapping[str, str]) -> str:
    """A whole text, or what a command is for: that begins with a capital and ends with a full stop."""
    if text in table:
        return table[text]
    told = table.get(f"{text[:1].lower()}{text[1:].removesuffix('.')}")
    return f"{told[:1].upper()}{told[1:]}." if told and text.endswith(".") else text


def _line(line: str, table: Mapping[str, str]) -> str:
    return table.get(line, line)
