"""The entry point of the command line, ``arbiter``. A command's modules are imported when it runs."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import NoReturn

from arbiter.cli.calibrate_options import add_calibrate
from arbiter.cli.examples import EXAMPLES
from arbiter.cli.help_words import commands, in_words
from arbiter.cli.live_options import add_home, add_language
from arbiter.cli.looking_back_options import FILM_HELP, add_share, add_statistics, add_verify
from arbiter.cli.parsing import Parser, Senseless, complaining_in, one_of, whole, with_home
from arbiter.cli.settle_options import add_correct, add_dispute
from arbiter.cli.shown import plain_output
from arbiter.cli.stream_options import add_hall, add_publish
from arbiter.cli.watch_options import SOURCE_HELP, add_model, add_palette, add_table, add_watch
from arbiter.watch.ending import signals_as_ctrl_c
from arbiter.words.exits import INTERRUPTED, USAGE, exit_code, one_line
from engine.message import Messages, Said

say = Messages("arbiter")

SHELLS = ("bash", "zsh", "fish")
FORMATS = ("text", "ppn", "json", "mp4", "clip")
GAME_HELP = "a recording (.game), a game as text (engine/NOTATION.md), or - for text from standard input"
DESCRIPTION = """\
A referee for games played with Looney pyramids on a real table, through any webcam.

Getting started:
  1. arbiter mat -o mat.pdf        print it, cut out the four markers, lay them around the table
  2. arbiter doctor                is everything there: camera, light, markers, model, voice?
  3. arbiter                       opens a page: start a game, go on with one, look at those played"""


class Version(argparse.Action):
    """Prints the version, which is looked up only when asked for, and ends the program."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        parser.exit(message=f"arbiter {version('pyramid-arbiter')}\n")


