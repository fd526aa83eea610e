"""Random pieces and stacks for all kinds of tables, and how they are spaced."""

from __future__ import annotations

import math

import numpy as np

from datasets.scene.scenes import Unit, upright
from engine.pieces import BASE_MM, HEIGHT_MM, PALETTES, Colour, Piece, Posture, Size


def palette(rng: np.random.Generator) -> tuple[Colour, ...]:
    """The colours on one table."""
    return PALETTES[str(rng.choice(["rainbow", "xeno", "all"], p=[0.5, 0.15, 0.35]))]


def draw_piece(rng: np.random.Generator, colours: tuple[Colour, ...], size: Size | None = None) -> Piece:
    """A piece in one of the colours; its size is random unless given."""
    return Piece(size or Size(int(rng.integers(1, 4))), colours[int(rng.integers(len(colours)))])


def tree(rng: np.random.Generator, colours: tuple[Colour, ...]) -> tuple[Piece, ...]:
    """Small on medium on large, listed bottom to top; half of the time in one colour."""
    own = (colours[int(rng.integers(len(colours)))],) if rng.random() < 0.5 else colours
    return tuple(draw_piece(rng, own, size) for size in (Size.LARGE, Size.MEDIUM, Size.SMALL))


def pile(rng: np.random.Generator, colours: tuple[Colour, ...]) -> tuple[Piece, ...]:
    """Usually a single piece, else a pair, a tree, an initiative stack or another pile; bottom to top."""
    kind = rng.choice(["one", "two", "tree", "five", "pile"], p=[0.56, 0.2, 0.06, 0.11, 0.07])
    if kind == "one":
        return (draw_piece(rng, colours),)
    if kind == "two":
        return (draw_piece(rng, colours), draw_piece(rng, colours))
    if kind == "tree":
        return tree(rng, colours)
    if kind == "five":
        size = Size(int(rng.integers(1, 4)))
        order = rng.permutation(len(colours))[:5]
        return tuple(Piece(size, colours[int(i)]) for i in order)
    return tuple(draw_piece(rng, colours) for _ in range(int(rng.integers(3, 6))))


def turned_upright(rng: np.random.Generator, x: float, y: float, pieces: tuple[Piece, ...]) -> Unit:
    """The stack at (x, y) mm, randomly rotated, each piece at a slightly different angle."""
    turns = tuple(float(rng.normal(0, 3)) for _ in pieces)
    return upright(x, y, pieces, float(rng.uniform(0, 90)), turns)


def radius_of(unit: Unit) -> float:
    """The approximate radius of a unit, mm."""
    widest = max(BASE_MM[p.piece.size] for p in unit.pieces)
    if unit.posture is Posture.UPRIGHT:
        return widest * 0.62
    return max(p.lift_mm + HEIGHT_MM[p.piece.size] for p in unit.pieces) * 0.52


def spaced(units: list[Unit], unit: Unit, gap_mm: float = 1.0) -> bool:
    """Add the unit if it is at least ``gap_mm`` clear of all others; return whether it was added."""
    clear = all(
        math.hypot(unit.x_mm - o.x_mm, unit.y_mm - o.y_mm) > radius_of(unit) + radius_of(o) + gap_mm
        for o in units
    )
    if clear:
        units.append(unit)
    return clear
