"""Quarter turns of pictures: a camera that hangs upside down, a phone that is held upright.

A picture turned k times by 90 degrees counter-clockwise is ``numpy.rot90(picture, k)``.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from calibration.camera import Camera
from calibration.store import Calibration

OVERHEAD = 0.26
"""Cosine of the elevation (75 degrees) from which on no direction in the picture is up."""
CLEAR = 1.4
"""Least ratio of the components of "up" along the two edges of the picture."""


def quarter_turns(camera: Camera) -> int:
    """The number of turns, 0 to 3, after which standing things are upright in the pictures.

    Also 0 if that is unclear: from above, or with "up" along a diagonal.
    """
    way = camera.rotation @ np.array([0.0, 0.0, 1.0])
    x, y = float(way[0]), float(way[1])  # up, in the picture's own directions
    if np.hypot(x, y) < OVERHEAD or max(abs(x), abs(y)) < CLEAR * min(abs(x), abs(y)):
        return 0
    if abs(y) >= abs(x):
        return 0 if y < 0 else 2
    return 1 if x > 0 else 3


def turned(calibration: Calibration, turns: int) -> Calibration:
    """The calibration for pictures after this number of turns."""
    camera = calibration.camera
    for _ in range(turns % 4):
        camera = _turned_once(camera)
    return replace(calibration, camera=camera)


def _turned_once(camera: Camera) -> Camera:
    """A camera whose pictures are turned counter-clockwise: its new x is the old y, its new y the old -x."""
    turn = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    k = camera.K
    matrix = np.array([[k[1, 1], 0.0, k[1, 2]], [0.0, k[0, 0], camera.width - 1 - k[0, 2]], [0.0, 0.0, 1.0]])
    bend = camera.distortion.copy()
    bend[2], bend[3] = -camera.distortion[3], camera.distortion[2]  # OpenCV's p1 and p2
    if bend.size >= 12:  # the thin prism's, s1 to s4
        bend[8:10], bend[10:12] = camera.distortion[10:12], -camera.distortion[8:10]
    return replace(
        camera,
        K=matrix,
        distortion=bend,
        rvec=np.asarray(cv2.Rodrigues(turn @ camera.rotation)[0], np.float64).ravel(),
        tvec=turn @ camera.tvec,
        width=camera.height,
        height=camera.width,
    )
