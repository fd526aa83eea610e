"""Ideal cameras for tests, and a neutral white reference."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import ArrayLike

from calibration.camera import CalibrationError, Camera, frozen_array, square_pixel_matrix
from calibration.white import WhiteReference


def look_at(
    position_mm: ArrayLike,
    target_mm: ArrayLike,
    horizontal_fov_deg: float,
    width: int = 1280,
    height: int = 720,
    roll_deg: float = 0.0,
) -> Camera:
    """An ideal camera at ``position_mm`` (3,) that looks at ``target_mm`` (3,), both in the table frame.

    The picture's top is up in the world (straight down: towards +y), turned by ``roll_deg`` clockwise.
    Raises CalibrationError when both points are the same.
    """
    eye, target = frozen_array("position_mm", position_mm, (3,)), frozen_array("target_mm", target_mm, (3,))
    forward = target - eye
    if np.linalg.norm(forward) < 1e-9:
        raise CalibrationError("a camera cannot look at the place where it is")
    forward = forward / np.linalg.norm(forward)
    up = np.array([0.0, 0.0, 1.0]) if abs(forward[2]) < 0.999 else np.array([0.0, 1.0, 0.0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    roll = math.radians(roll_deg)
    turned = math.cos(roll) * right + math.sin(roll) * down
    rotation = np.vstack([turned, np.cross(forward, turned), forward])
    focal = width / 2 / math.tan(math.radians(horizontal_fov_deg) / 2)
    return Camera(
        K=square_pixel_matrix(focal, width, height),
        distortion=np.zeros(5),
        rvec=cv2.Rodrigues(rotation)[0].reshape(3),
        tvec=-rotation @ eye,
        width=width,
        height=height,
    )


def no_reference() -> WhiteReference:
    """The neutral white reference."""
    return WhiteReference(np.ones(3))
