"""Meshes of the second renderer (millimetres, z up): rounded pyramids with pips, glass beads, props.

The triangles of a `Mesh` share no vertices. Every vertex has its normal and the thickness of plastic along a
line of sight there, in units of one wall.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine.pieces import BASE_MM, HEIGHT_MM, WALL_MM, Size, half_apex_angle

FACE, EDGE, INNER, INNER_EDGE, PIP = 1.0, 2.6, 0.25, 1.1, 1.7
"""Thickness, in walls, of a side, a rounded edge, the inside, an inner edge and a pip."""
EDGE_MM, ARC_STEPS = 0.55, 2
PIP_MM, PIP_RISE_MM, PIP_UP_MM = 1.05, 0.45, 3.4


@dataclass(frozen=True)
class Mesh:
    """Triangles: ``points`` and ``normals`` (N,3,3), ``walls`` (N,3)."""

    points: np.ndarray
    normals: np.ndarray
    walls: np.ndarray

    def moved(self, rotation: np.ndarray, offset: np.ndarray | tuple[float, ...]) -> Mesh:
        """The mesh after a 3×3 rotation about the origin and a shift."""
        turn = np.asarray(rotation, float).T
        return Mesh(self.points @ turn + np.asarray(offset), self.normals @ turn, self.walls)


def joined(*meshes: Mesh) -> Mesh:
    """All meshes joined into one."""
    return Mesh(
        *(np.concatenate([getattr(m, name) for m in meshes]) for name in ("points", "normals", "walls"))
    )


def _mesh(points: np.ndarray, normals: np.ndarray | None = None, walls: float = FACE) -> Mesh:
    points = np.asarray(points, float).reshape(-1, 3, 3)
    if normals is None:
        flat = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
        flat /= np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-9)
        normals = np.repeat(flat[:, None], 3, axis=1)
    return Mesh(points, np.asarray(normals, float).reshape(-1, 3, 3), np.full(points.shape[:2], walls))


def _slerp(a: np.ndarray, b: np.ndarray, steps: int) -> np.ndarray:
    """Unit vectors from a to b, (steps+1,3)."""
    angle = math.acos(float(np.clip(a @ b, -1, 1)))
    share = np.linspace(0, 1, steps + 1)[:, None]
    if angle < 1e-6:
        return np.repeat(a[None], steps + 1, 0)
    return (np.sin((1 - share) * angle) * a + np.sin(share * angle) * b) / math.sin(angle)


def _strip(a: np.ndarray, b: np.ndarray, arc: np.ndarray, radius: float, walls: float) -> Mesh:
    """A rounded edge from a to b whose normals run along an arc."""
    corners, normals = [], []
    for n, m in pairwise(arc):
        quad, out = (a + radius * n, b + radius * n, b + radius * m, a + radius * m), (n, n, m, m)
        for order in ((0, 1, 2), (0, 2, 3)):
            corners.append([quad[i] for i in order])
            normals.append([out[i] for i in order])
    return _mesh(np.array(corners), np.array(normals), walls)


def _cap(at: np.ndarray, around: list[np.ndarray], radius: float, walls: float) -> Mesh:
    """A rounded corner: a fan over the normals of the faces around it."""
    top = np.sum(around, axis=0)
    top = top / np.linalg.norm(top)
    corners, normals = [], []
    for n, m in zip(around, [*around[1:], around[0]], strict=True):
        arc = _slerp(n, m, ARC_STEPS)
        for p, q in pairwise(arc):
            corners.append([at + radius * each for each in (top, p, q)])
            normals.append([top, p, q])
    return _mesh(np.array(corners), np.array(normals), walls)


@functools.cache
def pyramid(size: Size) -> Mesh:
    """A hollow pyramid with rounded edges, open below, standing on z = 0 about the origin, with its pips."""
    half, height, tilt = BASE_MM[size] / 2, HEIGHT_MM[size], half_apex_angle(size)
    down, sides = np.array([0, 0, -1.0]), []
    for turn in range(4):
        angle = math.radians(90 * turn - 90)
        sides.append(
            np.array([math.cos(tilt) * math.cos(angle), math.cos(tilt) * math.sin(angle), math.sin(tilt)])
        )
    low = EDGE_MM
    inset = half - EDGE_MM / math.cos(tilt) - low * half / height
    tip = np.array([0, 0, low + inset * height / half])
    base = [np.array([x * inset, y * inset, low]) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    inner = half - WALL_MM / math.cos(tilt)
    hole = [np.array([x * inner, y * inner, 0.0]) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    top = np.array([0, 0, height * inner / half])
    parts = list[Mesh]()
    for i in range(4):
        a, b, n, before = base[i], base[(i + 1) % 4], sides[i], sides[i - 1]
        parts.append(_mesh([[p + EDGE_MM * n for p in (a, b, tip)]], [[n] * 3]))
        parts.append(_strip(tip, a, _slerp(before, n, ARC_STEPS), EDGE_MM, EDGE))
        parts.append(_strip(a, b, _slerp(n, down, ARC_STEPS), EDGE_MM, EDGE))
        parts.append(_cap(a, [before, n, down], EDGE_MM, EDGE))
        c, d = hole[i], hole[(i + 1) % 4]
        parts.append(_mesh([[d, c, top]], walls=INNER))
        rim = [p + EDGE_MM * down for p in (a, b)]
        parts.append(_mesh([[rim[1], rim[0], c], [rim[1], c, d]], walls=EDGE))
        parts.append(_seam(c, top, n, before))
        parts.append(_pips(size, i, tilt, half))
    return joined(*parts, _cap(tip, sides, EDGE_MM, EDGE))


def _seam(foot: np.ndarray, top: np.ndarray, n: np.ndarray, m: np.ndarray) -> Mesh:
    """The narrow line along which two inner walls meet."""
    along = (top - foot) / np.linalg.norm(top - foot)
    foot = foot + 0.3 * along
    corners = []
    for wall in (n, m):
        across = np.cross(wall, along)
        across *= 0.5 * math.copysign(1.0, -float(across[:2] @ foot[:2]))
        corners += [[foot, top, foot + across]]
    return _mesh(np.array(corners), walls=INNER_EDGE)


def _pips(size: Size, side: int, tilt: float, half: float) -> Mesh:
    """Round knobs near the foot of a side, as many as the piece's points."""
    turn = math.radians(90 * side)
    spin = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, math.sin(tilt), -math.cos(tilt)], [0, math.cos(tilt), math.sin(tilt)]])
    count, found = int(size), []
    for k in range(count):
        x = (k - (count - 1) / 2) * 3.1
        at = np.array([x, -half + PIP_UP_MM * math.sin(tilt), PIP_UP_MM * math.cos(tilt)])
        found.append(_knob().moved(spin @ lean, spin @ at))
    return joined(*found)


