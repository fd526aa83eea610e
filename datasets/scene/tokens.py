"""Tokens: stones, pawns, hemispheres, chips, cubes, marbles and beans; one kind and two colours per table."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from datasets.scene.scenes import Block
from datasets.scene.solids import Mesh, box, moved, revolved, turn_z

RGB = tuple[float, float, float]
PAWN = [(0.1, 0), (7, 0), (7, 2), (4, 6), (3, 14), (5, 16), (5, 20), (0.1, 23)]
STONE = [(0.1, 0), (8, 0.5), (9, 3), (6, 6), (0.1, 7)]
CHIP = [(0.1, 0), (10, 0), (10, 3.2), (0.1, 3.3)]
SHAPES = ("stone", "pawn", "half ball", "chip", "cube", "marble", "bean")
POLISHED = 0.6
"""Share of opaque tokens that are glossy."""
PLAIN: tuple[RGB, ...] = ((0.012, 0.012, 0.014), (0.8, 0.79, 0.76), (0.6, 0.03, 0.04), (0.03, 0.08, 0.5))


@dataclass(frozen=True)
class Tokens:
    """One kind of token: the mesh about the origin, the two players' colours, and its material."""

    mesh: Mesh
    colours: tuple[RGB, RGB]
    glass: bool
    polished: bool
    reach_mm: float

    def at(self, rng: np.random.Generator, x: float, y: float, side: int = 0) -> Block:
        """One of a player's tokens near a place (mm)."""
        spot = (x + rng.normal(0, 1), y + rng.normal(0, 1), 0.5)
        mesh = moved(self.mesh, turn_z(float(rng.uniform(0, 360))), spot)
        return Block(mesh, self.colours[side], None, self.glass, self.polished)


def _arc(radius: float, height: float, steps: int = 8) -> list[tuple[float, float]]:
    """The upper half of an ellipse, from its rim to its top."""
    angles = np.linspace(0, math.pi / 2, steps + 1)
    return [(max(0.1, radius * math.cos(a)), height * math.sin(a)) for a in angles]


def _shape(name: str, size: float) -> Mesh:
    """A token's mesh; ``size`` 1 is the usual size."""
    if name == "cube":
        return box(11 * size, 11 * size, 11 * size)
    if name == "bean":
        mesh = revolved([(0.1, 0), *_arc(7 * size, 6 * size)], 20)
        return moved(mesh, np.diag([1.5, 1.0, 1.0]))
    if name == "marble":
        lower = [(r, 7 - z) for r, z in reversed(_arc(7, 7))]
        return moved(revolved([*lower, *((r, 7 + z) for r, z in _arc(7, 7)[1:])], 20), np.eye(3) * size)
    profiles = {"stone": STONE, "pawn": PAWN, "chip": CHIP, "half ball": [(0.1, 0), *_arc(9, 7)]}
    return moved(revolved(profiles[name], 22), np.eye(3) * size)


def two_colours(rng: np.random.Generator) -> tuple[RGB, RGB]:
    """The two players' colours: black and white or similar, or any two very different ones."""
    if rng.random() < 0.4:
        first, second = rng.choice(len(PLAIN), 2, replace=False)
        return PLAIN[int(first)], PLAIN[int(second)]
    rgb = tuple(float(v) for v in rng.uniform(0.02, 0.85, 3))
    return rgb, tuple(float(1 - v if abs(v - 0.5) > 0.2 else v * 0.3) for v in rgb)  # type: ignore[return-value]


def tokens(rng: np.random.Generator) -> Tokens:
    """Tokens of a random kind."""
    name = SHAPES[int(rng.choice(len(SHAPES), p=[0.24, 0.1, 0.22, 0.14, 0.1, 0.1, 0.1]))]
    mesh = _shape(name, float(rng.uniform(0.75, 1.25)))
    glass = name != "pawn" and bool(rng.random() < 0.45)
    reach = float(np.hypot(mesh[0][:, 0], mesh[0][:, 1]).max())
    return Tokens(mesh, two_colours(rng), glass, not glass and bool(rng.random() < POLISHED), reach)
