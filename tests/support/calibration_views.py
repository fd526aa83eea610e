"""Synthetic views of a table with markers, made with OpenCV warps in linear light."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from calibration.camera import Camera
from calibration.markers import CELLS, MARGIN_MM, MARKER_MM, SQUARE, Sightings, marker_bits

CELL_PX = 20
LAYOUT = {0: (-180, -130, 10), 1: (190, -120, -25), 2: (175, 135, 170), 3: (-185, 120, 95)}
"""Marker id -> x mm, y mm, turn in degrees."""


def placed(layout: Mapping[int, tuple[float, float, float]]) -> dict[int, np.ndarray]:
    """Marker id -> corners (4, 2) mm."""
    corners = {}
    for name, (x, y, degrees) in layout.items():
        turn = np.radians(degrees)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        corners[name] = SQUARE @ spin.T + (x, y)
    return corners


def in_picture(camera: Camera, corners_mm: Mapping[int, np.ndarray]) -> dict[int, np.ndarray]:
    """Marker id -> true corners (4, 2) px."""
    return {name: camera.project(np.column_stack([c, np.zeros(4)])) for name, c in corners_mm.items()}


def patch(name: int) -> np.ndarray:
    """A marker with its paper margin of MARGIN_MM; 1 is white, 0 black."""
    margin = round(MARGIN_MM / MARKER_MM * CELLS * CELL_PX)
    cells = np.kron(marker_bits(name), np.ones((CELL_PX, CELL_PX))).astype(np.float32)
    return np.pad(cells, margin, constant_values=1.0)


def render(
    camera: Camera,
    corners_mm: Mapping[int, np.ndarray],
    table_bgr: tuple[float, float, float] = (0.10, 0.16, 0.22),
    light_bgr: tuple[float, float, float] = (0.85, 0.85, 0.85),
    blur_px: float = 0.8,
    noise: float = 2.0,
    seed: int = 0,
    shade: np.ndarray | None = None,
) -> np.ndarray:
    """The view (H, W, 3) BGR uint8: twice oversampled, blurred in linear light, sRGB encoded, with noise.

    ``light_bgr`` is the linear light reflected by white paper; ``shade`` (H, W) multiplies it.
    """
    view = np.empty((camera.height, camera.width, 3), np.float32)
    view[:] = np.multiply(table_bgr, light_bgr)
    for name, corners in corners_mm.items():
        paste(view, camera, name, corners, np.asarray(light_bgr, np.float32))
    if blur_px:
        view = cv2.GaussianBlur(view, (0, 0), blur_px)
    if shade is not None:
        view = view * shade[..., None].astype(np.float32)
    curve = 1.055 * np.maximum(view, 1e-9) ** (1 / 2.4) - 0.055
    encoded = 255 * np.where(view <= 0.0031308, 12.92 * view, curve)
    encoded += noise * np.random.default_rng(seed).standard_normal(encoded.shape, dtype=np.float32)
    return np.clip(np.round(encoded), 0, 255).astype(np.uint8)


def paste(view, camera: Camera, name: int, corners: np.ndarray, light: np.ndarray, scale: int = 2) -> None:
    """Draw one marker, oversampled, into its bounding box in ``view``."""
    texture = patch(name)
    side, inset = len(texture), round(MARGIN_MM / MARKER_MM * CELLS * CELL_PX)
    ends = np.array([[inset, inset], [side - inset, inset], [side - inset] * 2, [inset, side - inset]]) - 0.5
    middle = corners.mean(axis=0)
    paper = camera.project(np.column_stack([middle + (corners - middle) * 1.6, np.zeros(4)]))
    x0, y0 = np.maximum(np.floor(paper.min(axis=0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(paper.max(axis=0)).astype(int) + 2, (camera.width, camera.height))
    if x1 <= x0 or y1 <= y0:
        return
    target = camera.project(np.column_stack([corners, np.zeros(4)]))
    target = (target - (x0, y0) + 0.5) * scale - 0.5
    warp = cv2.getPerspectiveTransform(ends.astype(np.float32), target.astype(np.float32))
    size, small = ((x1 - x0) * scale, (y1 - y0) * scale), (x1 - x0, y1 - y0)
    layers = (np.ones_like(texture), texture * 0.96 + 0.04)
    drawn = [cv2.warpPerspective(layer, warp, size, flags=cv2.INTER_LINEAR) for layer in layers]
    cover, ink = (cv2.resize(layer, small, interpolation=cv2.INTER_AREA)[..., None] for layer in drawn)
    view[y0:y1, x0:x1] = view[y0:y1, x0:x1] * (1 - cover) + ink * light


CENTRED = {0: (-180, -125, 12), 1: (180, -125, -20), 2: (180, 125, 171), 3: (-180, 125, 95)}


def sight(
    camera: Camera,
    layout: Mapping[int, tuple[float, float, float]] = CENTRED,
    ids: Sequence[int] = (0, 1, 2, 3),
    noise: float = 0.3,
    seed: int = 0,
) -> Sightings:
    """The markers' corners as a camera sees them, with some noise (px)."""
    rng = np.random.default_rng(seed)
    corners = {name: c for name, c in placed(layout).items() if name in ids}
    return {name: px + rng.normal(0, noise, px.shape) for name, px in in_picture(camera, corners).items()}
