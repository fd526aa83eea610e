"""Tables of Nickel, Logistics and Sanctum during play, and tables with nests.

Like those of ``datasets.scene.sampling``, every function lays out one table around ``centre`` (2,) mm,
randomly rotated.
"""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from datasets.scene.piles import draw_piece, palette, radius_of, spaced, tree, turned_upright
from datasets.scene.prints import CARD_MM, INK, card_back, card_face, grid_board, legend_strip
from datasets.scene.scenes import Block, Layout, Sheet, Unit, flat, upright
from datasets.scene.tokens import tokens
from engine.pieces import Colour, Piece, Size

TURNS_DEG = (0.0, 90.0, 180.0, 270.0)


class _Frame:
    """A rotated frame on the table: local mm to table mm."""

    def __init__(self, rng: np.random.Generator, centre: np.ndarray, shake_mm: float = 0.0) -> None:
        self.turn_deg = float(rng.choice([*TURNS_DEG, rng.uniform(0, 360)]))
        self._cos, self._sin = (f(math.radians(self.turn_deg)) for f in (math.cos, math.sin))
        self._at = centre[:2] + rng.normal(0, shake_mm + 1e-9, 2)

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        return (
            float(self._at[0] + self._cos * x - self._sin * y),
            float(self._at[1] + self._sin * x + self._cos * y),
        )


