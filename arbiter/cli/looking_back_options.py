"""The options of the commands for finished games: share, verify, statistics."""

from __future__ import annotations

import argparse

from arbiter.cli.live_options import add_language
from engine.message import Messages

say = Messages("arbiter")

FILM_HELP = (
    "the film the game was watched from (default: the record's source if it is there, else its stills)"
)


def add_share(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", help="a recording (.game) or a game as text")
    add("-o", "--output", metavar="HTML", help="the file to write (default: beside the game)")
    add_language(parser)
    add(
        "--film",
        metavar="FILM",
        help="the film it was watched from (default: the record's source if it is there)",
    )
    what = "its size at most (default: 12); a film takes half of it, or is left out where it is too long"
    add("--megabytes", type=_size, default=12.0, metavar="N", help=what)


def _size(text: str) -> float:
    """Parse a size in megabytes."""
    try:
        size = float(text)
    except ValueError:
        size = 0.0
    if not 0.1 <= size <= 1000:
        raise argparse.ArgumentTypeError(say("no_megabytes", quoted=repr(text)))
    return size


def add_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE|FOLDER", help="a recording (.game), or a folder of them")
    films = (
        "the film it was watched from, of several one after the other "
        "(default: the record's, else its stills)"
    )
    parser.add_argument("--film", metavar="FILM", action="append", default=[], help=films)
    what = "what this set's colours look like, as arbiter watch had it (default: as the record says)"
    parser.add_argument("--colours", metavar="FILE", help=what)
    add_cluster(parser)
    add_language(parser)


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add ``--cluster``."""
    what = "spread the games of a folder over a Dask cluster, by its scheduler's address"
    parser.add_argument("--cluster", metavar="ADDRESS", default="", help=what)


def add_statistics(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("path", nargs="+", metavar="FILE|FOLDER", help="a recording or a text; several, or folders of them")
    add_language(parser)
    add("--solve", action="store_true", help="which play lost each game (takes time)")
    add_cluster(parser)
    add("--json", action="store_true", help="all of it as JSON")
