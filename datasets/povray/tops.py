"""Table tops of the third renderer: POV-Ray's own procedural wood, stone and cloth."""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from datasets.povray.sdl import RGB, vector

INCLUDES = ("colors.inc", "textures.inc", "woods.inc", "stones.inc")


def dye(rng: np.random.Generator, pale: bool = False) -> RGB:
    """A linear colour of cloth or paint."""
    strength, light = (
        (rng.uniform(0, 0.2), rng.uniform(0.6, 0.9)) if pale else rng.uniform((0.4, 0.15), (0.9, 0.6))
    )
    return colorsys.hsv_to_rgb(float(rng.uniform()), float(strength), float(light))


def _rgb(colour: RGB, passes: float = 0.0) -> str:
    return f"rgbt {vector((*colour, passes))}"


def wood(rng: np.random.Generator) -> str:
    """Any wood of the include file, with its grain along the table or oblique."""
    turn, size = rng.uniform(0, 180), rng.uniform(30, 110)
    return (
        f"texture{{T_Wood{int(rng.integers(1, 36))} finish{{ambient 0 diffuse 0.75 specular 0.1}} "
        f"rotate y*90 rotate z*{turn:.1f} rotate x*{rng.uniform(1, 4):.2f} scale {size:.1f} "
        f"translate z*{rng.uniform(3, 40):.1f}}}"
    )


def stone(rng: np.random.Generator) -> str:
    """Any stone of the include file, polished."""
    finish = "finish{ambient 0 diffuse 0.7 specular 0.3}"
    return f"texture{{T_Stone{int(rng.integers(1, 25))} {finish} scale {rng.uniform(40, 160):.1f}}}"


def gingham(rng: np.random.Generator) -> str:
    """Bands of one dye in both directions on pale cloth."""
    pale, strong, edge, turn = dye(rng, True), dye(rng), rng.uniform(16, 60), rng.uniform(0, 90)

    def bands(way: str) -> str:
        dyed, bare = _rgb(strong, 0.45), _rgb(strong, 1.0)
        colours = f"color_map{{[0 {dyed}][0.5 {dyed}][0.5 {bare}][1 {bare}]}}"
        return f"texture{{pigment{{gradient {way} {colours} scale {edge:.2f} rotate z*{turn:.1f}}}}}"

    return f"texture{{pigment{{{_rgb(pale)}}}}} {bands('x')} {bands('y')}"


def chequers(rng: np.random.Generator) -> str:
    """Square or hexagonal tiles of two or three tones."""
    size, turn = rng.uniform(20, 80), rng.uniform(0, 90)
    if rng.random() < 0.5:
        pattern = f"checker {_rgb(dye(rng, True))} {_rgb(dye(rng, rng.random() < 0.5))}"
    else:
        pattern = f"hexagon {_rgb(dye(rng, True))} {_rgb(dye(rng, True))} {_rgb(dye(rng))} rotate x*90"
    return f"texture{{pigment{{{pattern} scale {size:.1f} rotate z*{turn:.1f} translate z*0.3}}}}"


def blots(rng: np.random.Generator) -> str:
    """Printed cloth: round blots of several dyes on a pale ground."""
    ground, tones, size = dye(rng, True), [dye(rng) for _ in range(3)], rng.uniform(8, 30)
    steps = [f"[0 {_rgb(ground)}][0.6 {_rgb(ground)}]"]
    for low, high, tone in zip((0.6, 0.66, 0.72), (0.66, 0.72, 1.0), tones, strict=True):
        steps.append(f"[{low} {_rgb(tone)}][{high} {_rgb(tone)}]")
    return f"texture{{pigment{{bozo color_map{{{''.join(steps)}}} scale {size:.1f}}}}}"


def felt(rng: np.random.Generator) -> str:
    """Felt of a games table or a desk in any colour, faintly uneven."""
    colour = dye(rng)
    other = tuple(0.8 * part for part in colour)
    tones = f"color_map{{[0 {_rgb(colour)}][1 {_rgb(other)}]}}"
    uneven = f"bozo {tones} turbulence 0.5 scale {rng.uniform(60, 300):.0f}"
    return f"texture{{pigment{{{uneven}}} normal{{bumps {rng.uniform(0.1, 0.6):.2f} scale 0.9}}}}"


def painted(rng: np.random.Generator) -> str:
    """A painted or laminated board: pale or grey."""
    tone = float(rng.uniform(0.12, 0.85))
    tint = np.array([1, rng.uniform(0.93, 1), rng.uniform(0.8, 1)]) * tone
    tones = f"color_map{{[0 rgb {vector(tint)}][1 rgb {vector(0.94 * tint)}]}}"
    fine = f"bozo {tones} scale {rng.uniform(2, 80):.1f}"
    return f"texture{{pigment{{{fine}}} finish{{specular {rng.uniform(0, 0.4):.2f} roughness 0.02}}}}"


TOPS: Mapping[str, Callable[[np.random.Generator], str]] = MappingProxyType(
    {each.__name__: each for each in (wood, stone, gingham, chequers, blots, felt, painted)}
)
