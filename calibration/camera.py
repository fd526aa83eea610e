"""A camera in the table frame: converts millimetres on the table to pixels and back.

Coordinate spaces:

* *table*, mm: right-handed, origin in the middle of the rectangle of corner markers, +x to the right and +y
  away as seen by the near player, +z up. The table is the plane z = 0.
* *picture*, px: +x right, +y down, whole numbers at the middle of a pixel, so the middle of a picture is
  ``((width - 1) / 2, (height - 1) / 2)``.
* *camera*, mm: OpenCV's convention, +x right, +y down, +z forward.

A table point X becomes the pixel ``K · distort(R · X + t)`` with R from ``rvec`` (OpenCV's pinhole model).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.message import Messages

say = Messages("calibration")
Floats = NDArray[np.float64]


class CalibrationError(ValueError):
    """The camera or its table frame is not available; the message is one line that says what to do."""


def other_size(known: tuple[int, int], found: tuple[int, int]) -> CalibrationError:
    """The error for pictures of another size than the calibration's, each (width, height) in px."""
    return CalibrationError(say("drift_size", raw="{}×{}".format(*known), raw2="{}×{}".format(*found)))


def frozen_array(name: str, value: ArrayLike, shape: tuple[int, ...]) -> Floats:
    """A read-only copy of ``value`` as float64 of ``shape`` (-1: any length).

    Raises CalibrationError with the expected and the actual shape, or if a number is not finite.
    """
    try:
        array = np.array(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise CalibrationError(say("array_numbers", raw=name, raw2=str(shape))) from error
    fits = array.ndim == len(shape) and all(
        want in (-1, have) for want, have in zip(shape, array.shape, strict=True)
    )
    if not fits:
        raise CalibrationError(say("array_shape", raw=name, raw2=str(shape), raw3=str(array.shape)))
    if not np.isfinite(array).all():
        raise CalibrationError(say("array_finite", raw=name))
    array.flags.writeable = False
    return array


def points_array(name: str, value: ArrayLike, columns: int) -> Floats:
    """``value`` as float64 of shape (N, columns); raises CalibrationError with the actual shape."""
    array = np.asarray(value, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != columns:
        raise CalibrationError(say("array_shape", raw=name, raw2=f"(N, {columns})", raw3=str(array.shape)))
    return array


def focal_px_of(fov_deg: float, side_px: int) -> float:
    """The focal length in px of a camera that sees ``fov_deg`` along a side of its pictures."""
    return side_px / 2 / math.tan(math.radians(fov_deg) / 2)


def square_pixel_matrix(focal_px: float, width: int, height: int) -> Floats:
    """K (3, 3) of square pixels with the principal point in the middle of the picture."""
    return np.array([[focal_px, 0.0, (width - 1) / 2], [0.0, focal_px, (height - 1) / 2], [0.0, 0.0, 1.0]])


@dataclass(frozen=True, eq=False)
class Camera:
    """A calibrated camera at one picture size, seen from the table frame.

    ``K`` (3, 3) px; ``distortion`` (D,) with D of 4, 5, 8, 12 or 14 (OpenCV's order; zeros: none);
    ``rvec`` (3,) radians and ``tvec`` (3,) mm map from table to camera; ``width`` and ``height`` in px;
    ``reprojection_error_px`` is the root mean square of the corner residuals of its solution.
    Raises CalibrationError on a wrong shape.
    """

    K: Floats
    distortion: Floats
    rvec: Floats
    tvec: Floats
    width: int
    height: int
    reprojection_error_px: float = 0.0

    def __post_init__(self) -> None:
        for name, shape in (("K", (3, 3)), ("distortion", (-1,)), ("rvec", (3,)), ("tvec", (3,))):
            object.__setattr__(self, name, frozen_array(name, getattr(self, name), shape))
        if self.distortion.size not in (4, 5, 8, 12, 14):
            count = self.distortion.size
            raise CalibrationError(say("camera_distortion", n=count))
        if self.width < 1 or self.height < 1:
            raise CalibrationError(say("camera_pictures"))
        if self.K[0, 0] <= 0 or self.K[1, 1] <= 0:
            raise CalibrationError(say("camera_matrix"))

    @cached_property
    def rotation(self) -> Floats:
        """R (3, 3), table to camera."""
        return frozen_array("rotation", cv2.Rodrigues(self.rvec)[0], (3, 3))

    @cached_property
    def position(self) -> Floats:
        """The camera's position, (3,) mm in the table frame."""
        return frozen_array("position", -self.rotation.T @ self.tvec, (3,))

    @cached_property
    def is_undistorted(self) -> bool:
        """Whether the lens model is a plain pinhole."""
        return not self.distortion.any()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its pictures, px."""
        return self.width, self.height

    @property
    def focal_px(self) -> float:
        """Focal length in px, the mean of both axes."""
        return float(self.K[0, 0] + self.K[1, 1]) / 2

    @property
    def horizontal_fov_deg(self) -> float:
        """Width of the view in degrees."""
        return math.degrees(2 * math.atan2(self.width / 2, self.K[0, 0]))

    def depth(self, points_mm: ArrayLike) -> Floats:
        """Distance along the optical axis in mm, (N,), of table points (N, 3); negative behind the camera."""
        points = points_array("points_mm", points_mm, 3)
        depths: Floats = points @ self.rotation[2] + self.tvec[2]
        return depths

    def project(self, points_mm: ArrayLike) -> Floats:
        """Pixels (N, 2) of table points (N, 3) mm; NaN for points that are not in front of the camera."""
        points = points_array("points_mm", points_mm, 3)
        seen = points @ self.rotation.T + self.tvec
        depth = np.where(seen[:, 2] > 1e-6, seen[:, 2], np.nan)
        if self.is_undistorted:
            return (seen / depth[:, None]) @ self.K[:2].T
        pixels = np.full((len(points), 2), np.nan)
        front = np.isfinite(depth)
        if front.any():
            flat = cv2.projectPoints(seen[front], np.zeros(3), np.zeros(3), self.K, self.distortion)[0]
            pixels[front] = flat.reshape(-1, 2)
        return pixels

    def rays(self, points_px: ArrayLike) -> Floats:
        """Unit directions (N, 3) in the table frame of the lines of sight through pixels (N, 2)."""
        points = points_array("points_px", points_px, 2)
        if self.is_undistorted:
            ends = np.column_stack([points, np.ones(len(points))]) @ np.linalg.inv(self.K).T
        else:
            stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-9)
            same = np.eye(3)
            plain = cv2.undistortPointsIter(points[:, None], self.K, self.distortion, same, same, stop)
            ends = np.column_stack([plain.reshape(-1, 2), np.ones(len(points))])
        directions = ends @ self.rotation
        units: Floats = directions / np.linalg.norm(directions, axis=1, keepdims=True)
        return units

    def to_table(self, points_px: ArrayLike, z_mm: float = 0.0) -> Floats:
        """The intersections of the lines of sight through pixels (N, 2) with the plane at height ``z_mm``:
        (N, 2) mm; NaN for a line of sight at or above the horizon.
        """
        rays = self.rays(points_px)
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = (z_mm - self.position[2]) / rays[:, 2]
        reach = np.where(np.isfinite(reach) & (reach > 0), reach, np.nan)
        return self.position[:2] + rays[:, :2] * reach[:, None]

    def elevation_deg(self, x_mm: float, y_mm: float) -> float:
        """Elevation of the camera as seen from (x, y): 90 straight above, 0 at table height."""
        dx, dy, dz = self.position - (x_mm, y_mm, 0.0)
        return math.degrees(math.atan2(dz, math.hypot(dx, dy)))

    def px_per_mm(self, x_mm: float, y_mm: float) -> float:
        """Pixels per mm at table point (x, y) of a length parallel to the picture plane (focal / depth).

        Lengths along the line of sight look shorter. NaN for a point behind the camera.
        """
        depth = float(self.rotation[2] @ (x_mm, y_mm, 0.0) + self.tvec[2])
        return self.focal_px / depth if depth > 0 else math.nan

    def scaled(self, width: int, height: int) -> Camera:
        """The same camera at another picture size of the same shape.

        Raises CalibrationError if the shape differs by more than 1 %: then the camera crops in an unknown
        way.
        """
        sx, sy = width / self.width, height / self.height
        if width < 1 or height < 1 or abs(sx / sy - 1) > 0.01:
            raise other_size((self.width, self.height), (width, height))
        scale = np.array([[sx, 0.0, (sx - 1) / 2], [0.0, sy, (sy - 1) / 2], [0.0, 0.0, 1.0]])
        error = self.reprojection_error_px * (sx + sy) / 2
        return replace(self, K=scale @ self.K, width=width, height=height, reprojection_error_px=error)

    def with_pose(self, rvec: ArrayLike, tvec: ArrayLike, reprojection_error_px: float) -> Camera:
        """The same lens in another pose: ``rvec`` (3,), ``tvec`` (3,) mm, table to camera."""
        turn, shift = np.asarray(rvec, float).reshape(-1), np.asarray(tvec, float).reshape(-1)
        return replace(self, rvec=turn, tvec=shift, reprojection_error_px=float(reprojection_error_px))
