"""The options of ``arbiter calibrate``."""

from __future__ import annotations

import argparse

from arbiter.cli.live_options import add_language
from arbiter.cli.watch_options import SOURCE_HELP
from engine.message import Messages

say = Messages("arbiter")


def add_calibrate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--source", metavar="SOURCE", help=f"{SOURCE_HELP}, or a picture with the markers")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to store it (default: for this camera)")
    add_language(parser, "English")
    parser.add_argument(
        "--lens",
        nargs="+",
        metavar="PICTURE",
        help="pictures of the ChArUco board, to calibrate the lens too",
    )

    parser.add_argument(
        "--corners",
        nargs=4,
        type=_point,
        metavar="X,Y",
        help="without markers: four corners, in px, of a rectangle that lies on the table",
    )
    parser.add_argument(
        "--size", type=_rectangle, metavar="MMxMM", help="the rectangle's sides, such as 297x210 or 63x88"
    )


def _point(text: str) -> tuple[float, float]:
    """Parse a point in the picture."""
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(say("no_place", quoted=repr(text))) from None
    return x, y


def _rectangle(text: str) -> tuple[float, float]:
    """Parse the sides of a rectangle."""
    try:
        width, height = (float(part) for part in text.lower().split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(say("no_size", quoted=repr(text))) from None
    return width, height
