"""Options about language, commentary and sharing of the live page."""

from __future__ import annotations

import argparse

from arbiter.cli.parsing import whole
from arbiter.voice.commentary import LEVELS, USUAL
from arbiter.words.wording import languages, wording
from engine.message import Messages, message_of

say = Messages("arbiter")


def add_home(parser: argparse.ArgumentParser) -> None:
    """Add the options of the home page."""
    add = parser.add_argument
    add("--port", type=whole(0, 65535), default=0, help="port of the page (default: the one of last time)")
    add("--share", action="store_true", help="open the page to your network, by a secret link")
    browser = "open the page in the browser"
    add("--browser", action=argparse.BooleanOptionalAction, default=True, help=browser)
    add_language(parser, "the one of last time")


def add_live_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--language``, ``--commentary`` and ``--share``."""
    add = parser.add_argument
    what = f"spoken and shown: {', '.join(languages())} (default: the game's, or en)"
    add("--language", type=_language, metavar="CODE", help=what)
    add(
        "--commentary",
        type=_level,
        default=USUAL,
        metavar="LEVEL",
        help=f"how much this machine says: {', '.join(LEVELS)} (default: {USUAL})",
    )
    add("--share", action="store_true", help="open the page to your network, by a secret link")


def add_language(
    parser: argparse.ArgumentParser, usual: str = "the game's own", help_too: bool = False
) -> None:
    """Add ``--language`` to a command, or (``help_too``) to the program, for all commands and the help."""
    what = f"the language: {', '.join(languages())} (default: {usual})"
    if help_too:
        what = f"the language of this help and of the command that follows: {', '.join(languages())}"
    where = "everywhere" if help_too else "language"
    parser.add_argument("--language", type=_language, metavar="CODE", help=what, dest=where)


def _language(text: str) -> str:
    try:
        return wording(text.lower()).language
    except ValueError as error:
        raise argparse.ArgumentTypeError(message_of(error)) from None


def _level(text: str) -> str:
    if text.lower() in LEVELS:
        return text.lower()
    raise argparse.ArgumentTypeError(say("no_commentary", quoted=repr(text), raw=", ".join(LEVELS)))
