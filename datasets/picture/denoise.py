"""Removes the noise of path tracing from a picture (Intel Open Image Denoise)."""

from __future__ import annotations

import numpy as np


def denoised(linear: np.ndarray, white: float, albedo: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """The picture (h,w,3) of linear light without noise.

    ``white`` is the light of paper; fireflies are clipped to four times that. ``albedo`` 0..1 and ``normals``
    -1..1 (h,w,3) of the first surfaces hit keep prints and edges sharp.
    """
    import pyoidn

    light = np.clip(np.nan_to_num(linear / white, posinf=4.0), 0, 4)
    parts = [np.ascontiguousarray(part, np.float32) for part in (light, albedo, normals)]
    return pyoidn.denoise(*parts, hdr=True, quality="fast") * white
