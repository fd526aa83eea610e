"""Which piece is visible in each pixel of a view, by exact intersection of lines of sight with the solids."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.scene.scenes import Block, Scene, Unit, View, piece_outline
from engine.pieces import OPAQUE

FACES = ((0, 4, 1), (1, 4, 2), (2, 4, 3), (3, 4, 0), (0, 1, 2, 3))
_SAME_MM = 1e-3

Box = tuple[int, int, int, int]


def _planes(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Outward normals (5,3) and offsets (5,) of a pyramid with these corners (5,3)."""
    normals = np.array(
        [np.cross(corners[f[1]] - corners[f[0]], corners[f[2]] - corners[f[0]]) for f in FACES]
    )
    offsets = np.array([normals[i] @ corners[f[0]] for i, f in enumerate(FACES)])
    outward = np.sign(offsets - normals @ corners.mean(0))[:, None]
    return normals * outward, offsets * outward[:, 0]


class Sightlines:
    """The lines of sight of all pixels of a view; those inside the picture are computed once."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._rays = self._rays_through((0, 0, view.width, view.height))

    def _rays_through(self, box: Box) -> np.ndarray:
        """Directions (h,w,3) in the table frame, of depth 1, through the pixels of a box (x, y, w, h)."""
        x, y, width, height = box
        columns, rows = np.meshgrid(np.arange(x, x + width, dtype=float), np.arange(y, y + height))
        pixels = np.stack([columns.ravel(), rows.ravel()], 1)
        ends = self.view.straightened(pixels)
        rays = np.concatenate([ends, np.ones((len(ends), 1))], 1) @ self.view.rotation
        return rays.reshape(height, width, 3)

    def depths(self, corners: np.ndarray, box: Box) -> np.ndarray:
        """Depth in mm (h,w) at which each line of sight of a box enters the pyramid; infinite on a miss."""
        x, y, width, height = box
        inside = x >= 0 and y >= 0 and x + width <= self.view.width and y + height <= self.view.height
        rays = self._rays[y : y + height, x : x + width] if inside else self._rays_through(box)
        normals, offsets = _planes(corners)
        ahead = offsets - normals @ self.view.position
        enter, leave = np.full((height, width), -np.inf), np.full((height, width), np.inf)
        with np.errstate(divide="ignore", invalid="ignore"):
            for normal, gap in zip(normals, ahead, strict=True):
                slope = rays @ normal
                reach = gap / slope
                np.maximum(enter, reach, out=enter, where=slope < 0)
                np.minimum(leave, reach, out=leave, where=slope > 0)
        return np.where((enter < leave) & (enter > 0), enter, np.inf)

    def around(self, corners: np.ndarray) -> Box:
        """The pyramid's box of pixels, not clipped to the picture."""
        points = self.view.project(corners)
        low = np.floor(points.min(0)).astype(int) - 2
        size = np.clip(np.ceil(points.max(0)).astype(int) + 3 - low, 1, 4000)
        return int(low[0]), int(low[1]), int(size[0]), int(size[1])


def draw_mesh(canvas: np.ndarray, view: View, block: Block, values: np.ndarray | float) -> None:
    """Fill all triangles of a mesh in front of the camera with their values, farthest first."""
    vertices, triangles = block.mesh
    depth = (vertices @ view.rotation.T + view.translation)[:, 2]
    front = np.nonzero((depth > 20)[triangles].all(1))[0]
    front = front[np.argsort(-depth[triangles[front]].mean(1))]
    corners = np.clip(view.project(vertices)[triangles[front]], -4e3, 4e3)
    shades = np.broadcast_to(values, len(triangles))[front]
    for triangle, value in zip(np.round(corners * 8).astype(np.int32), shades, strict=True):
        cv2.fillConvexPoly(canvas, triangle, float(value), shift=3)


def block_depths(blocks: tuple[Block, ...], view: View) -> np.ndarray:
    """Depth in mm (h,w) of the nearest block; infinite where there is none."""
    nearest = np.full((view.height, view.width), np.inf, np.float32)
    for block in blocks:
        own = np.full((view.height, view.width), np.inf, np.float32)
        depth = (block.mesh[0] @ view.rotation.T + view.translation)[:, 2]
        draw_mesh(own, view, block, depth[block.mesh[1]].mean(1))
        nearest = np.minimum(nearest, own)
    return nearest


@dataclass(frozen=True)
class Sighting:
    """Pixel counts of one piece: in all (unclipped, with nothing in front), seen directly, and seen only
    through translucent walls.
    """

    whole: int
    seen: int
    through: int


@dataclass(frozen=True)
class UnitSighting:
    """Pixel counts of a unit: of its whole silhouette, and of its pieces bottom to top."""

    whole: int
    pieces: tuple[Sighting, ...]


Window = tuple[slice, slice]


def sightings(scene: Scene, view: View) -> list[UnitSighting]:
    """Pixel counts of every unit of the scene and of its pieces."""
    lines, opaque = Sightlines(view), scene.opaque | OPAQUE
    entered = [_entered(lines, unit) for unit in scene.units]
    walls = block_depths(tuple(b for b in scene.blocks if not b.glass), view)
    glass = block_depths(tuple(b for b in scene.blocks if b.glass), view)
    front = np.minimum(walls, glass)
    for unit, (window, inner, depths) in zip(scene.units, entered, strict=True):
        for placed, depth in zip(unit.pieces, depths, strict=True):
            front[window] = np.minimum(front[window], depth[inner])
            if placed.piece.colour in opaque:
                walls[window] = np.minimum(walls[window], depth[inner])
    return [_counted(*one, front, walls) for one in entered]


def _counted(
    window: Window, inner: Window, depths: list[np.ndarray], front: np.ndarray, walls: np.ndarray
) -> UnitSighting:
    pieces = []
    for depth in depths:
        shown = depth[inner]
        seen = np.isfinite(shown) & (shown <= front[window] + _SAME_MM)
        behind = np.isfinite(shown) & ~seen & (shown <= walls[window] + _SAME_MM)
        pieces.append(Sighting(int(np.isfinite(depth).sum()), int(seen.sum()), int(behind.sum())))
    return UnitSighting(int(np.isfinite(np.min(depths, axis=0)).sum()), tuple(pieces))


def _entered(lines: Sightlines, unit: Unit) -> tuple[Window, Window, list[np.ndarray]]:
    """A unit's window in the picture, that window within the unit's box, and the pieces' depths in the box.

    All three are empty if the unit is behind the camera or its box is completely outside the picture.
    """
    view, outlines = lines.view, [piece_outline(unit, p) for p in unit.pieces]
    empty = slice(0, 0), slice(0, 0)
    if (np.concatenate(outlines) @ view.rotation[2] + view.translation[2] < 20).any():
        return empty, empty, [np.zeros((0, 0)) for _ in outlines]
    x, y, width, height = lines.around(np.concatenate(outlines))
    left, top = max(0, x), max(0, y)
    right, bottom = min(x + width, view.width), min(y + height, view.height)
    if right <= left or bottom <= top:
        return empty, empty, [np.zeros((0, 0)) for _ in outlines]
    depths = [lines.depths(corners, (x, y, width, height)) for corners in outlines]
    inner = slice(top - y, bottom - y), slice(left - x, right - x)
    return (slice(top, bottom), slice(left, right)), inner, depths
