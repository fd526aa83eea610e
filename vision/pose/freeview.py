"""Finds the camera of a picture without markers from the pyramids, which are known solids on one plane.

Assumed: square pixels, principal point in the middle, no distortion. Unknown are the focal length, the
camera's elevation and roll, and the scale (mm per px at the middle of the units); the table's origin and axes
are free. A camera must explain, with the detector's noise:

* the line from each standing unit's base to its apex is the picture of a vertical;
* the height of the apex is that of one of the known stacks;
* the box around the unit is that of the stack's lowest piece with that apex, at some angle;
* rectangles of a known kind (cards, paper; ``vision.pose.rectangles``) have their known sides.

The log posterior sums over the possible stacks of each unit (a mixture, with room for outliers) and has a
prior on the focal length and a weak one on the distance. It is searched on a grid, its best points are
refined, and the curvature there (Laplace) gives the errors. All solids are nearly similar, so several scales
fit a table with pieces of one size only: all of them are kept with their shares of the probability.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera, focal_px_of, square_pixel_matrix
from engine.pieces import BASE_MM, Size, apex_height_mm
from vision.pose.marks import Marks
from vision.pose.rectangles import Rectangle, fit_log, kind_of, poses
from vision.read.reader import MAX_LEVELS

Floats = NDArray[np.float64]
TYPICAL_FOV_DEG = 65.0  # across the picture's longer side
TYPICAL_DISTANCE_MM, DISTANCE_PRIOR = 600.0, 0.6  # from the camera to the table, and the spread of its log
FOCAL_PRIOR = 0.20  # standard deviation of the focal length's logarithm
START_ELEVATIONS_DEG = (14, 20, 26, 33, 40, 47, 55, 64, 74, 83)
MOST_ROUGH = 12  # surest units for the first rough search
TEMPER = 0.3  # weight of the likelihood: errors in one picture are correlated, and models are never right
OUTLIER_LOG = -12.0  # log likelihood of a detection that is no unit
TAIL, FREEDOM = 4.0, 5  # degrees of freedom of the Student t that residuals follow; residuals minus unknowns
_TURNS = np.radians(np.arange(0, 90, 10.0))
_ROLLS = np.radians(np.arange(-32, 33, 2.0))
_RECTANGLE_FOCALS = (-2.0, -1.3, -0.6, 0.0, 0.6, 1.3, 2.0)
SAME_SCALE = 0.12
_SCALES = np.arange(-0.63, 0.64, 0.07)
SIZES = tuple(Size)
HEIGHTS = np.array([[apex_height_mm((size,) * n) for n in range(1, MAX_LEVELS + 1)] for size in SIZES])
WIDTHS = np.array([BASE_MM[size] for size in SIZES])
_SIDES = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
_RING = np.stack([_SIDES @ [[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]] for a in _TURNS])
_ROUGH_RING = _RING[::2]


class NotEnoughUnits(ValueError):
    """Too little is in view to find the camera; the message says what to do."""


@dataclass(frozen=True, slots=True)
class FocalPrior:
    """The prior of the focal length: its value in px and the standard deviation of its logarithm."""

    focal_px: float
    sigma: float


@dataclass(frozen=True, eq=False)
class View:
    """One camera that explains the picture.

    ``values`` (4,): log focal px, elevation and roll in radians, log mm per px at the problem's middle.
    ``covariance`` (4, 4) of them; ``evidence`` is its log weight, ``share`` its share among all views.
    """

    values: Floats
    covariance: Floats
    evidence: float
    problem: Problem
    share: float = 1.0


def typical_focal(width: int, height: int) -> FocalPrior:
    """The prior for an unknown camera."""
    return FocalPrior(focal_px_of(TYPICAL_FOV_DEG, max(width, height)), FOCAL_PRIOR)


def rotation(elevation: float, roll: float) -> Floats:
    """Table to camera, (3, 3), for a camera that looks ``elevation`` below the horizon along +y, rolled
    clockwise; radians.
    """
    t, r = elevation, roll
    level = np.array([[1.0, 0, 0], [0, -math.sin(t), -math.cos(t)], [0, math.cos(t), -math.sin(t)]])
    turn = np.array([[math.cos(r), math.sin(r), 0], [-math.sin(r), math.cos(r), 0], [0, 0, 1]])
    together: Floats = turn @ level
    return together


@dataclass(frozen=True, eq=False)
class Problem:
    """The posterior over cameras for one picture. ``centre`` (2,) is the principal point in px, ``middle``
    (2,) the px at which the scale is given, ``cost`` the negative log prior of this principal point.
    """

    marks: Marks
    rectangles: tuple[Rectangle, ...]
    centre: Floats
    middle: Floats
    prior: FocalPrior
    cost: float = 0.0
    ring: Floats = field(default_factory=lambda: _RING)

    def rough(self) -> Problem:
        """The same with only the surest units and few angles."""
        return replace(self, marks=self.marks.first(MOST_ROUGH), ring=_ROUGH_RING)

    def log_posterior(self, values: Floats) -> float:
        """The log posterior of ``values`` (4,), see `View`, up to a constant."""
        pose = self.pose(values)
        if pose is None:
            return -1e6
        matrix, turn, eye_mm = pose
        log = -0.5 * ((float(values[0]) - math.log(self.prior.focal_px)) / self.prior.sigma) ** 2
        log += -0.5 * (float(values[2]) / math.radians(8)) ** 2 - self.cost
        distance = math.exp(values[3] + values[0])
        log += -0.5 * (math.log(distance / TYPICAL_DISTANCE_MM) / DISTANCE_PRIOR) ** 2
        if len(self.marks):
            log += TEMPER * float(self._units(matrix, turn, eye_mm).sum())
        return log + sum(fit_log(one, matrix, turn, eye_mm) for one in self.rectangles)

    def pose(self, values: Floats) -> tuple[Floats, Floats, float] | None:
        """K (3, 3), rotation (3, 3) and the camera's height in mm; ``None`` if the middle is not on the
        table."""
        focal, (_, elevation, roll, log_scale) = math.exp(min(values[0], 12.0)), values
        if not math.radians(4) < elevation < math.radians(89.5):
            return None
        matrix = np.array([[focal, 0, self.centre[0]], [0, focal, self.centre[1]], [0, 0, 1.0]])
        turn = rotation(elevation, roll)
        ray = np.array([*((self.middle - self.centre) / focal), 1.0])
        fall = -(ray @ turn)[2]
        if fall < 0.02:
            return None
        return matrix, turn, math.exp(log_scale) * focal * fall

    def _units(self, matrix: Floats, turn: Floats, eye_mm: float) -> Floats:
        """Log likelihood (N,) of each unit: the solid of every stack at every angle, shifted to fit best."""
        spots, _, rises = standing(self.marks, matrix, turn)
        levels = np.log(np.maximum(self.marks.levels, 1e-4)) - math.log(len(SIZES))
        with np.errstate(invalid="ignore"):
            squared = self._misfits(matrix, turn, spots, eye_mm).min(-1)
        logs = (_log_tail(squared) + levels[:, None]).reshape(len(spots), -1)
        good = np.isfinite(logs).all(1) & (rises > 0)
        total = np.full(len(spots), -1e3)
        total[good] = np.logaddexp.reduce(logs[good], axis=1)
        outlier = self.marks.outlier
        logs_each: Floats = np.logaddexp(np.log(1 - outlier) + total, np.log(outlier) + OUTLIER_LOG)
        return logs_each

    def _misfits(self, matrix: Floats, turn: Floats, spots: Floats, eye_mm: float) -> Floats:
        """Squared misfit (N, sizes, levels, turns) of base, apex and box, in their spreads."""
        marks = self.marks
        ring = self.ring[None, None] * (WIDTHS / eye_mm)[None, :, None, None, None]
        corners = _project(matrix, turn, spots[:, None, None, None] + ring)  # N, sizes, turns, 4, 2
        apex = _project(matrix, turn, spots[:, None, None], HEIGHTS / eye_mm)  # N, sizes, levels, 2
        squared: Floats | float = 0.0
        for axis in (0, 1):  # unrolled: numpy's reductions of short axes take several times as long
            first, second, third, fourth = (corners[..., corner, axis] for corner in range(4))
            low = np.minimum(np.minimum(first, second), np.minimum(third, fourth))[:, :, None]
            high = np.maximum(np.maximum(first, second), np.maximum(third, fourth))[:, :, None]
            top = apex[..., axis, None]  # N, sizes, levels, 1
            parts = top, np.minimum(low, top), np.maximum(high, top)  # the base is at its measured place
            weights = marks.weights[:, axis, :, None, None, None]
            off = [
                (part - marks.seen[:, axis, at, None, None, None]) * weights[:, at]
                for at, part in enumerate(parts, start=1)
            ]
            pull = sum(one * weights[:, at] for at, one in enumerate(off, start=1))
            # the residual after the best common shift
            squared = squared + sum(one * one for one in off) - pull * pull / (weights**2).sum(1)
        return np.asarray(squared)


def _project(matrix: Floats, turn: Floats, spots: Floats, heights: Floats | float = 0.0) -> Floats:
    """Pixels (..., 2) of points above table spots (..., 2), all in units of the camera's height, with the
    camera straight above the origin.
    """
    mapping = matrix @ turn
    rise = (np.asarray(heights) - 1.0)[..., None]
    seen = spots @ mapping[:, :2].T + rise * mapping[:, 2]
    return np.asarray(seen[..., :2] / np.where(np.abs(seen[..., 2:]) > 1e-9, seen[..., 2:], 1e-9))


def standing(marks: Marks, matrix: Floats, turn: Floats) -> tuple[Floats, Floats, Floats]:
    """For a camera one unit above the table: spots (N, 2) of the bases, the distance (px) of each apex from
    its vertical, and the height of each apex. Spots off the table are NaN; heights below it are not positive.
    """
    rays = np.column_stack([marks.bases, np.ones(len(marks))]) @ np.linalg.inv(matrix).T @ turn
    fall = np.where(rays[:, 2] < -1e-3, -rays[:, 2], np.nan)
    spots = rays[:, :2] / fall[:, None]
    up = matrix @ turn[:, 2]
    direction, lean = _verticals(marks, up)
    along = ((marks.apexes - marks.bases) * direction).sum(1)
    depth = np.column_stack([spots, -np.ones(len(spots))]) @ turn[2]
    pull = (direction * (up[:2] - marks.bases * up[2])).sum(1) - along * up[2]
    rises = along * depth / np.where(np.abs(pull) > 1e-9, pull, 1e-9)
    return spots, lean, np.where(np.isfinite(rises), rises, -1.0)


def _verticals(marks: Marks, up: Floats) -> tuple[Floats, Floats]:
    """The directions of the verticals at each base (..., N, 2), unit vectors in the picture, for cameras
    whose verticals meet at ``up`` (..., 3), and the distance (px) of each apex from its own (..., N).
    """
    direction = up[..., None, :2] - marks.bases * up[..., None, 2:]
    direction /= np.maximum(np.linalg.norm(direction, axis=-1, keepdims=True), 1e-9)
    arms = marks.apexes - marks.bases
    return direction, arms[:, 0] * direction[..., 1] - arms[:, 1] * direction[..., 0]


def _log_tail(squared: Floats) -> Floats:
    """Student t log likelihood of a squared distance over FREEDOM residuals, 0 at 0."""
    return -(TAIL + FREEDOM) / 2 * np.log1p(squared / TAIL)


def solve(problem: Problem, most: int = 5) -> tuple[View, ...]:
    """Views that explain the picture, likeliest first, at different scales; perhaps none."""
    starts = sorted([*_starts(problem), *_starts_from_rectangles(problem)], key=lambda start: -start[0])
    return weighed([refined(problem, values) for values in _different(starts, most)])


def _different(starts: Sequence[tuple[float, Floats]], most: int) -> list[Floats]:
    """The best starts, without those similar to a better one."""
    kept: list[Floats] = []
    for _, values in starts:
        near = (np.abs(values - other) < (0.25, 0.2, 9.0, 0.06) for other in kept)
        if len(kept) < most and not any(all(one) for one in near):
            kept.append(values)
    return kept


def _starts(problem: Problem) -> Iterable[tuple[float, Floats]]:
    """Points of a grid over focal length, elevation and scale, each with the best roll, and their scores."""
    problem = problem.rough()
    marks = problem.marks
    if len(marks) < 2:
        return
    focals = [problem.prior.focal_px * math.exp(k * problem.prior.sigma) for k in (-1.2, 0.0, 1.2)]
    for focal in focals:
        for elevation in np.radians(START_ELEVATIONS_DEG):
            roll = best_roll(marks, focal, elevation, problem.centre)
            values = np.array([math.log(focal), elevation, roll, 0.0])
            pose = problem.pose(values)
            if pose is None:
                continue
            spots, _, rises = standing(marks, *pose[:2])
            good = rises[np.isfinite(spots).all(1) & (rises > 0)]
            if len(good) < 2:
                continue
            typical = math.log(37.0 / float(np.median(good)) / pose[2])
            for scale in _SCALES:
                point = values + [0, 0, 0, typical + scale]
                yield problem.log_posterior(point), point


def _starts_from_rectangles(problem: Problem) -> Iterable[tuple[float, Floats]]:
    """Views in which one of the rectangles is a card or a sheet of paper, and their scores."""
    rough = problem.rough()
    for focal in [problem.prior.focal_px * math.exp(k * problem.prior.sigma) for k in _RECTANGLE_FOCALS]:
        matrix = np.array([[focal, 0, problem.centre[0]], [0, focal, problem.centre[1]], [0, 0, 1.0]])
        ray = np.linalg.inv(matrix) @ [*problem.middle, 1.0]
        for one in problem.rectangles:
            for turn, place in poses(one, matrix):
                up = turn[:, 2] if turn[:, 2] @ place < 0 else -turn[:, 2]
                depth = (up @ place) / (up @ ray)
                if up[2] < 0 and depth > 0:
                    pose = [math.asin(-up[2]), math.atan2(-up[0], -up[1]), math.log(depth / focal)]
                    values = np.array([math.log(focal), *pose])
                    yield rough.log_posterior(values), values


def best_roll(marks: Marks, focal: float, elevation: float, centre: Floats) -> float:
    """The roll in radians for which the base-to-apex lines are closest to pictures of verticals."""
    matrix = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1.0]])
    ups = np.array([matrix @ rotation(elevation, roll)[:, 2] for roll in _ROLLS])
    _, lean = _verticals(marks, ups)
    costs = np.log1p((lean * marks.weights[:, 0, 1]) ** 2 / TAIL).sum(1) + 2 * _ROLLS**2
    return float(_ROLLS[int(np.argmin(costs))])


_STEPS = np.array([0.08, 0.04, 0.02, 0.03])


def refined(problem: Problem, start: Floats) -> View:
    """The view at the nearest maximum."""
    from scipy.optimize import minimize  # late, because it takes half a second to load

    simplex = start + np.vstack([np.zeros(4), np.diag(_STEPS)])

    def unlikely(values: Floats) -> float:
        return -problem.log_posterior(values)

    found = minimize(
        unlikely,
        start,
        method="Nelder-Mead",
        options={"initial_simplex": simplex, "xatol": 2e-4, "fatol": 2e-3, "maxfev": 130},
    )
    values = np.asarray(found.x)
    covariance = _covariance(problem, values)
    evidence = 0.5 * float(np.linalg.slogdet(covariance)[1]) - float(found.fun)
    return View(values, covariance, evidence, problem)


def _covariance(problem: Problem, values: Floats) -> Floats:
    """The covariance from the curvature over steps of about a standard deviation, to ignore ripples."""
    steps = np.array([0.04, 0.02, 0.01, 0.012])
    hessian = np.zeros((4, 4))
    eye = np.eye(4) * steps
    for i in range(4):
        for j in range(i, 4):
            corners = [problem.log_posterior(values + a * eye[i] + b * eye[j]) for a, b in _SIGNS]
            twice = corners[0] - corners[1] - corners[2] + corners[3]
            hessian[i, j] = hessian[j, i] = -twice / (4 * steps[i] * steps[j])
    floor = np.diag(1 / np.array([0.3, 0.3, 0.2, 0.3]) ** 2)
    weights, vectors = np.linalg.eigh(hessian)
    return np.linalg.inv(vectors @ np.diag(np.maximum(weights, 1.0)) @ vectors.T + floor)


_SIGNS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def weighed(views: Iterable[View]) -> tuple[View, ...]:
    """Views with their shares, one per scale, likeliest first; those of similar scale count together."""
    kept: list[list[View]] = []
    for view in sorted(views, key=lambda view: -view.evidence):
        like = (group for group in kept if abs(group[0].values[3] - view.values[3]) < SAME_SCALE)
        group = next(like, None)
        if group is None:
            kept.append([view])
        else:
            group.append(view)
    logs = np.array([np.logaddexp.reduce([view.evidence for view in group]) for group in kept])
    shares = np.exp(logs - np.logaddexp.reduce(logs)) if kept else logs
    found = [replace(group[0], share=float(share)) for group, share in zip(kept, shares, strict=True)]
    return tuple(sorted(found, key=lambda view: -view.share))


def sheets_of(view: View) -> tuple[str, ...]:
    """The kinds of the known rectangles in this view."""
    pose = view.problem.pose(view.values)
    kinds = [kind_of(one, *pose) for one in view.problem.rectangles] if pose else []
    return tuple(sorted(kind for kind in kinds if kind))


def camera_of(view: View, size: tuple[int, int]) -> Camera:
    """The camera of a view for pictures of ``size``, the table's origin at the problem's middle.

    Raises ValueError if the middle is not on the table.
    """
    problem = view.problem
    pose = problem.pose(view.values)
    if pose is None:
        raise ValueError("the middle of the units is not on the table in this view")
    matrix, turn, eye_mm = pose
    ray = turn.T @ np.linalg.inv(matrix) @ np.array([*problem.middle, 1.0])
    eye = -ray * (eye_mm / -ray[2])
    rvec = np.asarray(cv2.Rodrigues(turn)[0], float).reshape(3)
    return Camera(matrix, np.zeros(5), rvec, -turn @ eye, *size)


def centre_of(width: int, height: int) -> Floats:
    """The principal point (2,) of a picture that was not cropped."""
    return square_pixel_matrix(1.0, width, height)[:2, 2]
