"""Draws hands and the things in them over a finished picture, triangle by triangle.

For long films: this takes a hundredth of the time of path tracing. Still tables, which are what the arbiter
reads, are path traced.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from datasets.picture.render import to_srgb
from datasets.scene.scenes import Block, View

FINE = 2
"""Factor of supersampling."""
AMBIENT = 0.5
"""Share of ambient light."""
GLASS = 0.72
"""Opacity of glass things."""
SHADE, SHADE_PX = 0.4, 9.0
"""Darkness of a hand's shadow on the table, and its softness (px)."""


def draw_over(
    picture: np.ndarray,
    view: View,
    held: Sequence[Block],
    hand: Sequence[Block],
    lamp: Sequence[float],
    bright: float,
) -> np.ndarray:
    """``picture``, uint8 BGR (h,w,3), with the held things and then the hand drawn over it.

    ``lamp`` is the light's place (mm), ``bright`` the brightness of a white thing in it, linear 0..1.
    """
    blocks = [*held, *hand]
    drawn = _shadowed(picture, view, blocks, np.asarray(lamp, float))
    for block in blocks:
        drawn = _laid_over(drawn, view, block, np.asarray(lamp, float), bright)
    return drawn


def _window(points: np.ndarray, picture: np.ndarray, pad: int) -> tuple[int, int, int, int] | None:
    height, width = picture.shape[:2]
    low = np.clip(np.floor(points.min(0)) - pad, 0, (width, height)).astype(int)
    high = np.clip(np.ceil(points.max(0)) + pad, 0, (width, height)).astype(int)
    if (high - low < 2).any():
        return None
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _shadowed(picture: np.ndarray, view: View, blocks: Sequence[Block], lamp: np.ndarray) -> np.ndarray:
    """The picture with the things' shadows on the table."""
    points = np.concatenate([block.mesh[0] for block in blocks]).astype(float)
    ground = points + (lamp - points) * (-points[:, 2:] / np.maximum(lamp[2] - points[:, 2:], 1.0))
    ahead = (ground @ view.rotation.T + view.translation)[:, 2] > 60
    places = view.project(ground[ahead])
    window = _window(places, picture, 24) if len(places) else None
    if window is None:
        return picture
    x0, y0, x1, y1 = window
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    inside = np.round(places - (x0, y0)).astype(int)
    inside = inside[(inside >= 0).all(1) & (inside < (x1 - x0, y1 - y0)).all(1)]
    mask[inside[:, 1], inside[:, 0]] = 255
    soft = cv2.GaussianBlur(cv2.dilate(mask, np.ones((9, 9), np.uint8)), (0, 0), SHADE_PX)
    share = (1 - SHADE * soft.astype(np.float32) / 255) ** (1 / 2.2)
    out = picture.copy()
    out[y0:y1, x0:x1] = np.round(out[y0:y1, x0:x1] * share[..., None]).astype(np.uint8)
    return out


def _laid_over(picture: np.ndarray, view: View, block: Block, lamp: np.ndarray, bright: float) -> np.ndarray:
    vertices, triangles = block.mesh[0].astype(float), block.mesh[1]
    depth = (vertices @ view.rotation.T + view.translation)[:, 2]
    triangles = triangles[(depth[triangles] > 60).all(1)]
    if not len(triangles):
        return picture
    places = view.project(vertices)
    window = _window(places[triangles.ravel()], picture, 2)
    if window is None:
        return picture
    corners = vertices[triangles]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-9
    middle = corners.mean(1)
    outward = normal * np.sign(((view.position - middle) * normal).sum(1, keepdims=True))
    to_lamp = lamp - middle
    facing = (outward * to_lamp).sum(1) / np.linalg.norm(to_lamp, axis=1)
    light = bright * (AMBIENT + (1 - AMBIENT) * np.clip(facing, 0, 1))
    colours = np.round(255 * to_srgb(np.outer(light, block.rgb)))[:, ::-1]
    x0, y0, x1, y1 = window
    canvas = np.zeros(((y1 - y0) * FINE, (x1 - x0) * FINE, 3), np.uint8)
    mask = np.zeros(canvas.shape[:2], np.uint8)
    shapes = np.round((places[triangles] - (x0, y0) + 0.5) * FINE).astype(np.int32)
    for i in np.argsort(-depth[triangles].mean(1)):
        cv2.fillConvexPoly(canvas, shapes[i], colours[i].tolist())
        cv2.fillConvexPoly(mask, shapes[i], 255)
    size = (x1 - x0, y1 - y0)
    small = cv2.resize(cv2.GaussianBlur(canvas, (3, 3), 0), size, interpolation=cv2.INTER_AREA)
    share = cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    share *= GLASS if block.glass else 1.0
    out = picture.copy()
    under = out[y0:y1, x0:x1]
    out[y0:y1, x0:x1] = np.round(small * share + under * (1 - share)).astype(np.uint8)
    return out
