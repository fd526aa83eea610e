"""A reader of the Portable Piecepack Notation for tests, written from the specification's grammar.

It supports the part of version 0.14.0 (https://trevorldavis.com/piecepackr/portable-piecepack-notation.html)
that an export of pyramids needs and raises ``PpnError`` on anything else. It shares no code with the engine.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

SPEC = re.compile(
    r"(?P<piece>[▲c])(?P<side>[fbx]?)(?P<suit>[RKGBYWSMCA]?)(?P<rank>[0-9]?)(?P<angle>[\^<v>]?)"
)
PLACE = r"[a-z]+[0-9]+"
IDENTITY = re.compile(rf"(?P<count>[1-9][0-9]*)?(?P<place>{PLACE})(?:\[(?P<slice>[1-9][0-9]*)\])?")
MOVE_NUMBER = re.compile(r"[A-Za-z0-9_.]*\.")
ANGLES = {"^": 0, "<": 90, "v": 180, ">": 270}


class PpnError(ValueError):
    """The text is not valid notation, or a piece is not where the text says."""


@dataclass(frozen=True)
class Lying:
    """One piece on the table; ``angle`` in degrees counter-clockwise."""

    piece: str
    side: str
    suit: str
    rank: int | None
    angle: int
    place: str


@dataclass(frozen=True)
class PpnGame:
    """A game: its metadata, and for each move number the moves, the comments and the table after it.

    A table is the list of its pieces; later ones lie above earlier ones.
    """

    metadata: dict[str, str]
    moves: dict[str, list[str]]
    comments: dict[str, list[str]]
    tables: dict[str, tuple[Lying, ...]]

    @property
    def end(self) -> tuple[Lying, ...]:
        """The table after the last move."""
        return list(self.tables.values())[-1]


def read_ppn(text: str) -> list[PpnGame]:
    """The games of a file, each of which starts with a line of dashes."""
    starts = [match.start() for match in re.finditer(r"^---", text, re.MULTILINE)]
    if not starts or starts[0] != 0:
        raise PpnError("a game starts with ---")
    return [_game(text[start:end]) for start, end in zip(starts, [*starts[1:], None], strict=True)]


def _game(text: str) -> PpnGame:
    lines = text.splitlines()
    ends = [number for number, line in enumerate(lines) if line.startswith("...")]
    if len(ends) != 1 or lines[0] != "---":
        raise PpnError("metadata stand between one --- and one ...")
    metadata = dict(map(_pair, lines[1 : ends[0]]))
    if metadata.get("MovetextParser") != "Icehouse" or metadata.get("SetUp") != "None":
        raise PpnError("this reads the Icehouse parser's games from an empty table")
    moves, comments = _elements("\n".join(lines[ends[0] + 1 :]))
    table: tuple[Lying, ...] = ()
    tables = {}
    for number, tokens in moves.items():
        for token in tokens:
            table = _made(table, token)
        tables[number] = table
    return PpnGame(metadata, moves, comments, tables)


def _pair(line: str) -> tuple[str, str]:
    """A line of YAML: a key and a plain word or a string in double quotes."""
    match = re.fullmatch(r"([A-Za-z][A-Za-z0-9_]*): (?:([A-Za-z]+)|(\".*\"))", line)
    if match is None:
        raise PpnError(f"metadata {line!r}")
    return match[1], match[2] or json.loads(match[3])


def _elements(text: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Moves and comments by move number; white space stands between all elements."""
    moves: dict[str, list[str]] = {}
    comments: dict[str, list[str]] = {}
    number = None
    for match in re.finditer(r"(?<!\S)(\{[^{}]*\}|[^\s{}]+)(?!\S)|(\S)", text):
        word = match[1]
        if word is None:
            raise PpnError(f"a brace astray at {text[match.start() :][:40]!r}")
        if MOVE_NUMBER.fullmatch(word):
            if word in moves:
                raise PpnError(f"move number {word} is there twice")
            number = word
            moves[number], comments[number] = [], []
        elif number is None:
            raise PpnError(f"{word!r} before the first move number")
        elif word.startswith("{"):
            comments[number].append(" ".join(word[1:-1].split()))
        else:
            moves[number].append(word)
    return moves, comments


def _made(table: tuple[Lying, ...], token: str) -> tuple[Lying, ...]:
    """The table after a move: a drop, a removal, a replacement, an update, or pieces moved."""
    if match := re.fullmatch(rf"(.+)@({PLACE})", token):
        return (*table, replace(_whole(match[1]), place=match[2]))
    if token.startswith("*"):
        gone = _found(table, token[1:])
        return tuple(lying for index, lying in enumerate(table) if index not in gone)
    if match := re.fullmatch(r"([^=~]+)([=~])(.+)", token):
        (index,) = _found(table, match[1])
        made = _whole(match[3]) if match[2] == "=" else _updated(table[index], match[3])
        return (*table[:index], replace(made, place=table[index].place), *table[index + 1 :])
    if match := re.fullmatch(rf"([^-]+)-({PLACE})", token):
        moving = _found(table, match[1])
        left = tuple(lying for index, lying in enumerate(table) if index not in moving)
        return (*left, *(replace(table[index], place=match[2]) for index in moving))
    if match := re.fullmatch(r"([^-_]+)([-_])%(.+)", token):
        (index,), (by,) = _found(table, match[1]), _found(table, match[3])
        moved = replace(table[index], place=table[by].place)
        rest = [lying for at, lying in enumerate(table) if at != index]
        at = by - (index < by) + (match[2] == "-")
        return (*rest[:at], moved, *rest[at:])
    raise PpnError(f"no move: {token!r}")


def _found(table: tuple[Lying, ...], identity: str) -> list[int]:
    """Indexes of the pieces meant: the top one of a place, the top n, or the nth from the top."""
    match = IDENTITY.fullmatch(identity)
    if match is None or (match["count"] and match["slice"]):
        raise PpnError(f"no piece: {identity!r}")
    there = [index for index, lying in enumerate(table) if lying.place == match["place"]]
    count, nth = int(match["count"] or 1), int(match["slice"] or 1)
    if len(there) < max(count, nth):
        raise PpnError(f"{identity} means pieces that are not there")
    return [there[-nth]] if match["slice"] else there[-count:]


def _parts(text: str) -> re.Match[str]:
    match = SPEC.fullmatch(text)
    if match is None:
        raise PpnError(f"no piece specification: {text!r}")
    return match


def _whole(text: str) -> Lying:
    """A specification completed with defaults: a pyramid stands, a coin shows its back."""
    match = _parts(text)
    pyramid = match["piece"] == "▲"
    if (match["suit"] in "RKGBYW") != pyramid or not match["suit"]:
        raise PpnError(f"the suit of {text!r}")
    if pyramid and match["rank"] not in ("1", "2", "3"):
        raise PpnError(f"the pips of {text!r}")
    side = {"": "top" if pyramid else "back", "f": "face", "b": "back", "x": "top"}[match["side"]]
    rank = int(match["rank"]) if match["rank"] else None
    return Lying(match["piece"], side, match["suit"], rank, ANGLES.get(match["angle"], 0), "")


def _updated(lying: Lying, text: str) -> Lying:
    """The piece with only the given attributes changed."""
    match = re.fullmatch(r"(f?)([\^<v>]?)", text)
    if match is None:
        raise PpnError(f"no update: {text!r}")
    side = "face" if match[1] else lying.side
    return replace(lying, side=side, angle=ANGLES[match[2]] if match[2] else lying.angle)
