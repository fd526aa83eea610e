"""Sizes from millimetres: the known solids are fitted to the base and apex points.

For every hypothesis (posture, number and sizes of the visible levels) the apex has a known offset from the
footprint. The lines of sight through base and apex meet the planes z = 0 and z = apex height; the distance of
the two places, in units of their spreads, gives the likelihood of the hypothesis. Dimensions come from
``engine.pieces`` (readings, "Pieces"). Pure numpy over all units of a frame at once. Where posture or size
remain open, the solids' edges are compared with the picture (``vision.fit.edges``).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from engine.pieces import Colour, Posture, Size, apex_height_mm, half_apex_angle
from vision.fit import edges
from vision.observation import Box, LevelReading, UnitObservation
from vision.read.crops import apply_affine, azimuth_deg, invert_affine
from vision.read.reader import MAX_LEVELS, Reading, softmax

Floats = NDArray[np.float64]
SIZES = tuple(Size)
COLOURS = tuple(Colour)
LEAST_SPREAD = 0.8  # crop px: least spread of a base or apex
READ_HEADING_DEG = 9.0  # standard deviation of the heading that the reader outputs
CONTRADICTION_DEG = 45.0
TAIL = 4.0  # degrees of freedom of the Student t that residuals follow
GEOMETRY_WEIGHT = 0.5  # the reader's sizes and its points come from the same pixels
FINDER_SHARE = 0.3
"""Exponent of the finder's score in a unit's confidence, chosen on pictures held out of training."""
OPEN = 0.9  # edges are compared if no posture and size (of the lowest piece) is more probable
LEAST_SHARE = 0.02  # least probability of the alternatives whose edges are compared


def flat_reach_mm(sizes_bottom_up: tuple[Size, ...]) -> float:
    """The distance of a lying piece's or nest's apex from its footprint's middle: half its shadow's
    length."""
    return apex_height_mm(sizes_bottom_up) * math.cos(half_apex_angle(sizes_bottom_up[0])) / 2


def _stacks() -> tuple[tuple[Size, ...], ...]:
    """Sizes top to bottom of all stacks of 1 to 5 visible levels: none is larger than the one below it."""
    every = (itertools.combinations_with_replacement(SIZES, count) for count in range(1, MAX_LEVELS + 1))
    return tuple(itertools.chain.from_iterable(every))


STACKS = _stacks()
_COUNTS = np.array([len(stack) for stack in STACKS])
_SIZE_INDEX = np.array(
    [[SIZES.index(s) for s in stack] + [-1] * (MAX_LEVELS - len(stack)) for stack in STACKS]
)
_BOTTOMS = _SIZE_INDEX[np.arange(len(STACKS)), _COUNTS - 1]
_HEIGHTS, _HEIGHT_INDEX = np.unique(
    np.round([apex_height_mm(tuple(reversed(stack))) for stack in STACKS], 6), return_inverse=True
)
_REACHES = _HEIGHTS * math.cos(half_apex_angle(Size.MEDIUM)) / 2  # the cosines agree to a tenth of a per cent


@dataclass(frozen=True, slots=True)
class Weights:
    """Exponents of the product of experts: the reader's sizes and levels, the apex height, the reader's
    posture, a constant for lying, and the edges' features of standing and of lying units, (F,) each.
    """

    reader: float
    geometry: float
    posture: float
    flat: float
    standing: tuple[float, ...]
    lying: tuple[float, ...]


WEIGHTS = Weights(
    reader=0.668, geometry=1.105, posture=0.17, flat=-0.086,
    standing=(0.102, 0.258, 0.403, 0.283, 0.103), lying=(0.228, 0.339, 0.231, 0.213, -0.145),
)  # fmt: skip
"""Found by ``scripts/fitting/fit_edges.py`` on held-out training pictures."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One unit as seen: its box, the finder's score, the crop's map and the reader's result.

    ``transform`` (2, 3) maps picture to crop px; ``x_mm, y_mm`` is the crop's centre. Without the ``crop``
    itself, uint8 (H, W, 3), only the reader's result is fitted.
    """

    box: Box
    score: float
    transform: Floats
    x_mm: float
    y_mm: float
    reading: Reading
    crop: NDArray[np.uint8] | None = None
    believed: float | None = None
    """The belief in the unit from several looks, if there were any."""

    @property
    def confidence(self) -> float:
        """The belief in the unit, 0 to 1: the reader's with a share of the finder's."""
        if self.believed is not None:
            return self.believed
        return certainty(self.reading.p_valid, self.score)


def certainty(p_valid: float, score: float) -> float:
    """The belief in a unit, from the reader's probability and the finder's score, each 0 to 1."""
    return float(p_valid * score**FINDER_SHARE)


@dataclass(frozen=True, slots=True)
class _Sights:
    """Lines of sight of U units: for base and apex the ray (U, 3), its change per crop px (U, 2, 3) and the
    spreads (U, 2).
    """

    base: Floats
    base_slopes: Floats
    base_spreads: Floats
    apex: Floats
    apex_slopes: Floats
    apex_spreads: Floats


def _sights(camera: Camera, seen: list[Seen]) -> _Sights:
    steps = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    crop_points = np.array([unit.reading.points for unit in seen])[:, :, None] + steps  # U, 2, 3, 2
    backs = [invert_affine(unit.transform) for unit in seen]
    pixels = np.array(
        [apply_affine(back, p.reshape(-1, 2)) for back, p in zip(backs, crop_points, strict=True)]
    )
    rays = camera.rays(pixels.reshape(-1, 2)).reshape(len(seen), 2, 3, 3)
    slopes = rays[:, :, 1:] - rays[:, :, :1]
    spreads = np.maximum([unit.reading.spreads for unit in seen], LEAST_SPREAD)
    return _Sights(rays[:, 0, 0], slopes[:, 0], spreads[:, 0], rays[:, 1, 0], slopes[:, 1], spreads[:, 1])


def _places(
    camera: Camera, rays: Floats, slopes: Floats, spreads: Floats, heights: Floats
) -> tuple[Floats, Floats]:
    """The intersections of sights with the planes z = heights (H,): places (U, H, 2) mm and covariances
    (U, H, 2, 2)."""
    eye = camera.position
    fall = (heights[None] - eye[2]) / np.minimum(rays[:, None, 2], -1e-6)  # U, H
    places = eye[:2] + rays[:, None, :2] * fall[..., None]
    stretched = rays[:, None] + slopes  # U, 2, 3: one crop px to the right, one down
    reach = (heights[None, :, None] - eye[2]) / np.minimum(stretched[:, None, :, 2], -1e-6)
    moved = eye[:2] + stretched[:, None, :, :2] * reach[..., None]  # U, H, 2, 2
    lever = (moved - places[:, :, None]) * spreads[:, None, :, None]
    return places, np.einsum("uhkx,uhky->uhxy", lever, lever)


def _log_tail(squared: Floats) -> Floats:
    """Student t log likelihood of a squared distance in spreads, 0 at 0."""
    return -(TAIL + 2) / 2 * np.log1p(squared / TAIL)


def _upright(camera: Camera, sights: _Sights) -> tuple[Floats, Floats]:
    """Log likelihood (U, H) and best place (U, H, 2) mm of each apex height."""
    flat = np.zeros(1)
    base, base_cov = _places(camera, sights.base, sights.base_slopes, sights.base_spreads, flat)
    apex, apex_cov = _places(camera, sights.apex, sights.apex_slopes, sights.apex_spreads, _HEIGHTS)
    apart = apex - base
    weight = np.linalg.inv(base_cov + apex_cov)
    squared = np.einsum("uhx,uhxy,uhy->uh", apart, weight, apart)
    best = base + np.einsum("uhxy,uhyz,uhz->uhx", np.broadcast_to(base_cov, apex_cov.shape), weight, apart)
    return _log_tail(squared), best


def _lying(camera: Camera, sights: _Sights) -> tuple[Floats, Floats, Floats, Floats]:
    """Log likelihood (U, H) of each apex height, best place (U, H, 2) mm, heading (U,) and its spread (U,) in
    degrees."""
    flat = np.zeros(1)
    base, base_cov = _places(camera, sights.base, sights.base_slopes, sights.base_spreads, flat)
    apex, apex_cov = _places(camera, sights.apex, sights.apex_slopes, sights.apex_spreads, flat)
    along = (apex - base)[:, 0]
    length = np.linalg.norm(along, axis=1, keepdims=True)
    unit = along / np.maximum(length, 1e-6)
    spread = np.maximum(np.einsum("ux,uxy,uy->u", unit, (base_cov + apex_cov)[:, 0], unit), 1e-6)
    squared = (length - _REACHES) ** 2 / spread[:, None]
    share = np.einsum("ux,uxy,uy->u", unit, base_cov[:, 0], unit) / spread  # of the correction at the base
    best = base + (share[:, None] * (length - _REACHES))[..., None] * unit[:, None]
    across = np.stack([-unit[:, 1], unit[:, 0]], 1)
    beside = np.sqrt(np.einsum("ux,uxy,uy->u", across, (base_cov + apex_cov)[:, 0], across))
    heading = np.degrees(np.arctan2(unit[:, 1], unit[:, 0])) % 360
    return _log_tail(squared), best, heading, np.degrees(np.arctan2(beside, length[:, 0]))


def _colours(reading: Reading, level: int, palette: frozenset[Colour]) -> dict[Colour, float]:
    """The level's colours within the palette."""
    kept = [
        p if colour in palette else 0.0 for colour, p in zip(COLOURS, reading.p_colours[level], strict=True)
    ]
    total = sum(kept)
    if total < 1e-9:
        kept, total = [float(colour in palette) for colour in COLOURS], float(len(palette))
    return {colour: p / total for colour, p in zip(COLOURS, kept, strict=True) if colour in palette}


