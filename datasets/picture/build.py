"""Writes rendered data sets: numbered pictures with exact labels. Continues where an earlier run stopped."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from datasets.picture.labels import label
from datasets.picture.lens import bent, shot, straight
from datasets.picture.render import PAPER, Studio
from datasets.picture.sensor import photographed, sensor
from datasets.scene.lights import lamp_points
from datasets.scene.sampling import STEEP, window_scene
from datasets.scene.scenes import Light

Draw = Callable[[int, str | None], tuple[np.ndarray, dict]]
"""Maps a seed and a kind of table (``None``: any) to a picture (480,640,3) uint8 BGR and its label."""


def white_paper(light: Light, at: np.ndarray) -> np.ndarray:
    """Linear RGB of unshadowed marker paper at ``at`` (2,) mm.

    It is the irradiance of sky and lamp, times albedo over pi.
    """
    rows, columns = light.sky.shape[:2]
    zenith = (np.arange(rows) + 0.5) / rows * np.pi
    weight = np.clip(np.cos(zenith), 0, None) * np.sin(zenith) * (np.pi / rows) * (2 * np.pi / columns)
    sky = (light.sky * weight[:, None, None]).sum((0, 1))
    points, facing = lamp_points(light)
    ray = points - np.array([at[0], at[1], 0.0])
    distance = np.linalg.norm(ray, axis=-1)
    cosines = np.clip(ray[..., 2] / distance, 0, None) * np.clip(-(ray @ facing) / distance, 0, None)
    form = (cosines / distance**2).mean() * light.lamp_size[0] * light.lamp_size[1]
    return (sky + form * np.array(light.lamp_rgb)) * PAPER / np.pi


def picture(seed: int, spp: int, held_out: bool = False, kind: str | None = None) -> tuple[np.ndarray, dict]:
    """One random picture (480,640,3) uint8 BGR and its label; both depend on the arguments only."""
    rng = np.random.default_rng(seed)
    taken = shot(rng, STEEP.get(kind, 0.0))
    scene = window_scene(rng, taken.view, held_out, kind)
    white = white_paper(scene.light, np.array([scene.markers[0].x_mm, scene.markers[0].y_mm]))
    plain, places = straight(taken.view)
    clean = Studio(scene).clean(plain, spp, seed, float(white.max()))
    camera = sensor(rng, white)
    shown = photographed(rng, camera, bent(clean, places), taken.from_middle)
    white_bgr = camera.tone(white)[::-1] * 255
    return shown, label(scene, taken.view, white_bgr, f"{seed:06d}.jpg", taken.source)


def target_of(folder: Path, seed: int) -> Path:
    """The file of a picture's labels; it exists once the picture is complete."""
    return folder / f"{seed:06d}.json"


def write(
    folder: Path,
    first_seed: int,
    count: int,
    draw: Draw,
    kinds: Sequence[str | None] = (None,),
    quality: int = 95,
) -> Iterator[int]:
    """Write pictures for the next ``count`` seeds that have none, yielding each seed when it is on disk.

    Seeds take the ``kinds`` of tables in turn; ``None`` draws the kind by the shares.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(first_seed, first_seed + count):
        target = target_of(folder, seed)
        if target.exists():
            continue
        shown, labels = draw(seed, kinds[seed % len(kinds)])
        cv2.imwrite(str(folder / f"{seed:06d}.jpg"), shown, [cv2.IMWRITE_JPEG_QUALITY, quality])
        part = target.with_suffix(".part")  # so that an interruption leaves no incomplete label
        part.write_text(json.dumps(labels), "utf-8")
        part.replace(target)
        gc.collect()  # frees the scene, see datasets.picture.render
        yield seed


__all__ = ["picture", "target_of", "white_paper", "write"]
