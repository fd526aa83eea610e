"""Tables without markers, seen by a phone: whole pictures, with cards, a sheet of paper, or neither.

They are rendered with ``datasets`` and determined by the seed. A third of the seeds has one to four playing
cards, a third a sheet of A4 or Letter paper, and a third only random props.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from datasets.picture.build import white_paper
from datasets.picture.labels import label
from datasets.picture.lens import from_middle
from datasets.picture.render import Studio
from datasets.picture.sensor import photographed, sensor
from datasets.scene import sampling, textures
from datasets.scene.lights import light, out_of_the_way
from datasets.scene.piles import radius_of
from datasets.scene.scenes import Block, Marker, Scene, Unit, View, look_at
from datasets.scene.solids import Mesh, moved, turn_z

SIZES = ((960, 720), (1024, 576), (720, 960))
CARDS_MM = ((63.0, 88.0), (57.0, 89.0))
PAPERS_MM = ((210.0, 297.0), (215.9, 279.4))
PROPS = ("cards", "paper", "none")
LEAST_UNITS = 5
RADIUS_MM = 150.0
SPP = 6


def plate(width: float, depth: float, corner: float, low: float, high: float) -> Mesh:
    """A flat plate with rounded corners, centred on the origin, from ``low`` to ``high`` mm in height."""
    turns = np.radians(np.arange(0, 360, 90 / 8) + 90 / 16)
    signs = np.stack([np.sign(np.cos(turns)), np.sign(np.sin(turns))], 1)
    middles = signs * (np.array([width, depth]) / 2 - corner)
    ring = middles + corner * np.stack([np.cos(turns), np.sin(turns)], 1)
    count = len(ring)
    vertices = [[x, y, z] for z in (low, high) for x, y in ring] + [[0, 0, high]]
    triangles = []
    for i in range(count):
        j = (i + 1) % count
        triangles += [[i, j, count + j], [i, count + j, count + i], [count + i, count + j, 2 * count]]
    return np.array(vertices, np.float32), np.array(triangles, np.int32)


def card(rng: np.random.Generator, size: tuple[float, float]) -> list[tuple[Mesh, sampling.RGB]]:
    """A playing card centred on the origin: white with a printed back, or the face of a spot card."""
    white = (0.78, 0.77, 0.74)
    parts = [(plate(*size, 3.2, 0.05, 0.35), white)]
    ink: sampling.RGB = ((0.55, 0.03, 0.04), (0.03, 0.07, 0.4), (0.02, 0.02, 0.02))[int(rng.integers(3))]
    if rng.random() < 0.5:
        return [*parts, (plate(size[0] - 9, size[1] - 9, 2.0, 0.3, 0.4), ink)]
    for x in (-13.0, 13.0):
        for y in np.linspace(-28, 28, int(rng.integers(2, 5))):
            parts.append((moved(plate(9, 9, 4.4, 0.3, 0.4), None, (x, float(y), 0)), ink))
    return parts


def paper(rng: np.random.Generator, size: tuple[float, float]) -> list[tuple[Mesh, sampling.RGB]]:
    """A sheet of paper, sometimes with lines of writing."""
    parts = [(plate(*size, 0.05, 0.02, 0.12), (0.8, 0.8, 0.79))]
    for line in range(int(rng.choice([0, 6, 16]))):
        wide = float(rng.uniform(60, size[0] - 40))
        at = (wide / 2 - size[0] / 2 + 18, size[1] / 2 - 25 - 13 * line, 0)
        parts.append((moved(plate(wide, 2.2, 0.3, 0.1, 0.16), None, at), (0.1, 0.1, 0.12)))
    return parts


def props(rng: np.random.Generator, kind: str, view: View) -> tuple[list[Block], list[np.ndarray]]:
    """Cards or paper completely in the view, and their corners (4, 2) mm."""
    blocks: list[Block] = []
    corners: list[np.ndarray] = []
    sizes = CARDS_MM if kind == "cards" else PAPERS_MM
    size = sizes[int(rng.integers(2))]
    wanted = {"cards": int(rng.integers(1, 5)), "paper": 1, "none": 0}[kind]
    for _ in range(200):
        if len(corners) == wanted:
            break
        at, turn = rng.uniform(-RADIUS_MM, RADIUS_MM, 2), turn_z(float(rng.uniform(0, 360)))
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
        here = half @ turn[:2, :2].T + at
        seen = view.project(np.column_stack([here, np.zeros(4)]))
        inside = (seen > 8).all() and (seen < [view.width - 8, view.height - 8]).all()
        apart = all(np.linalg.norm(at - other.mean(0)) > 112 for other in corners)
        if inside and apart:
            corners.append(here)
            parts = card(rng, size) if kind == "cards" else paper(rng, size)
            blocks += [Block(moved(mesh, turn, (*at, 0)), rgb) for mesh, rgb in parts]
    return blocks, corners


def _clear(unit: Unit, corners: list[np.ndarray]) -> bool:
    """Whether a unit stands clear of every card or sheet, with a small margin."""
    at = np.array([[unit.x_mm, unit.y_mm]], np.float32)
    return all(
        cv2.pointPolygonTest(c.astype(np.float32), tuple(map(float, at[0])), True) < -radius_of(unit) - 4
        for c in corners
    )


def phone_view(rng: np.random.Generator) -> View:
    """The view of a phone or webcam held over the table, with a central principal point."""
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    focal = max(width, height) / 2 / math.tan(math.radians(rng.uniform(50, 78)) / 2)
    distance = focal / rng.uniform(1.2, 2.3)
    elevation, azimuth = math.radians(rng.uniform(22, 68)), rng.uniform(0, 2 * math.pi)
    away = np.array([math.cos(azimuth), math.sin(azimuth)]) * math.cos(elevation)
    eye = distance * np.array([*away, math.sin(elevation)])
    return look_at(eye, rng.normal(0, 12, 3) * [1, 1, 0], focal, width, height, float(rng.normal(0, 3)))


def table(rng: np.random.Generator, kind: str, view: View) -> tuple[Scene, list[np.ndarray]]:
    """The scene, with at least LEAST_UNITS units, and the corners of its cards or paper."""
    blocks, corners = props(rng, kind, view)
    solid = corners if kind == "cards" else []
    arrange = sampling.scattered if rng.random() < 0.6 else sampling.in_rows
    units: tuple[Unit, ...] = ()
    while len(units) < LEAST_UNITS:
        units = tuple(u for u in arrange(rng, np.zeros(2), RADIUS_MM).units if _clear(u, solid))
    aside = tuple(Marker(i, 5000.0 + 200 * i, 5000.0, 0.0) for i in range(4))
    top = textures.table_top(rng, held_out=bool(rng.random() < 0.5))
    gloss, tints = float(rng.choice([0.0, 0.2])), sampling.tints(rng)
    return Scene(
        kind, units, aside, tuple(blocks), top, float(rng.uniform(1800, 3600)), gloss,
        out_of_the_way(light(rng), view), 1.0, tints, frozenset(), sampling.scatter_of(rng),
    ), corners  # fmt: skip


def picture(seed: int) -> tuple[np.ndarray, dict]:
    """One picture (H, W, 3) uint8 BGR and its label, like ``datasets.picture.labels``, with ``props``."""
    rng = np.random.default_rng(seed)
    kind = PROPS[seed % len(PROPS)]
    view = phone_view(rng)
    scene, corners = table(rng, kind, view)
    white = white_paper(scene.light, np.zeros(2))
    clean = Studio(scene).clean(view, SPP, seed, float(white.max()))
    camera = sensor(rng, white)
    shown = photographed(rng, camera, clean, from_middle(view.width, view.height))
    labels = label(scene, view, camera.tone(white)[::-1] * 255, f"{seed:06d}.jpg")
    flat = [view.project(np.column_stack([c, np.zeros(4)])).round(2).tolist() for c in corners]
    return shown, labels | {"props": flat}


def write(folder: Path, first_seed: int, count: int) -> Iterator[int]:
    """Write the missing pictures of ``count`` seeds, yielding each seed afterwards."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(first_seed, first_seed + count):
        target = folder / f"{seed:06d}.json"
        if not target.exists():
            shown, labels = picture(seed)
            cv2.imwrite(str(folder / f"{seed:06d}.jpg"), shown, [cv2.IMWRITE_JPEG_QUALITY, 92])
            target.write_text(json.dumps(labels), "utf-8")
            yield seed
