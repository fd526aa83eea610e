"""White balance without markers: the illuminant under which the table and the pieces on it are most probable.

A light is three numbers: the logarithms of white paper's red and blue relative to its green in the picture,
and of its green itself. The posterior combines:

- cameras balance white themselves, so most lights are near neutral, and deviate along the line from warm to
  cool more than from green to purple;
- a table's surfaces (flat areas of one colour) are white, grey, warm like wood, or of any colour, each with
  its prior, and none is brighter than paper; the brightest thing in view is more often white than others;
  - pieces have the colours of the palette (``vision.colour.colours``), of a set that may be more saturated
    than most; no colour of a small palette is much more frequent than others, since a game's set has as many
    of each.

This is Bayesian colour constancy (Brainard and Freeman, J. Opt. Soc. Am. A 14, 1997) with those priors. It is
evaluated on a grid of lights; the one or two modes are the candidates, each with its probability and spread.
Light is linear (sRGB decoded), blue first; logarithms are natural.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.markers import to_linear
from calibration.white import PAPER_VALUE, WhiteReference
from engine.pieces import Colour
from vision.colour.colours import WITHIN as FACE_VARIANCE
from vision.colour.colours import ColourModel
from vision.colour.faces import face_lights, lab
from vision.observation import Box, UnitObservation
from vision.stillness.lighting import GRID

Floats = NDArray[np.float64]

WIDTH = 640
"""Width at which pictures are searched for surfaces, px."""
FLAT = 22
"""Largest difference of a channel's values (0 to 255) within 3 by 3 px of a flat area."""
BIN, NEAR_BIN = 0.06, 1.2
"""Size of the bins for surfaces' colours, in log units, and a surface's extent to each side, in bins."""
LEAST_AREA, MOST_SURFACES = 0.001, 10
TABLE_AREA, TABLE_TINT = 0.2, 0.2
"""Surfaces this similar (log) with at least this fraction of the flat area are the table, which need not be
white if it is the brightest thing."""
FULL_AREA = 0.01
"""Fraction of the flat area above which a surface counts in full; smaller ones count by the root of
theirs."""
SURFACES, BRIGHTEST, AGAIN, PIECES = 2.0, 1.5, 0.3, 8.0
"""Largest weights, as numbers of independent observations, of all surfaces, of the brightest thing (and if
that is the table, which was counted already), and of all pieces."""
MOST_FACES = 40
BALANCED = np.array([0.22, 0.10])
"""Scales of lights along warm to cool and green to purple, of a Student t (3 degrees of freedom)."""
LEVEL = -0.6, 0.6
"""Mean and standard deviation of the log of paper's green: cameras leave some headroom."""
SATURATIONS = 1.0, 1.5
"""How much more saturated than the training pictures' a set may be."""
DARKER = np.array([20.0, 0.0, 0.0]) ** 2
"""How much darker or lighter a set may be than its colours: variance in Lab."""
WIDER = 1.5
"""Factor of errors on the posterior's spread, since observations of one table are not independent."""
HUES: Mapping[Colour, tuple[float, float]] = {
    Colour.RED: (11.0, 7.6),
    Colour.ORANGE: (8.0, 11.5),
    Colour.YELLOW: (6.5, 12.5),
    Colour.GREEN: (9.0, 7.3),
    Colour.CYAN: (6.5, 7.0),
    Colour.BLUE: (6.0, 10.5),
    Colour.PURPLE: (8.7, 10.5),
    Colour.PINK: (7.6, 6.2),
    Colour.BLACK: (2.4, 3.3),
    Colour.WHITE: (3.4, 3.8),
    Colour.CLEAR: (4.5, 5.2),
}
"""Standard deviations of the mean a* and b* of a colour's pieces from table to table, of 5,244 pieces on 500
training pictures, between the plain and the robust ones (scripts/colours.py spread); black, white and clear
pieces are nearly as grey as paper."""
GREYS, GREY_VARIANCE = frozenset((Colour.BLACK, Colour.WHITE)), np.array([6.0, 2.4, 2.8]) ** 2
"""Colours whose faces differ little in hue on one table, and the variance of their Lab there."""
LEAST_OFF = 0.03
STEADY = 0.02
"""Largest change of light (log) that counts as none."""
APART_LOG = 0.08
"""Least difference of a channel's gain (log) that is worth another reading."""
MORE, SURER = 1.5, 0.1
"""How many times the faces, and how much more probable, make a later estimate the better one."""
DIM, BRIGHT = 0.01, 0.85
"""Linear light of cells whose change is measured."""
LEAST_PROBABLE = 0.05
"""Least probability of a candidate white."""
RED, BLUE, GREEN = np.arange(-0.8, 1.01, 0.06), np.arange(-1.5, 0.81, 0.065), np.arange(-2.6, 0.31, 0.2)
"""The grid of lights: log red and blue to green, and log green."""
WEIGHED, NEGLIGIBLE = 500, 12.0
"""Most tints for which the pieces' likelihood is computed; those this many log units behind the best are left
out."""
MODES, APART, AROUND = 2, 0.25, 0.15
"""Most candidates, least distance between their tints, and the radius that counts for a mode's height."""
_PAPER = float(to_linear(np.array([[PAPER_VALUE]], np.uint8)).item())
_LIGHT = to_linear(np.arange(256, dtype=np.uint8)[None])[0].ravel().astype(np.float64)
_LOG = np.log(np.maximum(_LIGHT, 1e-4))


