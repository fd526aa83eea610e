"""Things on a table besides the game: cards, papers, mats, phones, dice, mugs, pens and hands."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from datasets.scene import prints
from datasets.scene.hand import hand_and_sleeve
from datasets.scene.piles import radius_of
from datasets.scene.scenes import Block, Layout, Sheet
from datasets.scene.solids import Mesh, box, moved, revolved, turn_z
from datasets.scene.tokens import tokens

RGB = tuple[float, float, float]

SKINS: tuple[RGB, ...] = (
    (0.60, 0.36, 0.26),
    (0.48, 0.27, 0.18),
    (0.33, 0.18, 0.11),
    (0.17, 0.09, 0.055),
    (0.68, 0.45, 0.36),
)

HANDFULS = 0.25
"""Share of tables that have tokens of one kind scattered among the pieces."""


def _solid(name: str) -> tuple[Mesh, float]:
    """The mesh of a thing about the origin, and its radius (mm)."""
    things = {
        "die": (box(16, 16, 16), 12.0),
        "stone": (revolved([(0.1, 0), (8, 0.5), (9, 3), (6, 6), (0.1, 7)]), 10.0),
        "coin": (revolved([(0.1, 0), (11, 0), (11, 2), (0.1, 2)]), 12.0),
        "pen": (box(9, 140, 8), 72.0),
        "phone": (box(75, 150, 8), 85.0),
        "mug": (revolved([(0.1, 0), (38, 0), (41, 95), (38, 95), (36, 10), (0.1, 10)]), 42.0),
        "cup": (revolved([(0.1, 0), (30, 0), (34, 70), (32, 70), (28, 6), (0.1, 6)]), 36.0),
    }
    return things[name]


def _flat_thing(rng: np.random.Generator, x: float, y: float, z: float, held_out: bool) -> Sheet:
    """A card, a paper or a patterned mat (no mats in evaluation); pieces may stand on it."""
    shares = [0.5, 0.5, 0.0] if held_out else [0.5, 0.3, 0.2]
    turn, kind = float(rng.uniform(0, 360)), rng.choice(["card", "paper", "mat"], p=shares)
    if kind == "card":
        face = (prints.card_face if rng.random() < 0.6 else prints.card_back)(rng, held_out)
        return Sheet(face, x, y, *prints.CARD_MM, turn, z)
    size = float(rng.uniform(70, 210)), float(rng.uniform(70, 210))
    picture = prints.paper(rng, *size, held_out) if kind == "paper" else prints.mat(rng, *size)
    return Sheet(picture, x, y, *size, turn, z)


def clutter(
    rng: np.random.Generator, centre: np.ndarray, radius_mm: float, laid: Layout, held_out: bool = False
) -> Layout:
    """Cards, papers and mats anywhere, also under pieces; solid things where there is room."""
    sheets, blocks = list[Sheet](), list[Block]()
    for k in range(int(rng.choice([0, 1, 2, 4], p=[0.5, 0.25, 0.15, 0.1]))):
        spot = centre[:2] + radius_mm * rng.uniform(-1.1, 1.1, 2)
        sheets.append(_flat_thing(rng, float(spot[0]), float(spot[1]), 0.05 + 0.04 * k, held_out))
    for _ in range(int(rng.choice([0, 0, 1, 2, 4]))):
        kinds = ["stone", "die", "mug", "cup", "pen", "phone", "coin"]
        kind = str(rng.choice(kinds, p=[0.25, 0.2, 0.1, 0.08, 0.13, 0.12, 0.12]))
        rgb = tuple(float(v) for v in rng.uniform(0.02, 0.8, 3) * rng.choice([0.2, 1]))
        mesh, reach = _solid(kind)
        turn, angle = float(rng.uniform(0, 360)), rng.uniform(0, 2 * math.pi)
        far = radius_mm * math.sqrt(rng.uniform(0.1, 1.2))
        x, y = centre[0] + far * math.cos(angle), centre[1] + far * math.sin(angle)
        if any(math.hypot(x - u.x_mm, y - u.y_mm) <= reach + radius_of(u) for u in laid.units):
            continue
        glass = kind in ("stone", "die") and bool(rng.random() < 0.4)
        polished = not glass and kind != "phone" and bool(rng.random() < 0.4)
        blocks.append(Block(moved(mesh, turn_z(turn), (x, y, 0.4)), rgb, None, glass, polished))
        if kind == "phone":
            sheets.append(Sheet(prints.screen(rng, 71, 146), x, y, 71, 146, turn, 8.5))
    return Layout((), tuple(sheets), (*blocks, *_handful(rng, centre, radius_mm, laid)))


def _handful(rng: np.random.Generator, centre: np.ndarray, radius_mm: float, laid: Layout) -> Iterator[Block]:
    """Sometimes tokens of one kind, in the free places."""
    if rng.random() > HANDFULS:
        return
    kind = tokens(rng)
    for k in range(int(rng.integers(3, 16))):
        x, y = centre[:2] + radius_mm * rng.uniform(-1, 1, 2)
        if all(math.hypot(x - u.x_mm, y - u.y_mm) > radius_of(u) + kind.reach_mm for u in laid.units):
            yield kind.at(rng, float(x), float(y), k % 2)


def _holds(block: Block, point: np.ndarray, room_mm: float = 40.0) -> bool:
    """Whether the point lies in or near the block."""
    vertices = block.mesh[0]
    low, high = vertices.min(0) - room_mm, vertices.max(0) + room_mm
    return bool(((low < point) & (point < high)).all())


def hands(
    rng: np.random.Generator, centre: np.ndarray, radius_mm: float, eye: np.ndarray
) -> tuple[Block, ...]:
    """Up to two hands reaching in at random; never an arm that would contain the camera."""
    blocks: list[Block] = []
    for number in range(int(rng.choice([0, 1, 2], p=[0.6, 0.33, 0.07]))):
        pose = str(rng.choice(["pinch", "resting"], p=[0.7, 0.3]))
        side = rng.uniform(0, 360)
        at = centre[:2] + radius_mm * rng.uniform(-0.8, 0.8, 2)
        height = 0.0 if pose == "resting" else float(rng.choice([0, rng.uniform(5, 60)]))
        skin, sleeve = hand_and_sleeve(
            pose, (at[0], at[1], height), side, bool(rng.integers(2)), rng.uniform(4, 35)
        )
        tone = tuple(float(v * rng.uniform(0.85, 1.15)) for v in SKINS[int(rng.integers(len(SKINS)))])
        cuff = tone if rng.random() < 0.3 else tuple(float(v) for v in rng.uniform(0.02, 0.7, 3))
        arm = [Block(skin, tone, number), Block(sleeve, cuff, number)]
        if not any(_holds(block, eye) for block in arm):
            blocks += arm
    return tuple(blocks)
