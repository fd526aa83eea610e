"""The options of the commands about games that are published."""

from __future__ import annotations

import argparse

from arbiter.cli.live_options import add_language

PUBLISH_HELP = "publish what happens to an MQTT broker: mqtt://broker/TABLE (docs/stream.md)"
BROKER_HELP = "the broker and the table: mqtt://[USER:PASSWORD@]BROKER[:PORT][/TABLE], or mqtts://"


def add_publish(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``arbiter publish``."""
    parser.add_argument("file", metavar="FILE", help="a recording (.game)")
    parser.add_argument("address", metavar="ADDRESS", help=BROKER_HELP)
    add_language(parser)