def nickel(rng: np.random.Generator, centre: np.ndarray, radius_mm: float, held_out: bool = False) -> Layout:
    """Nickel (N1): 25 pyramids, five colours in five orientations; some are replaced by tokens, and up to
    five of these lie beside the board."""
    frame, pitch = _Frame(rng, centre, 0.15 * radius_mm), float(rng.uniform(29, 44))
    colours = rng.permutation(np.array(palette(rng), dtype=object))[:5]
    size = Size.MEDIUM if pitch > 38 and rng.random() < 0.2 else Size.SMALL
    kinds = list(product(colours, range(5)))
    order, untidy = rng.permutation(len(kinds)), float(rng.choice([2.0, 6.0, 14.0]))
    played = int(rng.choice([0, 0, rng.integers(1, 8), rng.integers(8, 16)]))
    stones, units, blocks = tokens(rng), list[Unit](), list[Block]()

    def put(kind: int, x: float, y: float) -> None:
        colour, way = kinds[kind]
        heading = (frame.turn_deg + 90 * way + rng.normal(0, untidy)) % 360
        piece = (Piece(size, colour),)
        units.append(flat(x, y, piece, heading) if way < 4 else upright(x, y, piece, heading % 90))

    for square, kind in enumerate(order):
        at = frame((square % 5 - 2) * pitch, (square // 5 - 2) * pitch)
        if square in order[:played]:
            blocks.append(stones.at(rng, *at, int(square) % 2))
        else:
            put(int(kind), at[0] + rng.normal(0, 1.2), at[1] + rng.normal(0, 1.2))
    side = float(rng.choice([-1, 1]))
    for k in range(min(played, 5)):
        gone = int(order[int(order[k])])
        put(gone, *frame((k - 2) * 34 + rng.normal(0, 2), side * (3.1 * pitch + 14 + rng.normal(0, 3))))
    sheets: tuple[Sheet, ...] = ()
    if rng.random() < 0.8:
        picture = grid_board(rng, 5, pitch, held_out)
        edge = picture.shape[0] / 2.0
        sheets = (Sheet(picture, *frame(0, 0), edge, edge, frame.turn_deg),)
    return Layout(tuple(units), sheets, tuple(blocks))


def sown_stack(rng: np.random.Generator, colours: tuple[Colour, ...]) -> tuple[Piece, ...]:
    """A card's pieces after sowing, bottom to top: none, a few, trees, nests; up to seven."""
    kind = rng.choice(["none", "loose", "tree", "nest"], p=[0.14, 0.5, 0.18, 0.18])
    if kind == "none":
        return ()
    under = tuple(draw_piece(rng, colours) for _ in range(int(rng.integers(0, 4))))
    if kind == "loose":
        return (*under, draw_piece(rng, colours))
    if kind == "tree":
        return (*under, *tree(rng, colours))
    inner = (draw_piece(rng, colours, Size.SMALL), draw_piece(rng, colours, Size.MEDIUM))
    return (*under[: int(rng.integers(0, 3))], *inner, draw_piece(rng, colours, Size.LARGE))


def logistics(
    rng: np.random.Generator, centre: np.ndarray, radius_mm: float, held_out: bool = False
) -> Layout:
    """Logistics: two rows of three to ten cards with stacks, each with a turned vault card and a stock."""
    frame, colours = _Frame(rng, centre, 0.2 * radius_mm), palette(rng)[:5]
    cards = int(rng.choice([3, 4, rng.integers(5, 11)], p=[0.25, 0.5, 0.25]))
    lying = bool(rng.random() < 0.2)
    wide, high = CARD_MM[::-1] if lying else CARD_MM
    pitch, rows = wide + rng.uniform(3, 18), (high + rng.uniform(4, 40)) / 2
    faces = bool(rng.random() < 0.5)
    back = card_back(rng, held_out)
    pictures = [card_face(rng, held_out) if faces else back for _ in range(4)]
    units, sheets = list[Unit](), list[Sheet]()

    def card(x: float, y: float, turn: float, picture: np.ndarray) -> None:
        angle = (frame.turn_deg + turn + rng.normal(0, 2.5)) % 360
        sheets.append(Sheet(picture, *frame(x, y), *CARD_MM, angle, 0.25 + 0.03 * len(sheets)))

    for side in (-1, 1):
        for k in range(cards):
            x, y = (k - (cards - 1) / 2) * pitch + rng.normal(0, 1.5), side * rows
            card(x, y, 90 if lying else 0, pictures[k % 4])
            pieces = sown_stack(rng, colours)
            if pieces:
                units.append(turned_upright(rng, *frame(x + rng.normal(0, 5), y + rng.normal(0, 7)), pieces))
        vault = -side * ((cards + 1) / 2 * pitch + 18)
        card(vault, side * rows, 0 if lying else 90, back)
        for _ in range(int(rng.integers(0, 7))):
            spot = frame(vault + rng.uniform(-34, 34), side * rows + rng.uniform(-22, 22))
            spaced(units, turned_upright(rng, *spot, _captured(rng, colours)))
        units += _stock(rng, frame, colours, cards * pitch / 2, side * (rows + high / 2 + 26))
    return Layout(tuple(units), tuple(sheets))


def _captured(rng: np.random.Generator, colours: tuple[Colour, ...]) -> tuple[Piece, ...]:
    return tree(rng, colours) if rng.random() < 0.35 else (draw_piece(rng, colours),)


def _stock(
    rng: np.random.Generator, frame: _Frame, colours: tuple[Colour, ...], reach: float, y: float
) -> list[Unit]:
    """A player's stock: trees or single pieces along the edge, a few of them lying."""
    units = list[Unit]()
    trees = rng.random() < 0.5
    for x in np.arange(-reach, reach, float(rng.uniform(27, 45))):
        if rng.random() < 0.35:
            continue
        at = frame(x + rng.normal(0, 2), y + rng.normal(0, 6))
        if rng.random() < 0.12:
            spaced(units, flat(*at, (draw_piece(rng, colours),), float(rng.uniform(0, 360))))
        else:
            spaced(units, turned_upright(rng, *at, tree(rng, colours) if trees else _captured(rng, colours)))
    return units


INKS = {
    Colour.RED: (190.0, 25.0, 30.0),
    Colour.BLACK: INK,
    Colour.BLUE: (30.0, 55.0, 170.0),
    Colour.GREEN: (25.0, 120.0, 55.0),
    Colour.YELLOW: (240.0, 195.0, 30.0),
}
"""sRGB of card pips that look like a pyramid's colour."""


def sown(rng: np.random.Generator, centre: np.ndarray, radius_mm: float, held_out: bool = False) -> Layout:
    """Cards with pips in a pyramid's colour, each with up to three pieces, mostly small ones in this colour.

    In the other tables such pieces are rare, and they look like one pip more.
    """
    frame, others, units, sheets = _Frame(rng, centre, 10.0), palette(rng), list[Unit](), list[Sheet]()
    wide, high = np.add(CARD_MM, rng.uniform(2, 20, 2))
    for column, row in product(range(-3, 4), range(-2, 3)):
        x, y = column * wide + rng.normal(0, 2), row * high + rng.normal(0, 2)
        if max(abs(x), abs(y)) > radius_mm + CARD_MM[1] / 2:
            continue
        colour = tuple(INKS)[int(rng.choice(len(INKS), p=[0.4, 0.3, 0.1, 0.1, 0.1]))]
        ink = np.clip(np.array(INKS[colour]) + rng.normal(0, 14, 3), 15, 250)
        face = card_face(rng, held_out, (float(ink[0]), float(ink[1]), float(ink[2])))
        turn = (frame.turn_deg + float(rng.choice(TURNS_DEG[::2])) + rng.normal(0, 2.5)) % 360
        sheets.append(Sheet(face, *frame(x, y), *CARD_MM, turn, 0.25 + 0.03 * len(sheets)))
        for _ in range(int(rng.choice(4, p=[0.2, 0.4, 0.25, 0.15]))):
            spot = frame(x + rng.uniform(-24, 24), y + rng.uniform(-34, 34))
            size = Size(int(rng.choice([1, 2, 3], p=[0.6, 0.25, 0.15])))
            low = draw_piece(rng, (colour,) if rng.random() < 0.65 else others, size)
            pieces = (low,) if rng.random() < 0.7 else (low, draw_piece(rng, (colour, *others), Size.SMALL))
            spaced(units, turned_upright(rng, *spot, pieces), 2)
    return Layout(tuple(units), tuple(sheets))


def sanctum(rng: np.random.Generator, centre: np.ndarray, radius_mm: float, held_out: bool = False) -> Layout:
    """Structures between cards and counters, red, blue and neutral, and sometimes a legend row (S1)."""
    frame, colours = _Frame(rng, centre), palette(rng)
    others = tuple(c for c in colours if c not in (Colour.RED, Colour.BLUE))
    sheets, blocks, units = list[Sheet](), list[Block](), list[Unit]()
    faces = [card_face(rng, held_out) if rng.random() < 0.6 else card_back(rng, held_out) for _ in range(5)]
    for k in range(int(rng.integers(5, 13))):
        spot = frame(rng.uniform(-1.2, 1.2) * radius_mm, rng.uniform(-1.2, 1.2) * radius_mm)
        turn = (frame.turn_deg + float(rng.choice(TURNS_DEG)) + rng.normal(0, 6)) % 360
        sheets.append(Sheet(faces[k % 5], *spot, *CARD_MM, turn, 0.25 + 0.03 * k))
    for _ in range(int(rng.integers(8, 19))):
        owner = (Colour.RED, Colour.BLUE, others[int(rng.integers(len(others)))])[int(rng.integers(3))]
        pieces: tuple[Piece, ...] = (draw_piece(rng, (owner,)),)
        if rng.random() < 0.25:
            pieces = (draw_piece(rng, (owner,), Size.LARGE), draw_piece(rng, (owner,)))
        spot = frame(*(rng.uniform(-1, 1, 2) * radius_mm))
        spaced(units, turned_upright(rng, *spot, pieces), 3)
    counters = tokens(rng), tokens(rng)
    for k in range(int(rng.integers(4, 16))):
        x, y = frame(*(rng.uniform(-1.1, 1.1, 2) * radius_mm))
        if all(math.hypot(x - u.x_mm, y - u.y_mm) > radius_of(u) + 11 for u in units):
            blocks.append(counters[k % 2].at(rng, x, y, k // 2 % 2))
    return Layout(tuple(units), tuple(sheets), tuple(blocks))


def nests(rng: np.random.Generator, centre: np.ndarray, radius_mm: float, held_out: bool = False) -> Layout:
    """Pieces put over smaller ones, trees, and single pieces that look like either."""
    colours, units = palette(rng), list[Unit]()
    for _ in range(90):
        x, y = centre[:2] + radius_mm * rng.uniform(-1, 1, 2)
        kind, pieces = (
            rng.choice(["two", "three", "tree", "one"], p=[0.42, 0.2, 0.18, 0.2]),
            tree(rng, colours),
        )
        if kind == "two":
            outer = Size(int(rng.integers(2, 4)))
            inner = draw_piece(rng, colours, Size(int(rng.integers(1, int(outer)))))
            pieces = (inner, draw_piece(rng, colours, outer))
        elif kind == "three":
            pieces = pieces[::-1]
        elif kind == "one":
            pieces = (draw_piece(rng, colours),)
        spaced(units, turned_upright(rng, x, y, pieces), 2)
        if len(units) == 20:
            break
    return Layout(tuple(units))


def legend(rng: np.random.Generator, centre: np.ndarray, radius_mm: float, units: tuple[Unit, ...]) -> Layout:
    """One piece of every colour in a row, sometimes on a strip of paper with the names; may not fit."""
    frame, colours = _Frame(rng, centre), palette(rng)
    size, pitch = Size(int(rng.integers(1, 4))), float(rng.uniform(30, 42))
    side, kept = float(rng.choice([-1, 1])) * radius_mm * rng.uniform(0.55, 0.95), list(units)
    row = [
        turned_upright(rng, *frame((k - len(colours) / 2) * pitch, side), (Piece(size, c),))
        for k, c in enumerate(colours)
    ]
    if not all(spaced(kept, unit, 4) for unit in row):
        return Layout(())
    if rng.random() < 0.5:
        return Layout(tuple(row))
    wide, high = len(colours) * pitch, 46.0
    picture = legend_strip(rng, wide, high, len(colours))
    strip = Sheet(picture, *frame(-pitch / 2, side - 8), wide, high, frame.turn_deg)
    return Layout(tuple(row), (strip,))
