"""How the players' stones look: which player's stone lies on a square, or whether one does.

Stones are no pyramids, so they are not detected; but their colour shows, and it is learnt from those that
have been placed. Scores are log likelihoods relative to the best that anything at the place could have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from arbiter.games.nickel.board_grid import Grid
from engine.game import Seat
from engine.nickel.model import SIDE, SQUARES
from engine.pieces import Colour
from vision.colour.colours import BETWEEN, USUAL, WITHIN
from vision.observation import Lab, Tints

SPREAD = np.array([8.0, 5.0, 5.0])
"""Standard deviations of the colour (L*, a*, b*) of one player's stones over a board: highlights, shadows."""
LOG_OTHER, LOG_UNKNOWN = -6.0, -3.0
"""The least score of a stone that looks unlike all others of its player, and that of a player's first one."""
LOG_COVERED = -4.0
"""A pyramid is still on the square though what shows there looks like a stone."""
LIKE = -2.0
"""Something with a higher score looks like a player's stones."""
OFF_CENTRE = 0.12
"""How far from the centre of a square (in sides) its colour is measured, too: stones are put down anyhow."""


def looks_at(grid: Grid, square: str, tints: Tints) -> tuple[Lab, ...]:
    """The colours around the middle of a square; empty unless all are in the picture."""
    index = SQUARES.index(square)
    x_mm, y_mm = grid.place(index % SIDE, index // SIDE)
    step = OFF_CENTRE * grid.pitch_mm
    places = [(x_mm, y_mm), *((x_mm + dx, y_mm + dy) for dx, dy in product((-step, step), repeat=2))]
    found = [tints.lab(*place) for place in places]
    return tuple(each for each in found if each is not None) if None not in found else ()


@dataclass(frozen=True)
class Stones:
    """The colours of the stones that each player has placed."""

    known: Mapping[Seat, tuple[Lab, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, placed: Iterable[tuple[Seat, tuple[Lab, ...]]], before: Stones) -> Stones:
        """Learnt from stones with the colours measured on their squares; of players without any as known
        ``before``."""
        found: dict[Seat, list[Lab]] = {}
        for seat, looks in placed:
            found.setdefault(seat, []).append(_middle(looks))
        return cls({**before.known, **{seat: tuple(each) for seat, each in found.items()}})

    def log(self, seat: Seat, looks: tuple[Lab, ...]) -> float:
        """How likely these colours are a stone of this player's rather than of the other's; at most 0."""
        if not looks or not self.known:
            return 0.0
        alike = {each: self._alike(each, looks) for each in Seat}
        return alike[seat] - max(alike.values())

    def covered(self, looks: tuple[Lab, ...], colour: Colour) -> float:
        """How likely a pyramid of this colour still stands, unseen, where these colours show; at most 0."""
        if not looks or not self.known:
            return 0.0
        middle = _middle(looks)
        own = -0.5 * float(((np.array(middle) - USUAL[colour]) ** 2 / (WITHIN + BETWEEN)).sum())
        shows = own < LOG_OTHER and max(self._alike(seat, (middle,)) for seat in self.known) > LIKE
        return LOG_COVERED if shows else 0.0

    def _alike(self, seat: Seat, looks: tuple[Lab, ...]) -> float:
        if seat not in self.known:
            return LOG_UNKNOWN
        apart = (np.array(looks)[:, None] - np.array(self.known[seat])[None]) / SPREAD
        return max(LOG_OTHER, -0.5 * float((apart**2).sum(axis=2).min()))


def _middle(looks: tuple[Lab, ...]) -> Lab:
    """The median of colours."""
    lightness, a, b = np.median(looks, axis=0)
    return float(lightness), float(a), float(b)
