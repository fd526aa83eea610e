"""The options of ``arbiter watch``, and those that other commands share with it."""

from __future__ import annotations

import argparse
from importlib.metadata import entry_points

from arbiter.cli.live_options import add_live_options
from arbiter.cli.parsing import Parser, one_of, whole
from arbiter.cli.stream_options import PUBLISH_HELP

GAMES = "pyramid_arbiter.games"
"""The entry points by which games are found (see ``engine.games``)."""
PALETTES = ("rainbow", "xeno", "all")
SOURCE_HELP = "a camera's number or name, a video file, or a stream's address (default: the first camera)"
SOURCES_HELP = (
    "a camera's number or name, a film, a stream's address, or page: a phone (default: the first camera, or"
    " the sample); up to three of one table"
)

Options = Parser | argparse._ArgumentGroup


def add_palette(parser: Parser) -> None:
    parser.add_argument(
        "--palette",
        type=one_of("no_palette", PALETTES),
        default="rainbow",
        metavar="|".join(PALETTES),
        help="the colours that are played with (default: rainbow)",
    )


def add_model(parser: Parser) -> None:
    parser.add_argument(
        "--model",
        metavar="FILE",
        help="your own detector: an ultralytics model, exported to .onnx",
    )


def add_watch(parser: Parser) -> None:
    add = parser.add_argument
    names = sorted(point.name for point in entry_points(group=GAMES))  # without loading the games
    add("game", type=one_of("no_such_game", names), metavar="GAME", help=f"the game: {', '.join(names)}")
    add("--source", metavar="SOURCE", action="append", help=SOURCES_HELP)
    add("--players", nargs=2, metavar="NAME", help="who sits near, who sits far")
    add_palette(parser)
    add("--calibration", metavar="FILE", help="a stored calibration; then the markers need not be in view")
    add("--colours", metavar="FILE", help="what this set's colours look like (made by arbiter colours)")
    add_model(parser)
    add("--voice", action=argparse.BooleanOptionalAction, default=True, help="speak the announcements")
    add("--voice-out", metavar="WAV", help="save everything said to a sound file")
    add("--record", metavar="FILE", help="where the record goes (default: a new file in the folder of games)")
    add("--resume", metavar="FILE", help="go on with the game of this record")
    add("--publish", metavar="ADDRESS", help=PUBLISH_HELP)
    add("--headless", action="store_true", help="no live page")
    add("--port", type=whole(0, 65535), default=0, help="port of the live page (default: any free one)")
    add_live_options(parser)
    parser.names = tuple(names)
    group = parser.add_argument_group("options of single games")
    parser.single_games.append(group)
    _add_rules(group)
    _add_boards(group)


def _add_boards(parser: Options) -> None:
    add = parser.add_argument
    what = "nickel, logistics: a rule option, such as l_shape=4+2 or cards=3 (engine/RULES.md)"
    add("--option", action="append", default=[], metavar="NAME=VALUE", help=what)
    add("--draft", action="store_true", help="initiative: the players draft their pyramids first (I14)")
    add_table(parser)


def add_table(parser: Options) -> None:
    add = parser.add_argument
    what = "nickel: tokens are pyramids of these colours, near's and far's (default: stones or coins)"
    add("--tokens", metavar="COLOUR,COLOUR", help=what)
    what = "sanctum: laying down or standing up this pyramid starts a turn (or type turn and Enter)"
    add("--turn-marker", metavar="COLOUR", help=what)
    what = "logistics: the corners of all cards together in mm, near left first (default: looked for)"
    add("--cards-at", metavar="X,Y,X,Y,X,Y,X,Y", help=what)


def _add_rules(parser: Options) -> None:
    add = parser.add_argument
    add("--rounds", type=whole(1, 99), default=2, help="rounds of the match (default: 2)")
    add(
        "--rules",
        type=one_of("no_rule_set", ("basic", "advanced")),
        default="advanced",
        metavar="basic|advanced",
        help="basic: attack and parry only; advanced (default): sacrifices, pummeling and calling too",
    )
    add(
        "--without",
        type=one_of("no_such_rule", ("sacrifice", "pummeling", "calling")),
        action="append",
        default=[],
        metavar="RULE",
        help="leave out one advanced rule: sacrifice, pummeling or calling",
    )
    add(
        "--swap",
        type=one_of("no_swap", ("up_to", "exact")),
        default="up_to",
        metavar="up_to|exact",
        help="how far a sacrifice moves a colour: up to its points (default), or exactly",
    )
    add(
        "--exhaustion",
        type=one_of("no_end", ("draw", "initiative")),
        default="draw",
        metavar="draw|initiative",
        help="when both run out: a draw (default), or the holder of the initiative wins",
    )
