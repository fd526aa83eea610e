"""Pictures printed on cards that are taken for pyramids: known by their places from the set-up on.

What a picture looks like says little: it is read as one pyramid now and as another later, and a pyramid that
stands on it may be read with the picture as a level more. So a unit at a known picture says less than one
elsewhere of what stands there, and nothing standing there is never unlikely; the rest of the table decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from arbiter.table.scoring import Reader
from arbiter.table.stack_scoring import Stack, count_log, upright_log, ways_to_show
from engine.notation import format_pieces, parse_pieces
from engine.pieces import Piece
from vision.track.summing import SIZES, LevelEvidence, Unit

PICTURE_MM = 10.0
"""A picture is seen within this of where it was: what is read into it varies, and its middle with it."""
LOG_KNOWN, LOG_MOODY = -0.3, -1.5
"""A picture that looks like what it was taken for before, and like something else."""
LOG_ON = 1.5
"""A pyramid on a picture says as much for itself at most, level for level as likely as can be."""
LOG_MISREAD = -4.0
"""A pyramid on a picture is easily taken for another one: at most so much does a level speak against it."""
LOG_MISSIZED = -1.5
"""What is printed round its foot makes it look larger or smaller: a size says so much against it at most."""
LOG_COUNT = -1.2
"""At most so much does another number of levels, or another posture, speak against it."""


@dataclass(frozen=True)
class Picture:
    """Where (mm) a picture on a card is and the pyramids that its top was taken for."""

    x_mm: float
    y_mm: float
    looks: tuple[Piece, ...]

    def shows(self, unit: Unit) -> bool:
        """Whether a unit is where the picture is."""
        return math.dist((self.x_mm, self.y_mm), (unit.x_mm, unit.y_mm)) < PICTURE_MM

    def to_json(self) -> list[Any]:
        return [self.x_mm, self.y_mm, format_pieces(self.looks)]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> Picture:
        """What ``to_json`` wrote."""
        x, y, looks = data
        return cls(float(x), float(y), parse_pieces(looks))


def picture_at(pictures: Sequence[Picture], unit: Unit) -> Picture | None:
    """The picture that a unit may be."""
    return next((picture for picture in pictures if picture.shows(unit)), None)


def picture_log(reader: Reader, unit: Unit, picture: Picture) -> float:
    """How unlikely a unit is as nothing but this picture."""
    return LOG_KNOWN if reader.best(unit) in picture.looks else LOG_MOODY


def on_picture_log(reader: Reader, unit: Unit, stack: Stack) -> float:
    """Log ratio of a unit at a picture being the ``stack`` (not empty) that stands on it, of which lower
    levels may be the picture."""
    sizes, colours = tuple(piece.size for piece in stack), tuple(piece.colour for piece in stack)
    ways = (
        math.log(weight)
        + max(LOG_COUNT, count_log(unit, len(shown)))
        + _levels_log(reader, unit, tuple(stack[k] for k in shown))
        for shown, weight in ways_to_show(sizes, colours)
    )
    return LOG_ON + max(ways) + max(LOG_COUNT, upright_log(unit))


def _levels_log(reader: Reader, unit: Unit, shown: Stack) -> float:
    """How much worse the upper levels fit the pieces that show than what fits them best."""
    pairs = zip(unit.levels, shown, strict=False)
    return sum(_level_log(reader, level, piece) for level, piece in pairs)


def _level_log(reader: Reader, level: LevelEvidence, piece: Piece) -> float:
    """The same of one level."""
    if piece.colour not in reader.palette:
        return LOG_MISREAD
    colour = float(level.colour[reader.palette.index(piece.colour)] - level.colour.max())
    size = float(level.size[SIZES.index(piece.size)] - level.size.max())
    return max(LOG_MISREAD, colour + max(LOG_MISSIZED, size))


def missized(reader: Reader, unit: Unit, stack: Stack) -> bool:
    """Whether the top of a stack that stands on a picture looks like another size than its own."""
    size = unit.levels[0].size
    return bool(stack) and float(size[SIZES.index(stack[-1].size)] - size.max()) < LOG_MISSIZED


def with_looks(pictures: Sequence[Picture], units: Sequence[Unit], reader: Reader) -> tuple[Picture, ...]:
    """The pictures with these units, none of which is a pyramid, among them."""
    found = list(pictures)
    for unit in units:
        kind, known = reader.best(unit), picture_at(found, unit)
        if known is None:
            found.append(Picture(round(unit.x_mm, 1), round(unit.y_mm, 1), (kind,)))
        elif kind not in known.looks:
            found[found.index(known)] = replace(known, looks=(*known.looks, kind))
    return tuple(found)
