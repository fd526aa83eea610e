"""A simulated table with a reader that misreads a piece for as long as the piece is not moved."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

from engine.initiative.status import OF_A_KIND
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.table_sim import Noise, TableSim, Thing
from vision.observation import LevelReading, UnitObservation

SHARES = (0.6, 3.0, 30.0)
"""How much likelier the wrong label is than the right one: half misread, misread, surely misread."""


@dataclass(frozen=True)
class Eyes:
    """A reader: its noise per frame, and the rates of errors that last until a piece is moved.

    These are a wrong label (``noise.bias``), one level too ``many``, a posture in ``doubt``, and, per step, a
    thing at the rim that is ``none`` of the pieces. With ``misread`` one pyramid looks like another size or
    colour until it is touched.
    """

    noise: Noise
    many: float
    doubt: float
    none: float
    misread: bool = False


GAMES = Eyes(
    Noise(p_right=(0.85, 1.0), wrong=0.004, bias=0.006, drop=0.003, burst=0.001, false=0.002),
    0.005,
    0.01,
    0.02,
)
"""Roughly what ``vision/MODELS.md`` reports for positions of games."""
PICTURES = Eyes(
    Noise(p_right=(0.5, 1.0), wrong=0.02, bias=0.05, drop=0.03, burst=0.002, false=0.01, hidden_shows=0.05),
    0.015, 0.02, 0.05,
)  # fmt: skip
"""Roughly what it reports for the evaluation pictures, each of which shows an unfamiliar table."""
POOR = Eyes(
    Noise(p_right=(0.4, 1.0), wrong=0.03, bias=0.12, drop=0.03, burst=0.004, false=0.02, hidden_shows=0.1),
    0.04, 0.05, 0.15,
)  # fmt: skip
"""Worse than anything measured, to provoke many doubts in few rounds."""

MISREAD = replace(GAMES, misread=True)


class MisreadTable(TableSim):
    """A table on which a misleading look lasts until the piece is moved."""

    eyes: Eyes = GAMES
    misread: Thing | None = None

    def _see(self, thing: Thing) -> UnitObservation:
        own = random.Random(f"{self.seed}/{thing.name}/{thing.x}/{thing.y}")
        noise = self.noise
        self.noise = replace(noise, bias_share=own.choice(SHARES))
        seen = super()._see(thing)
        self.noise = noise
        if thing.name != "stack" and len(seen.levels) == 1 and own.random() < self.eyes.many:
            again = (*seen.levels, *super()._see(thing).levels)
            seen = replace(seen, levels=again, p_levels={n: 0.8 if n == 2 else 0.05 for n in range(1, 6)})
        if len(seen.levels) == 1 and own.random() < self.eyes.doubt:
            seen = replace(seen, p_upright=0.5)
        if thing.name == "none":
            seen = replace(seen, confidence=own.uniform(0.2, 0.9))
        elif thing is self.misread:
            seen = replace(seen, levels=(self._sure_of(thing.lookalikes[0]),))
        return seen

    def mislead(self, dice: random.Random) -> None:
        """Make one pyramid of an inventory look like another that the bag allows (I13)."""
        there = Counter(each for thing in self.things for each in thing.pieces)
        looks = [
            (thing, look)
            for thing in self.things
            if thing.name != "stack"
            for look in _looks_like(thing.pieces[0], self.setup.stack)
            if there[look] < OF_A_KIND
        ]
        thing, look = dice.choice(looks)
        self.misread = thing
        thing.lookalikes = ((look.colour, look.size),)

    def _sure_of(self, look: tuple[Colour, Size]) -> LevelReading:
        return self._level(Piece(look[1], look[0]), look)


def _looks_like(piece: Piece, colours: tuple[Colour, ...]) -> list[Piece]:
    """The pieces of another colour or another size that this piece may look like."""
    found = [Piece(piece.size, colour) for colour in colours if colour is not piece.colour]
    return found + [Piece(size, piece.colour) for size in Size if size is not piece.size]