@dataclass(frozen=True, eq=False)
class Surroundings:
    """A picture without the pieces: lights (K, 3) of its surfaces with their weights (K,), and the light (3,)
    of the brightest thing in view, if that isn't blown out; ``table_brightest``: that is the table."""

    surfaces: Floats
    weights: Floats
    brightest: Floats | None
    table_brightest: bool


@dataclass(frozen=True, eq=False)
class Faces:
    """Lights (n, 3) of the pieces' faces, with the probabilities ``shares`` (n, K) of their colours, whose
    expected Lab values are ``looks`` (K, 3) with ``variances`` (K, 3), about which the faces of a table
    scatter with the variances ``within`` (K, 3)."""

    lights: Floats
    shares: Floats
    looks: Floats
    variances: Floats
    within: Floats


@dataclass(frozen=True)
class Candidate:
    """A candidate white with its probability."""

    white: WhiteReference
    probability: float


def find_white(
    image_bgr: NDArray[np.uint8],
    units: Sequence[UnitObservation] = (),
    faces: Faces | None = None,
) -> tuple[Candidate, ...]:
    """The candidate whites for a picture, uint8 (H, W, 3) BGR, best first; probabilities sum to one.

    ``units`` are the places of pieces, which are excluded from the table's surfaces; ``faces`` are their
    colours.
    """
    around = surroundings(image_bgr, [unit.bbox_px for unit in units])
    logs = _without_pieces(around).reshape(-1, len(GREEN))
    tints = np.logaddexp.reduce(logs, axis=1)
    best = np.argsort(-tints)[:WEIGHED]
    best = best[tints[best] > tints[best[0]] - NEGLIGIBLE]
    levels = np.exp(logs[best] - tints[best, None])
    red, blue = np.unravel_index(best, (len(RED), len(BLUE)))
    middles = np.stack([RED[red], BLUE[blue], levels @ GREEN], axis=1)
    posterior = tints[best] + _pieces(faces, middles)
    return _candidates(middles, np.exp(posterior - posterior.max()))


def _candidates(lights: Floats, weights: Floats) -> tuple[Candidate, ...]:
    """At most ``MODES`` modes of lights (n, 3) with their weights, the likelier first."""
    red, blue = lights[:, 0], lights[:, 1]
    squares = (red[:, None] - red) ** 2 + (blue[:, None] - blue) ** 2
    heights = (squares < AROUND**2).astype(float) @ weights
    peaks = [int(heights.argmax())]
    while len(peaks) < MODES and (free := (squares[peaks] > APART**2).all(axis=0)).any():
        peaks.append(int(np.where(free, heights, -1).argmax()))
    heap = squares[peaks].argmin(axis=0)
    shares = np.array([weights[heap == k].sum() for k in range(len(peaks))]) / weights.sum()
    kept = [k for k in np.argsort(-shares) if shares[k] > LEAST_PROBABLE]
    return tuple(
        Candidate(_reference(lights[heap == k], weights[heap == k]), float(shares[k] / shares[kept].sum()))
        for k in kept
    )


def differ(one: Sequence[Candidate], other: Sequence[Candidate]) -> bool:
    """Whether two findings of white differ by enough to read a picture again."""
    logs = [np.log(each[0].white.gain_bgr) for each in (one, other)]
    return len(one) != len(other) or bool(np.abs(logs[0] - logs[1]).max() >= APART_LOG)


