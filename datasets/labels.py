"""Exact labels of a rendered view: boxes, key points and visible fractions, from the geometry alone."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.scenes import Block, PlacedPiece, Scene, Unit, View, piece_outline
from engine.pieces import Posture

FACES = ((0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (0, 1, 2, 3))
BACKGROUND = -1


def _hull(points: np.ndarray) -> np.ndarray:
    return cv2.convexHull(points.astype(np.float32))[:, 0]


def _fill(canvas: np.ndarray, polygon: np.ndarray, value: int) -> None:
    cv2.fillConvexPoly(canvas, np.round(polygon * 8).astype(np.int32), value, shift=3)


def _depth(view: View, points: np.ndarray) -> float:
    return float(np.linalg.norm(points.mean(0) - view.position))


def _draw_mesh(canvas: np.ndarray, view: View, block: Block, value: int) -> None:
    """Fills all triangles of a mesh that lie in front of the camera."""
    vertices, triangles = block.mesh
    front = ((vertices @ view.rotation.T + view.translation)[:, 2] > 20)[triangles].all(1)
    corners = view.project(vertices)[triangles[front]]
    corners = np.clip(corners, -4e3, 4e3)
    for triangle in np.round(corners * 8).astype(np.int32):
        cv2.fillConvexPoly(canvas, triangle, value, shift=3)


def _identity_map(scene: Scene, view: View) -> tuple[np.ndarray, list[tuple[int, PlacedPiece]]]:
    """Which piece each pixel shows, (h,w) int32: painted from far to near; hands are -2."""
    order = [(u, p) for u, unit in enumerate(scene.units) for p in unit.pieces]
    outlines = [piece_outline(scene.units[u], p) for u, p in order]
    near = [_depth(view, piece_outline(scene.units[u], scene.units[u].pieces[0])) for u, _ in order]
    lift = [scene.units[u].pieces.index(p) for u, p in order]
    things = [(near[i], -lift[i], i) for i in range(len(order))]
    things += [(_depth(view, b.mesh[0]), 0, -2 - k) for k, b in enumerate(scene.blocks)]
    canvas = np.full((view.height, view.width), BACKGROUND, np.int32)
    for _, _, i in sorted(things, reverse=True):
        if i >= 0:
            _fill(canvas, _hull(view.project(outlines[i])), i)
        else:
            _draw_mesh(canvas, view, scene.blocks[-2 - i], -2)
    return canvas, order


def _own_area(view: View, unit: Unit, pieces: list[PlacedPiece]) -> tuple[int, np.ndarray]:
    """Area in pixels of the whole silhouette, unhidden and the picture endless; its outline points."""
    hulls = [_hull(view.project(piece_outline(unit, p))) for p in pieces]
    points = np.concatenate(hulls)
    low = np.floor(points.min(0)) - 2
    extent = np.ceil(points.max(0) - low).astype(int) + 3
    canvas = np.zeros((max(1, extent[1]), max(1, extent[0])), np.int32)
    for hull in hulls:
        _fill(canvas, hull - low, 1)
    return int(canvas.sum()), points


def _box(points: np.ndarray, view: View) -> list[float]:
    low = np.clip(points.min(0), 0, [view.width, view.height])
    high = np.clip(points.max(0), 0, [view.width, view.height])
    return [round(float(v), 2) for v in (*low, *high)]


def _piece_label(placed: PlacedPiece, seen: int, skirt: int) -> dict:
    return {
        "colour": placed.piece.colour.value,
        "size": placed.piece.size.word,
        "visible": round(min(1.0, seen / max(1, skirt)), 3),
        "hidden": placed.hidden,
    }


def _unit_label(
    scene: Scene, view: View, u: int, canvas: np.ndarray, order: list[tuple[int, PlacedPiece]]
) -> dict:
    unit = scene.units[u]
    area, points = _own_area(view, unit, list(unit.pieces))
    seen = [int((canvas == i).sum()) if owner == u else 0 for i, (owner, _) in enumerate(order)]
    pieces = [
        _piece_label(p, seen[i], _own_area(view, unit, [p])[0])
        for i, (owner, p) in enumerate(order)
        if owner == u
    ]
    tips = np.concatenate([piece_outline(unit, p)[4:] for p in unit.pieces])
    apex = tips[np.argmax(tips[:, 2])] if unit.posture is Posture.UPRIGHT else tips[-1]
    base = np.array([[unit.x_mm, unit.y_mm, 0.0]])
    heading = unit.heading_deg % (90 if unit.posture is Posture.UPRIGHT else 360)
    return {
        "x_mm": round(unit.x_mm, 3),
        "y_mm": round(unit.y_mm, 3),
        "posture": unit.posture.value,
        "heading_deg": round(heading, 2),
        "visible": round(sum(seen) / max(1, area), 3),
        "bbox_px": _box(points, view),
        "apex_px": view.project(apex[None])[0].round(2).tolist(),
        "base_px": view.project(base)[0].round(2).tolist(),
        "pieces": pieces,
    }


def _hand_labels(scene: Scene, view: View) -> list[dict]:
    """One box a hand, forearm included, where enough of it shows."""
    found = []
    for owner in sorted({block.hand for block in scene.blocks if block.hand is not None}):
        mask = np.zeros((view.height, view.width), np.uint8)
        for block in scene.blocks:
            if block.hand == owner:
                _draw_mesh(mask, view, block, 1)
        if mask.sum() > 150:
            x, y, width, height = cv2.boundingRect(mask)
            found.append({"bbox_px": [x, y, x + width, y + height]})
    return found


def label(scene: Scene, view: View, white_bgr: np.ndarray, name: str) -> dict:
    """The label of a picture; units wholly out of the picture are left out."""
    canvas, order = _identity_map(scene, view)
    units = [_unit_label(scene, view, u, canvas, order) for u in range(len(scene.units))]
    rvec = cv2.Rodrigues(view.rotation)[0].ravel()
    return {
        "image": {"file": name, "width": view.width, "height": view.height},
        "camera": {
            "K": view.matrix.tolist(),
            "rvec": rvec.tolist(),
            "tvec": view.translation.tolist(),
            "distortion": [0.0] * 5,
        },
        "white": np.asarray(white_bgr, float).round(1).tolist(),
        "kind": scene.kind,
        "units": [
            u
            for u in units
            if u["bbox_px"][2] - u["bbox_px"][0] > 2 and u["bbox_px"][3] - u["bbox_px"][1] > 2
        ],
        "hands": _hand_labels(scene, view),
    }
