"""Optional lens calibration with a ChArUco board: focal lengths, principal point and distortion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import CalibrationError, Camera, Floats, frozen_array, points_array
from calibration.markers import Picture, as_grey
from engine.message import Messages

say = Messages("calibration")

SQUARES = (7, 5)
SQUARE_MM = 35.0
MARKER_MM = 26.0
DICTIONARY = cv2.aruco.DICT_5X5_100
"""Different from the corner markers' dictionary, so that they cannot be confused with a board in view."""
LEAST_VIEWS = 5
LEAST_CORNERS = 8
MAX_ERROR_PX = 1.0
"""Largest accepted reprojection error in a picture 1280 px wide."""

_FEW_UNKNOWNS = cv2.CALIB_FIX_K3 | cv2.CALIB_ZERO_TANGENT_DIST
"""Two radial terms: as many as a few views can determine without extremes in the picture's corners."""


@dataclass(frozen=True, eq=False)
class Lens:
    """A lens at one picture size: ``K`` (3, 3) px and ``distortion`` (D,) as in ``Camera``."""

    K: Floats
    distortion: Floats
    width: int
    height: int
    reprojection_error_px: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "K", frozen_array("K", self.K, (3, 3)))
        object.__setattr__(self, "distortion", frozen_array("distortion", self.distortion, (-1,)))
        self._camera()

    def _camera(self) -> Camera:
        still = np.zeros(3)
        return Camera(
            self.K, self.distortion, still, still, self.width, self.height, self.reprojection_error_px
        )

    @classmethod
    def of(cls, camera: Camera) -> Lens:
        """The lens of a calibrated camera, without its pose."""
        return cls(camera.K, camera.distortion, camera.width, camera.height, camera.reprojection_error_px)

    def scaled(self, width: int, height: int) -> Lens:
        """The same lens at another picture size; raises like ``Camera.scaled``."""
        return Lens.of(self._camera().scaled(width, height))

    def straighten(self, points_px: Floats) -> Floats:
        """Pixels (N, 2) as they would be with the same ``K`` and no distortion."""
        points = points_array("points_px", points_px, 2)
        if not self.distortion.any():
            return points
        stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-9)
        flat = cv2.undistortPointsIter(points[:, None], self.K, self.distortion, np.eye(3), self.K, stop)
        return np.asarray(flat, float).reshape(-1, 2)


def board() -> cv2.aruco.CharucoBoard:
    """The board: 7 × 5 squares of 35 mm with markers of 26 mm."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)


def board_picture(px_per_mm: float = 10.0) -> NDArray[np.uint8]:
    """The board as a grey picture (H, W), without a margin."""
    width, height = (round(count * SQUARE_MM * px_per_mm) for count in SQUARES)
    return np.asarray(board().generateImage((width, height)), np.uint8)


def calibrate_lens(frames: Sequence[Picture]) -> Lens:
    """The lens from pictures (H, W, 3) or (H, W) of the board held at different angles and places.

    Raises CalibrationError if the pictures differ in size, if fewer than ``LEAST_VIEWS`` of them show at
    least ``LEAST_CORNERS`` inner corners, or if the reprojection error is over ``MAX_ERROR_PX``.
    """
    greys = [as_grey(frame) for frame in frames]
    if len({grey.shape for grey in greys}) > 1:
        raise CalibrationError(say("lens_differ"))
    views = [view for view in map(_view, greys) if view is not None]
    if len(views) < LEAST_VIEWS:
        raise CalibrationError(say("lens_few", n=len(views), most=len(greys), more=LEAST_VIEWS))
    height, width = greys[0].shape
    solids, flats = [solid for solid, _ in views], [flat for _, flat in views]
    size = (width, height)
    error, matrix, distortion, _, _ = cv2.calibrateCamera(
        solids, flats, size, None, None, flags=_FEW_UNKNOWNS
    )
    limit = MAX_ERROR_PX * max(width / 1280, 0.5)
    if not np.isfinite(error) or error > limit:
        raise CalibrationError(say("lens_unfit", raw=f"{error:.1f}", raw2=f"{limit:.1f}"))
    return Lens(np.asarray(matrix, float), np.asarray(distortion, float).ravel(), width, height, float(error))


def _view(grey: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]] | None:
    """Board points (N, 3) mm and their pixels (N, 2), or None if too few are visible."""
    detector = cv2.aruco.CharucoDetector(board())
    corners, ids, _, _ = detector.detectBoard(grey)
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    solid, flat = board().matchImagePoints(tuple(corners), ids)
    return solid.reshape(-1, 3).astype(np.float32), flat.reshape(-1, 2).astype(np.float32)