def _reader_logs(reading: Reading) -> Floats:
    """Log weight (S,) of every stack of STACKS from the reader alone."""
    sizes = np.log(np.maximum(reading.p_sizes, 1e-6))
    levels = np.broadcast_to(np.arange(MAX_LEVELS), _SIZE_INDEX.shape)
    chosen = np.where(_SIZE_INDEX >= 0, sizes[levels, np.maximum(_SIZE_INDEX, 0)], 0.0)
    return np.asarray(chosen.sum(1) + np.log(np.maximum(reading.p_levels, 1e-6))[_COUNTS - 1])


def _stack_logs(reading: Reading, geometry: Floats) -> Floats:
    """Log weight of every stack of STACKS: the reader's and the apex height's likelihood (H,)."""
    return _reader_logs(reading) + GEOMETRY_WEIGHT * geometry[_HEIGHT_INDEX]


@dataclass(frozen=True, slots=True)
class Fitted:
    """The alternatives for one unit. First axes: standing, lying; then the stacks of STACKS.

    ``logs`` (2, S) weights within each posture, ``places`` (2, S, 2) mm, ``headings`` (S,) degrees of lying
    ones.
    """

    p_flat: float
    logs: Floats
    places: Floats
    headings: Floats

    @property
    def lies(self) -> bool:
        """Whether it lies rather than stands."""
        return self.p_flat > 0.5

    def shares(self) -> Floats:
        """Probabilities (6,): standing on a small, medium, large piece; a small, medium, large one lying
        outermost.
        """
        within = softmax(self.logs)
        groups = (_BOTTOMS, _SIZE_INDEX[:, 0])
        summed = [np.bincount(g, w, len(SIZES)) for g, w in zip(groups, within, strict=True)]
        return np.concatenate([(1 - self.p_flat) * summed[0], self.p_flat * summed[1]])

    def poses(self) -> Floats:
        """Place and heading (6, 3) of the same alternatives: those of the likeliest stack of each posture."""
        best = self.logs.argmax(1)
        rows = [[*self.places[k, best[k]], self.headings[best[k]]] for k in (0, 1)]
        return np.repeat(rows, len(SIZES), 0)


