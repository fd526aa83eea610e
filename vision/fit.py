"""Sizes from millimetres: the known solids fitted to where base and apex were seen.

For every hypothesis (posture, number and sizes of the visible levels) the apex must lie a known way from the
footprint. The lines of sight through the seen base and apex meet the planes z = 0 and z = apex height; how
far apart the two places are, measured in their own spreads, says how likely the hypothesis is. Dimensions
come from ``engine.pieces`` (readings, "Pieces"). Pure numpy over all units of a frame at once.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from engine.pieces import Colour, Posture, Size, apex_height_mm, half_apex_angle
from vision.crops import apply_affine, azimuth_deg, invert_affine
from vision.observation import Box, LevelReading, UnitObservation
from vision.reader import MAX_LEVELS, Reading

Floats = NDArray[np.float64]
SIZES = tuple(Size)
COLOURS = tuple(Colour)
LEAST_SPREAD = 0.8  # crop px: no base or apex is believed to be seen better
READ_HEADING_DEG = 9.0  # standard deviation of the heading that the reader names outright
CONTRADICTION_DEG = 45.0
TAIL = 4.0  # degrees of freedom of the Student t that residuals follow
GEOMETRY_WEIGHT = 0.5  # the reader's sizes and its points come from the same pixels


def flat_reach_mm(sizes_bottom_up: tuple[Size, ...]) -> float:
    """From the footprint's middle of a lying piece or nest to its apex on the table: half its shadow's
    length.
    """
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
_HEIGHTS, _HEIGHT_INDEX = np.unique(
    np.round([apex_height_mm(tuple(reversed(stack))) for stack in STACKS], 6), return_inverse=True
)
_REACHES = _HEIGHTS * math.cos(half_apex_angle(Size.MEDIUM)) / 2  # the cosines agree to a tenth of a per cent


@dataclass(frozen=True, slots=True)
class Seen:
    """One unit as seen: its box, the finder's score, the crop's map and what the reader read in it.

    ``transform`` (2, 3) leads from picture to crop px; ``x_mm, y_mm`` is where the crop was centred.
    """

    box: Box
    score: float
    transform: Floats
    x_mm: float
    y_mm: float
    reading: Reading


@dataclass(frozen=True, slots=True)
class _Sights:
    """Lines of sight of U units: for base and apex the ray (U, 3) and its change a crop px (U, 2, 3),
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
    """Where sights meet the planes z = heights (H,): places (U, H, 2) mm and covariances (U, H, 2, 2)."""
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
    share = np.einsum("ux,uxy,uy->u", unit, base_cov[:, 0], unit) / spread  # how much the base gives way
    best = base + (share[:, None] * (length - _REACHES))[..., None] * unit[:, None]
    across = np.stack([-unit[:, 1], unit[:, 0]], 1)
    beside = np.sqrt(np.einsum("ux,uxy,uy->u", across, (base_cov + apex_cov)[:, 0], across))
    heading = np.degrees(np.arctan2(unit[:, 1], unit[:, 0])) % 360
    return _log_tail(squared), best, heading, np.degrees(np.arctan2(beside, length[:, 0]))


def _normalised(logs: Floats) -> Floats:
    weights = np.exp(logs - logs.max())
    return weights / weights.sum()


def _colours(reading: Reading, level: int, palette: frozenset[Colour]) -> dict[Colour, float]:
    """The level's colours with those outside the palette left out."""
    kept = [
        p if colour in palette else 0.0 for colour, p in zip(COLOURS, reading.p_colours[level], strict=True)
    ]
    total = sum(kept)
    if total < 1e-9:
        kept, total = [float(colour in palette) for colour in COLOURS], float(len(palette))
    return {colour: p / total for colour, p in zip(COLOURS, kept, strict=True) if colour in palette}


def _stack_logs(reading: Reading, geometry: Floats) -> Floats:
    """Log weight of every stack of STACKS: the reader's counts and sizes, and the apex height's
    likelihood (H,).
    """
    sizes = np.log(np.maximum(reading.p_sizes, 1e-6))
    chosen = np.take_along_axis(sizes[None].repeat(len(STACKS), 0), np.maximum(_SIZE_INDEX, 0)[..., None], 2)[
        ..., 0
    ]
    prior = np.where(_SIZE_INDEX >= 0, chosen, 0.0).sum(1)
    counts = np.log(np.maximum(reading.p_levels, 1e-6))[_COUNTS - 1]
    return prior + counts + GEOMETRY_WEIGHT * geometry[_HEIGHT_INDEX]


