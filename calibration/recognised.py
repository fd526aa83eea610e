"""Finds the camera's pose in a picture of a table that it has seen before: a turned phone, without markers.

Features of the two pictures are matched (SIFT, D. Lowe, "Distinctive image features from scale-invariant
keypoints", 2004); a rotation of the camera, with any zoom, moves all of them by one homography. If enough
matches, well spread, follow one, they give the new pixels of the table's points, and thereby the camera in
the same table frame as before. Otherwise there is no result.
"""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import CalibrationError, Camera, Floats, square_pixel_matrix
from calibration.store import Calibration

Picture = NDArray[np.uint8]
LONGER_PX = 800
"""Size to which pictures are reduced first: then matching takes a tenth of a second of one core."""
MOST_POINTS = 1200
DISTINCT = 0.75
"""Largest ratio of the distances of a match and the second best (Lowe's ratio)."""
OFF_PX = 4.0
"""Largest deviation of a match from the homography, in the small picture; standing things have parallax."""
LEAST_MATCHES, LEAST_SHARE = 24, 0.35
"""Least number and share of matches that must follow one homography."""
LEAST_AREA = 0.04
"""Least share of the old picture that these must span."""
FARTHEST_MM = 1500.0
SURE_PX = 1.8
"""Largest RMS error of the camera for the matches, in the small picture."""
AFAR = (48, 27)
"""Size of the pictures for ``alike``."""
ZOOMS = np.geomspace(0.5, 2.0, 41)
"""Factors of the focal length in the search, besides those that follow from the picture's sides."""
USUAL_GAIN = 0.7
"""Largest error of another focal length, relative to those that follow from the picture's sides."""


def recognised(calibration: Calibration, before: Picture, now: Picture) -> Calibration | None:
    """The calibration for the picture ``now`` (h, w, 3), of any size, of the table in the picture ``before``
    with ``calibration``; ``None`` if there is no certain one.
    """
    old, new, scale = _matches(before, now)
    if len(old) < LEAST_MATCHES:
        return None
    homography, kept = cv2.findHomography(old / scale[0], new / scale[1], cv2.USAC_MAGSAC, OFF_PX)
    inside = np.asarray(kept).ravel() > 0
    if homography is None or not _believable(np.asarray(homography, float), inside, old / scale[0], before):
        return None
    try:
        camera = _camera(calibration.camera, old[inside], new[inside], now.shape, SURE_PX * scale[1])
    except (CalibrationError, cv2.error):
        return None
    return None if camera is None else replace(calibration, camera=camera)


def _matches(before: Picture, now: Picture) -> tuple[Floats, Floats, tuple[float, float]]:
    """Matching pixels (n, 2) of both pictures, and the factors by which these were reduced."""
    finder = cv2.SIFT.create(MOST_POINTS)
    points, signs, scales = [], [], []
    for picture in (before, now):
        scale = max(1.0, max(picture.shape[:2]) / LONGER_PX)
        small = cv2.resize(picture, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
        found, described = finder.detectAndCompute(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), None)
        if described is None or len(found) < LEAST_MATCHES:
            return np.zeros((0, 2)), np.zeros((0, 2)), (1.0, 1.0)
        points.append((np.array([each.pt for each in found]) + 0.5) * scale - 0.5)
        signs.append(described)
        scales.append(scale)
    pairs = cv2.BFMatcher().knnMatch(signs[0], signs[1], k=2)
    clear = [best for best, next_ in pairs if best.distance < DISTINCT * next_.distance]
    old = np.array([points[0][each.queryIdx] for each in clear]).reshape(-1, 2)
    new = np.array([points[1][each.trainIdx] for each in clear]).reshape(-1, 2)
    return old, new, (scales[0], scales[1])


def alike(one: Picture, other: Picture) -> float:
    """The similarity of two pictures of one size at low resolution: from 1 (equal) to about 0 (unrelated)."""
    small = [
        cv2.resize(each, AFAR, interpolation=cv2.INTER_AREA).mean(axis=2).ravel() for each in (one, other)
    ]
    spread = float(small[0].std() * small[1].std())
    return float(np.mean((small[0] - small[0].mean()) * (small[1] - small[1].mean()))) / max(spread, 1e-6)


def _believable(homography: Floats, inside: NDArray[np.bool_], old: Floats, before: Picture) -> bool:
    """Whether enough matches, well spread, follow the homography, and it is no reflection."""
    if inside.sum() < LEAST_MATCHES or inside.mean() < LEAST_SHARE:
        return False
    if np.linalg.det(homography[:2, :2]) <= 0:
        return False
    spanned = cv2.contourArea(cv2.convexHull(old[inside].astype(np.float32)))
    longer = max(before.shape[:2])
    scale = max(1.0, longer / LONGER_PX)
    return bool(spanned >= LEAST_AREA * before.shape[0] * before.shape[1] / scale**2)


def _camera(
    camera: Camera, old: Floats, new: Floats, shape: tuple[int, ...], sure_px: float
) -> Camera | None:
    """The camera that sees at ``new`` the points that ``camera`` sees at ``old``, assumed to be on the
    table."""
    height, width = shape[:2]
    places = camera.to_table(old)
    near = np.nan_to_num(np.hypot(*places.T), nan=np.inf) < FARTHEST_MM
    if near.sum() < LEAST_MATCHES:
        return None
    solid = np.column_stack([places[near], np.zeros(near.sum())])
    focal = math.sqrt(camera.K[0, 0] * camera.K[1, 1])
    sides, others = sorted((width, height)), sorted(camera.size)
    usual = {1.0, sides[0] / others[0], sides[1] / others[1], width / camera.width, height / camera.height}
    fits = [_posed(focal * zoom, camera, solid, new[near], width, height) for zoom in usual]
    free = [_posed(focal * zoom, camera, solid, new[near], width, height) for zoom in ZOOMS]
    best, other = (min(each, key=lambda one: one.reprojection_error_px) for each in (fits, free))
    if other.reprojection_error_px < USUAL_GAIN * best.reprojection_error_px:
        best = other
    return best if best.reprojection_error_px <= sure_px and best.position[2] > 0 else None


def _posed(focal: float, camera: Camera, solid: Floats, seen: Floats, width: int, height: int) -> Camera:
    """The best camera with this focal length (px) and the same radial distortion."""
    matrix = square_pixel_matrix(focal, width, height)
    bend = np.zeros(5)
    bend[:2] = camera.distortion[:2]
    _, rvec, tvec = cv2.solvePnP(solid, seen, matrix, bend, flags=cv2.SOLVEPNP_IPPE)
    rvec, tvec = cv2.solvePnPRefineLM(solid, seen, matrix, bend, rvec, tvec)
    turn, shift = (np.asarray(each, np.float64).ravel() for each in (rvec, tvec))
    posed = Camera(matrix, bend, turn, shift, width, height)
    off = np.hypot(*(posed.project(solid) - seen).T)
    return replace(posed, reprojection_error_px=float(np.sqrt(np.mean(off**2))))
