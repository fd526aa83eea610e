"""How well a unit, summed over frames (``vision.track``), fits a piece or a stack."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from engine.pieces import Colour, Piece
from vision.track.summing import FLOOR, SIZES, Unit

POSTURE_WEIGHT = 2.0
"""How many frames' worth of evidence the mean posture counts."""
LOG_FALLEN = math.log(0.01)
"""A piece was knocked over."""
SEEN_THROUGH = tuple(math.log(p) for p in (0.7, 0.1, 0.1, 0.1))
"""A piece over a smaller one is read as itself, in the other's size, in the other's colour, as the other."""
LOG_OVERLOOKED = math.log(0.02)
"""A smaller piece on one of its own colour is not recognised as a piece."""
HIDDEN = 0.85, 0.15
"""A piece over a smaller one is read as one level, as two."""
SWAPPED = 0.01, 0.3
"""Probabilities that of two lying pieces the lower one is read as the upper one: one that is not larger (none
of 24 in the evaluation's pictures of which both colours were read), and a larger one."""
CALL_CONE_DEG = 60.0
"""A flat piece points at the opponent if its heading is within this of straight across."""


def _clip(p: float) -> float:
    return math.log(min(1 - FLOOR, max(FLOOR, p)))


def seen_through(outer: Piece, inner: Piece) -> tuple[tuple[Piece, float], ...]:
    """What a piece over a smaller one may be read as, each with its log probability: most pyramids are
    translucent, so the inner one shows."""
    looks = (outer, outer._replace(size=inner.size), outer._replace(colour=inner.colour), inner)
    return tuple(zip(looks, SEEN_THROUGH, strict=True))


@dataclass(frozen=True, slots=True)
class Reader:
    """Scores units against contents; ``palette`` gives the order of the colour axis."""

    palette: tuple[Colour, ...]

    def level(self, unit: Unit, level: int, piece: Piece) -> float:
        """Log ratio of one visible level being ``piece``; 0 if that level was not read."""
        if level >= len(unit.levels) or piece.colour not in self.palette:
            return 0.0 if level >= len(unit.levels) else -6.0
        seen = unit.levels[level]
        return float(seen.colour[self.palette.index(piece.colour)] + seen.size[SIZES.index(piece.size)])

    def below(self, unit: Unit, piece: Piece) -> float:
        """Log ratio of the second visible level being ``piece``, given that something shows there; 0 if that
        level was not read.

        Agreement on a level's look is no evidence that the level exists: a false one, such as a print at the
        foot of a pyramid, looks alike in all frames.
        """
        if len(unit.levels) < 2:
            return 0.0
        kinds = unit.levels[1].kinds()
        top = float(kinds.max())
        return self.level(unit, 1, piece) - top - math.log(float(np.exp(kinds - top).mean()))

    def upright(self, unit: Unit, pieces: tuple[Piece, ...]) -> float:
        """Log ratio of ``unit`` being ``pieces`` (top to bottom, one or two) standing upright.

        A smaller piece under a larger one is wholly or nearly hidden (readings, "Pieces").
        """
        score = POSTURE_WEIGHT * _clip(unit.p_upright) + self.level(unit, 0, pieces[0])
        if len(pieces) == 1:
            return score + _clip(unit.p_levels[0])
        if pieces[1].size < pieces[0].size:
            alone, both = (math.log(p) + _clip(unit.p_levels[n]) for n, p in enumerate(HIDDEN))
            depth = float(np.logaddexp(alone, both + self.below(unit, pieces[1])))
            shown = [log + self.level(unit, 0, piece) for piece, log in seen_through(*pieces)]
            return score - self.level(unit, 0, pieces[0]) + float(np.logaddexp.reduce(shown)) + depth
        both = score + _clip(unit.p_levels[1]) + self.below(unit, pieces[1])
        if pieces[0].colour is not pieces[1].colour:
            return both
        return float(np.logaddexp(both, LOG_OVERLOOKED + self.upright(unit, pieces[1:])))

    def called(self, unit: Unit, pieces: tuple[Piece, ...], heading_deg: float) -> float:
        """Log ratio of ``unit`` being a call: lying flat, pointing along ``heading_deg`` (I8).

        A sacrifice lies under or inside it (I4), so it may show as a lower level or not at all; a larger one
        over whose tip it lies may also look like the upper level.
        """
        flat = POSTURE_WEIGHT * _clip(1 - unit.p_upright)
        return flat + self._pointing(unit, heading_deg) + self._flat(unit, pieces)

    def lying(self, unit: Unit, pieces: tuple[Piece, ...]) -> float:
        """Log ratio of ``unit`` being ``pieces`` in any posture: they may have been knocked over."""
        fallen = POSTURE_WEIGHT * _clip(1 - unit.p_upright) + self._flat(unit, pieces) + LOG_FALLEN
        return max(self.upright(unit, pieces), fallen)

    def _flat(self, unit: Unit, pieces: tuple[Piece, ...]) -> float:
        """Log ratio of the levels of something flat being ``pieces``; of two, the lower one may not show, or
        look like the upper one."""
        alone = self.level(unit, 0, pieces[0]) + _clip(unit.p_levels[0])
        if len(pieces) == 1:
            return alone
        both = _clip(unit.p_levels[1])
        over = self.level(unit, 0, pieces[0]) + self.below(unit, pieces[1]) + both
        under = self.level(unit, 0, pieces[1]) + self.below(unit, pieces[0]) + both
        swapped = SWAPPED[pieces[1].size > pieces[0].size]
        return max(alone + math.log(0.3), over + math.log(0.7 - swapped), under + math.log(swapped))

    @staticmethod
    def _pointing(unit: Unit, heading_deg: float) -> float:
        if unit.heading_deg is None:
            return math.log(0.5)
        off = abs((unit.heading_deg - heading_deg + 180.0) % 360.0 - 180.0)
        return math.log(2.0) if off <= CALL_CONE_DEG else math.log(0.1)

    def gap(self, unit: Unit, pieces: tuple[Piece, ...]) -> float:
        """How much better the top level fits its likeliest piece than any of ``pieces``."""
        return self.level(unit, 0, self.best(unit)) - max(self.level(unit, 0, piece) for piece in pieces)

    def best(self, unit: Unit, level: int = 0) -> Piece:
        """The likeliest piece at a visible level."""
        seen = unit.levels[level]
        return Piece(SIZES[int(seen.size.argmax())], self.palette[int(seen.colour.argmax())])

    def pieces(self, unit: Unit) -> tuple[Piece, ...]:
        """The likeliest pieces of its visible levels, top to bottom."""
        return tuple(self.best(unit, level) for level in range(len(unit.levels)))
