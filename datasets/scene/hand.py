"""A hand and forearm as a mesh: round bones blended into one skin (millimetres)."""

from __future__ import annotations

import functools
import math

import numpy as np

from datasets.scene.solids import Mesh, moved, revolved, turn_z

Bone = tuple[tuple[float, float, float], tuple[float, float, float], float, float]

# In its own frame the hand reaches along +x, with the pinch (or the palm's middle) at the origin and z up.
PINCH: tuple[Bone, ...] = (
    ((-112, 0, 62), (-52, -14, 56), 21, 15),
    ((-112, 0, 62), (-50, 12, 58), 21, 15),
    ((-112, 0, 60), (-54, 30, 54), 19, 13),
    ((-48, -16, 56), (-16, -12, 52), 9.5, 8.5),
    ((-16, -12, 52), (-2, -8, 24), 8.5, 7.5),
    ((-2, -8, 24), (1, -5, 8), 7.5, 6.5),
    ((-46, 4, 58), (-14, 8, 54), 9.5, 8.5),
    ((-14, 8, 54), (-8, 10, 28), 8.5, 7.5),
    ((-8, 10, 28), (-16, 10, 14), 7.5, 6.5),
    ((-50, 22, 56), (-22, 26, 50), 9, 8),
    ((-22, 26, 50), (-22, 26, 28), 8, 7),
    ((-22, 26, 28), (-32, 24, 18), 7, 6),
    ((-54, 36, 52), (-34, 42, 46), 8, 7),
    ((-34, 42, 46), (-36, 40, 28), 7, 6),
    ((-36, 40, 28), (-44, 36, 20), 6, 5.5),
    ((-96, -18, 56), (-48, -34, 42), 16, 11),
    ((-48, -34, 42), (-20, -26, 26), 10.5, 9),
    ((-20, -26, 26), (-6, -16, 9), 9, 7.5),
)
RESTING: tuple[Bone, ...] = (
    ((-75, 0, 22), (-12, -16, 16), 20, 13),
    ((-75, 0, 22), (-8, 6, 17), 20, 13),
    ((-75, 0, 22), (-14, 26, 15), 19, 12),
    ((-10, -18, 16), (40, -24, 8), 9, 7),
    ((-6, 2, 17), (50, 2, 8), 9, 7),
    ((-10, 18, 16), (44, 24, 8), 9, 7),
    ((-18, 32, 14), (28, 46, 7), 8, 6),
    ((-60, -18, 20), (-18, -48, 12), 14, 9),
    ((-18, -48, 12), (10, -56, 8), 9, 7),
)
POSES = {"pinch": (PINCH, (-112.0, 0.0, 62.0)), "resting": (RESTING, (-75.0, 0.0, 22.0))}


def _distance(points: np.ndarray, bone: Bone) -> np.ndarray:
    """Signed distance of points (...,3) from a bone of varying thickness."""
    start, end, r0, r1 = np.array(bone[0], np.float32), np.array(bone[1], np.float32), bone[2], bone[3]
    along = end - start
    t = np.clip((points - start) @ along / (along @ along), 0, 1)
    return np.linalg.norm(points - start - t[..., None] * along, axis=-1) - (r0 + (r1 - r0) * t)


@functools.cache
def skin(pose: str, step_mm: float = 3.0, blend_mm: float = 3.0) -> Mesh:
    """The skin in the hand's own frame: bones blended by a smooth minimum."""
    from skimage.measure import marching_cubes

    bones = POSES[pose][0]
    ends = np.array([p for b in bones for p in b[:2]])
    low, high = ends.min(0) - 28, ends.max(0) + 28
    axes = [np.arange(a, b, step_mm, dtype=np.float32) for a, b in zip(low, high, strict=True)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1)
    field = np.zeros(grid.shape[:3], np.float32)
    for bone in bones:
        field += np.exp(-np.clip(_distance(grid, bone) / blend_mm, -20, 20))
    vertices, triangles, _, _ = marching_cubes(-blend_mm * np.log(field), 0.0, spacing=(step_mm,) * 3)
    return (vertices + low).astype(np.float32), triangles.astype(np.int32)


def hand_and_sleeve(
    pose: str, at: tuple[float, float, float], reach_deg: float, mirrored: bool, rise_deg: float = 14.0
) -> tuple[Mesh, Mesh]:
    """Skin and sleeve meshes on the table: pinch (or palm) at ``at`` mm, reaching along ``reach_deg``.

    From the wrist the forearm goes back and up at ``rise_deg``.
    """
    wrist = np.array(POSES[pose][1])
    profile = [(24.0, -8.0), (27.0, 8.0), (30.0, 30.0), (38.0, 60.0), (44.0, 420.0), (0.1, 421.0)]
    tilt = math.radians(90 - rise_deg)
    back = np.array([[math.cos(tilt), 0, -math.sin(tilt)], [0, 1, 0], [math.sin(tilt), 0, math.cos(tilt)]])
    sleeve = moved(revolved(profile), back, wrist + np.array([4.0, 0, 0]))
    meshes = [skin(pose), sleeve]
    if mirrored:
        meshes = [(v * np.array([1, -1, 1], np.float32), t[:, ::-1]) for v, t in meshes]
    return tuple(moved(m, turn_z(reach_deg), at) for m in meshes)  # type: ignore[return-value]
