"""The files of messages there are, and something to put into each of their slots."""

from __future__ import annotations

from pathlib import Path

from engine.fluent import read_entries, split_entries, variables_of
from engine.message import Argument, Message
from engine.pieces import Colour, Piece, Size
from engine.seats import Seat

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = sorted(path for room in ("engine", "arbiter") for path in ROOT.glob(f"{room}/**/messages"))
PACKAGES = {folder.parent.relative_to(ROOT).as_posix().replace("/", "."): folder for folder in FOLDERS}
"""Every package that says something, with its folder of messages."""
SAMPLES: dict[str, Argument] = {
    "who": Seat.NEAR,
    "other": Seat.FAR,
    "piece": Piece(Size.LARGE, Colour.BLUE),
    "under": Piece(Size.SMALL, Colour.RED),
    "colour": Colour.GREEN,
    "size": Size.MEDIUM,
    "list": (Colour.RED, Colour.BLUE),
    "way": "up",
    "compass": "north",
    "owner": "red",
    "ordinal": "first",
}
"""What stands in a slot of that name, whatever number follows it; anything else is a number."""


def texts(package: str, language: str) -> dict[str, str]:
    """The part of a file that each message takes, by id."""
    return split_entries((PACKAGES[package] / f"{language}.ftl").read_text("utf-8"))


def variables(package: str, language: str) -> dict[str, frozenset[str]]:
    """What is put into each message of a file, by id."""
    text = (PACKAGES[package] / f"{language}.ftl").read_text("utf-8")
    return {id: variables_of(entry) for id, entry in read_entries(text).items()}


def sample(package: str, id: str, names: frozenset[str]) -> Message:
    """A message with something in every slot."""
    given = ((name, SAMPLES.get(name.rstrip("0123456789"), 3)) for name in sorted(names))
    return Message(package, id, tuple(given))
