"""Exact labels of a rendered view: boxes, key points and visible fractions, from the geometry alone.

The fields are described in ``datasets/DATASET.md``.
"""

from __future__ import annotations

import cv2
import numpy as np

from datasets.picture.visibility import Sighting, UnitSighting, draw_mesh, sightings
from datasets.scene.scenes import PlacedPiece, Scene, Unit, View, piece_outline
from engine.pieces import Posture


def _box(points: np.ndarray, view: View) -> list[float]:
    low = np.clip(points.min(0), 0, [view.width, view.height])
    high = np.clip(points.max(0), 0, [view.width, view.height])
    return [round(float(v), 2) for v in (*low, *high)]


def _piece_label(placed: PlacedPiece, shown: Sighting) -> dict:
    return {
        "colour": placed.piece.colour.value,
        "size": placed.piece.size.word,
        "visible": round(min(1.0, shown.seen / max(1, shown.whole)), 3),
        "through": round(min(1.0, shown.through / max(1, shown.whole)), 3),
        "hidden": placed.hidden,
    }


def _unit_label(unit: Unit, view: View, shown: UnitSighting) -> dict:
    points = view.project(np.concatenate([piece_outline(unit, p) for p in unit.pieces]))
    tips = np.concatenate([piece_outline(unit, p)[4:] for p in unit.pieces])
    apex = tips[np.argmax(tips[:, 2])] if unit.posture is Posture.UPRIGHT else tips[-1]
    base = np.array([[unit.x_mm, unit.y_mm, 0.0]])
    heading = unit.heading_deg % (90 if unit.posture is Posture.UPRIGHT else 360)
    return {
        "x_mm": round(unit.x_mm, 3),
        "y_mm": round(unit.y_mm, 3),
        "posture": unit.posture.value,
        "heading_deg": round(heading, 2),
        "visible": round(min(1.0, sum(s.seen for s in shown.pieces) / max(1, shown.whole)), 3),
        "bbox_px": _box(points, view),
        "apex_px": view.project(apex[None])[0].round(2).tolist(),
        "base_px": view.project(base)[0].round(2).tolist(),
        "pieces": [_piece_label(p, s) for p, s in zip(unit.pieces, shown.pieces, strict=True)],
    }


def _hand_labels(scene: Scene, view: View) -> list[dict]:
    """One box per hand, including the forearm, if enough of it is visible."""
    found = []
    for owner in sorted({block.hand for block in scene.blocks if block.hand is not None}):
        mask = np.zeros((view.height, view.width), np.uint8)
        for block in scene.blocks:
            if block.hand == owner:
                draw_mesh(mask, view, block, 1)
        if mask.sum() > 150:
            x, y, width, height = cv2.boundingRect(mask)
            found.append({"bbox_px": [x, y, x + width, y + height]})
    return found


def _in_front(unit: Unit, view: View) -> bool:
    corners = np.concatenate([piece_outline(unit, p) for p in unit.pieces])
    return bool((corners @ view.rotation[2] + view.translation[2] > 20).all())


def label(
    scene: Scene, view: View, white_bgr: np.ndarray, name: str, source: tuple[int, int] | None = None
) -> dict:
    """The label of a picture, without units that are completely outside it.

    ``source`` is the size (px) of the whole frame if the picture is a window of one; default: its own size.
    """
    shown = sightings(scene, view)
    pairs = [(unit, s) for unit, s in zip(scene.units, shown, strict=True) if _in_front(unit, view)]
    units = [_unit_label(unit, view, s) for unit, s in pairs]
    rvec = cv2.Rodrigues(view.rotation)[0].ravel()
    return {
        "image": {
            "file": name,
            "width": view.width,
            "height": view.height,
            "source": list(source or (view.width, view.height)),
        },
        "camera": {
            "K": view.matrix.tolist(),
            "rvec": rvec.tolist(),
            "tvec": view.translation.tolist(),
            "distortion": list(view.distortion),
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