def roughly(camera: Camera, units: list[Seen]) -> list[Fitted]:
    """Each unit's alternatives from the reader's probabilities and its base and apex."""
    sights = _sights(camera, units)
    standing, standing_at = _upright(camera, sights)
    lying, lying_at, headings, turns = _lying(camera, sights)
    found = []
    for i, unit in enumerate(units):
        logs = np.stack([_stack_logs(unit.reading, one) for one in (standing[i], lying[i])])
        places = np.stack([one[i][_HEIGHT_INDEX] for one in (standing_at, lying_at)])
        heading = _joined_heading(camera, unit, float(headings[i]), float(turns[i]))
        found.append(Fitted(unit.reading.p_flat, logs, places, np.full(len(STACKS), heading)))
    return found


@dataclass(frozen=True, slots=True)
class Outlines:
    """The comparison of the six alternatives of ``Fitted.shares`` with the picture, for U units: ``features``
    (U, 6, F), NaN for improbable ones, and ``poses`` (U, 6, 3), x and y mm in the table frame and degrees.
    """

    features: Floats
    poses: Floats


def outlines(camera: Camera, units: list[Seen], rough: list[Fitted]) -> Outlines:
    """The edges' evidence for units (at least one) that all have a crop."""
    crops = [unit.crop for unit in units if unit.crop is not None]
    views = [edges.view(camera, unit.transform, unit.x_mm, unit.y_mm) for unit in units]
    canvas, middles = edges.Canvas(crops, views), np.array([(unit.x_mm, unit.y_mm) for unit in units])
    poses = np.array([one.poses() for one in rough])
    features = np.full((len(units), 2 * len(SIZES), edges.FEATURES), np.nan)
    asked = np.array([one.shares() for one in rough]) >= LEAST_SHARE
    for lies in (False, True):
        own = asked & ((np.arange(2 * len(SIZES)) >= len(SIZES)) == lies)
        i, k = np.nonzero(own)
        if not len(i):
            continue
        bodies = [_body(rough[unit], int(alternative)) for unit, alternative in zip(i, k, strict=True)]
        turns = poses[i, k, 2] if lies else None
        features[i, k], found = edges.explained(canvas, bodies, i, poses[i, k, :2] - middles[i], turns)
        poses[i, k] = found + np.pad(middles[i], ((0, 0), (0, 1)))
    return Outlines(features, poses)


