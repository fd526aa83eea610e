"""The options of the commands that settle disputes: ``correct`` and ``dispute``."""

from __future__ import annotations

import argparse

from arbiter.cli.live_options import add_language
from arbiter.cli.parsing import whole


def add_correct(parser: argparse.ArgumentParser) -> None:
    """The options of ``arbiter correct``."""
    add = parser.add_argument
    add("file", metavar="FILE", help="a recording (.game); what was recorded stays in it as it was")
    add("--move", type=whole(1, 9999), metavar="N", help="the move, as arbiter judge counts")
    add(
        "--round", type=whole(0, 99), metavar="R", default=1,
        help="the round that it is of, 0 for the draft (default: 1)",
    )  # fmt: skip
    add_language(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    add = what.add_argument
    add("--replace", metavar="MOVE", help="this was played instead, such as Lred")
    add("--insert", metavar="MOVE", help="this was played too, before move N or after the last one")
    add("--delete", action="store_true", help="move N never was")
    add("--back", action="store_true", help="the last play was taken back")
    add("--set", nargs="+", metavar="SPOT=WHAT", help="at set-up: near.Sblue=Sblack, stack=blue,red,...")
    add("--rule", nargs="+", metavar="NAME=VALUE", help="rule options, as in the Rules tag")
    add("--allow", action="store_true", help="move N counts, whatever the arbiter says")
    add("--refuse", action="store_true", help="move N does not count, whatever the arbiter says")
    add("--undo", action="store_true", help="the last correction does not hold")


def add_dispute(parser: argparse.ArgumentParser) -> None:
    """The options of ``arbiter dispute``."""
    add = parser.add_argument
    add("file", metavar="FILE", help="a recording (.game), or a game as text")
    add("--move", type=whole(1, 9999), metavar="N", help="the move (default: the disputed one, or the last)")
    add(
        "--round",
        type=whole(0, 99),
        metavar="R",
        help="its round, 0 for the draft (default: that of the disputed one, or the last)",
    )
    add_language(parser)
    add("--html", metavar="OUT", help="write one page with the pictures, to look at and to send")