def _read_unit(
    unit: Seen, geometry: Floats, places: Floats, heading: float | None, palette: frozenset[Colour]
) -> UnitObservation:
    """The unit's observation from the likelihood (H,) and best place (H, 2) of each apex height."""
    weights = _normalised(_stack_logs(unit.reading, geometry))
    p_levels = {count: float(weights[count == _COUNTS].sum()) for count in range(1, MAX_LEVELS + 1)}
    count = max(p_levels, key=lambda c: p_levels[c])
    chosen = np.where(count == _COUNTS, weights, 0.0)
    chosen /= chosen.sum()
    levels = []
    for level in range(count):
        of_size = [float(chosen[_SIZE_INDEX[:, level] == i].sum()) for i in range(len(SIZES))]
        p_size = dict(zip(SIZES, of_size, strict=True))
        levels.append(LevelReading(_colours(unit.reading, level, palette), p_size))
    place = places[_HEIGHT_INDEX[int(chosen.argmax())]]
    posture = Posture.UPRIGHT if heading is None else Posture.FLAT
    return _observation(unit, place, posture, heading, tuple(levels), p_levels)


def _observation(
    unit: Seen,
    place: Floats,
    posture: Posture,
    heading: float | None,
    levels: tuple[LevelReading, ...],
    p_levels: dict[int, float],
) -> UnitObservation:
    return UnitObservation(
        x_mm=float(place[0]),
        y_mm=float(place[1]),
        posture=posture,
        p_upright=1 - unit.reading.p_flat,
        heading_deg=heading,
        levels=levels,
        p_levels=p_levels,
        bbox_px=unit.box,
        confidence=float(unit.reading.p_valid * min(unit.score / 0.5, 1.0)),
    )


def read_heading_deg(camera: Camera, unit: Seen) -> float:
    """The heading the reader's own head gives, degrees in the table frame."""
    cosine, sine = unit.reading.heading
    relative = math.degrees(math.atan2(sine, cosine))
    return (relative + azimuth_deg(camera, unit.x_mm, unit.y_mm)) % 360


def _joined_heading(camera: Camera, unit: Seen, from_points: float, spread_deg: float) -> float:
    """Base to apex and the reader's own heading, each by its certainty; the reader's where they
    contradict.
    """
    read = read_heading_deg(camera, unit)
    off = (from_points - read + 180) % 360 - 180
    if abs(off) > CONTRADICTION_DEG:
        return read
    share = READ_HEADING_DEG**2 / (READ_HEADING_DEG**2 + spread_deg**2)
    return (read + share * off) % 360


def evidence(camera: Camera, seen: Iterable[Seen]) -> Floats:
    """How well each unit (U,) fits the known solids at this camera's scale: the log of the geometry's
    likelihood, averaged over the sizes and levels that the reader holds possible; at most 0.
    """
    units = list(seen)
    if not units:
        return np.zeros(0)
    sights = _sights(camera, units)
    standing, lying = _upright(camera, sights)[0], _lying(camera, sights)[0]
    found = []
    for i, unit in enumerate(units):
        fits = lying[i] if unit.reading.p_flat > 0.5 else standing[i]
        prior = _normalised(_stack_logs(unit.reading, np.zeros(len(_HEIGHTS))))
        found.append(math.log(max(float((prior * np.exp(fits[_HEIGHT_INDEX])).sum()), 1e-9)))
    return np.array(found)


def observe(
    camera: Camera, seen: Iterable[Seen], palette: Iterable[Colour] = COLOURS
) -> tuple[UnitObservation, ...]:
    """The observation of each seen unit, in order: table place in mm, posture, and probabilities."""
    units, allowed = list(seen), frozenset(palette)
    if not units:
        return ()
    sights = _sights(camera, units)
    standing, standing_at = _upright(camera, sights)
    lying, lying_at, headings, turns = _lying(camera, sights)
    observed = []
    for i, unit in enumerate(units):
        if unit.reading.p_flat > 0.5:
            heading = _joined_heading(camera, unit, float(headings[i]), float(turns[i]))
            observed.append(_read_unit(unit, lying[i], lying_at[i], heading, allowed))
        else:
            observed.append(_read_unit(unit, standing[i], standing_at[i], None, allowed))
    return tuple(observed)
