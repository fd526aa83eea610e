"""The result of ``arbiter see``, as JSON and as text. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from arbiter.words.wording import Wording
from engine.pieces import Colour, Posture
from vision.colour.colours import open_colours
from vision.observation import LevelReading, UnitObservation

if TYPE_CHECKING:
    from vision.observe.see import Sight
    from vision.pose.locate import Doubt


def sighting_json(image: str, sight: Sight) -> dict[str, Any]:
    """The documented object: ``camera`` and ``pieces``.

    ``camera``: ``picture``, ``source`` (what gave its pose: ``calibration``, ``markers``, ``cards``,
    ``paper`` or ``pieces``), ``reprojection_error_px`` (``None`` without markers or calibration),
    ``uncertainty``, ``K``, ``rvec``, ``tvec``. ``uncertainty`` is ``None`` for a calibration; otherwise it
    has the standard deviations ``focal`` and ``scale`` (relative) and ``elevation_deg``, each ``None`` if
    unknown, and ``sizes_sure``, the probability that not all sizes are wrong together.

    Each piece: ``colour``, ``size``, ``posture``, ``heading_deg`` (``None`` unless flat), ``x_mm``, ``y_mm``,
    ``stack`` (a number shared by the pieces of a stack, ``None`` for a single piece), ``level`` (0 is the
    lowest visible one), ``bbox_px`` (of the whole stack), ``confidence``, ``p_colour``, ``p_size``;
    ``colour_unsure``: the possible colours if none reaches ``SURE_COLOUR``, else empty; ``may_hide``: for the
    lowest piece of each place, the sizes that may stand unseen inside it.
    """
    camera = sight.camera
    return {
        "camera": {
            "picture": image,
            "source": sight.source,
            "reprojection_error_px": _rounded(sight.error_px, 3),
            "uncertainty": _uncertainty(sight.doubt),
            "K": camera.K.tolist(),
            "rvec": camera.rvec.tolist(),
            "tvec": camera.tvec.tolist(),
        },
        "pieces": [piece for number, unit in enumerate(sight.units) for piece in _pieces(unit, number)],
    }


def _uncertainty(doubt: Doubt | None) -> dict[str, float | None] | None:
    if doubt is None:
        return None
    return {
        "focal": _rounded(doubt.focal, 4),
        "elevation_deg": _rounded(doubt.elevation_deg, 2),
        "scale": _rounded(doubt.scale, 4),
        "sizes_sure": _rounded(doubt.scale_share, 4),
    }


def _pieces(unit: UnitObservation, number: int) -> Iterable[dict[str, Any]]:
    """The unit's pieces, lowest first."""
    for level, reading in enumerate(reversed(unit.levels)):
        yield {
            "colour": reading.colour.value,
            "size": reading.size.word,
            "posture": unit.posture.value,
            "heading_deg": _rounded(unit.heading_deg),
            "x_mm": _rounded(unit.x_mm),
            "y_mm": _rounded(unit.y_mm),
            "stack": number if len(unit.levels) > 1 else None,
            "level": level,
            "bbox_px": [_rounded(value) for value in unit.bbox_px],
            "confidence": _rounded(confidence(unit, reading), 4),
            "p_colour": {colour.value: _rounded(p, 4) for colour, p in _likeliest(reading.p_colour)},
            "colour_unsure": [colour.value for colour in unsure_colours(reading)],
            "p_size": {size.word: _rounded(p, 4) for size, p in _likeliest(reading.p_size)},
            "may_hide": [size.word for size in unit.may_hide if level == 0],
        }


def confidence(unit: UnitObservation, reading: LevelReading) -> float:
    """The probability that this piece exists and has the named colour and size."""
    return float(unit.confidence * reading.p_colour[reading.colour] * reading.p_size[reading.size])


def unsure_colours(reading: LevelReading) -> tuple[Colour, ...]:
    """The possible colours of a piece, best first; empty if its colour is sure."""
    found = open_colours(reading.p_colour)
    return found if len(found) > 1 else ()


def _piece_words(reading: LevelReading, words: Wording) -> str:
    """The piece in words, or ``small black or blue?`` if its colour is not sure."""
    found = [words.colour(colour.value) for colour in unsure_colours(reading)]
    if not found:
        return str(words.piece((reading.size.word, reading.colour.value)))
    return words.say("see_unsure", size=words.size(reading.size.word), colours=words.join(found))


def _likeliest(weights: Mapping[Any, float]) -> list[tuple[Any, float]]:
    return sorted(weights.items(), key=lambda item: -item[1])


def _rounded(value: float | None, digits: int = 1) -> float | None:
    return None if value is None else round(float(value), digits)


def sighting_text(units: Sequence[UnitObservation], words: Wording) -> list[str]:
    """A line for each piece or stack, from near to far and from left to right, and a count."""
    lines = [_line(unit, words) for unit in sorted(units, key=lambda unit: (round(unit.y_mm), unit.x_mm))]
    pyramids = words.count("see_pyramids", sum(len(unit.levels) for unit in units))
    return [*lines, words.say("see_count", pyramids=pyramids, places=words.count("see_places", len(units)))]


def _line(unit: UnitObservation, words: Wording) -> str:
    names = words.say("on").join(_piece_words(reading, words) for reading in unit.levels)
    sure = min((confidence(unit, reading) for reading in unit.levels), default=unit.confidence)
    posture = words.say(f"see_posture-{unit.posture.value}")
    parts = [names, posture, f"x {unit.x_mm:.0f} mm, y {unit.y_mm:.0f} mm"]
    if unit.posture is Posture.FLAT and unit.heading_deg is not None:
        parts.append(words.say("see_heading", degrees=f"{unit.heading_deg:.0f}"))
    return words.series([*parts, words.say("case_sure", sure=f"{sure:.0%}")])
