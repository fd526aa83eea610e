"""Pictures printed on cards that look like pyramids; their places are known from the set-up on.

A picture's look is weak evidence: it is read now as one pyramid, now as another, and a pyramid on it may be
read with the picture as an extra level. So a unit at a known picture is weaker evidence of what stands there
than one elsewhere, and that nothing stands there is never unlikely; the rest of the table decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from arbiter.table.scoring import Reader
from arbiter.table.stack_scoring import Stack, about_deg, count_log, upright_log, ways_to_show
from engine.notation import format_pieces, parse_pieces
from engine.pieces import Piece
from vision.track.summing import SIZES, LevelEvidence, Unit

PICTURE_MM = 10.0
"""A picture is seen within this distance of its place, as its apparent shape and centre vary."""
LOG_KNOWN, LOG_MOODY = -0.3, -1.5
"""A picture that looks as before, and one that looks different."""
LOG_ON = 1.5
"""The most evidence for a pyramid on a picture, if every level looks right."""
LOG_MISREAD = -4.0
"""The most evidence of one level against a pyramid on a picture, which is easily misread."""
LOG_MISSIZED = -1.5
"""The most that an apparent size counts against it: print around its foot changes how large it looks."""
LOG_COUNT = -1.2
"""The most evidence of a number of levels, or of a posture, against it."""


@dataclass(frozen=True)
class Picture:
    """A picture on a card: its place (mm), and the pyramids that its top has been read as."""

    x_mm: float
    y_mm: float
    looks: tuple[Piece, ...]

    def shows(self, unit: Unit) -> bool:
        """Whether a unit is at the picture's place."""
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
    """Log ratio of a unit being only this picture."""
    return LOG_KNOWN if reader.best(unit) in picture.looks else LOG_MOODY


def on_picture_log(reader: Reader, unit: Unit, stack: Stack) -> float:
    """Log ratio of a unit at a picture being the (non-empty) ``stack`` on it, perhaps above the picture."""
    sizes, colours = tuple(piece.size for piece in stack), tuple(piece.colour for piece in stack)
    ways = (
        math.log(weight)
        + max(LOG_COUNT, count_log(unit.p_levels, len(shown)))
        + _levels_log(reader, unit, tuple(stack[k] for k in shown))
        for shown, weight in ways_to_show(sizes, colours, about_deg(unit))
    )
    return LOG_ON + max(ways) + max(LOG_COUNT, upright_log(unit))


def _levels_log(reader: Reader, unit: Unit, shown: Stack) -> float:
    """How much worse the upper levels fit the pieces that show than their best pieces."""
    pairs = zip(unit.levels, shown, strict=False)
    return sum(_level_log(reader, level, piece) for level, piece in pairs)


def _level_log(reader: Reader, level: LevelEvidence, piece: Piece) -> float:
    """The same for one level."""
    if piece.colour not in reader.palette:
        return LOG_MISREAD
    colour = float(level.colour[reader.palette.index(piece.colour)] - level.colour.max())
    size = float(level.size[SIZES.index(piece.size)] - level.size.max())
    return max(LOG_MISREAD, colour + max(LOG_MISSIZED, size))


def missized(reader: Reader, unit: Unit, stack: Stack) -> bool:
    """Whether the top of a stack on a picture looks like another size."""
    size = unit.levels[0].size
    return bool(stack) and float(size[SIZES.index(stack[-1].size)] - size.max()) < LOG_MISSIZED


def with_looks(pictures: Sequence[Picture], units: Sequence[Unit], reader: Reader) -> tuple[Picture, ...]:
    """The pictures, extended by these units, none of which is a pyramid."""
    found = list(pictures)
    for unit in units:
        kind, known = reader.best(unit), picture_at(found, unit)
        if known is None:
            found.append(Picture(round(unit.x_mm, 1), round(unit.y_mm, 1), (kind,)))
        elif kind not in known.looks:
            found[found.index(known)] = replace(known, looks=(*known.looks, kind))
    return tuple(found)
