"""An argument parser whose error messages are one line in the user's language."""

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
"""Argparse's texts, which it passes through gettext before formatting: our message and its arguments."""


class Senseless(Exception):
    """A command line makes no sense; the arguments are the program's name and the reason in words."""


class Parser(argparse.ArgumentParser):
    """A parser whose error messages are one line; ``words`` gives the wording in the user's language."""

    words: Callable[[], Wording] = staticmethod(wording)

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.single_games: list[argparse._ArgumentGroup] = []
        """Groups of options for single games, shown in the help if a game is named."""
        self.names: tuple[str, ...] = ()
        self.hidden = False

    def error(self, message: str) -> NoReturn:
        """Raises `Senseless`, which ``arbiter.cli.main`` reports in one line."""
        raise Senseless(self.prog, message)

    def print_help(self, file: Any = None) -> None:
        """As in argparse, with colours: the text is all ours, so that nothing has to be escaped."""
        super().print_help(file or bare(sys.stdout))

    def check_options(self, given: Sequence[str], known: Iterable[str]) -> None:
        """Raises `Senseless` for an unknown option that resembles one of the ``known`` ones."""
        names = sorted(known)
        for word in itertools.takewhile(lambda word: word != "--", given):
            asked = word.split("=", 1)[0]
            if not asked.startswith("--") or any(name.startswith(asked) for name in names):
                continue
            if meant := did_you_mean(asked, names):
                self.error(self.words().tell(say("arg_like", raw=asked, text=meant)))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """As in argparse, but the error for a misspelt choice names the one that was probably meant."""
        meant = None
        if action.choices is not None and value not in action.choices:
            meant = did_you_mean(str(value), [str(choice) for choice in action.choices])
        if meant is not None:
            raise argparse.ArgumentError(
                action, self.words().tell(say("arg_like", raw=f"{value!r}", text=meant))
            )
        super()._check_value(action, value)

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """As in argparse, but a type function's error is translated."""
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError as error:
            refusal = error.__context__
            if not isinstance(refusal, argparse.ArgumentTypeError):
                raise
            raise argparse.ArgumentError(action, self.words().tell(message_of(refusal))) from None


@contextmanager
def complaining_in(words: Callable[[], Wording]) -> Iterator[None]:
    """A context in which argparse's own error messages are translated, by its hooks for gettext."""

    def translated(text: str) -> str:
        if text not in COMPLAINTS:
            return text
        key, slots = COMPLAINTS[text]
        return words().say(key, **slots)

    hooks = {"_": translated, "ngettext": lambda one, many, n: translated(many)}
    usual = {name: getattr(argparse, name) for name in hooks}
    try:
        for name, hook in hooks.items():
            setattr(argparse, name, hook)
        yield
    finally:
        for name, hook in usual.items():
            setattr(argparse, name, hook)


def with_home(given: Sequence[str]) -> list[str]:
    """The command line with ``home`` inserted if it names no command, only options or nothing at all."""
    words, at = list(given), 0
    while at < len(words) and words[at] in ("--debug", "--language"):
        at += 1 + (words[at] == "--language")
    rest, about = words[at:], ("-h", "--help", "--version")
    asks = any(len(word) > 1 and name.startswith(word) for word in rest for name in about)
    home = at <= len(words) and not asks and (not rest or rest[0].startswith("-"))
    return [*words[:at], "home", *rest] if home else words


def one_of(refusal: str, known: Sequence[str]) -> Callable[[str], str]:
    """A type function for one of the ``known`` words; ``refusal`` is the id of its error message."""

    def check(text: str) -> str:
        if text.lower() in known:
            return text.lower()
        raise argparse.ArgumentTypeError(say(refusal, quoted=repr(text), raw=", ".join(known)))

    check.known = known  # type: ignore[attr-defined]  # for completion in the shell
    return check


def whole(least: int, most: int) -> Callable[[str], int]:
    """A type function for a whole number in a range."""

    def check(text: str) -> int:
        if text.isdecimal() and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(say("no_number", quoted=repr(text), n=least, most=most))

    return check
