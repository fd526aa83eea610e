"""Tables seen by several cameras at once, drawn by the second renderer, with labels for each picture.

Every table has the four markers around its pieces. Each camera has its own lens, sensor and defects. The
cameras stand around the table, no two of them side by side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from datasets.opengl.renderer import Renderer
from datasets.opengl.still import drawn_of, room_of, white_paper
from datasets.picture.labels import label
from datasets.picture.lens import bent, distortion, from_middle, straight
from datasets.picture.sensor import photographed, sensor
from datasets.scene import sampling, textures
from datasets.scene.lights import held_out_light, out_of_the_way
from datasets.scene.piles import radius_of
from datasets.scene.props import clutter, hands
from datasets.scene.scenes import Marker, Scene, Unit, View, look_at

SIZE, PASSES = (1280, 720), 6
RADIUS_MM = 150.0
HALF_MM = 255.0, 170.0
"""The markers' distances from the middle of the table, in x and in y."""
LEAST_APART_DEG = 50.0
LEAST_UNITS = 6


@dataclass(frozen=True, eq=False)
class Seen:
    """One camera's picture (h,w,3) uint8 BGR and its label, as in ``datasets/DATASET.md``."""

    picture: np.ndarray
    label: dict[str, Any]


def cameras(rng: np.random.Generator, count: int) -> tuple[View, ...]:
    """Cameras around the table, at least ``LEAST_APART_DEG`` apart; the first is on near's side."""
    azimuths = [float(rng.normal(-90, 20))]
    while len(azimuths) < count:
        angle = float(rng.uniform(-180, 180))
        if all(abs((angle - each + 180) % 360 - 180) >= LEAST_APART_DEG for each in azimuths):
            azimuths.append(angle)
    return tuple(_camera(rng, azimuth) for azimuth in azimuths)


def _camera(rng: np.random.Generator, azimuth_deg: float) -> View:
    """A webcam or phone that sees the markers, 30 to 62 degrees up."""
    turn, up = math.radians(azimuth_deg), math.radians(rng.uniform(30, 62))
    way = np.array([math.cos(up) * math.cos(turn), math.cos(up) * math.sin(turn), math.sin(up)])
    focal = SIZE[0] / 2 / math.tan(math.radians(rng.uniform(55, 78)) / 2)
    across = rng.uniform(720, 840)
    eye = focal * across / SIZE[0] * way
    view = look_at(eye, np.array([*rng.normal(0, 12, 2), 0.0]), focal, *SIZE, float(rng.normal(0, 3)))
    return replace(view, distortion=distortion(rng, focal, SIZE))


def table(rng: np.random.Generator, views: tuple[View, ...], kind: str) -> Scene:
    """A held-out table of the given kind with its markers, sometimes with a hand over it."""
    middle, units = np.zeros(2), tuple[Unit, ...]()
    while len(units) < LEAST_UNITS:
        laid = sampling.KINDS[kind][0](rng, middle, RADIUS_MM, True)
        units = tuple(unit for unit in laid.units if _inside(unit))
    strewn = clutter(rng, middle, RADIUS_MM, laid, True)
    x, y = HALF_MM
    corners = ((0, -x, -y), (1, x, -y), (2, x, y), (3, -x, y))
    markers = tuple(Marker(n, a, b, float(rng.normal(0, 6))) for n, a, b in corners)
    light = held_out_light(rng)
    for view in views:
        light = out_of_the_way(light, view)
    return Scene(
        kind,
        units,
        markers,
        (*laid.blocks, *strewn.blocks, *hands(rng, middle, RADIUS_MM, views[0].position)),
        textures.table_top(rng, held_out=True),
        float(rng.uniform(1800, 3600)),
        float(rng.choice([0.0, 0.2, 0.6])),
        light,
        1.0,
        sampling.tints(rng),
        sampling.opaque_set(rng),
        sampling.scatter_of(rng),
        3,
        (*strewn.sheets, *laid.sheets),
    )


def _inside(unit: Unit) -> bool:
    """Whether a unit is clear of the markers."""
    room = radius_of(unit) + 30
    return abs(unit.x_mm) < HALF_MM[0] - room and abs(unit.y_mm) < HALF_MM[1] - room


class Around:
    """Draws numbered tables; create one per process."""

    def __init__(self) -> None:
        self._renderer = Renderer(SIZE[0] * 21 // 20, SIZE[1] * 21 // 20, PASSES)

    def pictures(self, seed: int, count: int) -> tuple[Seen, ...]:
        """The pictures that ``count`` cameras take of one table; they depend on the arguments only."""
        rng = np.random.default_rng(seed)
        views = cameras(rng, count)
        scene = table(rng, views, sampling.EVALUATED[seed % len(sampling.EVALUATED)])
        return tuple(self._seen(scene, view, seed, number) for number, view in enumerate(views))

    def _seen(self, scene: Scene, view: View, seed: int, number: int) -> Seen:
        room, rng = room_of(scene.light, np.random.default_rng(seed)), np.random.default_rng([seed, number])
        plain, places = straight(view)
        clean = drawn_of(self._renderer, scene, room, plain, np.random.default_rng(seed))
        white = white_paper(room)
        camera = sensor(rng, white)
        shown = photographed(rng, camera, bent(clean, places), from_middle(*SIZE))
        return Seen(shown, label(scene, view, camera.tone(white)[::-1] * 255, f"{seed:06d}-{number}.jpg"))