@dataclass(frozen=True, eq=False)
class Whites:
    """The ``candidates``, best first, found by ``faces`` faces of pieces in a picture with these ``lights``
    (see ``cell_lights``)."""

    candidates: tuple[Candidate, ...] = ()
    faces: int = 0
    lights: Floats | None = None

    @property
    def measured(self) -> bool:
        """Whether white was measured, not estimated."""
        return bool(self.candidates) and not self.candidates[0].white.off

    def followed(self, lights: Floats) -> Whites:
        """The same whites in a later picture with these ``lights``, most of whose cells show what they did:
        exposure and white balance have changed all of them by the same factors."""
        if self.lights is None:
            return replace(self, lights=lights)
        plain = [((each > DIM) & (each < BRIGHT)).all(axis=1) for each in (self.lights, lights)]
        both = plain[0] & plain[1]
        if not both.any():
            return replace(self, lights=lights)
        change = np.median(lights[both] / self.lights[both], axis=0)
        if np.abs(np.log(change)).max() < STEADY:
            return self
        found = (
            replace(each, white=replace(each.white, gain_bgr=each.white.gain_bgr / change))
            for each in self.candidates
        )
        return Whites(tuple(found), self.faces, lights)

    def settled(self, now: Whites) -> Whites:
        """These whites, unless those found ``now`` rest on clearly more or are clearly surer: what was learnt
        about colours holds for one white."""
        if not self.candidates or now.faces > MORE * self.faces:
            return now
        surer = now.candidates[0].probability > self.candidates[0].probability + SURER
        return now if surer else self


def cell_lights(image_bgr: NDArray[np.uint8]) -> Floats:
    """The mean linear light (K, 3) of each cell of a picture, uint8 (H, W, 3) BGR."""
    height, width = GRID
    small = cv2.resize(image_bgr, (4 * width, 4 * height), interpolation=cv2.INTER_AREA)
    light = np.asarray(cv2.LUT(small, _LIGHT.astype(np.float32)))
    return cv2.resize(light, (width, height), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float64)