@functools.cache
def _knob(sides: int = 7) -> Mesh:
    rings = [(1.0, 0.0, 0.5), (0.75, 0.7, 0.85), (0.0, 1.0, 1.0)]
    return turned([(r * PIP_MM, z * PIP_RISE_MM) for r, z, _ in rings], sides, PIP)


def turned(profile: list[tuple[float, float]], sides: int = 24, walls: float = FACE) -> Mesh:
    """A solid of revolution about z from (radius, height) points, bottom to top, with smooth normals."""
    outline = np.array(profile, float)
    along = np.gradient(outline, axis=0)
    out = np.stack([along[:, 1], -along[:, 0]], 1)
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)
    angle = np.linspace(0, 2 * math.pi, sides + 1)
    spin = np.stack([np.cos(angle), np.sin(angle)], 1)
    at = np.concatenate(
        [outline[:, None, :1] * spin, np.broadcast_to(outline[:, None, 1:], (len(outline), sides + 1, 1))], -1
    )
    normal = np.concatenate(
        [out[:, None, :1] * spin, np.broadcast_to(out[:, None, 1:], (len(outline), sides + 1, 1))], -1
    )
    return _mesh(_quads(at), _quads(normal), walls)


def _quads(grid: np.ndarray) -> np.ndarray:
    """Two triangles for each cell of a grid of points (h,w,3)."""
    a, b, c, d = grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]
    return np.stack([np.stack([a, b, c], -2), np.stack([a, c, d], -2)], -3).reshape(-1, 3, 3)


@functools.cache
def bead() -> Mesh:
    """A flat glass bead, round side up."""
    angle = np.linspace(0, math.pi / 2, 6)
    return turned([(0.1, 0), (8.2, 0), *((8.4 * math.cos(a), 1 + 4.6 * math.sin(a)) for a in angle)], 22, 1.6)


@functools.cache
def capsule(first_mm: float, last_mm: float, length_mm: float) -> Mesh:
    """A round bone along +x from the origin, with a varying radius."""
    angle = np.linspace(0, math.pi / 2, 4)
    tail = [(first_mm * math.sin(a) + 0.01, -first_mm * math.cos(a)) for a in angle]
    head = [(last_mm * math.cos(a) + 0.01, length_mm + last_mm * math.sin(a)) for a in angle]
    lie = np.array([[0, 0, 1.0], [0, 1, 0], [-1, 0, 0]])
    return turned([*tail, *head], 14).moved(lie, (0, 0, 0))


@functools.cache
def rounded_box(width: float, depth: float, height: float, radius: float) -> Mesh:
    """A box with rounded upright edges and a small slope to its top, standing on z = 0."""
    x, y = width / 2 - radius, depth / 2 - radius
    angle = np.linspace(0, 2 * math.pi, 33)
    ring = np.stack([np.cos(angle), np.sin(angle)], 1)
    middle = np.where(ring > 1e-9, 1.0, np.where(ring < -1e-9, -1.0, 0.0)) * [x, y]
    bevel = min(1.2, height / 3)
    levels = [(radius, 0.0), (radius, height - bevel), (radius - bevel, height)]
    grid = np.stack([np.column_stack([middle + r * ring, np.full(len(ring), z)]) for r, z in levels])
    lid = [[(0, 0, height), p, q] for p, q in zip(grid[-1][:-1], grid[-1][1:], strict=True)]
    return joined(_mesh(_quads(grid)), _mesh(np.array(lid)))