def build_parser() -> Parser:
    """The whole command line."""
    parser = Parser(
        prog="arbiter",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_language(parser, help_too=True)
    parser.add_argument("--debug", action="store_true", help="show where in the program an error came up")
    parser.add_argument("--version", action=Version, nargs=0, help="show which version this is, and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    add_home(_command(commands, "home", "open the page from which games are started and looked at"))
    add_watch(_command(commands, "watch", "watch a game, announce it and keep its record"))
    _add_see(_command(commands, "see", "list the pyramids in one picture"))
    _add_mat(_command(commands, "mat", "print the four corner markers"))
    _add_review(_command(commands, "review", "step through a recorded game in the browser"))
    _add_judge(_command(commands, "judge", "say of every move of a game whether it is legal, and why"))
    _add_legal(_command(commands, "legal", "say what is legal in a position"))
    add_correct(_command(commands, "correct", "put a recorded game right, and judge it anew"))
    add_dispute(_command(commands, "dispute", "show what a disputed move was judged on"))
    _add_export(_command(commands, "export", "turn a game into text, Piecepack notation, JSON or a video"))
    add_share(_command(commands, "share", "a game as one web page in one file, to send to people"))
    add_verify(_command(commands, "verify", "play a record again on its own footage: do they part?"))
    add_statistics(_command(commands, "statistics", "figures of a game, or over a folder of games"))
    _add_harvest(_command(commands, "harvest", "label the stills of recorded games, to train on them"))
    add_calibrate(_command(commands, "calibrate", "find out where the camera is, and store it"))
    _add_colours(_command(commands, "colours", "learn what a new set's colours look like from photographs"))
    _add_doctor(_command(commands, "doctor", "check camera, light, markers, model and voice, or a record"))
    add_publish(_command(commands, "publish", "deliver a recorded game to a broker, as far as it lacks it"))
    add_hall(_command(commands, "hall", "show all tables of a broker, and keep an event"))
    _add_completion(
        _command(commands, "completion", "print the script that completes commands in your shell")
    )
    return parser


def _command(commands: argparse._SubParsersAction[Parser], name: str, what: str) -> Parser:
    examples = "examples:\n" + "\n".join(f"  {line}" for line in EXAMPLES[name])
    return commands.add_parser(
        name,
        help=what,
        description=f"{what[0].upper()}{what[1:]}.",
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_see(parser: Parser) -> None:
    add = parser.add_argument
    add("image", metavar="IMAGE", help="a picture of the table")
    add("--calibration", metavar="FILE", help="a stored calibration of the camera")
    add("--colours", metavar="FILE", help="what this set's colours look like (made by arbiter colours)")
    add_model(parser)
    add("--json", action="store_true", help="all of it as JSON (level 0 is the lowest that shows)")
    add("--overlay", metavar="PNG", help="write the picture with what was found drawn on it")
    add_palette(parser)
    add_language(parser, "English")


def _add_mat(parser: Parser) -> None:
    parser.add_argument(
        "--paper",
        type=one_of("no_paper", ("a4", "letter")),
        default="a4",
        metavar="a4|letter",
        help="paper size (default: a4)",
    )
    parser.add_argument("-o", "--output", metavar="PDF", required=True, help="the file to write")
    parser.add_argument("--board", action="store_true", help="the ChArUco board for the lens instead")
    add_language(parser, "English")


def _add_review(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a recording (.game) or a game as text")
    parser.add_argument("--film", metavar="FILM", help=FILM_HELP)
    add_language(parser)
    parser.add_argument(
        "--port", type=whole(0, 65535), default=0, help="port of the page (default: any free one)"
    )
    parser.add_argument(
        "--browser", action=argparse.BooleanOptionalAction, default=True, help="open the page in the browser"
    )


def _add_judge(parser: Parser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", help=GAME_HELP)
    add("--move", type=whole(1, 9999), metavar="N", help="that move only, with the position before and after")
    add("--round", type=whole(1, 99), metavar="R", help="which game of the file the move is of (default: 1)")
    add("--game", metavar="GAME", help="FILE is a photograph of a table at this game: what can be said of it")
    add("--rules", metavar="TEXT", help="with --game: rule options, as in the Rules tag")
    add_palette(parser)
    add_table(parser)
    parser.set_defaults(draft=False)
    add("--solve", action="store_true", help="say who was winning, and which move threw it away (takes time)")
    add("--json", action="store_true", help="all of it as JSON (its shape: engine/NOTATION.md)")
    add_language(parser, "a recording's own, else English")


def _add_legal(parser: Parser) -> None:
    add = parser.add_argument
    add("words", nargs="*", metavar="FILE|MOVE", help=f"{GAME_HELP}; with --game the moves since the set-up")
    add("--game", metavar="GAME", help="Initiative, Logistics, Nickel or Sanctum, the position typed here")
    add("--setup", metavar="TEXT", help="what lies on the table, as in the Setup tag (quote it)")
    add("--rules", metavar="TEXT", help="rule options, as in the Rules tag")
    add("--leader", metavar="near|far", help="who begins; without it either may")
    add("--all", action="store_true", help="list every legal move, however many")
    add("--json", action="store_true", help="all of it as JSON (its shape: engine/NOTATION.md)")
    add("--svg", metavar="OUT", help="write a diagram of the position")
    add_language(parser, "English")


def _add_export(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help=f"{GAME_HELP} (text and ppn only)")
    parser.add_argument(
        "--format",
        type=one_of("no_format", FORMATS),
        required=True,
        metavar="|".join(FORMATS),
        help="what to make of it; ppn: Portable Piecepack Notation, clip: the play that lost or decided it",
    )
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write (default: beside the game)")
    add_language(parser)
    parser.add_argument("--film", metavar="FILM", help="mp4, clip: the film it was watched from")
    parser.add_argument(
        "--voice",
        nargs="?",
        const="",
        metavar="WAV",
        help="mp4: with what was said, spoken anew, or from the sound that watch --voice-out saved",
    )


def _add_harvest(parser: Parser) -> None:
    parser.add_argument("record", nargs="+", metavar="RECORD", help="a recording (.game)")
    parser.add_argument(
        "-o", "--output", metavar="FOLDER", default="harvest", help="where they go (default: harvest)"
    )
    add_language(parser, "English")


def _add_colours(parser: Parser) -> None:
    add = parser.add_argument
    add("photo", nargs="+", metavar="PHOTO", help="one pyramid of each colour side by side, or one stack")
    add("-o", "--output", metavar="FILE", required=True, help="the file to write")
    add("--order", metavar="COLOURS", help="their colours from left to right, a stack's from the top")
    add_palette(parser)
    add_language(parser, "English")


def _add_doctor(parser: Parser) -> None:
    what = "a recording: check it, and save what can be read of a damaged one"
    parser.add_argument("record", nargs="?", metavar="RECORD", help=what)
    parser.add_argument("--source", metavar="SOURCE", help=SOURCE_HELP)
    parser.add_argument("--calibration", metavar="FILE", help="a stored calibration to check too")
    parser.add_argument("--bundle", metavar="FILE.zip", help="write a bug report into this file")
    parser.add_argument("--with-pictures", action="store_true", help="with the record and its last pictures")
    add_language(parser, "English")


def _add_completion(parser: Parser) -> None:
    check = one_of("no_shell", SHELLS)
    parser.add_argument("shell", type=check, metavar="|".join(SHELLS), help="the shell to complete in")
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write")
    add_language(parser, "English")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code (``SystemExit`` for help and usage errors, as argparse does)."""
    with plain_output():
        return _main(arguments)


def _main(arguments: Sequence[str] | None) -> int:
    options = None
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")  # before OpenCV is loaded: we report its errors
    try:
        with signals_as_ctrl_c():
            options = _options(sys.argv[1:] if arguments is None else arguments)
            command = importlib.import_module(f"arbiter.cli.commands.{options.command}")
            return int(command.run(options))
    except KeyboardInterrupt:
        return _interrupted(options)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    except Exception as error:
        if options is None or options.debug:
            raise
        return _complain(error, options)


def _options(given: Sequence[str]) -> argparse.Namespace:
    """The parsed options; exits the program if they make no sense."""
    try:
        parser = in_words(build_parser(), given)
        with complaining_in(parser.words):
            given = with_home(given)
            parser.check_options(given, _known(parser, given))
            options: argparse.Namespace = parser.parse_args(given)
        options.language = options.language or options.everywhere
        return options
    except Senseless as error:
        program, why = error.args
        print(f"{program}: {parser.words().say('see_help', text=why, program=program)}", file=sys.stderr)
        sys.exit(USAGE)


def _interrupted(options: argparse.Namespace | None) -> int:
    """Report the interruption without loading big modules, whose loading may be what was interrupted."""
    from arbiter.words.wording import wording

    words = wording((options and options.language) or "en")
    print(f"arbiter: {words.tell(say('interrupted'))}", file=sys.stderr, flush=True)
    return INTERRUPTED


def _known(parser: Parser, given: Sequence[str]) -> set[str]:
    """The options that the command line may contain."""
    asked = next((made for name, made in commands(parser).items() if name in given), parser)
    return {text for each in (parser, asked) for text in each._option_string_actions}


def _warn(line: Said, options: argparse.Namespace) -> None:
    from arbiter.cli.terminal import warn, words_for

    warn(line, words_for(options))


def _complain(error: Exception, options: argparse.Namespace) -> int:
    """Print one line about an error on the error stream; returns its exit code."""
    code = exit_code(error)
    if code is not None:
        _warn(one_line(error), options)
        return code
    name = type(error).__name__
    _warn(say("fault", raw=f"{name}: {one_line(error)}"), options)
    return 1


if __name__ == "__main__":
    sys.exit(main())