def faces_of(
    image_bgr: NDArray[np.uint8],
    camera: Camera,
    units: Iterable[UnitObservation],
    palette: Sequence[Colour],
    colours: ColourModel | None = None,
) -> Faces:
    """The faces of the units' pieces, which may have any colour of the palette.

    ``colours`` is what was learnt about the set. At most ``MOST_FACES`` are used, evenly spread.
    """
    lights = [light for unit in units for light in face_lights(image_bgr, camera, unit) if light is not None]
    step = max(1, -(-len(lights) // MOST_FACES))
    taken = np.array(lights[::step], float).reshape(-1, 3)
    model = colours or ColourModel()
    expected = [model.expected(colour) for colour in palette]
    looks, variances = (np.array(each) for each in zip(*expected, strict=True))
    for row, colour in enumerate(palette):
        if colour not in model.beliefs:
            variances[row, 1:] = np.square(HUES[colour])
    within = np.array([GREY_VARIANCE if colour in GREYS else FACE_VARIANCE for colour in palette])
    shares = np.full((len(taken), len(palette)), 1 / len(palette))
    return Faces(taken, shares, looks, variances, within)


# ----- observations


def surroundings(image_bgr: NDArray[np.uint8], pieces: Iterable[Box]) -> Surroundings:
    """The surfaces of a picture outside the pieces' boxes, and its brightest thing."""
    pieces = list(pieces)
    scale = min(1.0, WIDTH / image_bgr.shape[1])
    size = (round(image_bgr.shape[1] * scale), round(image_bgr.shape[0] * scale))
    small = cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA) if scale < 1 else image_bgr
    low, high = (each(small, np.ones((3, 3), np.uint8)) for each in (cv2.erode, cv2.dilate))
    (_, spread), (darkest, _) = _least_and_most(cv2.absdiff(high, low)), _least_and_most(small)
    flat = (spread <= FLAT) & (small[..., 1] > 30) & (darkest > 10)
    eroded = np.asarray(cv2.erode(image_bgr, np.ones((5, 5), np.uint8)), np.uint8)
    for x0, y0, x1, y1 in pieces:
        left, top, right, bottom = max(0, int(x0)), max(0, int(y0)), int(x1) + 1, int(y1) + 1
        eroded[top:bottom, left:right] = 0
        flat[int(top * scale) : int(bottom * scale) + 1, int(left * scale) : int(right * scale) + 1] = False
    surfaces, areas = _surfaces(np.asarray(small, np.uint8)[flat])
    weights = np.minimum(1.0, np.sqrt(areas / FULL_AREA))
    weights *= min(1.0, SURFACES / max(float(weights.sum()), 1e-9))
    brightest = _brightest(eroded)
    table = brightest is not None and _is_table(brightest, surfaces, areas * float(flat.mean()))
    return Surroundings(surfaces, weights, brightest, table)


def _least_and_most(image_bgr: cv2.typing.MatLike) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The smallest and the largest channel (H, W) of each pixel; twenty times faster than with numpy."""
    blue, green, red = cv2.split(image_bgr)
    least, most = (each(each(blue, green), red) for each in (cv2.min, cv2.max))
    return np.asarray(least, np.uint8), np.asarray(most, np.uint8)


def _is_table(light: Floats, surfaces: Floats, areas: Floats) -> bool:
    """Whether a light (3,) is the table's, nearest to the lamp: wood has several tints (K, 3), and the area
    (K,) of all similar ones counts."""
    off = np.log(light / surfaces)
    tint = np.abs(off - off[:, 1:2]).max(axis=1, initial=0)
    return bool(areas[(tint < TABLE_TINT) & (off[:, 1] < 0.5)].sum() > TABLE_AREA)


def _surfaces(pixels: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """Lights (K, 3) of the most frequent colours of pixels (N, 3), each at its brightest, and their
    fractions."""
    logs = _LOG[pixels].T if len(pixels) else np.empty((3, 0))
    measures = logs[2] - logs[1], logs[0] - logs[1], logs[1]
    first, second, third = (np.floor(each / BIN).astype(np.int64) + 500 for each in measures)
    bins, counts = np.unique((first * 1000 + second) * 1000 + third, return_counts=True)
    red, blue, level = (each - 500 + 0.5 for each in (bins // 1_000_000, bins // 1000 % 1000, bins % 1000))
    left, found, areas = counts.copy(), list[Floats](), list[float]()
    while left.any() and len(found) < MOST_SURFACES:
        top = left.argmax()
        own = np.maximum(np.abs(red - red[top]), np.abs(blue - blue[top])) <= NEAR_BIN
        own &= left > 0
        area = left[own].sum() / len(pixels)
        if area < LEAST_AREA:
            break
        order = np.flatnonzero(own)[np.argsort(-level[own])]
        bright = order[: 1 + int(np.searchsorted(left[order].cumsum(), 0.1 * left[own].sum()))]
        log = [float(np.average(each[bright], weights=left[bright])) * BIN for each in (red, blue, level)]
        found.append(np.exp([log[1] + log[2], log[2], log[0] + log[2]]))
        areas.append(float(area))
        left[own] = 0
    return np.array(found).reshape(-1, 3), np.array(areas)


def _brightest(eroded: NDArray[np.uint8]) -> Floats | None:
    """The light of the brightest areas of 5 by 5 px, None if they are blown out."""
    darkest, _ = _least_and_most(eroded)
    counts = np.bincount(darkest.ravel(), minlength=256)[::-1].cumsum()
    level = 255 - int(np.searchsorted(counts, max(30, darkest.size // 10_000)))
    pixels = eroded[darkest >= max(1, level)]
    if not len(pixels) or (pixels >= 252).any(axis=1).mean() > 0.5:
        return None
    return np.asarray(np.median(_LIGHT[pixels], axis=0))


# ----- probabilities of lights


def _without_pieces(around: Surroundings) -> Floats:
    """Log weights (R, B, G) of the lights of the grid from the cameras' prior and the table."""
    red, blue = RED[:, None, None], BLUE[:, None]
    warm, green = red - blue, red + blue
    off = ((warm / BALANCED[0]) ** 2 + (green / BALANCED[1]) ** 2) / 2
    logs = -2.5 * np.log1p(off / 3) - 0.5 * ((GREEN - LEVEL[0]) / LEVEL[1]) ** 2
    for light, weight in zip(around.surfaces, around.weights, strict=True):
        logs += weight * _surface(light, _USUAL_SURFACE)
    if around.brightest is not None:
        shares = _USUAL_SURFACE if around.table_brightest else _BRIGHT_SURFACE
        weight = AGAIN if around.table_brightest else BRIGHTEST
        logs += weight * _surface(around.brightest, shares)
    return np.asarray(logs)


_USUAL_SURFACE, _BRIGHT_SURFACE = (0.15, 0.15, 0.2, 0.5), (0.6, 0.12, 0.12, 0.16)
"""Prior probabilities of white, grey, warm and other surfaces."""


def _surface(light: Floats, shares: tuple[float, float, float, float]) -> Floats:
    """Log density (R, B, G) of one surface under each light of the grid, by its reflectance relative to
    paper."""
    log = np.log(light)
    red, blue, level = log[2] - log[1] - RED, log[0] - log[1] - BLUE, log[1] - GREEN
    dimmer = 0.25 / (1 + np.exp((level - 0.12) / 0.05))  # any level down to 1/50 of paper's
    as_paper = 0.6 * _bell(level, 0, 0.15) + 0.4 * _bell(level, -0.3, 0.3)
    white = _bell(red, 0, 0.05), _bell(blue, 0, 0.07), as_paper
    grey = _bell(red, 0, 0.08), _bell(blue, 0, 0.1), dimmer
    wood = _bell(red, 0.42, 0.25), _bell(blue, -0.6, 0.35), dimmer
    other = _bell(red, 0, 0.7), _bell(blue, 0, 0.9), dimmer
    reds, blues, levels = (np.stack(each) for each in zip(white, grey, wood, other, strict=True))
    tints = reds[:, :, None] * blues[:, None]
    return np.asarray(np.log(np.tensordot(tints, np.array(shares)[:, None] * levels, axes=(0, 0)) + 2e-3))


def _bell(x: Floats, mean: float, sigma: float) -> Floats:
    return np.asarray(np.exp(-0.5 * ((x - mean) / sigma) ** 2) / (sigma * 2.5066))


def _pieces(faces: Faces | None, lights: Floats) -> Floats:
    """Log weights (G,) of lights (G, 3) from the pieces."""
    if faces is None or not len(faces.lights):
        return np.zeros(len(lights))
    paper = np.exp(np.stack([lights[:, 1] + lights[:, 2], lights[:, 2], lights[:, 0] + lights[:, 2]], axis=1))
    seen = lab(faces.lights[:, None] / paper)  # n, G, 3
    share = min(1.0, PIECES / len(seen))
    ways = [_likelihood(seen, faces, saturation, share) for saturation in SATURATIONS]
    return np.asarray(np.logaddexp.reduce(ways))


def _likelihood(seen: Floats, faces: Faces, saturation: float, share: float) -> Floats:
    """Log likelihood (G,) of measured colours (n, G, 3), a Student t (4 degrees of freedom) about each
    colour."""
    stretch = np.array([1.0, saturation, saturation])
    variances = faces.within + faces.variances * stretch**2 + DARKER
    squares = sum(
        (seen[:, :, None, k] - faces.looks[:, k] * stretch[k]) ** 2 / variances[:, k] for k in range(3)
    )
    fits = -3.5 * np.log1p(np.asarray(squares) / 4) - 0.5 * np.log(variances).sum(axis=1)
    joint = np.exp(fits + np.log(np.maximum(faces.shares, 1e-6))[:, None])  # n, G, K
    whole = joint.sum(axis=2)
    logs = share * np.log(whole).sum(axis=0)
    if faces.shares.shape[1] <= _FEW:
        used = (joint / whole[:, :, None]).mean(axis=0)
        logs += share * len(seen) * np.log(np.maximum(used * used.shape[1], 1e-2)).mean(axis=1)
    return np.asarray(logs)


_FEW = 5
"""Largest palette of which a game always uses all colours."""


def _reference(lights: Floats, weights: Floats) -> WhiteReference:
    """The weighted mean of lights (n, 3) as a reference."""
    weights = weights / weights.sum()
    red, blue, level = weights @ lights
    sigma = np.sqrt(weights @ (lights - weights @ lights) ** 2)
    paper = np.exp([blue + level, level, red + level])
    off = float(np.hypot(WIDER * np.hypot(sigma[0], sigma[1]), LEAST_OFF))
    return WhiteReference(_PAPER / paper, off=off)
