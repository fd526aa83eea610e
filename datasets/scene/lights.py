"""Random light: rooms with windows and lamps, hard sun, the glow of screens. Linear RGB throughout."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from datasets.scene import textures
from datasets.scene.scenes import Light, View

RGB = tuple[float, float, float]

WARMTH: tuple[RGB, ...] = ((1, 0.98, 0.95), (1, 0.82, 0.58), (1, 0.7, 0.42), (0.8, 0.92, 1.1), (1, 0.9, 0.75))


SCREEN: RGB = (0.55, 0.8, 1.35)
OVER_MM = 250.0
"""Height above the camera to which a lamp in its way is moved; enough despite the lamp's tilt."""


def screen_glow(rng: np.random.Generator) -> np.ndarray:
    """A monitor beside the table: a bluish rectangle just above the horizon, linear (32,64,3)."""
    sky = np.zeros((32, 64, 3), np.float32)
    top, left = int(rng.integers(9, 13)), int(rng.integers(0, 52))
    high, wide = int(rng.integers(2, 5)), int(rng.integers(5, 13))
    sky[top : top + high, left : left + wide] = np.array(SCREEN) * rng.uniform(1.5, 6)
    return sky


def _lamp(rng: np.random.Generator, warmth: np.ndarray) -> tuple[tuple[float, ...], float, np.ndarray]:
    """The lamp's place, edge (mm) and radiance: usually off, otherwise a broad lamp, a bulb, or hard sun."""
    kind = rng.choice(["off", "broad", "bulb", "sun"], p=[0.5, 0.22, 0.16, 0.12])
    angle, away, up = rng.uniform(0, 2 * math.pi), rng.uniform(100, 900), rng.uniform(500, 1300)
    edge, lux = float(rng.choice([250, 700, 1300])), rng.uniform(0.3, 1.5)
    if kind == "bulb":
        edge = float(rng.uniform(90, 180))
    elif kind == "sun":
        edge, lux, away, up = float(rng.uniform(40, 110)), rng.uniform(1, 4), rng.uniform(400, 2200), 1700.0
        warmth = np.array([1, 0.95, 0.85])
    reach = math.hypot(away, up)
    radiance = 0.002 if kind == "off" else lux * (reach / edge) ** 2 * (reach / up)
    return (away * math.cos(angle), away * math.sin(angle), up), edge, radiance * warmth


def _lamp_axes(light: Light) -> tuple[np.ndarray, np.ndarray]:
    """The direction from the lamp to the origin, (3,), and the directions of the lamp's two edges, (2,3)."""
    middle = np.array(light.lamp_at, float)
    facing = -middle / np.linalg.norm(middle)
    side = np.cross(facing, [0.01, 1, 0.02])
    side /= np.linalg.norm(side)
    return facing, np.stack([side, np.cross(facing, side)])


def lamp_points(light: Light) -> tuple[np.ndarray, np.ndarray]:
    """Points (8,8,3) mm spread evenly over the lamp, and the direction (3,) of its light."""
    facing, edges = _lamp_axes(light)
    grid = (np.arange(8) + 0.5) / 8 - 0.5
    spots = np.stack(np.meshgrid(grid * light.lamp_size[0], grid * light.lamp_size[1]), -1)
    return np.array(light.lamp_at) + spots @ edges, facing


def _hidden_behind(light: Light, view: View) -> bool:
    """Whether any of 25 lines of sight, spread over the picture, meets the lamp."""
    across, down = np.meshgrid(np.linspace(0, view.width, 5), np.linspace(0, view.height, 5))
    ends = view.straightened(np.stack([across.ravel(), down.ravel()], 1))
    rays = np.column_stack([ends, np.ones(len(ends))]) @ view.rotation
    facing, edges = _lamp_axes(light)
    gap = np.array(light.lamp_at) - view.position
    reach = (gap @ facing) / (rays @ facing)
    off = np.abs((rays * reach[:, None] - gap) @ edges.T)
    return bool(((reach > 0) & (off < np.array(light.lamp_size) / 2).all(1)).any())


def out_of_the_way(light: Light, view: View) -> Light:
    """The light, with the lamp moved above the camera if the picture would show the lamp's dark back.

    It moves farther out along the same line and grows in proportion, so the light at the origin is unchanged.
    """
    if not _hidden_behind(light, view):
        return light
    factor = max(1.0, (float(view.position[2]) + OVER_MM) / light.lamp_at[2])
    at, size = (tuple(factor * v for v in mm) for mm in (light.lamp_at, light.lamp_size))
    return replace(light, lamp_at=at, lamp_size=size)


def light(rng: np.random.Generator) -> Light:
    """Window light, warm lamps, cool monitors: broad lobes in the sky and, about half the time, a lamp."""
    warmth = np.asarray(WARMTH[int(rng.integers(len(WARMTH)))], np.float32)
    sky = textures.sky(rng) * warmth ** rng.uniform(0, 1)
    for _ in range(int(rng.integers(0, 4))):
        sky = sky + textures.lobe(rng) * warmth
    if rng.random() < 0.18:
        sky = sky * rng.uniform(0.15, 1) + screen_glow(rng)
    at, edge, radiance = _lamp(rng, warmth)
    return Light(at, (edge, edge), tuple(float(v) for v in radiance), sky)


def held_out_light(rng: np.random.Generator) -> Light:
    """Rooms for evaluation only: a row of windows, strip lamps, tints between those of training."""
    tint = np.array([1, rng.uniform(0.72, 1.0), rng.uniform(0.5, 1.05)], np.float32)
    away = rng.uniform(-700, 700, 2)
    strip = (1200.0, 250.0) if rng.random() < 0.7 else (260.0, 60.0)  # a ceiling's, or a desk lamp's hard one
    power = float(rng.uniform(0.2, 0.9)) * 1200 * 250 / (strip[0] * strip[1])
    lamp = tuple(float(power * v) for v in tint)
    return Light(
        (float(away[0]), float(away[1]), float(rng.uniform(700, 1500))),
        strip,
        lamp,
        textures.window_row(rng) * tint,
    )
