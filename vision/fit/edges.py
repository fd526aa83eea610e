"""Compares the known solids' edges with the picture: finds the solid, its posture and its place.

A hypothesis is a solid on the table plane: a stack for every possible size of its lowest piece, a lying piece
of every size. Its base rims and slanting seams are projected into the unit's canonical crop; a true edge has
different colours on its two sides all along. Place and angle come from a deterministic search on grids,
coarse to fine, around the reader's result. Numpy and OpenCV over all units of a frame at once.

Arrays: N hypotheses or bodies, P poses (mm, mm, degrees about the crop's place). Of the eight edges of a body
0 to 3 are rims, 4 to 7 seams.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from engine.pieces import HEIGHT_MM, Size, half_apex_angle, lifts_mm
from vision.fit.solids import pyramid
from vision.read.crops import CROP_HEIGHT, CROP_WIDTH

Floats = NDArray[np.floating]
Indexes = NDArray[np.int64]
Crops = NDArray[np.uint8]
POINTS = 5
"""Number of samples along an edge, on both its sides."""
FINE_PX, WIDE_PX = 1.5, 2.5
"""Distance of the samples from an edge, and in the coarse search."""
LEAST_NOISE = 40.0
"""Squared 8-bit values (sum of the channels) below which a colour step says little, however clean it is."""
FEATURES = 5
PULL_MM, PULL = 2.5, 0.12
"""Penalty for a place this far from the reader's: PULL times log 2, relative to a mean step."""
TURN_PULL = 0.4
"""Penalty for a heading opposite to the reader's."""
_SHARES = ((np.arange(POINTS) + 0.5) / POINTS).astype(np.float32)
_FACES = np.array([[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])
_HIDDEN, _OUTER_SEAM, _INNER_SEAM, _RIM = range(4)


@dataclass(frozen=True, slots=True)
class Bodies:
    """Pyramids in their unit's frame: ``corners`` (N, 5, 3) mm, base corners then apex, and ``shown`` (N,),
    the share of each one's seams that is visible below the next piece.
    """

    corners: Floats
    shown: Floats

    @classmethod
    def of(cls, several: Sequence[Bodies]) -> Bodies:
        """The concatenation of several stacks or pieces."""
        return cls(
            *(np.concatenate([getattr(one, name) for one in several]) for name in ("corners", "shown"))
        )

    def __len__(self) -> int:
        return len(self.corners)

    def __getitem__(self, rows: Indexes) -> Bodies:
        return Bodies(self.corners[rows], self.shown[rows])


@dataclass(frozen=True, slots=True)
class Steps:
    """The measurements along the eight edges of bodies: ``step`` (N, 8), the log of the colour difference
    between both sides, ``length`` (N, 8) crop px, ``kind`` (N, 8).
    """

    step: Floats
    length: Floats
    kind: Indexes


def standing(sizes_bottom_up: Sequence[Size]) -> Bodies:
    """The pieces of a stack, bottom to top."""
    lifts = lifts_mm(sizes_bottom_up)
    corners = [pyramid(size, lift) for size, lift in zip(sizes_bottom_up, lifts, strict=True)]
    shown = [
        (over - lift) / HEIGHT_MM[size]
        for size, lift, over in zip(sizes_bottom_up, lifts, lifts[1:], strict=False)
    ]
    return Bodies(np.array(corners, np.float32), np.array([*shown, 1.0], np.float32))


def lying(size: Size) -> Bodies:
    """A piece on its side, apex towards +x, the middle of its shadow at the origin."""
    tilt = math.pi / 2 + half_apex_angle(size)
    c, s = math.cos(tilt), math.sin(tilt)
    corners = pyramid(size, 0.0) @ np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]).T
    corners -= [corners[4, 0] / 2, 0, corners[:, 2].min()]
    return Bodies(corners[None].astype(np.float32), np.ones(1, np.float32))


def view(camera: Camera, transform: Floats, x_mm: float, y_mm: float) -> Floats:
    """The homogeneous map (3, 4) from mm around (x, y) in the table frame to crop px, with the lens
    linearised there."""
    middle = camera.rotation @ (x_mm, y_mm, 0.0) + camera.tvec
    ahead = middle[:2] / middle[2]
    near = np.array([[0.0, 0.0], [1e-3, 0.0], [0.0, 1e-3]]) + ahead
    rays, still = np.column_stack([near, np.ones(3)]), np.zeros(3)
    pixels = cv2.projectPoints(rays, still, still, camera.K, camera.distortion)[0].reshape(-1, 2)
    slope = (pixels[1:] - pixels[0]).T / 1e-3
    lens = np.vstack([np.column_stack([slope, pixels[0] - slope @ ahead]), [0, 0, 1]])
    whole = np.vstack([transform, [0, 0, 1]]) @ lens @ np.column_stack([camera.rotation, middle])
    return np.asarray(whole, np.float32)


