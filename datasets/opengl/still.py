"""Random tables drawn by the second renderer, labelled like the pictures of the first.

The tables are those of ``datasets.scene.sampling``; meshes, plastic, light and shading are this renderer's
own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from datasets.opengl.meshes import Mesh, pyramid
from datasets.opengl.renderer import (
    CLOTH,
    PLASTIC,
    RGB,
    SKIN,
    Paint,
    Print,
    Renderer,
    Room,
    directions,
    radiance,
)
from datasets.opengl.stage import WALLS, marker_print, sheet_print
from datasets.picture.labels import label
from datasets.picture.lens import WINDOW, bent, shot, straight
from datasets.picture.sensor import photographed, sensor
from datasets.scene.sampling import STEEP, window_scene
from datasets.scene.scenes import Block, Light, Scene, Unit, View, unit_transform
from datasets.scene.solids import turn_z
from engine.pieces import OPAQUE, Colour

PASSES = 8
LARGEST = WINDOW[0] * 21 // 20, WINDOW[1] * 21 // 20
"""Size of the drawing, px: the picture and the margin that lens distortion needs."""
PAPER = (232 / 255) ** 2.2
"""Reflectance of the markers' paper, linear."""
ROUND = 0.8
"""A corner is smooth where a face's normal and the corner's mean normal have at least this cosine."""
OWN_WALLS = 0.4
"""Share of tables with this renderer's own plastic colours instead of the first renderer's."""


class Stills:
    """Draws numbered pictures; create one per process."""

    def __init__(self) -> None:
        self._renderer = Renderer(*LARGEST, PASSES)

    def picture(
        self, seed: int, held_out: bool = False, kind: str | None = None
    ) -> tuple[np.ndarray, dict[str, object]]:
        """One random picture (480,640,3) uint8 BGR and its label; both depend on the arguments only."""
        rng = np.random.default_rng(seed)
        taken = shot(rng, STEEP.get(kind, 0.0))
        scene = window_scene(rng, taken.view, held_out, kind)
        room = room_of(scene.light, rng)
        plain, places = straight(taken.view)
        clean = drawn_of(self._renderer, scene, room, plain, rng)
        white = white_paper(room)
        camera = sensor(rng, white)
        shown = photographed(rng, camera, bent(clean, places), taken.from_middle)
        white_bgr = camera.tone(white)[::-1] * 255
        return shown, label(scene, taken.view, white_bgr, f"{seed:06d}.jpg", taken.source)


def drawn_of(
    renderer: Renderer, scene: Scene, room: Room, view: View, rng: np.random.Generator
) -> np.ndarray:
    """Linear RGB light (h,w,3) of a scene in a view without distortion, at most ``LARGEST`` in size."""
    whole = replace(view, width=renderer.size[0], height=renderer.size[1])
    light = renderer.render(whole, room, list(_prints(scene)), _paints(scene, rng))
    renderer.forget()
    return light[: view.height, : view.width].copy()


