"""The look of this set's colours, learnt from pieces of certain colour.

Measured colours (Lab, ``vision.colour.faces``) of one colour scatter over the faces of a table (variance
``WITHIN``); their mean differs from set to set and from room to room (``BETWEEN`` in all, with a share of
``ROOM`` for the room). All are normal, so the result of learning is a weighted mean, drawn towards the colour
of the training pictures. A reading's probabilities are multiplied by the likelihood ratio of the measured
colour under the learnt and the usual distribution, which is one without certain pieces of a colour. Lab and
variances are (3,) arrays.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.text_file import read_text
from calibration.white import WhiteReference
from engine.bounded import read_json
from engine.message import Messages
from engine.pieces import Colour
from vision.colour.faces import faces
from vision.observation import UnitObservation

say = Messages("vision")

Floats = NDArray[np.float64]
Measured = tuple[Colour, Floats]

USUAL: dict[Colour, tuple[float, float, float]] = {
    Colour.RED: (33, 39, 18),
    Colour.ORANGE: (43, 26, 38),
    Colour.YELLOW: (51, -1, 42),
    Colour.GREEN: (38, -26, 16),
    Colour.CYAN: (49, -16, -9),
    Colour.BLUE: (28, 9, -32),
    Colour.PURPLE: (28, 25, -24),
    Colour.PINK: (45, 28, -2),
    Colour.BLACK: (22, 0, 0),
    Colour.WHITE: (77, 1, 2),
    Colour.CLEAR: (58, 0, 0),
}
"""Medians over 79 training pictures, each with a set and a room of its own."""
WITHIN = np.array([6.0, 5.0, 5.5]) ** 2
BETWEEN = np.array([9.5, 6.0, 6.0]) ** 2
ROOM = 0.4
TAIL = 4.0
"""Degrees of freedom of the Student t that measurements follow."""
MOST = 8.0
"""Largest number of remembered pieces: faces in one room are not independent."""
HALF_LIFE_S = 600.0
"""Half-life of the session's measurements: the light drifts during the day."""
GATE = 16.0
"""Chi square above which a "certain" piece counts as a misreading."""
LEAST = 1e-5
TEACHES = 0.97
"""Least probability of a colour from which the look of the others in a picture is learnt."""
USUALLY = 0.3
"""Weight of the usual look of colours where a reading is unsure. Of 1,133 pieces on tables of the second
renderer the log loss falls from 0.164 to 0.150, with white off by 15 % from 0.399 to 0.378."""
PLAIN = 0.7
"""Least confidence of a unit for learning."""
SURE_COLOUR = 0.7
"""Colours of a lower probability are reported as unsure, with all that together reach it."""
NEAR_MM = 10.0
"""Largest distance of a unit from the certain piece's place."""
VERSION = 1

Certain = tuple[float, float, tuple[Colour, ...]]
"""Place (mm) of a unit and its certain colours, top to bottom."""


class ColourSetError(Exception):
    """A set's colours cannot be read or learnt; the message is one line."""


@dataclass(frozen=True, eq=False)
class Belief:
    """The expected mean of a colour with its variance, and the session's measurements.

    ``seen`` is the effective number of pieces in ``seen_mean`` at ``seen_s``.
    """

    mean: Floats
    between: Floats
    seen: float = 0.0
    seen_mean: Floats = field(default_factory=lambda: np.zeros(3))
    seen_s: float = 0.0

    def predicted(self) -> tuple[Floats, Floats]:
        """Mean and variance of the next measurement."""
        precision = 1 / self.between + self.seen / WITHIN
        mean = (self.mean / self.between + self.seen_mean * self.seen / WITHIN) / precision
        return mean, WITHIN + 1 / precision

    def with_measured(self, measured: Floats, time_s: float) -> Belief:
        """The belief after another certain piece; an outlier changes nothing."""
        mean, variance = self.predicted()
        if float(((measured - mean) ** 2 / variance).sum()) > GATE:
            return self
        kept = min(self.seen, MOST - 1) * 0.5 ** (max(0.0, time_s - self.seen_s) / HALF_LIFE_S)
        seen = kept + 1
        return replace(
            self,
            seen=seen,
            seen_mean=(kept * self.seen_mean + measured) / seen,
            seen_s=max(time_s, self.seen_s),
        )


