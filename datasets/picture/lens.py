"""Random cameras over a table and their lenses: fields of view, frame sizes, distortion, windows."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from datasets.scene.scenes import View, look_at

WINDOW = (640, 480)
SOURCES = {(640, 480): 0.2, (1280, 720): 0.5, (1920, 1080): 0.3}
"""Frame sizes of webcams with their shares; a picture is a window of such a frame."""


@dataclass(frozen=True)
class Shot:
    """A window of a camera's frame.

    ``view`` is that of the window, lens included; ``source`` the frame's size; ``from_middle`` (h,w) each
    pixel's distance from the frame's middle, divided by half its diagonal.
    """

    view: View
    source: tuple[int, int]
    from_middle: np.ndarray


def distortion(rng: np.random.Generator, focal_px: float, source: tuple[int, int]) -> tuple[float, ...]:
    """(k1, k2, 0, 0, 0): mostly barrel; it moves the frame's corners by up to 9 % inwards or 3 % outwards.

    A quarter of the cameras have none because they correct it themselves.
    """
    if rng.random() < 0.25:
        return (0.0,) * 5
    corner = (math.hypot(*source) / 2 / focal_px) ** 2
    bend, share = float(rng.uniform(-0.09, 0.03)), float(rng.uniform(0, 0.3))
    return (bend * (1 + share) / corner, -bend * share / corner**2, 0.0, 0.0, 0.0)


def _elevation_deg(rng: np.random.Generator, steep: float) -> float:
    """The camera's elevation; ``steep`` is the additional share of cameras above 50 degrees."""
    if steep and rng.random() < steep:
        return float(rng.uniform(50, 90))
    return float(rng.choice([rng.uniform(30, 66), rng.uniform(20, 90)], p=[0.65, 0.35]))


def camera(rng: np.random.Generator, steep: float = 0.0) -> View:
    """The whole frame of a webcam or phone over the table.

    Elevation 20 to 90 degrees, horizontal field of view 45 to 90 degrees; at the table's middle the frame is
    360 to 1050 mm wide.
    """
    sizes = list(SOURCES)
    source = sizes[int(rng.choice(len(sizes), p=list(SOURCES.values())))]
    width, height = source
    focal = width / 2 / math.tan(math.radians(rng.uniform(45, 90)) / 2)
    across = math.exp(rng.uniform(math.log(360), math.log(750 if width < 1000 else 1050)))
    elevation = math.radians(_elevation_deg(rng, steep))
    azimuth = rng.uniform(0, 2 * math.pi)
    way = [
        math.cos(elevation) * math.cos(azimuth),
        math.cos(elevation) * math.sin(azimuth),
        math.sin(elevation),
    ]
    target = np.array([rng.normal(0, 15), rng.normal(0, 15), 0])
    eye = focal * across / width * np.array(way)
    view = look_at(eye, target, focal, width, height, float(rng.normal(0, 4)))
    return replace(view, distortion=distortion(rng, focal, source))


def shot(rng: np.random.Generator, steep: float = 0.0) -> Shot:
    """A random window of a random camera's frame, usually near its middle."""
    whole = camera(rng, steep)
    room = whole.width - WINDOW[0], whole.height - WINDOW[1]
    x, y = (round(float(r * rng.beta(1.6, 1.6))) for r in room)
    away = from_middle(whole.width, whole.height)[y : y + WINDOW[1], x : x + WINDOW[0]]
    return Shot(whole.cropped(x, y, *WINDOW), (whole.width, whole.height), away)


def from_middle(width: int, height: int) -> np.ndarray:
    """Each pixel's distance from the frame's middle, 1 in the corners; float32 (height, width)."""
    columns, rows = np.meshgrid(np.arange(width) - width / 2, np.arange(height) - height / 2)
    return (np.hypot(columns, rows) / math.hypot(width / 2, height / 2)).astype(np.float32)


def straight(view: View) -> tuple[View, np.ndarray | None]:
    """A view without distortion that contains all of ``view``, and where ``view``'s pixels lie in it.

    The places are float32 (h,w,2), or ``None`` without distortion. The view is always a twentieth larger in
    each direction, because the renderer compiles again for every new size.
    """
    if not any(view.distortion):
        return view, None
    columns, rows = np.meshgrid(np.arange(view.width, dtype=np.float64), np.arange(view.height))
    pixels = np.stack([columns.ravel(), rows.ravel()], 1)
    ends = view.straightened(pixels)
    low, high = ends.min(0), ends.max(0)
    width, height = view.width * 21 // 20, view.height * 21 // 20
    focal = float(min(view.matrix[0, 0], *((width - 4, height - 4) / (high - low))))
    offset = np.array([width - 1, height - 1]) / 2 - (low + high) / 2 * focal
    matrix = np.array([[focal, 0, offset[0]], [0, focal, offset[1]], [0, 0, 1.0]])
    places = (ends * focal + offset).astype(np.float32).reshape(view.height, view.width, 2)
    return View(matrix, view.rotation, view.translation, width, height), places


def bent(linear: np.ndarray, places: np.ndarray | None) -> np.ndarray:
    """The undistorted view's light (h,w,3), distorted by the lens."""
    if places is None:
        return linear
    return cv2.remap(
        linear.astype(np.float32), places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