class Canvas:
    """Crops (U, H, W, 3) with their views (U, 3, 4), prepared for sampling along edges."""

    def __init__(self, crops: Sequence[Crops], views: Sequence[Floats]) -> None:
        self._views = np.array(views, np.float32)
        self._fine, self._wide = (
            np.vstack([np.asarray(cv2.GaussianBlur(one, (0, 0), sigma), np.uint8) for one in crops])
            for sigma in (0.8, 1.5)
        )
        self._noise = np.array([_noise(one) for one in crops], np.float32)

    def steps(self, bodies: Bodies, poses: Floats, units: Indexes, wide: bool = False) -> Steps:
        """The measurements along the edges of N bodies at N poses (N, 3), each in its unit's crop (N,)."""
        start, end, kind = _edges(bodies, poses, self._views[units])
        rows, columns = np.nonzero(kind)
        owner, first = units[rows], start[rows, columns]
        along = end[rows, columns] - first
        reach = np.maximum(np.hypot(along[:, 0], along[:, 1]), np.float32(1e-6))
        side = along[:, ::-1] * (np.array([-1, 1], np.float32) * (WIDE_PX if wide else FINE_PX))
        side /= reach[:, None]
        points = first[:, None] + _SHARES[:, None] * along[:, None]
        both = np.stack([points + side[:, None], points - side[:, None]])
        seen = self._sampled(self._wide if wide else self._fine, both, owner)
        apart = (((seen[0] - seen[1]).sum(1) / POINTS) ** 2).sum(1)
        step, length = np.zeros(kind.shape, np.float32), np.zeros(kind.shape, np.float32)
        step[rows, columns] = np.log1p(apart / self._noise[owner])
        length[rows, columns] = reach
        return Steps(step, length, kind)

    @staticmethod
    def _sampled(stack: Crops, points: Floats, owner: Indexes) -> Floats:
        """Colours (2, E, POINTS, 3) at crop points (2, E, POINTS, 2) of the crops ``owner`` (E,)."""
        x = np.clip(points[..., 0], 0, CROP_WIDTH - 1)
        y = np.clip(points[..., 1], 0, CROP_HEIGHT - 1) + (owner * CROP_HEIGHT).astype(np.float32)[:, None]
        many, wide = x.size, 1024
        maps = [np.zeros((-(-many // wide), wide), np.float32) for _ in range(2)]
        maps[0].reshape(-1)[:many], maps[1].reshape(-1)[:many] = x.ravel(), y.ravel()
        seen = cv2.remap(stack, maps[0], maps[1], cv2.INTER_LINEAR)
        return seen.reshape(-1, 3)[:many].reshape(*x.shape, 3).astype(np.float32)


def _noise(crop: Crops) -> float:
    """Squared 8-bit grain of a crop, sum of the channels."""
    light = crop[::2].astype(np.int16)
    grain = np.abs(light[:, 2:] - 2 * light[:, 1:-1] + light[:, :-2])
    return LEAST_NOISE + 2 * float((np.median(grain, axis=(0, 1)) ** 2).sum())


def _edges(bodies: Bodies, poses: Floats, views: Floats) -> tuple[Floats, Floats, Indexes]:
    """Starts and ends (N, 8, 2) in crop px and kinds (N, 8) of the edges of N bodies with their poses and
    views."""
    turn = np.radians(poses[:, 2, None])
    c, s = np.cos(turn), np.sin(turn)
    x, y, z = (bodies.corners[..., k] for k in range(3))
    placed = np.stack([poses[:, :1] + c * x - s * y, poses[:, 1:2] + s * x + c * y, z], -1)
    ends = placed.astype(np.float32) @ views[:, :, :3].transpose(0, 2, 1) + views[:, None, :, 3]
    seen = ends[..., :2] / ends[..., 2:]
    front = _winding(seen[:, _FACES]) < 0
    below = _winding(seen[:, None, :3])[:, 0] > 0
    behind = np.roll(front, 1, 1)
    seams = np.where(front & behind, _INNER_SEAM, np.where(front | behind, _OUTER_SEAM, _HIDDEN))
    rims = np.where(front | below[:, None], _RIM, _HIDDEN)
    base, apex = seen[:, :4], seen[:, 4:]
    top = base + bodies.shown[:, None, None] * (apex - base)
    kind = np.concatenate([rims, seams], 1)
    return np.concatenate([base, base], 1), np.concatenate([np.roll(base, -1, 1), top], 1), kind


def _winding(corners: Floats) -> Floats:
    """Twice the signed area (...) of triangles (..., 3, 2)."""
    a, b = corners[..., 1, :] - corners[..., 0, :], corners[..., 2, :] - corners[..., 0, :]
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


@dataclass(frozen=True, slots=True)
class Grid:
    """One round of the search: offsets (P, 3) in mm, mm and degrees, and whether samples are far from the
    edges."""

    offsets: Floats
    wide: bool = False


def _coarse(reach_mm: float, turns: Sequence[float]) -> Grid:
    shifts = (-reach_mm, 0.0, reach_mm)
    return Grid(np.array([(x, y, turn) for x in shifts for y in shifts for turn in turns], np.float32), True)


def _fine(step_mm: float, turn: float) -> Grid:
    shifts = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    offsets = [(x * step_mm, y * step_mm, 0.0) for x, y in shifts] + [(0, 0, -turn), (0, 0, turn)]
    return Grid(np.array(offsets, np.float32))


STANDING_GRIDS = (_coarse(2.0, range(0, 90, 15)), _fine(1.0, 7.0), _fine(0.5, 4.0))
LYING_GRIDS = (_coarse(3.0, range(0, 360, 20)), _fine(1.5, 10.0), _fine(0.7, 5.0))


def search(
    canvas: Canvas,
    bodies: Bodies,
    units: Indexes,
    starts: Floats,
    grids: Sequence[Grid],
    turns: Floats | None = None,
) -> Floats:
    """The best pose (N, 3) of each of N bodies, each in its unit's crop (N,), around ``starts`` (N, 2) mm.

    ``turns`` (N,): the reader's headings in degrees, of lying bodies.
    """
    best = np.column_stack([starts, np.zeros(len(units))]).astype(np.float32)
    for grid in grids:
        poses = best[:, None] + grid.offsets
        worth = worths(canvas, bodies, units, poses, grid.wide) - pulled(poses[..., :2] - starts[:, None])
        if turns is not None:
            worth -= TURN_PULL * (1 - np.cos(np.radians(poses[..., 2] - turns[:, None]))) / 2
        best = poses[np.arange(len(units)), worth.argmax(1)]
    return best


def worths(canvas: Canvas, bodies: Bodies, units: Indexes, poses: Floats, wide: bool) -> Floats:
    """The mean step (N, P) along the edges of N bodies at P poses each (N, P, 3), each in its unit's crop
    (N,).
    """
    rows = np.repeat(np.arange(len(units)), poses.shape[1])
    steps = canvas.steps(bodies[rows], poses.reshape(-1, 3), units[rows], wide)
    return _mean(steps.step, steps.length).reshape(poses.shape[:2])


def pulled(off_mm: Floats) -> Floats:
    """The penalty for places (..., 2) at this distance from the expected ones."""
    return np.asarray(PULL * np.log1p((off_mm**2).sum(-1) / PULL_MM**2))


def _mean(step: Floats, weight: Floats) -> Floats:
    """Weighted means (N,) of the rows (N, K); 0 without weight."""
    return np.asarray((weight * step).sum(1) / np.maximum(weight.sum(1), 1e-6))


def features(steps: Steps, firsts: Indexes) -> Floats:
    """The evidence for hypotheses (N, FEATURES), each made of the bodies from its first (N,) to the next's.

    Mean and least step along outer seams, mean and least along the lowest rim, mean along inner seams.
    """

    def mean(which: NDArray[np.bool_]) -> Floats:
        weight = steps.length * which
        sums = (np.add.reduceat(each.sum(1), firsts) for each in (weight * steps.step, weight))
        over, under = sums
        return np.asarray(over / np.maximum(under, 1e-6))

    outer = steps.kind == _OUTER_SEAM
    least = np.minimum.reduceat(np.where(outer, steps.step, np.inf).min(1), firsts)
    lowest = Steps(steps.step[firsts], steps.length[firsts], steps.kind[firsts])
    rim = lowest.kind == _RIM
    least_rim = np.where(rim, lowest.step, np.inf).min(1)
    columns = [
        mean(outer), np.where(np.isfinite(least), least, 0.0), _mean(lowest.step, lowest.length * rim),
        np.where(np.isfinite(least_rim), least_rim, 0.0), mean(steps.kind == _INNER_SEAM),
    ]  # fmt: skip
    return np.stack(columns, 1)


def explained(
    canvas: Canvas,
    hypotheses: Sequence[Bodies],
    units: Indexes,
    starts: Floats,
    turns: Floats | None = None,
) -> tuple[Floats, Floats]:
    """Features (N, FEATURES) and best poses (N, 3) of N hypotheses, stacks or (with ``turns``) lying pieces.

    The place is found with the lowest piece alone, of which at least a band of 6 mm is visible all around.
    """
    counts = np.array([len(one) for one in hypotheses])
    firsts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    bodies = Bodies.of(hypotheses)
    grids = STANDING_GRIDS if turns is None else LYING_GRIDS
    poses = search(canvas, bodies[firsts], units, np.asarray(starts, np.float32), grids, turns)
    rows = np.repeat(np.arange(len(counts)), counts)
    return features(canvas.steps(bodies, poses[rows], units[rows]), firsts), poses
