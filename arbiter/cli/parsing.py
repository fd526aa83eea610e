"""A parser that complains in one line, in the language of who typed it."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from arbiter.cli.shown import bare
from arbiter.words.wording import Wording, wording
from engine.game import did_you_mean
from engine.message import Messages, message_of

say = Messages("arbiter")

COMPLAINTS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "argument %(argument_name)s: %(message)s": (
        "arg_of",
        {"raw": "%(argument_name)s", "text": "%(message)s"},
    ),
    "expected one argument": ("arg_one", {}),
    "expected at most one argument": ("arg_at_most", {}),
    "expected at least one argument": ("arg_some", {}),
    "expected %s arguments": ("arg_many", {"n": "%s"}),
    "not allowed with argument %s": ("arg_not_with", {"raw": "%s"}),
    "ignored explicit argument %r": ("arg_no_value", {"raw": "%r"}),
    "the following arguments are required: %s": ("arg_required", {"raw": "%s"}),
    "one of the arguments %s is required": ("arg_one_of", {"raw": "%s"}),
    "unrecognized arguments: %s": ("arg_unrecognized", {"raw": "%s"}),
    "ambiguous option: %(option)s could match %(matches)s": (
        "arg_ambiguous",
        {"raw": "%(option)s", "raw2": "%(matches)s"},
    ),
    "invalid choice: %(value)r (choose from %(choices)s)": (
        "arg_choice",
        {"raw": "%(value)r", "raw2": "%(choices)s"},
    ),
    "unknown parser %(parser_name)r (choices: %(choices)s)": (
        "arg_choice",
        {"raw": "%(parser_name)r", "raw2": "%(choices)s"},
    ),
}
"""What argparse looks up by gettext before it fills it in: the message, and what argparse puts where."""


class Senseless(Exception):
    """A command line that makes no sense: the program's name, and why, in words."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line; ``words`` gives the language that was asked for."""

    words: Callable[[], Wording] = staticmethod(wording)

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.single_games: list[argparse._ArgumentGroup] = []
        """Groups of options that only single games have, shown where a game is named."""
        self.names: tuple[str, ...] = ()
        self.hidden = False

    def error(self, message: str) -> NoReturn:
        """Raises `Senseless`, for ``arbiter.cli.main`` to tell in one line."""
        raise Senseless(self.prog, message)

    def print_help(self, file: Any = None) -> None:
        """As argparse has it, colours included: nothing in it is of others."""
        super().print_help(file or bare(sys.stdout))

    def check_options(self, given: Sequence[str], known: Iterable[str]) -> None:
        """Raises `Senseless` for an option that is nearly one of the known ones."""
        names = sorted(known)
        for word in itertools.takewhile(lambda word: word != "--", given):
            asked = word.split("=", 1)[0]
            if not asked.startswith("--") or any(name.startswith(asked) for name in names):
                continue
            if meant := did_you_mean(asked, names):
                self.error(self.words().tell(say("arg_like", raw=asked, text=meant)))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """As argparse has it, but that a misspelt choice is told which one was probably meant."""
        meant = None
        if action.choices is not None and value not in action.choices:
            meant = did_you_mean(str(value), [str(choice) for choice in action.choices])
        if meant is not None:
            raise argparse.ArgumentError(
                action, self.words().tell(say("arg_like", raw=f"{value!r}", text=meant))
            )
        super()._check_value(action, value)

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """As argparse has it, but that a checker's refusal is told in the language asked for."""
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError as error:
            refusal = error.__context__
            if not isinstance(refusal, argparse.ArgumentTypeError):
                raise
            raise argparse.ArgumentError(action, self.words().tell(message_of(refusal))) from None


@contextmanager
def complaining_in(words: Callable[[], Wording]) -> Iterator[None]:
    """Argparse's own complaints in a language for as long as it lasts, by the hooks it has for gettext."""

    def told(text: str) -> str:
        if text not in COMPLAINTS:
            return text
        key, slots = COMPLAINTS[text]
        return words().say(key, **slots)

    hooks = {"_": told, "ngettext": lambda one, many, n: told(many)}
    usual = {name: getattr(argparse, name) for name in hooks}
    try:
        for name, hook in hooks.items():
            setattr(argparse, name, hook)
        yield
    finally:
        for name, hook in usual.items():
            setattr(argparse, name, hook)


def with_home(given: Sequence[str]) -> list[str]:
    """The command line with the home page for a command where none is named: only options, or nothing."""
    words, at = list(given), 0
    while at < len(words) and words[at] in ("--debug", "--language"):
        at += 1 + (words[at] == "--language")
    rest, about = words[at:], ("-h", "--help", "--version")
    told = any(len(word) > 1 and name.startswith(word) for word in rest for name in about)
    here = at <= len(words) and not told and (not rest or rest[0].startswith("-"))
    return [*words[:at], "home", *rest] if here else words


def one_of(refusal: str, known: Sequence[str]) -> Callable[[str], str]:
    """A checker for a word out of a list; the id of its ``refusal``, which names the choices."""

    def check(text: str) -> str:
        if text.lower() in known:
            return text.lower()
        raise argparse.ArgumentTypeError(say(refusal, quoted=repr(text), raw=", ".join(known)))

    check.known = known  # type: ignore[attr-defined]  # what completion in the shell offers
    return check


def whole(least: int, most: int) -> Callable[[str], int]:
    """A checker for a whole number in a range."""

    def check(text: str) -> int:
        if text.isdecimal() and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(say("no_number", quoted=repr(text), n=least, most=most))

    return check
