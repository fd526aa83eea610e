"""Flat-shaded drawings of units as a calibrated camera would see them: exact geometry, no realism."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.camera import Camera
from engine.pieces import BASE_MM, HEIGHT_MM, Colour, Piece, Posture, Size, apex_height_mm, half_apex_angle
from tests.support.cameras import look_at

BGR = {
    Colour.RED: (40, 30, 200), Colour.ORANGE: (30, 120, 230), Colour.YELLOW: (40, 210, 235),
    Colour.GREEN: (60, 140, 40), Colour.CYAN: (200, 190, 60), Colour.BLUE: (180, 70, 30),
    Colour.PURPLE: (140, 40, 110), Colour.PINK: (170, 120, 235), Colour.BLACK: (25, 25, 25),
    Colour.WHITE: (235, 235, 235), Colour.CLEAR: (205, 205, 200),
}  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    """A unit to draw; pieces bottom to top; heading towards the apex (flat) or yaw (upright), degrees."""

    x_mm: float
    y_mm: float
    pieces: tuple[Piece, ...]
    posture: Posture = Posture.UPRIGHT
    heading_deg: float = 0.0

    def solids(self) -> list[np.ndarray]:
        """Corners (5, 3) mm of each piece, base corners then apex, bottom to top."""
        return [self._solid(i) for i in range(len(self.pieces))]

    def _solid(self, index: int) -> np.ndarray:
        size = self.pieces[index].size
        half, height = BASE_MM[size] / 2, HEIGHT_MM[size]
        lift = apex_height_mm(tuple(p.size for p in self.pieces[: index + 1])) - height
        corners = [(-half, -half, lift), (half, -half, lift), (half, half, lift), (-half, half, lift)]
        local = np.array([*corners, (0, 0, lift + height)])
        if self.posture is Posture.FLAT:
            tilt = math.pi / 2 + half_apex_angle(size)
            c, s = math.cos(tilt), math.sin(tilt)
            local = local @ np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]).T
            local -= [height * s / 2, 0, local[:, 2].min()]
        a = math.radians(self.heading_deg)
        turn = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
        return local @ turn.T + [self.x_mm, self.y_mm, 0]


def _paint(image: np.ndarray, camera: Camera, solid: np.ndarray, colour: tuple[int, int, int]) -> None:
    faces = [[0, 1, 2, 3], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]
    centre = solid.mean(0)
    for face in faces:
        points = solid[face]
        normal = np.cross(points[1] - points[0], points[2] - points[0])
        normal = normal if normal @ (points.mean(0) - centre) > 0 else -normal
        if normal @ (camera.position - points.mean(0)) <= 0:
            continue
        light = 0.7 + 0.3 * normal @ np.array([0.4, -0.3, 0.86]) / np.linalg.norm(normal)
        pixels = np.round(camera.project(points) * 8).astype(np.int32)
        cv2.fillPoly(image, [pixels], tuple(float(v * light) for v in colour), cv2.LINE_AA, 3)


def draw(units: list[Drawn], camera: Camera, table_bgr: tuple[int, int, int] = (120, 150, 170)) -> np.ndarray:
    """The picture, uint8 (height, width, 3) BGR, farthest units first."""
    image = np.full((camera.height, camera.width, 3), table_bgr, np.uint8)
    far_first = sorted(units, key=lambda u: -float(camera.depth([(u.x_mm, u.y_mm, 0.0)])[0]))
    for unit in far_first:
        for piece, solid in zip(unit.pieces, unit.solids(), strict=True):
            _paint(image, camera, solid, BGR[piece.colour])
    return image


def label(unit: Drawn, camera: Camera) -> dict:
    """The unit's labels in the data set's format."""
    solids = unit.solids()
    pixels = camera.project(np.concatenate(solids))
    low, high = pixels.min(0), pixels.max(0)
    apex = solids[-1][4]
    return {
        "x_mm": unit.x_mm, "y_mm": unit.y_mm, "posture": unit.posture.value, "heading_deg": unit.heading_deg,
        "visible": 1.0, "bbox_px": [*low, *high], "apex_px": list(camera.project([apex])[0]),
        "base_px": list(camera.project([(unit.x_mm, unit.y_mm, 0.0)])[0]),
        "pieces": [{"colour": p.colour.value, "size": p.size.word, "visible": 1.0, "hidden": False}
                   for p in unit.pieces],
    }  # fmt: skip


def save(folder: Path, name: str, units: list[Drawn], camera: Camera) -> None:
    """Write a drawing and its labels as a sample."""
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{name}.jpg"), draw(units, camera))
    data = {
        "image": {"file": f"{name}.jpg", "width": camera.width, "height": camera.height},
        "camera": {"K": camera.K.tolist(), "rvec": camera.rvec.tolist(), "tvec": camera.tvec.tolist(),
                   "distortion": camera.distortion.tolist()},
        "white": [235, 235, 235], "kind": "drawn", "hands": [],
        "units": [label(unit, camera) for unit in units],
    }  # fmt: skip
    (folder / f"{name}.json").write_text(json.dumps(data))


def save_two(folder: Path, units: list[Drawn], camera: Camera) -> Path:
    """Write a drawing as one training sample and one held-out sample; returns the folder."""
    for number in (0, 7):
        save(folder, f"{number:06d}", units, camera)
    return folder


def save_example(folder: Path) -> Path:
    """``save_two`` with a stack of two and a single piece, for what needs any samples; returns the folder."""
    stack = Drawn(-60, 10, (Piece(Size.LARGE, Colour.BLUE), Piece(Size.SMALL, Colour.RED)))
    single = Drawn(50, -20, (Piece(Size.MEDIUM, Colour.YELLOW),))
    return save_two(folder, [stack, single], look_at([0, -420, 400], [0, 0, 0], 35, 640, 480))
