"""``arbiter completion``: the script with which a shell completes commands, options, choices and files."""

from __future__ import annotations

import argparse
from pathlib import Path

import shtab

from arbiter.cli.help_words import commands

FILES = {"FILE", "IMAGE", "RECORD", "PHOTO", "FILM", "WAV", "PNG", "PDF", "OUT", "FILE|MOVE", "SOURCE"}
"""The metavars of arguments that are files."""
FOLDERS = {"FOLDER"}


def run(options: argparse.Namespace) -> int:
    """Print the script, or write it."""
    from arbiter.cli.main import build_parser

    parser = build_parser()
    for each in (parser, *commands(parser).values()):
        for action in each._actions:
            _offer(action)
    script = shtab.complete(parser, options.shell)
    if options.output:
        target = Path(options.output)
        target.parent.mkdir(parents=True, exist_ok=True)  # the shell's folder may not exist yet
        target.write_text(f"{script}\n", "utf-8")
    else:
        print(script)
    return 0


def _offer(action: argparse.Action) -> None:
    """Tell shtab what an argument may be: one of its type function's words, a file or a folder."""
    known = getattr(action.type, "known", None)
    if known:
        action.choices = tuple(known)
    elif action.metavar in FILES:
        action.complete = shtab.FILE  # type: ignore[attr-defined]
    elif action.metavar in FOLDERS:
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
