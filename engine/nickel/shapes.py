"""The shapes that win Nickel: twelve lines (N4) and the L shapes (N5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from engine.nickel.model import SIDE, SQUARES, LShape

Shape = tuple[str, ...]
Cells = tuple[tuple[int, int], ...]

THREE_AND_THREE: Cells = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2))
FOUR_AND_TWO: Cells = ((0, 0), (1, 0), (2, 0), (3, 0), (0, 1))


def _named(cells: Iterable[tuple[int, int]]) -> Shape:
    return tuple(sorted(SQUARES[rank * SIDE + file] for file, rank in cells))


def _lines() -> Iterator[Shape]:
    steps = range(SIDE)
    for fixed in steps:
        yield _named((step, fixed) for step in steps)
        yield _named((fixed, step) for step in steps)
    yield _named((step, step) for step in steps)
    yield _named((step, SIDE - 1 - step) for step in steps)


def _turned(cells: Cells) -> Iterator[Cells]:
    """The eight orientations of a shape, possibly with repetitions."""
    for flipped in (cells, tuple((-x, y) for x, y in cells)):
        turned = flipped
        for _ in range(4):
            yield turned
            turned = tuple((-y, x) for x, y in turned)


def _placements(cells: Cells) -> tuple[Shape, ...]:
    """Every placement of a shape on the board, without repetition."""
    found: dict[Shape, None] = {}
    for turned in _turned(cells):
        for dx in range(SIDE * 2):
            for dy in range(SIDE * 2):
                moved = [(x + dx - SIDE, y + dy - SIDE) for x, y in turned]
                if all(0 <= x < SIDE and 0 <= y < SIDE for x, y in moved):
                    found[_named(moved)] = None
    return tuple(sorted(found))


LINES: tuple[Shape, ...] = tuple(_lines())
L_SHAPES: dict[LShape, tuple[Shape, ...]] = {
    "3+3": _placements(THREE_AND_THREE),
    "4+2": _placements(FOUR_AND_TWO),
    "both": _placements(THREE_AND_THREE) + _placements(FOUR_AND_TWO),
}
SHAPES: dict[LShape, tuple[Shape, ...]] = {name: (*LINES, *shapes) for name, shapes in L_SHAPES.items()}
"""The shapes that win, lines first."""


@cache
def shapes_through(square: str, l_shape: LShape) -> tuple[Shape, ...]:
    """The shapes that a token on a square may complete, lines first."""
    return tuple(shape for shape in SHAPES[l_shape] if square in shape)