def usual(colour: Colour) -> Belief:
    """The expectation for a colour of any set in any room."""
    return Belief(np.array(USUAL[colour], float), BETWEEN)


@dataclass(frozen=True, eq=False)
class ColourModel:
    """Beliefs by colour, for learnt colours only."""

    beliefs: Mapping[Colour, Belief] = field(default_factory=dict)

    def expected(self, colour: Colour) -> tuple[Floats, Floats]:
        """Mean (3,) and variance (3,) of the mean of a colour's measurements."""
        mean, variance = self.beliefs.get(colour, usual(colour)).predicted()
        return mean, variance - WITHIN

    def learning(self, pieces: Iterable[Measured], time_s: float = 0.0) -> ColourModel:
        """The model after certain pieces were measured in this room."""
        beliefs = dict(self.beliefs)
        for colour, measured in pieces:
            beliefs[colour] = beliefs.get(colour, usual(colour)).with_measured(measured, time_s)
        return ColourModel(beliefs)

    def ratio(self, colour: Colour, measured: Floats) -> float:
        """The log likelihood ratio of a measurement under the learnt and the usual look of a colour."""
        if colour not in self.beliefs:
            return 0.0
        return _log_fit(measured, self.beliefs[colour]) - _log_fit(measured, usual(colour))

    def adjusted(
        self,
        p_colour: Mapping[Colour, float],
        measured: Floats,
        before: ColourModel | None = None,
        usually: float = 0.0,
    ) -> dict[Colour, float]:
        """The probabilities of a reading joined with its measured colour, summing to one; ``before`` is the
        model that they were joined with already, of which this one is a continuation. ``usually`` is the
        weight of how well the measured colour fits the usual look of each colour."""
        logs = {
            colour: math.log(max(p, LEAST))
            + self.ratio(colour, measured)
            - (before.ratio(colour, measured) if before else 0.0)
            + (usually * _log_fit(measured, usual(colour)) if usually else 0.0)
            for colour, p in p_colour.items()
        }
        top = max(logs.values())
        weights = {colour: math.exp(each - top) for colour, each in logs.items()}
        total = sum(weights.values())
        return {colour: each / total for colour, each in weights.items()}


def _log_fit(measured: Floats, belief: Belief) -> float:
    """Log density of a measurement, a three-dimensional Student t."""
    mean, variance = belief.predicted()
    squared = float(((measured - mean) ** 2 / variance).sum())
    return -(TAIL + 3) / 2 * math.log1p(squared / TAIL) - 0.5 * float(np.log(variance).sum())


def from_photographs(photographs: Sequence[Iterable[Measured]]) -> ColourModel:
    """The model of a set from photographs of certain pieces, each in another room."""
    pieces: dict[Colour, list[Floats]] = {}
    for photograph in photographs:
        own: dict[Colour, list[Floats]] = {}
        for colour, measured in photograph:
            own.setdefault(colour, []).append(measured)
        for colour, found in own.items():
            pieces.setdefault(colour, []).append(np.mean(found, axis=0))
    beliefs = {}
    for colour, means in pieces.items():
        of_set, of_room = BETWEEN * (1 - ROOM), BETWEEN * ROOM
        noise = (of_room + WITHIN) / len(means)
        kept = 1 / (1 / of_set + 1 / noise)
        mean = kept * (np.array(USUAL[colour]) / of_set + np.mean(means, axis=0) / noise)
        beliefs[colour] = Belief(mean, kept + of_room)
    return ColourModel(beliefs)


def open_colours(p_colour: Mapping[Colour, float], sure: float = SURE_COLOUR) -> tuple[Colour, ...]:
    """The likeliest colours that together reach ``sure``, best first: several if the colour is unsure."""
    found: list[Colour] = []
    for colour in sorted(p_colour, key=lambda colour: -p_colour[colour]):
        found.append(colour)
        if sum(p_colour[each] for each in found) >= sure:
            break
    return tuple(found)


