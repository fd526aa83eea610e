"""Finds the camera's pose from markers of known size on one plane.

Unknown are the focal length (square pixels, principal point in the middle, unless a lens calibration is
given), the camera's pose, and each marker's place and rotation on the table. They are found together by
bundle adjustment: the sum of squared corner residuals, over an assumed corner noise, plus a weak prior on the
focal length (log-normal around a 65 degree wide view, one standard deviation from about 50 to 81 degrees).
From straight above, focal length and distance can hardly be distinguished; then the prior decides, and
``focal_sigma`` is large. If a straight lens does not fit, one that bends lines (a radial term, with its own
prior) is tried, and taken if the markers fit far better: wide webcams bend that much.

Starting values: for a range of focal lengths, each marker's two planar poses extended to the whole table; the
best few are adjusted, and the best result is kept.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.camera import CalibrationError, Camera, Floats, focal_px_of, square_pixel_matrix
from calibration.lens import Lens
from calibration.markers import PLACES, SQUARE, Sightings
from calibration.store import Calibration
from calibration.table_frame import NOMINAL, axes_of, moved_pose, rotation_of
from engine.message import Messages, Said

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

say = Messages("calibration")

MAX_ERROR_PX = 1.5
"""Largest accepted reprojection error, root mean square over the corners, in a picture 1280 px wide."""
CORNER_NOISE_PX = 0.4
TYPICAL_FOV_DEG = 65.0
FOCAL_PRIOR = 0.30
"""Standard deviation of the prior of the focal length's natural logarithm."""
START_FOVS_DEG = (35.0, 45.0, 55.0, 65.0, 75.0, 90.0)
OVERHEAD_DEG = 80.0
"""Above this elevation "the camera's side" is that at the bottom of the picture."""
BENT_PX, BENT_GAIN = 0.2, 0.6
"""Reprojection error (in a picture 1280 px wide) from which on a bent lens is tried, and the share to which
it must reduce the error."""
BENT_PRIOR = 0.2
"""Standard deviation of the prior on the radial term."""
ENOUGH = 3
"""Least number of markers of which one that does not fit, half covered or bent, is left out."""
LAYOUT_TOLERANCE_DEG = 60.0


@dataclass(frozen=True, eq=False)
class Solution:
    """A solved table: the calibration and its uncertainty.

    ``focal_sigma`` is the relative standard deviation of the focal length (0 with a lens calibration);
    heights seen from far above are about as uncertain. ``remarks`` are lines for the user.
    """

    calibration: Calibration
    focal_sigma: float
    remarks: tuple[Said, ...] = ()

    @property
    def camera(self) -> Camera:
        """The solved camera."""
        return self.calibration.camera


@dataclass(frozen=True, eq=False)
class _Guess:
    """Values under adjustment, in the frame of the first marker."""

    focal: float
    rvec: Floats
    tvec: Floats
    places: Floats
    """(M, 3): x mm, y mm, turn in radians; the first row is zero."""
    radial: float = 0.0
    """The lens's first radial term (OpenCV's k1)."""


def solve(
    sightings: Sightings, width: int, height: int, lens: Lens | None = None, source: str = ""
) -> Solution:
    """The camera and the table frame from the markers seen in one picture of ``width`` × ``height`` px.

    With ``lens`` (for the same picture shape) focal length and distortion are known and one marker is enough.
    One of three or more that does not fit the rest is left out, with a remark. Raises CalibrationError with
    one line that says what to do if too few markers are seen or the reprojection error is over
    ``MAX_ERROR_PX`` (scaled with the picture's width).
    """
    ids = sorted(name for name in sightings if name in PLACES)
    _refuse_too_few(ids, lens)
    fitted = lens.scaled(width, height) if lens else None
    fit = _fit(ids, sightings, width, height, fitted)
    remarks: tuple[Said, ...] = ()
    if fit.error_px > fit.limit_px and len(ids) >= ENOUGH:
        fewer = (_fit([each for each in ids if each != out], sightings, width, height, fitted) for out in ids)
        best = min(fewer, key=lambda each: each.error_px)
        if best.error_px <= best.limit_px:
            (out,) = set(ids) - set(best.ids)
            fit, remarks = best, (say("markers_left_out", text=PLACES[out]),)
    _refuse_bad_fit(fit)
    return _finish(fit, source, remarks)


