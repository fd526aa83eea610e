"""Writes POV-Ray's scene description language: vectors, matrices, colours, solids. Millimetres, z up."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from engine.pieces import BASE_MM, HEIGHT_MM, WALL_MM, Size, half_apex_angle

RGB = tuple[float, float, float]


def vector(values: Iterable[float]) -> str:
    """``<x,y,z>``."""
    return "<" + ",".join(f"{float(value):.5g}" for value in values) + ">"


def placed(rotation: np.ndarray, shift: Iterable[float]) -> str:
    """A 3×3 rotation and a shift as POV-Ray's matrix, which acts on row vectors from the right."""
    return "matrix " + vector([*np.asarray(rotation, float).T.ravel(), *shift])


def _sides(half: float, height: float, floor: float) -> str:
    """A solid pyramid as the intersection of five half-spaces; its base is at z = -``floor``."""
    length = math.hypot(height, half)
    planes = [
        f"plane{{{vector((x * height, y * height, half))},{half * height / length:.5g}}}" for x, y in _WAYS
    ]
    return f"intersection{{{''.join(planes)} plane{{-z,{floor:.5g}}}}}"


_WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def hollow_pyramid(size: Size) -> str:
    """A hollow pyramid with its pips, standing on z = 0 about the origin, without a texture."""
    half, height = BASE_MM[size] / 2, HEIGHT_MM[size]
    inside = half - WALL_MM / math.cos(half_apex_angle(size))
    shell = f"difference{{{_sides(half, height, 0)} {_sides(inside, height * inside / half, 1)}}}"
    low, high = vector((-half - 1, -half - 1, -0.1)), vector((half + 1, half + 1, height + 0.1))
    return f"union{{{shell} {_pips(size)} bounded_by{{box{{{low},{high}}}}}"


def _pips(size: Size) -> str:
    """A row of knobs near the foot of every side, one per point."""
    half, count, lean = BASE_MM[size] / 2, int(size), math.tan(half_apex_angle(size))
    found, up = [], 4.0
    for x in (np.arange(count) - (count - 1) / 2) * BASE_MM[size] * 0.18:
        for x1, y1 in (
            (x, -half + up * lean),
            (x, half - up * lean),
            (-half + up * lean, x),
            (half - up * lean, x),
        ):
            found.append(f"sphere{{{vector((x1, y1, up))},0.95}}")
    return " ".join(found)


def rounded_sheet(wide: float, high: float, radius: float, thick: float) -> str:
    """A card about the origin on z = 0, without a texture."""
    w, h = wide / 2, high / 2
    boxes = [
        f"box{{{vector((-a, -b, 0))},{vector((a, b, thick))}}}" for a, b in ((w - radius, h), (w, h - radius))
    ]
    corners = [
        f"cylinder{{{vector((x, y, 0))},{vector((x, y, thick))},{radius}}}"
        for x in (radius - w, w - radius)
        for y in (radius - h, h - radius)
    ]
    return f"union{{{' '.join([*boxes, *corners])}"
