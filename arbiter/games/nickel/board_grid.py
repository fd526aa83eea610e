"""A square board in the table frame: the place of each square, and how the board is found by its pieces.

``turn_deg`` is the angle of the board's files (from near to far) against the table's +y, counter-clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.message import Messages

say = Messages("arbiter.games.nickel")

Points = NDArray[np.float64]
"""Places (n, 2) in mm, or in squares from the centre of the board."""

PITCH_MM = (18.0, 90.0)
"""The least and greatest side of a square."""
ON_SQUARE = 0.3
"""A piece is on a square if it is within this share of the side from the centre."""
NEIGHBOURS = 6


@dataclass(frozen=True)
class Grid:
    """``side`` by ``side`` squares of ``pitch_mm`` around the centre ``x_mm``, ``y_mm``."""

    x_mm: float
    y_mm: float
    pitch_mm: float
    turn_deg: float = 0.0
    side: int = 5

    @classmethod
    def of_corners(cls, corners: Sequence[tuple[float, float]], side: int = 5) -> Grid:
        """The board with its outer corners at these places (mm), near left first, then counter-clockwise.

        Raises ``ValueError`` unless it is square within a tenth of its side.
        """
        points = np.asarray(corners, float)
        if points.shape != (4, 2):
            raise ValueError(f"a board has four corners of x and y, not {points.shape}")
        middle = points.mean(axis=0)
        along = ((points[1] - points[0]) + (points[2] - points[3])) / 2
        away = ((points[3] - points[0]) + (points[2] - points[1])) / 2
        long, high = float(np.hypot(*along)), float(np.hypot(*away))
        skew = abs(float(along @ away)) / max(1e-9, long * high)
        if min(long, high) < side * PITCH_MM[0] or abs(long - high) > 0.1 * max(long, high) or skew > 0.1:
            raise ValueError(say("page_no_square"))
        turn = math.degrees(math.atan2(along[1], along[0]))
        return cls(float(middle[0]), float(middle[1]), (long + high) / 2 / side, turn, side)

    def place(self, file: int, rank: int) -> tuple[float, float]:
        """The centre of a square (mm); files count from the left, ranks from near, both from 0."""
        x, y = self._table(np.array([[file, rank]]) - (self.side - 1) / 2)[0]
        return float(x), float(y)

    def _table(self, squares: NDArray[np.floating]) -> Points:
        turn = math.radians(self.turn_deg)
        cos, sin = math.cos(turn), math.sin(turn)
        turned = squares @ np.array([[cos, sin], [-sin, cos]])
        return np.asarray(turned * self.pitch_mm + (self.x_mm, self.y_mm))

    def squares(self, points: Points) -> Points:
        """Places (n, 2) mm as unrounded files and ranks."""
        turn = math.radians(self.turn_deg)
        cos, sin = math.cos(turn), math.sin(turn)
        moved = (np.asarray(points, float).reshape(-1, 2) - (self.x_mm, self.y_mm)) / self.pitch_mm
        return np.asarray(moved @ np.array([[cos, -sin], [sin, cos]]) + (self.side - 1) / 2)

    def moved(self, dx_mm: float, dy_mm: float) -> Grid:
        """The board after being pushed along the table."""
        return Grid(self.x_mm + dx_mm, self.y_mm + dy_mm, self.pitch_mm, self.turn_deg, self.side)

    def to_json(self) -> dict[str, Any]:
        """The board as JSON."""
        return {
            "x_mm": round(self.x_mm, 2),
            "y_mm": round(self.y_mm, 2),
            "pitch_mm": round(self.pitch_mm, 3),
            "turn_deg": round(self.turn_deg, 2),
            "side": self.side,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Grid:
        """The board that `to_json` wrote; raises ``KeyError`` or ``TypeError``."""
        return cls(data["x_mm"], data["y_mm"], data["pitch_mm"], data["turn_deg"], data["side"])


def find_grid(points: Sequence[tuple[float, float]], least: int) -> Grid | None:
    """The board on which most of these places (mm) have squares of their own; ``None`` if fewer than
    ``least``.

    Every piece and each of its nearest neighbours are tried as adjacent squares, and the best guess is
    refined by least squares. Of the four possible orientations, the one nearest to the table's is chosen.
    """
    table = np.asarray(points, float).reshape(-1, 2)
    if len(table) < max(2, least):
        return None
    best: tuple[int, float, Grid] | None = None
    for guess in _guesses(table):
        count, error = _fitting(guess, table)
        if best is None or (count, -error) > (best[0], -best[1]):
            best = count, error, guess
    if best is None or best[0] < least:
        return None
    grid = best[2]
    for _ in range(3):
        grid = _refined(grid, table)
    return grid if _fitting(grid, table)[0] >= least else None


def _guesses(table: Points) -> list[Grid]:
    apart = np.hypot(*(table[:, None] - table[None]).transpose(2, 0, 1))
    found = []
    for i, row in enumerate(apart):
        for j in np.argsort(row, kind="stable")[1 : NEIGHBOURS + 1]:
            if PITCH_MM[0] <= row[j] <= PITCH_MM[1]:
                turn = math.degrees(math.atan2(*(table[j] - table[i])[::-1]))
                turn = (turn + 45.0) % 90.0 - 45.0
                found.append(_around(table, Grid(table[i, 0], table[i, 1], float(row[j]), turn)))
    return found


def _around(table: Points, at: Grid) -> Grid:
    """The board on that lattice whose squares hold most of the places."""
    half = (at.side - 1) / 2
    steps = at.squares(table) - half
    cells = np.rint(steps[np.abs(steps - np.rint(steps)).max(axis=1) < ON_SQUARE]).astype(int)
    cells = cells[np.abs(cells).max(axis=1) < 2 * at.side]
    if not len(cells):
        return at
    taken = np.zeros((5 * at.side, 5 * at.side), int)
    taken[tuple((cells + 2 * at.side).T)] = 1
    windows = np.lib.stride_tricks.sliding_window_view(taken, (at.side, at.side)).sum(axis=(2, 3))
    first = np.array(np.unravel_index(int(windows.argmax()), windows.shape)) - 2 * at.side
    middle = at._table(first[None] + half)[0]
    return Grid(float(middle[0]), float(middle[1]), at.pitch_mm, at.turn_deg, at.side)


def on_squares(grid: Grid, table: Points, reach: float = ON_SQUARE) -> dict[int, tuple[int, int]]:
    """The squares (file, rank) of the places that are on one, by index."""
    steps = grid.squares(table)
    cells = np.rint(steps)
    good = (np.abs(steps - cells).max(axis=1) < reach) & (cells >= 0).all(axis=1)
    good &= (cells < grid.side).all(axis=1)
    return {int(i): (int(cells[i, 0]), int(cells[i, 1])) for i in np.flatnonzero(good)}


def _fitting(grid: Grid, table: Points) -> tuple[int, float]:
    """The number of squares that hold a place, and their total error (in squares)."""
    found = on_squares(grid, table)
    steps = grid.squares(table)
    error = sum(float(np.abs(steps[i] - cell).sum()) for i, cell in found.items())
    return len(set(found.values())), error


def _refined(grid: Grid, table: Points) -> Grid:
    """The board moved, turned and scaled to the best fit of its places."""
    found = on_squares(grid, table)
    half = (grid.side - 1) / 2
    rows, wanted = [], []
    for i, (file, rank) in found.items():
        u, v = file - half, rank - half
        rows += [[1, 0, u, -v], [0, 1, v, u]]
        wanted += [table[i, 0], table[i, 1]]
    x, y, a, b = np.linalg.lstsq(np.array(rows, float), np.array(wanted), rcond=None)[0]
    return Grid(float(x), float(y), math.hypot(a, b), math.degrees(math.atan2(b, a)), grid.side)