@dataclass(frozen=True, eq=False)
class _Fit:
    """A guess adjusted to some of the seen markers, and its error."""

    ids: list[int]
    problem: _Problem
    guess: _Guess
    sigma: float
    error_px: float

    @property
    def limit_px(self) -> float:
        return MAX_ERROR_PX * max(self.problem.width / 1280, 0.5)


def _fit(ids: list[int], sightings: Sightings, width: int, height: int, lens: Lens | None) -> _Fit:
    seen = np.array([sightings[name] for name in ids], dtype=np.float64).reshape(len(ids), 4, 2)
    plain = lens.straighten(seen.reshape(-1, 2)).reshape(seen.shape) if lens else seen
    problem = _Problem(plain, width, height, lens)
    guess, sigma = problem.solve()
    error = _error_px(problem, guess)
    if lens is None and error > BENT_PX * width / 1280:
        bent, bent_sigma = problem.bend(guess)
        if (bent_error := _error_px(problem, bent)) < BENT_GAIN * error:
            guess, sigma, error = bent, bent_sigma, bent_error
    return _Fit(ids, problem, guess, sigma, error)


def _refuse_too_few(ids: list[int], lens: Lens | None) -> None:
    if len(ids) >= 2 or (ids and lens):
        return
    names = say("markers_only", text=PLACES[ids[0]]) if ids else say("markers_none")
    raise CalibrationError(say("markers_two", text=names))


def _refuse_bad_fit(fit: _Fit) -> None:
    error, limit = fit.error_px, fit.limit_px
    if error <= limit:
        return
    residuals = fit.problem.corner_residuals(fit.guess).reshape(len(fit.ids), -1)
    worst = fit.ids[int(np.argmax((residuals**2).sum(axis=1)))]
    raise CalibrationError(say("markers_flat", raw=f"{error:.1f}", raw2=f"{limit:.1f}", text=PLACES[worst]))


