"""All message files, and a sample value for each of their slots."""

from __future__ import annotations

from pathlib import Path

from engine.fluent import Entry, Inline, Pattern, Selection, read_entries, split_entries
from engine.message import Argument, Message
from engine.pieces import Colour, Piece, Size
from engine.seats import Seat

ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("engine", "calibration", "vision", "arbiter")
FOLDERS = sorted(path for room in ROOMS for path in ROOT.glob(f"{room}/**/messages"))
PACKAGES = {folder.parent.relative_to(ROOT).as_posix().replace("/", "."): folder for folder in FOLDERS}
"""Every package with messages, and its folder of them."""
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
"""Sample values by slot name without its number; all other slots are numbers."""


def texts(package: str, language: str) -> dict[str, str]:
    """The source text of each message of a file, by id."""
    return split_entries((PACKAGES[package] / f"{language}.ftl").read_text("utf-8"))


def variables(package: str, language: str) -> dict[str, frozenset[str]]:
    """The variables of each message of a file, by id."""
    text = (PACKAGES[package] / f"{language}.ftl").read_text("utf-8")
    return {id: variables_of(entry) for id, entry in read_entries(text).items()}


def sample(package: str, id: str, names: frozenset[str]) -> Message:
    """A message with a value in every slot."""
    given = ((name, SAMPLES.get(name.rstrip("0123456789"), 3)) for name in sorted(names))
    return Message(package, id, tuple(given))


def variables_of(entry: Entry) -> frozenset[str]:
    """The names of all variables that a message itself uses, in any of its forms."""
    found: set[str] = set()
    for pattern in (entry.value, *entry.forms.values()):
        _gather(pattern, found)
    return frozenset(found)


def _gather(pattern: Pattern, found: set[str]) -> None:
    for part in pattern:
        inline = part.of if isinstance(part, Selection) else part
        if isinstance(part, Selection):
            for variant in part.variants.values():
                _gather(variant, found)
        if isinstance(inline, Inline):
            found |= {inline.variable or inline.given.split(",")[0].strip().removeprefix("$")}
    found.discard("")