def _body(rough: Fitted, alternative: int) -> edges.Bodies:
    """The body of an alternative: the likeliest stack on a size, or a lying piece."""
    if alternative >= len(SIZES):
        return edges.lying(SIZES[alternative - len(SIZES)])
    return edges.standing([SIZES[i] for i in reversed(_best_stack(rough.logs[0], alternative))])


def _best_stack(logs: Floats, bottom: int) -> list[int]:
    """Sizes top to bottom of the likeliest stack on a given lowest size."""
    chosen = _SIZE_INDEX[int(np.where(bottom == _BOTTOMS, logs, -np.inf).argmax())]
    return [int(i) for i in chosen if i >= 0]


def refit(unit: Seen, rough: Fitted, features: Floats, poses: Floats, weights: Weights = WEIGHTS) -> Fitted:
    """The rough fit joined with the evidence of its edges: features (6, F) and poses (6, 3). Alternatives
    without features count as the worst of the others.
    """
    groups = np.stack([_BOTTOMS, _SIZE_INDEX[:, 0] + len(SIZES)])
    evidence = np.concatenate([features[:3] @ weights.standing, features[3:] @ weights.lying])
    evidence += np.repeat([0.0, weights.flat], len(SIZES))
    evidence = np.where(np.isnan(evidence), np.nanmin(evidence), evidence)
    reader = _reader_logs(unit.reading)
    logs = weights.reader * reader + weights.geometry * (rough.logs - reader) + evidence[groups]
    sums, flat = np.logaddexp.reduce(logs, axis=1), float(np.clip(rough.p_flat, 1e-6, 1 - 1e-6))
    odds = weights.posture * math.log(flat / (1 - flat)) + float(sums[1] - sums[0])
    return Fitted(1 / (1 + math.exp(-odds)), logs, poses[groups, :2], poses[groups[1], 2] % 360)