class _Problem:
    """The seen corners, (M, 4, 2) px without distortion, and the residuals of a guess."""

    def __init__(self, seen: Floats, width: int, height: int, lens: Lens | None) -> None:
        self.seen, self.width, self.height, self.lens = seen, width, height, lens
        self.typical = focal_px_of(TYPICAL_FOV_DEG, width)

    def matrix(self, focal: float) -> Floats:
        return self.lens.K if self.lens else square_pixel_matrix(focal, self.width, self.height)

    def corner_residuals(self, guess: _Guess) -> Floats:
        """The residuals of the corners, (M · 8,) px."""
        corners = _corners(guess.places)
        flat = np.column_stack([corners.reshape(-1, 2), np.zeros(corners.size // 2)])
        there = flat @ cv2.Rodrigues(guess.rvec)[0].T + guess.tvec
        there = there / np.maximum(there[:, 2:], 1e-3)
        there[:, :2] *= 1 + guess.radial * (there[:, :2] ** 2).sum(axis=1, keepdims=True)
        return ((there @ self.matrix(guess.focal)[:2].T) - self.seen.reshape(-1, 2)).ravel()

    def residuals(self, guess: _Guess) -> Floats:
        """The residuals of the corners in units of their noise, and those of the priors."""
        scaled = self.corner_residuals(guess) / CORNER_NOISE_PX
        if self.lens:
            return scaled
        priors = math.log(guess.focal / self.typical) / FOCAL_PRIOR, guess.radial / BENT_PRIOR
        return np.append(scaled, priors)

    def pack(self, guess: _Guess) -> Floats:
        focal = [] if self.lens else [math.log(guess.focal)]
        return np.concatenate([focal, guess.rvec, guess.tvec, guess.places[1:].ravel()])

    def bend(self, straight: _Guess) -> tuple[_Guess, float]:
        """The best guess for a lens that bends lines, and the standard deviation as in ``solve``."""
        from scipy.optimize import least_squares  # late, because it takes half a second to load

        def bent(values: Floats) -> _Guess:
            return replace(self.unpack(values[:-1]), radial=float(values[-1]))

        def residuals(values: Floats) -> Floats:
            return self.residuals(bent(values))

        start = np.append(self.pack(straight), -0.1)
        result = least_squares(residuals, start, x_scale="jac", method="trf", max_nfev=200)
        return bent(result.x), _sigma_of_first(np.asarray(result.jac))

    def unpack(self, values: Floats) -> _Guess:
        focal = float(self.lens.K[0, 0]) if self.lens else math.exp(min(max(values[0], 0.0), 20.0))
        rest = values if self.lens else values[1:]
        places = np.vstack([np.zeros(3), rest[6:].reshape(-1, 3)])
        return _Guess(focal, rest[:3], rest[3:6], places)

    def solve(self) -> tuple[_Guess, float]:
        """The best guess and the standard deviation of the focal length's logarithm."""
        results = [self._adjust(start) for start in self._starts()[:3]]
        if not results:
            raise CalibrationError(say("markers_senseless"))
        best = min(results, key=lambda result: result.cost)
        return self.unpack(best.x), 0.0 if self.lens else _sigma_of_first(best.jac)

    def _adjust(self, start: _Guess) -> OptimizeResult:
        from scipy.optimize import least_squares  # late, because it takes half a second to load

        def residuals(values: Floats) -> Floats:
            return self.residuals(self.unpack(values))

        return least_squares(residuals, self.pack(start), x_scale="jac", method="trf", max_nfev=80)

    def _starts(self) -> list[_Guess]:
        """Starting guesses, best first, one per focal length."""
        fovs = (0.0,) if self.lens else START_FOVS_DEG
        best: list[tuple[float, _Guess]] = []
        for fov in fovs:
            focal = float(self.lens.K[0, 0]) if self.lens else focal_px_of(fov, self.width)
            options = [option for k in range(len(self.seen)) for option in self._from_marker(focal, k)]
            if options:
                best.append(min(options, key=lambda option: option[0]))
        return [guess for _, guess in sorted(best, key=lambda option: option[0])]

    def _from_marker(self, focal: float, k: int) -> list[tuple[float, _Guess]]:
        """Guesses from the two planar poses of marker ``k``, each with its mean square residual."""
        solid = np.column_stack([SQUARE, np.zeros(4)])
        count, rvecs, tvecs, _ = cv2.solvePnPGeneric(
            solid, self.seen[k], self.matrix(focal), np.zeros(5), flags=cv2.SOLVEPNP_IPPE_SQUARE
        )
        options = []
        for rvec, tvec in zip(rvecs[:count], tvecs[:count], strict=True):
            guess = self._spread(
                focal, np.asarray(rvec, float).reshape(3), np.asarray(tvec, float).reshape(3)
            )
            if guess is not None:
                options.append((float((self.corner_residuals(guess) ** 2).mean()), guess))
        return options

    def _spread(self, focal: float, rvec: Floats, tvec: Floats) -> _Guess | None:
        """All markers on the plane of one marker's pose; None if a line of sight misses that plane."""
        camera = Camera(self.matrix(focal), np.zeros(5), rvec, tvec, self.width, self.height)
        on_plane = camera.to_table(self.seen.reshape(-1, 2)).reshape(-1, 4, 2)
        if camera.position[2] <= 0 or not np.isfinite(on_plane).all() or np.abs(on_plane).max() > 1e5:
            return None
        places = np.array([_place(corners) for corners in on_plane])
        return _Guess(focal, *moved_pose(rvec, tvec, places[0]), _relative(places))


def _corners(places: Floats) -> Floats:
    """Corners (M, 4, 2) mm of markers at ``places`` (M, 3)."""
    cos, sin = np.cos(places[:, 2]), np.sin(places[:, 2])
    turns = np.stack([np.stack([cos, -sin], axis=-1), np.stack([sin, cos], axis=-1)], axis=-2)
    corners: Floats = np.einsum("mij,kj->mki", turns, SQUARE) + places[:, None, :2]
    return corners


def _place(corners: Floats) -> Floats:
    """Place (3,) of the 40 mm square nearest to corners (4, 2) mm."""
    middle = corners.mean(axis=0)
    spread = corners - middle
    cross = SQUARE[:, 0] @ spread[:, 1] - SQUARE[:, 1] @ spread[:, 0]
    return np.array([*middle, math.atan2(cross, float((SQUARE * spread).sum()))])


def fitted_square(corners: Floats) -> Floats:
    """The square of a marker's true size, (4, 2) mm, nearest to corners (4, 2) mm on the table."""
    square: Floats = _corners(_place(corners)[None])[0]
    return square


def _relative(places: Floats) -> Floats:
    """Places (M, 3) in the first one's frame."""
    back = rotation_of(-places[0, 2])
    shifted = (places[:, :2] - places[0, :2]) @ back.T
    turned = (places[:, 2] - places[0, 2] + math.pi) % (2 * math.pi) - math.pi
    return np.column_stack([shifted, turned])


def _sigma_of_first(jacobian: Floats) -> float:
    """Standard deviation of the first unknown, from the inverse of the normal matrix."""
    covariance = np.linalg.pinv(jacobian.T @ jacobian)
    return math.sqrt(max(float(covariance[0, 0]), 0.0))


def _error_px(problem: _Problem, guess: _Guess) -> float:
    """Root mean square distance in px between seen and projected corners."""
    return math.sqrt(2 * float((problem.corner_residuals(guess) ** 2).mean()))


def layout_turn(centres: dict[int, Floats]) -> float | None:
    """The rotation in radians, counter-clockwise, of the table's axes that best fits the markers to their
    ids.

    ``centres`` are middles (2,) mm by id, in any frame on the plane seen from above. None if there are fewer
    than two, or if a pair of them is more than ``LAYOUT_TOLERANCE_DEG`` off its nominal direction.
    """
    ids = sorted(centres)
    if len(ids) < 2:
        return None
    have = np.array([centres[name] for name in ids])
    want = np.array([NOMINAL[name] for name in ids], dtype=np.float64)
    have, want = have - have.mean(axis=0), want - want.mean(axis=0)
    cross = want[:, 0] @ have[:, 1] - want[:, 1] @ have[:, 0]
    angle = math.atan2(cross, float((want * have).sum()))
    turned = have @ rotation_of(-angle).T
    least = math.cos(math.radians(LAYOUT_TOLERANCE_DEG))
    for first, second in combinations(range(len(ids)), 2):
        a, b = turned[second] - turned[first], want[second] - want[first]
        if a @ b < least * np.linalg.norm(a) * np.linalg.norm(b):
            return None
    return angle


def camera_turn(camera: Camera) -> float:
    """The rotation in radians of the table's axes that makes the camera's side (-y) the near one.

    Above ``OVERHEAD_DEG`` the side at the bottom of the picture counts as the camera's.
    """
    overhead = camera.elevation_deg(0.0, 0.0) >= OVERHEAD_DEG
    away = -camera.rotation[1, :2] if overhead else -camera.position[:2]
    return math.atan2(away[1], away[0]) - math.pi / 2


def _finish(fit: _Fit, source: str, remarks: tuple[Said, ...]) -> Solution:
    """The solution of a fit, moved to the table frame."""
    ids, guess, problem, error = fit.ids, fit.guess, fit.problem, fit.error_px
    centre = guess.places[:, :2].mean(axis=0)
    centres = {name: place[:2] for name, place in zip(ids, guess.places, strict=True)}
    turn = layout_turn(centres)
    near_by = "camera" if turn is None else "ids"
    if turn is None:
        turn = camera_turn(_camera(guess, np.array([*centre, 0.0]), problem, error))
    else:
        found = axes_of(centres, turn)
        centre, turn = np.array([found.x_mm, found.y_mm]), found.turn_rad
    frame = np.array([*centre, turn])
    corners = (_corners(guess.places) - centre) @ rotation_of(-turn).T
    calibration = Calibration(
        camera=_camera(guess, frame, problem, error),
        markers=dict(zip(ids, corners, strict=True)),
        source=source,
        near_by=near_by,
    )
    return Solution(calibration, fit.sigma, (*remarks, *_remarks(ids, near_by, fit.sigma)))


def _camera(guess: _Guess, frame: Floats, problem: _Problem, error: float) -> Camera:
    rvec, tvec = moved_pose(guess.rvec, guess.tvec, frame)
    distortion = problem.lens.distortion if problem.lens else np.array([guess.radial, 0.0, 0.0, 0.0, 0.0])
    matrix = problem.matrix(guess.focal)
    return Camera(matrix, distortion, rvec, tvec, problem.width, problem.height, error)


def _remarks(ids: list[int], near_by: str, sigma: float) -> tuple[Said, ...]:
    remarks = []
    missing = [PLACES[name] for name in PLACES if name not in ids]
    if missing:
        remarks.append(say("markers_hidden", list=missing))
    if near_by == "camera":
        remarks.append(say("markers_sides"))
    if sigma > 0.08:
        remarks.append(say("markers_focal_more", raw=f"{sigma:.0%}"))
    return tuple(remarks)
