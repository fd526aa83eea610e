"""Translates the command line's help by the section ``help`` of the phrases.

The parsers are built in English; each of their texts has a key there.
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
"""Most columns of the help, and the column where an option's description begins."""


class Helper(RawDescriptionRichHelpFormatter):
    """A help formatter, coloured on a terminal, whose word ``usage:`` is translated."""

    help_markup = text_markup = False
    group_name_formatter = str

    def __init__(self, prog: str, *, usage: str, **more: Any) -> None:
        wide = min(WIDEST, shutil.get_terminal_size().columns)
        super().__init__(prog, max_help_position=BESIDE, width=wide, **more)
        self._own_usage = usage

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """As in argparse, except for the translated prefix."""
        super().add_usage(usage, actions, groups, prefix or self._own_usage)


def in_words(parser: Parser, arguments: Sequence[str]) -> Parser:
    """Translate the parser, its commands and error messages into the language that the arguments ask for.

    The parser is changed in place; its help only if the arguments ask for help.
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
        _translate(each, table)
        each.epilog = f"{each.epilog}\n\n{_exits(table)}"
        if each.hidden:
            each.epilog = f"{table[HALVES]} arbiter {name} GAME --help\n\n{each.epilog}"
    _translate(parser, table)
    others = [wording(code).say("help-this_help") for code in languages() if code != words.language]
    parser.epilog = "\n".join((table[COMMAND_HELP], *others))
    return parser


def _is_of(line: str, game: str) -> bool:
    """Whether a line of the examples is a heading or about the game; always true without a game."""
    return not line.startswith(" ") or game in line.split() or not game


HALVES = "what is of single games:"
COMMAND_HELP = "arbiter COMMAND --help shows a command's options, examples and exit codes"


def _halve(parser: Parser, single: bool) -> None:
    """Show either a command's options for single games or its others: both would fill two screens."""
    inside = {id(action) for group in parser.single_games for action in group._group_actions}
    for action in parser._actions if inside else ():
        if (id(action) in inside) is not single and not isinstance(action, argparse._HelpAction):
            action.help = action.help if action.required else argparse.SUPPRESS
    parser.hidden = bool(inside) and not single


def _exits(table: Mapping[str, str]) -> str:
    """The exit codes in a few lines."""
    codes = "; ".join(f"{code} {table[meaning]}" for code, meaning in EXIT_CODES)
    wide = min(WIDEST, shutil.get_terminal_size().columns) - 2
    return textwrap.fill(f"{table[EXITS]} {codes}", wide, subsequent_indent="  ")


EXITS = "exit codes:"


def commands(parser: argparse.ArgumentParser) -> Mapping[str, Parser]:
    """The parsers of the commands by name."""
    found = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return {name: made for action in found for name, made in action.choices.items()}


def asked_words(arguments: Iterable[str]) -> Wording:
    """The wording that the arguments ask for, even if they can't be parsed as a whole; English by default."""
    given = [each for word in arguments for each in word.split("=", 1)]
    try:
        return wording(given[given.index("--language") + 1].lower())
    except (ValueError, IndexError):
        return wording()


def helps(words: Wording) -> dict[str, str]:
    """The translation of each English text of the help."""
    codes = ", ".join(languages())
    english, other = wording().of_kind("help"), words.of_kind("help")
    return {
        text.replace("{codes}", codes): other[key].replace("{codes}", codes) for key, text in english.items()
    }


def shown(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All actions of a parser that have a help text."""
    for action in parser._actions:
        yield from getattr(action, "_choices_actions", ())
        if action.help:
            yield action


def _translate(parser: argparse.ArgumentParser, table: Mapping[str, str]) -> None:
    for action in shown(parser):
        action.help = table.get(action.help or "", action.help)
    for group in parser._action_groups:
        group.title = table.get(group.title or "", group.title)
    parser.description = _described(parser.description or "", table)
    parser.epilog = "\n".join(table.get(line, line) for line in (parser.epilog or "").splitlines())
    parser.usage = _usage(parser, table["options"])
    parser.formatter_class = partial(Helper, usage=table["usage: "])


def _usage(parser: argparse.ArgumentParser, options: str) -> str:
    """A short usage line: required options, ``[options]``, and the positional arguments."""
    needed = [
        f"{a.option_strings[0]} {a.metavar}" for a in parser._actions if a.option_strings and a.required
    ]
    named = [action for action in parser._actions if not action.option_strings]
    several = {"+": "{0} [{0} ...]", "*": "[{0} ...]", "?": "[{0}]"}
    places = [several.get(str(action.nargs), "{0}").format(action.metavar) for action in named]
    return " ".join((parser.prog, *needed, f"[{options}]", *places))


def _described(text: str, table: Mapping[str, str]) -> str:
    """Translate a description; a command's is its help text as a sentence, with a capital and a full stop."""
    if text in table:
        return table[text]
    found = table.get(f"{text[:1].lower()}{text[1:].removesuffix('.')}")
    return f"{found[:1].upper()}{found[1:]}." if found and text.endswith(".") else text