def room_of(light: Light, rng: np.random.Generator) -> Room:
    """A room like the first renderer's light: its lamp, the sky's mean colours and its brightest spot."""
    sky = light.sky
    rows = np.linspace(0, 1, len(sky))
    above, beside = sky[rows < 0.25].mean((0, 1)), sky[(rows > 0.25) & (rows < 0.5)].mean((0, 1))
    place = np.unravel_index(int(sky[: len(sky) // 2].sum(-1).argmax()), sky.shape[:2])
    turn, tilt = (
        2 * math.pi * (place[1] + 0.5) / sky.shape[1],
        max(math.pi * (place[0] + 0.5) / len(sky), 0.2),
    )
    ahead = (math.sin(tilt) * math.cos(turn), math.sin(tilt) * math.sin(turn), max(math.cos(tilt), 0.15))
    edge, far = light.lamp_size[0], float(np.linalg.norm(light.lamp_at))
    lamp = np.array(light.lamp_rgb) * (light.lamp_size[0] * light.lamp_size[1]) / far**2 / math.pi
    if lamp.max() < 0.05:  # without a lamp the brightest window acts as one, broad and soft
        place3 = 900.0 * np.array(ahead) + [0, 0, 200]
        lamp, edge = np.array(above) * rng.uniform(0.2, 1.2), float(rng.uniform(300, 900))
        at = (float(place3[0]), float(place3[1]), float(place3[2]))
    else:
        at = light.lamp_at
    return Room(
        lamp_at=at,
        lamp_mm=edge,
        lamp_rgb=_rgb(lamp),
        ceiling_rgb=_rgb(0.5 * above),
        wall_rgb=_rgb(0.3 * beside),
        window_dir=ahead,
        window_rgb=_rgb(np.minimum(sky[place], 6.0)),
        bounce_rgb=_rgb(0.25 * beside * rng.uniform(0.3, 1.2)),
        frost=float(rng.uniform(0.03, 0.12) if rng.random() < 0.6 else rng.uniform(0.1, 0.5)),
    )


def white_paper(room: Room) -> np.ndarray:
    """Linear RGB of unshadowed marker paper, (3,): the mean over the sampled directions of light."""
    up, total = np.array([0.0, 0.0, 1.0]), np.zeros(3)
    for number in range(PASSES):
        key, sky = (each / np.linalg.norm(each) for each in directions(room, number, PASSES))
        total += np.array(room.lamp_rgb) * max(float(key @ up), 0.0)
        total += radiance(room, sky) * max(float(sky @ up), 0.0)
    return PAPER * total / PASSES


def _rgb(values: np.ndarray) -> RGB:
    r, g, b = (float(v) for v in values)
    return r, g, b


def _prints(scene: Scene) -> Iterator[Print]:
    """The table's top, mirrored from tile to tile, and all flat things on it."""
    tile, gloss = scene.table_mm / scene.table_repeats, 0.004 + 0.03 * scene.gloss
    for row in range(scene.table_repeats):
        for column in range(scene.table_repeats):
            left, low = column * tile - scene.table_mm / 2, row * tile - scene.table_mm / 2
            xs = (left, left + tile) if column % 2 == 0 else (left + tile, left)
            ys = (low + tile, low) if row % 2 == 0 else (low, low + tile)
            around = ((xs[0], ys[0]), (xs[1], ys[0]), (xs[1], ys[1]), (xs[0], ys[1]))
            yield Print(scene.table, np.array([(x, y, 0.0) for x, y in around]), gloss)
    yield from (marker_print(marker) for marker in scene.markers)
    yield from (sheet_print(sheet, sheet.picture) for sheet in scene.sheets)


def _paints(scene: Scene, rng: np.random.Generator) -> list[Paint]:
    tints: dict[Colour, RGB] = dict(scene.tints)
    if rng.random() < OWN_WALLS:
        powers = {colour: rng.uniform(0.75, 1.3, 3) for colour in WALLS}
        tints |= {colour: _rgb(np.array(rgb) ** powers[colour]) for colour, rgb in WALLS.items()}
    opaque = scene.opaque | OPAQUE
    found = [paint for unit in scene.units for paint in _unit(unit, tints, opaque)]
    return found + [_block(block) for block in scene.blocks]


def _unit(unit: Unit, tints: dict[Colour, RGB], opaque: frozenset[Colour]) -> Iterator[Paint]:
    rotation, shift = unit_transform(unit)
    for placed in unit.pieces:
        colour = placed.piece.colour
        if placed.hidden and unit.pieces[-1].piece.colour in opaque:
            continue
        mesh = pyramid(placed.piece.size).moved(turn_z(placed.yaw_deg), (0, 0, placed.lift_mm + 0.05))
        yield Paint(mesh.moved(rotation, shift), tints[colour], PLASTIC, colour not in opaque)


def _block(block: Block) -> Paint:
    kind = SKIN if block.hand is not None else PLASTIC if block.glass or block.polished else CLOTH
    return Paint(_smooth(*block.mesh), block.rgb, kind, block.glass)


def _smooth(points: np.ndarray, faces: np.ndarray) -> Mesh:
    """A mesh with smooth normals at corners where the faces point in similar directions."""
    corners = np.asarray(points, float)[faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    long = np.linalg.norm(across, axis=1, keepdims=True)
    flat = np.where(long > 1e-9, across / np.maximum(long, 1e-9), [0.0, 0.0, 1.0])
    means = np.zeros(np.shape(points))
    np.add.at(means, faces.ravel(), np.repeat(across, 3, axis=0))
    means /= np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9)
    own, shared = np.repeat(flat[:, None], 3, axis=1), means[faces]
    round_there = (own * shared).sum(-1, keepdims=True) > ROUND
    return Mesh(corners, np.where(round_there, shared, own), np.ones(corners.shape[:2]))