def fit(camera: Camera, units: list[Seen]) -> list[Fitted]:
    """Each unit's alternatives; edges are compared where reader and points leave them open."""
    found = roughly(camera, units)
    unsure = [i for i, one in enumerate(found) if units[i].crop is not None and one.shares().max() < OPEN]
    if unsure:
        compared = outlines(camera, [units[i] for i in unsure], [found[i] for i in unsure])
        for i, features, poses in zip(unsure, compared.features, compared.poses, strict=True):
            found[i] = refit(units[i], found[i], features, poses)
    return found


def _read_unit(unit: Seen, fitted: Fitted, palette: frozenset[Colour]) -> UnitObservation:
    """The unit's observation from its alternatives."""
    weights = softmax(fitted.logs[int(fitted.lies)])
    p_levels = {count: float(weights[count == _COUNTS].sum()) for count in range(1, MAX_LEVELS + 1)}
    count = max(p_levels, key=lambda c: p_levels[c])
    chosen = np.where(count == _COUNTS, weights, 0.0)
    levels = [_level(unit, chosen, level, palette) for level in range(count)]
    read = _observation(unit, fitted, int(chosen.argmax()), tuple(levels), p_levels)
    if count == 1:
        return read
    one = np.where(_COUNTS == 1, fitted.logs[int(fitted.lies)], -np.inf)
    return replace(read, alone=_level(unit, softmax(one), 0, palette))


def _level(unit: Seen, weights: Floats, level: int, palette: frozenset[Colour]) -> LevelReading:
    """The reading of a level from the weights (S,) of the stacks."""
    of_size = [float(weights[_SIZE_INDEX[:, level] == i].sum() / weights.sum()) for i in range(len(SIZES))]
    return LevelReading(_colours(unit.reading, level, palette), dict(zip(SIZES, of_size, strict=True)))


def _observation(
    unit: Seen, fitted: Fitted, stack: int, levels: tuple[LevelReading, ...], p_levels: dict[int, float]
) -> UnitObservation:
    place = fitted.places[int(fitted.lies), stack]
    return UnitObservation(
        x_mm=float(place[0]),
        y_mm=float(place[1]),
        posture=Posture.FLAT if fitted.lies else Posture.UPRIGHT,
        p_upright=1 - fitted.p_flat,
        heading_deg=float(fitted.headings[stack]) if fitted.lies else None,
        levels=levels,
        p_levels=p_levels,
        bbox_px=unit.box,
        confidence=unit.confidence,
    )


def read_heading_deg(camera: Camera, unit: Seen) -> float:
    """The reader's heading output, degrees in the table frame."""
    cosine, sine = unit.reading.heading
    relative = math.degrees(math.atan2(sine, cosine))
    return (relative + azimuth_deg(camera, unit.x_mm, unit.y_mm)) % 360


def _joined_heading(camera: Camera, unit: Seen, from_points: float, spread_deg: float) -> float:
    """The heading from base and apex joined with the reader's output, weighted by certainty; the reader's
    if they contradict each other.
    """
    read = read_heading_deg(camera, unit)
    off = (from_points - read + 180) % 360 - 180
    if abs(off) > CONTRADICTION_DEG:
        return read
    share = READ_HEADING_DEG**2 / (READ_HEADING_DEG**2 + spread_deg**2)
    return (read + share * off) % 360


def observe(
    camera: Camera, seen: Iterable[Seen], palette: Iterable[Colour] = COLOURS
) -> tuple[UnitObservation, ...]:
    """The observation of each seen unit, in order: table place in mm, posture, and probabilities."""
    units, allowed = list(seen), frozenset(palette)
    if not units:
        return ()
    read = (_read_unit(*pair, allowed) for pair in zip(units, fit(camera, units), strict=True))
    return tuple(replace(unit, elevation_deg=camera.elevation_deg(unit.x_mm, unit.y_mm)) for unit in read)
