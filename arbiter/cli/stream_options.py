"""The options of the commands about published games."""

from __future__ import annotations

import argparse

from arbiter.cli.live_options import add_language
from arbiter.cli.parsing import one_of, whole

PUBLISH_HELP = "publish what happens to an MQTT broker: mqtt://broker/TABLE"
PLAYERS_HELP = "who takes part in the event, besides those entered before"
PAIRINGS = ("swiss", "robin")
BROKER_HELP = "the broker and the table: mqtt://[USER:PASSWORD@]BROKER[:PORT][/TABLE], or mqtts://"


def add_publish(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``arbiter publish``."""
    parser.add_argument("file", metavar="FILE", help="a recording (.game)")
    parser.add_argument("address", metavar="ADDRESS", help=BROKER_HELP)
    add_language(parser)


def add_hall(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``arbiter hall``."""
    add = parser.add_argument
    add("address", metavar="ADDRESS", help="the broker: mqtt://[USER:PASSWORD@]BROKER[:PORT], or mqtts://")
    add("--database", metavar="FILE", help="where results and standings are kept (default: with the games)")
    add("--players", nargs="+", metavar="NAME", help=PLAYERS_HELP)
    what = "swiss (default): equals play each other; robin: each plays each"
    add(
        "--pairing",
        type=one_of("no_pairing", PAIRINGS),
        default="swiss",
        metavar="|".join(PAIRINGS),
        help=what,
    )
    add("--port", type=whole(0, 65535), default=0, help="port of the page (default: any free one)")
    add("--share", action="store_true", help="open the page to your network, by a secret link")
    browser = "open the page in the browser"
    add("--browser", action=argparse.BooleanOptionalAction, default=True, help=browser)
    add_language(parser, "English")