def recoloured(
    image_bgr: NDArray[np.uint8],
    camera: Camera,
    white: WhiteReference,
    units: Sequence[UnitObservation],
    model: ColourModel,
) -> tuple[UnitObservation, ...]:
    """The units, with the colours of their levels joined with their measurements."""
    if not model.beliefs:
        return tuple(units)
    found = []
    for unit in units:
        measured = faces(image_bgr, camera, white, unit)
        levels = tuple(
            level if lab is None else replace(level, p_colour=model.adjusted(level.p_colour, lab))
            for level, lab in zip(unit.levels, measured, strict=True)
        )
        found.append(replace(unit, levels=levels))
    return tuple(found)


def alike(
    image_bgr: NDArray[np.uint8],
    camera: Camera,
    white: WhiteReference,
    units: Sequence[UnitObservation],
    model: ColourModel,
) -> tuple[UnitObservation, ...]:
    """The units of ``recoloured``, with unsure colours joined with the look of the sure ones in the same
    picture and with what colours usually look like.

    Pieces of one colour look alike in any light. A stack's bands are too narrow for this: among the unsure
    colours of 40 held-out tables the right one became likelier for all 12 single pieces, but only for 4 of 11
    in stacks.
    """
    single = [unit for unit in units if len(unit.levels) == 1]
    unsure = {id(unit) for unit in single if max(unit.levels[0].p_colour.values()) < TEACHES}
    if not unsure:
        return tuple(units)
    measured = {id(unit): faces(image_bgr, camera, white, unit)[0] for unit in single}
    teach = [
        (unit.levels[0].colour, lab)
        for unit in single
        if id(unit) not in unsure and unit.confidence >= PLAIN and (lab := measured[id(unit)]) is not None
    ]
    learnt, found = model.learning(teach), list[UnitObservation]()
    for unit in units:
        lab = measured.get(id(unit)) if id(unit) in unsure else None
        if lab is not None:
            level = unit.levels[0]
            joined = learnt.adjusted(level.p_colour, lab, model, USUALLY)
            unit = replace(unit, levels=(replace(level, p_colour=joined),))
        found.append(unit)
    return tuple(found)


def measured_pieces(
    image_bgr: NDArray[np.uint8],
    camera: Camera,
    white: WhiteReference,
    units: Sequence[UnitObservation],
    certain: Iterable[Certain],
) -> list[Measured]:
    """The measured colours of certain pieces, if a unit with as many levels is seen in their place."""
    found: list[Measured] = []
    for x_mm, y_mm, colours in certain:
        near = [
            unit
            for unit in units
            if math.hypot(unit.x_mm - x_mm, unit.y_mm - y_mm) <= NEAR_MM and len(unit.levels) == len(colours)
        ]
        if len(near) == 1:
            labs = faces(image_bgr, camera, white, near[0])
            found += [(colour, lab) for colour, lab in zip(colours, labs, strict=True) if lab is not None]
    return found


def to_json(model: ColourModel) -> dict[str, Any]:
    """A set's colours as JSON values: version, and mean and variance in L*a*b* by colour."""
    return {
        "version": VERSION,
        "colours": {
            colour.value: {
                "lab": belief.mean.round(2).tolist(),
                "variance": belief.between.round(2).tolist(),
            }
            for colour, belief in model.beliefs.items()
        },
    }


def read_colours(path: Path) -> ColourModel:
    """A set's colours from a file. Raises ColourSetError with one line, and OSError if it does not exist."""
    try:
        data = read_json(read_text(path))
        version = data["version"]
        if version == VERSION:
            return ColourModel({Colour(name): _belief(each) for name, each in data["colours"].items()})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ColourSetError(say("set_none", raw=path)) from error
    raise ColourSetError(say("set_version", raw=path, raw2=version, raw3=VERSION))


def _belief(data: Mapping[str, Any]) -> Belief:
    mean, between = np.array(data["lab"], float), np.array(data["variance"], float)
    if mean.shape != (3,) or between.shape != (3,) or not (between > 0).all():
        raise ValueError("lab and variance: expected three numbers each, variances over 0")
    return Belief(mean, between)
