"""Meshes of hollow pyramids and of other things on a table (millimetres, z up).

A mesh is a pair ``(vertices (N,3) float32, triangles (M,3) int32)``. Dimensions come from ``engine.pieces``.
"""

from __future__ import annotations

import math

import numpy as np

from engine.pieces import BASE_MM, HEIGHT_MM, WALL_MM, Size, half_apex_angle

Mesh = tuple[np.ndarray, np.ndarray]


def join(meshes: list[Mesh]) -> Mesh:
    """All given meshes joined into one."""
    if not meshes:
        return np.zeros((0, 3), np.float32), np.zeros((0, 3), np.int32)
    offsets = np.cumsum([0] + [len(vertices) for vertices, _ in meshes[:-1]])
    vertices = np.concatenate([v for v, _ in meshes]).astype(np.float32)
    triangles = np.concatenate([t + o for (_, t), o in zip(meshes, offsets, strict=True)]).astype(np.int32)
    return vertices, triangles


def moved(mesh: Mesh, rotation: np.ndarray | None = None, offset: np.ndarray | tuple = (0, 0, 0)) -> Mesh:
    """The mesh after a 3x3 rotation about the origin and a shift."""
    vertices = mesh[0] if rotation is None else mesh[0] @ np.asarray(rotation, np.float32).T
    return (vertices + np.asarray(offset, np.float32)).astype(np.float32), mesh[1]


def turn_z(degrees: float) -> np.ndarray:
    """Rotation about +z, counter-clockwise from above."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def hollow_pyramid(size: Size) -> Mesh:
    """A hollow pyramid standing on z = 0 about the origin.

    The base rim joins its outer and inner shells; it has pips.
    """
    half, height = BASE_MM[size] / 2, HEIGHT_MM[size]
    inner_half = half - WALL_MM / math.cos(half_apex_angle(size))
    inner_height = height * inner_half / half
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    vertices = [[x * half, y * half, 0.0] for x, y in corners] + [[0, 0, height]]
    vertices += [[x * inner_half, y * inner_half, 0.0] for x, y in corners] + [[0, 0, inner_height]]
    triangles = []
    for i in range(4):
        j = (i + 1) % 4
        triangles += [[i, j, 4], [5 + j, 5 + i, 9], [i, 5 + i, j], [j, 5 + i, 5 + j]]
    shell = (np.array(vertices, np.float32), np.array(triangles, np.int32))
    return join([shell, *_pips(size)])


def _pips(size: Size) -> list[Mesh]:
    """Low domes on the outer wall along the bottom of each side, one per point."""
    half, tilt = BASE_MM[size] / 2, half_apex_angle(size)
    count, pitch, up = int(size), BASE_MM[size] * 0.16, 3.2
    dome = _dome(0.95, 0.55)
    along = (np.arange(count) - (count - 1) / 2) * pitch
    lean = np.array([[1, 0, 0], [0, math.sin(tilt), -math.cos(tilt)], [0, math.cos(tilt), math.sin(tilt)]])
    pips = []
    for side in range(4):
        for x in along:
            place = np.array([x, -half + up * math.sin(tilt), up * math.cos(tilt)])
            turn = turn_z(90 * side)
            pips.append(moved(dome, turn @ lean, turn @ place))
    return pips


def _dome(radius: float, height: float, sides: int = 8) -> Mesh:
    """A two-ring dome over the xy plane, sunk slightly so that no gap shows between it and the wall."""
    angles = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles)], 1) * radius
    low = np.concatenate([ring, np.full((sides, 1), -0.05)], 1)
    mid = np.concatenate([ring * 0.7, np.full((sides, 1), height * 0.7)], 1)
    vertices = np.concatenate([low, mid, [[0, 0, height]], [[0, 0, -0.05]]])
    triangles = []
    for i in range(sides):
        j = (i + 1) % sides
        triangles += [[i, j, sides + j], [i, sides + j, sides + i], [sides + i, sides + j, 2 * sides]]
        triangles.append([j, i, 2 * sides + 1])
    return vertices.astype(np.float32), np.array(triangles, np.int32)


def outline(size: Size) -> np.ndarray:
    """Corners of the solid without its pips, (5,3): four of the base counter-clockwise, then the apex."""
    half = BASE_MM[size] / 2
    return np.array(
        [[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0], [0, 0, HEIGHT_MM[size]]]
    )


def box(width: float, depth: float, height: float) -> Mesh:
    """A box standing on z = 0 about the origin."""
    x, y = width / 2, depth / 2
    v = np.array(
        [[sx * x, sy * y, z] for z in (0, height) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))],
        np.float32,
    )
    quads = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return v, np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))], np.int32)


def revolved(profile: list[tuple[float, float]], sides: int = 28) -> Mesh:
    """A solid of revolution about z from (radius, z) points, bottom to top."""
    angles = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    vertices = np.array(
        [[r * math.cos(a), r * math.sin(a), z] for r, z in profile for a in angles], np.float32
    )
    triangles = []
    for k in range(len(profile) - 1):
        for i in range(sides):
            j = (i + 1) % sides
            a, b, c, d = k * sides + i, k * sides + j, (k + 1) * sides + j, (k + 1) * sides + i
            triangles += [[a, b, c], [a, c, d]]
    return vertices, np.array(triangles, np.int32)
